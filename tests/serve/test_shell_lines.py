"""Lines of the shell by the schemas of the tools; a word for every tool."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.agent import GROUP_TOOLS, UNLISTED_TOOLS
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.shell.commands import SHORT, VERBS
from cdp_engine.serve.shell.lines import line_arguments

pytestmark = pytest.mark.req("EN-02")
TOOLS = {tool.name: tool for tool in (*GROUP_TOOLS, *UNLISTED_TOOLS)}


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("click e12", {"ref": "e12"}),
        ("click e12 right", {"ref": "e12", "button": "right"}),
        ("click e12 double Shift+control", {"ref": "e12", "count": "2", "modifiers": ["Shift", "Control"]}),
        ('click button "Save" 50%,20%', {"ref": 'button "Save"', "position": "50%,20%"}),
        ("click e12 --expect navigation", {"ref": "e12", "expect": "navigation"}),
        ('fill e3 Ada  "the first"', {"ref": "e3", "text": 'Ada  "the first"'}),
        ("fill e3 --all of it", {"ref": "e3", "text": "--all of it"}),
        ("fill e3", {"ref": "e3", "text": ""}),
        ("type e3 Ada L", {"ref": "e3", "text": "Ada L"}),
        ("type Ada L", {"text": "Ada L"}),
        ("fill_form e3 Ada e5 true", {"fields": {"e3": "Ada", "e5": "true"}}),
        ("press Control+A Delete e2", {"keys": ["Control+A", "Delete"], "ref": "e2"}),
        ("press Enter", {"keys": ["Enter"]}),
        ("select e4 Very large", {"ref": "e4", "values": ["Very large"]}),
        ('select e4 "one" "two"', {"ref": "e4", "values": ["one", "two"]}),
        ("upload e6 a.txt b.txt", {"ref": "e6", "files": ["a.txt", "b.txt"]}),
        ("scroll e7 down 400", {"ref": "e7", "direction": "down", "amount": "400"}),
        ("drag e4 e9 50%,90%", {"ref": "e4", "to": "e9", "to_position": "50%,90%"}),
        ("drag e4 e4 10,10 90,60", {"ref": "e4", "to": "e4", "position": "10,10", "to_position": "90,60"}),
        ("find some text", {"text": "some text"}),
        ("wait Thank you", {"text": "Thank you"}),
        ("mouse 10 20 double", {"x": "10", "y": "20", "do": "double"}),
        ("resize 640 480", {"width": "640", "height": "480"}),
        ("dialog true", {"accept": "true"}),
        ("tab 2", {"do": "select", "url": None, "tab": "2"}),
        ("new about:blank", {"do": "new", "tab": None, "url": "about:blank"}),
        ("forward", {"go": "forward"}),
    ],
)
def test_a_line_is_read_by_the_schema_of_its_tool(line: str, given: dict[str, Any]) -> None:
    verb, _, rest = line.partition(" ")
    short = SHORT.get(verb)
    tool = TOOLS[verb if short is None else short.tool]
    found = line_arguments(tool, rest, {} if short is None else short.preset)
    assert found == given
    tool.read(found)


@pytest.mark.parametrize(
    "line", ["click", "click e1 nonsense", "select e4", "tab x", "navigate", "press", "drag e1"]
)
def test_what_is_missing_or_unknown_is_named(line: str) -> None:
    verb, _, rest = line.partition(" ")
    short = SHORT.get(verb)
    with pytest.raises(InvalidInput):
        line_arguments(
            TOOLS[verb if short is None else short.tool], rest, {} if short is None else short.preset
        )


def test_every_tool_has_a_word() -> None:
    assert {tool for tool in TOOLS if tool != "cdp"} <= set(VERBS)
    assert all(len(command.summary) < 90 for command in VERBS.values())
