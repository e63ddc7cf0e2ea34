"""What an action did, as far as it was observed during the action."""

from __future__ import annotations

from typing import Literal

import msgspec

from cdp_engine.act.pointer.geometry import Point
from cdp_engine.observe import ScopedRef

ActionName = str
"""The name of a row of `registry.ACTIONS`."""

Ending = Literal["", "document", "closed", "dialog", "busy"]
"""How the page is left: unchanged (""), its document went away, its tab closed, a dialog blocks it, or it is still busy
handling the action."""

ENDINGS: dict[Ending, str] = {
    "document": "the page went away",
    "closed": "the tab was closed",
    "dialog": "a dialog opened",
    "busy": "the page was too busy to answer",
}
"""How the page is left, in words."""


class Held(msgspec.Struct, frozen=True):
    """A field's value as read back, and whether it is the expected one.

    `strayed` is the element that had taken the focus as the text came, which was kept from it.
    """

    value: str | None = None
    matches: bool | None = None
    strayed: str | None = None
    swapped: bool = False
    """Whether it is what another field holds, which took the place of the one that was to be filled."""
    tags: bool = False
    """Whether it is empty, and has made tags of the text: they are its value."""


class Performed(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence of one action (VD-09, EX-02): what was sent, and what the page was observed to do with it.

    `received` is True when the real event was seen at the target, False when it was sent and not seen there, None where
    an action sends no pointer event or the page left (`ending`) before it could be asked. Values are those of the field
    before and after; passwords as dots.
    """

    action: ActionName
    ref: ScopedRef | None = None
    point: Point | None = None
    """Where the pointer was, in CSS px of the main frame's viewport."""
    received: bool | None = None
    events: tuple[str, ...] = ()
    """Pointer events seen at the target, in their order."""
    value_before: str | None = None
    value_after: str | None = None
    replaced: str = ""
    """The selected part of the text that the keys replaced."""
    as_wanted: bool | None = None
    """Whether the value, state or choice read back is the requested one; None where none was requested."""
    chosen: tuple[str, ...] = ()
    """`select`: values of the chosen options; `upload`: names of the files; both read back from the page."""
    labels: str = ""
    """The chosen options of a `<select>` or an open list in the words that a person reads, where they are as wanted."""
    typed: tuple[str, ...] = ()
    """`select`: choices that no list offers, entered as text because the field takes any; `fill`: the text in a field
    that has a list, from which nothing was chosen by it."""
    offered: bool = False
    """`fill`: whether that list offers the text as a choice."""
    unsure: tuple[str, ...] = ()
    """`select`: choices that were pressed in a list that stays open and shows for none of them whether it is chosen."""
    focused: bool | None = None
    offset_before: Point | None = None
    offset_after: Point | None = None
    """`scroll`: offset of the container before and after, CSS px."""
    method: str = ""
    """The method, where there are several: `wheel`, `script`, `into-view`; `insert`, `assign`; `pointer`, `html5`;
    `swapped` for a field that another one took the place of;
    `adds` where a list added something for the chosen option and returned to its first one, `from-first` where
    it left that one."""
    commands: bool = False
    """`select`: whether the list is a menu, or may be one: its choices need not show as chosen."""
    carried: Point | None = None
    """`drag`: how far to the right and down the pointer went from the press to the drop, CSS px."""
    refused: bool = False
    """Whether a drag of the browser ended without a drop, and its source is still where it was."""
    was_marked: bool = False
    """Whether the page had marked the field as invalid before."""
    through_label: bool = False
    """Whether the label of a hidden control was clicked instead."""
    scrolled: bool = False
    """Whether the element had to be scrolled into view."""
    attempts: int = 1
    ending: Ending = ""
    seconds: float = 0.0

    @property
    def changed(self) -> bool:
        """Whether the value, choice or offset read back differs from before."""
        return self.value_before != self.value_after or self.offset_before != self.offset_after
