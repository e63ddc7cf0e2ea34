"""The few elements of which neither layout nor HTML tells the role, name or state: those are asked about one by one.

Custom elements may give themselves a role in script (`ElementInternals`), media describe themselves, and scripts of
ours do not reach into closed shadow roots. A call costs the browser 1–7 ms, so only what is acted on is asked about,
and beyond `MOST` of them the full accessibility trees are cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cdp_engine.errors import EngineError
from cdp_engine.observe.model.columns import Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.semantics.roles import read
from cdp_engine.observe.sources.merge import Joined, ProcessTables
from cdp_engine.observe.sources.replies import AxNode, AxReply
from cdp_engine.protocol import Command, accessibility, dom
from cdp_engine.rpc import Session

VISIBLE = int(Flag.VISIBLE)
BOTH = int(Flag.VISIBLE | Flag.INTERACTIVE)
MOST = 48
"""So many elements are asked about before the full trees are fetched instead."""
MEDIA = words("audio video")
FIELDS = words("input select textarea")


def doubtful(joined: Joined, process: ProcessTables) -> list[dom.BackendNodeId]:
    """The backend ids of a process's nodes that only the browser can tell about. Pure."""
    found: list[dom.BackendNodeId] = []
    columns = joined.columns
    for document, (source, table) in zip(joined.documents, joined.sources, strict=True):
        if source is process and table.frame_id not in process.accessibility:
            closed = bool(table.shadow) and "closed" in table.shadow.values()
            rows = _rows(columns, document.first_row, document.end_row, closed=closed)
            found += [columns.backend[row] for row in rows]
    return found


def _rows(columns: NodeColumns, first: int, end: int, *, closed: bool) -> Iterator[int]:
    tags, all_attributes = columns.tag, columns.attributes
    for row in columns.rows_of("dialog", first, end) if closed else ():
        if columns.flags[row] & VISIBLE and _is_shut_in(columns, row, first):
            yield row
    for row in columns.rows_with(BOTH, first, end):
        tag, attributes = tags[row], all_attributes[row]
        if tag in MEDIA:
            yield row
        elif "-" in tag:
            if "role" not in attributes:
                yield row
        elif closed and tag in FIELDS and _is_shut_in(columns, row, first):
            yield row
        elif "aria-labelledby" in attributes and read(attributes, "aria-labelledby") == "":
            yield row  # named by elements that only scripts hold


def _is_shut_in(columns: NodeColumns, row: int, first: int) -> bool:
    while row >= first:
        if columns.shadow.get(row) == "closed":
            return True
        row = columns.parent[row]
    return False


async def ask_about(session: Session, nodes: Sequence[dom.BackendNodeId], seconds: float) -> list[AxNode]:
    """The accessibility nodes of some elements; what the browser does not tell is left out."""
    replies = [session.start(_node_command(node), timeout=seconds) for node in nodes]
    told: list[AxNode] = []
    try:
        for node, reply in zip(nodes, replies, strict=True):
            try:
                found = (await reply.result()).nodes
            except EngineError:
                continue
            told += [item for item in found if item.backend_dom_node_id == node]
    finally:
        for reply in replies:
            reply.abandon()
    return told


def _node_command(node: dom.BackendNodeId) -> Command[AxReply]:
    typed = accessibility.get_partial_ax_tree(backend_node_id=node, fetch_relatives=False)
    return Command(typed.method, typed.params, AxReply)
