"""Which field a `<label>` names, in HTML and for a person (SX-07). Pure.

HTML knows `for` a native control and a control within the label. Widgets put their labels beside what they draw, or let
`for` refer to an element that they draw; a person reads those labels all the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice

from cdp_engine.observe.drawn.drawn_contents import draws_nothing, has_text, says_all
from cdp_engine.observe.drawn.merged_drawings import merge_drawn_button, merge_label_box
from cdp_engine.observe.labels.drawn_fields import (
    button_around,
    drawn_field,
    in_drawn,
    is_drawn_in_parts,
    may_be_list,
)
from cdp_engine.observe.labels.label_targets import LABELABLE, WITH_ID, target_of
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import ELEMENT, TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import MARK_ROLES, words
from cdp_engine.observe.semantics.rendered_text import visible_text
from cdp_engine.observe.sources.document_table import DocumentTable, scope_of

VISIBLE, RENDERED = int(Flag.VISIBLE), int(Flag.RENDERED)
INTERACTIVE, CLICKABLE = int(Flag.INTERACTIVE), int(Flag.CLICKABLE)
SHOWN = VISIBLE | INTERACTIVE
PRESSED_TAGS = words("button input")
"""Tags of controls that a press on their label works, whether they are drawn or not …"""
PRESSED_TYPES = words("checkbox radio range button submit reset image file color")
"""… and the types of inputs: any other takes a text."""
FIELD_TAGS = words("input select textarea")
FIELD_ROLES = words("textbox searchbox combobox listbox checkbox radio switch spinbutton slider")
LIST_ROLES = words("combobox listbox")
CELLS, PAGE_TAGS = words("td th"), words("html body")
BUTTON_TYPES = words("button submit reset image")
LIMIT, LEVELS = 80, 3
STEPS = 2
GROUPS, DEPTH = 2, 7
"""How many boxes around a label may be the group of its field, and how deep in that the field may lie."""
LABEL = "label"
"""The property with the label that a person reads for a field with another name; also the source of names."""


def controls_of_labels(
    columns: NodeColumns, labels: list[int], document: DocumentInfo, table: DocumentTable, tagged: list[int]
) -> dict[int, int]:
    """Label row -> the row of the control that it names: by `for`, else the first control in it."""
    if not labels:
        return {}
    first, end, tags, traits = document.first_row, document.end_row, columns.tag, table.traits
    by_id: dict[tuple[int, str], list[int]] = {}
    for row in tagged:
        if tags[row] in LABELABLE and traits[row - first] & WITH_ID:
            name = read_text(columns.attributes[row], "id")
            if name:
                by_id.setdefault((scope_of(columns, first, table, row), name), []).append(row)
    found: dict[int, int] = {}
    for label in labels:
        target = read_text(columns.attributes[label], "for")
        if target:
            scope = scope_of(columns, first, table, label)
            controls = by_id.get((scope, target))
            if controls:
                found[label] = button_around(columns, _closest(columns, label, controls, scope))
            continue
        for row in columns.rows_within(label, end):
            if columns.tag[row] in LABELABLE:
                found[label] = row
                break
    return found


def _closest(columns: NodeColumns, label: int, controls: list[int], scope: int) -> int:
    """The control of a doubled id that its label is around, else the first; of nested shadow trees the nearest."""
    parents, around = columns.parent, label
    while len(controls) > 1 and around >= 0:
        inside = [row for row in controls if _lies_in(parents, row, around)]
        if inside:
            return inside[0]
        around = parents[around] if scope >= 0 else -1
    return controls[0]


def _lies_in(parents: Sequence[int], row: int, around: int) -> bool:
    while row > around:
        row = parents[row]
    return row == around


def settle_labels(
    columns: NodeColumns,
    document: DocumentInfo,
    table: DocumentTable,
    controls: Mapping[int, int],
    weak: Container[int],
) -> None:
    """Make the labels interactive that are drawn in place of their controls, as of a hidden check box with a styled
    switch: the first of each. Not so what only shows a label's text.

    `controls` are label rows and those of their controls, `weak` the elements that only behave like controls.
    """
    flags, first, drawn = columns.flags, document.first_row, set[int]()
    for label, control in controls.items():
        instead = flags[label] & VISIBLE and not flags[control] & VISIBLE and control not in drawn
        if instead and is_pressed_by_label(columns, label, control, controls.values()):
            drawn.add(control)
            flags[label] |= INTERACTIVE
            merge_drawn_button(columns, document, label, control)
            merge_label_box(columns, document, label, control, weak)
        if (flags[label] | flags[control]) & INTERACTIVE:
            inside = (row for row in columns.rows_within(label, document.end_row) if row in weak)
            for row in inside:
                if flags[row] & CLICKABLE or row - first in table.handled:
                    passes_on = draws_nothing(columns, table, first, row)
                else:
                    passes_on = says_all(columns, document, row, label)
                if passes_on and flags[row] & SHOWN == SHOWN:
                    flags[row] &= ~INTERACTIVE


def is_pressed_by_label(columns: NodeColumns, label: int, control: int, named: Container[int]) -> bool:
    """Whether a press on its label works a hidden control: a list would only get the focus.

    So would a text field: one that is not laid out, or drawn in parts, gets nothing, and another one is drawn in place
    of many. The label in a custom check box is a part of that. `named` are the controls of all labels.
    """
    kind = read_text(columns.attributes[control], "type").lower()
    takes_text = columns.tag[control] == "input" and kind not in PRESSED_TYPES
    unused = not columns.flags[control] & RENDERED or is_drawn_in_parts(columns, control)
    if takes_text and (unused or drawn_field(columns, control, named) >= 0):
        return False
    if kind == "range" and in_drawn(columns, control, ("slider",)):
        return False  # the handle that is drawn is the slider
    return columns.tag[control] in PRESSED_TAGS and not in_drawn(columns, label, MARK_ROLES)


def name_labelled_fields(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Name the fields that labels are read for which name nothing in HTML.

    A label beside a field that the page names otherwise is kept as its property `label`.
    """
    free = [
        row
        for row in columns.rows_of("label", document.first_row, document.end_row)
        if row not in columns.labels and columns.flags[row] & SHOWN == VISIBLE
    ]
    if not free:
        return
    groups = _Groups(columns, document)
    names = Counter(columns.name.get(field, "") for field in groups.fields)
    targets = {row: to for row in free if (to := target_of(columns, document, table, row)) >= 0}
    left = [
        label for label in targets if not groups.give(label, groups.only_in(targets[label]), names, sure=True)
    ]
    for label in free:
        if label not in targets and not groups.give(label, groups.beside(label), names):
            left.append(label)
    drawn = _Groups(columns, document, every=True) if left else groups
    for label in left:
        row = drawn.only_in(targets[label]) if label in targets else drawn.beside(label)
        if row >= 0 and may_be_list(columns, row):
            drawn.note(label, row)


