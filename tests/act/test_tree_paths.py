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


# As Material UI draws a tree: a press on a line chooses it, a press on the picture before it opens it.
PICTURED = """<ul id=tree role=tree aria-multiselectable=true></ul><script>
  const ARROW = '<svg data-testid=ChevronRightIcon width=20 height=20><path d="M5 5l9 5l-9 5"/></svg>';
  const grow = (box, names, inside) => {
    for (const name of names) {
      const node = document.createElement('li');
      node.setAttribute('role', 'treeitem');
      node.setAttribute('aria-selected', 'false');
      node.innerHTML = `<div style='display:flex'><i class=start></i><b class=label style='flex:1'>${name}</b></div>`;
      node.querySelector('.label').onclick = () =>
        node.setAttribute('aria-selected', String(node.ariaSelected !== 'true'));
      box.append(node);
      if (!inside) continue;
      node.setAttribute('aria-expanded', 'false');
      node.querySelector('.start').innerHTML = ARROW;
      node.querySelector('.start').onclick = () => {
        const opens = node.ariaExpanded === 'false';
        node.setAttribute('aria-expanded', String(opens));
        node.querySelector('ul')?.remove();
        if (!opens) return;
        const level = document.createElement('ul');
        level.setAttribute('role', 'group');
        node.append(level);
        grow(level, inside[name]);
      };
    }
  };
  grow(tree, ['Fruit', 'Greens'], { Fruit: ['Apple', 'Pear'], Greens: ['Leek', 'Kale'] });
</script>"""
TICKED = "[...document.querySelectorAll('[aria-selected=true] > div .label')].map(at => at.textContent)"


@pytest.mark.parametrize(
    "wanted", [["Fruit / Pear"], ["Pear"], ["Fruit / Apple", "Greens / Kale"], ["Greens"]]
)
async def test_the_picture_of_an_arrow_opens_a_node_and_the_node_is_not_chosen(
    stage: Stage, wanted: list[str]
) -> None:
    await stage.show_html(PICTURED)
    await select(stage.tab, await stage.ref("#tree"), *wanted)
    assert await stage.eval(TICKED) == [path.split(" / ")[-1] for path in wanted]


@pytest.mark.parametrize(
    ("key", "kept"), [("ctrlKey", ["Apple", "Pear", "Kale"]), ("altKey", ["Pear"])], ids=["control", "never"]
)
async def test_what_a_press_replaces_is_chosen_beside_it_or_said_to_be_lost(
    stage: Stage, key: str, kept: list[str]
) -> None:
    replaces = f"""node.querySelector('.label').onclick = event => {{
        if (!event.{key}) for (const one of tree.querySelectorAll('li')) one.setAttribute('aria-selected', 'false');"""
    await stage.show_html(
        PICTURED.replace("node.querySelector('.label').onclick = () =>", replaces).replace(
            "String(node.ariaSelected !== 'true'));\n      box",
            "String(node.ariaSelected !== 'true')); };\n      box",
        )
    )
    wanted = ["Fruit / Apple", "Fruit / Pear", "Greens / Kale"]
    done = await select(stage.tab, await stage.ref("#tree"), *wanted)
    assert (done.as_wanted, await stage.eval(TICKED)) == (len(kept) == len(wanted), kept)
