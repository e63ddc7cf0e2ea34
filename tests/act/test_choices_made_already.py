"""A choice that a field holds already stays: some lists take it away when it is pressed once more."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As Mantine: a list of one, in which a press on what is chosen takes it away.
PAGE = """<input id=f role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=pop READONLY>
<div id=pop role=listbox></div><script>
  let held = 'Ole', open = false;
  window.log = [];
  const draw = () => {
    f.value = held;
    f.setAttribute('aria-expanded', String(open));
    pop.innerHTML = open
      ? ['Eva', 'Ole'].map(n => `<div role=option aria-selected=${n === held}>${n}</div>`).join('') : '';
  };
  f.onclick = () => { open = !open; draw(); };
  f.onkeydown = e => { if (e.key === 'Escape') { open = false; draw(); } };
  addEventListener('mousedown', e => { if (open && !e.target.closest('#f, #pop')) { open = false; draw(); } });
  pop.onclick = e => {
    const n = e.target.innerText;
    held = n === held ? '' : n; log.push(held); open = false; draw();
  };
  draw();
</script>"""


async def test_what_a_field_holds_that_takes_no_text_is_not_pressed_again(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("READONLY", "readonly"))
    done = await select(stage.tab, await stage.ref("#f"), "Ole")
    assert await stage.eval("[held, open, log.length].join()") == "Ole,false,0"
    assert (done.as_wanted, done.value_after) == (True, "Ole")


async def test_a_choice_that_a_press_took_away_is_made_again(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("READONLY", ""))
    done = await select(stage.tab, await stage.ref("#f"), "Ole")
    assert await stage.eval("[held, open].join()") == "Ole,false"
    assert (done.as_wanted, done.value_after) == (True, "Ole")


async def test_a_date_that_the_arrow_keys_move_stays_where_no_list_opens(stage: Stage) -> None:
    await stage.show_html("""<input id=f role=combobox aria-haspopup=true aria-expanded=false value=3><script>
      f.onkeydown = e => {
        const by = {ArrowDown: -1, ArrowUp: 1}[e.key];
        if (by) f.value = Number(f.value) + by;
      };
      f.onbeforeinput = e => e.preventDefault();
    </script>""")
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#f"), "Seven")
    assert await stage.eval("f.value") == "3"


# As cmdk: a list of commands that is always there below its field, and is not changed by what it carries out.
PALETTE = """<div><input id=f role=combobox aria-expanded=true aria-autocomplete=list aria-controls=pop>
<div id=pop role=listbox></div></div><script>
  window.log = [];
  const draw = () => { pop.innerHTML = ['Copy', 'Cut', 'Paste'].filter(n => n.includes(f.value)).map((n, at) =>
    `<div role=option aria-selected=${at === 0}>${n}</div>`).join(''); };
  pop.onclick = e => log.push(e.target.innerText);
  f.oninput = draw;
  draw();
</script>"""


async def test_a_command_is_carried_out_once_where_nothing_shows_it(stage: Stage) -> None:
    await stage.show_html(PALETTE)
    done = await select(stage.tab, await stage.ref("#f"), "Paste")
    assert await stage.eval("log.join()") == "Paste"
    assert done.as_wanted is None
