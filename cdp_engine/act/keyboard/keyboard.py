"""Types text and presses keys, with the same key events as a keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import anyio
import msgspec

from cdp_engine.act.actionability import FieldFacts, Refusal
from cdp_engine.act.cells.cell_fields import EditedCell, cell_of_field, read_cell
from cdp_engine.act.cells.grid_cell import Cell, cell_for_keys, typed_in_cell
from cdp_engine.act.dispatch import ask_after, burst, is_mac, stroke_command
from cdp_engine.act.element import Deadline, Element, located
from cdp_engine.act.fields.fill_plan import TYPED, is_field
from cdp_engine.act.focus import DEFAULT_TIMEOUT, Blurred, FocusState, take_focus
from cdp_engine.act.keyboard.code_cells import METHOD, code_held, code_in, enter_code
from cdp_engine.act.keyboard.keys import Chord, KeyStroke, chord_strokes, parse_chord
from cdp_engine.act.keyboard.opened_field import Sent, in_opened
from cdp_engine.act.keyboard.typed_text import in_tags, send_lines, send_text
from cdp_engine.act.performed import Ending, Held, Performed
from cdp_engine.errors import InvalidInput, NotActionable
from cdp_engine.observe import ScopedRef
from cdp_engine.rpc import Session

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_CLEARINGS = 3
_OPENS_MS = 300
"""How long a field that opens with the first key may take."""
_BETWEEN_SECONDS = 0.03
"""Editors learn only by an event after a key where it moved the caret; no hand is as fast as that."""
_PROVEN = 3
"""How many keys must be seen to be taken where no field has the focus: a shortcut may draw its own letter."""
_DRAWN = frozenset({"editor", "sections", "slider"})
"""Kinds of fields that are none of HTML."""
_END_KEYS = {"email": "End", "number": "End", "editor": "ControlOrMeta+End"}
_METHODS = {"editor": "editor"}
_QUOTED = 40


class TypingTarget(msgspec.Struct, frozen=True):
    """What has the focus before typing: a `field`, a `widget` that knows keys, or neither (empty).

    It is a `list` where a select has it, no option of which begins with the text.
    `shown` is how often the page shows the first character.
    """

    place: str = ""
    shown: int = 0
    description: str = ""


async def type_text(
    tab: Tab,
    ref: ScopedRef | None,
    text: str,
    *,
    delay: float = 0.0,
    clear: bool = False,
    enter: bool = False,
    blur: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Type a text key by key into an element (None: the focused one), `delay` seconds between keys.

    The caret stays where it is in a field that has the focus already, and goes behind the text in any other;
    `clear` empties the field first, with keys; `enter` presses Enter at the end, `blur` then takes the focus from
    the element. Characters that no key of a US keyboard types go in as from an input method, Chinese, Japanese and
    Korean by a composition. `delay` time does not count against `timeout`.

    Raises NotActionable (`not_editable` where nothing takes the first key), StaleRef. VD-09.
    """
    if delay < 0:
        raise InvalidInput("delay must not be negative")
    deadline = Deadline(timeout + delay * (len(text) + 2))
    async with located(tab, ref, deadline) as element:
        before: str | None = None
        wanted: str | None = None
        replaced = ""
        method = ""
        in_field = False
        cell: Cell | None = None
        edited = EditedCell()
        code = ""
        if ref is not None:
            facts, state, cell = await _ready_for_keys(tab, element)
            before = facts.value
            if not state.before and not clear:
                await _to_end(tab, element, facts)
            replaced = state.selected
            if clear:
                await empty_field(element, tab)
                wanted = None if enter or blur else _whole(facts.kind, text)
            in_field = facts.kind in TYPED and not clear
            code = code_in(facts, text)
            method = _method(facts.kind, code)
        sent = await _type(element, text, delay, deadline, in_field=in_field, clear=clear, code=code)
        ending = sent.ending
        enter = enter and not sent.refused.lost  # it would take over what was not meant
        if enter:
            edited = await cell_of_field(element, ending, before)
            ending = await _enter(element, ending, text)
        if blur:
            _, ending = await ask_after(element, ending, "blur", into=Blurred)
        after = Held()
        if cell is not None:
            method = "cell"
            after, ending = await typed_in_cell(element, ending, cell, text if enter else "")
        elif ref is not None:
            in_cell, after, ending = await read_cell(element, ending, edited)
            method = in_cell or method
            if after.value is None:
                after, ending = await _held(element, ending, wanted, code)
            after, method = await in_tags(element, after, ending, text, method)
        if sent.refused.matches is False:
            after = sent.refused
        return Performed(
            action="type",
            ref=ref,
            value_before=before,
            value_after=after.value,
            replaced=replaced,
            as_wanted=after.matches,
            method=method,
            focused=not blur if ref is not None else None,
            ending=ending,
            seconds=deadline.elapsed,
        )


