"""Every action of the table on a real page: it does what it says, takes an expectation, and reports the changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cdp_engine.act import ACTIONS
from cdp_engine.engine import ActionResult
from cdp_engine.errors import InvalidInput
from cdp_engine.verify import expect
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-14", "FP-09")]

PAGE = """
<style>main > * { display: block; margin: 8px } #far { height: 3000px }</style>
<main>
<button id=button onclick="say('clicked')" onmouseover="say('over')">Button</button>
<input id=field oninput="say('input ' + value)" onfocus="say('focused')" onblur="say('blurred')" aria-label=Field>
<input id=typed onkeydown="say('key ' + event.key)" aria-label=Typed>
<select id=list onchange="say('chosen ' + value)" aria-label=List><option>One<option>Two</select>
<input type=checkbox id=off onchange="say(String(checked))" aria-label=Off>
<input type=checkbox id=on checked onchange="say(String(checked))" aria-label=On>
<input type=file id=file onchange="say('file ' + files[0].name)" aria-label=File>
<div id=from draggable=true ondragstart="event.dataTransfer.setData('text', 'x')">From</div>
<div id=to ondragover="event.preventDefault()" ondrop="event.preventDefault(); say('dropped')">To</div>
<div id=touch ontouchstart="say('touched ' + event.touches.length)"
  style="touch-action: none; width: 600px; height: 600px">Touch</div>
<p id=said role=status></p><p id=moved role=status></p><div id=far>Far</div>
</main>
<script>
function say(text) { document.getElementById('said').textContent = text; }
onscroll = () => { document.getElementById('moved').textContent = 'scrolled'; };
</script>
"""

CASES: dict[str, tuple[tuple[str, ...], tuple[Any, ...], str]] = {
    # the elements, what else the method takes, and what the page says then
    "click": (("#button",), (), "clicked"),
    "fill": (("#field",), ("Ada",), "input Ada"),
    "fill_form": ((), ({'textbox "Field"': "Ada"},), "input Ada"),
    "type": (("#typed",), ("a",), "key a"),
    "press": (("#typed",), ("b",), "key b"),
    "select": (("#list",), ("Two",), "chosen Two"),
    "check": (("#off",), (), "true"),
    "uncheck": (("#on",), (), "false"),
    "scroll": ((), (), "scrolled"),
    "hover": (("#button",), (), "over"),
    "drag": (("#from", "#to"), (), "dropped"),
    "upload": (("#file",), (Path(__file__),), "file test_every_action_live.py"),
    "focus": (("#field",), (), "focused"),
    "blur": (("#field",), (), "blurred"),
    "tap": (("#touch",), (), "touched 1"),
    "swipe": (("#touch",), ("up", 100), "touched 1"),
    "pinch": (("#touch",), (), "touched 2"),
}


def test_every_action_of_the_table_is_driven_here() -> None:
    assert set(CASES) == set(ACTIONS)


async def do(bench: Bench, name: str, **options: Any) -> ActionResult:
    ids, given, _ = CASES[name]
    refs = [await bench.ref(one) for one in ids]
    first = (*given, *refs) if name == "press" else (*refs, *given)
    return await getattr(bench.page, name)(*first, **options)


@pytest.mark.parametrize("name", CASES)
async def test_an_action_brings_about_what_is_expected_of_it(bench: Bench, name: str) -> None:
    await bench.show(PAGE)
    if name == "blur":
        await bench.run("field.focus()")
    says = CASES[name][2]
    before = await bench.page.observe()
    result = await do(
        bench, name, expect=expect.appears(says), since=before.version, timeout=5.0, measure=True
    )
    assert result.success, result.message
    assert result.action == name
    assert result.verification is not None
    assert result.verification.expected
    assert result.cost is not None
    assert result.observation is not None
    assert result.observation.base == before.version
    assert says in result.observation.text


@pytest.mark.parametrize("name", CASES)
async def test_an_action_whose_expectation_does_not_come_true_is_no_success(bench: Bench, name: str) -> None:
    await bench.show(PAGE)
    if name == "blur":
        await bench.run("field.focus()")
    result = await do(bench, name, expect=expect.appears("Never said").within(0.1))
    assert not result.success
    assert result.error is not None
    assert result.error.code == "not_verified", result.message


async def test_a_value_of_the_wrong_type_is_refused_before_anything_is_done(bench: Bench) -> None:
    await bench.show("<input id=i><select id=s><option>One</select>")
    wrong: Any = 123
    for action in (bench.page.fill, bench.page.type):
        with pytest.raises(InvalidInput, match="text must be a str, not int"):
            await action(await bench.ref("#i"), wrong)
    nothing: Any = None
    with pytest.raises(InvalidInput, match="None is not a valid option"):
        await bench.page.select(await bench.ref("#s"), nothing)
