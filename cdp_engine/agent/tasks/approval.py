"""Approval by a person: the request, the answer, and the interface of approvers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

import msgspec


class ApprovalRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The request to a person.

    `source` is `checkpoint` (a rule of the service), `model` (it asked by itself) or `consequence` (what the
    next action would bring about).
    """

    action: str
    reason: str
    source: Literal["checkpoint", "model", "consequence"]
    url: str = ""
    title: str = ""
    screenshot: bytes | None = None
    """The page as PNG; None where none could be taken or it would show a secret."""


class Approval(msgspec.Struct, frozen=True):
    """The answer, with the person's message."""

    approved: bool
    message: str = ""


class Approver(Protocol):
    """The interface of approvers."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """The answer. An error counts as a refusal."""
        ...


class Always:
    """Approves everything."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Yes."""
        return Approval(True, "approved beforehand")


class Never:
    """Approves nothing."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """No."""
        return Approval(False, "nothing was approved beforehand")


class Callback:
    """Asks a function of the program."""

    def __init__(self, function: Callable[[ApprovalRequest], Awaitable[Approval | bool]]) -> None:
        self._function = function

    async def ask(self, request: ApprovalRequest) -> Approval:
        """The answer of the function."""
        answer = await self._function(request)
        return answer if isinstance(answer, Approval) else Approval(answer)
