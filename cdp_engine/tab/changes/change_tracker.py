"""Reports when a tab has settled, and what has changed on its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from weakref import WeakSet

from cdp_engine.rpc import Session
from cdp_engine.tab.attachment import Attachment
from cdp_engine.tab.changes import (
    change_fingerprint,
    recorded_changes,
    recorder,
    redrawn_parts,
    settling,
    stillness,
)
from cdp_engine.tab.changes.change_fingerprint import Trace
from cdp_engine.tab.changes.recorded_changes import Bounds, TextChanges
from cdp_engine.tab.changes.recorder import FramePulse, RawPulse, ShownText
from cdp_engine.tab.changes.redrawn_parts import DrawnText, LayerKind, Redrawn
from cdp_engine.tab.changes.settling import SETTLE_LIMIT, Settled
from cdp_engine.tab.changes.trace_ahead import ProofAhead, TraceAhead
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.requests import RequestMark
from cdp_engine.tab.state.websockets import ANSWER_SECONDS


class ChangeTracker:
    """Reads the recorders in the documents of one tab (injected/changes/recorder.js)."""

    def __init__(self, attachment: Attachment) -> None:
        self._attachment = attachment
        self._state = attachment.state
        self._counting = WeakSet[Session]()

    async def settle(
        self,
        *,
        quiet: float | None = None,
        limit: float = SETTLE_LIMIT,
        mark: RequestMark | None = None,
        before: Mapping[str, FramePulse] | None = None,
        since: float | None = None,
        patience: float = ANSWER_SECONDS,
    ) -> Settled:
        """Wait until no frame of the page changes any more, for at most `limit` seconds (FP-03).

        `quiet` is the number of seconds without a change; None: two frames, with no request in flight that began after
        `mark`. `before` is an earlier result of `pulse`, from which mutations are counted; `since` is the time of the
        input on anyio's clock (None: now), `patience` how many seconds an answer over a websocket may take. Nothing
        that the page does is raised; it is in the result.
        """
        return await settling.settle(
            self._state,
            quiet=quiet,
            limit=limit,
            mark=mark,
            before=before,
            since=since,
            patience=patience,
        )

    def settled_by(
        self,
        raw_pulses: Mapping[Frame, RawPulse],
        *,
        quiet: float,
        mark: RequestMark,
        before: Mapping[str, FramePulse],
        since: float,
        patience: float = ANSWER_SECONDS,
    ) -> Settled | None:
        """How the page settled, by the reports of its documents once they were quiet, requested at `since`.

        None where that does not show the whole page at rest, unchanged for `quiet` seconds. `mark` and `before` are as
        for `settle`.
        """
        now: dict[str, FramePulse] = {
            frame.id: recorder.pulse_of(frame, pulse) for frame, pulse in raw_pulses.items()
        }
        return settling.settled_by(
            self._state, now, quiet=quiet, mark=mark, before=before, since=since, patience=patience
        )

    async def pulse(self, *, timeout: float = 1.0) -> dict[str, FramePulse]:
        """The count of changes in every frame's document so far, by frame id."""
        await self._attachment.ensure(timeout)
        return await recorder.pulses(self._state, timeout=timeout)

    async def still_for(self, *, timeout: float = 1.0) -> float:
        """Seconds since anything changed, was requested or moved on the page; 0 while something is under way."""
        await self._attachment.ensure(timeout)
        return await stillness.still_for(self._state, timeout=timeout)

    async def trace(
        self, *, timeout: float = 1.0, retell: bool = False, laid_out: bool = False, proof: bool = False
    ) -> Trace | None:
        """A trace of the page: equal traces mean an unchanged page. None: not known.

        With `retell`, it includes the changes since the last `mark` or `retell`. `laid_out` says that the page's only
        document was laid out a moment ago: then the browser's counters need not wait for the recorder. `proof` says
        that most likely nothing has changed: then no element is requested before it is known that it did.
        """
        await self._attachment.ensure(timeout)
        return await change_fingerprint.trace(
            self._state, timeout=timeout, retell=retell, laid_out=laid_out, proof=proof
        )

    async def trace_ahead(self, *, timeout: float = 1.0) -> TraceAhead:
        """What gives the trace from before a capture together with it. Raises as attaching does."""
        await self._attachment.ensure(timeout)
        return TraceAhead(self._state, self._counting, timeout)

    async def proof_ahead(self, *, timeout: float = 1.0) -> ProofAhead | None:
        """Request a `trace` that is read later, of a page whose only document was laid out a moment ago.

        None where the page cannot answer now. Raises as attaching does.
        """
        await self._attachment.ensure(timeout)
        return await ProofAhead.requested(self._state, timeout)

    def mark(self) -> None:
        """Have every frame begin to record changes for `trace`, after which this is called; nobody waits.

        What is asked of a frame's session later is done after it.
        """
        recorded_changes.mark(self._state)

    async def uncovered(self, frame: Frame | str, *, timeout: float = 1.0) -> bool:
        """Whether every interactive element in view in a frame is topmost at its middle."""
        await self._attachment.ensure(timeout)
        return await recorded_changes.uncovered(self._state, self._state.frame(frame), timeout=timeout)

    async def redrawn(
        self, frame: Frame, changes: TextChanges, placed: Sequence[int] | None, *, timeout: float = 1.0
    ) -> Redrawn | str:
        """What the parts of a frame's document hold that the changes may have drawn otherwise; else why not.

        Measured are the elements that show whether all others moved with what they are in; `placed` are the places of
        those that may not, None to measure all.
        """
        return await redrawn_parts.redrawn(self._state, frame, changes, placed, timeout=timeout)

    async def scrolled_boxes(
        self, frame: Frame, changes: TextChanges, total: int, places: Sequence[int], *, timeout: float = 1.0
    ) -> list[Bounds | None] | None:
        """The boxes of elements of a frame's document, by their places among `total`, after the document was scrolled.

        None for an element without a box; None at all where anything has changed since, or more may have moved.
        """
        return await redrawn_parts.scrolled_boxes(self._state, frame, changes, total, places, timeout=timeout)

    async def text_boxes(
        self, frame: Frame, changes: TextChanges, places: Sequence[int], *, timeout: float = 1.0
    ) -> list[list[DrawnText]] | None:
        """The texts directly in elements, by their places in the document; None where the document has changed."""
        return await redrawn_parts.text_boxes(self._state, frame, changes, places, timeout=timeout)

    async def layer_kinds(
        self, frame: Frame, changes: TextChanges, layers: Sequence[tuple[int, str]], *, timeout: float = 1.0
    ) -> list[LayerKind] | None:
        """The kinds of layers of elements, by their places in the document, or of what style sheets add at a side.

        None where the document has changed, or is painted in another order than that of `z-index`.
        """
        return await redrawn_parts.layer_kinds(self._state, frame, changes, layers, timeout=timeout)

    async def shown_texts(self, *, timeout: float = 0.5) -> list[ShownText]:
        """The texts that came and went in all frames since the last call, oldest first (SX-08)."""
        await self._attachment.ensure(timeout)
        return await recorder.texts(self._state, timeout=timeout)
