"""The cheapest correct capture of a page (CD-17).

No capture where nothing has happened since the last one; an update where only texts and attributes changed, and styles
by them, the pointer or the focus; else a full capture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

import anyio

from cdp_engine.engine.observing.update_pause import OTHER_DOCUMENTS, UpdatePause
from cdp_engine.errors import EngineError
from cdp_engine.observe import (
    CaptureOptions,
    RefIssuer,
    SecretMemory,
    Snapshot,
    capture,
    keep_origin,
    marks_left,
    origin_of,
    update_snapshot,
    were_held,
)
from cdp_engine.tab import STYLING, ShownText, Tab, Trace

_TRACE_SECONDS = 0.5
_UPDATE_SECONDS = 2.0
"""A capture would take longer still where the browser is that slow."""
_MOST_FRAMES = 3
_BOXES_OF_A_VALUE = 2
_DRAWN, _LISTENERS = slice(-1), slice(-1, None)
"""Of the counters: how often styles and layout were calculated, and the number of event listeners."""
_MASKED = ("text", "value", "name", "properties", "attributes", "concealed")
_MOVED = {
    1: "events that may change anything", 6: "other style sheets", 7: "another viewport", 8: "another viewport",
    9: "a document is loading", 10: "another address",
}  # fmt: skip
"""Why no update is certain where the number at this place of a trace is another."""
_STEADY = slice(STYLING.stop, max(_MOVED) + 1)
_TEXTS_KEPT = 100
_AHEAD_SECONDS, _UPDATE_AHEAD_SECONDS = 0.08, 0.15
"""The longest capture, and the longest update, that is made before it is known that the page will not change any more.

