"""Menus of several choices, in the ways that pages mark what is chosen, draw the menu again and close it."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

MARKS = {
    "role": "<i>${on ? '✓' : ''}</i> <span>${name}</span>",
    "box": "<label><input type=checkbox ${on ? 'checked' : ''}> <span>${name}</span></label>",
    "text": "<i>${on ? '✓' : ''}</i> <span>${name}</span>",
    "icon": "${on ? '<svg class=icon-check width=9 height=9></svg>' : ''}<span>${name}</span>",
    "class": "<span>${name}</span>",
}
"""How an item shows whether it is chosen."""

PAGE = """<style>.item { padding: 4px; cursor: pointer } .is-selected { background: #cdf }</style>
<button id=c aria-haspopup=true>Columns</button><p>Text</p><script>
  const state = {Alpha: true, Beta: false, Gamma: true, Delta: false};
  let menu = null;
  const draw = item => {
    const {name} = item.dataset, on = state[name];
    item.className = 'item' + (MARK === 'class' && on ? ' is-selected' : '');
    if (MARK === 'role') { item.setAttribute('role', 'menuitemcheckbox'); item.setAttribute('aria-checked', on); }
    item.innerHTML = `INNER`;
    item.onclick = () => press(item);
  };
  const fill = box => {
    box.innerHTML = '';
    for (const name in state) {
      const item = document.createElement('div');
      item.dataset.name = name;
      draw(item);
      box.append(item);
    }
    return box;
  };
  const made = () => {
    const box = document.createElement('div');
    box.style = 'position: absolute; top: 40px; background: white';
    return fill(box);
  };
  const shut = () => { menu?.remove(); menu = null; };
  const press = item => {
    const box = item.querySelector('input');
    if (box && event.target !== box) return;
    state[item.dataset.name] = !state[item.dataset.name];
    if (AFTER === 'closed') shut();
    if (AFTER === 'kept' && !box) draw(item);
    if (AFTER === 'filled') setTimeout(() => menu && fill(menu), 30);
    if (AFTER === 'replaced') setTimeout(() => { const now = made(); menu?.replaceWith(now); menu = now; }, 120);
  };
  c.onclick = () => { if (menu) return shut(); document.body.append(menu = made()); };
  addEventListener('mousedown', e => { if (menu && !menu.contains(e.target) && e.target !== c) shut(); });
  addEventListener('keydown', e => { if (e.key === 'Escape') shut(); });
</script>"""
CHOSEN = "Object.keys(state).filter(name => state[name])"


@pytest.mark.parametrize("after", ["kept", "filled", "replaced", "closed"])
@pytest.mark.parametrize("mark", MARKS)
async def test_a_menu_holds_exactly_what_was_named(stage: Stage, mark: str, after: str) -> None:
    """What was to be taken away was lost as the menu was drawn again, or not looked for once it had closed."""
    page = PAGE.replace("INNER", MARKS[mark]).replace("MARK", repr(mark)).replace("AFTER", repr(after))
    await stage.show_html(page)
    await select(stage.tab, await stage.ref("#c"), "Beta", "Gamma")
    assert await stage.eval(CHOSEN) == ["Beta", "Gamma"]
    await select(stage.tab, await stage.ref("#c"), "Delta")
    assert await stage.eval(CHOSEN) == ["Delta"]
