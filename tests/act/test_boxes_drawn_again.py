"""A check box whose cell the page draws again as it is pressed: the state is that of the one there now."""

from __future__ import annotations

import pytest

from cdp_engine.act import check, uncheck
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]


async def test_the_box_that_is_drawn_in_its_place_is_read(stage: Stage) -> None:
    await stage.show_html("""<table><tr><td id=cell></td></tr></table><script>
      window.on = true;
      const draw = () => { cell.innerHTML = `<input type=checkbox ${on ? 'checked' : ''}>`; };
      cell.addEventListener('click', e => { e.preventDefault(); on = !on; draw(); });
      draw();
    </script>""")
    done = await uncheck(stage.tab, await stage.ref("input"))
    assert (await stage.eval("on"), done.as_wanted, done.value_after) == (False, True, "false")


async def test_a_box_that_leaves_with_its_line_was_checked(stage: Stage) -> None:
    await stage.show_html("""<ul><li><input type=checkbox id=a><li><input type=checkbox></ul><script>
      a.onchange = () => a.parentNode.remove();
    </script>""")
    done = await check(stage.tab, await stage.ref("#a"))
    assert (done.as_wanted, done.value_after) == (True, "true")


# As the editor of columns in Adminer: a wide field gives way to a narrow one as it is left, and the boxes move.
MOVED = """<div style="display:flex"><textarea id=t style="width:300px"></textarea><input type=checkbox id=c>
<label for=c>Null</label></div><script>t.onblur = () => { t.style.width = '40px' }; t.focus()</script>"""


async def test_a_box_that_moves_away_under_the_press_is_pressed_where_it_is_then(stage: Stage) -> None:
    await stage.show_html(MOVED)
    done = await check(stage.tab, await stage.ref("#c"))
    assert (done.as_wanted, await stage.eval("c.checked")) == (True, True)


# As the tables of Chakra UI: the label is what a person sees of the box, and the whole table is drawn again.
LABELLED = """<div id=t></div><style>label { display: block; width: 20px; height: 20px; border: 1px solid }
  input { position: absolute; opacity: 0; width: 1px; height: 1px }</style><script>
  window.on = [false, false];
  const draw = () => {
    t.innerHTML = '<table>' + on.map((one, at) => `<tr><td><label for=b${at}><input type=checkbox id=b${at}
      ${one ? 'checked' : ''}></label><td>Row ${at}</tr>`).join('') + '</table>';
    for (const box of t.querySelectorAll('input'))
      box.onchange = () => { on[box.id[1]] = box.checked; draw(); };
  };
  draw();
</script>"""


@pytest.mark.parametrize("selector", ["label[for=b1]", "#b1"])
async def test_a_label_that_is_drawn_again_with_its_box_is_read(stage: Stage, selector: str) -> None:
    await stage.show_html(LABELLED)
    done = await check(stage.tab, await stage.ref(selector))
    assert (await stage.eval("on[1]"), done.as_wanted, done.value_after) == (True, True, "true")
