"""The items of a list over all its captures, as one list."""

from __future__ import annotations

from cdp_engine.engine.reading.list_walk import Extent, Kind, Taken, Walked, Walker, joined, walk
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.observe import ItemList, ItemRow, Snapshot, VirtualNode, item_list
from cdp_engine.track import ElementRef, Target, element_of


class Listed:
    """Collects the items of captures. `by` says which list; see `Page.items`."""

    def __init__(self, by: Target | None) -> None:
        self._by = by
        self._kept: list[tuple[ItemRow, tuple[tuple[str, str], ...]]] = []
        self._page: list[tuple[ItemRow, tuple[tuple[str, str], ...]]] = []
        self._first: ItemList | None = None
        self._names: list[str] = []

    async def take(self, snapshot: Snapshot, kind: Kind) -> Taken:
        """Add what a capture has."""
        found = _read(snapshot, self._by, again=self._first is not None)
        if found is None:
            return Taken(new=False)
        self._first = self._first or found
        self._names += [name for name in found.names if name not in self._names]
        before = [key for _, key in self._page]
        rows = [(item, tuple((name, cell.text) for name, cell in item.cells.items())) for item in found.items]
        keys = joined(before, [key for _, key in rows])
        if kind == "page" and [key for _, key in rows][: len(before)] != before:
            self._kept += self._page
            self._page = rows
            return Taken(new=bool(rows) and [key for _, key in rows] != before, box=found.node)
        overlap = len(before) + len(rows) - len(keys)
        self._page = [*self._page[: len(before) - overlap], *rows]
        return Taken(new=len(keys) > len(before), box=found.node)

    def result(self) -> ItemList | None:
        """All of them; None where nothing repeats."""
        if self._first is None:
            return None
        items = tuple(item for item, _ in (*self._kept, *self._page))
        return ItemList(self._first.node, tuple(self._names), items)


async def listed_items(page: Walker, by: Target | None, extent: Extent) -> tuple[ItemList | None, Walked]:
    """The items, and how far the list was read."""
    listed = Listed(by)
    walked = await walk(page, extent, listed.take)
    return listed.result(), walked


def _read(snapshot: Snapshot, by: Target | None, *, again: bool) -> ItemList | None:
    if by is None:
        return item_list(snapshot)
    if isinstance(by, str) and by.strip().isalpha():  # a role or a tag
        found = item_list(snapshot, by)
        if found is None and not again:
            raise InvalidInput(
                f"nothing on the page has the role or tag {by!r}",
                hint="Give a ref, a name, or a role such as article, listitem, row.",
            )
        return found
    try:
        node = named(snapshot, by)
    except EngineError:
        if again:  # the next page has other elements; its list is the one that is most of it
            return item_list(snapshot)
        raise
    return item_list(snapshot, node)


def named(snapshot: Snapshot, target: Target) -> VirtualNode:
    """The element of a ref or a name. Raises `UnknownRef`, `StaleRef`, `NameNotFound`, `NameAmbiguous`."""
    if isinstance(target, ElementRef):
        return snapshot.get(target.scoped)
    return element_of(snapshot, target) if isinstance(target, str) else snapshot.get(target)
