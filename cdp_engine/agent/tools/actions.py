"""Everyday tools that act on elements: click, fill, type, press, select, scroll, hover, drag, upload."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, TypeVar, cast

from msgspec import Meta, Struct, field

from cdp_engine.act import ACTIONS, FieldValue, text_of
from cdp_engine.agent.tool_arguments import bare_ref
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.action_tool import Acted, Ref, action_tool
from cdp_engine.agent.tools.answers import of_action
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import ActionResult, Page
from cdp_engine.errors import InvalidInput
from cdp_engine.track import field_name

P = TypeVar("P", bound=Struct)

Key = Literal["Shift", "Control", "Alt", "Meta", "ControlOrMeta"]


At = Annotated[str, Meta(description="px 30,12 or 50%,20%")]


class Click(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `click`."""

    ref: Ref
    button: Literal["left", "right", "middle"] = "left"
    count: Annotated[int, Meta(ge=1, le=3)] = 1
    modifiers: list[Key] = field(default_factory=list[Key])
    position: At | None = None


class Pointed(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `hover`."""

    ref: Ref
    position: str | None = None


class Fill(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `fill`."""

    ref: Ref
    text: str


class FillForm(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `fill_form`."""

    fields: Annotated[dict[str, Any], Meta(description='{"e3": "Ada", "e5": true, "e8": ["one", "two"]}')]

    def __post_init__(self) -> None:
        """A label as a key is a name."""
        self.fields = {field_name(str(bare_ref(key))): value for key, value in self.fields.items()}


class Type(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `type`."""

    ref: Ref | None = None
    text: str
    clear: bool = False
    enter: Annotated[bool, Meta(description="end with Enter")] = False


class Press(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `press`."""

    keys: Annotated[str | list[str], Meta(description="Enter, Control+A; a list: one after the other")]
    ref: Ref | None = None


class Select(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `select`."""

    ref: Ref
    values: Annotated[str | list[str], Meta(description="labels or values")]


class Scroll(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `scroll`."""

    direction: Literal["up", "down", "left", "right", "top", "bottom"] = "down"
    ref: Annotated[str | None, Meta(description="container, or element to bring into view")] = None
    amount: Annotated[float | None, Meta(description="CSS px")] = None
    until_text: Annotated[str | None, Meta(description="scroll on until this is there")] = None


class Drag(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `drag`."""

    ref: Ref
    to: Ref
    position: str | None = None
    to_position: str | None = None


class Upload(Acted, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `upload`."""

    ref: Ref
    files: Annotated[str | list[str], Meta(description="in the allowed folder")]


def several(one_or_more: str | list[str]) -> list[str]:
    """A list, also of one."""
    return [one_or_more] if isinstance(one_or_more, str) else one_or_more


def acting(
    do: Callable[[Workspace, Page, P], Awaitable[ActionResult]],
) -> Callable[[Workspace, P], Awaitable[ToolResult]]:
    """A tool out of an action on the page in front."""

    async def run(workspace: Workspace, params: P) -> ToolResult:
        page = await workspace.page()
        return await of_action(workspace, page, await do(workspace, page, params))

    return run


async def _click(_workspace: Workspace, page: Page, params: Click) -> ActionResult:
    return await page.click(
        params.ref,
        button=params.button,
        count=params.count,
        modifiers=params.modifiers,
        position=params.position,
        expect=params.expect,
    )


async def _hover(_workspace: Workspace, page: Page, params: Pointed) -> ActionResult:
    return await page.hover(params.ref, position=params.position, expect=params.expect)


async def _fill(_workspace: Workspace, page: Page, params: Fill) -> ActionResult:
    return await page.fill(params.ref, params.text, expect=params.expect)


async def _fill_form(_workspace: Workspace, page: Page, params: FillForm) -> ActionResult:
    fields = {ref: _value(ref, value) for ref, value in params.fields.items()}
    return await page.fill_form(fields, expect=params.expect)


def _value(ref: str, value: Any) -> FieldValue:
    """A value for a field. Raises `InvalidInput` for one that no field takes."""
    if isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, list):
        return [text_of(_value(ref, one)) for one in cast("list[Any]", value)]
    raise InvalidInput(f"{ref}: a field takes a text, a number, true or false, or a list of texts")


async def _type(_workspace: Workspace, page: Page, params: Type) -> ActionResult:
    return await page.type(
        params.ref, params.text, clear=params.clear, enter=params.enter, timeout=30.0, expect=params.expect
    )


async def _press(_workspace: Workspace, page: Page, params: Press) -> ActionResult:
    if not params.keys:
        raise InvalidInput("no key was given", hint='Name one, as in "Enter" or "Control+A".')
    return await page.press(params.keys, params.ref, expect=params.expect)


async def _select(_workspace: Workspace, page: Page, params: Select) -> ActionResult:
    return await page.select(params.ref, *several(params.values), timeout=15.0, expect=params.expect)


async def _scroll(_workspace: Workspace, page: Page, params: Scroll) -> ActionResult:
    return await page.scroll(
        params.ref, params.direction, params.amount, until_text=params.until_text, expect=params.expect
    )


async def _drag(_workspace: Workspace, page: Page, params: Drag) -> ActionResult:
    return await page.drag(
        params.ref,
        params.to,
        source_position=params.position,
        position=params.to_position,
        expect=params.expect,
    )


async def _upload(workspace: Workspace, page: Page, params: Upload) -> ActionResult:
    paths = [workspace.rules.check_file(path) for path in several(params.files)]
    return await page.upload(params.ref, *paths, expect=params.expect)


NAMES = (
    'ref, in all tools: e12, or a name that one element alone has: button "Save", text "Try it out", focused.'
)
EXPECTATIONS = (
    "All actions take expect, the outcome that makes it a success: navigation, element_appears, element_disappears, "
    'value_changes, state_changes, any_change, or {"type":"navigation","url":"/done","or_element_appears":"Thanks"}.'
)

_WRITTEN = (
    Tool("click", f"Click an element. {NAMES} {EXPECTATIONS}", Click, acting(_click)),
    Tool(
        "fill", "Replace what a field holds (text, date, colour, slider).", Fill, acting(_fill), secret="text"
    ),
    Tool(
        "fill_form",
        "Fill several fields: text, choice, check box, date.",
        FillForm,
        acting(_fill_form),
        secret="fields",
    ),
    Tool("type", "Type with real keys into ref, or at the caret.", Type, acting(_type), secret="text"),
    Tool("press", "Press keys on the focused element or on ref.", Press, acting(_press)),
    Tool(
        "select",
        "Choose options of a list, tags or a group of boxes; those given replace all others.",
        Select,
        acting(_select),
        secret="values",
    ),
    Tool("scroll", "Scroll the page or a container.", Scroll, acting(_scroll)),
    Tool("hover", "Move the mouse over an element.", Pointed, acting(_hover)),
    Tool("drag", "Drag an element onto another.", Drag, acting(_drag)),
    Tool("upload", "Give files to a file input.", Upload, acting(_upload)),
)
"""The tools whose parameters need words of their own; every other action gets its tool from its row."""

_BY_NAME: dict[str, Tool[Any]] = {tool.name: tool for tool in _WRITTEN}
ACTING: tuple[Tool[Any], ...] = tuple(
    _BY_NAME.get(action.name) or action_tool(action) for action in ACTIONS.values() if not action.without_tool
)
"""In the order in which they are listed."""
UNLISTED: tuple[Tool[Any], ...] = tuple(
    action_tool(action) for action in ACTIONS.values() if action.without_tool
)
"""Tools of the other actions, which models do without."""
