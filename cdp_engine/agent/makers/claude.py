"""Claude's browser toolset (`browser_toolset_20260801`) over a workspace, for the SDK `anthropic`."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Any, Literal, cast

import anyio
from anthropic import NOT_GIVEN, NotGiven
from anthropic.tools import ToolError
from anthropic.tools.browser import (
    BetaAsyncAbstractBrowserToolset20260801,
    BetaAsyncConfirmCallable,
    BetaAsyncURLPolicy,
    BetaBrowserMemberResult,
    BetaBrowserNavigateResult,
    BetaBrowserState,
    BetaDialogDismissed,
    BetaFilePolicy,
    BetaScreenshotResult,
    BetaToolConfigs,
    BetaToolsetCallContext,
)
from anthropic.types import beta

from cdp_engine.agent.makers.key_names import chord_of, chords_of, modifiers_of
from cdp_engine.agent.makers.members import MemberCalls, Refused, Report, TabEntry
from cdp_engine.agent.makers.pointing import NOTCH
from cdp_engine.agent.tool_result import ToolImage
from cdp_engine.agent.workspace import Workspace
from cdp_engine.tab import Download

_LONGEST_WAIT = 30.0
_MOST_TABS = 100
"""The most tabs of one report, by the interface."""
_WHEEL: dict[str, tuple[int, int]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
Context = BetaToolsetCallContext


class ClaudeBrowserToolset(BetaAsyncAbstractBrowserToolset20260801):
    """All members of Claude's browser toolset over the tools of a workspace.

    Give it to `AsyncAnthropic().beta.messages.tool_runner(tools=[toolset], …)`, or call `tool_result` for each
    `tool_use` block. Errors say what is in the way of an action; a click that did nothing says so. Addresses, uploads,
    domains and secrets are those that the workspace's rules allow; the SDK's own `url_policy`, `file_policy` and
    `confirm` are asked before. `dialogs` is the answer to the page's dialogs, which are reported in the results. The
    workspace is the caller's: closing the toolset leaves it open.
    """

    def __init__(
        self,
        workspace: Workspace,
        *,
        dialogs: Literal["dismiss", "accept"] = "dismiss",
        configs: beta.BetaBrowserToolsetConfigsParam | None = None,
        confirm: BetaAsyncConfirmCallable | None = None,
        url_policy: BetaAsyncURLPolicy | NotGiven = NOT_GIVEN,
        file_policy: BetaFilePolicy | None = None,
        tool_configs: BetaToolConfigs | None = None,
    ) -> None:
        configured = dict[str, Any](configs or {})
        for member in ("file_upload", "javascript_exec"):
            configured.setdefault(member, {"enabled": False})
        super().__init__(
            configs=beta.BetaBrowserToolsetConfigsParam(**configured),
            confirm=confirm,
            url_policy=url_policy,
            file_policy=file_policy,
            tool_configs=tool_configs,
        )
        self._calls = MemberCalls(workspace, dialogs=dialogs)

    async def execute(
        self, context: Context, name: beta.BetaBrowserMemberName, input: beta.BetaBrowserMemberInput
    ) -> BetaBrowserMemberResult:
        """Carry out one member; what did not happen is an error that the model reads."""
        try:
            return await super().execute(context, name, input)
        except Refused as reason:
            raise ToolError(str(reason)) from reason

    async def _browser_state(self, context: Context) -> BetaBrowserState:
        report = await self._calls.report()
        active = [tab for tab in report.tabs if tab.active]
        others = [tab for tab in report.tabs if not tab.active]
        shown = sorted((*active, *others[: _MOST_TABS - len(active)]), key=lambda tab: int(tab.id))
        ids = {tab.id for tab in shown}
        return BetaBrowserState(
            tabs=[_entry(tab) for tab in shown],
            state_changes=[
                *(
                    beta.BetaBrowserStateChangeTabOpenedParam(type="tab_opened", tab_id=one)
                    for one in report.opened
                    if one in ids
                ),
                *_downloads(report),
                *(
                    BetaDialogDismissed(kind=one.type, message=one.message)
                    for one in report.dialogs
                    if one.handled == "dismissed"
                ),
            ],
        )

    # Pages

    async def navigate(
        self, context: Context, input: beta.BetaBrowserNavigateInput
    ) -> BetaBrowserNavigateResult:
        """An address, or a step in the history."""
        if input.url in ("back", "forward", "reload"):
            answer = await self._calls.call("back", input.tab_id, go=input.url)
        else:
            answer = await self._calls.call("navigate", input.tab_id, url=input.url)
        tab = await self._calls.tab(input.tab_id or await self._calls.active())
        data = cast("Mapping[str, int | None]", answer.data or {})
        return BetaBrowserNavigateResult(url=tab.url, title=tab.title, status=data.get("status"))

    async def read_page(self, context: Context, input: beta.BetaBrowserReadPageInput) -> str:
        """The page as an outline with refs."""
        answer = await self._calls.call(
            "read_page", input.tab_id, filter=input.filter, depth=input.depth, ref=input.ref
        )
        return answer.text

    async def find(self, context: Context, input: beta.BetaBrowserFindInput) -> str:
        """Elements by a description."""
        return (await self._calls.call("find", input.tab_id, query=input.query)).text

    async def get_page_text(self, context: Context, input: beta.BetaBrowserGetPageTextInput) -> str:
        """The page's text."""
        return (await self._calls.call("page_text", input.tab_id)).text

    async def screenshot(
        self, context: Context, input: beta.BetaBrowserScreenshotInput
    ) -> BetaScreenshotResult:
        """The viewport."""
        return _picture(await self._calls.picture("viewport", input.tab_id))

    async def zoom(self, context: Context, input: beta.BetaBrowserZoomInput) -> BetaScreenshotResult:
        """A part of the viewport, enlarged."""
        return _picture(await self._calls.picture("zoom", input.tab_id, region=input.region))

    async def wait(self, context: Context, input: beta.BetaBrowserWaitInput) -> str | None:
        """A pause that the model wants."""
        await anyio.sleep(max(0.0, min(input.duration, _LONGEST_WAIT)))

    # Mouse

    async def left_click(self, context: Context, input: beta.BetaBrowserLeftClickInput) -> str | None:
        """A click."""
        return await self._click(input)

    async def right_click(self, context: Context, input: beta.BetaBrowserRightClickInput) -> str | None:
        """A click with the right button."""
        return await self._click(input, button="right")

    async def middle_click(self, context: Context, input: beta.BetaBrowserMiddleClickInput) -> str | None:
        """A click with the middle button."""
        return await self._click(input, button="middle")

    async def double_click(self, context: Context, input: beta.BetaBrowserDoubleClickInput) -> str | None:
        """Two clicks."""
        return await self._click(input, count=2)

    async def triple_click(self, context: Context, input: beta.BetaBrowserTripleClickInput) -> str | None:
        """Three clicks: a line, a paragraph."""
        return await self._click(input, count=3)

    async def _click(
        self,
        input: beta.BetaBrowserLeftClickInput
        | beta.BetaBrowserRightClickInput
        | beta.BetaBrowserMiddleClickInput
        | beta.BetaBrowserDoubleClickInput
        | beta.BetaBrowserTripleClickInput,
        **how: Any,
    ) -> str:
        held = [_modifier(name) for name in modifiers_of(input.modifiers)]
        return await self._calls.act(
            "click_at", input.tab_id, **_target(input.target), modifiers=held or None, **how
        )

    async def hover(self, context: Context, input: beta.BetaBrowserHoverInput) -> str | None:
        """Move the mouse over an element or a point."""
        return await self._calls.act("hover_at", input.tab_id, **_target(input.target))

    async def mouse_move(self, context: Context, input: beta.BetaBrowserMouseMoveInput) -> str | None:
        """Move the mouse to a point."""
        return await self._calls.act("hover_at", input.tab_id, **_target(input.target))

    async def left_mouse_down(
        self, context: Context, input: beta.BetaBrowserLeftMouseDownInput
    ) -> str | None:
        """Press the button and keep it down."""
        return await self._calls.act("button_down", input.tab_id, **_target(input.target))

    async def left_mouse_up(self, context: Context, input: beta.BetaBrowserLeftMouseUpInput) -> str | None:
        """Release the button."""
        return await self._calls.act("button_up", input.tab_id, **_target(input.target))

    async def left_click_drag(
        self, context: Context, input: beta.BetaBrowserLeftClickDragInput
    ) -> str | None:
        """Drag from one point to another."""
        points = [(input.from_.x, input.from_.y), (input.target.x, input.target.y)]
        return await self._calls.act("drag_path", input.tab_id, points=points)

    async def scroll(self, context: Context, input: beta.BetaBrowserScrollInput) -> str | None:
        """Turn the wheel over a point."""
        across, down = _WHEEL[input.scroll_direction]
        way = NOTCH * (input.scroll_amount if input.scroll_amount is not None else 3)
        return await self._calls.act(
            "wheel_at", input.tab_id, x=input.target.x, y=input.target.y, dx=across * way, dy=down * way
        )

    async def scroll_to(self, context: Context, input: beta.BetaBrowserScrollToInput) -> str | None:
        """Bring an element into view."""
        return await self._calls.act("scroll", input.tab_id, ref=input.target.ref)

    # Keyboard and forms

    async def type(self, context: Context, input: beta.BetaBrowserTypeInput) -> str | None:
        """Type at the focus."""
        return await self._calls.act("type", input.tab_id, text=input.text)

    async def key(self, context: Context, input: beta.BetaBrowserKeyInput) -> str | None:
        """Press keys at the focus."""
        return await self._calls.act("press", input.tab_id, keys=chords_of(input.text) * (input.repeat or 1))

    async def hold_key(self, context: Context, input: beta.BetaBrowserHoldKeyInput) -> str | None:
        """Hold a key or chord."""
        return await self._calls.act(
            "hold_keys", input.tab_id, keys=[chord_of(input.text)], seconds=input.duration
        )

    async def form_input(self, context: Context, input: beta.BetaBrowserFormInputInput) -> str | None:
        """Set the value of a field, and read it back."""
        return await self._calls.act("fill_form", input.tab_id, fields={input.target.ref: input.value})

    async def file_upload(self, context: Context, input: beta.BetaBrowserFileUploadInput) -> str | None:
        """Give files to a file input; the file policy and the workspace's rules must both allow them."""
        if input.document_ids:
            raise Refused("Staged documents cannot be uploaded here; name paths.")
        return await self._calls.act("upload", input.tab_id, ref=input.target.ref, files=input.paths or [])

    # Inside

    async def read_console(self, context: Context, input: beta.BetaBrowserReadConsoleInput) -> str:
        """Messages since the last call."""
        return (await self._calls.call("console", input.tab_id)).text

    async def read_network(self, context: Context, input: beta.BetaBrowserReadNetworkInput) -> str:
        """Requests since the last call."""
        return await self._calls.requests(input.tab_id)

    async def javascript_exec(self, context: Context, input: beta.BetaBrowserJavascriptExecInput) -> str:
        """The value of a script."""
        return (await self._calls.call("evaluate", input.tab_id, expression=input.text)).text

    # Tabs

    async def new_tab(
        self, context: Context, input: beta.BetaBrowserNewTabInput
    ) -> beta.BetaBrowserStateTabEntryParam:
        """An empty tab in front."""
        await self._calls.call("tabs", do="new")
        return _entry(await self._calls.tab(await self._calls.active()))

    async def list_tabs(
        self, context: Context, input: beta.BetaBrowserListTabsInput
    ) -> list[beta.BetaBrowserStateTabEntryParam]:
        """All tabs."""
        return [_entry(tab) for tab in await self._calls.tabs()]

    async def switch_tab(
        self, context: Context, input: beta.BetaBrowserSwitchTabInput
    ) -> beta.BetaBrowserStateTabEntryParam:
        """Another tab in front."""
        await self._calls.select(input.tab_id)
        return _entry(await self._calls.tab(input.tab_id))

    async def close_tab(self, context: Context, input: beta.BetaBrowserCloseTabInput) -> None:
        """Close a tab."""
        await self._calls.close(input.tab_id)


