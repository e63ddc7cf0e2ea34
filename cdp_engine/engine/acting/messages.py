"""The result of an action in words: one line for a model with the next step, and the changes (pure; CD-06)."""

from __future__ import annotations

import re

import msgspec

from cdp_engine.act import ACTIONS, Performed
from cdp_engine.engine.results import ActionError, ActionResult, Changes, Observation
from cdp_engine.verify import (
    CHANGED,
    NOW_SAYS,
    ActionWatcher,
    Blocked,
    Confirmed,
    DialogOpened,
    Downloaded,
    Effect,
    Evidence,
    Findings,
    Navigated,
    NewTab,
    NoEffect,
    in_short,
)
from cdp_engine.views import body, harmless

_WORD = re.compile(r"\w+")
_MOST_OF_ALL = 0.9
_UNSURE = (
    "pressed {}, and the list does not show whether that is on or off now: look at what it changes, and click it again "
    "if it is off"
)
_LOOK = "If you expected more, observe the page again or try another element."


def changes_of(performed: Performed | None, seen: Findings, evidence: Evidence) -> Changes:
    """What the page did while and after the action."""
    main = next((move for move in seen.moves if move.frame is None), None)
    return Changes(
        navigated=main is not None,
        url=main.url if main is not None and not main.again else "",
        dialogs=tuple(f"{dialog.type}: {dialog.message}" for dialog in seen.dialogs),
        new_tabs=tuple(tab.target for tab in seen.tabs),
        downloads=tuple(download.name for download in seen.downloads),
        value=None if performed is None else performed.value_after,
        scrolled=evidence.scrolled is not None
        or evidence.part_scrolled
        or (performed is not None and performed.scrolled),
    )


def did_of(effect: Effect) -> str:
    """The effect in words."""
    match effect:
        case Confirmed():
            return effect.what
        case NoEffect():
            return effect.why
        case Blocked():
            return f"it was blocked ({effect.reason})"
        case Navigated():
            where = "the page is" if effect.frame is None else "a frame is"
            status = f" (HTTP {effect.status})" if effect.status is not None and effect.status >= 400 else ""
            return f"{where} now at {effect.url}{status}"
        case DialogOpened():
            how = "is open and waits for an answer" if effect.answer == "open" else f"was {effect.answer}"
            return f"a dialog ({effect.type}) said “{body(effect.message)}” and {how}"
        case NewTab():
            return f"a new tab opened at {effect.url or 'about:blank'}"
        case Downloaded():
            return f"a download of {effect.name} began"
        case _:
            return f"it holds {in_short(effect.held)} instead of {in_short(effect.wanted)}"


def legible(result: ActionResult) -> ActionResult:
    """The result with sentences that hold no sign by which a page steers or forges what a reader sees."""
    error = result.error
    if error is not None:
        error = msgspec.structs.replace(error, message=harmless(error.message), hint=harmless(error.hint))
    return msgspec.structs.replace(result, message=harmless(result.message), error=error)


def undone(
    action: str, failure: ActionError, *, observation: Observation | None = None, duration: float = 0.0
) -> ActionResult:
    """The result of an action that was not started."""
    return ActionResult(
        action=action,
        success=False,
        message=f"{action} not done: {failure.message}. {failure.hint}",
        error=failure,
        effect=NoEffect(why=f"it was not done: {failure.message}"),
        observation=observation,
        duration=duration,
    )


def unread(result: ActionResult, watcher: ActionWatcher) -> ActionResult:
    """The result with the reason why the page could not be read afterwards.

    No success where nothing could be observed because the page hangs (EX-07).
    """
    if watcher.leaving:
        silence = watcher.tab.silence
        said = f"{result.message.rstrip('.')}. Nothing more can be read now: {silence.reason}. {silence.hint}"
        return msgspec.structs.replace(result, message=said)
    if not (watcher.silent and result.success):
        return result
    message = "it was done, but the page has not answered since: a script keeps it busy"
    error = ActionError(code="busy", message=message, hint="Wait and observe again, or reload the page.")
    sentence = f"{result.action} not confirmed: {message}. {error.hint}"
    return msgspec.structs.replace(result, success=False, error=error, message=sentence)


