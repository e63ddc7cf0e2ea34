"""A snapshot built again from its sources after small changes to them (CD-17). Pure."""

from __future__ import annotations

from cdp_engine.observe.build import Arranged, Origin, arrange, finish
from cdp_engine.observe.model.column_scans import Stayed
from cdp_engine.observe.model.columns import NodeColumns
from cdp_engine.observe.model.snapshot import Snapshot, keep_origin
from cdp_engine.observe.semantics.undecided import undecided
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.protocol import dom


def rebuilt(
    snapshot: Snapshot, origin: Origin, *, same_tree: bool = True, same_semantics: bool = False
) -> Snapshot | None:
    """The snapshot rebuilt from its changed sources; equal parts are shared.

    `same_tree`: the nodes are the same. `same_semantics`: what the browser says of a role, name or state is, too. None
    where an element is undecided now, so that a capture is needed.
    """
    arranged = _arranged_again(origin)
    for process in origin.processes():
        asked = {node.backend_dom_node_id for node in process.asked} if same_semantics else set[int]()
        if not asked.issuperset(undecided(arranged.joined, process)):
            return None
    context = snapshot.context
    made = finish(
        arranged,
        snapshot.refs,
        source=context.source,
        notes=context.notes,
        capture_seconds=snapshot.took.capture,
    )
    columns = made.columns.draft()
    columns.share(snapshot.columns)
    if not same_tree:
        _note_stayed(snapshot, columns, arranged)
    tree = snapshot if same_tree else made
    return keep_origin(tree.rewritten(columns, made.documents, made.context, made.took), origin)


def _note_stayed(snapshot: Snapshot, columns: NodeColumns, arranged: Arranged) -> None:
    """Note which rows of the only document stayed, where these are in what they were in."""
    former, changes = snapshot.columns, arranged.found[0].changes
    if changes is None or changes.numbers is None or not changes.in_place or len(arranged.found) > 1:
        return
    if len(changes.numbers) == len(former) and changes.size == len(columns):
        own = columns.backend, columns.parent
        columns.note_stayed(Stayed((former.backend, former.parent), own, changes.runs, changes.numbers))


def undecided_in(origin: Origin) -> list[tuple[ProcessTables, list[dom.BackendNodeId]]]:
    """By process, the nodes of changed sources that only the accessibility tree describes."""
    arranged = _arranged_again(origin)
    return [(process, undecided(arranged.joined, process)) for process in origin.processes()]


def _arranged_again(origin: Origin) -> Arranged:
    return arrange(
        origin.main,
        origin.others,
        origin.loaders,
        include_aria_hidden=origin.include_aria_hidden,
        respect_opt_out=origin.respect_opt_out,
        known=origin.known,
    )
