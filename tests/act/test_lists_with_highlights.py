"""Lists that are searched by keys, after a pause, and that mark the text that was typed in their choices."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

PAGE = """<div id=field style='width:300px;border:1px solid'><span id=tags></span>
<input id=c placeholder='type to search'></div>
<ul id=pop style='display:none;position:absolute;top:60px;background:#fff'></ul>
<script>
  const known = KNOWN, declared = DECLARED;
  let timer;
  const take = said => {
    tags.innerHTML += `<span class=tag>${said} <button aria-label='Remove ${said}'>x</button></span>`;
    c.value = '';
    pop.style.display = 'none';
  };
  const row = said => {
    const at = said.toLowerCase().indexOf(c.value.toLowerCase()), end = at + c.value.length;
    const role = declared ? ' role=option' : '';
    return `<li${role}>${said.slice(0, at)}<b>${said.slice(at, end)}</b>${said.slice(end)}</li>`;
  };
  if (declared) pop.setAttribute('role', 'listbox');
  c.onkeyup = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const fit = known.filter(one => c.value && one.toLowerCase().includes(c.value.toLowerCase()));
      pop.innerHTML = fit.map(row).join('');
      pop.style.display = fit.length ? '' : 'none';
    }, 500);
  };
  c.onkeydown = e => { if (e.key === 'Escape') pop.style.display = 'none'; };
  pop.onclick = e => take(e.target.closest('li').textContent);
  tags.onclick = e => e.target.closest('.tag').remove();
</script>"""
KNOWN = ["Linux servers", "Linux machines", "Templates/Databases", "Annabel"]


async def show(stage: Stage, known: list[str], *, declared: bool) -> None:
    await stage.show_html(
        PAGE.replace("KNOWN", repr(known)).replace("DECLARED", "true" if declared else "false")
    )


TAGS = "Array.from(document.querySelectorAll('.tag')).map(one => one.firstChild.data.trim())"


@pytest.mark.parametrize("declared", [False, True])
async def test_several_values_are_searched_one_after_the_other(stage: Stage, declared: bool) -> None:
    await show(stage, KNOWN, declared=declared)
    wanted = ["Linux servers", "Templates/Databases"]
    done = await select(stage.tab, await stage.ref("#c"), *wanted, timeout=15)
    assert done.as_wanted
    assert await stage.eval(TAGS) == wanted


@pytest.mark.parametrize("declared", [False, True])
@pytest.mark.parametrize("wanted", ["Databases", "Anna", "bel", "Linux"])
async def test_the_part_that_was_typed_is_no_choice(stage: Stage, wanted: str, declared: bool) -> None:
    known = [one for one in KNOWN if one != "Linux machines"]
    await show(stage, known, declared=declared)
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#c"), wanted, timeout=15)
    assert await stage.eval(TAGS) == []
