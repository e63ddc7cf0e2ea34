"""Roles, names, values and states from tags, attributes and layout, for elements without an accessibility tree."""

from __future__ import annotations

from collections.abc import Container, Iterable

from cdp_engine.observe.incremental.described_again import Described
from cdp_engine.observe.labels.button_lists import button_lists, is_off, items_of_lists
from cdp_engine.observe.labels.drawn_lists import drawn_lists, give_label, options_of, text_in
from cdp_engine.observe.model.columns import ELEMENT, DocumentInfo, Flag, NodeColumns, is_editing_host
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.model.states import EDITABLE_ROLES, store
from cdp_engine.observe.semantics.accessible_name import Names, drawn_once, said_once
from cdp_engine.observe.semantics.html_roles import CONTEXTUAL, ROLE_OF_TAG, cell_role, html_role
from cdp_engine.observe.semantics.html_states import VALUE_ROLES, HtmlStates
from cdp_engine.observe.semantics.icon_names import without_glyphs
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.row_changes import FoundRows

REDACTED = int(Flag.REDACTED)
VISIBLE, INTERACTIVE, EDITABLE = int(Flag.VISIBLE), int(Flag.INTERACTIVE), int(Flag.EDITABLE)
T_STATED, T_ROLE = int(Trait.STATED), int(Trait.ROLE | Trait.EDITABLE)
T_NOT_BY_TEXT = T_ROLE | int(Trait.LABELLED | Trait.LABEL)
NAMED = words(
    "heading image dialog alertdialog navigation region form group table figure article main complementary banner"
    " contentinfo search list tablist tabpanel toolbar menu menubar radiogroup tree grid treegrid listbox meter"
    " progressbar status alert Iframe Video Audio Canvas option treeitem tab feed log PluginObject EmbeddedObject"
)
"""Roles that get a name although the element is not interactive."""
STATED = words("dialog alertdialog heading progressbar meter slider status alert row treeitem tab option")
PLAIN_STATED = words("row status alert tab treeitem")
"""Roles without any state unless an attribute sets one."""
DESCRIBED = NAMED | STATED
PLAIN_TAGS = frozenset(
    tag for tag, role in ROLE_OF_TAG.items() if tag not in CONTEXTUAL and role not in DESCRIBED
)
"""Tags that give a role and nothing else to describe."""
BARE_TAGS = PLAIN_TAGS | {tag for tag, role in ROLE_OF_TAG.items() if role in PLAIN_STATED - NAMED}
"""The same for elements without attributes."""
CONTENT_NAMED = words("heading option treeitem tab")
VALUED = VALUE_ROLES | EDITABLE_ROLES
STATEFUL = words("input option summary select dialog")
"""Tags that have states without an attribute that sets them."""


