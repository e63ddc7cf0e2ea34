"""The options that a view shows with a control: those of a `<select>`, or what a field suggests by a `<datalist>`."""

from __future__ import annotations

from cdp_engine.observe import NodeColumns, Snapshot, VirtualNode
from cdp_engine.views.text.page_text import label

_MOST = 30
_LONGEST = 100


def listed_options(node: VirtualNode) -> tuple[str, ...]:
    """The names of the first options of a control, and how many more there are; none where it has no options."""
    names = option_names(node)
    more = len(names) - _MOST
    return (*names[:_MOST], *([f"… {more} more"] if more > 0 else []))


def option_names(node: VirtualNode) -> list[str]:
    """The names of a list's options, with `(disabled)` behind those that cannot be chosen.

    What a field suggests has no disabled ones: the browser leaves them out.
    """
    if node.tag == "select":
        named = ((option, _option_name(option)) for option in node.walk() if option.tag == "option")
        return [
            f"{name} (disabled)" if is_disabled_option(option) else name for option, name in named if name
        ]
    row = _suggestions_of(node) if node.tag == "input" else -1
    if row < 0:
        return []
    options = [option for option in VirtualNode(node.snapshot, row).walk() if option.tag == "option"]
    names = [_suggestion_name(option) for option in options if not is_disabled_option(option)]
    return [name for name in names if name]


def suggestions(snapshot: Snapshot) -> dict[int, tuple[str, ...]]:
    """By the row of a field, the names of what it suggests."""
    columns = snapshot.columns
    fields = (row for row in columns.rows_of("input") if "list" in columns.attributes[row][::2])
    named = ((row, tuple(option_names(VirtualNode(snapshot, row)))) for row in fields)
    return {row: names for row, names in named if names}


def is_disabled_option(option: VirtualNode) -> bool:
    """Whether an option of a list, or the group that it is in, is disabled."""
    group = option.parent
    in_group = group is not None and group.tag == "optgroup" and "disabled" in group.attributes
    return in_group or "disabled" in option.attributes


def _option_name(option: VirtualNode) -> str:
    """The name of an option: its label, else its text, without the comments that components leave in it."""
    return label(option.attribute("label") or option.text_content, _LONGEST)


def _suggestion_name(option: VirtualNode) -> str:
    return _option_name(option) or label(option.attribute("value") or "", _LONGEST)


def _suggestions_of(field: VirtualNode) -> int:
    """The row of the `<datalist>` that a field names by its id; -1 without one. Ids count in one shadow tree."""
    columns, wanted = field.snapshot.columns, field.attribute("list")
    if not wanted:
        return -1
    place = _tree_of(columns, field.index)
    for row in columns.rows_of("datalist"):
        if VirtualNode(field.snapshot, row).attribute("id") == wanted and _tree_of(columns, row) == place:
            return row
    return -1


def _tree_of(columns: NodeColumns, row: int) -> int:
    """The document or shadow root around a row, by the row of what holds it."""
    for one in columns.upwards(row):
        above = columns.parent[one]
        if one in columns.shadow or above < 0 or columns.tag[one] == "html":
            return above
    return -1
