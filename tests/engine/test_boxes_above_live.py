"""A list that a field of a dialog adds to the body is shown, although nothing but its place marks it."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("FP-05", "FP-06")]

PAGE = (
    "<!doctype html><meta charset=utf-8><h1>Accounts</h1><button id=start>Filter</button><div id=app>%s</div><script>"
    "const add = (html, css) => { const box = document.createElement('div');"
    " box.innerHTML = `<div style='position:absolute;%%s;background:#fff'></div>`.replace('%%s', css);"
    " box.firstChild.innerHTML = html; document.body.append(box); };"
    "const list = () => add(['Food', 'Rent'].map((o) => `<div role=option>${o}</div>`).join(''),"
    " 'top:240px;left:45px;width:90px;z-index:%d');"
    "start.onclick = () => { app.ariaHidden = start.ariaHidden = 'true';"
    " add(`<div role=dialog aria-label=Rule><button onclick='this.textContent = 1'>is</button><input id=q"
    " aria-label=Value></div>`, 'top:90px;left:40px;width:280px;z-index:9'); %s };</script>"
)
ROWS = "".join(f"<p><a href='#{number}'>row {number}</a></p>" for number in range(12))


async def shown(page: Page, site: Site, script: str, *, z_index: int = 9) -> None:
    remove = site.route("/above", PAGE % (ROWS, z_index, script))
    try:
        await page.goto(site.url("above"), wait_until="load")
    finally:
        remove()
    await page.observe()


async def ref(page: Page, name: str) -> str:
    return next(node.ref for node in (await page.snapshot()).interactive() if node.name == name)


@pytest.mark.parametrize("z_index", [9, 12])
async def test_a_list_that_comes_with_a_dialog(lent_page: Page, site: Site, z_index: int) -> None:
    await shown(lent_page, site, "list()", z_index=z_index)
    answer = (await lent_page.click(await ref(lent_page, "Filter"))).observation
    assert answer is not None
    assert answer.kind == "overlay_opened"
    assert all(word in answer.text for word in ("button is", "option Food", "option Rent")), answer.text
    assert answer.text.index("button is") < answer.text.index("option Food")
    chosen = await lent_page.click(await ref(lent_page, "Food"))
    assert chosen.success


async def test_a_list_that_comes_later(lent_page: Page, site: Site) -> None:
    await shown(lent_page, site, "q.onclick = list")
    await lent_page.click(await ref(lent_page, "Filter"))
    answer = (await lent_page.click(await ref(lent_page, "Value"))).observation
    assert answer is not None
    assert answer.kind == "overlay_opened"
    assert "option Food" in answer.text
    changed = (await lent_page.click(await ref(lent_page, "is"))).observation
    assert changed is not None
    assert "button 1" in changed.text, changed.text


async def test_what_comes_beneath_a_dialog_still_waits(lent_page: Page, site: Site) -> None:
    await shown(lent_page, site, "app.insertAdjacentHTML('afterbegin', '<button>More</button>')")
    answer = (await lent_page.click(await ref(lent_page, "Filter"))).observation
    assert answer is not None
    assert answer.kind == "overlay_opened"
    assert "button More" not in answer.text


async def test_a_message_above_a_dialog_is_not_an_overlay(lent_page: Page, site: Site) -> None:
    toast = "add('<div role=status>Saved <button>Undo</button></div>', 'top:300px;left:0;z-index:30')"
    await shown(lent_page, site, f"q.onclick = () => {toast}")
    await lent_page.click(await ref(lent_page, "Filter"))
    answer = (await lent_page.click(await ref(lent_page, "Value"))).observation
    assert answer is not None
    assert answer.kind == "overlay_updated", answer.text
