"""Tools of the group `files`: the page as a PDF, a picture, MHTML, HTML or Markdown, written into a file."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from cdp_engine.agent.files.output_files import save_file
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import of_words
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import NotAllowed
from cdp_engine.protocol import page as page_domain
from cdp_engine.views import markdown

Kind = Literal["pdf", "png", "mhtml", "html", "md"]
_OF_THE_SNAPSHOT = ("html", "md")
"""Kinds that are written from our snapshot, in which secrets can be masked; the browser writes the others itself."""
_LONGEST_NAME = 60
_SHOWN = 20_000


class SavePage(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `save_page`."""

    kind: Annotated[Kind, Meta(description="html, md: what is shown")] = "pdf"
    file: Annotated[str | None, Meta(description="its name; none: the page's title")] = None
    full_page: Annotated[bool, Meta(description="for png")] = False


async def save_page(workspace: Workspace, params: SavePage) -> ToolResult:
    """A file of the page."""
    page = await workspace.page()
    vault = workspace.vault
    if params.kind not in _OF_THE_SNAPSHOT and vault.guards:
        snapshot = await controller_of(page).observer.capture()
        if workspace.shows_secret(snapshot):
            hint = "Leave the page that shows it first, or save it as html or md: there it is masked."
            raise NotAllowed("the page shows a secret", hint=hint)
    content = await _MAKERS[params.kind](page, params)
    if params.kind in _OF_THE_SNAPSHOT:
        content = vault.masked(content.decode()).encode()
    name = params.file or _named(await page.title())
    if not name.lower().endswith(f".{params.kind}"):
        name += f".{params.kind}"
    line = await save_file(workspace.outputs, name, content)
    return of_words(f"saved as {params.kind}", workspace.vault.masked(line))


async def _pdf(page: Page, _asked: SavePage) -> bytes:
    return await page.pdf()


async def _png(page: Page, params: SavePage) -> bytes:
    return await page.screenshot(full_page=params.full_page)


async def _mhtml(page: Page, _asked: SavePage) -> bytes:
    reply = await page.session.send(page_domain.capture_snapshot(format="mhtml"), timeout=30.0)
    return reply.data.encode()


async def _html(page: Page, _asked: SavePage) -> bytes:
    return (await controller_of(page).observer.capture()).render("full").encode()


async def _markdown(page: Page, _asked: SavePage) -> bytes:
    return markdown(await controller_of(page).observer.capture()).encode()


_MAKERS: dict[Kind, Callable[[Page, SavePage], Awaitable[bytes]]] = {
    "pdf": _pdf,
    "png": _png,
    "mhtml": _mhtml,
    "html": _html,
    "md": _markdown,
}


def _named(title: str) -> str:
    """A page's title as the name of a file."""
    return re.sub(r"[^\w-]+", "-", title).strip("-")[:_LONGEST_NAME] or "page"


class Markdown(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `markdown`."""

    begin: Annotated[int, Meta(description="the character to go on at", ge=0)] = 0


async def page_as_markdown(workspace: Workspace, params: Markdown) -> ToolResult:
    """The page as Markdown, in parts."""
    page = await workspace.page()
    text = markdown(await controller_of(page).observer.capture())
    part = text[params.begin : params.begin + _SHOWN]
    end = params.begin + len(part)
    more = f"; go on with begin {end}" if end < len(text) else ""
    return of_words(f"{len(text)} characters of Markdown, {params.begin} to {end}{more}", part)


SAVING = (
    Tool(
        "markdown",
        "Read the page as Markdown, without refs.",
        Markdown,
        page_as_markdown,
        changes=False,
    ),
    Tool(
        "save_page",
        "Write the page into a file; its path is in the answer.",
        SavePage,
        save_page,
        changes=False,
    ),
)
"""In the order in which they are listed."""