class HtmlSemantics:
    """Writes the semantics of HTML for the elements of one document."""

    def __init__(
        self, columns: NodeColumns, document: DocumentInfo, table: DocumentTable, labels: dict[int, int]
    ) -> None:
        self._columns, self._document, self._table, self._labels = columns, document, table, labels
        self._names = names = Names(columns, document, table, labels)
        self._states = HtmlStates(columns, document, table, names)
        self._drawn_by_label = _drawn_by_label(columns, labels)
        self._drawn_lists, self.drawn_with_role = drawn_lists(columns, document)
        self._button_lists = button_lists(columns, document)
        self._items = items_of_lists(columns, document, self._button_lists)
        self._listed = {*self._drawn_lists, *self._button_lists, *self._items}
        self._table_kinds: dict[int, str] = {}

    def describe_all(self, known: object, found: FoundRows) -> Described:
        """Write role, name, states and properties of every visible element; returns what to know the next time.

        What was `known` of elements is taken over where no change concerns it; `found` learns what one does.
        """
        columns, document = self._columns, self._document
        drawn = {*self._drawn_by_label, *self._listed}
        if isinstance(known, Described) and found.changes is not None:
            again = known.again(columns, document, self._table, self._labels, drawn, found.changes)
            found.touched |= again
            rows = known.take_over(columns, document, self._table, drawn, found.changes, again)
        else:
            rows = self._seen_or_drawn()
        self._describe_rows(rows)
        return Described.of(columns, document, self._labels, drawn)

    def _describe_rows(self, rows: Iterable[int]) -> None:
        columns, drawn = self._columns, self._drawn_by_label
        flags, tags, attributes, parents = columns.flags, columns.tag, columns.attributes, columns.parent
        traits, first, roles = self._table.traits, self._document.first_row, columns.role
        line, of_cell = -1, ""
        for row in rows:
            # Most elements have a role by their tag, or none, and nothing else to describe.
            if not (flags[row] & INTERACTIVE or traits[row - first] & T_ROLE or row in drawn):
                tag = tags[row]
                if tag in PLAIN_TAGS or (tag in BARE_TAGS and not attributes[row]):
                    roles[row] = ROLE_OF_TAG.get(tag, "")
                    continue
                if tag == "td" and not attributes[row]:
                    if parents[row] != line:
                        line, of_cell = parents[row], cell_role(columns, row, self._table_kinds)
                    roles[row] = of_cell
                    continue
                if tag not in CONTEXTUAL and tag not in ROLE_OF_TAG:
                    continue
            if not (tags[row] == "a" and self._describe_link(row)):
                self._describe(row)

    def describe_rest(self, described: Container[int]) -> None:
        """The same for interactive elements that the accessibility tree left out, or left without a name."""
        columns, document = self._columns, self._document
        for row in self._listed:
            self._describe(row)
        for row in columns.rows_with(VISIBLE | INTERACTIVE, document.first_row, document.end_row):
            if columns.kind[row] != ELEMENT:
                continue
            if is_editing_host(columns, row) and columns.role[row] in ("", "textbox", *self._heads(row)):
                if columns.role[row] == "heading":
                    columns.name.pop(row, None)  # its contents
                columns.role[row] = "textbox"
                self._states.mark_value(row)
            if row in self._listed:
                continue
            if row not in described:
                self._describe(row)
            elif row not in columns.name:
                self._name(row, acted_on=True)

    def _heads(self, row: int) -> tuple[str, ...]:
        """The role of a heading where only its tag says so: edited in place, it is a field first."""
        return () if "role" in self._columns.attributes[row][::2] else ("heading",)

    def _seen_or_drawn(self) -> Iterable[int]:
        """The visible elements, and the controls whose labels are drawn instead of them."""
        columns = self._columns
        flags, kinds = columns.flags, columns.kind
        first, end = self._document.first_row, self._document.end_row
        rows = [row for row in columns.rows_of_kind(ELEMENT, first, end) if flags[row] & VISIBLE]
        hidden = [row for row in self._drawn_by_label if not flags[row] & VISIBLE and kinds[row] == ELEMENT]
        return sorted([*rows, *hidden]) if hidden else rows

    def _describe(self, row: int) -> None:
        columns = self._columns
        if row in self._drawn_lists:
            self._describe_drawn_list(row, self._drawn_lists[row])
            return
        if row in self._button_lists:
            self._describe_button(row, self._button_lists[row])
            return
        if row in self._items:
            self._describe_item(row, self._items[row])
            return
        acted_on = bool(columns.flags[row] & INTERACTIVE) or row in self._drawn_by_label
        role = self._role(row, acted_on=acted_on)
        if role:
            columns.role[row] = role
        if acted_on or role in NAMED:
            name = _name_of(self._names, row, role, acted_on=acted_on)
            if name:
                columns.name[row] = name
        if acted_on or (role in STATED and (columns.attributes[row] or role not in PLAIN_STATED)):
            if self._may_have_states(row, role):
                self._states.mark(row)
            if role in VALUED:
                self._states.mark_value(row)

    def _describe_link(self, row: int) -> bool:
        """Write the role and name of an interactive link that its text alone describes, as it does most; else False."""
        columns, local = self._columns, row - self._document.first_row
        if not columns.flags[row] & INTERACTIVE or self._table.traits[local] & T_NOT_BY_TEXT:
            return False
        if row in self._drawn_lists or self._may_have_states(row, "link") or self._names.has_labels(row):
            return False
        name = self._names.text(row) if "href" in columns.attributes[row][::2] else ""
        if name:
            columns.role[row], columns.name[row] = "link", name
        return bool(name)

    def state_again(self, row: int) -> None:
        """Write the states, and a value that is not a native one, of an interactive element whose role is known."""
        role = self._columns.role[row]
        if self._may_have_states(row, role):
            self._states.mark(row)
        if role in VALUED and row not in self._listed:
            self._states.mark_value(row)

    def _describe_drawn_list(self, row: int, select: int) -> None:
        columns = self._columns
        shown = text_in(columns, row)
        columns.role[row] = "combobox"
        if shown in options_of(columns, select, self._document.end_row):
            columns.value[row] = shown
        columns.name.pop(row, None)
        if name := self._names.name(select, "combobox"):
            columns.name[row] = name
        give_label(columns, select, row)
        self._states.mark(row)

    def _describe_button(self, row: int, listed: int) -> None:
        columns = self._columns
        columns.role[row], columns.value[row] = "combobox", text_in(columns, row)
        columns.name.pop(row, None)
        self._name(row, acted_on=True)
        self._states.mark(row)
        state = "expanded" if columns.flags[listed] & VISIBLE else "collapsed"
        store(columns, row, {*columns.states.get(row, ()), state}, {})

    def _describe_item(self, row: int, button: int) -> None:
        columns = self._columns
        columns.role[row], columns.name[row] = "option", self._names.text(row)
        chosen = text_in(columns, row) == text_in(columns, button)
        states = {"disabled"} if is_off(columns, row) else set[str]()
        store(columns, row, states | {"selected"} if chosen else states, {})

    def _role(self, row: int, *, acted_on: bool) -> str:
        columns = self._columns
        tag, attributes = columns.tag[row], columns.attributes[row]
        if not (self._table.traits[row - self._document.first_row] & T_ROLE or tag in CONTEXTUAL):
            return ROLE_OF_TAG.get(tag, "")
        if tag == "td" and not attributes:
            return cell_role(columns, row, self._table_kinds)
        role = html_role(columns, row, self._table_kinds)
        edited = acted_on and is_editing_host(columns, row)
        return "textbox" if edited and role in ("", *self._heads(row)) else role

    def _may_have_states(self, row: int, role: str) -> bool:
        local = row - self._document.first_row
        if self._table.traits[local] & T_STATED or self._columns.tag[row] in STATEFUL or role == "heading":
            return True
        return self._states.may_be_disabled(row) or local in self._table.marked

    def _name(self, row: int, *, acted_on: bool) -> None:
        name = _name_of(self._names, row, self._columns.role[row], acted_on=acted_on)
        if name:
            self._columns.name[row] = name


