"""Lists below a field whose choices are buttons of a form: their words are values, not text."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As Icinga Web: titles of groups between the choices, each of which is an input in a line of its own.
PAGE = """<input id=f aria-label=User autocomplete=off><div id=m hidden
  style="position:absolute;top:40px;background:#fff;width:200px"><ul
  style="margin:0;padding:0;list-style:none"></ul></div><script>
  const users = ['ann', 'bob', 'bobby'];
  f.oninput = () => {
    const found = users.filter(name => f.value && name.startsWith(f.value));
    m.firstElementChild.innerHTML = '<li>Users <span>local</span></li>' + found.map(name =>
      `<li><input type=button tabindex=-1 style="width:100%" value="${name}"></li>`).join('');
    m.hidden = !found.length;
  };
  m.onmousedown = event => event.preventDefault();
  m.onclick = event => {
    if (event.target.value) { f.value = event.target.value; m.hidden = true; f.dataset.took = 1; }
  };
</script>"""


async def test_a_choice_may_be_the_button_of_a_form(stage: Stage) -> None:
    await stage.show_html(PAGE)
    done = await select(stage.tab, await stage.ref("#f"), "bob")
    assert (done.as_wanted, done.value_after) == (True, "bob")
    assert await stage.eval("f.dataset.took") == "1"


async def test_a_missing_choice_names_the_buttons(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("f.value && name.startsWith(f.value)", "f.value"))
    with pytest.raises(NotActionable, match="no option 'carl'") as caught:
        await select(stage.tab, await stage.ref("#f"), "carl")
    assert "bobby" in caught.value.hint
