"""The calls of a round: each with its deadline, and a verdict on how it ended."""

from __future__ import annotations

import os
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

import anyio

from cdp_engine import ActionResult
from cdp_engine.errors import (
    CommandTimeout,
    ConnectionLost,
    EngineError,
    InvalidInput,
    LaunchFailed,
    ProtocolError,
    SubscriptionOverflow,
    TargetClosed,
    TargetCrashed,
    UnexpectedReply,
)

T = TypeVar("T")

PATIENCE = float(os.environ.get("CHAOS_PATIENCE", "1"))
"""Factor on every deadline, for machines that are busy with other things."""

NEVER_RIGHT = (ProtocolError, UnexpectedReply, InvalidInput, SubscriptionOverflow)
"""What no fault of the browser may come out as: each has a name of its own."""

NEEDS: dict[type[EngineError], str] = {
    ConnectionLost: "connection",
    TargetCrashed: "renderer",
    TargetClosed: "tab",
    LaunchFailed: "launch",
}
"""Errors that need a fault of that kind."""


class Overdue(Exception):
    """A call did not end within its deadline."""


@dataclass
class Round:
    """One round: its chance, its faults, its findings."""

    name: str
    random: Random
    backend: str
    temporary: Path
    long: bool = False
    broken: set[str] = field(default_factory=set[str])
    """What faults may have ended: `connection`, `renderer`, `tab`, `launch`; `wire` garbles answers."""
    findings: list[str] = field(default_factory=list[str])
    outcomes: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])
    slowest: tuple[float, str] = (0.0, "")

    def found(self, what: str) -> None:
        """Note something that must not be."""
        self.findings.append(what)

    def fault(self, what: str, *breaks: str) -> None:
        """Note a fault and what it may end."""
        self.faults.append(what)
        self.broken.update(breaks)

    async def call(
        self,
        name: str,
        seconds: float,
        task: Callable[[], Awaitable[T]],
        *,
        expect: type[EngineError] | None = None,
    ) -> T | None:
        """Await `task`, which must end within `seconds`; its result, None where it failed. `expect` is an error that
        this very call may end in."""
        began = time.monotonic()
        seconds *= PATIENCE
        try:
            with anyio.move_on_after(seconds) as scope:
                result = await task()
                self._ended(name, began, "done")
                if isinstance(result, ActionResult) and result.error is not None:
                    self.outcomes[f"{result.action}: {result.error.code}"] += 1
                    refused = result.error.code == "refused" and "wire" not in self.broken
                    if refused or result.error.code in ("internal", "error"):
                        self.found(f"{name} answered {result.error.code!r}: {result.error.message}")
                return result
            if scope.cancelled_caught:
                self.found(f"{name} did not end within {seconds:g} s")
        except EngineError as error:
            self._ended(name, began, type(error).__name__)
            if expect is None or not isinstance(error, expect):
                self.judge(name, error)
        except Exception as error:
            self._ended(name, began, type(error).__name__)
            self.found(
                f"{name} raised {type(error).__name__}: {error}\n{''.join(traceback.format_exception(error))}"
            )
        return None

    def judge(self, name: str, error: EngineError) -> None:
        """Whether an error is one that the faults so far explain."""
        kind = type(error)
        needed = NEEDS.get(kind)
        wrong = kind is EngineError or isinstance(error, NEVER_RIGHT)
        if wrong and "wire" not in self.broken:
            self.found(
                f"{name} raised {kind.__name__}: {error}\n{''.join(traceback.format_exception(error))}"
            )
        elif needed is not None and needed not in self.broken:
            self.found(f"{name} raised {kind.__name__} without a cause: {error}")
        elif isinstance(error, CommandTimeout):
            self.outcomes[f"timeout of {error.method}"] += 1

    def _ended(self, name: str, began: float, how: str) -> None:
        self.outcomes[how] += 1
        self.slowest = max(self.slowest, (time.monotonic() - began, name))