async def press(
    tab: Tab,
    keys: str | Sequence[str],
    ref: ScopedRef | None = None,
    *,
    repeat: int = 1,
    delay: float = 0.0,
    timeout: float = DEFAULT_TIMEOUT,
) -> Performed:
    """Press a key or chord (`Enter`, `Control+A`, `Shift+ArrowLeft`), or several one after the other.

    `ref` gets the focus first; None leaves it where it is. `repeat` presses the key that often while the modifiers
    stay down. Raises InvalidInput for a key that does not exist, NotActionable, StaleRef. VD-09.
    """
    if repeat < 1:
        raise InvalidInput("repeat must be at least 1")
    mac = is_mac(tab)
    words = [keys] if isinstance(keys, str) else list(keys)
    chords: list[Chord] = [parse_chord(word, mac=mac) for word in words]
    deadline = Deadline(timeout + delay * len(chords) * repeat)
    async with located(tab, ref, deadline) as element:
        before: str | None = None
        if ref is not None:
            before = (await _focused_field(element, caret="start"))[0].value
        ending: Ending = ""
        for number, chord in enumerate(chords):
            if number and not delay:
                await anyio.sleep(_BETWEEN_SECONDS)
            strokes = chord_strokes(chord, repeat=repeat, mac=mac)
            ending = await _send_strokes(element.session, strokes, deadline, delay)
            if ending:
                break
        after, ending = await read_back(element, ending) if ref is not None else (Held(), ending)
        return Performed(
            action="press",
            ref=ref,
            value_before=before,
            value_after=after.value,
            focused=True if ref is not None else None,
            ending=ending,
            seconds=deadline.elapsed,
        )


async def _focused_field(element: Element, *, caret: str) -> tuple[FieldFacts, FocusState]:
    """The field as it was before it got the focus, and how it got it; asked in one breath. Raises NotActionable."""
    with element.start("field") as before:
        state = await take_focus(element, caret=caret)
        return await element.answer(before, "field", FieldFacts), state


async def _ready_for_keys(tab: Tab, element: Element) -> tuple[FieldFacts, FocusState, Cell | None]:
    """As `_focused_field`; a cell of a grid is the one that its grid sends the keys to. Raises NotActionable."""
    with element.start("field") as before:
        refused: NotActionable | None = None
        state = FocusState()
        try:
            state = await take_focus(element, caret="end")
        except NotActionable as error:
            refused = error
        facts = await element.answer(before, "field", FieldFacts)
    cell: Cell | None = None
    if not is_field(facts.kind) and facts.kind not in _DRAWN:
        cell = await cell_for_keys(tab, element, focused=state.focused)
    if refused is not None and cell is None:
        raise refused
    return facts, state, cell


async def _to_end(tab: Tab, element: Element, facts: FieldFacts) -> None:
    """Move the caret behind the text by key, in fields where scripts cannot."""
    key = _END_KEYS.get(facts.kind)
    if key is not None and facts.value:
        mac = is_mac(tab)
        await _send_strokes(
            element.session, chord_strokes(parse_chord(key, mac=mac), mac=mac), element.deadline
        )


def _whole(kind: str, text: str) -> str | None:
    """The value of an emptied field after typing the text; None where the keys do more than insert text."""
    lines = kind in ("textarea", "contenteditable")
    plain = (text.replace("\n", "") if lines else text).isprintable()
    return text if kind in TYPED and plain else None


async def empty_field(element: Element, tab: Tab) -> FocusState:
    """Select a field's contents and press Delete; repeated where the page restores them.

    A code editor has a selection of its own, which only keys reach.
    """
    if (await element.ask("field", into=FieldFacts)).kind == "editor":
        mac = is_mac(tab)
        await take_focus(element, caret="start")
        keys = [parse_chord(key, mac=mac) for key in ("ControlOrMeta+A", "Delete")]
        strokes = [stroke for chord in keys for stroke in chord_strokes(chord, mac=mac)]
        await _send_strokes(element.session, strokes, element.deadline)
        return FocusState(focused=True, empty=True)
    state = await element.ask("selectAll", into=FocusState)
    strokes = list(chord_strokes(parse_chord("Delete"), mac=is_mac(tab)))
    for _ in range(_CLEARINGS):
        if not state.focused or state.empty:
            break
        if await _send_strokes(element.session, strokes, element.deadline):
            break
        state = await element.ask("selectAll", into=FocusState)
    return state


