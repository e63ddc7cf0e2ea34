"""What a caller was shown of one page, and the answer that updates it exactly (FP-04 to FP-09; pure)."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, compress, repeat
from operator import contains
from typing import Any, TypedDict, Unpack

from cdp_engine.engine.results import Observation
from cdp_engine.observe import Flag, NodeColumns, ScopedRef, Snapshot
from cdp_engine.tab import ShownText
from cdp_engine.track import (
    Lost,
    PageTracker,
    TrackedChange,
    TransientReport,
    TransientText,
    TransientTexts,
    ValidationStatus,
)
from cdp_engine.views import (
    RecentEvents,
    read_options,
    recent_events,
    render_with_events,
    view_of,
    view_options,
    with_events,
)

VISIBLE = int(Flag.VISIBLE)
NOTHING_NEW = "No visible changes."
_VIEWS_KEPT = 16
_DIGITS = re.compile(r"\d+")
_TIME = re.compile(
    r"\d:\d\d|\d ?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?)\b", re.IGNORECASE
)
_BEGINNING = 12
"""Characters."""
_MANY = 7
"""Words."""
_NEARLY_ALL = 0.8
_OF_ONE_ANSWER = frozenset({"filter", "interactive_only", "max_tokens", "query", "root"})
"""Options that end with the answer that they were given for: what changes later is hidden by none of them."""


class ReportOptions(TypedDict, total=False):
    """The options of an answer."""

    since: int | None
    """The version that the answer counts from; None: what was shown last."""
    full: bool
    """Whether to show the whole page."""
    reason: str
    """Why it is the whole page."""
    format: str
    options: Mapping[str, Any]
    """The options of the format."""
    dock: bool
    """Whether the caller works on the page beneath an overlay."""
    commit: bool
    """Whether the next answer counts from this one; True if not given."""
    instead_of: PreparedAnswer | None
    """A committed answer that the caller does not get: this one says what of it still matters."""


@dataclass(frozen=True, slots=True)
class PreparedAnswer:
    """An answer that the caller has not got yet, with the data to commit it."""

    observation: Observation
    change: TrackedChange
    at: float
    view: tuple[str, dict[str, Any]]
    key: tuple[str, str]
    texts: tuple[TransientText, ...] = ()
    """The texts that came and went since the answer before, those still on the page, too."""


class Reporter:
    """Joins the tracker with the views: snapshots go in, observations come out."""

    def __init__(self) -> None:
        self.tracker = PageTracker()
        self.refs = self.tracker.refs
        """The short refs of the page."""
        self._shown: OrderedDict[int, tuple[str, str]] = OrderedDict()
        self.lasting: dict[str, Any] = {}
        """Options of every answer to an action, for formats that have them."""
        self._view: tuple[str, dict[str, Any]] = ("outline", {})
        self._transient_texts = TransientTexts()
        self._heard: set[str] = set()
        self._there: set[str] = set()
        """Texts whose elements showed them still when they were read."""
        self._reported_at: float | None = None

    @property
    def view(self) -> tuple[str, dict[str, Any]]:
        """The format, and its options, of answers to actions: the caller's last, if it can show differences."""
        format, options = self._view
        if not self.lasting:
            return self._view
        known = view_options(format)
        return format, {**options, **{name: value for name, value in self.lasting.items() if name in known}}

    def validate(self, snapshot: Snapshot, since: int | None) -> ValidationStatus:
        """Whether the caller's version still describes the page in this snapshot (FP-09)."""
        return self.tracker.validate(snapshot, since).status

    def why_not_held(self, version: int) -> str:
        """Why there is no state of that number to compare the page with."""
        return self.tracker.why_not_held(version)

    def works_beneath(self, target: ScopedRef | None) -> bool:
        """Whether an element is outside the overlay that was shown last: then the caller works around the overlay."""
        picture = self.tracker.caller_state
        top = picture.top if picture is not None else None
        if top is None or target is None:
            return False
        row = top.seen.row_of(target)
        return row is None or row not in top.seen.inside(top.top)

    def answer(
        self,
        snapshot: Snapshot,
        *,
        at: float = 0.0,
        shown_texts: Iterable[ShownText] = (),
        **report: Unpack[ReportOptions],
    ) -> Observation:
        """The observation of a snapshot: relative to version `since` or to the last answer, whole where `full`.

        `shown_texts` are the texts that came and went since the last call; `at` is now, in seconds of the same clock.
        Raises `UnknownFormat` and, for options that the format lacks, `InvalidInput`.
        """
        answer = self.prepare(snapshot, at=at, shown_texts=shown_texts, **report)
        if report.get("commit", True):
            self.commit(answer)
        return answer.observation

    def prepare(
        self,
        snapshot: Snapshot,
        *,
        at: float = 0.0,
        shown_texts: Iterable[ShownText] = (),
        **report: Unpack[ReportOptions],
    ) -> PreparedAnswer:
        """The same answer, to be committed when it is certain that the caller gets it."""
        since, full, reason = report.get("since"), report.get("full", False), report.get("reason", "")
        format, dock = report.get("format", "outline"), report.get("dock", False)
        chosen = dict(report.get("options") or {})
        events, transient, texts = self._transient(snapshot, shown_texts, at)
        kept = {name: value for name, value in chosen.items() if name not in _OF_ONE_ANSWER}
        key = (format, repr(sorted(kept.items())))
        base = self.tracker.caller_version if since is None else since
        whole = full or (base is not None and self._shown.get(base, key) != key)
        change = self.tracker.observe(snapshot, since=since, full=whole, dock=dock, at=at)
        if whole:
            why = reason or ("asked for" if full else "another view was shown before")
            change = replace(change, reason=why)
        if transient:
            change = replace(change, transient=transient)
        missed = report.get("instead_of")
        pending = change
        if missed is not None:
            change = self._with_missed(change, missed, at)
        change, text = self._written(change, format, chosen, events)
        if missed is not None:  # what the caller never saw is not reported later, either
            change = replace(change, invalidated=pending.invalidated, rebound=pending.rebound)
        why = change.reason
        if change.kind == "full" and change.rebound:
            why += f"; {len(change.rebound)} refs kept for elements that were re-created"
        observation = Observation(
            kind=change.kind,
            text=text,
            version=change.version,
            base=None if change.kind == "full" else change.base,
            reason=why,
            snapshot=snapshot,
            recent_events=events.recent_events,
            has_errors=events.has_errors,
            has_success=events.has_success,
        )
        return PreparedAnswer(observation, change, at, (format, kept), key, texts)

    def commit(self, answer: PreparedAnswer) -> None:
        """Record that the caller gets this answer; nothing, where the page shows another document by now."""
        change = answer.change
        if not self.tracker.shows(change.seen.snapshot.documents[0].loader_id):
            return
        self.tracker.commit(change)
        self._transient_texts.forget(answer.at)
        self._heard.clear()
        self._there.clear()
        self._reported_at = answer.at
        self._shown[change.version] = answer.key
        self._shown.move_to_end(change.version)
        while len(self._shown) > _VIEWS_KEPT:
            self._shown.popitem(last=False)
        if view_of(answer.view[0]).render_change is not None:
            self._view = answer.view

    def _transient(
        self, snapshot: Snapshot, shown_texts: Iterable[ShownText], at: float
    ) -> tuple[RecentEvents, TransientReport | None, tuple[TransientText, ...]]:
        """The texts that came or went since the last answer, those that the page no longer shows, and all texts."""
        for entry in shown_texts:
            if entry.kind == "removed" and entry.text not in self._heard:
                continue  # the last answer contained it, so the delta shows that its line is gone
            self._heard.add(entry.text)
            (self._there.add if entry.there else self._there.discard)(entry.text)
            self._transient_texts.add(TransientText(entry.at, entry.text, entry.kind, entry.live))
        if not self._transient_texts or self._reported_at is None:
            self._transient_texts.clear()
            self._heard.clear()
            self._there.clear()
            return RecentEvents(), None, ()
        told = self._transient_texts.report(self._reported_at, at).told_once()
        events = recent_events(told)
        now, before = _Readable(snapshot), [_Readable(seen) for seen in self._shown_pages()]

        def is_in_answers(text: str) -> bool:
            if now(text) or (text in self._there and now.has_words(text)) or now.has_part(text):
                return True
            if _TIME.search(text) and now.has_but_for_numbers(text):
                return True
            neutral = TransientText(0.0, text).tone == "neutral"  # a message may come twice, a text does not
            return neutral and any(page(text) for page in before)

        gone = self._transient_texts.report(self._reported_at, at, still_shown=is_in_answers)
        return events, gone.told_once(), told.events

    def _with_missed(self, change: TrackedChange, missed: PreparedAnswer, at: float) -> TrackedChange:
        """The change with what another answer would have said: refs that ended or moved, messages that are gone."""
        was = missed.change.before or missed.change.caller_state.page
        still, live = _Readable(change.seen.snapshot), self.refs.is_live
        ended = {entry.ref: entry for entry in (*missed.change.invalidated, *change.invalidated)}
        moved = {entry.ref: entry for entry in (*missed.change.rebound, *change.rebound)}
        messages = (event for event in missed.texts if event.is_message and event.kind != "removed")
        lost = tuple(event for event in messages if not still(event.text))
        since = () if change.transient is None else change.transient.events
        return replace(
            change,
            invalidated=tuple(
                one for one in ended.values() if was.row_of(one.scoped) is not None and not live(one.ref)
            ),
            rebound=tuple(one for one in moved.values() if live(one.ref)),
            transient=TransientReport(at, (*lost, *since)).told_once() or None,
        )

    def _shown_pages(self) -> list[Snapshot]:
        """The captures that the caller's answers so far were written from: what they show is not reported as new."""
        state = self.tracker.caller_state
        if state is None:
            return []
        pages = {id(seen): seen.snapshot for seen in (state.page, *(layer.seen for layer in state.layers))}
        return list(pages.values())

    def lost(self, ref: str) -> Lost | None:
        """Where the element of a lost ref may be now (EX-06)."""
        return self.tracker.lost(ref)

    def _written(
        self, change: TrackedChange, format: str, options: Mapping[str, Any], events: RecentEvents
    ) -> tuple[TrackedChange, str]:
        """The text, and the change to commit."""
        chosen, view = read_options(format, options), view_of(format)
        if view.render_change is not None:
            rendered = view.render_change(change, self.tracker, chosen)
            return rendered.change, rendered.text
        if change.kind == "no_change":
            return change, with_events("", NOTHING_NEW, events)
        if change.kind != "full":
            change = self.tracker.full(change, f"{format} is always shown whole")
        return change, render_with_events(change.seen.snapshot, format, options, events)


