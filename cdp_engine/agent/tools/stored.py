"""Tools of the group `storage`: cookies and web storage, and all of them in a file. Values are what lets one in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from cdp_engine.agent.files.output_files import save_file
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import of_words
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import InvalidInput

SHOWN = 100
LONGEST = 300


class Cookies(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `cookies`."""

    do: Literal["list", "get", "set", "delete", "clear"] = "list"
    name: str | None = None
    value: str | None = None
    domain: Annotated[str | None, Meta(description="none: this page's")] = None
    path: str | None = None


class Stored(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `storage`."""

    do: Literal["list", "get", "set", "remove", "clear", "save"] = "list"
    where: Literal["local", "session"] = "local"
    key: str | None = None
    value: str | None = None
    file: Annotated[str | None, Meta(description="for save: cookies and storage of all sites")] = None


async def cookies(workspace: Workspace, params: Cookies) -> ToolResult:
    """List, get, set, delete."""
    page = await workspace.page()
    context = workspace.context
    if params.do in ("get", "set", "delete") and not params.name:
        raise InvalidInput(f"{params.do} needs a name", hint="`cookies` lists them.")
    if params.do == "set":
        if params.value is None:
            raise InvalidInput("set needs a value", hint="Give the value of the cookie.")
        where = {"domain": params.domain, "path": params.path or "/"} if params.domain else {"url": page.url}
        if params.path and not params.domain:
            where["path"] = params.path
        await context.set_cookies({"name": params.name, "value": params.value, **where})
        return of_words("the cookie is set", "")
    if params.do in ("delete", "clear"):
        before = len(await context.cookies())
        given = {"name": params.name, "domain": params.domain, "path": params.path}
        await context.clear_cookies(**{field: value for field, value in given.items() if value is not None})
        return of_words(f"{before - len(await context.cookies())} cookies are deleted", "")
    known = await (context.cookies(page.url) if params.domain is None else context.cookies())
    found = [
        one
        for one in known
        if (params.name is None or one["name"] == params.name)
        and (params.domain is None or str(one["domain"]).lstrip(".").endswith(params.domain.lstrip(".")))
    ]
    lines = [_cookie(one, value=params.do == "get") for one in found[:SHOWN]]
    return of_words(f"{len(found)} cookies", "\n".join(lines))


def _cookie(one: dict[str, Any], *, value: bool) -> str:
    marks = [mark for mark in ("httpOnly", "secure") if one.get(mark)]
    until = "session" if one.get("expires", -1) == -1 else f"until {one['expires']:.0f}"
    shown = f"={one['value']}" if value else ""
    return " ".join([f"{one['name']}{shown}", f"{one['domain']}{one['path']}", until, *marks])


async def storage(workspace: Workspace, params: Stored) -> ToolResult:
    """List keys, get, set, remove; save everything in a file."""
    page = await workspace.page()
    if params.do == "save":
        state = await workspace.context.storage_state()
        content = msgspec.json.format(msgspec.json.encode(state))
        line = await save_file(workspace.outputs, params.file or "storage-state.json", content)
        return of_words("saved, for --storage-state", line)
    if params.do in ("get", "set", "remove") and params.key is None:
        raise InvalidInput(f"{params.do} needs a key", hint="`storage` lists them.")
    if params.do == "set" and params.value is None:
        raise InvalidInput("set needs a value", hint="Give the text to store.")
    return await _in_page(page, params)


async def _in_page(page: Page, params: Stored) -> ToolResult:
    store = f"{params.where}Storage"
    controller_of(page).observer.captures.invalidate()
    if params.do == "list":
        entries: list[Any] = await page.evaluate(f"Object.entries({store}).map(([k, v]) => [k, v.length])")
        lines = [f"{key[:LONGEST]}: {size} characters" for key, size in entries[:SHOWN]]
        return of_words(f"{len(entries)} keys in {store}", "\n".join(lines))
    if params.do == "get":
        value = await page.evaluate(f"key => {store}.getItem(key)", params.key)
        return of_words("there is no such key", "") if value is None else of_words("ok", str(value)[:20_000])
    if params.do == "set":
        await page.evaluate(f"(key, value) => {store}.setItem(key, value)", params.key, params.value)
        return of_words(f"stored in {store}", "")
    if params.do == "remove":
        await page.evaluate(f"key => {store}.removeItem(key)", params.key)
        return of_words(f"removed from {store}", "")
    await page.evaluate(f"{store}.clear()")
    return of_words(f"{store} is empty", "")


STORED = (
    Tool("cookies", "List, get, set or delete cookies.", Cookies, cookies),
    Tool("storage", "Local and session storage: list, get, set, remove; save all.", Stored, storage),
)
"""In the order in which they are listed."""
