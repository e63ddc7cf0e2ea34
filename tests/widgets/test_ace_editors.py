"""Ace takes keys in a text area of one pixel: also without a text its editors are fields, and are filled."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

CODE = "select count(*) from orders where qty > 3"
LINES = "select name\n\nfrom orders"


async def test_editors_with_and_without_a_text_are_filled(lab: Lab) -> None:
    await lab.show("ace")
    await lab.page.click('button "Show"')
    fields = [node for node in (await lab.page.snapshot()).interactive() if node.tag == "textarea"]
    assert [(node.role, node.value) for node in fields] == [
        ("textbox", "select 1"),
        ("textbox", ""),
        ("textbox", ""),
    ]
    for key, field in zip(("query", "empty", "made"), fields, strict=True):
        for text in (CODE, LINES):
            done = await lab.page.fill(field.ref, text)
            assert done.success, (key, done.message)
            assert await lab.holds(key) == text
        done = await lab.page.fill(field.ref, CODE)
        assert CODE in done.message  # with the blanks between its words
