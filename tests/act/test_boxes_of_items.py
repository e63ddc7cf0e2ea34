"""Check boxes that ignore the pointer in an item which takes it, as in the trees of Shoelace and Web Awesome."""

from __future__ import annotations

import pytest

from cdp_engine.act import check, uncheck
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

TREE = """<div role=tree><tree-item id=veg>Vegetables</tree-item><tree-item id=fruit>Fruit</tree-item></div><script>
  customElements.define('tree-item', class extends HTMLElement {
    connectedCallback() {
      this.role = 'treeitem';
      this.attachShadow({ mode: 'open' }).innerHTML = `<div style="display:flex;padding:4px">
        <label style="pointer-events:none"><input type=checkbox tabindex=-1></label><slot></slot></div>`;
      this.onclick = () => { if (!this.off) this.box.checked = !this.box.checked; };
    }
    get box() { return this.shadowRoot.querySelector('input'); }
  });
</script>"""
BOX = "(document.querySelector('#veg').box)"


async def test_the_item_takes_the_press_for_its_check_box(stage: Stage) -> None:
    await stage.show_html(TREE)
    for act, state in ((check, True), (uncheck, False)):
        done = await act(stage.tab, await stage.ref(BOX), timeout=3)
        assert done.as_wanted
        assert await stage.eval("[veg.box.checked, fruit.box.checked]") == [state, False]


async def test_an_item_that_does_not_check_its_box_is_no_success(stage: Stage) -> None:
    await stage.show_html(TREE)
    await stage.eval("veg.off = true")
    done = await check(stage.tab, await stage.ref(BOX), timeout=3)
    assert done.as_wanted is False


@pytest.mark.parametrize(
    "change",
    [
        "veg.setAttribute('aria-disabled', 'true')",
        "veg.className = 'is-disabled'",
        "veg.role = 'presentation'",
    ],
    ids=["disabled", "disabled by class", "no item"],
)
async def test_what_is_switched_off_or_no_item_is_not_pressed(stage: Stage, change: str) -> None:
    await stage.show_html(TREE)
    await stage.eval(f"({change}, true)")
    with pytest.raises(NotActionable):
        await check(stage.tab, await stage.ref(BOX), timeout=1)
    assert await stage.eval("veg.box.checked") is False


# As w2ui draws its grid: the cell around the box takes the press, and selects the row.
GRID = """<table><tr><td id=c style="padding:6px"><div><input id=b type=checkbox style="pointer-events:none"></div>
<td>Beans</table><script>c.onclick = () => { b.checked = !b.checked; };</script>"""


async def test_the_cell_takes_the_press_for_its_only_check_box(stage: Stage) -> None:
    await stage.show_html(GRID)
    for act, state in ((check, True), (uncheck, False)):
        done = await act(stage.tab, await stage.ref("#b"), timeout=3)
        assert done.as_wanted
        assert await stage.eval("b.checked") is state
    await stage.eval("c.append(document.createElement('button'))")
    with pytest.raises(NotActionable, match="ignores the pointer"):
        await check(stage.tab, await stage.ref("#b"), timeout=1)
