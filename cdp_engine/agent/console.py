"""Console messages and exceptions of a page's scripts (`Runtime.consoleAPICalled`, `Log.entryAdded`)."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from cdp_engine.errors import EngineError
from cdp_engine.protocol import log, runtime
from cdp_engine.rpc import Session

_KEPT = 200
_WHOLE = frozenset(("error", "node", "regexp", "date", "promise", "proxy", "null"))
"""Objects whose description says all."""
_FORMATS = re.compile(r"%[%csdifoO]")
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
        self.errors = 0
        """How many errors came since `count_errors`, taken or not."""
        self.heard: WeakSet[Session] = WeakSet()
        """The subscribed sessions."""

    def take(self) -> list[ConsoleLine]:
        """The messages since the last call."""
        lines = list(self.lines)
        self.lines.clear()
        return lines

    def count_errors(self) -> None:
        """Count the errors from now on."""
        self.errors = 0

    def called(self, event: runtime.ConsoleAPICalled) -> None:
        """`console.log` and similar calls."""
        at = event.stack_trace.call_frames[:1] if event.stack_trace is not None else []
        place = f"{at[0].url}:{at[0].line_number + 1}" if at and at[0].url else ""
        self._add(event.type, _message(event.args), place)

    def thrown(self, event: runtime.ExceptionThrown) -> None:
        """An uncaught exception."""
        details = event.exception_details
        thrown = details.exception
        text = details.text
        if thrown is not None:
            text = thrown.description if thrown.subtype == "error" else f"{text} {_shown(thrown)}"
        self._add("error", text or details.text, f"{details.url or ''}:{details.line_number + 1}")

    def entry(self, event: log.EntryAdded) -> None:
        """The browser's own messages about the page: failed requests, violations."""
        entry = event.entry
        self._add(entry.level, entry.text, entry.url or "")

    def _add(self, level: str, text: str, place: str) -> None:
        self.dropped += len(self.lines) == _KEPT
        self.errors += level == "error"
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


def _message(arguments: Sequence[Any]) -> str:
    """The arguments of a call as one text; those that a format in the first one names are put in their places."""
    rest = deque(arguments)
    words: list[str] = []
    if len(rest) > 1 and rest[0].type == "string":

        def put(found: re.Match[str]) -> str:
            if found[0] == "%%":
                return "%"
            if not rest:
                return found[0]
            shown = _shown(rest.popleft())
            return "" if found[0] == "%c" else shown

        words.append(_FORMATS.sub(put, str(rest.popleft().value)))
    return " ".join([*words, *map(_shown, rest)])


def _shown(argument: Any) -> str:
    """A value as the console shows it: text as it is, an object with its first properties."""
    if argument.type == "string":
        return str(argument.value)
    if argument.type == "undefined":
        return "undefined"
    if argument.preview is not None and argument.subtype not in _WHOLE:
        return _previewed(argument.preview)
    return str(argument.description or argument.unserializable_value or json.dumps(argument.value))


def _previewed(preview: Any) -> str:
    brackets = "[]" if preview.subtype == "array" else "{}"
    parts = [
        _property(one) if brackets == "[]" else f"{one.name}: {_property(one)}" for one in preview.properties
    ]
    parts += [
        f"{_previewed(one.key)} => {_previewed(one.value)}" if one.key is not None else _previewed(one.value)
        for one in preview.entries or ()
    ]
    if preview.overflow:
        parts.append("…")
    if not parts:
        return preview.description or brackets
    name = preview.description or ""
    shown = "" if brackets == "[]" or name == "Object" else f"{name} "
    return f"{shown}{brackets[0]}{', '.join(parts)}{brackets[1]}"


def _property(one: Any) -> str:
    if one.value_preview is not None:
        return _previewed(one.value_preview)
    return json.dumps(one.value, ensure_ascii=False) if one.type == "string" else str(one.value or one.type)
