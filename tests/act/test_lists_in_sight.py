"""Lists in sight that mark their choice and point at it as the item that has the keys, too."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

# As OOUI's buttons of one choice: the list says that it takes one, and `aria-activedescendant` is the pressed option.
BUTTONS = """<div id=l role=listbox tabindex=0 aria-multiselectable=false aria-label=Contents
 style="display:flex"></div><script>
  let chosen = 1;
  l.innerHTML = ['Always', 'If needed', 'Never'].map((name, at) => `<div role=option id=o${at} tabindex=-1
    style="padding:6px;border:1px solid"><a role=button>${name}</a></div>`).join('');
  const draw = () => [...l.children].forEach((one, at) => {
    one.setAttribute('aria-selected', at === chosen); one.style.background = at === chosen ? '#28f' : ''; });
  l.onclick = ({ target }) => {
    chosen = [...l.children].indexOf(target.closest('[role=option]'));
    l.setAttribute('aria-activedescendant', `o${chosen}`); draw();
  };
  draw();
</script>"""


async def test_a_list_of_one_choice_shows_what_was_chosen_though_the_keys_are_at_it(stage: Stage) -> None:
    await stage.show_html(BUTTONS)
    for at, name in ((0, "Always"), (2, "Never")):
        done = await select(stage.tab, await stage.ref("#l"), name)
        assert await stage.eval("chosen") == at
        assert done.as_wanted is True
