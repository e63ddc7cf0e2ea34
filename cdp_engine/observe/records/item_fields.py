"""Rows out of items that repeat: which texts of different items belong into one column, and what it is called (pure).

Texts at the same place of their items are one column. Its name is what the page's author called it (`itemprop`, test
id, class), else what it is (`heading`, `link`, `time`, `image`), else `text`; equal names are numbered.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

from cdp_engine.observe.model.columns import ELEMENT, TEXT, Flag
from cdp_engine.observe.model.html_tables import Table, is_table, read_table
from cdp_engine.observe.model.node import VirtualNode
from cdp_engine.observe.model.page_tree import PageTree
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.records.repeated_items import Group, best_group, group_like, group_of
from cdp_engine.observe.records.text_runs import is_text_run

_WORD = re.compile(r"[a-z][a-z]+(?:[-_]+[a-z]+)*", re.IGNORECASE)
_MADE_UP = re.compile(r"\d|^(?:css|sc|jsx|svelte|ng|emotion|styled)[-_]|[A-Z].*[a-z].*[A-Z]")
_LAYOUT = re.compile(
    r"^(?:col|row|flex|grid|text|font|bg|p|m|px|py|mx|my|mt|mb|ml|mr|pt|pb|pl|pr|w|h|d|is|has|align|justify|items|"
    r"self|float|clearfix|container|wrapper|rounded|border|shadow|hover|block|inline|hidden|truncate|leading|"
    r"tracking|space|gap|min|max|overflow|relative|absolute|fixed|small|large|bold|muted)(?:[-_].*)?$"
)
_BY_TAG = {
    "time": "time",
    "img": "image",
    "a": "link",
    "button": "button",
    "input": "field",
    "select": "field",
}


@dataclass(slots=True, frozen=True)
class ItemCell:
    """One value of an item: its text, and the element that it was read from."""

    node: VirtualNode
    text: str


@dataclass(slots=True, frozen=True)
class ItemRow:
    """One item: its element (the first, where it has several), and its cells by the names of their columns."""

    node: VirtualNode
    cells: dict[str, ItemCell]

    def record(self) -> dict[str, str]:
        """Name → text."""
        return {name: cell.text for name, cell in self.cells.items()}


@dataclass(slots=True, frozen=True)
class ItemList:
    """Items that repeat on a page: the element around them, the names of their columns, and the items in order."""

    node: VirtualNode
    names: tuple[str, ...]
    items: tuple[ItemRow, ...]

    def records(self) -> list[dict[str, str]]:
        """The items as name → text."""
        return [item.record() for item in self.items]


def item_list(snapshot: Snapshot, of: VirtualNode | str | None = None) -> ItemList | None:
    """The items of a page; None where nothing repeats.

    `of` is an item, a part of one, or the element around them; a text is the role or tag that the items have; None is
    the list that is most of the content.
    """
    if of is None:
        group = best_group(snapshot)
    elif isinstance(of, str):
        group = group_like(snapshot, _of_kind(snapshot, of.strip().lower()))
    else:
        group = group_of(snapshot, of)
    if group is None:
        return None
    table = _table_of(snapshot, group)
    return _as_rows(snapshot, group) if table is None else _as_records(table, group)


def _of_kind(snapshot: Snapshot, kind: str) -> list[int]:
    columns, shown = snapshot.columns, int(Flag.VISIBLE)
    return [
        row
        for row in snapshot.reading_order()
        if columns.kind[row] == ELEMENT
        and columns.flags[row] & shown
        and kind in (columns.role[row], columns.tag[row])
    ]


def _as_rows(snapshot: Snapshot, group: Group) -> ItemList:
    read = [list(_cells(snapshot, item)) for item in group.items]
    places = _in_order([[place for place, _name, _cell in cells] for cells in read])
    called: dict[str, str] = {}
    for place in places:
        names = Counter(name for cells in read for at, name, _cell in cells if at == place)
        called[place] = names.most_common(1)[0][0]
    names = _numbered([called[place] for place in places])
    name_of = dict(zip(places, names, strict=True))
    items = [
        ItemRow(snapshot.node_at(item[0]), {name_of[place]: cell for place, _name, cell in cells})
        for item, cells in zip(group.items, read, strict=True)
        if cells
    ]
    ordered = [
        ItemRow(item.node, {name: item.cells[name] for name in names if name in item.cells}) for item in items
    ]
    return ItemList(snapshot.node_at(group.container), tuple(names), tuple(ordered))


def _table_of(snapshot: Snapshot, group: Group) -> Table | None:
    """The table whose rows are the items; None for other lists, and for tables without headers."""
    rows = [snapshot.node_at(item[0]) for item in group.items]
    if any(len(item) > 1 for item in group.items) or any(
        row.tag != "tr" and row.role != "row" for row in rows
    ):
        return None
    at: VirtualNode | None = rows[0]
    while at is not None and not is_table(at):
        at = at.parent
    table = None if at is None else read_table(at)
    return table if table is not None and table.headers else None


def _as_records(table: Table, group: Group) -> ItemList:
    """The rows of a table, its headers as names, with the addresses that its cells link to."""
    rows: list[ItemRow] = []
    names: list[str] = []
    for cells in table.rows:
        values: dict[str, ItemCell] = {}
        for cell in cells:
            name = cell.header or str(cell.column + 1)
            values[name] = ItemCell(cell.node, cell.node.text)
            for link in cell.node.walk():
                if link.tag == "a" and link.visible and (url := _address(link)):
                    values.setdefault(f"{name}_url", ItemCell(link, url))
        names += [name for name in values if name not in names]
        at: VirtualNode = cells[0].node
        while at.parent is not None and at.tag != "tr" and at.role != "row":
            at = at.parent
        rows.append(ItemRow(at, values))
    kept = {item[0] for item in group.items}
    shown = tuple(row for row in rows if row.node.index in kept) or tuple(rows)
    return ItemList(table.node, tuple(names), shown)


def _address(link: VirtualNode) -> str:
    """Where a link leads, as a whole address; empty for those that only run a script."""
    if not link.href or link.href.startswith(("javascript:", "#")):
        return ""
    snapshot = link.snapshot
    return urljoin(snapshot.documents[snapshot.columns.document[link.index]].url, link.href)


def _in_order(sequences: list[list[str]]) -> list[str]:
    """All places, each after those that it follows in the first item that has it."""
    order: list[str] = []
    for places in sequences:
        at = 0
        for place in places:
            if place in order:
                at = max(at, order.index(place) + 1)
            else:
                order.insert(at, place)
                at += 1
    return order


def _numbered(names: list[str]) -> list[str]:
    seen: Counter[str] = Counter()
    numbered: list[str] = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return numbered


def _cells(snapshot: Snapshot, item: tuple[int, ...]) -> Iterator[tuple[str, str, ItemCell]]:
    """Place, name and cell of each value in an item, in reading order; equal places are counted."""
    seen: Counter[str] = Counter()
    for number, root in enumerate(item):
        for path, name, cell in _values(snapshot, root, str(number)):
            seen[path] += 1
            yield f"{path}#{seen[path]}", name, cell


def _values(snapshot: Snapshot, root: int, begin: str) -> Iterator[tuple[str, str, ItemCell]]:
    columns = snapshot.columns
    pending = [(root, begin, "")]
    while pending:
        row, path, said = pending.pop()
        node = snapshot.node_at(row)
        name = (row != root and _name_of_one(node)) or said
        if columns.flags[row] & Flag.VISIBLE and node.value is not None and node.tag != "li":
            yield path, name or _kind(node), ItemCell(node, node.value)
            continue
        below = snapshot.child_rows(row)
        if node.tag == "img" or is_text_run(snapshot, row):
            text = node.name if node.tag == "img" and node.visible else snapshot.text_of(row)
            if text:
                yield path, name or _kind(node), ItemCell(node, text)
        else:
            pending += [
                (child, f"{path}/{columns.tag[child]}{_marks(snapshot, child)}", name)
                for child in reversed(below)
                if columns.kind[child] in (ELEMENT, TEXT)
            ]
        if node.tag == "a" and node.visible and (url := _address(node)):
            yield f"{path}@", f"{name or _kind(node)}_url", ItemCell(node, url)


def _name_of_one(node: VirtualNode) -> str:
    """What the author calls an element with one text; names around several texts say nothing about each."""
    name = _own_name(node)
    return name if name and _texts_in(node.snapshot, node.index) <= 1 else ""


def _texts_in(snapshot: PageTree, row: int) -> int:
    """How many visible texts there are in a row; no more than two are counted."""
    columns, found = snapshot.columns, 0
    for below in (row, *snapshot.rows_below(row)):
        if (
            columns.kind[below] == TEXT
            and columns.flags[below] & Flag.VISIBLE
            and not columns.text[below].isspace()
        ):
            found += 1
            if found > 1:
                break
    return found


def _marks(snapshot: Snapshot, row: int) -> str:
    """The author's word for an element, as a part of its place."""
    return (
        f".{word}"
        if snapshot.columns.kind[row] == ELEMENT and (word := _own_name(snapshot.node_at(row)))
        else ""
    )


def _own_name(node: VirtualNode) -> str:
    """What the author calls an element; empty where nothing says it."""
    if not node.is_element:
        return ""
    for written in (node.attribute("itemprop"), node.test_id):
        if written and _WORD.fullmatch(written):
            return _plain(written)
    for word in (node.attribute("class") or "").split():
        if _WORD.fullmatch(word) and not _MADE_UP.search(word) and not _LAYOUT.match(word.lower()):
            return _plain(word)
    return ""


def _plain(word: str) -> str:
    """The last part of a name such as `product-card__price`."""
    return re.split(r"__|--", word)[-1].replace("-", "_").strip("_").lower()


def _kind(node: VirtualNode) -> str:
    """What an element is, where nobody named it: by what is around it; a heading counts more than a link in it."""
    said = ""
    at: VirtualNode | None = node
    for _ in range(3):
        if at is None:
            break
        if at.role == "heading":
            return "heading"
        said = said or _BY_TAG.get(at.tag, "")
        at = at.parent
    return said or "text"
