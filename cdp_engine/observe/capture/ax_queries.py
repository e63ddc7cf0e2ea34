"""Fetches the accessibility nodes of single elements (see `semantics.undecided`).

A call costs the browser 1–7 ms: beyond `MOST` of them the full accessibility trees are cheaper.
"""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.errors import EngineError
from cdp_engine.observe.sources.replies import AxNode, AxReply
from cdp_engine.protocol import Command, accessibility, dom
from cdp_engine.rpc import Session

MOST = 48
"""The largest number of single queries; for more elements the full trees are fetched instead."""


async def ask_about(session: Session, nodes: Sequence[dom.BackendNodeId], seconds: float) -> list[AxNode]:
    """The accessibility nodes of some elements; those that the browser does not report are left out."""
    replies = [session.start(_node_command(node), timeout=seconds) for node in nodes]
    ax_nodes: list[AxNode] = []
    try:
        for node, reply in zip(nodes, replies, strict=True):
            try:
                found = (await reply.result()).nodes
            except EngineError:
                continue
            ax_nodes += [item for item in found if item.backend_dom_node_id == node]
    finally:
        for reply in replies:
            reply.abandon()
    return ax_nodes


def _node_command(node: dom.BackendNodeId) -> Command[AxReply]:
    typed = accessibility.get_partial_ax_tree(backend_node_id=node, fetch_relatives=False)
    return Command(typed.method, typed.params, AxReply)
