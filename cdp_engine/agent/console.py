"""Console messages and exceptions of a page's scripts (`Runtime.consoleAPICalled`, `Log.entryAdded`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from cdp_engine.errors import EngineError
from cdp_engine.protocol import log, runtime
from cdp_engine.rpc import Session

_KEPT = 200
_LONGEST = 500
_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class ConsoleLine:
    """One message: `level` is `log`, `info`, `warning`, `error`, `debug`, …; `place` is its script and line."""

    level: str
    text: str
    place: str = ""


class ConsoleLog:
    """The last 200 messages of one tab."""

    def __init__(self) -> None:
        self.lines: deque[ConsoleLine] = deque(maxlen=_KEPT)
        self.dropped = 0
        self.heard: WeakSet[Session] = WeakSet()
        """The subscribed sessions."""

    def take(self) -> list[ConsoleLine]:
        """The messages since the last call."""
        lines = list(self.lines)
        self.lines.clear()
        return lines

    def called(self, event: runtime.ConsoleAPICalled) -> None:
        """`console.log` and similar calls."""
        self._add(event.type, " ".join(_shown(argument) for argument in event.args), "")

    def thrown(self, event: runtime.ExceptionThrown) -> None:
        """An uncaught exception."""
        details = event.exception_details
        said = details.exception.description if details.exception is not None else None
        self._add("error", said or details.text, f"{details.url or ''}:{details.line_number + 1}")

    def entry(self, event: log.EntryAdded) -> None:
        """The browser's own messages about the page: failed requests, violations."""
        entry = event.entry
        self._add(entry.level, entry.text, entry.url or "")

    def _add(self, level: str, text: str, place: str) -> None:
        self.dropped += len(self.lines) == _KEPT
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        self.lines.append(ConsoleLine(level, shown, place))


async def listen_to(sessions: Iterable[Session], into: ConsoleLog) -> None:
    """Subscribe to every new session. One that cannot answer sends no messages either."""
    for session in sessions:
        if session in into.heard:
            continue
        into.heard.add(session)
        session.listen(runtime.ConsoleAPICalled, into.called)
        session.listen(runtime.ExceptionThrown, into.thrown)
        session.listen(log.EntryAdded, into.entry)
        with suppress(EngineError):
            await session.send_all(runtime.enable(), log.enable(), timeout=_SECONDS)


def _shown(argument: Any) -> str:
    if argument.type == "string":
        return str(argument.value)
    return str(argument.description or argument.unserializable_value or argument.value)
