"""A canvas that keeps a description of its drawing inside: what the person sees is in the view."""

from __future__ import annotations

import pytest

from cdp_engine import Page

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-06")]

GRID = (
    "<canvas width=300 height=80 tabindex=0><table role=grid><tr><th>Part<th>Quantity"
    "<tr><td role=gridcell tabindex=-1>Bolt<td>10<tr hidden><td>Nut<td>20</table>"
    "<p>Below</p><button aria-hidden=true>Edit</button><script>1</script></canvas><p>After</p>"
)


async def shown(page: Page, body: str) -> str:
    await page.goto(f"data:text/html,<!doctype html>{body}")
    return (await page.observe(header=False)).text


async def test_a_table_in_a_canvas_is_read_row_by_row_at_its_place(page: Page) -> None:
    text = await shown(page, GRID)
    lines = text.splitlines()
    assert lines[:3] == ["[e1 canvas] Part | Quantity", "Bolt | 10", "Below"]
    assert "After" in lines
    assert "Nut" not in text
    assert "Edit" not in text
    assert "e2" not in text  # nothing in it can be pressed where it is drawn


async def test_a_drawing_that_nobody_sees_has_no_contents(page: Page) -> None:
    assert "Bolt" not in await shown(page, f"<div style=display:none>{GRID}</div><p>Seen")


async def test_a_sentence_for_browsers_without_canvas_is_left_out(page: Page) -> None:
    body = (
        "<canvas width=300 height=80 tabindex=0>Your browser is old. <a href=/new>Get a new one</a></canvas>"
    )
    text = await shown(page, body)
    assert "[e1 canvas]" in text
    assert "old" not in text
    assert "Get a new one" not in text


async def test_a_slider_clipped_away_in_its_thumb_is_named_once(page: Page) -> None:
    """As React Aria draws it: clipped to nothing, wider than its clip, named after itself and its group."""
    clip = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)".replace("%", "%25")
    body = (
        "<div role=group id=group aria-label=Level style=width:200px;height:40px;position:relative>"
        "<div style=position:absolute;left:80px;width:16px;height:16px;background:blue>"
        f"<div style={clip}><input type=range min=0 max=50 value=15 id=own aria-label=Level "
        "aria-labelledby='own group'></div></div></div>"
    )
    assert '[e1 slider Level ="15"]' in await shown(page, body)
    assert (await page.fill("e1", "30")).success
    assert await page.evaluate("document.querySelector('input').value") == "30"
