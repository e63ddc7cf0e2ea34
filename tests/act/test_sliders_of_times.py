"""A picker of a day and a time whose hour and minute are sliders without a role (jQuery UI's timepicker)."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

PAGE = """<style>.track { position:relative; width:160px; height:12px; border:1px solid }
  .handle { position:absolute; top:0; width:12px; height:12px; background:#888 }</style>
<label for=f>Taken</label> <input id=f readonly>
<div id=p hidden style="position:absolute;top:60px;background:#eee">
  <div class=title>July 2024</div><table><tbody id=t></tbody></table>
  <dl>
  <dt>Time<dd><input id=shown disabled><dt>Hour<dd><div class=track><span class=handle tabindex=0 id=h></span></div>
  <dt>Minute<dd><div class=track><span class=handle tabindex=0 id=m></span></div></dl><button id=done>Done</button>
</div><script>
  const now = { day: '', h: 0, m: 0 }, two = number => String(number).padStart(2, '0');
  const show = () => {
    shown.value = HALVES ? `${two(now.h % 12 || 12)}:${two(now.m)} ${now.h < 12 ? 'am' : 'pm'}`
      : `${two(now.h)}:${two(now.m)}`;
    if (now.day) f.value = `2024-07-${now.day} ${shown.value}`;
    h.style.left = now.h / 23 * 148 + 'px'; m.style.left = now.m / 59 * 148 + 'px';
  };
  for (const [one, most, step] of [[h, 23, 1], [m, 59, STEP]]) one.onkeydown = ({ key }) => {
    const way = { ArrowRight: step, ArrowLeft: -step }[key] || 0;
    now[one.id] = Math.min(most, Math.max(0, now[one.id] + way));
    show();
  };
  t.innerHTML = Array.from(Array(5), (_, row) => '<tr>' + Array.from(Array(7), (_, n) => row * 7 + n)
    .map(day => `<td>${day && day < 32 ? `<a href="#">${day}</a>` : ''}</td>`).join('')).join('');
  t.onclick = event => { event.preventDefault();
    if (event.target.localName === 'a') { now.day = two(event.target.textContent); show(); } };
  f.onfocus = () => { p.hidden = false; show(); };
  done.onclick = () => { p.hidden = true; };
  document.onkeydown = ({ key }) => { if (key === 'Escape') p.hidden = true; };
</script>"""


@pytest.mark.parametrize(("halves", "held"), [("0", "2024-07-15 14:30"), ("1", "2024-07-15 02:30 pm")])
async def test_a_time_is_set_by_the_sliders_of_its_picker(stage: Stage, halves: str, held: str) -> None:
    await stage.show_html(PAGE.replace("HALVES", halves).replace("STEP", "1"))
    done = await select(stage.tab, await stage.ref("#f"), "2024-07-15 14:30")
    assert done.as_wanted
    assert await stage.eval("[f.value, p.hidden].join()") == f"{held},true"


async def test_a_minute_between_the_steps_of_its_slider_is_refused(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("HALVES", "0").replace("STEP", "5"))
    with pytest.raises(NotActionable, match="slider of the minute takes no 32") as refused:
        await select(stage.tab, await stage.ref("#f"), "2024-07-15 14:32")
    assert refused.value.code == "option_not_found"
    assert await stage.eval("p.hidden")
    done = await select(
        stage.tab, await stage.ref("#f"), "2024-07-15 14:35"
    )  # the focus is in the field still
    assert done.as_wanted
    assert await stage.eval("[f.value, p.hidden].join()") == "2024-07-15 14:35,true"


# As Air Datepicker: sliders of the browser's own, known by their names alone.
RANGES = """<label for=f>Meeting</label> <input id=f readonly><div id=p hidden style="position:absolute;top:60px">
  <div class=title>July 2024</div><table><tbody id=t></tbody></table>
  <input type=range name=hours max=23 value=22><input type=range name=minutes max=59 value=40></div><script>
  const [h, m] = p.querySelectorAll('input'), two = number => String(number).padStart(2, '0');
  let day = '';
  const show = () => { if (day) f.value = `07/${day}/2024 ${two(h.value)}:${two(m.value)}`; };
  t.innerHTML = Array.from(Array(5), (_, row) => '<tr>' + Array.from(Array(7), (_, n) => row * 7 + n)
    .map(at => `<td>${at && at < 32 ? at : ''}</td>`).join('')).join('');
  t.onclick = ({ target }) => { day = two(target.textContent); show(); };
  h.oninput = m.oninput = show;
  f.onfocus = f.onclick = () => { p.hidden = false; };
  document.onkeydown = ({ key }) => { if (key === 'Escape') p.hidden = true; };
</script>"""


async def test_a_time_is_set_by_ranges_that_only_their_names_explain(stage: Stage) -> None:
    await stage.show_html(RANGES)
    done = await select(stage.tab, await stage.ref("#f"), "2024-07-18 09:15")
    assert done.as_wanted
    assert await stage.eval("[f.value, p.hidden].join()") == "07/18/2024 09:15,true"
