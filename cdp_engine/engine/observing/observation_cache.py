"""The cheapest correct capture of a page (CD-17).

No capture where nothing has happened since the last one; an update where only texts changed, or attributes that no
style depends on; else an update from the ledgers of the documents; where those are in doubt, a full capture.
"""

from __future__ import annotations

from collections import Counter
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
    keep_ledgers,
    marks_left,
    renew,
    update_snapshot,
)
from cdp_engine.tab import Said, Tab, Trace

_TRACE_SECONDS = 0.5
_LEDGER_SECONDS = 2.0
_PAUSE_SECONDS = 0.25
"""How long a page is left alone before its ledger is started."""
_SHEETS = 3
"""From where on a frame's part of the trace says how it is styled, scrolled and sized."""
_MOST_FRAMES = 3
_SAID_KEPT = 100


@dataclass(frozen=True, slots=True)
class _Last:
    options: CaptureOptions
    trace: Trace
    snapshot: Snapshot
    ledger: str | None = None
    """The name under which the documents keep what they were like."""


class CaptureCache:
    """The last capture of a page, with the fingerprint that proves whether it still holds."""

    def __init__(self) -> None:
        self._last: _Last | None = None
        self._said: list[Said] = []
        self._secrets = SecretMemory()
        self._kept: anyio.Event | None = None
        self._hurried: anyio.Event | None = None
        self.spared = 0
        """How many observations of a changed page took no capture."""
        self.captured: Counter[str] = Counter()
        """How many took one, by reason."""

    async def take(self, tab: Tab, options: CaptureOptions, refs: RefIssuer, *, fresh: bool) -> Snapshot:
        """A snapshot of the page now; unless `fresh`, the last one where the page is proved to be unchanged.

        The trace is taken before the capture, so a change during the capture leads to a full capture next time.
        Raises what `capture` raises.
        """
        self.hurry()
        if self._kept is not None:
            with anyio.move_on_after(_LEDGER_SECONDS):
                await self._kept.wait()
        last, self._last = self._last, None
        held = None if fresh or last is None or last.options != options else last
        trace = await _trace(tab, retell=held is not None)
        if trace is not None:
            self._said = [*self._said, *trace.said][-_SAID_KEPT:]
        snapshot = None
        if held is not None and trace is not None:
            snapshot = held.snapshot if held.trace == trace else await self._updated(tab, held, trace)
        whole = snapshot is None
        if snapshot is None:
            if trace is not None:
                await _mark(tab)
            snapshot = await capture(tab, options, refs, secrets=self._secrets)
        if last is not None and last.snapshot is not snapshot:
            last.snapshot.origin = None  # snapshots are kept for a long time, their sources are not
        if trace is None or not _is_provable(snapshot):
            snapshot.origin = None
        elif whole or held is None:
            self._begin(tab, _Last(options, trace, snapshot))
        else:
            if held.snapshot is not snapshot:
                trace, _ = await self._without_ours(tab, trace, snapshot, asked=False)
            updated = _Last(options, trace, snapshot, held.ledger)
            if held.ledger is None and held.snapshot is snapshot:
                self._begin(tab, updated)
            else:
                self._last = updated
        return snapshot

    def _begin(self, tab: Tab, last: _Last) -> None:
        """Remember a fresh capture, and have the documents keep their ledgers while nobody waits."""
        self._last, kept, hurried = last, anyio.Event(), anyio.Event()
        self._kept, self._hurried = kept, hurried

        async def keep() -> None:
            try:
                with anyio.move_on_after(_PAUSE_SECONDS):
                    await hurried.wait()
                if not hurried.is_set():
                    await self._keep(tab, last)
            finally:
                kept.set()

        tab.changes.later(keep)

    async def _keep(self, tab: Tab, last: _Last) -> None:
        """Keep ledgers; they count where the page is still as it was captured."""
        name = await keep_ledgers(tab, last.snapshot, timeout=_LEDGER_SECONDS)
        trace, same = await self._without_ours(tab, last.trace, last.snapshot, asked=name is not None)
        if self._last is last:
            self._last = replace(last, trace=trace, ledger=name if same else None)

    async def _updated(self, tab: Tab, last: _Last, trace: Trace) -> Snapshot | None:
        """The last snapshot brought up to date, or None where that takes a capture."""
        made = await _updated(tab, last, trace)
        doubt = ""
        if made is None:
            made, doubt = await _renewed(tab, last, trace, self._secrets)
        if made is None:
            self.captured[doubt] += 1
        else:
            self.spared += 1
            self._secrets.conceal(made.columns)
        return made

    async def _without_ours(
        self, tab: Tab, trace: Trace, snapshot: Snapshot, *, asked: bool
    ) -> tuple[Trace, bool]:
        """The trace to compare the next one with, and whether the page is drawn as it was before the capture.

        The listeners that the capture itself has left do not count. Where anything else has changed meanwhile, it is
        the trace from before the capture.
        """
        marks = marks_left(snapshot)
        now = await _trace(tab) if marks or asked else None
        if now is None:
            return trace, False
        self._said = [*self._said, *now.said][-_SAID_KEPT:]
        drawn = [(session, values[:-1]) for session, values in trace.counters]
        same = now.frames == trace.frames and [(one, values[:-1]) for one, values in now.counters] == drawn
        ours = sum(now.listeners) == sum(trace.listeners) + marks
        return (now if same and ours else trace), same

    def hurry(self) -> None:
        """Do not start a ledger now: the page is about to be used, and keeping one takes as long as a capture."""
        if self._hurried is not None:
            self._hurried.set()

    def said(self) -> list[Said]:
        """The announcements on the page in the captures since the last call (SX-08)."""
        said, self._said = self._said, []
        return [replace(one, text=self._secrets.masked(one.text)) for one in said]


