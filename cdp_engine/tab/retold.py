"""What differs in a document where nothing but texts, or attributes, changed since its mark (see page/watch.js)."""

from __future__ import annotations

from contextlib import ExitStack

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.protocol import Command, dom, runtime
from cdp_engine.tab.frames import Frame
from cdp_engine.tab.state import TabState
from cdp_engine.tab.watching import asking, call, each, world

_GROUP = "cdp-engine-watch"
_AT_ONCE = 4

Bounds = tuple[float, float, float, float]
"""x, y, width and height in CSS px of the document."""


class Around(msgspec.Struct, frozen=True, array_like=True):
    """An element around a changed text: its tag, its box, those of its neighbours, and what lies in it."""

    tag: str
    flow: str
    """`row`: part of a table that depends on other rows; `float`: what stands beside it depends on it; else empty."""
    box: Bounds
    neighbours: tuple[Bounds | None, Bounds | None]
    inside: list[tuple[str, Bounds, int]] | None
    """In document order: tag ('' for a text), box, whether it is shown. None: too much, or too far out."""


class WrittenText(msgspec.Struct, frozen=True, array_like=True):
    """A text that changed, the only thing in its element, and all that is around it, from the inside out."""

    text: str
    around: list[Around]


class TextChanges(msgspec.Struct, frozen=True, array_like=True):
    """Nothing but texts, or nothing but attributes, changed in a document since it was marked."""

    written: list[WrittenText]
    nodes: tuple[tuple[dom.BackendNodeId, dom.BackendNodeId], ...] = ()
    """The text node and the element of each."""
    attributes: list[list[str]] = []
    """All attributes that elements have now, as name, value, name, value, …: where these changed, no texts did."""
    mutations: int = 0
    """How much had changed in the document by then."""
    elements: tuple[dom.BackendNodeId, ...] = ()
    """The elements with those attributes."""


async def mark(state: TabState, *, timeout: float) -> dict[str, int]:
    """Have every frame that answers begin to note what changes; how much had changed by then, by frame id."""
    marked: dict[str, int] = {}

    async def ask(frame: Frame) -> None:
        try:
            marked[frame.id] = int(await call(state, frame, "mark()", timeout=timeout))
        except EngineError:
            return

    await each(list(state.frames.all()), ask)
    return marked


async def text_changes(state: TabState, frame: Frame, *, timeout: float) -> TextChanges | None:
    """What changed since the mark, or None where that is more than texts or attributes, or cannot be told."""
    session = frame.session
    try:
        await world(state, frame, timeout)
        with ExitStack() as held:
            asked = held.enter_context(session.start(asking(state, frame, "changes()"), timeout=timeout))
            # Written in the same breath: mostly it is one or two texts.
            first = [
                held.enter_context(session.start(one, timeout=timeout)) for one in _nodes(state, frame, 0)
            ]
            told = (await asked.result()).result.value
            if not told:
                return None
            changes = msgspec.convert(told, TextChanges, strict=False)
            found = [(await reply.result()).result.object_id for reply in first]
        wanted = 2 * len(changes.written) + len(changes.attributes)
        if wanted > len(found):
            more = _nodes(state, frame, len(found), wanted)
            replies = await session.send_all(*more, timeout=timeout)
            found += [reply.result.object_id for reply in replies]
        objects = [one for one in found[:wanted] if one is not None]
        if len(objects) < wanted:
            return None
        nodes = [
            reply.node.backend_node_id
            for reply in await session.send_all(
                *(dom.describe_node(object_id=one) for one in objects), timeout=timeout
            )
        ]
    except (EngineError, msgspec.ValidationError):
        return None
    finally:
        session.start(runtime.release_object_group(_GROUP)).abandon()
    if changes.attributes:
        return msgspec.structs.replace(changes, elements=tuple(nodes))
    return msgspec.structs.replace(changes, nodes=tuple(zip(nodes[::2], nodes[1::2], strict=True)))


def _nodes(
    state: TabState, frame: Frame, start: int, end: int = _AT_ONCE
) -> list[Command[runtime.EvaluateReply]]:
    """Ask for the texts that changed, each followed by its element, or for the elements, as objects."""
    return [
        runtime.evaluate(
            f"globalThis.cdpEngineWatch?.replaced()[{index}]",
            context_id=state.contexts.isolated_world(frame),
            object_group=_GROUP,
            silent=True,
        )
        for index in range(start, end)
    ]


async def uncovered(state: TabState, frame: Frame, *, timeout: float) -> bool:
    """Whether everything in view that one can act on is what lies on top at its middle."""
    try:
        return bool(await call(state, frame, "uncovered()", timeout=timeout))
    except EngineError:
        return False
