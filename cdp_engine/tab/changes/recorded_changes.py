"""The changes of a document since its mark, as far as they are certain (injected/changes/since_mark.js)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.protocol import Command, dom, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab.changes.node_listeners import Listener, listeners_in
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState

Thing = TypeVar("Thing")

GROUP = "cdp-engine-watch"
_TEXT = 3
_BLANK = " \t\n\v\f\r"
AT_ONCE = 1
"""The number of elements that are requested before it is known that they changed: usually one text node is another."""


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
    inside: list[tuple[str, Bounds | None, int]] | None
    """In document order: tag ('' for a text), box, whether it is shown. None: too many, or too far up.

    No box for parts of a drawing that only a capture measures: they move with it.
    """


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


class NewNode(msgspec.Struct, frozen=True, array_like=True):
    """A node that came since the mark."""

    parent: int
    """The place of its parent among the nodes that came with it; -1 for the outermost."""
    kind: int
    tag: str
    attributes: list[str]
    text: str


class ChangedList(msgspec.Struct, frozen=True, array_like=True):
    """How the children of a node are made of former ones."""

    start: int
    """How many at the beginning are the same."""
    end: int
    """How many at the end are the same."""
    before: int
    """How many there were."""
    between: list[int]
    """The former place of each of the others; -1 for a new node."""


class TextChanges(msgspec.Struct, frozen=True, array_like=True):
    """The changes in a document since its mark: texts, attributes, values, styles that depend on them, children."""

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
    lists: list[ChangedList] = []
    """The nodes with other children."""
    created: list[list[NewNode]] = []
    """The new nodes of all lists, each with everything in it, in the order of the document."""
    blanks: int = 0
    """How many of them are texts of white space only."""
    far: bool = False
    """Whether elements came or went, or something may be drawn otherwise far from the changes."""
    places: list[int] = []
    """In a document with the elements of the mark: the places, among all, of those with changed texts and of those that
    `elements` would have. Then `nodes` has only texts whose nodes are others.
    """
    total: int = 0
    """The number of all elements, where there are `places`."""
    replaced: int = 0
    """How many text nodes are others, where there are `places`."""
    states: list[tuple[int, str]] | None = None
    """Where `restated`, the places of elements with states that only scripts can read, each with one; None: unknown."""
    elements: tuple[dom.BackendNodeId, ...] = ()
    """The nodes of the elements with those attributes, of the restyled elements, of the fields, and of the nodes with
    other children, in this order.
    """
    created_ids: tuple[tuple[dom.BackendNodeId, ...], ...] = ()
    """The ids of the new nodes, as `created`."""
    described: tuple[dom.Node, ...] = ()
    """The outermost new nodes, with everything in them, as the browser describes them."""
    listeners: tuple[Listener, ...] = ()
    """The listeners in the new nodes."""
    scroll: tuple[float, float] | None = None
    """How the document is scrolled."""
    mutations: float = 0
    """The recorder's count of changes when it reported these."""

    @property
    def is_scroll_alone(self) -> bool:
        """Whether nothing but the scroll position can be another."""
        found = (self.written, self.attributes, self.restyled, self.values, self.restated, self.lists)
        return not (any(found) or self.far)

    @property
    def restyles(self) -> bool:
        """Whether elements may be drawn otherwise, be it by animations alone."""
        return bool(self.restyled) or self.far

    @property
    def knows_states(self) -> bool:
        """Whether the states that only scripts can read are known."""
        return self.restyled is not None and (not self.restated or self.states is not None)

    def named(
        self,
        elements: Sequence[dom.BackendNodeId],
        nodes: Sequence[tuple[dom.BackendNodeId, dom.BackendNodeId]],
    ) -> TextChanges:
        """The same with elements in place of `places`."""
        return msgspec.structs.replace(self, places=[], elements=tuple(elements), nodes=tuple(nodes))

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
        first = len(self.attributes) + len(self.restyled or ())
        return self.elements[first : first + len(self.values)]

    @property
    def of_lists(self) -> Sequence[dom.BackendNodeId]:
        """The nodes with other children."""
        return self.elements[len(self.elements) - len(self.lists) :]


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
        texts, tops = len(changes.written), len(changes.created)
        others = len(changes.attributes) + len(changes.restyled or ()) + len(changes.values)
        others += len(changes.lists)
        if changes.places:
            texts, others = changes.replaced, 0
        wanted = texts + others + tops + changes.blanks
        more = ask_for(toolkit, len(ahead), wanted, ask)
        found = [(await reply.result()).result.object_id for reply in (*ahead[:wanted], *more)]
        objects = [one for one in found if one is not None]
        if len(objects) < wanted:
            return None
        # of the others only the id is wanted: one of them may have thousands of children
        depths = [*([1] * texts), *([0] * others), *([-1] * tops), *([1] * changes.blanks)]
        asked = [
            ask(session, dom.describe_node(object_id=one, depth=depth))
            for one, depth in zip(objects, depths, strict=True)
        ]
        first = texts + others
        heard = [ask(session, listeners_in(one)) for one in objects[first : first + tops]]
        nodes = [(await reply.result()).node for reply in asked]
        listeners = [one for reply in heard for one in (await reply.result()).listeners]
    except (EngineError, msgspec.ValidationError):
        return None
    pairs = [
        (node.children[0].backend_node_id, node.backend_node_id)
        for node in nodes[:texts]
        if node.children and len(node.children) == 1
    ]
    if len(pairs) < texts:
        return None
    created = _ids_of_new(changes.created, nodes[first : first + tops], nodes[first + tops :])
    if created is None:
        return None
    return msgspec.structs.replace(
        changes,
        nodes=tuple(pairs),
        elements=tuple(node.backend_node_id for node in nodes[texts:first]),
        created_ids=created,
        described=tuple(nodes[first : first + tops]),
        listeners=tuple(listeners),
    )


