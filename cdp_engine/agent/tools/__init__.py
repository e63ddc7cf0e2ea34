"""The everyday tools: few and short, sufficient for any page.

In:  a workspace; the parameters of a tool.
Out: answers for a model: one line of ours, then the page's words in a fence.

Never done here: deciding what an element is or what an action did (see engine).
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from cdp_engine.agent.tab_parameter import with_tab
from cdp_engine.agent.toolbox import Tool, ToolBox
from cdp_engine.agent.tools.actions import ACTING
from cdp_engine.agent.tools.actions import UNLISTED as UNLISTED_TOOLS
from cdp_engine.agent.tools.circumstances import CIRCUMSTANCES
from cdp_engine.agent.tools.devtools import INSIDE
from cdp_engine.agent.tools.exchanges import EXCHANGES
from cdp_engine.agent.tools.navigation import GOING
from cdp_engine.agent.tools.page_data import DATA, items_data, table_data
from cdp_engine.agent.tools.page_files import SAVING
from cdp_engine.agent.tools.person import ASKING
from cdp_engine.agent.tools.pointer import POINTING
from cdp_engine.agent.tools.reading import READING
from cdp_engine.agent.tools.stored import STORED
from cdp_engine.agent.untrusted_text import EXPLANATION
from cdp_engine.agent.workspace import Workspace
from cdp_engine.errors import InvalidInput

EVERYDAY: tuple[Tool[Any], ...] = (*READING, *ACTING, *GOING, *INSIDE)
"""All tools, including those that are off unless allowed."""

INSTRUCTIONS = (
    "Drive a web browser. Start with navigate or observe: a view lists what is on the page, and elements that can be "
    "acted on carry refs: [e12 button Save] is ref, role (none: a link), name. Act by ref, or by a name that only one "
    'element has (button "Save", text "Try it out", focused); every action answers with what it did and with what '
    "changed on the page since the last answer (+ new, ~ changed, - and gone: not there any more; or the whole page), "
    "so observe again only when in doubt. A ref names the same element as long as it is there. Where lines are left "
    "out, expand shows them from the ref that is named. " + EXPLANATION
)
"""Instructions for a model, to be read once."""


ABOUT_TABS = (
    "Every tool takes tab, the number of a tab in `tabs`. Name it in every call where others work in this browser, "
    "too: the tab in front may be theirs."
)
"""What a model should read where it is not alone."""

GROUPS: dict[str, tuple[Tool[Any], ...]] = {
    "core": tuple(tool for tool in EVERYDAY if not tool.off),
    "network": EXCHANGES,
    "storage": STORED,
    "vision": POINTING,
    "files": SAVING,
    "data": DATA,
    "emulate": CIRCUMSTANCES,
    "evaluate": tuple(tool for tool in EVERYDAY if tool.name == "evaluate"),
    "tabs": (),
}
"""Tools that are there for the asking, by the name of their group.

`core` is always there; `tabs` shows the parameter `tab` in the schema of every tool, which all of them take anyway.
"""
GROUP_TOOLS: tuple[Tool[Any], ...] = (
    *EVERYDAY,
    *(tool for tools in GROUPS.values() for tool in tools if tool not in EVERYDAY),
)
"""Every tool, of whatever group."""


def everyday(workspace: Workspace, *, groups: Iterable[str] = (), also: Iterable[Tool[Any]] = ()) -> ToolBox:
    """The everyday tools in a workspace, with those of some groups.

    `cdp` is there only where the workspace's rules allow it, `evaluate` there and where its group is named,
    `ask_person` where a person watches. Raises `InvalidInput` for a group that does not exist.
    """
    named = checked_groups(groups)
    allowed = {"evaluate": workspace.rules.evaluate or "evaluate" in named, "cdp": bool(workspace.rules.cdp)}
    tools = [
        *(tool for tool in EVERYDAY if not tool.off or allowed.get(tool.name)),
        *(tool for name in named for tool in GROUPS[name] if tool not in EVERYDAY),
        *(ASKING if workspace.handover is not None else ()),
        *also,
    ]
    workspace.keeps_headers = workspace.keeps_headers or "network" in named
    if "tabs" in named:
        tools = [replace(tool, params=with_tab(tool.params)) for tool in tools]
    return ToolBox(workspace, tools)


def checked_groups(names: Iterable[str]) -> list[str]:
    """The groups of those names, each once, in their usual order; `all` is every one. Raises `InvalidInput`."""
    wanted = {name.strip() for name in names if name.strip()}
    unknown = sorted(wanted - {*GROUPS, "all"})
    if unknown:
        raise InvalidInput(
            f"there is no group of tools {unknown[0]!r}", hint=f"There are: {', '.join(GROUPS)}, and all."
        )
    return [name for name in GROUPS if name in wanted or "all" in wanted]


__all__ = [
    "ABOUT_TABS",
    "EVERYDAY",
    "GROUPS",
    "GROUP_TOOLS",
    "INSTRUCTIONS",
    "UNLISTED_TOOLS",
    "checked_groups",
    "everyday",
    "items_data",
    "table_data",
]
