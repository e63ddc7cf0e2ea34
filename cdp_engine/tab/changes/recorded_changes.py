"""The changes since a mark where only texts, or only attributes, changed (injected/recorder.js)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.protocol import Command, dom, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState

Thing = TypeVar("Thing")

_GROUP = "cdp-engine-watch"
AT_ONCE = 2
"""The number of elements that are requested before it is known that they changed."""


class Ask(Protocol):
    """Sends a command whose reply the caller awaits, or abandons in the end."""

    def __call__(self, session: Session, command: Command[Thing]) -> PendingReply[Thing]:
        """Queue it now."""
        ...


Bounds = tuple[float, float, float, float]
"""x, y, width and height in CSS px of the document."""


class Around(msgspec.Struct, frozen=True, array_like=True):
    """An ancestor of a changed text: its tag, its box, those of its neighbours, and its contents."""

    tag: str
    flow: str
    """`row`: part of a table that depends on other rows; `float`: its neighbours depend on it; else empty."""
    box: Bounds
    neighbours: tuple[Bounds | None, Bounds | None]
    inside: list[tuple[str, Bounds, int]] | None
    """In document order: tag ('' for a text), box, whether it is shown. None: too many, or too far up."""


class WrittenText(msgspec.Struct, frozen=True, array_like=True):
    """A changed text, the only child of its element, and its ancestors, from the inside out."""

    text: str
    around: list[Around]


class Restyled(msgspec.Struct, frozen=True, array_like=True):
    """An element that may be styled otherwise, with everything in it, in document order."""

    around: list[Around]
    styles: list[list[str]]
    """The computed styles of each element."""
    layers: list[int]
    """Whether each may be painted in a layer of its own."""
    texts: list[str]
    """All texts in them."""


class TextChanges(msgspec.Struct, frozen=True, array_like=True):
    """The changes in a document since its mark: only texts and attributes, and the styles that depend on them."""

    written: list[WrittenText]
    nodes: tuple[tuple[dom.BackendNodeId, dom.BackendNodeId], ...] = ()
    """The text node and the element of each."""
    attributes: list[list[str]] = []
    """All current attributes of elements, as name, value, name, value, …"""
    clicked: list[int | None] = []
    """Whether each takes clicks without a listener; None where that is as before."""
    restyled: list[Restyled] | None = None
    """All elements that may be styled otherwise; None where that is not certain: then texts or attributes, not both."""
    values: list[tuple[str, int]] = []
    """The values of fields, and whether they are checked."""
    restated: bool = False
    """Whether an element has another state that only scripts can read: the focus, a validity, a mixed box."""
    elements: tuple[dom.BackendNodeId, ...] = ()
    """The nodes of the elements with those attributes, of the restyled elements, and of the fields, in this order."""

    @property
    def keeps_states(self) -> bool:
        """Whether the states that only scripts can read, and what takes clicks without a listener, are as before."""
        return (
            self.restyled is not None and not self.restated and self.clicked.count(None) == len(self.clicked)
        )

    @property
    def of_attributes(self) -> Sequence[dom.BackendNodeId]:
        """The nodes of the elements with changed attributes."""
        return self.elements[: len(self.attributes)]

    @property
    def of_styles(self) -> Sequence[dom.BackendNodeId]:
        """The nodes of the restyled elements."""
        first = len(self.attributes)
        return self.elements[first : first + len(self.restyled or ())]

    @property
    def of_values(self) -> Sequence[dom.BackendNodeId]:
        """The nodes of the fields."""
        return self.elements[len(self.elements) - len(self.values) :]


NOTHING = TextChanges([], restyled=[])
"""No change at all."""


def mark(state: TabState) -> None:
    """Have every frame with a recorder begin to record changes; nobody waits for the answers."""
    for frame in state.frames.all():
        if frame.session.closed is None and state.contexts.isolated_world(frame) is not None:
            frame.session.start(Toolkit(state, frame).command("mark", None)).abandon()


async def read(
    toolkit: Toolkit,
    raw: Any,
    ahead: Sequence[PendingReply[runtime.CallFunctionOnReply]],
    ask: Ask,
) -> TextChanges | None:
    """The changes that the recorder of a document reported, with their nodes; None where the nodes are not available.

    `ahead` are the first replies of `ask_for`.
    """
    session = toolkit.frame.session
    try:
        changes = msgspec.convert(raw, TextChanges, strict=False)
        texts = len(changes.written)
        wanted = texts + len(changes.attributes) + len(changes.restyled or ()) + len(changes.values)
        more = ask_for(toolkit, len(ahead), wanted, ask)
        found = [(await reply.result()).result.object_id for reply in (*ahead[:wanted], *more)]
        objects = [one for one in found if one is not None]
        if len(objects) < wanted:
            return None
        asked = [ask(session, dom.describe_node(object_id=one, depth=1)) for one in objects]
        nodes = [(await reply.result()).node for reply in asked]
    except (EngineError, msgspec.ValidationError):
        return None
    pairs = [
        (node.children[0].backend_node_id, node.backend_node_id)
        for node in nodes[:texts]
        if node.children and len(node.children) == 1
    ]
    if len(pairs) < texts:
        return None
    others = tuple(node.backend_node_id for node in nodes[texts:])
    return msgspec.structs.replace(changes, nodes=tuple(pairs), elements=others)


def ask_for(
    toolkit: Toolkit, start: int, end: int, ask: Ask
) -> list[PendingReply[runtime.CallFunctionOnReply]]:
    """Request the elements that the recorder reports, in this order, as objects, which `let_go` releases."""
    return [
        ask(
            toolkit.frame.session,
            toolkit.command("changedElement", None, index, by_value=False, group=_GROUP),
        )
        for index in range(start, end)
    ]


def let_go(sessions: Iterable[Session]) -> None:
    """Release the objects that `ask_for` requested, in all frames of these sessions."""
    for session in sessions:
        session.start(runtime.release_object_group(_GROUP)).abandon()


async def uncovered(state: TabState, frame: Frame, *, timeout: float) -> bool:
    """Whether every interactive element in view is topmost at its middle."""
    try:
        return await Toolkit(state, frame).call("uncovered", into=bool, timeout=timeout)
    except EngineError:
        return False