def _drawn_by_label(columns: NodeColumns, labels: dict[int, int]) -> set[int]:
    """The controls whose labels are drawn instead of them."""
    return {control for label, control in labels.items() if columns.flags[label] & INTERACTIVE}


def _name_of(names: Names, row: int, role: str, *, acted_on: bool) -> str:
    if not role:
        return names.without_role(row)
    # Contents name an interactive element, a heading, an option and the like.
    return names.name(row, role if acted_on or role in CONTENT_NAMED else f"-{role}")


def name_again(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, row: int) -> str:
    """The name that `describe_all` gives an element, whose role is known."""
    names = Names(columns, document, table, columns.labels)
    acted_on = bool(columns.flags[row] & INTERACTIVE) or row in _drawn_by_label(columns, columns.labels)
    name = without_glyphs(_name_of(names, row, columns.role[row], acted_on=acted_on))
    return drawn_once(columns, document, row, name)


def state_again(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, rows: Iterable[int]
) -> None:
    """Write the states that `describe_all` gives interactive elements, whose roles are known."""
    html = HtmlSemantics(columns, document, table, columns.labels)
    for row in rows:
        html.state_again(row)


def label_hidden_controls(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, labels: dict[int, int]
) -> None:
    """A label that is drawn instead of its control gets the control's role, state and name."""
    for label, control in labels.items():
        if not columns.flags[label] & INTERACTIVE:
            continue
        role = columns.role[control] or html_role(columns, control, {})
        columns.role[label] = role
        states = set(columns.states.get(control, ()))
        if control - document.first_row in table.checked:
            states.add("checked")
        if "disabled" in columns.attributes[control][::2]:
            states.add("disabled")
        store(columns, label, states, {})
        name = columns.name.get(control)
        if name:
            columns.name[label] = said_once(name)
        if role in VALUED and control in columns.value and not columns.flags[control] & REDACTED:
            columns.value[label] = columns.value[control]
