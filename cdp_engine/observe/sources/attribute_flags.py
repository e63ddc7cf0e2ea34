"""The relevant attributes of a node as bits: most nodes have none of them, so their attributes need not be read.

Computed once for each distinct list of attribute names, of which even a large page has a few dozen.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag

from cdp_engine.observe.model.html_vocabulary import HANDLER_ATTRIBUTES, TEST_IDS, words


class Trait(IntFlag):
    """An attribute, or a group of attributes, that a node has."""

    ID = 1
    CLASS = 2
    ROLE = 4
    HIDES = 8
    """`inert` or `aria-hidden`."""
    EDITABLE = 16
    """`contenteditable`."""
    TABINDEX = 32
    HANDLER = 64
    """A click handler, or `draggable`."""
    DISABLES = 128
    """`disabled` or `aria-disabled`."""
    NOT_IN_TREE = 256
    """`aria-busy`, `aria-valuetext`, `aria-sort` or `aria-current`, which the accessibility tree leaves out."""
    LABELLED = 512
    """`aria-labelledby`."""
    USEMAP = 1024
    OPT_OUT = 2048
    """`data-no-ai`."""
    LABEL = 8192
    """`aria-label`."""
    STATED = 4096
    """An attribute that may set a state or a property of the element."""
    TEST_ID = 16384
    """An id for tests."""


STATED = words(
    "required readonly popovertarget min max aria-expanded aria-checked aria-pressed aria-invalid aria-readonly"
    " aria-selected aria-busy aria-modal aria-required aria-valuemin aria-valuemax aria-valuetext aria-haspopup"
    " aria-autocomplete aria-orientation aria-roledescription aria-keyshortcuts aria-multiselectable multiple"
)
TRAITS = {
    "id": Trait.ID, "class": Trait.CLASS, "role": Trait.ROLE, "inert": Trait.HIDES, "aria-hidden": Trait.HIDES,
    "contenteditable": Trait.EDITABLE, "tabindex": Trait.TABINDEX, "draggable": Trait.HANDLER,
    "disabled": Trait.DISABLES, "aria-disabled": Trait.DISABLES, "aria-busy": Trait.NOT_IN_TREE,
    "aria-valuetext": Trait.NOT_IN_TREE, "aria-sort": Trait.NOT_IN_TREE, "aria-labelledby": Trait.LABELLED,
    "aria-current": Trait.NOT_IN_TREE, "aria-haspopup": Trait.NOT_IN_TREE, "aria-keyshortcuts": Trait.NOT_IN_TREE,
    "aria-label": Trait.LABEL, "usemap": Trait.USEMAP,
    "data-no-ai": Trait.OPT_OUT,
} | dict.fromkeys(HANDLER_ATTRIBUTES, Trait.HANDLER) | dict.fromkeys(TEST_IDS, Trait.TEST_ID)  # fmt: skip


def traits_of(names: Iterable[str]) -> int:
    """The bits of a node with attributes of those names."""
    found = 0
    for name in names:
        found |= TRAITS.get(name, 0)
        if name in STATED:
            found |= Trait.STATED
        elif name.startswith("@click"):
            found |= Trait.HANDLER
    return int(found)
