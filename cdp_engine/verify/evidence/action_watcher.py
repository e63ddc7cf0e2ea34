"""Watches one action from just before it until the page has settled (EX-02, SX-14).

There is no fixed wait. A page that has not reacted gets a short time. The watch ends as soon as the page has settled:
after one or two frames without a change and with no request of the action in flight, or at a deadline.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal, TypeVar

import anyio

from cdp_engine.act import Performed
from cdp_engine.errors import CommandTimeout, EngineError
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import runtime
from cdp_engine.rpc import PendingReply
from cdp_engine.tab import Settled, at_once
from cdp_engine.verify.effects.intent import Intent
from cdp_engine.verify.evidence.browser_events import BrowserEvents
from cdp_engine.verify.evidence.canvas_pictures import CanvasPictures
from cdp_engine.verify.evidence.coming_to_rest import ComingToRest, settled_in_the_end
from cdp_engine.verify.evidence.document_watcher import WatchedDocument, give_up
from cdp_engine.verify.evidence.exceptions import ThrownLog, log_of
from cdp_engine.verify.evidence.mentioned_elements import MentionedElements
from cdp_engine.verify.evidence.questions import Meanwhile, quietly
from cdp_engine.verify.evidence.records import Begun, Findings, Report, TargetFacts

if TYPE_CHECKING:
    from cdp_engine.tab import Frame, FramePulse, Tab

T = TypeVar("T")

LOAD_SECONDS = 5.0  # for a document that an action started
ANSWER_SECONDS = 10.0
"""How long after that its server may take to answer: until then Chrome lets nobody read the page (fact 44)."""
_FIRST_SUGGESTING_MS = 420
_FIRST_HOVERED_MS = 350
"""Menus and tips open a moment after the pointer came, by 100 to 300 ms in most libraries."""
_FIRST_DOUBLE_MS = 420
"""A page that handles clicks and double clicks reacts to a click once no second one can follow."""
_PULSE_SECONDS = 2.0
"""How long a page may take to answer; one that does not is watched by browser events alone."""
_STUCK_SECONDS = 1.0
_STRUCK_SECONDS = 120.0
_LISTEN_SECONDS = 0.25
_MOST_DOCUMENTS = 5


class ActionWatcher:
    """One watch. `arm` before the action, `rest` after it, `findings` as often as needed, `leave` at the end."""

    def __init__(self, tab: Tab, intent: Intent, *, around: bool = False) -> None:
        self.tab = tab
        self.intent = intent
        self._around = around  # it is held around what a program does, actions included
        # Input that no question to the page precedes would overtake the watch: Chrome hands it over first.
        self._begins_first = around or intent.target is None
        self.silent = False
        """Whether the page does not answer because a script keeps it busy."""
        self.leaving = False
        """Whether the page does not answer because the server of the next one does not."""
        self.settled: Settled | None = None
        """What `rest` returned, if the caller puts it here; `findings` corrects it by what they show."""
        self.events = BrowserEvents(tab)
        """The tab's state before the action, and the browser's events since."""
        self._pulses: dict[str, FramePulse] = {}
        self._documents: list[WatchedDocument] = []
        self._mentioned = MentionedElements(tab, intent.expected) if intent.expected is not None else None
        self._pictures: CanvasPictures | None = None
        self._logs: list[tuple[ThrownLog, int]] = []
        self._begun: dict[WatchedDocument, PendingReply[runtime.CallFunctionOnReply]] = {}
        self._before: TargetFacts | None = None
        self._struck: PendingReply[runtime.CallFunctionOnReply] | None = None
        self._last: dict[WatchedDocument, Report] = {}
        self._fresh: dict[WatchedDocument, Report] = {}
        """Reports that came with the rest and were not used yet."""
        self._shown, self._reacted = dict[str, bool](), frozenset[str]()
        self.laid_out = False
        """Whether the page's only document was at rest with its layout done when it answered last."""
        outcomes = intent.expected.outcomes if intent.expected is not None else ()
        self._texts = tuple(dict.fromkeys(o.text for o in outcomes if o.text))

    async def arm(self, named: dict[str, ScopedRef]) -> None:
        """Begin to watch. `named` are the elements that the expectation names.

        A page that cannot answer is watched by browser events alone; the action itself will report the reason.
        """
        if self.tab.failure is not None:
            return
        wanted = self._places() if self.tab.frames.known else []
        # A connection that is lost meanwhile is raised as itself.
        opened = await at_once((None, *wanted), self._begun_in)
        self._documents = [document for document in opened if document is not None]
        own = self._pulses.get(self.tab.frames.main.id) if self.tab.frames.known else None
        if own is None or isinstance(own.missing, CommandTimeout):
            self.silent = True
            return
        if self._documents and own.canvases:
            self._pictures = await CanvasPictures.taken(self.tab, self._documents[0])
        for session in dict.fromkeys(document.frame.session for document in self._documents):
            log = await log_of(session)
            log.acting += 1
            self._logs.append((log, log.serial))
        options = {
            "pointer": False,
            "action": self.intent.action,
            "around": self._around,
            "texts": list(self._texts),
        }
        # The answers are read after the action: each session takes its calls in their order.
        for document in self._documents:
            # Pointer events arrive only in the target's own document.
            options["pointer"] = self.intent.row.uses_pointer and document is self._documents[0]
            self._begun[document] = document.ask_ahead("begin", options)
        if self.intent.target is not None and self.intent.row.clicks and self._documents:
            self._struck = self._documents[0].ask_ahead("struck", timeout=_STRUCK_SECONDS)
        if self._mentioned is not None:
            await self._mentioned.arm(named)
        if self._begins_first:
            await self._read_begun()

    async def _listen(self) -> None:
        self._pulses = await quietly(lambda: self.tab.changes.pulse(timeout=_PULSE_SECONDS)) or {}

    async def rest(self, performed: Performed | None, meanwhile: Meanwhile | None = None) -> Settled | None:
        """Return when the page has finished handling the action, as far as this is observable, and how it settled.

        `meanwhile` runs from the first quiet frame on, and is cancelled where the page turns out not to be at rest.
        None where the tab shows another page with its first contents by now, or one that cannot answer.
        """
        await self._read_begun()
        if self.silent or performed is None or performed.ending == "busy":
            settled = await self.tab.changes.settle(
                limit=_STUCK_SECONDS, mark=self.events.mark, before=self._pulses
            )
            self.silent = not settled.answers
            if self.silent:
                return settled
            give_up(self._documents, settled.deaf)
        if self.tab.failure is not None:
            return None
        if not self.events.left:
            settled = await self._settle(performed, meanwhile)
            if self.tab.failure is not None or not self.events.left:
                return settled if self.tab.failure is None else None
        await self._arrive("ready")
        self.leaving = await self.events.unanswered(ANSWER_SECONDS)
        if self.leaving:
            return Settled("timeout", LOAD_SECONDS + ANSWER_SECONDS, answers=False)
        missing = self.tab.failure is None and await self.tab.first_contents()
        return Settled("timeout", LOAD_SECONDS, lacks_contents=True) if missing else None

    async def _settle(self, performed: Performed | None, meanwhile: Meanwhile | None) -> Settled:
        """Have the documents answer once they are at rest, each with its report; ask on where that is not enough."""
        coming = ComingToRest(
            self.tab,
            self.events,
            self._pulses,
            self._texts,
            awaits=self._awaits(performed),
            before=self._before,
        )
        current = [document for document in self._documents if document.is_current]
        settled = await coming.settled(current, self._patience(performed), meanwhile)
        self._fresh, self._reacted = coming.reports, coming.reacted
        self.laid_out = bool(self._fresh) and settled.status == "stable" and len(self.tab.frames.all()) == 1
        return settled

    async def change(self, seconds: float) -> None:
        """Return when anything may have changed, at the latest after a quarter of a second or `seconds`."""
        limit = min(seconds, _LISTEN_SECONDS)
        self.laid_out = False
        if self.events.left and self.tab.failure is None:
            await self._arrive()
            return
        async with anyio.create_task_group() as tasks:

            async def listen(document: WatchedDocument) -> None:
                await document.ask("nextChange", limit * 1000, into=bool)
                tasks.cancel_scope.cancel()

            for document in self._documents:
                if document.is_current and self.tab.failure is None:
                    tasks.start_soon(listen, document)
            await self.tab.changed(limit)
            tasks.cancel_scope.cancel()

    async def findings(self) -> Findings:
        """The findings so far."""
        shown = dict.fromkeys(self._texts, False)
        answers = self.tab.failure is None and not (self.silent or self.leaving)
        reports = await self._reports(shown, answers=answers)
        newcomers = self.events.newcomers if answers else []
        arrived = await self._reports_of_new_documents(newcomers, shown) if newcomers else []
        if answers and self._pictures is not None:
            reports = await self._pictures.compared(reports)
        mentioned = self._mentioned
        elements, named = await mentioned.now() if answers and mentioned is not None else ({}, {})
        found = Findings(
            before=self._before,
            struck=await self._was_struck(),
            reports=tuple(reports),
            arrived=tuple(arrived),
            moves=self.events.moves({document.frame.id for document in self._documents}),
            dialogs=self.events.dialogs(),
            tabs=self.events.tabs(),
            downloads=self.events.downloads(),
            asks_for_file=self.events.asks_for_file,
            requests=self.events.requests(),
            exceptions=tuple(text for log, mark in self._logs for text in log.since(mark)),
            url=self.events.url,
            closed=self.tab.closed,
            frame_reacted=bool(self._reacted),
            shown_before=dict(self._shown),
            shown_after=shown,
            elements_before=dict(mentioned.elements_before) if mentioned is not None else {},
            elements_after=elements,
            named_before=dict(mentioned.named_before) if mentioned is not None else {},
            named_after=named,
        )
        if self.settled is not None and self.settled.at_work:
            self.settled = settled_in_the_end(self.settled, found)
        return found

    async def _reports(self, shown: dict[str, bool], *, answers: bool) -> list[Report]:
        """The last report of every watched document; a new one where the page answers, shows it and did not react."""
        options = {"texts": list(self._texts)}
        reports: list[Report] = []
        for document in self._documents:
            asked = answers and document.is_current
            report = self._fresh.pop(document, None) if asked else None
            if asked and (report is None or (self.intent.row.awaits_reaction and not report.count)):
                report = await document.ask("report", options, into=Report) or report
            if report is not None and report.watched:
                self._last[document] = report
                if self._texts:
                    self._note(shown, report)
            if document in self._last:
                reports.append(self._last[document])
        return reports

    async def _reports_of_new_documents(self, newcomers: list[Frame], shown: dict[str, bool]) -> list[Report]:
        """The reports of documents that were loaded meanwhile in the watched frames and the main frame.

        The texts of one in another frame are not an effect of the action, but may contain the expected text.
        """
        options = {"texts": list(self._texts)}
        reports: list[Report] = []
        around: set[str] = {document.frame.id for document in self._documents}
        if self.tab.frames.known:
            around.add(self.tab.frames.main.id)
        for frame in sorted(newcomers, key=lambda frame: frame.id not in around)[:_MOST_DOCUMENTS]:
            if frame.id not in around and not self._texts:
                continue
            document = await quietly(lambda f=frame: WatchedDocument.open(self.tab, f))
            report = await document.ask("report", options, into=Report) if document is not None else None
            if report is not None:
                reports += [report] if frame.id in around else []
                self._note(shown, report)
        return reports

    def leave(self) -> None:
        """End the watch without waiting for the page."""
        for log, _mark in self._logs:
            log.acting -= 1
        self._logs.clear()
        for reply in (*self._begun.values(), self._struck):
            if reply is not None:
                reply.abandon()
        for document in self._documents:
            if self.tab.failure is None:
                document.leave(around=self._around)
        if self._mentioned is not None:
            self._mentioned.release()

    # The parts

    async def _read_begun(self) -> None:
        """Read what the documents were like as the watch began."""
        begun, self._begun = self._begun, {}
        for document, reply in begun.items():
            answer = await document.answer(reply, "begin", Begun)
            if answer is None:
                continue
            if document is self._documents[0] and self.intent.target is not None:
                self._before = answer.facts
            for text, shown in zip(self._texts, answer.shows, strict=False):
                self._shown[text] = self._shown.get(text, False) or shown

    async def _was_struck(self) -> bool | None:
        """Whether the click arrived; None where this is not known."""
        with suppress(EngineError):
            if self._struck is not None and self._struck.is_done:
                return (await self._struck.result()).result.value
        return None

    def _places(self) -> list[tuple[Frame, ScopedRef | None]]:
        """Those to watch: the target's, where a drag ends, and their ancestors, or the first few without a target."""
        frames, ref = self.tab.frames, self.intent.target
        if ref is None:
            return [(frame, None) for frame in frames.all()[:_MOST_DOCUMENTS]]
        places: dict[str, tuple[Frame, ScopedRef | None]] = {}
        for one in filter(None, (ref, self.intent.destination)):
            frame = frames.get(one.frame_id)
            while frame is not None and frame.id not in places and len(places) < _MOST_DOCUMENTS:
                places[frame.id] = (frame, None if places else ref)
                frame = frames.get(frame.parent_id) if frame.parent_id is not None else None
        return list(places.values())

    async def _begun_in(self, place: tuple[Frame, ScopedRef | None] | None) -> WatchedDocument | None:
        """The document of a place, to be watched; without a place, the pulses of all frames are taken."""
        if place is None:
            await self._listen()
            return None
        frame, ref = place
        document = await quietly(lambda: WatchedDocument.open(self.tab, frame, ref))
        # The action will report that its element is gone; effects on the page are still watched.
        return document or await quietly(lambda: WatchedDocument.open(self.tab, frame))

    def _awaits(self, performed: Performed | None) -> bool:
        """Whether a reaction is to come: a value that was read back is one, but for another one than was wanted."""
        if performed is None or performed.as_wanted or not self.intent.row.awaits_reaction:
            return False
        return performed.as_wanted is False or not performed.changed

    def _patience(self, performed: Performed | None) -> int:
        """How many ms to wait for a page that has not reacted yet."""
        if self.intent.action == "hover" and performed is not None:
            return _FIRST_HOVERED_MS
        if performed is None or not self.intent.row.awaits_reaction:
            return 0
        if self.intent.row.enters_text and self._before is not None and self._before.suggests:
            return _FIRST_SUGGESTING_MS
        if not self._awaits(performed):
            return 0
        quiet = round(self.intent.quiet * 1000)
        if self.intent.row.clicks and self._before is not None and not self._before.kind:
            quiet = max(quiet, _FIRST_DOUBLE_MS)
        return quiet

    async def _arrive(self, until: Literal["load", "ready"] = "load") -> None:
        with suppress(EngineError):
            await self.tab.wait_for_load(until, timeout=LOAD_SECONDS)
        await self.tab.changed(0)

    def _note(self, shown: dict[str, bool], report: Report) -> None:
        for text, seen in zip(self._texts, report.shows, strict=False):
            shown[text] = shown[text] or seen
