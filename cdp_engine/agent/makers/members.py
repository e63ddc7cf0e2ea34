"""The members of a makers' browser toolset as calls of tools in a workspace, and the report on its tabs afterwards.

A member is carried out by the tool that does the same; its secrets, its domains and its folders are those of the
workspace. What comes out is one line, a text or a picture; what did not happen raises `Refused` with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, cast

from msgspec import Struct

from cdp_engine.agent.makers.pointing import POINTS
from cdp_engine.agent.makers.reading import READS
from cdp_engine.agent.tool_result import DISMISSED, ToolImage, ToolResult
from cdp_engine.agent.toolbox import ToolBox
from cdp_engine.agent.tools import EVERYDAY
from cdp_engine.agent.untrusted_text import fence
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import EngineError
from cdp_engine.protocol import target
from cdp_engine.tab import Dialog, Download
from cdp_engine.verify import NOW_SAYS, Confirmed

_LONGEST_TITLE = 300


class Refused(Exception):
    """A member that was not carried out; its text is for the model."""


class TabEntry(Struct, frozen=True):
    """One open tab. `id` is its number in the workspace, as text."""

    id: str
    title: str
    url: str
    active: bool


class Report(Struct, frozen=True):
    """The tabs now, and what happened since the last report: tabs opened, dialogs answered, downloads changed."""

    tabs: tuple[TabEntry, ...]
    opened: tuple[str, ...] = ()
    dialogs: tuple[Dialog, ...] = ()
    downloads: tuple[Download, ...] = ()


class MemberCalls:
    """Calls of tools for the members of a toolset.

    `dialogs` is the answer to dialogs of the page, which a toolset has no member for: `dismiss` presses Cancel. Either
    way the model reads what was asked.
    """

    def __init__(self, workspace: Workspace, *, dialogs: Literal["dismiss", "accept"] = "dismiss") -> None:
        workspace.dialogs = dialogs
        self.workspace = workspace
        own = {tool.name: tool for tool in (*EVERYDAY, *POINTS, *READS)}
        self._box = ToolBox(workspace, own.values())
        self._known: set[str] | None = None
        self._dialogs: dict[str, int] = {}
        self._downloads: dict[str, tuple[str, str | None]] = {}
        self._requests: dict[str, int] = {}

    async def call(self, tool: str, tab: str | None = None, /, **arguments: Any) -> ToolResult:
        """Call a tool on a tab (None: the one in front); arguments of None are left out. Raises `Refused`."""
        given: dict[str, Any] = {name: value for name, value in arguments.items() if value is not None}
        if tab:
            given["tab"] = self._number(tab)
        answer = await self._box.call(tool, given)
        if not answer.success:
            raise Refused(self._words(answer))
        return answer

    async def act(self, tool: str, tab: str | None = None, /, **arguments: Any) -> str:
        """Carry out an action; what it did, in one line. Raises `Refused` with the reason why it did not happen."""
        return self._words(await self.call(tool, tab, **arguments))

    async def picture(self, tool: str, tab: str | None = None, /, **arguments: Any) -> ToolImage:
        """A picture. Raises `Refused` where it shows a secret."""
        answer = await self.call(tool, tab, **arguments)
        if not answer.pictures:
            raise Refused(_in_a_line(answer.text))
        return answer.pictures[0]

    async def requests(self, tab: str | None) -> str:
        """The requests since the last time this was called for the tab."""
        number = tab or await self.active()
        answer = await self.call("read_network", tab, after=self._requests.get(number, 0))
        self._requests[number] = cast("Mapping[str, int]", answer.data)["last"]
        return answer.text

    async def active(self) -> str:
        """The id of the tab in front."""
        return str(self.workspace.number_of(await self.workspace.page()))

    async def tab(self, number: str) -> TabEntry:
        """The entry of one tab. Raises `Refused` where there is none."""
        found = next((one for one in await self.tabs() if one.id == number), None)
        if found is None:
            raise Refused(f"There is no tab {number!r}. {await self._known_tabs()}")
        return found

    async def select(self, number: str) -> None:
        """Put a tab in front. Raises `Refused` where there is none."""
        await self.call("tabs", do="select", tab=self._number(number))

    async def close(self, number: str) -> None:
        """Close a tab. Raises `Refused` where there is none."""
        await self.call("tabs", do="close", tab=self._number(number))

    async def tabs(self) -> tuple[TabEntry, ...]:
        """All tabs that the model can reach; one of them is active."""
        async with self.workspace.turn:
            await self.workspace.page()
            pages = await self.workspace.pages()
            infos = (await self.workspace.browser.session.send(target.get_targets())).target_infos
            titles = {info.target_id: " ".join(info.title.split())[:_LONGEST_TITLE] for info in infos}
            masked = self.workspace.vault.masked
            return tuple(
                TabEntry(
                    str(self.workspace.number_of(page)),
                    masked(titles.get(page.target_id, "")),
                    masked(page.url or "about:blank"),
                    self.workspace.shows(page),
                )
                for page in pages
            )

    async def report(self) -> Report:
        """The tabs, and what is new since the last report."""
        tabs = await self.tabs()
        pages = [page for page in await self.workspace.pages() if controller_of(page).access.is_used]
        known, self._known = self._known, {tab.id for tab in tabs}
        return Report(
            tabs,
            () if known is None else tuple(tab.id for tab in tabs if tab.id not in known),
            tuple(one for page in pages for one in self._new_dialogs(page)),
            tuple(one for page in pages for one in self._new_downloads(page)),
        )

    def _new_dialogs(self, page: Page) -> Iterator[Dialog]:
        seen = self._dialogs.get(page.target_id, 0)
        for dialog in page.dialogs.history:
            if dialog.number > seen:
                self._dialogs[page.target_id] = dialog.number
                yield dialog

    def _new_downloads(self, page: Page) -> Iterator[Download]:
        for one in page.downloads:
            now = (one.state, one.path)
            if self._downloads.get(one.guid) != now:
                self._downloads[one.guid] = now
                yield one

    def _words(self, answer: ToolResult) -> str:
        """What a model should read of an action: its message, the covering element by its ref, in one line."""
        result = answer.result
        if result is None:
            return _in_a_line(answer.text)
        words = result.message
        if isinstance(
            result.effect, Confirmed
        ):  # what the observation lists, which is not part of these answers
            did, _, quoted = result.effect.what.partition(NOW_SAYS)
            if quoted and NOW_SAYS not in words:
                words = words.replace(did, result.effect.what, 1)
        if result.error is not None and result.error.code == DISMISSED:
            words = words.removesuffix(result.error.hint).rstrip()  # it names a setting of the program
        if result.error is not None and result.error.covered_by:
            words += f" The element in the way is {result.error.covered_by}"
            closer = result.error.closer
            words += f", {closer} closes it." if closer else "."
        return self.workspace.vault.masked(_in_a_line(fence(words)))

    def _number(self, tab: str) -> int:
        if not tab.isdecimal():
            raise Refused(f"There is no tab {tab!r}. Tabs are called by the ids that the list of tabs shows.")
        return int(tab)

    async def _known_tabs(self) -> str:
        try:
            return f"There are: {', '.join(tab.id for tab in await self.tabs())}."
        except EngineError as error:
            return error.message


def _in_a_line(text: str) -> str:
    return " ".join(text.split())