A capture keeps the page busy for most of its time, an update for little of it.
"""


@dataclass(frozen=True, slots=True)
class _Last:
    options: CaptureOptions
    trace: Trace
    snapshot: Snapshot
    recorded: bool
    """Whether the page has recorded its changes since, so that an update may be tried."""


class CaptureCache:
    """The last capture of a page, with the fingerprint that proves whether it still holds."""

    def __init__(self, secrets: SecretMemory) -> None:
        self._last: _Last | None = None
        self._shown_texts: list[ShownText] = []
        self._secrets = secrets
        self._pause = UpdatePause()
        self._ahead = False
        """Whether the last capture was made ahead."""
        self._seconds, self._most_ahead = 0.0, _AHEAD_SECONDS
        """How long the last capture or update took, and the most that it may take to be made ahead."""
        self.spared = 0
        """How many observations of a changed page took no capture."""
        self.captured: Counter[str] = Counter()
        """How many took one, by reason."""

    async def take(
        self,
        tab: Tab,
        options: CaptureOptions,
        refs: RefIssuer,
        *,
        fresh: bool,
        laid_out: bool = False,
        ahead: bool = False,
    ) -> Snapshot:
        """A snapshot of the page now; unless `fresh`, the last one where the page is proved to be unchanged.

        The trace is taken before the capture, so a change during the capture leads to a full capture next time.
        `laid_out`: see `ChangeTracker.trace`. `ahead`: the page may still change, and most likely will not before the
        next call. Raises what `capture` raises.
        """
        began = anyio.current_time()
        last, self._last = self._last, None
        held = None if fresh or last is None or last.options != options else last
        proof, self._ahead = self._ahead, ahead
        if held is None:
            snapshot, trace, recorded = await self._captured(tab, options, refs)
            self._most_ahead = _AHEAD_SECONDS
        else:
            trace = await _trace(tab, retell=held.recorded, laid_out=laid_out, proof=proof)
            if trace is not None:
                self._shown_texts = [*self._shown_texts, *trace.shown_texts][-_TEXTS_KEPT:]
            proved = None if trace is None else await self._proved(tab, held, trace)
            recorded = held.recorded if proved is not None else trace is not None and self._records(tab)
            snapshot = proved or await capture(tab, options, refs, secrets=self._secrets)
            if proved is None:
                self._most_ahead = _AHEAD_SECONDS
            elif snapshot is not held.snapshot:
                self.spared += 1
                self._most_ahead = _UPDATE_AHEAD_SECONDS
                snapshot = self._concealed(snapshot)
        if last is None or last.snapshot is not snapshot:
            self._seconds = anyio.current_time() - began
        if last is not None and last.snapshot is not snapshot:
            keep_origin(last.snapshot, None)  # snapshots are kept for a long time, their sources are not
        if trace is not None and _is_provable(tab, snapshot):
            if held is None or held.trace != trace:
                trace = await self._without_ours(tab, trace, snapshot)
            self._last = _Last(options, trace, snapshot, recorded)
        else:
            keep_origin(snapshot, None)
        return snapshot

    async def _captured(
        self, tab: Tab, options: CaptureOptions, refs: RefIssuer
    ) -> tuple[Snapshot, Trace | None, bool]:
        """A capture where nothing is to be proved: the trace from before it, and whether changes since are recorded."""
        with ExitStack() as asked:
            try:
                ahead = asked.enter_context(await tab.changes.trace_ahead(timeout=_TRACE_SECONDS))
            except EngineError:
                return await capture(tab, options, refs, secrets=self._secrets), None, False
            marks = not self._pause.holds(tab.frames.main.loader_id)
            await ahead.ask(mark=marks)

            async def traced() -> None:
                self._hear(await ahead.recorded())

            snapshot = await capture(tab, options, refs, secrets=self._secrets, before=traced)
            trace = await ahead.result()
        return snapshot, trace, trace is not None and marks

    def _hear(self, shown_texts: Sequence[ShownText]) -> None:
        self._shown_texts = [*self._shown_texts, *shown_texts][-_TEXTS_KEPT:]

    def _records(self, tab: Tab) -> bool:
        """Have the page record its changes from now on, unless the next update is not to be tried."""
        if self._pause.holds(tab.frames.main.loader_id):
            return False
        tab.changes.mark()
        return True

    async def _proved(self, tab: Tab, held: _Last, trace: Trace) -> Snapshot | None:
        """The held snapshot where nothing has changed, or an update of it; None where a capture is needed."""
        if held.trace == trace:
            return held.snapshot
        if not held.recorded:
            self.captured[self._pause.passed(tab.frames.main.loader_id)] += 1
            return None
        made = await _updated(tab, held, trace)
        if isinstance(made, str):
            self._pause.failed(made)
            self.captured[made] += 1
            return None
        self._pause.succeeded()
        return made

    def _concealed(self, snapshot: Snapshot) -> Snapshot:
        """An updated snapshot without what the page is known to repeat of its secret fields."""
        if not self._secrets.knows_any:
            return snapshot
        columns, secrets = snapshot.columns.draft(), self._secrets
        secrets.conceal(columns)
        context = secrets.concealed_page(snapshot.context)
        documents = tuple(map(secrets.concealed_document, snapshot.documents))
        changed = any(getattr(columns, name) is not getattr(snapshot.columns, name) for name in _MASKED)
        if not changed and context == snapshot.context and documents == snapshot.documents:
            return snapshot
        return keep_origin(snapshot.rewritten(columns, documents, context), origin_of(snapshot))

    def pays_ahead(self, options: CaptureOptions) -> bool:
        """Whether a capture is so quick, and so sure to be proved later, that it may be made before it is needed."""
        return self._last is not None and self._last.options == options and self._seconds <= self._most_ahead

    async def _without_ours(self, tab: Tab, trace: Trace, snapshot: Snapshot) -> Trace:
        """The trace to compare the next one with, ignoring the listeners that the capture itself has left.

        Where anything else has changed meanwhile, it is the trace from before the capture.
        """
        marks = marks_left(snapshot)
        if not marks:
            return trace
        if len(trace.counters) == 1:
            return trace.with_listeners(marks)
        # Sessions of one process count the same listeners, so how many each will count has to be asked.
        now = await _trace(tab)
        if now is None:
            return trace
        self._hear(now.shown_texts)
        drawn = [(session, values[:-1]) for session, values in trace.counters]
        same = now.frames == trace.frames and [(one, values[:-1]) for one, values in now.counters] == drawn
        return now if same and sum(now.listeners) == sum(trace.listeners) + marks else trace

    def shown_texts(self) -> list[ShownText]:
        """The announcements on the page in the captures since the last call (SX-08)."""
        shown_texts, self._shown_texts = self._shown_texts, []
        if not self._secrets.knows_any:
            return shown_texts
        return [replace(one, text=self._secrets.masked(one.text)) for one in shown_texts]


async def _trace(
    tab: Tab, *, retell: bool = False, laid_out: bool = False, proof: bool = False
) -> Trace | None:
    try:
        return await tab.changes.trace(timeout=_TRACE_SECONDS, retell=retell, laid_out=laid_out, proof=proof)
    except EngineError:
        return None  # the capture will raise the reason


async def _updated(tab: Tab, last: _Last, trace: Trace) -> Snapshot | str:
    """The last snapshot with the texts, attributes and styles that changed; why not, where anything else can have."""
    frames = _changed_frames(last.trace, trace)
    if isinstance(frames, str):
        return frames
    if len(frames) > _MOST_FRAMES:
        return "many frames changed"
    undrawn = last.trace.counters == trace.counters
    relistened = _differing(last.trace, trace, _LISTENERS)
    # A replaced text makes one box, a field's value two. More boxes mean that something was shown without a mutation,
    # as by a new shadow root; they are explained by what is known to be drawn now.
    written = sum(_BOXES_OF_A_VALUE * len(changes.values) for changes in trace.changes.values())
    boxes = trace.boxes - last.trace.boxes - (trace.mutations - last.trace.mutations) - written
    snapshot = last.snapshot
    for frame_id in frames:
        frame = tab.frames.get(frame_id)
        if frame is None:
            return OTHER_DOCUMENTS
        changes = trace.changes.get(frame_id) or trace.scrolled(frame_id)
        try:
            made = await update_snapshot(
                tab,
                snapshot,
                frame,
                changes,
                undrawn=undrawn,
                relisten=trace.sessions[frame_id] in relistened,
                boxes=boxes,
                timeout=_UPDATE_SECONDS,
            )
        except EngineError:
            return "no answer of a document"
        if isinstance(made, str):
            return made
        snapshot = made
    return snapshot


def _changed_frames(before: Trace, now: Trace) -> list[str] | str:
    """The frames in which only mutations, known styles and the scroll position differ; a reason where more does."""
    if [frame[:2] for frame in before.frames] != [frame[:2] for frame in now.frames]:
        return OTHER_DOCUMENTS
    certain = {frame_id for frame_id, changes in now.changes.items() if changes.restyled is not None}
    relistened = _differing(before, now, _LISTENERS)
    drawn = _differing(before, now, _DRAWN)
    others = now.restyled_frames(relistened)
    changed: list[str] = []
    for (frame_id, _, was), (_, _, found) in zip(before.frames, now.frames, strict=True):
        if (was[1], was[_STEADY]) != (found[1], found[_STEADY]):
            return _moved(was, found)
        if was[STYLING] != found[STYLING] and frame_id not in certain:
            return now.uncertain.get(frame_id, "styles that are not certain")
        if was[0] != found[0] and frame_id not in now.changes:
            return now.uncertain.get(frame_id, "changes of another kind")
        if frame_id in now.uncertain and now.sessions[frame_id] in drawn:
            return now.uncertain[frame_id]  # rules may have been edited, or an animation is running
        if was != found or frame_id in others:
            changed.append(frame_id)
    if relistened - {now.sessions[frame_id] for frame_id in certain}:
        return "other listeners"
    return changed or "drawn again without a known cause"


def _moved(was: Sequence[object], found: Sequence[object]) -> str:
    """What differs in a frame, where it is more than mutations, styles and the scroll position."""
    return next(why for at, why in _MOVED.items() if was[at] != found[at])


def _differing(before: Trace, now: Trace, counted: slice) -> set[str]:
    """The sessions in which some of the browser's own counters are others."""
    earlier = dict(before.counters)
    return {
        session for session, values in now.counters if earlier.get(session, ())[counted] != values[counted]
    }


def _is_provable(tab: Tab, snapshot: Snapshot) -> bool:
    """Whether a trace covers everything: it does not cover closed shadow roots, frames that were left out, and handlers
    that could not be read yet.
    """
    context = snapshot.context
    covered = not context.left_out and "closed" not in snapshot.columns.shadow.values()
    return covered and not were_held(tab, context.notes)