async def _trace(tab: Tab, *, retell: bool = False) -> Trace | None:
    try:
        return await tab.changes.trace(timeout=_TRACE_SECONDS, retell=retell)
    except EngineError:
        return None  # the capture will raise the reason


async def _mark(tab: Tab) -> None:
    try:
        await tab.changes.mark(timeout=_TRACE_SECONDS)
    except EngineError:
        return  # without a mark there is no base for an update


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


async def _renewed(tab: Tab, last: _Last, trace: Trace, secrets: SecretMemory) -> tuple[Snapshot | None, str]:
    """The last snapshot with all that the ledgers report; None where they are in doubt, and why."""
    if last.ledger is None:
        return None, "no ledger was kept"
    before = last.trace
    if [frame[:2] for frame in before.frames] != [frame[:2] for frame in trace.frames]:
        return None, "the frames are others"
    sessions = {str(frame.id): frame.session.target_id or "" for frame in tab.frames.all()}
    counted = {(one, values[:-1]) for one, values in before.counters}
    counted ^= {(one, values[:-1]) for one, values in trace.counters}
    drawn = {session for session, _ in counted}
    changed = {
        frame_id
        for (frame_id, _, was), (_, _, now) in zip(before.frames, trace.frames, strict=True)
        if was != now or sessions.get(frame_id) in drawn or before.listeners != trace.listeners
    }
    still = {
        frame_id
        for (frame_id, _, was), (_, _, now) in zip(before.frames, trace.frames, strict=True)
        if sessions.get(frame_id) not in drawn and was[_SHEETS:] == now[_SHEETS:]
    }
    renewal = await renew(
        tab,
        last.snapshot,
        last.ledger,
        changed,
        still,
        secrets=secrets,
        relisten=before.listeners != trace.listeners,
        timeout=_LEDGER_SECONDS,
    )
    # More boxes than those of nodes: a style sheet, or a closed shadow root, draws something without a known node.
    if renewal.snapshot is not None and trace.boxes - before.boxes > renewal.drawn:
        return None, "more boxes were made than nodes tell of"
    return renewal.snapshot, renewal.doubt


def _changed_frames(before: Trace, now: Trace) -> Iterator[str | None]:
    """The frames in which nothing but mutations were counted; None where anything else differs."""
    if [frame[:2] for frame in before.frames] != [frame[:2] for frame in now.frames]:
        yield None
        return
    if before.listeners != now.listeners:
        yield None
    for (frame_id, _, was), (_, _, told) in zip(before.frames, now.frames, strict=True):
        if was != told:
            yield frame_id if was[1:] == told[1:] else None


def _is_provable(snapshot: Snapshot) -> bool:
    """Whether a trace covers everything: it does not cover closed shadow roots, nor frames that were left out."""
    return not snapshot.context.left_out and "closed" not in snapshot.columns.shadow.values()
