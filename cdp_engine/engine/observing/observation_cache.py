"""The cheapest correct capture of a page (CD-17).

No capture where nothing has happened since the last one; an update where only texts changed, or attributes that no
style depends on; else a full capture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import anyio

from cdp_engine.errors import EngineError
from cdp_engine.observe import (
    CaptureOptions,
    RefIssuer,
    SecretMemory,
    Snapshot,
    capture,
    marks_left,
    update_snapshot,
)
from cdp_engine.tab import ShownText, Tab, Trace

_TRACE_SECONDS = 0.5
_MOST_FRAMES = 3
_TEXTS_KEPT = 100
_AHEAD_SECONDS = 0.08
"""The longest capture that is made before it is known that the page will not change any more."""


@dataclass(frozen=True, slots=True)
class _Last:
    options: CaptureOptions
    trace: Trace
    snapshot: Snapshot


class CaptureCache:
    """The last capture of a page, with the fingerprint that proves whether it still holds."""

    def __init__(self) -> None:
        self._last: _Last | None = None
        self._shown_texts: list[ShownText] = []
        self._secrets = SecretMemory()
        self._seconds = 0.0
        """How long the last capture or update took."""

    async def take(
        self, tab: Tab, options: CaptureOptions, refs: RefIssuer, *, fresh: bool, laid_out: bool = False
    ) -> Snapshot:
        """A snapshot of the page now; unless `fresh`, the last one where the page is proved to be unchanged.

        The trace is taken before the capture, so a change during the capture leads to a full capture next time.
        `laid_out`: see `ChangeTracker.trace`. Raises what `capture` raises.
        """
        began = anyio.current_time()
        last, self._last = self._last, None
        held = None if fresh or last is None or last.options != options else last
        trace = await _trace(tab, retell=held is not None, laid_out=laid_out)
        if trace is not None:
            self._shown_texts = [*self._shown_texts, *trace.shown_texts][-_TEXTS_KEPT:]
        snapshot = None
        if held is not None and trace is not None:
            snapshot = held.snapshot if held.trace == trace else await _updated(tab, held, trace)
            if snapshot is not None and snapshot is not held.snapshot:
                self._secrets.conceal(snapshot.columns)
        if snapshot is None:
            if trace is not None:
                tab.changes.mark()
            snapshot = await capture(tab, options, refs, secrets=self._secrets)
        if last is None or last.snapshot is not snapshot:
            self._seconds = anyio.current_time() - began
        if last is not None and last.snapshot is not snapshot:
            last.snapshot.origin = None  # snapshots are kept for a long time, their sources are not
        if trace is not None and _is_provable(snapshot):
            if last is None or last.snapshot is not snapshot:
                trace = await self._without_ours(tab, trace, snapshot)
            self._last = _Last(options, trace, snapshot)
        else:
            snapshot.origin = None
        return snapshot

    def pays_ahead(self, options: CaptureOptions) -> bool:
        """Whether a capture is so quick, and so sure to be proved later, that it may be made before it is needed."""
        return self._last is not None and self._last.options == options and self._seconds <= _AHEAD_SECONDS

    async def _without_ours(self, tab: Tab, trace: Trace, snapshot: Snapshot) -> Trace:
        """The trace to compare the next one with, ignoring the listeners that the capture itself has left.

        Where anything else has changed meanwhile, it is the trace from before the capture.
        """
        marks = marks_left(snapshot)
        if len(trace.counters) == 1:
            return trace.with_listeners(marks)
        # Sessions of one process count the same listeners, so how many each will count has to be asked.
        now = await _trace(tab) if marks else None
        if now is None:
            return trace
        self._shown_texts = [*self._shown_texts, *now.shown_texts][-_TEXTS_KEPT:]
        drawn = [(session, values[:-1]) for session, values in trace.counters]
        same = now.frames == trace.frames and [(one, values[:-1]) for one, values in now.counters] == drawn
        return now if same and sum(now.listeners) == sum(trace.listeners) + marks else trace

    def shown_texts(self) -> list[ShownText]:
        """The announcements on the page in the captures since the last call (SX-08)."""
        shown_texts, self._shown_texts = self._shown_texts, []
        return [replace(one, text=self._secrets.masked(one.text)) for one in shown_texts]


async def _trace(tab: Tab, *, retell: bool = False, laid_out: bool = False) -> Trace | None:
    try:
        return await tab.changes.trace(timeout=_TRACE_SECONDS, retell=retell, laid_out=laid_out)
    except EngineError:
        return None  # the capture will raise the reason


async def _updated(tab: Tab, last: _Last, trace: Trace) -> Snapshot | None:
    """The last snapshot with the texts or attributes that changed, where nothing else can have."""
    frames = list(_changed_frames(last.trace, trace))
    if not frames or len(frames) > _MOST_FRAMES or None in frames:
        return None
    undrawn = last.trace.counters == trace.counters
    # A replaced text makes one box. More boxes mean that something was shown without a mutation.
    if trace.boxes - last.trace.boxes > trace.mutations - last.trace.mutations:
        return None
    snapshot: Snapshot | None = last.snapshot
    for frame_id in frames:
        frame = tab.frames.get(frame_id) if frame_id is not None else None
        changes = trace.changes.get(frame.id) if frame is not None else None
        if frame is None or changes is None or snapshot is None:
            return None
        try:
            snapshot = await update_snapshot(
                tab, snapshot, frame, changes, undrawn=undrawn, timeout=_TRACE_SECONDS
            )
        except EngineError:
            return None
    return snapshot


def _changed_frames(before: Trace, now: Trace) -> Iterator[str | None]:
    """The frames in which nothing but mutations were counted; None where anything else differs."""
    if [frame[:2] for frame in before.frames] != [frame[:2] for frame in now.frames]:
        yield None
        return
    if before.listeners != now.listeners:
        yield None
    for (frame_id, _, was), (_, _, is_now) in zip(before.frames, now.frames, strict=True):
        if was != is_now:
            yield frame_id if was[1:] == is_now[1:] else None


def _is_provable(snapshot: Snapshot) -> bool:
    """Whether a trace covers everything: it does not cover closed shadow roots, nor frames that were left out."""
    return not snapshot.context.left_out and "closed" not in snapshot.columns.shadow.values()