class _Groups:
    """The fields of a document, or `every` control, and which of them are alone with a label."""

    def __init__(self, columns: NodeColumns, document: DocumentInfo, *, every: bool = False) -> None:
        self._columns, self._document = columns, document
        self._ends: dict[int, int] = {}
        self._alone: dict[int, int] = {}
        self._labelled = set(columns.labels.values())
        self.fields = list(self._outer(every=every))

    def _outer(self, *, every: bool) -> Iterator[int]:
        """The visible fields or controls, without those in others."""
        columns, end = self._columns, self._document.first_row
        for row in columns.rows_with(SHOWN, self._document.first_row, self._document.end_row):
            if row >= end and columns.kind[row] == ELEMENT and (every or _is_field(columns, row)):
                end = self._end_of(row)
                yield row

    def note(self, label: int, field: int) -> str:
        """Note a label's text at a field that has no other one; returns it."""
        columns = self._columns
        text = visible_text(columns, self._document, label, skip=field).rstrip(" :*") if field >= 0 else ""
        if not text or len(text) > LIMIT or field in self._labelled:
            return ""
        self._labelled.add(field)
        if text != columns.name.get(field) or not _is_field(columns, field):
            columns.properties.setdefault(field, {})[LABEL] = text
        return text

    def give(self, label: int, field: int, names: Counter[str], *, sure: bool = False) -> bool:
        """Make a label's text the name of a field, or note it beside another name that is as good."""
        columns = self._columns
        text = self.note(label, field)
        if not text:
            return False
        own, hint = columns.name.get(field, ""), read_text(columns.attributes[field], "placeholder").strip()
        said = text.casefold() in own.casefold()  # its line is left out, and a hint goes with the first key
        sure = sure or names[own] > 1 or self._says_choice(field, own)
        if said and (own == text or own != hint):
            columns.labels[label] = field
        elif (sure or said) and not self._is_in_cell(field):
            columns.labels[label] = field
            columns.name[field] = text
            columns.properties[field] |= {"name_from": LABEL}
            del columns.properties[field][LABEL]
        return True

    def _says_choice(self, field: int, name: str) -> bool:
        """Whether a name says nothing, or what a list shows as its choice."""
        columns = self._columns
        choice = columns.value.get(field, "") if columns.role[field] in LIST_ROLES else ""
        return name in ("", choice)

    def _is_in_cell(self, field: int) -> bool:
        """Whether the headers of a table name a field."""
        return any(self._columns.tag[row] in CELLS for row in islice(self._columns.ancestors(field), LEVELS))

    def only_in(self, row: int) -> int:
        """The only field that an element is or holds; -1 for none."""
        if row < 0:
            return -1
        found = self._between(row, self._end_of(row))
        return found[0] if len(found) == 1 else -1

    def beside(self, label: int) -> int:
        """The only field in a label, in its group, or in the box that follows it; -1 for none."""
        columns = self._columns
        if self._between(label, self._end_of(label)):
            return self.only_in(label)
        box = label
        for _ in range(GROUPS):
            around = columns.parent[box]
            if around <= self._document.first_row:
                return -1
            before, after = self._neighbours(box, around)
            alone = self._alone_in(around) if columns.tag[around] not in PAGE_TAGS else -1
            for beside in (before, after) if alone >= 0 else ():
                if self.only_in(beside) != alone:
                    continue
                if box == label or self._is_all_of(alone, beside, loose=True):
                    return alone
            if self._leads(before, after, around):
                return self.only_in(after)
            if not self._is_all_of(label, around, drawings=True):
                return -1
            box = around
        return -1

    def _leads(self, before: int, after: int, around: int) -> bool:
        """Whether what is between two boxes can only be the label of the field that is the second."""
        free = before >= 0 and self._columns.tag[before] == "label" and before not in self._columns.labels
        if free or not self._is_all_of(self.only_in(after), after):
            return False
        behind = self._neighbours(after, around)[1]
        others = self.only_in(before), self.only_in(behind)
        return all(field < 0 or field in self._labelled for field in others)

    def _alone_in(self, around: int) -> int:
        """The only field of a group that has one label; -2 for none."""
        if around not in self._alone:
            columns, end = self._columns, self._end_of(around)
            labels = [row for row in columns.rows_of("label", around, end) if self._is_seen(row)]
            field = self.only_in(around) if len(labels) == 1 else -1
            near = field >= 0 and around in islice(columns.ancestors(field), DEPTH)
            self._alone[around] = field if near else -2
        return self._alone[around]

    def _neighbours(self, box: int, around: int) -> tuple[int, int]:
        """The nearest boxes with anything to see before and after another, in the same element; -1 for none."""
        parents, end = self._columns.parent, self._end_of(around)
        before = box - 1
        while before > around:
            while parents[before] != around:
                before = parents[before]
            if self._is_seen(before):
                break
            before -= 1
        after = self._end_of(box)
        while after < end and not self._is_seen(after):
            after = self._end_of(after)
        return before if before > around else -1, after if after < end else -1

    def _is_all_of(self, row: int, box: int, *, drawings: bool = False, loose: bool = False) -> bool:
        """Whether its box shows no words, controls or `drawings` beside it; `loose`: none but `_less_extras`."""
        if row < 0:
            return False
        end = self._end_of(row)
        others = [at for at in range(box + 1, self._end_of(box)) if not row <= at < end]
        drawn = list(filter(self._is_drawn, others))
        if loose:
            drawn = self._less_extras(drawn, end)
        return not drawn and not (drawings and any(map(self._is_drawing, others)))

    def _less_extras(self, drawn: list[int], end: int) -> list[int]:
        """Without a short text after a field, as of an error, and the two wordless steps of a number."""
        columns = self._columns
        after = [at for at in drawn if at >= end and columns.kind[at] == TEXT]
        if sum(len(columns.text[at]) for at in after) <= LIMIT:
            drawn = [at for at in drawn if at not in after]
        steps = len(drawn) <= STEPS and not any(has_text(columns, at) for at in drawn)
        return [at for at in drawn if columns.tag[at] != "button"] if steps else drawn

    def _is_drawing(self, row: int) -> bool:
        """Whether a row is an element that has a size, and holds nothing."""
        box = self._columns.bounds[row]
        is_leaf = self._columns.kind[row] == ELEMENT and self._end_of(row) == row + 1
        return (
            is_leaf and bool(self._columns.flags[row] & VISIBLE) and box is not None and box[2] * box[3] > 0
        )

    def _is_seen(self, row: int) -> bool:
        return any(map(self._is_drawn, range(row, self._end_of(row))))

    def _is_drawn(self, row: int) -> bool:
        """Whether a row is a control, or a text with words."""
        columns = self._columns
        if columns.kind[row] == TEXT:
            return bool(columns.flags[row] & VISIBLE) and any(map(str.isalnum, columns.text[row]))
        return columns.flags[row] & SHOWN == SHOWN

    def _between(self, start: int, end: int) -> list[int]:
        return self.fields[bisect_left(self.fields, start) : bisect_left(self.fields, end)]

    def _end_of(self, row: int) -> int:
        """The row after an element and everything in it."""
        found = self._ends.get(row)
        if found is None:
            parents, found = self._columns.parent, row + 1
            while found < self._document.end_row and parents[found] >= row:
                found += 1
            self._ends[row] = found
        return found


def _is_field(columns: NodeColumns, row: int) -> bool:
    if columns.tag[row] == "input":
        return read_text(columns.attributes[row], "type").lower() not in BUTTON_TYPES
    return columns.tag[row] in FIELD_TAGS or columns.role[row] in FIELD_ROLES
