"""Trees on the page whose nodes have no arrows: a press on a node opens it, and what is in it is chosen by its path."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

TREE = """<style>[aria-expanded=false] > ul {display: none} li[aria-expanded] > span::before {content: '▸'}</style>
<ul id=tree role=tree aria-label=Files>
<li role=treeitem aria-expanded=false aria-selected=false><span>Plans</span><ul role=group>
  <li role=treeitem aria-selected=false>a.txt</li>
  <li role=treeitem aria-expanded=false aria-selected=false><span>Old</span><ul role=group>
    <li role=treeitem aria-selected=false>b.txt</li></ul></li></ul></li>
<li role=treeitem aria-expanded=false aria-selected=false><span>Letters</span><ul role=group>
  <li role=treeitem aria-selected=false>c.txt</li></ul></li></ul>
<script>for (const node of document.querySelectorAll('[role=treeitem]')) node.onclick = (event) => {
  event.stopPropagation();
  for (const one of document.querySelectorAll('[role=treeitem]')) one.setAttribute('aria-selected', 'false');
  node.setAttribute('aria-selected', 'true');
  if (node.ariaExpanded) node.setAttribute('aria-expanded', String(node.ariaExpanded !== 'true')); };</script>"""
CHOSEN = "document.querySelector('[aria-selected=true]')?.firstChild.textContent.trim() ?? null"


@pytest.mark.parametrize("path", ["Plans / a.txt", "Plans / Old / b.txt", "Letters > c.txt"])
async def test_a_path_opens_the_nodes_on_it(stage: Stage, path: str) -> None:
    await stage.show_html(TREE)
    done = await select(stage.tab, await stage.ref("#tree"), path)
    assert done.as_wanted is not False
    assert await stage.eval(CHOSEN) == path.split()[-1]


async def test_what_is_not_on_the_path_is_refused_with_what_was_pressed(stage: Stage) -> None:
    await stage.show_html(TREE)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#tree"), "Plans / 1999", timeout=3.0)
    assert refused.value.sent
    assert "Pressed before: 'Plans'" in refused.value.message
    assert "'Plans', 'a.txt'" in refused.value.hint  # nodes by their own words


async def test_without_a_path_nothing_is_pressed_and_the_path_is_advised(stage: Stage) -> None:
    await stage.show_html(TREE)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#tree"), "b.txt", timeout=1.0)
    assert not refused.value.sent
    assert "by its path, as 'Plans / …'" in refused.value.hint
    assert await stage.eval(CHOSEN) is None
