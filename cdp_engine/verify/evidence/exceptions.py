"""Exceptions of the page's scripts, recorded per session from the first action on (`Runtime.exceptionThrown`)."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from cdp_engine.errors import EngineError
from cdp_engine.protocol import runtime
from cdp_engine.rpc import Session

_KEPT = 200
_LONGEST = 300
_ENABLE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Thrown:
    """One uncaught exception or rejected promise; `place` is its script and position."""

    serial: int
    text: str
    place: str
    during_action: bool
    context: int = 0
    """The execution context that threw it; 0 where the browser names none."""


class ThrownLog:
    """The exceptions of one session, oldest first; the last 200 are kept."""

    def __init__(self) -> None:
        self._kept: deque[Thrown] = deque(maxlen=_KEPT)
        self.serial = 0
        """The number of the last event: a point in time for `since`."""
        self._begun: dict[int, int] = {}
        self.acting = 0

    def add(self, event: runtime.ExceptionThrown) -> None:
        """Record one event."""
        details = event.exception_details
        text = details.exception.description if details.exception and details.exception.description else ""
        value = details.exception.value if details.exception is not None else None
        text = text or (f"{details.text} {value}" if value is not None else details.text)
        self.serial += 1
        place = f"{details.url or details.script_id}:{details.line_number}:{details.column_number}"
        line = text.splitlines()[0][:_LONGEST] if text else "exception"
        context = details.execution_context_id or 0
        self._kept.append(Thrown(self.serial, line, place, self.acting > 0, context))

    def begin(self, event: runtime.ExecutionContextCreated) -> None:
        """Record that a document, or a world of one, began."""
        self.serial += 1
        self._begun.pop(event.context.id, None)
        self._begun[event.context.id] = self.serial
        if len(self._begun) > _KEPT:
            del self._begun[next(iter(self._begun))]

    def since(self, mark: int) -> tuple[str, ...]:
        """The exceptions after the mark, except from places that also throw when no action runs.

        Those of documents that began after it do not count either: they handled nothing yet.
        """
        noise = {(one.text, one.place) for one in self._kept if one.serial <= mark and not one.during_action}
        new = (one for one in self._kept if one.serial > mark and self._begun.get(one.context, 0) <= mark)
        found = [one for one in new if (one.text, one.place) not in noise]
        return tuple(dict.fromkeys(one.text for one in found))


_logs: WeakKeyDictionary[Session, ThrownLog] = WeakKeyDictionary()


async def log_of(session: Session) -> ThrownLog:
    """The log of a session; recording starts now."""
    log = _logs.get(session)
    if log is None:
        log = _logs[session] = ThrownLog()
        session.listen(runtime.ExceptionThrown, log.add)
        session.listen(runtime.ExecutionContextCreated, log.begin)
        # Chrome reports earlier exceptions before it answers. A session that cannot answer throws nothing either.
        with suppress(EngineError):
            await session.send(runtime.enable(), timeout=_ENABLE_SECONDS)
    return log
