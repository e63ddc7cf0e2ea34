"""One action from the call to the answer: resolve → watch → act → rest → observe → judge (CD-05, FP-09, EX-02).

The refs are resolved once, before anything is done, and again only where an element was re-created meanwhile. The state
of the tab before the action is recorded once, by the watcher.
"""

from __future__ import annotations

from contextlib import suppress

import anyio
import msgspec

from cdp_engine.act import Performed, show
from cdp_engine.engine.acting.action_call import ActionCall
from cdp_engine.engine.acting.concealed import concealed
from cdp_engine.engine.acting.earlier_changes import gone_again, with_earlier
from cdp_engine.engine.acting.failures import action_error, explained, with_candidates, with_way_out
from cdp_engine.engine.acting.form_filling import FormFilling, with_refs
from cdp_engine.engine.acting.messages import legible, undone, unread, with_blocked, with_meant
from cdp_engine.engine.acting.outcome_check import mentioned, wait_for_outcome
from cdp_engine.engine.acting.refused_values import refusal_of, with_flaw
from cdp_engine.engine.acting.repeated_rejections import RepeatedRejections
from cdp_engine.engine.acting.reused_targets import reused_target
from cdp_engine.engine.acting.success import result_of
from cdp_engine.engine.observing.page_observer import PageObserver
from cdp_engine.engine.observing.reporter import PreparedAnswer
from cdp_engine.engine.results import ActionError, ActionResult, FieldOutcome, Observation
from cdp_engine.engine.tab_access import TabAccess
from cdp_engine.errors import (
    ConnectionLost,
    DialogBlocking,
    EngineError,
    InvalidInput,
    NotActionable,
    StaleRef,
    TargetCrashed,
)
from cdp_engine.observe import ScopedRef
from cdp_engine.tab import Tab, blocked_in_short
from cdp_engine.track import read_name
from cdp_engine.verify import ActionWatcher, BrowserEvents, Intent, Meter

Refs = tuple[ScopedRef | None, ...]

_TOO_OLD = "Nothing was done. The page as it is now is in the observation: choose from it and act again."
_CLOSING_SECONDS = 1.0


