"""Fields that a library draws in place of hidden ones have the labels of those."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("RA-07")]


@pytest.mark.parametrize(
    ("html", "held"),
    [
        (
            "<label for=due>Due</label><div><input id=due style='display:none'>"
            "<input oninput='due.value = this.value'></div>",
            "due.value",
        ),
        (
            "<label for=story>Body</label><div><input id=story type=text hidden>"
            "<div contenteditable role=textbox style='height:60px' oninput='story.value = this.innerText'></div></div>",
            "story.value",
        ),
    ],
)
async def test_the_drawn_field_has_the_label(bench: Bench, html: str, held: str) -> None:
    await bench.show(html)
    fields = [node for node in (await bench.page.snapshot()).interactive() if node.role == "textbox"]
    assert [node.name for node in fields] in (["Due"], ["Body"])
    filled = await bench.page.fill(fields[0].ref, "12 boats")
    assert filled.success, filled.message
    assert await bench.page.evaluate(held) == "12 boats"


async def test_the_label_of_a_hidden_box_still_works_it(bench: Bench) -> None:
    await bench.show(
        "<input type=checkbox id=on style='opacity:0;position:absolute;width:1px'><label for=on>On</label>"
    )
    [box] = (await bench.page.snapshot()).interactive()
    assert (await bench.page.check(box.ref)).success
    assert await bench.page.evaluate("document.getElementById('on').checked") is True


DRAWN_BOX = """<style>.box { position: relative } .box input { position: absolute; opacity: 0; z-index: -1 }
.box label { display: block; padding-left: 24px; cursor: pointer; background: #fff }</style>
<div class=box onclick="const c = this.children[0]; c.checked = !c.checked"><input type=checkbox id=news>
<label>News</label></div>"""


async def test_a_label_that_names_no_box_is_the_drawing_of_the_box_beneath_it(bench: Bench) -> None:
    await bench.show(DRAWN_BOX)
    view = await bench.page.observe()
    [box] = view.snapshot.find(role="checkbox")
    assert (box.name, box.covered_by) == ("News", None)
    assert (await bench.page.check(box.ref)).success
    assert await bench.page.evaluate("news.checked") is True


async def test_a_label_over_several_boxes_covers_them(bench: Bench) -> None:
    await bench.show(DRAWN_BOX.replace("<label>", "<input type=checkbox id=mail><label>"))
    box = (await bench.page.observe()).snapshot.find(role="checkbox")[0]
    assert box.covered_by is not None
    result = await bench.page.check(box.ref, timeout=1)
    assert result.error is not None
    assert result.error.code == "obscured"


async def test_options_are_given_one_by_one_or_as_a_list(bench: Bench) -> None:
    await bench.show("<select id=s multiple><option>One<option>Two<option>Three</select>")
    ref = await bench.ref("#s")
    for given in (["One", "Three"], [["One", "Three"]], [("One",), "Three"]):
        assert (await bench.page.select(ref, *given)).success
        assert await bench.page.evaluate("Array.from(s.selectedOptions, o => o.value)") == ["One", "Three"]