def _ids_of_new(
    created: Sequence[Sequence[NewNode]], tops: Sequence[dom.Node], blanks: Sequence[dom.Node]
) -> tuple[tuple[dom.BackendNodeId, ...], ...] | None:
    """The ids of new nodes; None where the browser describes others. It leaves out texts of white space only."""
    spare = iter(blanks)
    found: list[tuple[dom.BackendNodeId, ...]] = []
    for nodes, top in zip(created, tops, strict=True):
        described = iter(_flat(top) if not _is_blank(nodes[0]) else ())
        ids: list[dom.BackendNodeId] = []
        for node in nodes:
            known = next(spare if _is_blank(node) else described, None)
            if known is None or not _fits(node, known):
                return None
            ids.append(known.backend_node_id)
        if next(described, None) is not None:
            return None
        found.append(tuple(ids))
    return tuple(found)


def _is_blank(node: NewNode) -> bool:
    return node.kind == _TEXT and not node.text.strip(_BLANK)


def _fits(node: NewNode, known: dom.Node) -> bool:
    """Whether the browser describes this node, without anything in it that is not among the new nodes."""
    own = all(root.shadow_root_type == "user-agent" for root in known.shadow_roots or ())
    inner = known.content_document or known.template_content
    return (known.node_type, known.local_name) == (node.kind, node.tag) and own and inner is None


def _flat(top: dom.Node) -> Iterator[dom.Node]:
    waiting = [top]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children or ()))


def ask_for(
    toolkit: Toolkit, start: int, end: int, ask: Ask
) -> list[PendingReply[runtime.CallFunctionOnReply]]:
    """Request the elements that the recorder reports, in this order, as objects, in the object group `GROUP`."""
    return [
        ask(
            toolkit.frame.session,
            toolkit.command("changedElement", None, index, by_value=False, group=GROUP),
        )
        for index in range(start, end)
    ]


async def uncovered(state: TabState, frame: Frame, *, timeout: float) -> bool:
    """Whether every interactive element in view is topmost at its middle."""
    try:
        return await Toolkit(state, frame).call("uncovered", into=bool, timeout=timeout)
    except EngineError:
        return False
