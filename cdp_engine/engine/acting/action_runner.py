"""One action from the asking to the answer: watch → act → rest → observe → judge (CD-05, FP-09, EX-02)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypedDict, Unpack

import anyio
import msgspec

from cdp_engine.act import Performed
from cdp_engine.engine.acting.failure_codes import action_error
from cdp_engine.engine.acting.messages import changes_of, did_of, message_of, with_blocked
from cdp_engine.engine.observing.reporter import Memory, Wish
from cdp_engine.engine.results import ActionError, ActionResult, Observation
from cdp_engine.errors import (
    ConnectionLost,
    DialogBlocking,
    EngineError,
    InvalidInput,
    NotActionable,
    StaleRef,
    TargetCrashed,
)
from cdp_engine.observe import ScopedRef, Snapshot
from cdp_engine.tab import Tab, blocked_in_short
from cdp_engine.track import RefTable, Target
from cdp_engine.verify import (
    Expectation,
    Expected,
    Findings,
    Intent,
    Meter,
    NoEffect,
    Refused,
    Verification,
    Witness,
    as_expectation,
    closer_of,
    effect_of,
    evidence_of,
    shortfall_of,
    verify,
)

_LOST = ("stale", "detached")
_TOO_OLD = "Nothing was done. The page as it is now is in the observation: choose from it and act again."


class Actor(Protocol):
    """What an action needs of a page."""

    memory: Memory

    async def attach(self, *, timeout: float = 10.0) -> Tab:
        """The tab, attached."""
        ...

    async def look(self) -> Snapshot:
        """The page now; nobody is told."""
        ...

    async def tell(self, snapshot: Snapshot, **wish: Unpack[Wish]) -> Observation:
        """The answer to the caller."""
        ...

    def touched(self) -> None:
        """Something was, or is about to be, done to the page."""
        ...

    def named(self, tab: Tab, target: Target) -> ScopedRef:
        """The element that `target` names."""
        ...


class Checks(TypedDict, total=False):
    """What every action can be asked beside what it does."""

    expect: Expected | None
    """The outcome to verify; it then decides about the success (SX-14)."""
    measure: bool
    """Whether to tell what the action cost the page (CD-16)."""


class Asked(Checks, total=False):
    """The same, with what the action itself means to bring about."""

    wanted: str | None
    """What the element should hold afterwards."""
    submits: bool
    """Whether the action ends by handing a form in."""


_CLOSING_SECONDS = 1.0


async def perform(
    actor: Actor,
    action: str,
    since: int | None,
    deed: Callable[[Tab], Awaitable[Performed]],
    target: Target | None = None,
    **asked: Unpack[Asked],
) -> ActionResult:
    """Carry out `deed`, let the page come to rest, and say what was seen.

    `since` is the version that the caller acts on. Where it is too old to tell what has changed since, nothing is done
    and the answer is the whole page (`stale_state`). After a deed that could not be done the caller's picture counts as
    it was, so that the next answer starts from there again (FP-09); what was done without the wanted outcome is told
    as any other change, and the next answer starts from it. `target` is the element that `deed` is about, where there
    is one.
    Raises `InvalidInput` and `ConnectionLost`; whatever else goes wrong is in the result.
    """
    began = anyio.current_time()
    expected = asked.get("expect")
    expectation = as_expectation(expected) if expected is not None else None
    try:
        tab = await _reach(actor)
    except EngineError as error:
        failure = action_error(error, str)
        if failure is None:
            raise
        return _undone(action, failure, began)
    actor.touched()
    refused = await _too_old(actor, tab, since)
    if refused is not None:
        error = ActionError(code="stale_state", message=refused.reason, hint=_TOO_OLD)
        return _undone(action, error, began, refused)
    intent = Intent(
        action=action,
        target=_present(actor, tab, target),
        wanted=asked.get("wanted"),
        submits=asked.get("submits", False),
        expected=expectation,
    )
    around = intent.target is not None and actor.memory.works_beneath(intent.target)
    meter = Meter(tab) if asked.get("measure", False) else None
    if meter is not None:
        await meter.start()
    mark = tab.guard.mark() if tab.guard is not None else 0
    witness = Witness(tab, intent)
    performed: Performed | None = None
    failure = None
    try:
        await witness.arm(_mentioned(actor, tab, expectation))
        try:
            performed = await _do(actor, tab, deed, target)
        except EngineError as error:
            failure = _failure(actor, tab, error)
            if failure is None:
                raise
        finally:
            actor.touched()
        settled = await witness.rest(performed)
        cost = observation = None
        if not witness.silent:
            if performed is not None and expectation is not None:
                await _wait_for_outcome(witness, intent, performed, expectation)
            cost = await meter.stop() if meter is not None else None
            observation = await _see(actor, since, around=around, commit=performed is not None)
            if observation is None and performed is not None:
                await _end_of(tab)
        seen = await witness.findings()
    finally:
        witness.leave()
    if failure is not None and observation is not None:
        failure = _with_closer(failure, intent.target, observation.snapshot)
    if failure is not None and failure.code in _LOST and target is not None:
        failure = _with_candidates(failure, actor.memory, target)
    result = _judged(intent, performed, seen, failure)
    if witness.silent and result.success:
        result = _unanswered(result)
    if tab.guard is not None:
        result = with_blocked(result, blocked_in_short(tab.guard.since(mark)))
    return msgspec.structs.replace(
        result,
        observation=observation,
        settled=settled,
        cost=cost,
        duration=anyio.current_time() - began,
    )


def _unanswered(result: ActionResult) -> ActionResult:
    """No success where nothing could be seen: the page hangs since, or still (EX-07)."""
    message = "it was done, but the page has not answered since: a script keeps it busy"
    error = ActionError(code="busy", message=message, hint="Wait and observe again, or reload the page.")
    said = f"{result.action} not confirmed: {message}. {error.hint}"
    return msgspec.structs.replace(result, success=False, error=error, message=said)


def _judged(
    intent: Intent,
    performed: Performed | None,
    seen: Findings,
    failure: ActionError | None,
) -> ActionResult:
    """The answer: the effect, whether what was expected came true, and whether that makes a success."""
    shortfall = shortfall_of(intent, performed, seen) if performed is not None else None
    refused = None
    if failure is not None:
        refused = Refused(failure.code, failure.message, failure.covered_by, failure.closer)
    effect = effect_of(intent, performed, seen, refused=refused, shortfall=shortfall)
    verification = _verification(intent, performed, seen)
    if failure is None and intent.expected is not None:
        if not verification.success:
            code = shortfall.code if shortfall is not None else "not_verified"
            hint = (
                shortfall.hint
                if shortfall is not None
                else "Observe the page, then decide what to do instead."
            )
            failure = ActionError(code=code, message=verification.feedback, hint=hint)
    elif failure is None and shortfall is not None:
        failure = ActionError(code=shortfall.code, message=shortfall.message, hint=shortfall.hint)
    return ActionResult(
        action=intent.action,
        success=failure is None,
        message=message_of(intent.action, effect, failure, seen),
        error=failure,
        effect=effect,
        verification=verification,
        changes=changes_of(performed, seen),
        evidence=performed,
    )


def _verification(intent: Intent, performed: Performed | None, seen: Findings) -> Verification:
    effect = effect_of(intent, performed, seen)
    return verify(intent, performed, seen, evidence_of(intent, performed, seen), did_of(effect))


async def _wait_for_outcome(
    witness: Witness, intent: Intent, performed: Performed, expectation: Expectation
) -> None:
    """Return once the expected outcome came, or its time is over."""
    deadline = anyio.current_time() + expectation.timeout
    while True:
        seen = await witness.findings()
        left = deadline - anyio.current_time()
        if _verification(intent, performed, seen).success or left <= 0 or seen.closed:
            return
        await witness.change(left)


def _failure(actor: Actor, tab: Tab, error: EngineError) -> ActionError | None:
    """What kept the action from being done."""
    return action_error(error, lambda name: _short(actor.memory.refs, tab, name))


def _with_closer(failure: ActionError, target: ScopedRef | None, snapshot: Snapshot) -> ActionError:
    """The failure with the way past what covers the element (EX-03)."""
    if failure.covered_by is None:
        return failure
    found = closer_of(snapshot, target, failure.covered_by)
    if found is None:
        return failure
    hint = f"It is covered by {failure.covered_by}; click {found.ref} to close that, then try again."
    return msgspec.structs.replace(failure, closer=found.ref, hint=hint)


def _undone(
    action: str, failure: ActionError, began: float, observation: Observation | None = None
) -> ActionResult:
    """The answer to an action that was not begun."""
    return ActionResult(
        action=action,
        success=False,
        message=f"{action} not done: {failure.message}. {failure.hint}",
        error=failure,
        effect=NoEffect(why=f"it was not done: {failure.message}"),
        observation=observation,
        duration=anyio.current_time() - began,
    )


def _present(actor: Actor, tab: Tab, target: Target | None) -> ScopedRef | None:
    """The element as it is known now; None where there is none or it is lost."""
    try:
        return None if target is None else actor.named(tab, target)
    except StaleRef:
        return None


def _mentioned(actor: Actor, tab: Tab, expectation: Expectation | None) -> dict[str, ScopedRef]:
    """The elements that the expectation names. Raises `UnknownRef`."""
    found: dict[str, ScopedRef] = {}
    for outcome in expectation.outcomes if expectation is not None else ():
        scoped = _present(actor, tab, outcome.ref) if outcome.ref else None
        if scoped is not None:
            found[outcome.ref] = scoped
    return found


async def _reach(actor: Actor) -> Tab:
    """The tab, in a state in which it has a document to act on. Raises what keeps it from that."""
    tab = await actor.attach()
    if tab.failure is not None and (tab.closed or not tab.frames.known):
        raise tab.failure
    return tab


async def _too_old(actor: Actor, tab: Tab, since: int | None) -> Observation | None:
    """The whole page, where the caller's version is older than what is remembered (FP-09)."""
    tracker = actor.memory.tracker
    if since is None:
        return None
    if since == tracker.version and tracker.shows(tab.frames.main.loader_id):
        return None  # at most one change behind, and that one will be told with what the action changes
    try:
        snapshot = await actor.look()
    except (ConnectionLost, InvalidInput):
        raise
    except EngineError:
        return None  # what keeps the page from being seen keeps the action from it, too, and says why
    if actor.memory.standing(snapshot, since) != "stale_no_history":
        return None
    format, options = actor.memory.view
    why = f"version {since} is too old or was never shown"
    return await actor.tell(snapshot, full=True, reason=why, format=format, options=options)


