"""Builds a tool from a row of the table of actions; its parameters are those of the method of `Page`."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, signature
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from cdp_engine.act import Action
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import of_action
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page
from cdp_engine.track import ElementRef

Ref = Annotated[str, Meta(description="e12")]
Expect = dict[str, Any] | str


class Acted(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every action takes."""

    expect: Expect | None = None


def action_tool(action: Action) -> Tool[Any]:
    """The tool of an action without a hand-written one.

    The element is its `ref`, a second element `to`; further parameters keep their names.
    """
    method = getattr(Page, action.name)
    hints = get_type_hints(method)
    parameters = [one for one in signature(method).parameters.values() if _is_given(one, hints)]
    names: dict[str, str] = {}
    fields: list[Any] = []
    for one in parameters:
        kind, name = hints[one.name], one.name
        if ElementRef in get_args(kind):
            name = "to" if "ref" in names.values() else "ref"
            kind = Ref if _is_needed(one) else Annotated[str | None, Meta(description="e12")]
        elif one.kind is Parameter.VAR_POSITIONAL:
            kind = list[str]
        names[one.name] = name
        fields.append((name, kind) if _is_needed(one) else (name, kind, one.default))
    title = action.name.title()
    struct = msgspec.defstruct(title, fields, bases=(Acted,), kw_only=True, forbid_unknown_fields=True)

    async def run(workspace: Workspace, params: Any) -> ToolResult:
        page = await workspace.page()
        several = [
            list(getattr(params, one.name)) for one in parameters if one.kind is Parameter.VAR_POSITIONAL
        ]
        first = [getattr(params, names[one.name]) for one in parameters if one.kind is _PLAIN]
        named = {one.name: getattr(params, names[one.name]) for one in parameters if one.kind is _NAMED}
        given = [*first, *(value for values in several for value in values)]
        return await of_action(workspace, page, await method(page, *given, **named, expect=params.expect))

    return Tool(action.name, f"{action.says[0].upper()}{action.says[1:]}.", struct, run)


_SIMPLE = {str, bool, int, float, type(None)}
_PLAIN, _NAMED = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY


def _is_given(one: Parameter, hints: Mapping[str, Any]) -> bool:
    """Whether a model gives it: neither `self` nor the options of every action, nor named ones with parts."""
    if one.name == "self" or one.kind is Parameter.VAR_KEYWORD:
        return False
    kind = hints[one.name]
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return one.kind is not _NAMED or get_origin(kind) is Literal or _SIMPLE.issuperset(parts)


def _is_needed(one: Parameter) -> bool:
    return one.default is Parameter.empty
