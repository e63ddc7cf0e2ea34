"""Editors with a model of their own that learn of a text by its keys alone, as those of an older generation do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.act.element import Element, page_errors
from cdp_engine.act.focus import FocusState
from cdp_engine.act.keyboard.keyboard import empty_field, read_back
from cdp_engine.act.keyboard.typed_text import send_lines
from cdp_engine.act.performed import Ending, Held
from cdp_engine.act.pointer.hit_target import stir
from cdp_engine.protocol import dom, dom_debugger, runtime

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_KEY, _INPUT = "keypress", "beforeinput"
_LEVELS = 3
_LOOKS = 2
"""Some editors begin to listen a moment after they got the focus."""
_MANY = 40
"""From so many kinds of events on it is the root of a framework, which listens for everything (React)."""
_PARENT = "function () { return this.parentElement === document.body ? null : this.parentElement; }"
_GROUP = "cdp-engine-keyed"


async def is_keyed(element: Element) -> bool:
    """Whether an editable region, or a box close around it, listens for the keys of a text and not for the text itself:
    one that is inserted may be lost there."""
    if element.ref is None:
        return False
    await element.ask("focus", None, into=FocusState)
    for attempt in range(_LOOKS):
        await stir(element, attempt)
        with page_errors(element.ref, element.frame):
            heard = await _heard_around(element, element.ref.backend_node_id)
        if heard & {_KEY, _INPUT}:
            return _INPUT not in heard
    return False


async def _heard_around(element: Element, backend_node_id: dom.BackendNodeId) -> set[str]:
    """The kinds of events that are listened for at an element and the boxes close around it."""
    heard: set[str] = set()
    session, deadline = element.session, element.deadline
    # A page's listeners are listed for an object of its own world only.
    resolve = dom.resolve_node(backend_node_id=backend_node_id, object_group=_GROUP)
    node = (await session.send(resolve, timeout=deadline.remaining)).object_.object_id
    for _ in range(_LEVELS):
        if node is None:
            break
        asked = dom_debugger.get_event_listeners(node, depth=1)
        listed = (await session.send(asked, timeout=deadline.remaining)).listeners
        kinds = {listener.type for listener in listed}
        heard |= kinds if len(kinds) < _MANY else set()
        up = runtime.call_function_on(_PARENT, object_id=node, object_group=_GROUP)
        node = (await session.send(up, timeout=deadline.remaining)).result.object_id
    session.start(runtime.release_object_group(_GROUP)).abandon()
    return heard


async def type_over(tab: Tab, element: Element, text: str) -> tuple[Held, Ending]:
    """Replace the contents of an editable region by key. Blank lines need not be a part of what it shows."""
    state = await empty_field(element, tab)
    if not state.focused:
        return Held(matches=False), ""
    ending = await send_lines(element, text, 0.0, element.deadline)
    held, ending = await read_back(element, ending, text)
    same = "".join((held.value or "").split()) == "".join(text.split())
    return (Held(held.value, matches=True) if same and not held.matches else held), ending
