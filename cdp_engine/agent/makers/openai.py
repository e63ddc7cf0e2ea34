"""A driver for OpenAI's browser toolset (`BrowserToolset` of the SDK `openai`) over a workspace."""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from msgspec import Struct
from openai.lib import browser as sdk
from openai.types.responses.response_input_image_content_param import ResponseInputImageContentParam

from cdp_engine.agent.makers.key_names import chord_of
from cdp_engine.agent.makers.members import MemberCalls, Refused
from cdp_engine.agent.makers.scoped_reading import elements_of, scopes_of
from cdp_engine.agent.tool_result import ToolImage
from cdp_engine.agent.workspace import Workspace

T = TypeVar("T")
Confirm = Callable[[sdk.BrowserConfirmContext], Awaitable[bool]]
UrlPolicy = Callable[[sdk.BrowserConfirmContext, str], Awaitable[bool]]


class FileGrant(Struct, frozen=True, kw_only=True):
    """A file transfer that the caller allows: the element it goes through, and for an upload the path."""

    target: str
    path: str = ""


class OpenAIBrowserDriver:
    """All members of OpenAI's browser toolset over the tools of a workspace, for its `AsyncBrowserToolset`.

    Errors are `BrowserError` with what is in the way of an action; a click that did nothing says so. Addresses,
    uploads, domains and secrets are those that the workspace's rules allow. `dialogs` is the answer to the page's
    dialogs, which the next result reports; `grants` are the file transfers of `upload_file` and `download_file`.
    The workspace is the caller's.
    """

    def __init__(
        self,
        workspace: Workspace,
        *,
        dialogs: Literal["dismiss", "accept"] = "dismiss",
        grants: Mapping[str, FileGrant] | None = None,
    ) -> None:
        self._calls = MemberCalls(workspace, dialogs=dialogs)
        self._grants = dict(grants or {})

    async def state(self) -> sdk.BrowserState:
        """The tabs."""
        tabs = await self._calls.tabs()
        return {
            "tabs": [{"id": tab.id, "title": tab.title, "url": tab.url, "active": tab.active} for tab in tabs]
        }

    # Pages

    async def navigate(self, action: sdk.NavigateInput) -> str:
        """Open an address."""
        answer = await _reasoned(self._calls.call("navigate", action["tab_id"], url=action["url"]))
        return await self._done(answer.text.splitlines()[0])

    async def read_page(self, action: sdk.ReadPageInput) -> str:
        """The page as an outline with refs."""
        return await self._read("read_page", action, filter=action["filter"])

    async def get_page_text(self, action: sdk.TabInput) -> str:
        """The page's text."""
        return await self._read("page_text", action)

    async def find(self, action: sdk.FindInput) -> str:
        """Elements by a text or description."""
        return await self._read("find", action, query=action["query"])

    async def wait_for(self, action: sdk.WaitForInput) -> str:
        """Wait for a text."""
        return await self._act("wait", action, text=action["text"], seconds=action["timeout_ms"] / 1000)

    async def screenshot(self, action: sdk.TabInput) -> ResponseInputImageContentParam:
        """The viewport."""
        return _image(await _reasoned(self._calls.picture("viewport", action["tab_id"])))

    async def zoom(self, action: sdk.ZoomInput) -> ResponseInputImageContentParam:
        """A part of the viewport, enlarged."""
        return _image(await _reasoned(self._calls.picture("zoom", action["tab_id"], region=action["region"])))

    # Mouse

    async def click(self, action: sdk.ClickInput) -> str:
        """Click an element."""
        return await self._act("click_at", action, ref=action["target"])

    async def click_at(self, action: sdk.ClickAtInput) -> str:
        """Click at a point."""
        return await self._act(
            "click_at",
            action,
            x=action["x"],
            y=action["y"],
            button=action["button"],
            count=action["click_count"],
            modifiers=list(action["keys"]),
        )

    async def hover(self, action: sdk.ClickInput) -> str:
        """Move the mouse over an element."""
        return await self._act("hover_at", action, ref=action["target"])

    async def hover_at(self, action: sdk.HoverAtInput) -> str:
        """Move the mouse to a point."""
        return await self._act("hover_at", action, x=action["x"], y=action["y"])

    async def drag_path(self, action: sdk.DragPathInput) -> str:
        """Drag along points."""
        points = [(point["x"], point["y"]) for point in action["path"]]
        return await self._act("drag_path", action, points=points, modifiers=list(action["keys"]))

    async def scroll(self, action: sdk.ScrollInput) -> str:
        """Scroll the page by CSS px; 0 is most of what is in view."""
        return await self._act(
            "scroll", action, direction=action["direction"], amount=action["amount"] or None
        )

    async def scroll_to(self, action: sdk.ClickInput) -> str:
        """Bring an element into view."""
        return await self._act("scroll", action, ref=action["target"])

    # Keyboard and forms

    async def type(self, action: sdk.TypeInput) -> str:
        """Fill a field, or type at the focus."""
        if action["target"] is None:
            return await self._act("type", action, text=action["text"])
        return await self._act("fill", action, ref=action["target"], text=action["text"])

    async def key(self, action: sdk.KeyInput) -> str:
        """Press a combination of keys."""
        return await self._act("press", action, keys=["+".join(map(chord_of, action["keys"]))])

    async def hold_keys(self, action: sdk.HoldKeysInput) -> str:
        """Hold keys for a time."""
        return await self._act(
            "hold_keys",
            action,
            keys=[chord_of(key) for key in action["keys"]],
            seconds=action["duration_ms"] / 1000,
        )

    async def select_option(self, action: sdk.SelectOptionInput) -> str:
        """Choose options of a list."""
        return await self._act("select", action, ref=action["target"], values=action["values"])

    async def set_checked(self, action: sdk.SetCheckedInput) -> str:
        """Set a check box."""
        return await self._act("fill_form", action, fields={action["target"]: action["checked"]})

    # Tabs

    async def new_tab(self, action: sdk.NewTabInput) -> str:
        """Open a tab in front."""
        answer = await _reasoned(self._calls.call("tabs", do="new", url=action["url"]))
        return await self._done(answer.text.splitlines()[0])

    async def switch_tab(self, action: sdk.TabInput) -> None:
        """Put a tab in front."""
        await _reasoned(self._calls.select(action["tab_id"] or ""))

    async def close_tab(self, action: sdk.TabInput) -> None:
        """Close a tab."""
        await _reasoned(self._calls.close(action["tab_id"] or ""))

    # Inside

    async def read_page_scoped(self, action: sdk.ReadPageScopedInput) -> sdk.BrowserScopedReadV1:
        """The regions of a page, and what is within one of them."""
        root = None if action["root"] is None else action["root"].removeprefix("scope:")
        answer = await _reasoned(
            self._calls.call(
                "read_page",
                action["tab_id"],
                filter=action["filter"],
                ref=root,
                depth=action["depth"],
            )
        )
        snapshot = self._calls.workspace.seen
        if snapshot is None:
            raise sdk.BrowserError("The page cannot be seen now.")
        masked = self._calls.workspace.vault.masked
        elements, cut = elements_of(snapshot, root, masked)
        return {
            "version": 1,
            "text": answer.text,
            "elements": elements,
            "omitted": ["target_limit"] if cut else [],
            "scopes": scopes_of(snapshot, masked) if action["root"] is None else [],
        }

    async def read_diagnostics(self, action: sdk.ReadDiagnosticsInput) -> sdk.BrowserReadV1:
        """The newest messages of the console or requests, since the last call."""
        tab = action["tab_id"]
        if action["source"] == "console":
            text = (await _reasoned(self._calls.call("console", tab))).text
        else:
            text = await _reasoned(self._calls.requests(tab))
        head, *lines = text.splitlines()
        kept = lines[-action["limit"] - 1 :] if len(lines) > action["limit"] + 2 else lines[1:]
        return {
            "version": 1,
            "text": "\n".join([head, *lines[:1], *kept]),
            "elements": [],
            "omitted": ["report_limit"] if len(kept) + 1 < len(lines) else [],
        }

    async def run_script(self, action: sdk.RunScriptInput) -> str:
        """The value of a script as JSON."""
        return await self._read("evaluate", action, expression=action["source"])

    # Files

    async def upload_file(self, action: sdk.BrowserFileInput) -> sdk.BrowserFileOutcome:
        """Give the file of a grant to its element; the workspace's rules must allow the file, too."""
        grant = self._grants.pop(action["grant_id"], None)
        if grant is None or not grant.path:
            return {"version": 1, "status": "refused", "effect": "none", "cleanup": "not_started"}
        await _reasoned(self._calls.act("upload", ref=grant.target, files=grant.path))
        return {"version": 1, "status": "completed", "effect": "completed", "cleanup": "not_started"}

    async def download_file(self, action: sdk.BrowserFileInput) -> sdk.BrowserFileOutcome:
        """Click the element of a grant and wait for the file that it sends."""
        grant = self._grants.pop(action["grant_id"], None)
        if grant is None or grant.path:
            return {"version": 1, "status": "refused", "effect": "none", "cleanup": "not_started"}
        page = await self._calls.workspace.page()
        before = {one.guid for one in page.downloads}
        await _reasoned(self._calls.act("click_at", ref=grant.target))
        new = [one for one in page.downloads if one.guid not in before]
        if any(one.state == "completed" for one in new):
            return {"version": 1, "status": "completed", "effect": "completed", "cleanup": "not_started"}
        if new:
            return {"version": 1, "status": "interrupted", "effect": "unknown", "cleanup": "pending"}
        return {"version": 1, "status": "unknown", "effect": "unknown", "cleanup": "not_started"}

    async def _act(self, tool: str, action: Mapping[str, Any], **arguments: Any) -> str:
        try:
            return await self._done(await self._calls.act(tool, action["tab_id"], **arguments))
        except Refused as reason:
            raise sdk.BrowserError(await self._done(str(reason))) from reason

    async def _read(self, tool: str, action: Mapping[str, Any], **arguments: Any) -> str:
        return (await _reasoned(self._calls.call(tool, action["tab_id"], **arguments))).text

    async def _done(self, said: str) -> str:
        """What an action did, the dialogs that it opened, the files that it sent."""
        report = await self._calls.report()
        lines = [f"A {one.type} “{one.message[:300]}” was {one.handled}." for one in report.dialogs]
        lines += [f"Download {one.filename}: {one.state}." for one in report.downloads]
        return self._calls.workspace.vault.masked(" ".join([said, *lines]))


