"""Rows that listen for themselves, with other controls in them, and the arrows of trees that are drawn of lines."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-06")]

ROWS = """<!doctype html><style>.row { display: flex; gap: 6px; padding: 4px } i { width: 14px; height: 14px }</style>
<div id=list></div><p id=log>Nothing done</p><script>
  for (const name of ['Docs', 'Media']) {
    const row = Object.assign(document.createElement('div'), { className: 'row' });
    row.innerHTML = `<i style="cursor:pointer"></i><span>${name}</span>`;
    row.addEventListener('click', () => { log.textContent = 'Chosen ' + name; });
    const box = document.createElement('div');
    box.append(row);
    list.append(WRAPPED ? box : row);
  }
</script>"""
BAR = """<!doctype html><div id=bar>State: <button>Run</button> <button>Stop</button></div><p>Under it</p>
<script>bar.addEventListener('click', () => {});</script>"""
TREE = """<!doctype html><style>
  .a { width: 16px; height: 16px; display: inline-block }
  .a i { display: inline-block; border: 5px solid transparent; border-left-color: #333 }</style>
<div role=tree aria-label=Files><div role=treeitem aria-expanded=false id=docs tabindex=0>
<div id=row><span class=a id=a><i></i></span> <input type=checkbox> <span>Docs</span></div></div></div><script>
  a.addEventListener('click', (event) => {
    event.stopPropagation(); docs.ariaExpanded = docs.ariaExpanded !== 'true'; });
  row.addEventListener('click', () => { docs.ariaSelected = true; });</script>"""

ICON = """<!doctype html><style>div * { cursor: default } svg, svg path { cursor: pointer }</style><p>a.txt</p>
<div id=drop style="width:30px"><svg width=28 height=28 viewBox="0 0 54 54"><title>Remove</title><g><g>
<path d="M5 5L50 50L50 5z"/></g></g></svg></div><script>drop.addEventListener('click', () => {});</script>"""


@pytest.mark.parametrize("wrapped", ["true", "false"])
async def test_a_row_that_listens_beside_others_has_a_ref(lent_page: Page, site: Site, wrapped: str) -> None:
    site.route("/observe/rows", ROWS.replace("WRAPPED", wrapped))
    await lent_page.goto(site.url("observe/rows"), wait_until="load")
    assert "clickable Media]" in (await lent_page.observe()).text
    done = await lent_page.click('clickable "Media"')
    assert done.success, done.message
    assert done.observation is not None
    assert "Chosen Media" in done.observation.text


async def test_a_bar_that_listens_for_its_buttons_has_none(lent_page: Page, site: Site) -> None:
    site.route("/observe/bar", BAR)
    await lent_page.goto(site.url("observe/bar"), wait_until="load")
    text = (await lent_page.observe()).text
    assert "button Stop]" in text
    assert "clickable" not in text


async def test_the_arrow_of_a_tree_is_what_listens_before_the_words(lent_page: Page, site: Site) -> None:
    site.route("/observe/tree-of-lines", TREE)
    await lent_page.goto(site.url("observe/tree-of-lines"), wait_until="load")
    assert "expand Docs]" in (await lent_page.observe()).text
    done = await lent_page.click('clickable "expand Docs"')
    assert done.success, done.message
    assert done.observation is not None
    assert "collapse Docs" in done.observation.text
    assert await lent_page.evaluate("docs.ariaSelected") is None


async def test_a_shape_in_an_icon_leaves_the_icon_a_control(lent_page: Page, site: Site) -> None:
    site.route("/observe/icon-of-shapes", ICON)
    await lent_page.goto(site.url("observe/icon-of-shapes"), wait_until="load")
    assert " image Remove]" in (await lent_page.observe()).text


@pytest.mark.parametrize(("roles", "name"), [(True, "checkbox Bo]"), (False, "checkbox]")])
async def test_a_check_box_is_not_named_after_the_row_before(
    lent_page: Page, site: Site, roles: bool, name: str
) -> None:
    row, cell = ("role=row", "role=gridcell") if roles else ("", "")
    rows = "".join(
        f"<div {row} style='display:flex'><div {cell}>{first}</div><div {cell}>{second}</div></div>"
        for first, second in (
            ("", "Details of Al"),
            ("<input type=checkbox><i onclick='void 0' style='cursor:pointer'>▸</i>", "Bo"),
        )
    )
    site.route("/observe/details", f"<!doctype html><div {'role=grid' if roles else ''}>{rows}</div>")
    await lent_page.goto(site.url("observe/details"), wait_until="load")
    text = (await lent_page.observe()).text
    assert name in text, text
