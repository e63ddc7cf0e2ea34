"""What programs find on `Browser`, `Context` and `Page`: what the README lists, every action, and no internals."""

from __future__ import annotations

import re
from inspect import Parameter, iscoroutinefunction, signature
from pathlib import Path
from typing import Any, cast

import pytest

from cdp_engine.act import ACTIONS
from cdp_engine.agent import EVERYDAY
from cdp_engine.engine import ActionOptions, Browser, Context, Page, PageController
from cdp_engine.engine.page_actions import PageActions
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.shell.commands import VERBS

README = Path(__file__).parents[2] / "README.md"
NAMES = tuple(ACTIONS)


def listed(name: str) -> set[str]:
    """The names that the README lists for a class."""
    [row] = re.findall(rf"^\| `{name}` \|(.*)\|$", README.read_text(encoding="utf-8"), re.MULTILINE)
    return set(re.findall(r"`(\w+)`", row))


def public(of: type) -> set[str]:
    return {name for name in dir(of) if not name.startswith("_")}


@pytest.mark.parametrize("of", [Browser, Context, Page])
def test_a_class_has_the_public_names_that_the_readme_lists_and_no_others(of: type) -> None:
    expected = listed(of.__name__)
    if of is Page:
        expected |= set(NAMES)
    assert public(of) == expected


def test_every_method_that_acts_has_its_row_in_the_table() -> None:
    methods = {name for name in public(PageActions) if iscoroutinefunction(getattr(PageActions, name))}
    assert methods == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_action_has_a_method_whose_parameters_its_run_takes(name: str) -> None:
    own = signature(getattr(Page, name)).parameters.values()
    runs = set(signature(ACTIONS[name].run).parameters)
    assert {one.name for one in own if one.kind is Parameter.KEYWORD_ONLY} <= runs
    [options] = [one for one in own if one.kind is Parameter.VAR_KEYWORD]
    assert options.annotation == "Unpack[ActionOptions]"


@pytest.mark.parametrize("name", NAMES)
def test_an_action_has_a_tool_or_a_reason_why_not(name: str) -> None:
    tools = {tool.name for tool in EVERYDAY}
    assert (name in tools) is not bool(ACTIONS[name].without_tool)


@pytest.mark.parametrize("name", NAMES)
def test_an_action_has_a_word_in_the_shell(name: str) -> None:
    assert VERBS[name].summary == ACTIONS[name].says


@pytest.mark.anyio
@pytest.mark.parametrize("name", NAMES)
async def test_an_unknown_option_is_refused_with_the_nearest_one(name: str) -> None:
    page = Page(cast("PageController", None), lambda _target: None)
    method = getattr(page, name)
    needed = [
        {"e1": "x"} if one.name == "fields" else "e1"
        for one in signature(method).parameters.values()
        if one.default is Parameter.empty and one.kind is _PLAIN
    ]
    options = cast("Any", {"expects": "navigation"})
    with pytest.raises(InvalidInput, match=f"{name} has no option 'expects'") as refused:
        await method(*needed, **options)
    assert refused.value.hint == "Did you mean expect?"


_PLAIN = Parameter.POSITIONAL_OR_KEYWORD
WITHOUT_ELEMENT = {"fill_form", "type", "press", "scroll", "swipe", "pinch"}


@pytest.mark.anyio
@pytest.mark.parametrize("name", [name for name in NAMES if ACTIONS[name].needs_element])
async def test_none_is_no_element(name: str) -> None:
    page = Page(cast("PageController", None), lambda _target: None)
    method = getattr(page, name)
    needed = [None, "e1" if name == "drag" else "x"][
        : 2 if name in ("fill", "select", "drag", "upload") else 1
    ]
    with pytest.raises(InvalidInput, match=f"{name} needs an element, not None"):
        await method(*needed)
    assert {one for one in NAMES if not ACTIONS[one].needs_element} == WITHOUT_ELEMENT


@pytest.mark.anyio
async def test_an_option_of_another_action_is_refused_with_what_there_is() -> None:
    page = Page(cast("PageController", None), lambda _target: None)
    options = cast("Any", {"bton": "right"})
    with pytest.raises(InvalidInput) as refused:
        await page.click("e1", **options)
    assert refused.value.hint == "Did you mean button?"
    options = cast("Any", {"zzz": 1})
    with pytest.raises(InvalidInput) as refused:
        await page.blur("e1", **options)
    assert all(word in refused.value.hint for word in ActionOptions.__annotations__)


@pytest.mark.anyio
@pytest.mark.req("SX-14")
async def test_arguments_of_another_type_are_refused_before_anything_is_done() -> None:
    page = Page(cast("PageController", None), lambda _target: None)
    wrong = cast("Any", "soon")
    with pytest.raises(InvalidInput, match="timeout must be a number of seconds, not 'soon'"):
        await page.click("e1", timeout=wrong)
    with pytest.raises(InvalidInput, match="quiet must be a number of seconds, not True"):
        await page.fill("e1", "x", quiet=True)
    with pytest.raises(InvalidInput, match="3 is not a path"):
        await page.upload("e1", "a.txt", cast("Any", [3]))
    with pytest.raises(InvalidInput, match="text must be a str, not int"):
        await page.wait_for(cast("Any", 3))
