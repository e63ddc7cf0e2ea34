"""What makers' toolsets read of a page: a tree with refs, elements by a description, text, pictures, requests."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from cdp_engine.agent.tool_result import ToolImage, ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import of_words
from cdp_engine.agent.tools.reading import line_of
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Snapshot, VirtualNode
from cdp_engine.protocol import page as page_domain
from cdp_engine.tab import RequestMark
from cdp_engine.views import markdown, ranked

LONGEST = 50_000
"""Characters of a page in one answer."""
_TOKENS = 12_000
FOUND_SHOWN = 20
_WIDEST = 1280
"""Pixels that a part of the picture is enlarged to."""
_REQUESTS_SHOWN = 100
_ATTRIBUTES = ("placeholder", "title", "alt", "name", "id", "type", "href", "data-testid")


class Tree(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `read_page`. Without `filter` what is in view; `all` adds what is not."""

    filter: Literal["all", "interactive"] | None = None
    depth: int | None = None
    ref: str | None = None


class Query(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `find`."""

    query: str


class Nothing(Struct, forbid_unknown_fields=True, kw_only=True):
    """No parameters."""


class Region(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `zoom`: left, top, right, bottom in CSS px of the viewport."""

    region: list[float]


class Since(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `read_network`: the number of the last request that is known."""

    after: int = 0


async def read_page(workspace: Workspace, params: Tree) -> ToolResult:
    """The page as an outline with refs."""
    page = await workspace.page()
    observer = controller_of(page).observer
    root = None if params.ref is None else str(await observer.found(params.ref)).removeprefix("@")
    snapshot = workspace.seen = await observer.capture_to_show()
    options: dict[str, Any] = {
        "max_tokens": _TOKENS,
        "offscreen": params.filter is not None or root is not None,
    }
    if params.filter == "interactive":
        options["interactive_only"] = True
    if params.depth is not None:
        options["max_depth"] = params.depth
    if root is not None:
        options["root"] = root
    return of_words("", _cut(snapshot.render("outline", **options)))


async def find(workspace: Workspace, params: Query) -> ToolResult:
    """The elements that fit a description best, with refs."""
    page = await workspace.page()
    snapshot = workspace.seen = await controller_of(page).observer.capture_to_show()
    nodes = list(snapshot.interactive())
    folded = " ".join(params.query.split()).casefold()
    nodes += [node for node in snapshot.find(text=params.query) if node.index not in {n.index for n in nodes}]
    scores = ranked([_description(snapshot, node) for node in nodes], params.query)
    worth = [
        score + 10.0 * (bool(folded) and folded in " ".join((node.name or node.text).split()).casefold())
        for node, score in zip(nodes, scores, strict=True)
    ]
    best = sorted((row for row in range(len(nodes)) if worth[row] > 0), key=lambda row: -worth[row])
    if not best:
        return of_words("nothing fits that description; other words, or the whole page, may help", "")
    more = f", the best {FOUND_SHOWN}" if len(best) > FOUND_SHOWN else ""
    return of_words(f"{len(best)} found{more}", "\n".join(line_of(nodes[row]) for row in best[:FOUND_SHOWN]))


def _description(snapshot: Snapshot, node: VirtualNode) -> str:
    """The words that an element could be described by."""
    flat = snapshot.columns.attributes[node.index]
    named = [flat[at + 1][:200] for at in range(0, len(flat), 2) if flat[at] in _ATTRIBUTES]
    return " ".join((node.name, node.role or "", node.tag, node.text[:200], *named))


async def page_text(workspace: Workspace, _params: Nothing) -> ToolResult:
    """The page's text, as Markdown."""
    page = await workspace.page()
    return of_words("", _cut(markdown(await controller_of(page).observer.capture())))


async def viewport(workspace: Workspace, _params: Nothing) -> ToolResult:
    """The viewport, one pixel of the picture for each CSS px, so that a point in it is one of the page."""
    page = await workspace.page()
    width, height, ratio = await _shape(page)
    whole = await controller_of(page).tab.screenshot()
    picture = whole if ratio == 1 else await _part(page, (0, 0, width, height), 1 / ratio)
    return of_words("the viewport", "", pictures=(ToolImage(picture),))


async def zoom(workspace: Workspace, params: Region) -> ToolResult:
    """A part of the viewport, enlarged."""
    page = await workspace.page()
    left, top, right, bottom = [*params.region, 0.0, 0.0, 0.0, 0.0][:4]
    width, height, ratio = await _shape(page)
    right, bottom = min(right, width), min(bottom, height)
    if right <= left or bottom <= top:
        raise InvalidInput(
            "the region is empty or out of view",
            hint=f"Give left, top, right and bottom within {width:g} x {height:g} px.",
        )
    scale = max(1.0, min(4.0, _WIDEST / (right - left), _WIDEST / (bottom - top)))
    await controller_of(page).tab.screenshot()  # waits for fonts, and for a tab that is covered to draw
    picture = await _part(page, (left, top, right - left, bottom - top), scale / ratio)
    return of_words("a part of the picture", "", pictures=(ToolImage(picture),))


async def _shape(page: Page) -> tuple[float, float, float]:
    """Width and height of the viewport in CSS px, and how many pixels of a picture one of them takes."""
    width, height, ratio = await controller_of(page).tab.evaluate(
        "[innerWidth, innerHeight, devicePixelRatio]", world="isolated"
    )
    return float(width), float(height), float(ratio) or 1.0


async def _part(page: Page, box: tuple[float, float, float, float], scale: float) -> bytes:
    seen = (await page.session.send(page_domain.get_layout_metrics())).css_visual_viewport
    clip = page_domain.Viewport(
        x=box[0] + seen.page_x, y=box[1] + seen.page_y, width=box[2], height=box[3], scale=scale
    )
    reply = await page.session.send(page_domain.capture_screenshot(format="png", clip=clip), timeout=15.0)
    return reply.data


async def read_network(workspace: Workspace, params: Since) -> ToolResult:
    """The requests after one, with their number, status, type and time."""
    page = await workspace.page()
    found = controller_of(page).tab.network.since(RequestMark(params.after))
    lines = [
        f"{one.serial} {one.method} {one.url[:300]} {one.status or one.error or 'pending'} "
        f"{one.mime_type or one.resource_type.lower()}"
        + ("" if one.ended is None else f" {(one.ended - one.started) * 1000:.0f} ms")
        for one in found[-_REQUESTS_SHOWN:]
    ]
    last = found[-1].serial if found else params.after
    return ToolResult(
        success=True,
        text=of_words(f"{len(found)} requests", "\n".join(lines)).text,
        data={"last": last},
    )


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}… ({len(text)} characters in all; read a part of it)"


READS: tuple[Tool[Any], ...] = (
    Tool("read_page", "", Tree, read_page, changes=False),
    Tool("find", "", Query, find, changes=False),
    Tool("page_text", "", Nothing, page_text, changes=False),
    Tool("viewport", "", Nothing, viewport, changes=False),
    Tool("zoom", "", Region, zoom, changes=False),
    Tool("read_network", "", Since, read_network, changes=False),
)
"""For members of a maker's toolset; no model sees their schemas."""
