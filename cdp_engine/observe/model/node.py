"""One node of a snapshot: a light view of its row, created on access."""

from __future__ import annotations

from collections.abc import Iterator

from cdp_engine.observe.model.columns import ELEMENT, TEXT, WRITTEN_TEXT, Attributes, Flag, ShadowKind
from cdp_engine.observe.model.geometry import Box, Scroll
from cdp_engine.observe.model.html_vocabulary import LANDMARKS, TEST_IDS
from cdp_engine.observe.model.page_tree import PageTree
from cdp_engine.observe.model.refs import ScopedRef
from cdp_engine.observe.model.states import repeats_number
from cdp_engine.protocol import dom, page

VISIBLE, INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)

ROLE_NAMES = {
    "DisclosureTriangle": "button", "DisclosureTriangleGrouped": "button", "Canvas": "canvas", "Video": "video",
    "Audio": "audio", "ColorWell": "color", "Date": "date", "DateTime": "datetime", "InputTime": "time",
}  # fmt: skip
"""Chrome's own words for roles, which no standard knows, in the words of HTML."""


class VirtualNode:
    """An element, text or document of a `Snapshot` (VD-01). Immutable; equal when it is the same row.

    Reading a property costs a list look-up; nothing is stored per node but its row number.
    """

    __slots__ = ("index", "snapshot")

    def __init__(self, snapshot: PageTree, index: int) -> None:
        self.snapshot = snapshot
        self.index = index

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, VirtualNode) and other.index == self.index and other.snapshot is self.snapshot
        )

    def __hash__(self) -> int:
        return hash((self.index, id(self.snapshot)))

    def __repr__(self) -> str:
        label = " ".join(filter(None, (self.role or self.tag, repr(self.name) if self.name else "")))
        return f"<VirtualNode {self.index} {label}>"

    @property
    def ref(self) -> str:
        """The short ref (`e12`), issued on first access and kept permanently."""
        return self.snapshot.refs.issue(self.scoped_ref)

    @property
    def scoped_ref(self) -> ScopedRef:
        """Frame, loader and backend id, by which an action finds the element again.

        Those of its element for a text that a style sheet adds: a script cannot reach it.
        """
        columns, row = self.snapshot.columns, self.index
        if columns.kind[row] == TEXT and columns.tag[row] != WRITTEN_TEXT:
            row = columns.parent[row]
        document = self.snapshot.documents[columns.document[row]]
        return ScopedRef(document.frame_id, document.loader_id, dom.BackendNodeId(columns.backend[row]))

    @property
    def kind(self) -> int:
        """The DOM node type: 1 element, 3 text (those that style sheets add, too), 9 document."""
        return self.snapshot.columns.kind[self.index]

    @property
    def is_element(self) -> bool:
        """Whether the node is an element."""
        return self.snapshot.columns.kind[self.index] == ELEMENT

    @property
    def tag(self) -> str:
        """The tag in lower case; `#text`, `#document`, `::before` and `::after` for those."""
        return self.snapshot.columns.tag[self.index]

    @property
    def role(self) -> str:
        """The computed role (`button`, `link`, `heading`, …); empty where there is none."""
        role = self.snapshot.columns.role[self.index]
        return ROLE_NAMES.get(role, role)

    @property
    def name(self) -> str:
        """The accessible name, white space normalised."""
        return self.snapshot.columns.name.get(self.index, "")

    @property
    def label(self) -> str:
        """The label that a person reads for a field with another name; empty where there is none."""
        return str(self.snapshot.columns.properties.get(self.index, {}).get("label", ""))

    @property
    def text(self) -> str:
        """The visible text of the node and everything in it, white space normalised."""
        return self.snapshot.text_of(self.index)

    @property
    def text_content(self) -> str:
        """All text of the node and in it, including invisible text, white space normalised."""
        snapshot = self.snapshot
        columns = snapshot.columns
        rows = [self.index, *snapshot.rows_below(self.index)]
        return " ".join(" ".join([columns.text[row] for row in rows if columns.kind[row] == TEXT]).split())

    @property
    def unseen(self) -> bool:
        """Whether all its text is laid out but unreadable for a person."""
        snapshot = self.snapshot
        flags, found = snapshot.columns.flags, False
        for row in (self.index, *snapshot.rows_below(self.index)):
            if snapshot.columns.kind[row] == TEXT:
                if flags[row] & Flag.VISIBLE and not snapshot.columns.text[row].isspace():
                    return False
                found = found or bool(flags[row] & Flag.UNSEEN)
        return found

    @property
    def value(self) -> str | None:
        """The value of a form control; None for other elements. Never the value of a secret field (VD-08)."""
        return self.snapshot.columns.value.get(self.index)

    @property
    def shown_value(self) -> str | None:
        """`value`, or the words that a slider, or a spin button that takes no text, says instead of its number."""
        value = self.value
        takes_text = self.tag == "input" or bool(self.flags & Flag.EDITABLE)
        is_spin_button = self.role == "spinbutton" and not takes_text
        if value is None or not (self.role == "slider" or is_spin_button):
            return value
        said = " ".join(str(self.properties.get("valuetext", "")).split())
        number_too = is_spin_button and any(map(str.isdigit, said))  # as "7 – July"
        return value if not said or number_too or repeats_number(said, value) else said

    @property
    def states(self) -> tuple[str, ...]:
        """`checked`, `expanded`, `disabled`, … in the order of `STATES`; only those that hold."""
        return self.snapshot.columns.states.get(self.index, ())

    @property
    def box(self) -> Box | None:
        """The node's box in CSS px of the main viewport at capture time; None if not laid out."""
        return self.snapshot.box_of(self.index)

    @property
    def point(self) -> tuple[float, float] | None:
        """A point of it in CSS px of the main viewport at capture time: the middle of its box or its longest line."""
        return self.snapshot.point_of(self.index)

    @property
    def flags(self) -> Flag:
        """The properties of the node, as bits."""
        return Flag(self.snapshot.columns.flags[self.index])

    @property
    def visible(self) -> bool:
        """Whether a person could see it, scrolling if needed (VD-04)."""
        return bool(self.snapshot.columns.flags[self.index] & VISIBLE)

    @property
    def interactive(self) -> bool:
        """Whether it is interactive (VD-05)."""
        return bool(self.snapshot.columns.flags[self.index] & INTERACTIVE)

    @property
    def offscreen(self) -> bool:
        """Whether it lies wholly outside the main viewport, so that it must be scrolled into view."""
        return self.snapshot.is_offscreen(self.index)

    @property
    def covered_by(self) -> VirtualNode | None:
        """The element painted over it, where it cannot be reached by the mouse (SX-05)."""
        row = self.snapshot.columns.covered_by.get(self.index)
        return None if row is None else VirtualNode(self.snapshot, row)

    @property
    def closer(self) -> VirtualNode | None:
        """The control that closes the element's cover, or the element itself where it is a cover (EX-03)."""
        columns = self.snapshot.columns
        row = columns.closers.get(columns.covered_by.get(self.index, self.index))
        return None if row is None else VirtualNode(self.snapshot, row)

    @property
    def scroll(self) -> Scroll | None:
        """How far the element's own content is scrolled; None where there is nothing to scroll (SX-10)."""
        return self.snapshot.columns.scrollers.get(self.index)

    @property
    def frame(self) -> page.FrameId:
        """The frame whose document the node belongs to."""
        columns = self.snapshot.columns
        return self.snapshot.documents[columns.document[self.index]].frame_id

    @property
    def shadow(self) -> ShadowKind | None:
        """`open` or `closed` where the node is a direct child of a shadow root."""
        return self.snapshot.columns.shadow.get(self.index)

    @property
    def parent(self) -> VirtualNode | None:
        """The parent in the flat tree: through slots, shadow roots and frames."""
        row = self.snapshot.columns.parent[self.index]
        return None if row < 0 else VirtualNode(self.snapshot, row)

    @property
    def children(self) -> tuple[VirtualNode, ...]:
        """Its children, in reading order."""
        snapshot = self.snapshot
        return tuple([VirtualNode(snapshot, row) for row in snapshot.child_rows(self.index)])

    def walk(self) -> Iterator[VirtualNode]:
        """The node and everything in it, in reading order; not recursive, so a page may be of any depth."""
        snapshot = self.snapshot
        pending = [self.index]
        while pending:
            row = pending.pop()
            yield VirtualNode(snapshot, row)
            pending.extend(reversed(snapshot.child_rows(row)))

    @property
    def attributes(self) -> dict[str, str]:
        """The element's attributes, without those that may hold secrets."""
        flat: Attributes = self.snapshot.columns.attributes[self.index]
        return dict(zip(flat[::2], flat[1::2], strict=True))

    def attribute(self, name: str) -> str | None:
        """One attribute's value, or None."""
        flat = self.snapshot.columns.attributes[self.index]
        for position in range(0, len(flat), 2):
            if flat[position] == name:
                return flat[position + 1]
        return None

    @property
    def properties(self) -> dict[str, str | int | float | bool]:
        """Further accessibility properties: `level`, `valuemin`, `valuemax`, `autocomplete`, …."""
        return dict(self.snapshot.columns.properties.get(self.index, ()))

    @property
    def input_type(self) -> str | None:
        """The `type` of an `<input>` (`text` where none is written); None for other elements."""
        return (self.attribute("type") or "text").lower() if self.tag == "input" else None

    @property
    def href(self) -> str | None:
        """The link target as written in the page."""
        return self.attribute("href")

    @property
    def placeholder(self) -> str | None:
        """The placeholder text."""
        return self.attribute("placeholder")

    @property
    def html_id(self) -> str | None:
        """The `id` attribute."""
        return self.attribute("id")

    @property
    def test_id(self) -> str | None:
        """The value of its `data-testid`, `data-test-id`, `data-test`, `data-cy` or `data-qa`."""
        flat = self.snapshot.columns.attributes[self.index]
        return next((flat[at + 1] for at in range(0, len(flat), 2) if flat[at] in TEST_IDS), None)

    @property
    def region(self) -> str | None:
        """The role of the nearest landmark it lies in (`main`, `navigation`, …)."""
        columns = self.snapshot.columns
        row = self.index
        while row >= 0:
            if columns.role[row] in LANDMARKS:
                return columns.role[row]
            row = columns.parent[row]
        return None

    @property
    def path(self) -> str:
        """The path from the root in tags and positions: `html[1]/body[2]/form[1]/input[3]`."""
        columns = self.snapshot.columns
        steps: list[str] = []
        row = self.index
        while row >= 0:
            parent = columns.parent[row]
            if columns.kind[row] == ELEMENT:
                siblings = [r for r in self.snapshot.child_rows(parent) if columns.kind[r] == ELEMENT]
                steps.append(f"{columns.tag[row]}[{siblings.index(row) + 1 if row in siblings else 1}]")
            row = parent
        return "/".join(reversed(steps))
