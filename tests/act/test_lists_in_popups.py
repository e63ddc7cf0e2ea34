"""A field in a popup that a button has opened has a list of its own, and is not what searches the popup."""

from __future__ import annotations

import pytest

from cdp_engine.act import Choice, select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

LIST = "<ul id=list role=listbox style='display:none;position:absolute;left:300px;top:160px;background:#fff'></ul>"
FIELDS = """<div style='position:relative;width:240px;border:1px solid'>
<span id=chips></span>%s<input id=t role=combobox aria-haspopup=listbox aria-controls=list aria-expanded=false readonly
 style='height:30px;width:220px' placeholder='Filter by tags'></div>"""
TYPED = """<input id=in role=combobox aria-controls=list aria-haspopup=listbox aria-expanded=false
 style='position:absolute;inset:0;opacity:1;width:220px;background:none;border:0'>"""
SCRIPT = """<script>
  const names = ['All', 'Published', 'Open'];
  const field = document.querySelector('#in') || t;
  const both = [...document.querySelectorAll('[role=combobox]')];
  const draw = () => {
    const typed = field.readOnly ? '' : field.value;
    const offered = names.filter(name => name.includes(typed));
    if (typed && !names.includes(typed)) offered.unshift(typed);
    list.innerHTML = offered.map(name => `<li role=option>${name}</li>`).join('');
    for (const row of list.children) row.onclick = () => {
      window.chosen = row.textContent;
      if (field.readOnly) t.value = chosen; else { chips.textContent = chosen; field.value = ''; }
      open(false);
    };
  };
  const open = yes => {
    list.style.display = yes ? 'block' : 'none';
    for (const one of both) one.setAttribute('aria-expanded', yes);
    draw();
  };
  open(false);
  for (const one of both) one.onclick = () => open(list.style.display === 'none');
  if (!field.readOnly) field.oninput = () => { list.style.display = 'block'; draw(); };
</script>"""
PAGE = """<input id=search type=search placeholder=Search><p>Bakery</p>
<div style='position:absolute;top:90px;left:330px'>Published</div>
<button aria-expanded=true aria-controls=pop>Filters</button>
<div id=pop role=dialog style='position:absolute;left:300px;top:80px;background:#fff;padding:20px'>%s</div>"""


async def test_a_list_of_a_field_in_a_popup_is_opened(stage: Stage) -> None:
    """As Element Plus in a popover of Reka: its list is drawn at the end of the page."""
    await stage.show_html(PAGE % (FIELDS % "") + LIST + SCRIPT)
    await select(stage.tab, await stage.ref("#t"), Choice(label="Published"))
    assert await stage.eval("window.chosen") == "Published"


@pytest.mark.parametrize("page", [PAGE, "<p>Published</p>%s"], ids=["in a popup", "in the page"])
async def test_a_frame_without_keys_has_the_list_of_the_field_in_it(stage: Stage, page: str) -> None:
    """As the list of several of Element Plus: text that is typed in its inner field is offered as a choice."""
    await stage.show_html(page % (FIELDS % TYPED) + LIST + SCRIPT)
    await select(stage.tab, await stage.ref("#t"), Choice(label="urgent"))
    assert await stage.eval("[window.chosen, document.querySelector('#search')?.value || '']") == [
        "urgent",
        "",
    ]