def openai_toolset(
    driver: OpenAIBrowserDriver,
    *,
    confirm: Confirm | None = None,
    url_policy: UrlPolicy | None = None,
    members: Sequence[str] | None = None,
    additional_members: Sequence[str] | None = None,
) -> sdk.AsyncBrowserToolset:
    """The SDK's toolset over a driver. `confirm` and `url_policy` None agree: the workspace's rules are the limit."""
    return sdk.AsyncBrowserToolset(
        driver,
        confirm=confirm if confirm is not None else _agreed,
        url_policy=url_policy if url_policy is not None else _allowed,
        members=members,
        additional_members=additional_members,
    )


async def _agreed(_context: sdk.BrowserConfirmContext) -> bool:
    return True


async def _allowed(_context: sdk.BrowserConfirmContext, _url: str) -> bool:
    return True


async def _reasoned(call: Awaitable[T]) -> T:
    """The result of a call, its refusal as the SDK's own error, whose text reaches the model."""
    try:
        return await call
    except Refused as reason:
        raise sdk.BrowserError(str(reason)) from reason


def _image(picture: ToolImage) -> ResponseInputImageContentParam:
    data = base64.b64encode(picture.data).decode()
    return {"type": "input_image", "detail": "original", "image_url": f"data:{picture.mime};base64,{data}"}