async def read_back(element: Element, ending: Ending, wanted: str | None = None) -> tuple[Held, Ending]:
    """The field's current value, unless the action made the page leave."""
    held, ending = await ask_after(element, ending, "value", wanted, into=Held)
    return held or Held(), ending


def _method(kind: str, code: str) -> str:
    return METHOD if code else _METHODS.get(kind, "")


async def _held(element: Element, ending: Ending, wanted: str | None, code: str) -> tuple[Held, Ending]:
    if code:
        return await code_held(element, ending, code)
    return await read_back(element, ending, wanted)


async def _type(
    element: Element,
    text: str,
    delay: float,
    deadline: Deadline,
    *,
    in_field: bool,
    clear: bool = False,
    code: str = "",
) -> Sent:
    """Type a text; where no field has the focus, as in grids, the rest follows once the first keys were taken.

    `in_field`: a field for text has it for certain; `code`: what goes into fields of one character. Raises
    NotActionable where nothing took one of them: the other keys would be shortcuts of the page.
    """
    if code:
        return Sent(await enter_code(element, code))
    if in_field or len(text) < 2:
        return Sent(await send_lines(element, text, delay, deadline))
    for sent, key in enumerate(text[:_PROVEN]):
        target = await element.ask("typingTarget", key, text, into=TypingTarget)
        if target.place == "list" and not sent:
            raise _no_option(target, text).error()
        if target.place == "field":
            if clear and not sent:
                await element.ask("selectsOpened", into=bool)  # it opened after it was looked at
            ending = await send_lines(element, text[sent:], delay, deadline)
            return await in_opened(element, ending, text, sent, clear=clear) if sent else Sent(ending)
        ending = await send_text(element.session, key, delay, deadline)
        arguments = (key, target.place, target.shown, _OPENS_MS)
        taker, ending = await ask_after(element, ending, "takerOfKey", *arguments, into=str)
        if ending:
            return Sent(ending)
        if not taker and not (sent and key.isspace()):
            raise _untaken(target, text, sent + 1).error()
        if taker != "drawn" and not key.isspace():
            ending = await send_text(element.session, text[sent + 1 :], delay, deadline)
            opened = taker == "field"
            return await in_opened(element, ending, text, sent + 1, clear=clear) if opened else Sent(ending)
    return Sent(await send_text(element.session, text[_PROVEN:], delay, deadline))


def _no_option(target: TypingTarget, text: str) -> Refusal:
    """A text for a list that has no such option: its Enter would leave the list, and the rest go to the page."""
    return Refusal(
        "not_editable",
        f"the focus is on {target.description}, in which no option begins with {text[:_QUOTED]!r}: nothing typed",
        passing=False,
        hint="Give the ref of the field that the text is for; select() chooses from the list.",
    )


def _untaken(target: TypingTarget, text: str, sent: int) -> Refusal:
    """A text that nothing on the page takes: its first keys were pressed, as shortcuts of the page."""
    on = (
        f"the focus is on {target.description}"
        if target.description
        else "no field has the focus, and the page"
    )
    which = f"{on}{', which' if target.description else ''} took no text"
    left = len(text) - sent
    rest = f"the other {left} characters were" if left > 1 else "the last character was"
    return Refusal(
        "not_editable",
        f"{which}: only {text[:sent]!r} was typed, as a shortcut of the page; {rest} not sent",
        passing=False,
        hint="See what it did. Give the ref of a field, or click the field first; `press` sends single keys.",
    )


async def _enter(element: Element, ending: Ending, text: str) -> Ending:
    """Press Enter once the page has taken over the text."""
    if text and not ending:
        _, ending = await ask_after(element, ending, "takenOver", into=bool)
    if ending:
        return ending
    return await _send_strokes(element.session, chord_strokes(parse_chord("Enter")), element.deadline)


async def _send_strokes(
    session: Session, strokes: Iterable[KeyStroke], deadline: Deadline, delay: float = 0.0
) -> Ending:
    if delay <= 0:
        return await burst(session, map(stroke_command, strokes), deadline)
    for stroke in strokes:
        ending = await burst(session, [stroke_command(stroke)], deadline)
        if ending:
            return ending
        if stroke.kind == "keyUp":
            await anyio.sleep(delay)
    return ""
