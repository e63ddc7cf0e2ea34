"""Lists that are searched by keys, after a pause, and that mark the text that was typed in their choices."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage
from tests.support.site import Request, Response

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


SERVED = """<div style='width:300px;border:1px solid'><span id=said></span>
<input id=c role=combobox aria-haspopup=listbox aria-expanded=false></div>
<div id=pop style='display:none;position:absolute;top:60px;background:#fff'></div>
<script>
  let timer;
  const says = text => { pop.innerHTML = `<div>${text}</div>`; };
  const show = on => { pop.style.display = on ? '' : 'none'; c.setAttribute('aria-expanded', String(on)); };
  const ask = async () => {
    const known = await (await fetch('known.json')).json();
    const fit = known.filter(one => c.value && one.toLowerCase().includes(c.value.toLowerCase()));
    if (fit.length) pop.innerHTML = fit.map(one => `<div role=option>${one}</div>`).join('');
  };
  c.onmousedown = () => { says('Type to search'); show(true); };
  c.onkeydown = e => { if (e.key === 'Escape') show(false); };
  c.oninput = () => { says('No items found'); clearTimeout(timer); timer = setTimeout(ask, 500); };
  pop.onclick = e => { said.textContent = e.target.textContent; c.value = ''; show(false); };
</script>"""


async def serve(stage: Stage) -> None:
    def known(request: Request) -> Response:
        request.hold(0.8)
        return Response(b'["Spade", "Rake"]', content_type="application/json")

    stage.site.route("/served/page", SERVED)
    stage.site.route("/served/known.json", known)
    await stage.show("served/page")


async def test_choices_of_a_server_come_after_a_pause_and_a_message(stage: Stage) -> None:
    await serve(stage)
    done = await select(stage.tab, await stage.ref("#c"), "Spade", timeout=15)
    assert (done.as_wanted, await stage.eval("said.textContent")) == (True, "Spade")


async def test_a_list_that_goes_on_saying_that_nothing_was_found_is_not_waited_for(stage: Stage) -> None:
    await serve(stage)
    since = anyio.current_time()
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#c"), "Fork", timeout=60)
    assert anyio.current_time() - since < 30
