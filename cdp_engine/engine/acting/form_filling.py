"""Fills several fields in one action: each is filled and read back, and read again when the page has settled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import anyio
import msgspec

from cdp_engine.act import ACTIONS, ENDINGS, Ending, FieldValue, Performed, is_emptied, text_of
from cdp_engine.engine.acting.action_call import ActionCall
from cdp_engine.engine.acting.refused_values import refusal_of
from cdp_engine.engine.results import ActionError, FieldOutcome, Observation
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.observe import HIDDEN, Box, Snapshot, VirtualNode
from cdp_engine.track import Target
from cdp_engine.verify import in_short, same_value

if TYPE_CHECKING:
    from cdp_engine.tab import RequestMark, Tab

Fill = Callable[[ActionCall], Awaitable[tuple[str, Performed | None, ActionError | None]]]
"""Fills the one field of a call: its ref, what was done, or why nothing was."""

_NEAR = 40
"""The distance at which a chip belongs to a field, in CSS px."""
_BY_SCRIPT = ("XHR", "Fetch")
_TYPED = ("insert", "dated", "assign")
_OPPOSITE = {"true": "false", "false": "true"}
_AGAIN = "Filling another field drew the form again. Fill these once more."
_CHOOSE = "Use select(), if it only takes choices; or fill it again."


class FormFilling:
    """The fields of one `fill_form`, and the result of each."""

    def __init__(self, call: ActionCall) -> None:
        self.outcomes: list[FieldOutcome] = []
        self._call = call
        self._performed: dict[str, Performed] = {}

    async def run(self, tab: Tab, fill: Fill) -> Performed | None:
        """Fill one field after the other; a failing field does not stop the others.

        None where no field was filled.
        """
        mark = tab.network.mark()
        ending: Ending = ""
        stopped = done = False
        for target, value in self._call.fields:
            if stopped:
                message = f"not filled: {ENDINGS[ending]} before its turn"
                self.outcomes.append(_failed(str(target), "not_done", message))
                continue
            await _answered(tab, mark)
            mark, was_busy = tab.network.mark(), ending == "busy"
            outcome, performed = await self._filled(fill, target, value)
            self.outcomes.append(outcome)
            if performed is None:
                stopped = was_busy
                continue
            done, ending = True, performed.ending
            stopped = was_busy if ending == "busy" else bool(ending)
            if not ending:
                ending = await self._choose_instead(tab, fill)
                stopped = bool(ending)
        if done and not ending:
            ending = await self._fill_refused(fill)
        if not done:
            return None
        good = [one for one in self.outcomes if one.success]
        return Performed(
            action=self._call.name,
            as_wanted=True if len(good) == len(self.outcomes) else None,
            chosen=tuple(one.ref for one in good if one.method != "adds"),
            labels=", ".join(one.ref for one in good if one.method == "adds"),
            ending=ending,
        )

    async def _filled(
        self, fill: Fill, target: Target, value: FieldValue
    ) -> tuple[FieldOutcome, Performed | None]:
        ref, performed, failure = await fill(self._call.for_field(target, value))
        if performed is not None:
            self._performed[ref] = performed
            return _outcome(ref, value, performed), performed
        code, message, hint = (
            ("", "", "") if failure is None else (failure.code, failure.message, failure.hint)
        )
        return _failed(ref, code, message, hint=hint), None

    async def _fill_refused(self, fill: Fill) -> Ending:
        """Fill once more what was not editable before the fields after it were filled, as the end of a range."""
        last = max(
            (place for place, one in enumerate(self.outcomes) if one.ref in self._performed), default=0
        )
        for place, one in enumerate(self.outcomes[:last]):
            if one.code == "not_editable":
                self.outcomes[place], performed = await self._filled(fill, *self._call.fields[place])
                if performed is not None and performed.ending:
                    return performed.ending
        return ""

    async def _choose_instead(self, tab: Tab, fill: Fill) -> Ending:
        """Choose the text of the field before the last one from its list, where leaving that field has emptied it."""
        place = len(self.outcomes) - 2
        one = self.outcomes[place] if place >= 0 else None
        performed = self._performed.get(one.ref) if one is not None and one.success else None
        target, value = self._call.fields[place]
        if one is None or performed is None or one.method != "insert" or not (one.value or "").strip("• "):
            return ""
        if performed.ref is None or not isinstance(value, str):
            return ""
        with suppress(EngineError):
            if await is_emptied(tab, performed.ref):
                ref, chosen, _ = await fill(self._call.for_field(target, [value]))
                if chosen is not None:
                    self.outcomes[place] = _outcome(ref, value, chosen)
                    self._performed[ref] = chosen
                    return chosen.ending
        return ""

    async def settled(self, tab: Tab, observation: Observation | None) -> ActionError | None:
        """The fields that failed, with what they hold after the page has settled, and what it says against that."""
        if observation is not None:
            self.outcomes = [
                _settled(one, self._performed.get(one.ref), observation.snapshot) for one in self.outcomes
            ]
        for place, one in enumerate(self.outcomes):
            refusal = (
                await refusal_of(tab, self._performed.get(one.ref), observation) if one.success else None
            )
            if refusal is not None:
                self.outcomes[place] = _failed(
                    one.ref, refusal.code, refusal.message, held=one.value, hint=refusal.hint
                )
        return self.failure

    @property
    def failure(self) -> ActionError | None:
        """The failed fields in words; None where all hold the given values."""
        bad = [one for one in self.outcomes if not one.success]
        if not bad:
            return None
        good = [one.ref for one in self.outcomes if one.success]
        hints = list(dict.fromkeys(one.hint for one in bad if one.hint))
        several = len(hints) > 1  # each belongs to its own field then
        words = "; ".join(
            f"{one.ref}: {one.message.rstrip('.')}{f' ({one.hint})' if several and one.hint else ''}"
            for one in bad
        )
        filled = f". Filled: {', '.join(good)}" if good else ""
        hint = hints[0] if len(hints) == 1 else "Observe the page, then fill these again."
        return ActionError(
            code=bad[0].code,
            message=f"{len(bad)} of {len(self.outcomes)} fields: {words}{filled}",
            hint=hint,
        )


async def _answered(tab: Tab, mark: RequestMark) -> None:
    """Wait for what a field had the page request: its answer may draw the form again, without what was filled since."""
    now = anyio.current_time()
    sent = [request for request in tab.network.since(mark) if request.resource_type in _BY_SCRIPT]
    if any(request.pending and tab.network.is_blocking(request, now) for request in sent):
        await tab.changes.settle(mark=mark)


async def with_refs(call: ActionCall, found: Callable[[Target], Awaitable[Target | None]]) -> ActionCall:
    """The call of a form with a ref for each name: a picker that one field opens may change the name of another.

    Raises `InvalidInput` where two names mean the same field: only the caller knows which value is meant.
    """
    fields = list(call.fields)
    for place, (target, value) in enumerate(fields):
        with suppress(EngineError):  # a field that another brings up has its name later
            fields[place] = await found(target) or target, value
    refs = [str(target).removeprefix("@") for target, _ in fields]
    for (target, _), ref in zip(call.fields, refs, strict=True):
        if refs.count(ref) > 1:
            means = "" if str(target).removeprefix("@") == ref else f" ({target})"
            raise InvalidInput(f"{ref}{means} is given twice", hint="Nothing was done. Give each field once.")
    return replace(call, fields=tuple(fields))


def _outcome(ref: str, value: FieldValue, performed: Performed) -> FieldOutcome:
    held = performed.value_after
    if performed.received is False and not performed.ending:
        return _failed(ref, "not_received", "it did not receive the event", held=held)
    if performed.as_wanted is False and not same_value(text_of(value), held, before=performed.value_before):
        return _failed(ref, "value_mismatch", f"it holds {in_short(held)} afterwards", held=held)
    return FieldOutcome(ref=ref, success=True, value=held, method=performed.method)


def _settled(one: FieldOutcome, performed: Performed | None, snapshot: Snapshot) -> FieldOutcome:
    """The outcome, with the current value of a typed text, or of a choice that the page took back."""
    if not one.success or performed is None:
        return one
    try:
        node = snapshot.get(one.ref)
    except EngineError:
        return one
    if one.method in _TYPED:
        return _settled_text(one, node, snapshot) if one.value and one.value.strip("•") else one
    message, held = _taken_back(performed, node)
    return _failed(one.ref, "value_mismatch", message, held=held, hint=_AGAIN) if message else one


def _taken_back(performed: Performed, node: VirtualNode) -> tuple[str, str]:
    """What a choice is again, in words, and what the field holds: a later choice may have drawn the form again."""
    sets = ACTIONS[performed.action].sets_state
    if sets is not None:
        held = "true" if "checked" in node.states else "false"
        if node.tag == "input" and performed.as_wanted and sets == ("checked", _OPPOSITE[held]):
            return f"the page took the choice back: checked is {held}", held
        return "", ""
    if node.tag != "select" or not performed.labels or performed.method not in ("", "from-first"):
        return "", ""
    late = node.value or ""
    if not late and performed.chosen != ("",):
        return "the page emptied it afterwards", late
    earlier = _option_text(node, performed.value_before or "")
    if late == earlier and late != performed.labels and not same_value(late, performed.labels):
        return f"the page took the choice back and now holds {in_short(late)}", late
    return "", ""


def _option_text(field: VirtualNode, value: str) -> str | None:
    """The text of the option of a `<select>` with that value; None where there is none."""
    for option in field.walk():
        if option.tag == "option":
            text, given = " ".join(option.text_content.split()), option.attribute("value")
            if (text if given is None else given) == value:
                return text
    return None


def _settled_text(one: FieldOutcome, node: VirtualNode, snapshot: Snapshot) -> FieldOutcome:
    """The outcome of a typed text, with its current value."""
    assert one.value is not None
    late = node.value or ""
    if node.tag not in ("input", "textarea") or HIDDEN in late:
        return one  # a text that is also a secret is never read back
    if not late.strip("•"):
        if _shows_beside(snapshot, node, one.value.strip()):
            return one  # as a chip that the field made of it
        return _failed(one.ref, "value_mismatch", "the page emptied it afterwards", held=late, hint=_CHOOSE)
    if (
        "".join(late.split()) == "".join(one.value.split())
        or same_value(one.value, late)
        or _is_starred(late, one.value)
    ):
        return msgspec.structs.replace(one, value=late)
    message = f"the page changed it afterwards and now holds {in_short(late)}"
    return _failed(one.ref, "value_mismatch", message, held=late)


def _is_starred(shown: str, value: str) -> bool:
    """Whether a snapshot masks a value, as it does the numbers of cards."""
    drawn, held = "".join(shown.split()), "".join(value.split())
    if "*" not in drawn or len(drawn) != len(held):
        return False
    return all(one in ("*", other) for one, other in zip(drawn, held, strict=True))


def _shows_beside(snapshot: Snapshot, field: VirtualNode, text: str) -> bool:
    """Whether a text is shown close to a field."""
    box = field.box
    if box is None:
        return False
    around = Box(box.x - _NEAR, box.y - _NEAR, box.width + 2 * _NEAR, box.height + 2 * _NEAR)
    boxes = (node.box for node in snapshot.find(text=text))
    return any(one is not None and one.intersection(around).area > 0 for one in boxes)


def _failed(ref: str, code: str, message: str, *, held: str | None = None, hint: str = "") -> FieldOutcome:
    return FieldOutcome(ref=ref, success=False, value=held, code=code, message=message, hint=hint)
