"""The field of a list that the page removes with the first choice, to draw another one below what was chosen."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As Polaris draws it: the chips of the choices are above the field, which is another element once there are any.
PAGE = """<style>.chip { display: inline-block; border: 1px solid; padding: 6px } #list { margin-left: 250px }</style>
<label for=styles>Styles</label><div id=box></div>
<div id=list role=listbox aria-multiselectable=true hidden></div><script>
  const chosen = [];
  const field = () => {
    const made = document.createElement('input');
    Object.assign(made, { id: 'styles', autocomplete: 'off', onfocus: () => { list.hidden = false; } });
    made.setAttribute('role', 'combobox');
    made.setAttribute('aria-controls', 'list');
    return made;
  };
  const draw = () => {
    const chips = chosen.map(one => `<span class=chip>${one}<button aria-label="Remove ${one}">x</button></span>`);
    if (!box.firstChild || chips.length === 1) box.replaceChildren(document.createElement('div'), field());
    box.firstChild.innerHTML = chips.join('');
    list.innerHTML = ['rustic', 'antique', 'vinyl'].map(one =>
      `<div role=option aria-selected=${chosen.includes(one)}>${one}</div>`).join('');
  };
  list.onclick = ({ target }) => { chosen.push(target.textContent); draw(); };
  addEventListener('mousedown', e => { if (!e.target.closest('#box, #list')) list.hidden = true; });
  draw();
</script>"""


async def test_choices_are_read_from_the_field_that_has_taken_its_place(stage: Stage) -> None:
    await stage.show_html(PAGE)
    performed = await select(stage.tab, await stage.ref("#styles"), "rustic", "vinyl")
    assert await stage.eval("chosen") == ["rustic", "vinyl"]
    assert performed.as_wanted is True
