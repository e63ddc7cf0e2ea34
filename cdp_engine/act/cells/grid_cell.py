"""The cell of a grid: its editor is opened as a person opens it, filled and left, and the cell is read back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.dispatch import ask_after, press_without_submit
from cdp_engine.act.element import Element
from cdp_engine.act.performed import ActionName, Ending, Held, Performed
from cdp_engine.act.pointer.mouse import strike_element
from cdp_engine.errors import NotActionable
from cdp_engine.protocol import runtime

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_OPENS_MS = 400
_OVER_MS = 150
"""How long the editor of a cell that takes text itself is waited for: most have none."""
_LOADS_MS = 2000
"""How long the editor of a cell on a canvas is waited for: grids load it when it is needed."""
TAKES_MS = 800
_LEAVES_MS = 200
_ESCAPES = 2


class Entered(msgspec.Struct, frozen=True):
    """What was given to the editor of a cell, in the words that the cell is expected to show."""

    text: str
    ending: Ending = ""
    assigned: bool = False
    """Whether it was set as a picker of the browser would, which may be open and take the next key."""


Enter = Callable[[Element], Awaitable[Entered]]
"""Fills an editor, or chooses in it."""


class Cell(msgspec.Struct, frozen=True):
    """What a cell shows; not `is_cell` for any other element."""

    is_cell: bool = False
    text: str = ""
    description: str = ""
    current: bool = False
    """Whether the grid sends the next keys to this cell."""
    drawn: bool = False
    """Whether a canvas draws it: it has no place for the pointer, and takes the focus."""
    read_only: bool = False
    takes_text: bool = False
    """Whether a text can be written into the cell itself, which its grid need not hear."""


class Shown(msgspec.Struct, frozen=True):
    """What a cell shows after an action; no text where it is gone, or its editor hides it."""

    text: str | None = None
    open: bool = False
    """Whether its editor is open still."""
    held: str | None = None
    """What that editor holds."""
    matches: bool = False


async def edit_cell(tab: Tab, element: Element, action: ActionName, enter: Enter) -> Performed | None:
    """Give a cell another value through its own editor; None for an element that is not a cell of a grid.

    The editor opens by a double click or F2, that of a cell on a canvas by Enter. Enter hands its value to the cell. A
    value that cannot be entered leaves the cell as it was. `as_wanted` says whether the cell shows it afterwards.

    Raises NotActionable (`not_editable` where no editor opens, and what `enter` raises).
    """
    cell = await element.ask("gridCell", into=Cell)
    if not cell.is_cell:
        return None
    editor = await (_open_drawn(element, cell) if cell.drawn else _open(tab, element, cell))
    return await _edit(element, cell, editor, action, enter)


async def edit_over_cell(tab: Tab, element: Element, enter: Enter) -> Performed | None:
    """Fill the editor that a grid opens over a cell that takes text itself (Handsontable); None where none opens.

    A grid with an editor does not hear of a text that is written into its cell, and draws the old one again.
    """
    cell = await element.ask("gridCell", into=Cell)
    if not cell.takes_text:
        return None
    handle = await _double_click(tab, element, _OVER_MS)
    return None if handle is None else await _edit(element, cell, element.beside(handle), "fill", enter)


async def _edit(element: Element, cell: Cell, editor: Element, action: ActionName, enter: Enter) -> Performed:
    """Give an open editor its value, hand it to the cell, and read the cell back."""
    try:
        entered = await enter(editor)
    except NotActionable:
        await _escape(element, cell)
        raise
    else:
        shown, ending = await _hand_over(element, editor, cell, entered)
    finally:
        editor.release()
    return Performed(
        action=action,
        ref=element.ref,
        value_before=cell.text,
        value_after=None if shown is None else shown.text,
        as_wanted=None if shown is None else shown.matches,
        chosen=(entered.text,) if action == "select" else (),
        method="cell",
        ending=ending,
        seconds=element.deadline.elapsed,
    )


async def cell_for_keys(tab: Tab, element: Element, *, focused: bool) -> Cell | None:
    """Make a cell the one that its grid sends keys to; None for an element that is not a cell of a grid.

    Grids that do not follow the focus send them to the cell that was clicked last, so this one is clicked then.
    `focused`: whether it got the focus just now. Raises NotActionable.
    """
    cell = await element.ask("cellForKeys", focused, into=Cell)
    if not cell.is_cell:
        return None
    if not cell.current:
        await strike_element(tab, element)
    return cell


async def typed_in_cell(element: Element, ending: Ending, cell: Cell, text: str) -> tuple[Held, Ending]:
    """What a cell shows after a text was typed and handed over by Enter.

    Nothing without a text, or with one whose keys do more than insert it. It does not match where it is what it was.
    What it shows else may be a result, or a suggestion of its editor.
    """
    if not text or not text.isprintable():
        return Held(), ending
    shown, ending = await shown_after(element, ending, text, cell, TAKES_MS)
    if shown is None or shown.open or shown.text is None:
        return Held(shown and shown.held), ending
    matches = shown.matches or (None if shown.text != cell.text else False)
    return Held(shown.text, matches), ending


async def _open(tab: Tab, element: Element, cell: Cell) -> Element:
    """The open editor of a cell. Raises NotActionable where none opens."""
    handle = await element.handle("cellEditor", 0)
    if handle is None:
        handle = await _double_click(tab, element, _OPENS_MS)
    if handle is None:
        await press_without_submit(element, "F2")
        handle = await element.handle("cellEditor", _OPENS_MS)
    if handle is None:
        raise Refusal(
            "not_editable",
            f"{cell.description} is a cell that opened no editor: it was double-clicked, then given F2",
            passing=False,
            hint="Observe the page: the cell may be read-only, or be edited elsewhere.",
        ).error()
    return element.beside(handle)


async def _double_click(tab: Tab, element: Element, limit: int) -> runtime.RemoteObjectId | None:
    """What a double click on a cell opens as its editor within `limit` ms."""
    await element.ask("rememberShown", False, into=object)
    await strike_element(tab, element, count=2)
    return await element.handle("cellEditor", limit)


async def choose_drawn(element: Element, cell: Cell) -> None:
    """Make a cell that a canvas draws the current one of its grid. Raises NotActionable."""
    why = "its grid says that it is read-only" if cell.read_only else ""
    if not why and not await element.ask("chooseDrawnCell", into=bool):
        why = "its grid did not take the focus of the cell for a choice of it"
    if why:
        raise Refusal(
            "not_editable",
            f"{cell.description} is drawn by a canvas, and {why}",
            passing=False,
            hint="Click the canvas itself, with a position; a screenshot of it shows where. Then use keys.",
        ).error()


async def _open_drawn(element: Element, cell: Cell) -> Element:
    """The open editor of a cell that a canvas draws. Raises NotActionable; the cell is what it was then."""
    await choose_drawn(element, cell)
    await element.ask("rememberShown", False, into=object)
    ending = await press_without_submit(element, "Enter")
    handle = await element.handle("cellEditor", _LOADS_MS)
    if handle is not None:
        return element.beside(handle)
    shown, ending = await shown_after(element, ending, cell.text, cell, TAKES_MS)
    if shown is not None and shown.text not in (None, cell.text):
        await press_without_submit(element, "Enter")  # it is a check box, say, and was turned
    raise Refusal(
        "not_editable",
        f"{cell.description} is drawn by a canvas and opened no editor: it was chosen, then given Enter",
        passing=False,
        hint="It may take true or false only, or be edited elsewhere: observe the page.",
    ).error()


async def _hand_over(
    element: Element, editor: Element, cell: Cell, entered: Entered
) -> tuple[Shown | None, Ending]:
    """Leave the editor so that the cell takes its value: by Enter, else by Tab; one that stays open is closed."""
    ending = entered.ending
    shown, ending = await shown_after(element, ending, entered.text, cell, _LEAVES_MS)
    keys = ["Enter", "Tab"]
    while keys and shown is not None and shown.open:
        ending = await press_without_submit(element, keys.pop(0))
        shown, ending = await shown_after(element, ending, entered.text, cell, TAKES_MS)
        if shown is not None and shown.open and entered.assigned and len(keys) == 1:
            # The picker was open: it took the key, and gave the field its own value.
            await editor.ask("assign", entered.text, into=object)
            ending = await press_without_submit(element, "Enter")
            shown, ending = await shown_after(element, ending, entered.text, cell, TAKES_MS)
    if shown is not None and shown.open:
        await _escape(element, cell)
        shown, ending = await shown_after(element, ending, entered.text, cell, _LEAVES_MS)
    return shown, ending


async def shown_after(
    element: Element, ending: Ending, wanted: str, cell: Cell, limit: int
) -> tuple[Shown | None, Ending]:
    """What the cell shows once it shows the wanted text, or another one that stays; after `limit` ms at the latest."""
    return await ask_after(
        element, ending, "cellAfter", wanted, cell.text, limit, into=Shown, wait=limit / 1000
    )


async def _escape(element: Element, cell: Cell) -> None:
    """Close an editor that is open without its value."""
    for _ in range(_ESCAPES):
        shown, _ending = await shown_after(element, "", cell.text, cell, _LEAVES_MS)
        if shown is None or not shown.open:
            return
        await press_without_submit(element, "Escape")