async def _do(
    actor: Actor, tab: Tab, deed: Callable[[Tab], Awaitable[Performed]], target: Target | None
) -> Performed:
    """The deed; once more where its element was made anew and its ref proved to name the new one (SX-11)."""
    named: ScopedRef | None = None
    try:
        named = None if target is None else actor.named(tab, target)
        return await deed(tab)
    except (StaleRef, NotActionable) as error:
        detached = isinstance(error, StaleRef) or error.code == "detached"
        if not detached or target is None or tab.failure is not None:
            raise
        await actor.look()
        if actor.named(tab, target) in (named, None):
            raise
        return await deed(tab)


async def _see(actor: Actor, since: int | None, *, around: bool, commit: bool) -> Observation | None:
    """The page after the action; None where it cannot be seen any more (closed, crashed, held by a dialog)."""
    try:
        snapshot = await actor.look()
        format, options = actor.memory.view
        return await actor.tell(
            snapshot, since=since, format=format, options=options, dock=around, commit=commit
        )
    except (ConnectionLost, InvalidInput):
        raise
    except EngineError:
        return None


async def _end_of(tab: Tab) -> None:
    """Wait for a tab that cannot be seen any more to say that it has closed: it stops answering a moment before."""
    with anyio.move_on_after(_CLOSING_SECONDS):
        while not tab.closed and not isinstance(tab.failure, TargetCrashed | DialogBlocking):
            await tab.changed(_CLOSING_SECONDS)


def _with_candidates(failure: ActionError, memory: Memory, target: Target) -> ActionError:
    """The failure with what the lost element may have become, best first (EX-06)."""
    lost = memory.lost(str(target))
    if lost is None:
        return failure
    if not lost.candidates:
        return ActionError(code="stale", message=failure.message, hint=failure.hint)
    best = ", ".join(
        f"{one.ref} ({one.role} {one.name!r}, {one.confidence:.2f})" for one in lost.candidates[:3]
    )
    return ActionError(
        code="stale",
        message=failure.message,
        hint=f"It may have become {best}; observe the page and choose.",
        candidates=tuple(one.ref for one in lost.candidates),
    )


def _short(refs: RefTable, tab: Tab, name: str) -> str:
    """The short ref of an element named in full; issued if need be, so that the caller can use it."""
    return refs.issue(ScopedRef.parse(name, tab.frames.main.id)) if ":" in name else name
