"""Waits until the documents of an action are at rest: at once, after what was requested, or after the page's work.

A page may do the work of an action after its answers have come, or over a connection that stays open. It is waited for
as long as something shows it that came with the action, or as nothing came of it yet and the server owes an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import anyio

from cdp_engine.chrome import background_tasks
from cdp_engine.tab import ANSWER_SECONDS, LEAST_QUIET, SETTLE_LIMIT, Settled, at_once
from cdp_engine.verify.evidence.questions import WORK_SECONDS, Meanwhile, once_calm, rest_of
from cdp_engine.verify.evidence.records import Findings, Report, Rested, TargetFacts

if TYPE_CHECKING:
    from cdp_engine.tab import Frame, FramePulse, RawPulse, Tab
    from cdp_engine.verify.evidence.browser_events import BrowserEvents
    from cdp_engine.verify.evidence.document_watcher import WatchedDocument

_HELD_BACK = frozenset({"disabled", "busy"})
"""States of a control that waits for the answer to its own action."""
_OWES = "its server has not answered yet"


class ComingToRest:
    """One wait, that begins now.

    `pulses` are those of the frames before the action, `texts` those to look for; `awaits` says whether a reaction is
    to come, to an element that was as `before`.
    """

    def __init__(
        self,
        tab: Tab,
        events: BrowserEvents,
        pulses: Mapping[str, FramePulse],
        texts: Sequence[str],
        *,
        awaits: bool,
        before: TargetFacts | None,
    ) -> None:
        self.tab = tab
        self.reports: dict[WatchedDocument, Report] = {}
        """What the documents reported when they were at rest."""
        self.reacted = frozenset[str]()
        """The frames that changed after they had been still, where not all came to rest at once."""
        self._events = events
        self._pulses = pulses
        self._texts = texts
        self._awaits = awaits
        self._before = before
        self._touched = anyio.current_time()
        self._rested: list[Rested] = []
        self._rests = False

    async def settled(
        self, documents: Sequence[WatchedDocument], patience: int, meanwhile: Meanwhile | None
    ) -> Settled:
        """How the page settled; documents that have not reacted get `patience` ms.

        `meanwhile` runs from the first quiet frame on.
        """
        async with background_tasks() as tasks:
            over = anyio.Event()
            tasks.start_soon(once_calm, documents[:1], meanwhile, self._fetches, lambda: self._rests, over)
            settled = await self._once(documents, patience)
            if settled is not None and settled.status == "stable":
                self._rests = True
                await over.wait()
        if settled is None:
            settled = await self._in_the_end(documents, patience)
        # A state that an attribute names may stay.
        work = next((one.works for one in self._rested if one.works and one.certain), "")
        if not work and self._owes():
            work = _OWES
        return replace(settled, at_work=work) if work else settled

    async def _in_the_end(self, documents: Sequence[WatchedDocument], patience: int) -> Settled:
        """Wait for what the documents do not know, requests for example, and for the work that shows after it.

        Documents whose timers had not run yet get their `patience` ms to react; others get them once more after the
        answers, where nothing came of the action yet.
        """
        until = anyio.current_time() + SETTLE_LIMIT
        answered = False
        while True:
            left = max(0.05, until - anyio.current_time())
            settled = await self.tab.changes.settle(
                limit=left,
                mark=self._events.mark,
                before=self._pulses,
                since=self._touched,
                patience=self._patience(),
            )
            self.reports.clear()
            self.reacted |= settled.reacted.difference(document.frame.id for document in documents)
            if settled.status != "stable" or self.tab.failure is not None or self._events.left:
                return settled
            # Documents count from the input on, but for the time in which they cannot run.
            late = any(not rested.timed for rested in self._rested)
            current = [document for document in documents if document.is_current]
            more = 0
            if not (late or answered) and self._awaits_after_answer():
                answered = True
                more = round((anyio.current_time() - self._touched) * 1000)
            again = await self._once(current, patience + more if late or more else 0)
            if again is not None:
                return again
            # Documents that were not asked, those of frames, may have kept the answers from being enough.
            if not any(one.works for one in self._rested) or anyio.current_time() >= until:
                self.reports.clear()
                return settled

    async def _once(self, documents: Sequence[WatchedDocument], patience: int) -> Settled | None:
        """How the page settled, by what its documents answer once they are at rest; None where that is not enough."""
        pulses: dict[Frame, RawPulse] = {}
        talks = self._talks()
        work = max(0.0, self._touched + WORK_SECONDS - anyio.current_time())
        answers = await at_once(
            documents, lambda document: rest_of(document, patience, self._texts, work, talks=talks)
        )
        self._rested = [rested for rested in answers if rested is not None]
        for document, rested in zip(documents, answers, strict=True):
            if rested is not None and rested.timed:
                pulses[document.frame] = rested.pulse
                self.reports[document] = rested.report
        if not talks and any(one.works and not one.certain for one in self._rested) and self._talks():
            return None
        return self.tab.changes.settled_by(
            pulses,
            quiet=LEAST_QUIET if any(one.further for one in self._rested) else 0.0,
            mark=self._events.mark,
            before=self._pulses,
            since=self._touched,
            patience=self._patience(),
        )

    def _awaits_after_answer(self) -> bool:
        """Whether the action's requests are answered, and nothing has come of it yet."""
        tells = _tells((rested.report for rested in self._rested), self._before)
        return self._awaits and not tells and bool(self.tab.network.since(self._events.mark))

    def _talks(self) -> bool:
        """Whether an answer may come over a connection that stays open: to a message, or to a request beside it."""
        mark, network = self._events.mark, self.tab.network
        if self.tab.sockets.has_sent(mark):
            return True
        return bool(network.since(mark)) and any(request.streaming for request in network.pending())

    def _fetches(self) -> bool:
        """Whether a request of the action is in flight, or the answer to a message is to come."""
        mark = self._events.mark
        if any(request.pending for request in self.tab.network.since(mark)):
            return True
        return self.tab.sockets.answers_until(mark, anyio.current_time()) is not None

    def _patience(self) -> float:
        """How many seconds the answer over a websocket may take: longer where nothing has come of the action yet."""
        return (
            WORK_SECONDS
            if self._awaits and not _tells(self.reports.values(), self._before)
            else ANSWER_SECONDS
        )

    def _owes(self) -> bool:
        owes = self._awaits and self.tab.sockets.unanswered(self._events.mark)
        return owes and not _tells(self.reports.values(), self._before)


def settled_in_the_end(settled: Settled, seen: Findings) -> Settled:
    """How the page settled, by all that was found in the end: a server whose answer shows by then owes none."""
    elsewhere = seen.moves or seen.dialogs or seen.tabs or seen.downloads
    if settled.at_work == _OWES and (elsewhere or _tells(seen.reports, seen.before)):
        return replace(settled, at_work="")
    return settled


def _tells(reports: Iterable[Report], before: TargetFacts | None) -> bool:
    """Whether the page shows anything that came of an action, more than that it holds a control back."""
    return any(report.told or _differs(before, report.facts) for report in reports)


def _differs(before: TargetFacts | None, now: TargetFacts | None) -> bool:
    if before is None or now is None:
        return False
    states = {
        name
        for name in before.states.keys() | now.states.keys()
        if before.states.get(name) != now.states.get(name)
    }
    return before.value != now.value or bool(states - _HELD_BACK)
