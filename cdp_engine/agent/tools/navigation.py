"""Everyday tools for navigation: navigate, back, wait, dialog, tabs."""

from __future__ import annotations

from typing import Annotated, Literal

import anyio
import msgspec
from msgspec import Meta, Struct

from cdp_engine.agent.files.download_folder import begun_since, line_of
from cdp_engine.agent.tool_result import ToolResult, code_of, failed
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import STILL_LOADING, handled, of_view, of_words, with_news
from cdp_engine.agent.workspace import VIEW_TOKENS, Workspace
from cdp_engine.engine import Observation, Page
from cdp_engine.errors import DeadlineExceeded, InvalidInput, NavigationFailed
from cdp_engine.protocol import target

LONGEST_WAIT = 120.0
USUAL_WAIT = 10.0
BAD_REQUEST = 400
"""HTTP status codes from here on are errors."""

BLANK = "The page shows nothing, and its scripts or files failed: see `console`."


class Navigate(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `navigate`."""

    url: str


class Back(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `back`."""

    go: Literal["back", "forward", "reload"] = "back"


class Wait(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `wait`."""

    text: str | None = None
    gone: Annotated[bool, Meta(description="wait until the text is gone")] = False
    url: Annotated[str | None, Meta(description="part of the address, or pattern with *")] = None
    request: Annotated[str | None, Meta(description="likewise, answered since the last action")] = None
    seconds: Annotated[float, Meta(description="at most; alone: so long", gt=0, le=LONGEST_WAIT)] | None = (
        None
    )


class Dialog(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `dialog`."""

    accept: bool
    text: Annotated[str | None, Meta(description="for a prompt")] = None


class Tabs(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `tabs`."""

    do: Literal["list", "new", "select", "close"] = "list"
    tab: Annotated[int, Meta(description="its number in the list", ge=1)] | None = None
    url: Annotated[str | None, Meta(description="for new")] = None


async def navigate(workspace: Workspace, params: Navigate) -> ToolResult:
    """An address in the tab in front."""
    url = workspace.rules.check_address(params.url)
    page = await workspace.page()
    return await _arrive(workspace, page, url)


async def _arrive(workspace: Workspace, page: Page, url: str) -> ToolResult:
    before = page.downloads
    console = workspace.console(page)
    console.count_errors()
    try:
        result = await page.goto(url)
    except DeadlineExceeded as late:
        return await with_news(
            workspace, page, f"not loaded within {late.seconds:g} s; as far as it came:", error="timeout"
        )
    except NavigationFailed as failure:  # the browser may show its own error page
        code = code_of(failure)
        return await with_news(
            workspace, page, f"failed: {code}. {failure.hint}", failure.message, error=code
        )
    if result.outcome == "download":
        words = "\n".join(line_of(one) for one in await begun_since(page, before))
        return of_words("ok: it was a download, the page is as it was", words)
    status, head = result.status, "ok"
    if status is not None:
        head = f"ok: HTTP {status}" if status < BAD_REQUEST else f"the server answered HTTP {status}"
    if result.lacks_contents:
        head += f". {STILL_LOADING}"
    seen = await page.observe(max_tokens=VIEW_TOKENS)
    found = (status or 0) < BAD_REQUEST and not result.lacks_contents
    if found and console.errors and _shows_nothing(seen):
        head += f". {BLANK}"
    return msgspec.structs.replace(of_view(workspace, seen, head), data={"status": status})


def _shows_nothing(seen: Observation) -> bool:
    """Whether a view has no line but the one with the address of the page."""
    return seen.kind == "full" and len(seen.text.splitlines()) <= 1


async def back(workspace: Workspace, params: Back) -> ToolResult:
    """A step in the history."""
    page = await workspace.page()
    step = {"back": page.back, "forward": page.forward, "reload": page.reload}[params.go]
    try:
        result = await step()
    except DeadlineExceeded as late:
        return await with_news(
            workspace, page, f"not loaded within {late.seconds:g} s; as far as it came:", error="timeout"
        )
    if result.outcome == "nothing":
        return failed("nothing", f"There is nothing to go {params.go} to.")
    head = f"{params.go}. {STILL_LOADING}" if result.lacks_contents else params.go
    return of_view(workspace, await page.observe(max_tokens=VIEW_TOKENS), head)


async def wait(workspace: Workspace, params: Wait) -> ToolResult:
    """Wait until all named conditions hold; where none is named, for a time."""
    page = await workspace.page()
    if params.gone and params.text is None:
        raise InvalidInput("gone needs a text", hint="Name the text whose end is awaited.")
    if not (params.text or params.url or params.request):
        if params.seconds is None:
            raise InvalidInput(
                "there is nothing to wait for", hint="Name a text, an url, a request, or only seconds."
            )
        await anyio.sleep(params.seconds)  # what the model asked for
        return await with_news(workspace, page, f"waited {params.seconds:g} s")
    waited = await page.wait_for(
        params.text,
        gone=params.gone,
        url=params.url,
        request=params.request,
        timeout=USUAL_WAIT if params.seconds is None else params.seconds,
    )
    if waited.success:
        return await with_news(workspace, page, waited.message)
    code = waited.error.code if waited.error is not None else "timeout"
    return await with_news(
        workspace, page, f"failed: {code} after {waited.seconds:.1f} s", waited.message, error=code
    )


async def dialog(workspace: Workspace, params: Dialog) -> ToolResult:
    """The answer to an open dialog; where none is open, to one that the next action opens."""
    page = await workspace.page()
    dialogs = page.dialogs
    if dialogs.open is None:
        dialogs.answer_next(accept=params.accept, text=params.text, lapses=True)
        return of_words(
            f"no dialog is open; the next one will be {'accepted' if params.accept else 'dismissed'}. "
            "This holds for the next action alone, and not on another page.",
            "",
        )
    async with handled(page):
        done = await (dialogs.accept(params.text) if params.accept else dialogs.dismiss())
    return await with_news(workspace, page, f"{done.type} {done.handled}", f"It said: {done.message}")


async def tabs(workspace: Workspace, params: Tabs) -> ToolResult:
    """List, open, select, close."""
    there = await workspace.pages()
    if params.do == "new":
        url = workspace.rules.check_address(params.url) if params.url is not None else None
        page = await workspace.open()
        if url is not None:
            return await _arrive(workspace, page, url)
        return of_words(f"tab {workspace.number_of(page)} is new, empty and in front", "")
    if params.do in ("select", "close"):
        page = _tab(workspace, there, params)
        if params.do == "select":
            await workspace.take(page)
            return of_view(
                workspace, await page.observe(max_tokens=VIEW_TOKENS), f"tab {params.tab} is in front"
            )
        await page.close()
        await workspace.page()
        there = await workspace.pages()
    known = (await workspace.browser.session.send(target.get_targets())).target_infos
    titles = {info.target_id: " ".join(info.title.split())[:100] for info in known}
    lines = [
        f"{workspace.number_of(page)}{' (in front)' if workspace.shows(page) else ''}: "
        f"{titles.get(page.target_id, '')} · {page.url[:300]}"
        for page in there
    ]
    return of_words(f"{len(there)} tabs", "\n".join(lines))


def _tab(workspace: Workspace, there: list[Page], params: Tabs) -> Page:
    """The tab that was named; to be closed, the one in front where none was. Raises `InvalidInput`."""
    if params.tab is None and params.do == "close":
        front = next((page for page in there if workspace.shows(page)), None)
        if front is not None:
            return front
    found = next((page for page in there if workspace.number_of(page) == params.tab), None)
    if found is None:
        missing = "no tab was named" if params.tab is None else f"there is no tab {params.tab}"
        known = ", ".join(str(workspace.number_of(page)) for page in there)
        raise InvalidInput(missing, hint=f"Name one of {known}; `tabs` lists them.")
    return found


GOING = (
    Tool("navigate", "Open an address in this tab.", Navigate, navigate),
    Tool("back", "Go back or forward in the history, or reload.", Back, back),
    Tool(
        "wait",
        "Wait until a text, address or request is there, or a text is gone.",
        Wait,
        wait,
        changes=False,
    ),
    Tool(
        "dialog",
        "Answer the open dialog (alert, confirm, prompt), or one that the next action opens.",
        Dialog,
        dialog,
        secret="text",
    ),
    Tool("tabs", "List, open, select or close tabs.", Tabs, tabs),
)
"""In the order in which they are listed."""
