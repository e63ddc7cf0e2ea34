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
