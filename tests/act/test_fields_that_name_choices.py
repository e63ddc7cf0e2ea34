"""A field of several choices that names them with commas, over a list with boxes of its own and rows that it keeps."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As jqWidgets: the list is searched by a field of its own, its rows are kept without their words, its boxes are drawn.
PAGE = """<div id=b role=combobox tabindex=0 aria-haspopup=true aria-expanded=false aria-label=Tags
 style="border:1px solid;width:200px;height:30px"><span id=s></span></div>
<div id=pop hidden style="position:absolute;top:50px;left:8px;width:200px;background:#fff;border:1px solid">
<input id=q aria-label=Search><div id=l role=listbox aria-multiselectable=true></div></div>
<style>[role=option] { display:flex; height:28px } .box { width:20px; height:20px; background:#ccc }</style><script>
  const names = ['Austria', 'Brazil', 'Chile', 'Denmark', 'Egypt', 'Mexico', 'Oman', 'Peru', 'Togo'];
  window.chosen = HELD;
  let shown = [];
  l.innerHTML = '<div role=option><div class=box checked=false></div><span></span></div>'.repeat(5);
  const draw = () => {
    shown = names.filter(n => n.toLowerCase().includes(q.value.toLowerCase())).slice(0, 5);
    [...l.children].forEach((row, at) => {
      const name = shown[at];
      if (name) row.children[1].textContent = name;
      row.children[1].style.visibility = row.children[0].style.visibility = name ? '' : 'hidden';
      row.children[0].setAttribute('checked', String(chosen.includes(name)));
    });
    s.textContent = names.filter(n => chosen.includes(n)).join(',');
  };
  b.onclick = () => { pop.hidden = !pop.hidden; b.ariaExpanded = String(!pop.hidden); q.value = ''; draw(); };
  q.oninput = draw;
  l.onclick = e => {
    const name = shown[[...l.children].indexOf(e.target.closest('[role=option]'))];
    if (!name) return;
    chosen = chosen.includes(name) ? chosen.filter(n => n !== name) : [...chosen, name];
    draw();
  };
  draw();
</script>"""


@pytest.mark.parametrize(
    ("held", "values"),
    [
        ("", ["Brazil", "Peru"]),
        ("'Brazil', 'Peru'", ["Austria", "Brazil"]),
        ("'Brazil', 'Peru'", ["Chile", "Togo", "Oman"]),
        ("'Austria', 'Brazil', 'Peru'", ["Brazil"]),
    ],
)
async def test_exactly_the_named_choices_are_held(stage: Stage, held: str, values: list[str]) -> None:
    await stage.show_html(PAGE.replace("HELD", f"[{held}]"))
    done = await select(stage.tab, await stage.ref("#b"), *values)
    assert await stage.eval("chosen.sort().join()") == ",".join(sorted(values))
    assert done.as_wanted
