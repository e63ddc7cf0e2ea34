"""What one `wait_for` waits for, and what it has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from cdp_engine.engine.results import ActionError
from cdp_engine.errors import InvalidInput
from cdp_engine.tab import Dialog, Download, Request, WaitUntil
from cdp_engine.track import Target


class OpenedPage(Protocol):
    """A page that the waiting page opened."""

    @property
    def url(self) -> str:
        """Its address."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """The conditions to wait for; see `Page.wait_for`."""

    text: str | None = None
    ref: Target | None = None
    role: str | None = None
    name: str | None = None
    gone: bool | Target = False
    url: str | None = None
    request: str | None = None
    function: str | None = None
    state: WaitUntil | None = None
    download: bool | str = False
    popup: bool | str = False
    dialog: bool | str = False

    def __post_init__(self) -> None:
        for name in ("text", "role", "name", "url", "request", "function"):
            given: object = getattr(self, name)
            if not isinstance(given, str | None):
                raise InvalidInput(
                    f"{name} must be a str, not {type(given).__name__}", hint="Convert it with str()."
                )


class Found(msgspec.Struct, kw_only=True):
    """What the conditions have found so far."""

    ref: str | None = None
    value: Any = None
    request: Request | None = None
    download: Download | None = None
    failure: ActionError | None = None
    """Why what was awaited will not come."""
    dialog: Dialog | None = None
    popup: Any = None