def with_meant(result: ActionResult, refs: tuple[str, ...]) -> ActionResult:
    """The answer with the refs of the elements that the caller called by their names."""
    if not refs:
        return result
    rest = result.message.removeprefix(result.action)
    return msgspec.structs.replace(result, message=f"{result.action} {' to '.join(refs)}{rest}", meant=refs)


def with_blocked(result: ActionResult, blocked: tuple[str, ...]) -> ActionResult:
    """The result with the requests that the lists of domains blocked (EX-09)."""
    if not blocked:
        return result
    return msgspec.structs.replace(
        result,
        message=f"{result.message} Held back by the lists of domains: {'; '.join(blocked)}.",
        changes=msgspec.structs.replace(result.changes, blocked=blocked),
    )


def message_of(
    action: str,
    effect: Effect,
    failure: ActionError | None,
    seen: Findings,
    observation: Observation | None = None,
    performed: Performed | None = None,
) -> str:
    """The line that a model reads: what happened, the page's messages about it, what to do next.

    A new text of the page is not quoted where the observation that comes with the line lists it.
    """
    if failure is not None:
        sentence = "" if isinstance(effect, NoEffect | Blocked) else f" Seen: {did_of(effect)}."
        known = ACTIONS.get(action)
        if isinstance(effect, Confirmed) and known is not None and known.of_fields:
            sentence = ""  # the failure names the fields that hold what was given
        if isinstance(effect, NoEffect | Blocked) and effect.evidence.scrolled:
            sentence = " The page was scrolled to reach it."
        return failed_line(action, failure, sentence)
    parts = [f"{action} done: {_did_beside(effect, observation)}"]
    others = seen.dialogs[:-1] if isinstance(effect, DialogOpened) else seen.dialogs
    parts += [f"dialog “{body(d.message)}” was {d.answer}" for d in others]
    if not isinstance(effect, NewTab) and seen.tabs:
        parts.append(f"{len(seen.tabs)} new tab(s) opened")
    parts += [f"download of {d.name} began" for d in seen.downloads if not isinstance(effect, Downloaded)]
    parts += [*(f"the page says “{text}”" for text in effect.evidence.errors[:2]), *_thrown(effect)]
    if performed is not None and performed.unsure:
        parts.append(_UNSURE.format(", ".join(map(repr, performed.unsure))))
    line = "; ".join(parts)
    return f"{line}. {_LOOK}" if isinstance(effect, NoEffect) else line


def failed_line(action: str, failure: ActionError, sentence: str = "") -> str:
    """The line about a failure, with a sentence about what was seen beside it."""
    how = "not confirmed" if failure.code == "busy" else f"failed ({failure.code})"
    return f"{action} {how}: {failure.message.rstrip('.')}.{sentence} {failure.hint}"


def _did_beside(effect: Effect, observation: Observation | None) -> str:
    """The effect in words, beside the view that comes with them."""
    did, _, quoted = did_of(effect).partition(NOW_SAYS)
    if quoted and not _lists(observation, quoted):
        did = f"{did}{NOW_SAYS}{quoted}"
    elif did == CHANGED and observation is not None and observation.kind == "no_change":
        did = f"{did}, in nothing that the view shows"
    return did


def _thrown(effect: Effect) -> list[str]:
    """The exception beside an effect in the same document, in words."""
    left = isinstance(effect, Navigated) and not effect.same_document
    return [f"a script of the page threw: {text}" for text in effect.evidence.exceptions[: not left]]


def _lists(observation: Observation | None, text: str) -> bool:
    """Whether a view has the words of a text; a few of many may be written otherwise there."""
    listed = set(_words(observation.text)) if observation is not None else set[str]()
    words = _words(text)
    return sum(word in listed for word in words) >= _MOST_OF_ALL * len(words)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