def _read(columns: NodeColumns, shown: int = VISIBLE) -> Iterator[str]:
    """The texts that have a flag of `shown`, in order, with a list's options and the contents of text areas."""
    tags, parents, values = columns.tag, columns.parent, columns.value
    for row, (text, flags) in enumerate(zip(columns.text, columns.flags, strict=True)):
        if text and (flags & shown or (tags[parents[row]] == "option" and _is_open(columns, row, shown))):
            yield text
        elif tags[row] == "textarea":
            yield values.get(row, "")


def _is_open(columns: NodeColumns, row: int, shown: int) -> bool:
    """Whether the list around a text of an option is shown: a hidden one is read by nobody."""
    while row >= 0 and columns.tag[row] != "select":
        row = columns.parent[row]
    return row < 0 or bool(columns.flags[row] & shown)


class _Readable:
    """Whether the page shows a text; white space is ignored, and upper case, which style sheets make."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._all: str | None = None
        self._words: set[str] | None = None

    def __call__(self, text: str) -> bool:
        columns = self._snapshot.columns
        within = compress(range(len(columns)), map(contains, columns.text, repeat(text)))
        if any(columns.flags[row] & VISIBLE for row in within):
            return True
        if self._all is None:
            self._all = _joined(_read(columns))
        sought = _joined(text)
        if sought in self._all:
            return True
        # A box with parts that its scroller cuts off is there as long as its beginning is seen.
        return sought[:_BEGINNING] in self._all and sought in _joined(_read(columns, int(Flag.RENDERED)))

    def has_but_for_numbers(self, text: str) -> bool:
        """Whether the page shows a text with other numbers, as a clock that a framework drew again does."""
        return _DIGITS.sub("0", _joined(text)) in _DIGITS.sub("0", _joined(_read(self._snapshot.columns)))

    def has_words(self, text: str) -> bool:
        """Whether every word of a text, numbers apart, is on the page, seen or scrolled away, or names something."""
        return self._all_words().issuperset(_words(text))

    def has_part(self, text: str) -> bool:
        """Whether a text is a part of the page rather than a message: many words, nearly all of them still there."""
        words = _words(text)
        return len(words) >= _MANY and len(words & self._all_words()) >= _NEARLY_ALL * len(words)

    def _all_words(self) -> set[str]:
        if self._words is None:
            columns = self._snapshot.columns
            texts = chain(_read(columns, int(Flag.RENDERED)), columns.name.values())
            self._words = {word for one in texts for word in _words(one)}
        return self._words


def _words(text: str) -> set[str]:
    return {word for word in re.split(r"[\W\d_]+", text.casefold()) if word}


def _joined(texts: Iterable[str]) -> str:
    return "".join("".join(texts).split()).casefold()