def _target(where: beta.BetaBrowserCoordinateTarget | beta.BetaBrowserRefTarget) -> dict[str, Any]:
    return {"ref": where.ref} if where.type == "ref" else {"x": where.x, "y": where.y}


def _modifier(name: str) -> str:
    known = {
        "ctrl": "Control",
        "cmd": "Meta",
        "command": "Meta",
        "super": "Meta",
        "win": "Meta",
        "option": "Alt",
    }
    return known.get(name.casefold(), name.capitalize())


def _picture(picture: ToolImage) -> BetaScreenshotResult:
    return BetaScreenshotResult(data=base64.b64encode(picture.data).decode(), media_type="image/png")


def _entry(tab: TabEntry) -> beta.BetaBrowserStateTabEntryParam:
    entry = beta.BetaBrowserStateTabEntryParam(tab_id=tab.id, title=tab.title, url=tab.url)
    if tab.active:
        entry["active"] = True
    return entry


def _downloads(report: Report) -> Iterator[beta.BetaBrowserStateChangeParam]:
    for one in report.downloads:
        yield _download(one)


def _download(one: Download) -> beta.BetaBrowserStateChangeParam:
    if one.state == "completed":
        return beta.BetaBrowserStateChangeDownloadCompletedParam(
            type="download_completed",
            download_id=one.guid,
            url=one.url,
            path=one.path,
            size_bytes=one.received,
        )
    if one.state == "canceled":
        return beta.BetaBrowserStateChangeDownloadFailedParam(
            type="download_failed", download_id=one.guid, url=one.url, error="canceled"
        )
    return beta.BetaBrowserStateChangeDownloadStartedParam(
        type="download_started", download_id=one.guid, url=one.url
    )
