"""Rows with a title that open choices, and write the one made after the title."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As Framework7's smart select draws it: a link around a hidden select, its title and, once made, the choice.
ROW = """<a id=row tabindex=0 style="display:block;width:300px;height:40px;cursor:pointer">
  <select name=fruit MANY style="display:none"><option SELECTED>Apple<option>Pear<option>Plum</select>
  <div style="display:flex;justify-content:space-between"><div>Fruit</div><div id=after></div></div></a>
<div id=p hidden style="position:fixed;inset:0;background:#fff"><button id=x>Close</button><ul id=u></ul></div><script>
  const list = document.querySelector('select');
  const draw = () => {
    after.textContent = Array.from(list.selectedOptions, (option) => option.text).join(', ');
  };
  for (const option of list.options) {
    const item = document.createElement('li');
    item.innerHTML = `<label><input type=${list.multiple ? 'checkbox' : 'radio'} name=c>${option.text}</label>`;
    item.querySelector('input').checked = option.selected;
    item.onchange = ({ target }) => { option.selected = target.checked; draw(); };
    u.append(item);
  }
  row.onclick = () => { p.hidden = false; };
  x.onclick = () => { p.hidden = true; };
</script>"""


@pytest.mark.parametrize("wanted", [["Plum"], ["Pear", "Plum"]])
async def test_the_title_is_no_part_of_the_choice(stage: Stage, wanted: list[str]) -> None:
    many = len(wanted) > 1
    await stage.show_html(ROW.replace("MANY", "multiple" * many).replace("SELECTED", "selected" * (not many)))
    done = await select(stage.tab, await stage.ref("#row"), *wanted)
    assert await stage.eval("after.textContent") == ", ".join(wanted)
    assert (done.as_wanted, done.value_after) == (True, ", ".join(wanted))
