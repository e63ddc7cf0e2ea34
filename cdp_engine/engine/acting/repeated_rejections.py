"""Whether a page that rejected an action rejects it once more: its complaint stays, and nothing else came of it.

A page need not draw the same message again, and a complaint that only stays is nothing new.
"""

from __future__ import annotations

import msgspec

from cdp_engine.engine.acting.action_call import ActionCall
from cdp_engine.engine.acting.messages import failed_line
from cdp_engine.engine.acting.shown_contents import shown_texts
from cdp_engine.engine.results import ActionError, ActionResult, Observation
from cdp_engine.observe import Snapshot
from cdp_engine.verify import Confirmed, NoEffect, complaint_in

_HINT = "Correct what it complains of, then try again."


class RepeatedRejections:
    """What a page has said against the last actions on an element of it."""

    def __init__(self) -> None:
        self._said: tuple[str, str, str] | None = None
        self._last: Snapshot | None = None

    def judged(self, call: ActionCall, result: ActionResult) -> ActionResult:
        """The result of an action; a rejection where the last one like it was rejected, and that is all one sees."""
        done = (call.name, str(call.target))
        last, seen = self._last, result.observation
        self._last = last if seen is None else seen.snapshot
        error = result.error
        if error is not None and error.code == "rejected" and call.target is not None:
            self._said = (*done, complaint_in(error.message))
        if self._said is None or self._said[:2] != done or not result.success:
            return result
        said = self._said[2]
        if call.expectation is not None or not (_shows_nothing(result, last) and _says(seen, said)):
            self._said = None
            return result
        message = f"the page still says “{said}”, and nothing else is seen to have changed"
        again = ActionError(code="rejected", message=message, hint=_HINT)
        effect = NoEffect(why=message, evidence=result.effect.evidence)
        line = failed_line(call.name, again)
        return msgspec.structs.replace(result, success=False, error=again, effect=effect, message=line)


def _shows_nothing(result: ActionResult, last: Snapshot | None) -> bool:
    """Whether a person saw nothing come of an action: no other text than in the `last` answer."""
    effect, seen = result.effect, result.observation
    if not isinstance(effect, NoEffect | Confirmed) or effect.evidence.states or seen is None or last is None:
        return False
    if seen.kind in ("overlay_opened", "overlay_closed"):
        return False
    return seen.kind == "no_change" or shown_texts(seen.snapshot) == shown_texts(last)


def _says(observation: Observation | None, said: str) -> bool:
    """Whether a page shows a complaint, which may be quoted with the name of its field before it."""
    texts = [text for text in (said, said.partition(": ")[2]) if text]
    return observation is not None and any(observation.snapshot.find(text=text) for text in texts)
