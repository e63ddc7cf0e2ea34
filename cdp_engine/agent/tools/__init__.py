"""The everyday tools: few and short, sufficient for any page.

In:  a workspace; the parameters of a tool.
Out: answers for a model: one line of ours, then the page's words in a fence.

Never done here: deciding what an element is or what an action did (see engine).
"""

from collections.abc import Iterable
from typing import Any

from cdp_engine.agent.toolbox import Tool, ToolBox
from cdp_engine.agent.tools.actions import ACTING
from cdp_engine.agent.tools.devtools import INSIDE
from cdp_engine.agent.tools.navigation import GOING
from cdp_engine.agent.tools.reading import READING
from cdp_engine.agent.untrusted_text import EXPLANATION
from cdp_engine.agent.workspace import Workspace

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


def everyday(workspace: Workspace, *, also: Iterable[Tool[Any]] = ()) -> ToolBox:
    """The everyday tools in a workspace; `evaluate` and `cdp` only where the workspace's rules allow them."""
    allowed = {"evaluate": workspace.rules.evaluate, "cdp": bool(workspace.rules.cdp)}
    return ToolBox(workspace, [*(tool for tool in EVERYDAY if not tool.off or allowed.get(tool.name)), *also])


__all__ = ["EVERYDAY", "INSTRUCTIONS", "everyday"]
