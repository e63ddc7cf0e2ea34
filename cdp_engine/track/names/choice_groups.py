"""Groups of check boxes or radio buttons as fields: by their name, or by the caption before them (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cdp_engine.observe import Flag, VirtualNode

GROUPS = ("group", "radiogroup")
_RADIO = "radio"
_BOXES = frozenset(("checkbox", "switch", _RADIO))
_OTHERS = frozenset(("textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider"))
"""Roles of fields that no group of choices has between its caption and its choices."""
_LEVELS = 3
"""How far above a caption its choices are looked for."""


def groups_of_choices(nodes: Iterable[VirtualNode]) -> Iterator[VirtualNode]:
    """The named groups that hold choices."""
    for node in nodes:
        if node.role in GROUPS and node.name and sum(one.role in _BOXES for one in node.walk()) > 1:
            yield node


def choices_after(caption: VirtualNode) -> VirtualNode | None:
    """The field behind a caption: the first of its radio buttons, or the box around its check boxes.

    None where no choices follow it, or fields of other kinds, too.
    """
    if caption.interactive:
        return None
    around = caption.parent
    for _ in range(_LEVELS):
        if around is None:
            return None
        fields = [one for one in around.walk() if one.role in _BOXES or one.role in _OTHERS]
        if fields:
            return _field_of(caption, fields)
        around = around.parent
    return None


def _field_of(caption: VirtualNode, fields: list[VirtualNode]) -> VirtualNode | None:
    choices = [one for one in fields if one.flags & Flag.VISIBLE]
    kinds = {one.role == _RADIO for one in choices}
    if len(choices) < 2 or len(kinds) > 1 or any(one.role in _OTHERS for one in fields):
        return None
    if any(one.index < caption.index for one in choices):
        return None
    return choices[0] if kinds == {True} else _around_all(choices)


def _around_all(choices: list[VirtualNode]) -> VirtualNode | None:
    """The smallest element around all of the choices."""
    at = choices[0].parent
    while at is not None:
        inside = {one.index for one in at.walk()}
        if all(one.index in inside for one in choices):
            return at
        at = at.parent
    return None
