"""The cheapest correct capture of a page (CD-17).

No capture where nothing has happened since the last one; an update where only texts and attributes changed, and styles
by them, the pointer or the focus; else a full capture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

import anyio

from cdp_engine.engine.observing.update_pause import UpdatePause
from cdp_engine.engine.observing.updates import updated
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
    were_held,
)
from cdp_engine.tab import ProofAhead, ShownText, Tab, Trace

_TRACE_SECONDS = 0.5
_MASKED = ("text", "value", "name", "properties", "attributes", "concealed")
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
        self._proof: ProofAhead | None = None
        """A trace that was requested while the last update was worked out, which is to prove it."""
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
        ahead: Callable[[], bool] | None = None,
        idle: Callable[[], None] | None = None,
    ) -> Snapshot:
        """A snapshot of the page now; unless `fresh`, the last one where the page is proved to be unchanged.

        The trace is taken before the capture, so a change during the capture leads to a full capture next time.
        `laid_out`: see `ChangeTracker.trace`. `ahead`: the page may still change, and most likely will not before the
        next call; it says whether the page is at rest. `idle` is called while the page
        answers. Raises what `capture` raises.
        """
        began = anyio.current_time()
        last, self._last = self._last, None
        held = None if fresh or last is None or last.options != options else last
        proof, self._ahead = self._ahead, ahead is not None
        trace = None
        if self._proof is not None:
            found = await self._read_proof()
            trace = found if laid_out else None
            if trace is None and held is not None and found != held.trace:
                held = None  # what the page reported then is not reported again
        if held is None:
            snapshot, trace, recorded = await self._captured(tab, options, refs)
            self._most_ahead = _AHEAD_SECONDS
        else:
            if trace is None:
                trace = await _trace_beside(idle, tab, retell=held.recorded, laid_out=laid_out, proof=proof)
                self._hear(() if trace is None else trace.shown_texts)
            snapshot, recorded = await self._brought_up(tab, options, refs, held, trace, ahead)
        if last is None or last.snapshot is not snapshot:
            self._seconds = anyio.current_time() - began
            if last is not None:
                keep_origin(last.snapshot, None)  # snapshots are kept for a long time, their sources are not
        if trace is None or not _is_provable(tab, snapshot):
            keep_origin(snapshot, None)
            return snapshot
        if held is None or held.trace != trace:
            trace = await self._without_ours(tab, trace, snapshot)
        self._last = _Last(options, trace, snapshot, recorded)
        return snapshot

    async def _brought_up(
        self,
        tab: Tab,
        options: CaptureOptions,
        refs: RefIssuer,
        held: _Last,
        trace: Trace | None,
        ahead: Callable[[], bool] | None,
    ) -> tuple[Snapshot, bool]:
        """The held snapshot, an update of it or a capture in its place, and whether changes since are recorded."""
        proved = None if trace is None else await self._proved(tab, held, trace, ahead)
        if proved is None:
            recorded = trace is not None and self._records(tab)
            await self._read_proof()
            self._most_ahead = _AHEAD_SECONDS
            return await capture(tab, options, refs, secrets=self._secrets), recorded
        if proved is held.snapshot:
            return proved, held.recorded
        self.spared += 1
        self._most_ahead = _UPDATE_AHEAD_SECONDS
        return self._concealed(proved), held.recorded

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

    async def _read_proof(self) -> Trace | None:
        """The trace that was requested ahead, which is read once; None where there is none."""
        proof, self._proof = self._proof, None
        found = None if proof is None else await proof.result()
        self._hear(() if found is None else found.shown_texts)
        return found

    def _hear(self, shown_texts: Sequence[ShownText]) -> None:
        self._shown_texts = [*self._shown_texts, *shown_texts][-_TEXTS_KEPT:]

    def _records(self, tab: Tab) -> bool:
        """Have the page record its changes from now on, unless the next update is not to be tried."""
        if self._pause.holds(tab.frames.main.loader_id):
            return False
        tab.changes.mark()
        return True

    async def _proved(
        self, tab: Tab, held: _Last, trace: Trace, ahead: Callable[[], bool] | None
    ) -> Snapshot | None:
        """The held snapshot where nothing has changed, or an update of it; None where a capture is needed.

        `ahead` says whether the page is at rest, where the update is made before that is known.
        """
        if held.trace == trace:
            return held.snapshot
        if not held.recorded:
            self.captured[self._pause.passed(tab.frames.main.loader_id)] += 1
            return None

        async def read() -> None:
            # Its answers come while the rest of the update is worked out.
            if ahead is not None and ahead():
                self._proof = await tab.changes.proof_ahead(timeout=_TRACE_SECONDS)

        made = await updated(tab, held.snapshot, held.trace, trace, read)
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


async def _trace_beside(
    idle: Callable[[], None] | None, tab: Tab, *, retell: bool, laid_out: bool, proof: bool
) -> Trace | None:
    """The trace; `idle` is called while the page answers."""
    if idle is None:
        return await _trace(tab, retell=retell, laid_out=laid_out, proof=proof)

    async def run() -> None:
        idle()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(run)
        return await _trace(tab, retell=retell, laid_out=laid_out, proof=proof)


async def _trace(
    tab: Tab, *, retell: bool = False, laid_out: bool = False, proof: bool = False
) -> Trace | None:
    try:
        return await tab.changes.trace(timeout=_TRACE_SECONDS, retell=retell, laid_out=laid_out, proof=proof)
    except EngineError:
        return None  # the capture will raise the reason


def _is_provable(tab: Tab, snapshot: Snapshot) -> bool:
    """Whether a trace covers everything: it does not cover closed shadow roots, frames that were left out, and handlers
    that could not be read yet.
    """
    context = snapshot.context
    covered = not context.left_out and "closed" not in snapshot.columns.shadow.values()
    return covered and not were_held(tab, context.notes)
