"""What style sheets add to new elements (`::before`, `::marker`), as the browser describes it (CD-17). Pure.

Written with the new nodes, it needs no second numbering of all rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from cdp_engine.observe.model.columns import ELEMENT, GENERATED
from cdp_engine.protocol import dom
from cdp_engine.tab import NewNode, TextChanges


def with_pseudo_elements(
    changes: TextChanges,
) -> tuple[Sequence[Sequence[NewNode]], Sequence[Sequence[dom.BackendNodeId]]]:
    """The new nodes and their ids, with what style sheets add to them as far as the browser described it.

    What is drawn in the end is compared with that, see `generated_again`.
    """
    created: list[Sequence[NewNode]] = []
    ids: list[Sequence[dom.BackendNodeId]] = []
    for number, (nodes, known) in enumerate(zip(changes.created, changes.created_ids, strict=True)):
        described = elements_in(changes.described[number]) if number < len(changes.described) else ()
        added = {one.backend_node_id: one.pseudo_elements for one in described if one.pseudo_elements}
        if added:
            nodes, known = _expanded(nodes, known, added)
        created.append(nodes)
        ids.append(known)
    return created, ids


def _expanded(
    nodes: Sequence[NewNode],
    ids: Sequence[dom.BackendNodeId],
    added: Mapping[dom.BackendNodeId, Sequence[dom.Node]],
) -> tuple[list[NewNode], list[dom.BackendNodeId]]:
    """New nodes with what is `added` to some of them, each time before their contents."""
    made: list[NewNode] = []
    known: list[dom.BackendNodeId] = []
    places: list[int] = []
    for node, backend in zip(nodes, ids, strict=True):
        place = len(made)
        places.append(place)
        made.append(node if node.parent < 0 else msgspec.structs.replace(node, parent=places[node.parent]))
        known.append(backend)
        for side in added.get(backend, ()):
            made.append(NewNode(place, GENERATED, side.node_name, [], ""))
            known.append(side.backend_node_id)
    return made, known


def elements_in(top: dom.Node) -> Iterator[dom.Node]:
    """The elements in a node as the browser describes it, in the order of the document."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if node.node_type == ELEMENT:
            yield node
        waiting.extend(reversed([*(node.children or ()), *(node.shadow_roots or ())]))
