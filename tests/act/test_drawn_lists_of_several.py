"""Fields of several choices that a page draws with elements of no role: their button, their count, how they close."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

PAGE = """<style>#p { position: absolute; background: #fff } .item, #c { cursor: pointer }</style>
<div id=c tabindex=0 aria-label=Colours></div><input aria-label=Other><div id=p hidden></div><script>
  const names = ['Red', 'Green', 'Blue', 'Black', 'White'], how = HOW;
  let held = how.held, draft = null;
  const now = () => draft || held;
  const show = () => {
    c.textContent = !held.length ? 'Pick' : how.shows === 'count' ? `${held.length} selected` : held.join(', ');
    if (how.shows === 'chips') c.innerHTML = held.map(one => `<span class=chip><span>${one}</span><button
      aria-label='Remove ${one}'>×</button></span>`).join('') || 'Pick';
  };
  const draw = () => {
    p.innerHTML = '';
    for (const name of names) {
      const item = document.createElement('div');
      item.className = 'item';
      item.innerHTML = `<span>${name}</span>${now().includes(name) ? '<b> ✓</b>' : ''}`;
      item.onclick = () => {
        const next = now().includes(name) ? now().filter(one => one !== name) : [...now(), name];
        if (how.one) held = [name]; else if (how.apply) draft = next; else held = next;
        show();
        if (how.one) p.hidden = true; else draw();
      };
      p.append(item);
    }
    if (!how.apply) return;
    for (const text of ['Apply', 'Cancel']) {
      const button = document.createElement('button');
      button.textContent = text;
      button.onclick = () => { if (text === 'Apply') held = draft; draft = null; p.hidden = true; show(); };
      p.append(button);
    }
  };
  c.onclick = e => {
    const chip = e.target.closest('button')?.previousSibling.textContent;
    if (chip) { held = held.filter(one => one !== chip); show(); return; }
    p.hidden = !p.hidden; draft = how.apply ? held : null; draw();
  };
  document.addEventListener('click', e => {
    if (e.target.isConnected && !p.contains(e.target) && !c.contains(e.target)) p.hidden = true;
  });
  show();
</script>"""


@pytest.mark.parametrize("apply", [False, True])
@pytest.mark.parametrize("shows", ["count", "text", "chips"])
async def test_the_field_holds_what_was_named(stage: Stage, shows: str, apply: bool) -> None:
    """Two choices were refused untried, what waits for Apply was called done, ticked ones were kept beside others."""
    how = f"{{shows: '{shows}', apply: {str(apply).lower()}, held: []}}"
    await stage.show_html(PAGE.replace("HOW", how))
    await select(stage.tab, await stage.ref("#c"), "Blue", "White")
    assert await stage.eval("held.slice().sort()") == ["Blue", "White"]
    await select(stage.tab, await stage.ref("#c"), "Red", "Blue")
    assert await stage.eval("held.slice().sort()") == ["Blue", "Red"]


async def test_a_list_that_takes_one_is_said_to(stage: Stage) -> None:
    """Its first choice is tried, as nothing says that it takes one, and named in the refusal."""
    await stage.show_html(PAGE.replace("HOW", "{shows: 'text', one: true, held: []}"))
    with pytest.raises(NotActionable, match="takes one option"):
        await select(stage.tab, await stage.ref("#c"), "Blue", "White")
    assert await stage.eval("held") == ["Blue"]
