"""What a custom element keeps to itself (`ElementInternals`): its role, state and value are in the accessibility tree
only, not in attributes that a script could read.
"""

from __future__ import annotations

import anyio
import msgspec

from cdp_engine.act.dispatch import answer_after
from cdp_engine.act.element import Element, page_errors
from cdp_engine.act.performed import Ending
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.protocol import accessibility

_CHECKABLE = frozenset(
    {"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"}
)
_STATES = ("checked", "pressed", "selected")


class Internals(msgspec.Struct, frozen=True):
    """An element as the accessibility tree describes it. `state` is empty where it cannot be checked."""

    role: str = ""
    state: str = ""
    value: float | None = None


async def internals_of(element: Element) -> Internals:
    """The role, state and value of an element; empty where the tree leaves it out."""
    question = accessibility.get_partial_ax_tree(object_id=element.object_id, fetch_relatives=False)
    with page_errors(element.ref, element.frame):
        nodes = (await element.session.send(question, timeout=element.deadline.remaining)).nodes
    if not nodes or nodes[0].ignored or nodes[0].role is None:
        return Internals()
    node, role = nodes[0], str(nodes[0].role.value)
    said = {item.name: item.value.value for item in node.properties or ()}
    state = next((str(said[name]).lower() for name in _STATES if name in said), "false")
    held = node.value.value if node.value is not None else None
    return Internals(
        role,
        state if role in _CHECKABLE or "pressed" in said else "",
        float(held) if isinstance(held, int | float) and not isinstance(held, bool) else None,
    )


async def state_after(element: Element, ending: Ending, wanted: str, seconds: float) -> tuple[str, Ending]:
    """The state once it is the wanted one, or what it still is after some seconds; also how the page left."""
    now, ending = await answer_after(_until(element, seconds, state=wanted)) if not ending else (None, ending)
    return now.state if now is not None else "", ending


async def value_after(element: Element, before: float, seconds: float) -> float:
    """The value of a slider once it differs from the one before, or what it still is after some seconds."""
    now = await _until(element, seconds, other_than=before)
    return before if now.value is None else now.value


async def _until(
    element: Element, seconds: float, *, state: str = "", other_than: float | None = None
) -> Internals:
    end = anyio.current_time() + seconds
    attempt = 0
    while True:
        now = await internals_of(element)
        arrived = now.state == state if state else now.value != other_than
        if arrived or anyio.current_time() >= end:
            return now
        await stir(element, attempt)
        attempt += 1
