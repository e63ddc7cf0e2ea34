"""Texts that came and went between two observations: toasts, alerts, inline errors (SX-08, pure).

The tab's mutation stream feeds `TransientTexts` with texts that appeared, changed or vanished, and the times. An answer
includes events since the last one whose texts are no longer visible; texts that are still on the page are in the delta.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

EventKind = Literal["added", "changed", "removed"]
Tone = Literal["error", "success", "neutral"]

KEPT = 10
_SPACE = re.compile(r"\s+")
_LONGEST = 200
_MESSAGE = 120
"""The longest text that counts as a message by its words alone, in characters."""
_ERROR = re.compile(
    r"\b(errors?|fail(?:ed|ure|s)?|invalid|incorrect|wrong|required|denied|forbidden|expired|rejected|unable"
    r"|could ?n[o']t|cannot|can't|not (?:found|allowed|valid|available)|try again|missing|went wrong)\b",
    re.IGNORECASE,
)
_NEXT_STEP = re.compile(
    r"\b(?:re(?:start|boot|load|fresh|launch)|confirmation|approval) (?:is )?required\b"
    r"|\bnot? (?:further )?(?:\w+ )?(?:is )?required\b|\b(?:may|might|could|can) (?:also )?be (?:required|missing)\b"
    r"|(?:\bmarked\b|\*)[^.!]{0,30}\b(?:are|is) required\b|\*\W*required fields?\b"
    r"|\brequired fields? are (?:marked|indicated)\b"
    r"|\bon (?:an? )?(?:fail(?:ure)?|error)s?\b|\b(?:if|when|in case of) (?:\w+ ){0,2}(?:fails?|failures?|errors?)\b"
    r"|\b(?:can ?not|can[’']t) be (?:un(?:done|deleted)|re(?:vers|vert|vok|cover|stor)ed)\b"
    r"|\b(?:are you sure|do you (?:really )?(?:want|wish))\b[^?]*\?",
    re.IGNORECASE,
)
"""What is to follow, may be, or need not; cases that may come; legends of forms; what is asked before it is done."""
_SUCCESS = re.compile(
    r"\b(success(?:ful(?:ly)?)?|saved|sent|added|updated|created|completed?|confirmed|done|thank(?:s| you)"
    r"|submitted|copied|deleted|removed|uploaded|subscribed|welcome)\b",
    re.IGNORECASE,
)
_NOT = r"(?:not?|never)(?: \w+){0,2}?|\w+n['’]t(?: be(?:en)?)?"
_NOT_DONE = re.compile(rf"\b(?:{_NOT}) {_SUCCESS.pattern}", re.IGNORECASE)
_WAS_NOT_DONE = re.compile(
    r"\b(?:(?:was|were|been|could|did) not|not been|(?:was|were|could|did|has|have)n['’]t)(?: \w+){0,2}? "
    rf"{_SUCCESS.pattern}(?! yet\b)",
    re.IGNORECASE,
)
"""What was not done after all; `not saved` alone may be a state that lasts until one saves."""
_CLOCK = re.compile(
    r"(?:[\W\d_]|(?:[ap]m|ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|ago|just|now)\b)+",
    re.IGNORECASE,
)
_CODE = re.compile(r"\b[A-Z]+(?:_[A-Z\d]+)+\b")
"""The name of a constant, as `FILE_INVALID_TYPE`, which some pages show in place of a sentence."""
_URGENT = frozenset(("alert", "assertive", "error"))
_UNDER_WAY = re.compile(r"\w\s*(?:…|\.\.\.)$")


def spelled_out(text: str) -> str:
    """A text with the words of the constants in it apart: `FILE_TOO_LARGE` as `FILE TOO LARGE`."""
    return _CODE.sub(lambda name: name[0].replace("_", " "), text) if "_" in text else text


@dataclass(frozen=True, slots=True)
class TransientText:
    """One text event: `at` and `until` in seconds of the clock that fed the log; `until` once it vanished again.

    `live` is how the page itself announces it: `alert`, `status`, `assertive`, `polite`, `log`, or empty; `error` for
    an urgent one that the page marks as an error, `toast` where only a class says it. `times` is how often it came.
    """

    at: float
    text: str
    kind: EventKind = "added"
    live: str = ""
    until: float | None = None
    times: int = 1

    @property
    def is_message(self) -> bool:
        """Whether it may be one that matters each time it comes: announced, or an error or a success by its words."""
        return self.tone != "neutral" or (bool(self.live) and not _UNDER_WAY.search(self.text))

    @property
    def tone(self) -> Tone:
        """Error, success or neither: by its words, or else as the page marks it. Not every alert is an error.

        The words of a long text count only where the page announces it: a part of a page may contain any word.
        """
        if self.live in ("", "toast") and len(self.text) > _MESSAGE:
            return "neutral"
        text = spelled_out(self.text)
        if _ERROR.search(_NEXT_STEP.sub("", text)) or _WAS_NOT_DONE.search(text):
            return "error"
        if _SUCCESS.search(_NOT_DONE.sub("", text)):
            return "success"
        return "error" if self.live == "error" else "neutral"


@dataclass(frozen=True, slots=True)
class TransientReport:
    """The events of an answer: at most the last ten, oldest first, with their ages in seconds at `now`."""

    now: float
    events: tuple[TransientText, ...] = ()

    @property
    def tones(self) -> frozenset[Tone]:
        """Whether the texts report errors, successes or neither."""
        return frozenset(event.tone for event in self.events)

    def told_once(self) -> TransientReport:
        """Each text once, at its last time, with how often it came; no clocks, counters, and parts of a longer text."""
        latest: dict[str, TransientText] = {}
        for event in self.events:
            if event.tone == "neutral" and event.live not in _URGENT and _CLOCK.fullmatch(event.text):
                continue
            before = latest.pop(event.text, None)
            came = event.times if event.kind != "removed" else 0
            times = max(1, came + (0 if before is None else before.times))
            live = event.live or ("" if before is None else before.live)
            latest[event.text] = replace(event, live=live, times=times)
        whole = [f" {text} " for text in latest]
        kept = (
            event
            for event in latest.values()
            if not any(f" {event.text} " in text for text in whole if len(text) > len(event.text) + 2)
            or event.is_message
        )
        return TransientReport(self.now, tuple(kept))

    def age(self, event: TransientText) -> float:
        """Seconds since the event."""
        return max(0.0, self.now - event.at)

    def __bool__(self) -> bool:
        return bool(self.events)


class TransientTexts:
    """The reducer over text mutations; keeps the last ten events."""

    def __init__(self, *, kept: int = KEPT) -> None:
        self._events: deque[TransientText] = deque(maxlen=kept)

    def add(self, event: TransientText) -> None:
        """Add one event. The same text twice while it is shown is one event; its removal ends it."""
        text = _SPACE.sub(" ", event.text).strip()[:_LONGEST]
        if not text:
            return
        for index in range(len(self._events) - 1, -1, -1):
            known = self._events[index]
            if known.text == text and known.kind != "removed" and known.until is None:
                if event.kind == "removed":
                    self._events[index] = replace(known, until=event.at)
                    return
                self._events[index] = replace(known, live=known.live or event.live)
                return
        if len(self._events) == self._events.maxlen:
            self._make_room()
        self._events.append(replace(event, text=text))

    def _make_room(self) -> None:
        """Drop the oldest event other than a message, so that a crowd of texts does not push a message out."""
        for index, known in enumerate(self._events):
            if not known.is_message:
                del self._events[index]
                return

    def feed(self, events: Iterable[TransientText]) -> None:
        """Add several events, oldest first."""
        for event in events:
            self.add(event)

    def report(
        self, since: float, now: float, *, still_shown: Callable[[str], bool] = lambda _text: False
    ) -> TransientReport:
        """The events after `since` whose texts the page no longer shows; does not change the log."""
        events = tuple(
            event
            for event in self._events
            if max(event.at, event.until or event.at) > since and not still_shown(event.text)
        )
        return TransientReport(now, events)

    def forget(self, until: float) -> None:
        """Drop the events up to `until`, which have been reported."""
        kept = [event for event in self._events if max(event.at, event.until or event.at) > until]
        self._events.clear()
        self._events.extend(kept)

    def clear(self) -> None:
        """Drop all events. Not used on navigation, which a toast may announce."""
        self._events.clear()

    def __len__(self) -> int:
        return len(self._events)
