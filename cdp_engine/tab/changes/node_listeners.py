"""The event listeners of nodes, as `DOMDebugger.getEventListeners` lists them, without their functions."""

from __future__ import annotations

import msgspec

from cdp_engine.protocol import Command, dom_debugger, runtime


class Listener(msgspec.Struct, frozen=True, gc=False):
    """One listener of a node."""

    type: str = ""
    backend: int = msgspec.field(default=0, name="backendNodeId")


class ListenersReply(msgspec.Struct, gc=False):
    """The reply of `DOMDebugger.getEventListeners`."""

    listeners: list[Listener] = []


def listeners_in(node: runtime.RemoteObjectId, *, pierce: bool = False) -> Command[ListenersReply]:
    """The command for the listeners of a node and of all in it; with `pierce`, in frames and shadow roots, too."""
    typed = dom_debugger.get_event_listeners(node, depth=-1, pierce=pierce or None)
    return Command(typed.method, typed.params, ListenersReply)