class ActionRunner:
    """Carries out the actions of one page, one after the other."""

    def __init__(self, access: TabAccess, observer: PageObserver) -> None:
        self.turn = anyio.Lock()
        """Held while an action runs on the page."""
        self.last_action: BrowserEvents | None = None
        """The tab's state at the beginning of the last action or navigation; None before the first."""
        self.separates_earlier_changes = False
        """Whether a caller that names no version gets what had changed since its last answer apart, too."""
        self._access = access
        self._observer = observer
        self._rejections = RepeatedRejections()

    async def run(self, call: ActionCall) -> ActionResult:
        """Carry out an action, let the page settle, and report what was observed.

        Where the caller's version is too old to compute the changes since, nothing is done and the answer is the whole
        page (`stale_state`). After an action that could not be done the caller's version stays the base of the next
        answer (FP-09), but for a caller that reads every answer (`separates_earlier_changes`); an action without the
        expected outcome is reported like any other, and becomes the base.

        Raises `InvalidInput` and `ConnectionLost`; every other failure is in the result.
        """
        with self._access.in_use():
            async with self.turn:
                began = anyio.current_time()
                try:
                    tab = await self._reach()
                    call = await self._by_refs(call)
                except EngineError as error:
                    failure = action_error(error)
                    if failure is None:
                        raise
                    result = undone(call.name, failure)
                else:
                    earlier = await self._earlier(call)
                    refused = isinstance(earlier, ActionResult)
                    try:
                        result = earlier if refused else await self._carry_out(tab, call, earlier)
                    finally:
                        if tab.dialogs.lapses and not refused:
                            tab.dialogs.lapse()
                result = legible(self._rejections.judged(call, result))
                if self._observer.secrets.knows_any:
                    result = concealed(result, self._observer.secrets)
                result = msgspec.structs.replace(result, duration=anyio.current_time() - began)
                return with_meant(result, call.meant) if call.meant else result

    def begin(self, tab: Tab, *, opened: bool = False) -> None:
        """Count requests, downloads, popups and dialogs from now on as what a navigation has led to; where the
        caller `opened` an address, no ref holds on the next document."""
        if opened:
            self._observer.reporter.tracker.opens_page()
        if tab.frames.known:
            self.last_action = BrowserEvents(tab)

    async def _reach(self) -> Tab:
        """The tab, once it has a document to act on. Raises the error that prevents this."""
        tab = await self._access.attach()
        held = isinstance(tab.failure, DialogBlocking)  # keys would go to the dialog
        if tab.failure is not None and (tab.closed or held or not tab.frames.known):
            raise tab.failure
        self._observer.captures.invalidate()
        return tab

    async def _by_refs(self, call: ActionCall) -> ActionCall:
        """The call with refs in place of names. Raises `NameNotFound`, `NameAmbiguous`."""
        refs = tuple([await self._observer.found(target) for target in call.targets])
        if refs == (None,) and call.action.goes_to_focus:
            refs = (await self._observer.focused(),)
        return call if refs == call.targets else call.by_refs(refs)

    async def _earlier(self, call: ActionCall) -> PreparedAnswer | ActionResult | None:
        """What has changed since the caller's version, before the action does anything (FP-09).

        Where that version is older than the stored history, the result is the whole page, and nothing is done. The
        last answer is never too old: where it was for another document, there is nothing to report apart.
        """
        reporter, since = self._observer.reporter, call.options.get("since")
        if since is None and not (
            self.separates_earlier_changes and reporter.tracker.caller_version is not None
        ):
            return None
        try:
            snapshot = await self._observer.capture()
            if since is None:
                last = reporter.tracker.caller_version
                return None if last is None else self._observer.earlier(snapshot, last)
            if reporter.validate(snapshot, since) != "stale_no_history":
                return self._observer.earlier(snapshot, since)
        except (ConnectionLost, InvalidInput):
            raise
        except EngineError:
            return None  # the error that prevents the observation also prevents the action, which reports it
        format, options = reporter.view
        why = reporter.why_not_held(since)
        whole = await self._observer.report(snapshot, full=True, reason=why, format=format, options=options)
        error = ActionError(code="stale_state", message=whole.reason, hint=_TOO_OLD)
        return undone(call.name, error, observation=whole)

    async def _carry_out(self, tab: Tab, call: ActionCall, earlier: PreparedAnswer | None) -> ActionResult:
        refs, lost = self._resolved(tab, call)
        form = FormFilling(await with_refs(call, self._observer.found)) if call.fields else None
        intent = Intent(
            call.action.name,
            *refs[:2],
            wanted=call.wanted,
            submits=call.submits,
            expected=call.expectation,
            quiet=call.quiet,
        )
        around = intent.target is not None and self._observer.reporter.works_beneath(intent.target)
        meter = await Meter(tab).start() if call.options.get("measure", False) else None
        mark = tab.guard.mark() if tab.guard is not None else 0
        watcher = ActionWatcher(tab, intent)
        cost = observation = None
        try:
            await watcher.arm(mentioned(self._observer, tab, call.expectation))
            if form is None:
                performed, failure = await self._act(tab, call, refs, lost, watcher.events)
            else:
                performed = await form.run(tab, lambda one: self._fill_one(tab, one, watcher.events))
                failure = form.failure
            shown = self._observer.reporter.tracker.caller_state
            before = self._observer.commit(earlier, given=performed is not None)
            ahead = self._observer.look_ahead() if meter is None else None  # its work would count as a cost
            watcher.settled = await watcher.rest(performed, ahead)
            if not (watcher.silent or watcher.leaving):
                performed = await wait_for_outcome(watcher, intent, performed, self._observer.captures)
                cost = await meter.stop() if meter is not None else None
                observation = await self._see(
                    call.options.get("since"),
                    before,
                    around=around,
                    done=performed is not None,
                    laid_out=watcher.laid_out,
                )
                if observation is None and performed is not None:
                    await _end_of(tab)
            seen = await watcher.findings()
        finally:
            watcher.leave()
        fields: tuple[FieldOutcome, ...] = ()
        if form is not None:
            failure, fields = await form.settled(tab, observation), tuple(form.outcomes)
        elif failure is not None:
            failure = self._explained(failure, call, intent, observation)
        elif intent.action in ("fill", "select", "type"):
            failure = await refusal_of(tab, performed, observation, call.expectation)
        apart = self.separates_earlier_changes or call.options.get("since") is not None
        result = result_of(intent, performed, seen, failure, observation, shown, apart=apart)
        if intent.action == "fill":
            result = await with_flaw(tab, performed, observation, result)
        result = unread(result, watcher)
        if tab.guard is not None:
            result = with_blocked(result, blocked_in_short(tab.guard.since(mark)))
        return msgspec.structs.replace(
            result, observation=observation, settled=watcher.settled, cost=cost, fields=fields
        )

    def _explained(
        self, failure: ActionError, call: ActionCall, intent: Intent, observation: Observation | None
    ) -> ActionError:
        """The failure with the ways around it: the closer of a cover, what a lost element has become."""
        if observation is not None:
            failure = with_way_out(failure, intent.target, observation.snapshot)
        return with_candidates(failure, call.target, self._observer.reporter)

    def _resolved(self, tab: Tab, call: ActionCall) -> tuple[Refs, StaleRef | None]:
        """The elements that the call names; with the reason where one of them is lost, or is another item's by now.

        Raises `UnknownRef`, also for a field that was never shown, before any other is filled.
        """
        for target, _ in call.fields:
            with suppress(StaleRef):
                if read_name(target) is None:
                    self._observer.resolve(tab, target)
        try:
            refs = tuple(self._observer.resolve(tab, target) for target in call.targets)
        except StaleRef as lost:
            return (), lost
        reads_all = self.separates_earlier_changes
        return refs, reused_target(self._observer.reporter, call, refs, reads_all=reads_all)

    async def _act(
        self, tab: Tab, call: ActionCall, refs: Refs, lost: StaleRef | None, before: BrowserEvents
    ) -> tuple[Performed | None, ActionError | None]:
        """What was done, or the failure that prevented it."""
        try:
            try:
                if lost is not None:
                    raise lost
                return await self._run(tab, call, refs, before), None
            except (StaleRef, NotActionable) as error:
                return await self._run(
                    tab, call, await self._found_again(tab, call, refs, error), before
                ), None
        except EngineError as error:
            failure = action_error(explained(error, tab), lambda name: self._short(tab, name))
            if failure is None:
                raise
            return None, failure
        finally:
            self._observer.captures.invalidate()

    async def _fill_one(
        self, tab: Tab, call: ActionCall, before: BrowserEvents
    ) -> tuple[str, Performed | None, ActionError | None]:
        """Fill one field of a form: its ref, and what was done or the failure that prevented it."""
        try:
            call = await self._by_refs(call)
        except EngineError as error:
            failure = action_error(error)
            if failure is None:
                raise
            return str(call.target), None, failure
        refs, lost = self._resolved(tab, call)
        performed, failure = await self._act(tab, call, refs, lost, before)
        if failure is not None:
            failure = with_candidates(failure, call.target, self._observer.reporter)
        first = refs[0] if refs else None
        ref = str(call.target) if first is None else self._observer.reporter.refs.issue(first)
        return ref, performed, failure

    def _short(self, tab: Tab, name: str) -> str:
        """The short ref of a scoped ref; issued if needed, so that the caller can use it."""
        if ":" not in name:
            return name
        return self._observer.reporter.refs.issue(ScopedRef.parse(name, tab.frames.main.id))

    async def _found_again(
        self, tab: Tab, call: ActionCall, refs: Refs, error: StaleRef | NotActionable
    ) -> Refs:
        """The elements, where one was re-created and its ref proved to belong to the new one (SX-11); else raises."""
        gone = isinstance(error, StaleRef) or error.code == "detached"
        if not gone or call.target is None or tab.failure is not None:
            raise error
        await self._observer.capture()
        first = self._observer.resolve(tab, call.target)
        try:
            found = (first, *(self._observer.resolve(tab, target) for target in call.targets[1:]))
        except StaleRef:
            raise error from None  # the part of the action that is done was done to the first element
        if found == refs:
            raise error
        return found

    async def _run(self, tab: Tab, call: ActionCall, refs: Refs, before: BrowserEvents) -> Performed:
        self.last_action = before
        action, target = call.action, refs[0]
        if action.enters_text and target is not None:
            self._learn_secrets(call, target)
        shows = tab.action_overlay is not None and not (action.uses_pointer or action.moves_view)
        if shows and target is not None:
            await show(tab, target)
        return await action.run(tab, *refs, *call.positional, timeout=call.timeout, **call.arguments)

    def _learn_secrets(self, call: ActionCall, target: ScopedRef) -> None:
        """Mask what is about to be typed into a secret field: the page may use it before it is captured."""
        secrets = self._observer.secrets
        if secrets.holds(target.loader_id, target.backend_node_id):
            for given in call.positional:
                if isinstance(given, str):
                    secrets.learn(given)

    async def _see(
        self, since: int | None, before: PreparedAnswer | None, *, around: bool, done: bool, laid_out: bool
    ) -> Observation | None:
        """The page after the action; None where it cannot be observed (closed, crashed, blocked by a dialog).

        `before` is an answer that precedes this one.
        """
        try:
            snapshot = await self._observer.capture(laid_out=laid_out)
            format, options = self._observer.reporter.view
            gone = 0 if before is None else gone_again(before.observation, snapshot)
            if before is not None:
                since = before.observation.base if gone else before.observation.version
            after = await self._observer.report(
                snapshot,
                since=since,
                instead_of=before if gone else None,
                format=format,
                options=options,
                # What could not be done does not change what lies over the page.
                dock=around and done,
                commit=done or self.separates_earlier_changes,
            )
            return after if before is None else with_earlier(after, before.observation, gone)
        except (ConnectionLost, InvalidInput):
            raise
        except EngineError:
            return None


async def _end_of(tab: Tab) -> None:
    """Wait for a tab that cannot be observed any more to report its end: it stops answering shortly before."""
    with anyio.move_on_after(_CLOSING_SECONDS):
        while not tab.closed and not isinstance(tab.failure, TargetCrashed | DialogBlocking):
            await tab.changed(_CLOSING_SECONDS)
