"""Single calls into a page around an action; a page that cannot answer yields no answer instead of an error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import anyio

from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.protocol import accessibility
from cdp_engine.tab import LEAST_QUIET, TWO_FRAMES
from cdp_engine.verify.effects.effects import RequestSeen
from cdp_engine.verify.evidence.document_watcher import ASK_SECONDS, WatchedDocument
from cdp_engine.verify.evidence.records import Rested, TargetFacts
from cdp_engine.verify.expected.expectations import Outcome

if TYPE_CHECKING:
    from cdp_engine.tab import Request

T = TypeVar("T")
Meanwhile = Callable[[Callable[[], bool]], Awaitable[None]]
"""What is done while a page comes to rest; its argument says whether the page is at rest by now."""
_TEXTS = frozenset(("StaticText", "InlineTextBox", "LineBreak"))
_FIELDS = frozenset(("textbox", "searchbox", "spinbutton", "combobox", "TextFieldWithComboBox"))
_RESTLESS_MS = 600
WORK_SECONDS = 2.0
"""How long a page is waited for that shows that it is at work on the action."""
_QUIET_MS = round(TWO_FRAMES * 1000)
_LEAST_MS = round(LEAST_QUIET * 1000)
_LONGEST_SECONDS = 120.0


async def rest_of(
    document: WatchedDocument, patience: int, texts: Sequence[str], work: float, *, talks: bool
) -> Rested | None:
    """Wait until a document rests that gets `patience` ms to react; its report says which of the texts it shows.

    A page that shows that it is at work gets `work` seconds; `talks` says whether it talks to its server.
    """
    # A page that has reacted already, or need not, is left after one or two quiet frames.
    cap = max(_RESTLESS_MS, patience)
    limits = {
        "first": patience,
        "quiet": _QUIET_MS,
        "least": _LEAST_MS,
        "cap": cap,
        "work": round(work * 1000),
        "talks": talks,
        "texts": list(texts),
    }
    return await document.ask("rest", limits, into=Rested, timeout=work + cap / 1000 + ASK_SECONDS)


async def once_calm(
    documents: Iterable[WatchedDocument],
    meanwhile: Meanwhile | None,
    fetches: Callable[[], bool],
    rests: Callable[[], bool],
    over: anyio.Event,
) -> None:
    """Run `meanwhile` once the documents have had a quiet frame, unless the page `fetches` something; then set `over`.

    `rests` says whether the page is at rest.

    What goes wrong there comes up again where its result is needed.
    """
    try:
        with suppress(EngineError):
            for document in documents if meanwhile is not None else ():
                if not await document.ask("calm", into=bool, timeout=_LONGEST_SECONDS):
                    return
            if meanwhile is not None and not fetches():
                await meanwhile(rests)
    finally:
        over.set()


async def facts_of(document: WatchedDocument) -> TargetFacts | None:
    """The element in a document; one whose document is gone counts as gone, too."""
    if not document.is_current:
        return TargetFacts(connected=False, visible=False)
    return await document.ask("facts", into=TargetFacts)


async def count_elements(document: WatchedDocument, outcome: Outcome) -> int:
    """The number of elements with this role and name in the document's accessibility tree.

    The text that a field holds counts for none: it goes when the field is emptied, and would hide what comes then.
    """
    root = await document.handle("root")
    reply = await document.frame.session.send(
        accessibility.query_ax_tree(object_id=root, role=outcome.role or None), timeout=2.0
    )
    name = outcome.name.casefold()
    nodes = {node.node_id: node for node in reply.nodes}
    return sum(
        1
        for node in reply.nodes
        if not node.ignored
        and (not name or name in str(node.name.value if node.name else "").casefold())
        and not _is_text_of_a_field(node, nodes)
    )


def _is_text_of_a_field(
    node: accessibility.AXNode, nodes: Mapping[accessibility.AXNodeId, accessibility.AXNode]
) -> bool:
    if node.role is None or node.role.value not in _TEXTS:
        return False
    above = nodes.get(node.parent_id) if node.parent_id is not None else None
    while above is not None:
        if above.role is not None and above.role.value in _FIELDS:
            return True
        above = nodes.get(above.parent_id) if above.parent_id is not None else None
    return False


def is_icon(request: Request) -> bool:
    """Whether a request fetches the page's icon; the browser does that at any time, not because of an action."""
    return request.resource_type == "Other" and urlsplit(request.url).path == "/favicon.ico"


def request_seen(request: Request, began: float, *, again: bool = False) -> RequestSeen:
    """A request in the form of the evidence, of an action that began then; `again` where one like it came before."""
    over = (
        request.answered if request.ended is None else request.ended
    )  # a body that nobody reads does not end
    return RequestSeen(
        url=request.url,
        method=request.method,
        status=request.status,
        kind=request.resource_type,
        error=request.error,
        at=round(max(0.0, request.started - began), 3),
        seconds=None if over is None else round(over - request.started, 3),
        again=again,
    )


def requests_seen(requests: Sequence[Request]) -> tuple[RequestSeen, ...]:
    """Requests without those for the page's icon; `at` counts from the first."""
    own = [request for request in requests if not is_icon(request)]
    return tuple(request_seen(request, own[0].started) for request in own)


async def quietly(ask: Callable[[], Awaitable[T]]) -> T | None:
    """The answer, or None where the page cannot answer now. Raises `ConnectionLost`."""
    try:
        return await ask()
    except ConnectionLost:
        raise
    except EngineError:
        return None
