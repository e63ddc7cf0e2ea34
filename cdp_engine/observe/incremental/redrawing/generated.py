"""What style sheets add to elements (`::before`, `::after`, `::marker`), asked for again (CD-17).

They are nodes of their own, which come and go with styles; only the browser can name them.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from types import TracebackType
from typing import Self

from cdp_engine.observe.incremental.moved_rows import has_layer, head_end_of, with_generated
from cdp_engine.observe.incremental.pseudo_elements import elements_in
from cdp_engine.observe.incremental.redrawing.drawings import Unclear
from cdp_engine.observe.model.columns import ELEMENT, GENERATED
from cdp_engine.observe.sources.document_table import DocumentTable, end_of
from cdp_engine.protocol import dom
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab import DrawnElement, Redrawn


class GeneratedBoxes:
    """The boxes of what style sheets add; those of new elements are requested before it is known what is drawn.

    Use it as a context manager, whose end abandons what has not come.
    """

    def __init__(self, session: Session, known: Sequence[dom.Node], timeout: float) -> None:
        """`known` are the new elements as the browser describes them; `timeout` is in seconds."""
        self._session = session
        self._timeout = timeout
        sides = [side for top in known for one in elements_in(top) for side in one.pseudo_elements or ()]
        self._asked = {side.backend_node_id: self._ask(side.backend_node_id) for side in sides}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for reply in self._asked.values():
            reply.abandon()

    def _ask(self, backend: dom.BackendNodeId) -> PendingReply[dom.GetBoxModelReply]:
        return self._session.start(dom.get_box_model(backend_node_id=backend), timeout=self._timeout)

    async def of(self, backends: Sequence[int]) -> list[Sequence[float]]:
        """The four corners of each in px of the viewport. Raises as a command does, for one without a box too."""
        wanted = list(map(dom.BackendNodeId, backends))
        self._asked |= {one: self._ask(one) for one in wanted if one not in self._asked}
        return [(await self._asked[one].result()).model.border for one in wanted]


async def generated_again(
    session: Session,
    table: DocumentTable,
    redrawn: Redrawn,
    new: Set[int],
    timeout: float,
    *,
    known: Sequence[dom.Node] = (),
) -> tuple[set[int], set[int]]:
    """Write the nodes that style sheets add in the changed parts into a table.

    `known` are parts that the browser described after the change. Returns the new nodes' rows then, and the numbers of
    the layers that are gone with what was added before.

    Raises `Unclear` where the browser describes others than the document reported, and as commands do.
    """
    roots = _changed_roots(table, redrawn)
    if not roots:
        return set(new), set()
    wanted: dict[int, list[tuple[str, dom.BackendNodeId]]] = {}
    before = {node.backend_node_id: node for node in known}
    unknown: list[int] = []
    for root, drawn in roots.items():
        try:
            wanted |= _described(table, root, drawn, before[dom.BackendNodeId(table.backend[root])])
        except (KeyError, Unclear):  # styles may have been worked out after the description
            unknown.append(root)
    if unknown:
        backends = [dom.BackendNodeId(table.backend[root]) for root in unknown]
        asked = [dom.describe_node(backend_node_id=backend, depth=-1, pierce=True) for backend in backends]
        replies = await session.send_all(*asked, timeout=timeout)
        for root, reply in zip(unknown, replies, strict=True):
            wanted |= _described(table, root, roots[root], reply.node)
    if _is_same(table, roots, wanted):
        return set(new), set()
    parts = [(root, end_of(table, root)) for root in roots]
    added = (row for part in parts for row in range(*part) if table.kind[row] == GENERATED)
    gone = {table.paint_order[row] for row in added if has_layer(table, row)} - {0}
    now = with_generated(table, parts, wanted)
    return {now[row] for row in new}, gone


def _changed_roots(table: DocumentTable, redrawn: Redrawn) -> dict[int, list[DrawnElement]]:
    """The changed parts in which style sheets add anything, or did, with the elements in them. Raises `Unclear`."""
    elements = table.elements()
    if len(elements) != redrawn.total:
        raise Unclear("other elements than known")
    roots: dict[int, list[DrawnElement]] = {}
    for place, facts in redrawn.parts:
        drawn = [fact for fact in facts if isinstance(fact, DrawnElement)]
        root = elements[place]
        if any(fact.generated for fact in drawn) or GENERATED in table.kind[root : end_of(table, root)]:
            roots[root] = drawn
    return roots


def _described(
    table: DocumentTable, root: int, drawn: list[DrawnElement], node: dom.Node
) -> dict[int, list[tuple[str, dom.BackendNodeId]]]:
    """What the browser says that style sheets add to the elements of a part. Raises `Unclear`."""
    inside = [row for row in range(root, end_of(table, root)) if table.kind[row] == ELEMENT]
    described = {one.backend_node_id: one for one in elements_in(node)}
    if len(inside) != len(drawn):
        raise Unclear("other elements than known")
    wanted: dict[int, list[tuple[str, dom.BackendNodeId]]] = {}
    for row, fact in zip(inside, drawn, strict=True):
        one = described.get(dom.BackendNodeId(table.backend[row]))
        if one is None and (fact.generated or head_end_of(table, row) > row + 1):
            raise Unclear("content of style sheets beside slotted elements")
        if one is None:
            continue
        found = [(side.node_name, side.backend_node_id) for side in one.pseudo_elements or ()]
        if [side for side, _ in found] != [side.side for side in fact.generated]:
            raise Unclear("content of style sheets")
        if found:
            wanted[row] = found
    return wanted


def _is_same(
    table: DocumentTable,
    roots: dict[int, list[DrawnElement]],
    wanted: dict[int, list[tuple[str, dom.BackendNodeId]]],
) -> bool:
    """Whether style sheets add what they added before."""
    for root in roots:
        for row in range(root, end_of(table, root)):
            if table.kind[row] == ELEMENT:
                known = table.backend[row + 1 : head_end_of(table, row)]
                if known != [backend for _, backend in wanted.get(row, ())]:
                    return False
    return True
