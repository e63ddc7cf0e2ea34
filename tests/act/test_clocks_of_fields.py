"""A time whose hours, minutes and half of the day are fields of their own (Mantine)."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# Each field reads the keys itself, as a text of several digits would be cut.
PAGE = """<div><input id=h role=spinbutton aria-valuemin=0 aria-valuemax=23 inputmode=numeric><span>:</span>
<input id=m role=spinbutton aria-valuemin=0 aria-valuemax=59 inputmode=numeric>HALF</div>
<div><input id=a role=spinbutton aria-valuemin=0 aria-valuemax=23><input id=b role=spinbutton aria-valuemax=59></div>
<script>
  for (const one of [h, m]) {
    let typed = '';
    one.onfocus = () => { typed = ''; };
    one.onkeydown = e => {
      if (/^\\d$/.test(e.key)) typed += e.key;
      else if (e.key === 'Delete') typed = '';
      else return;
      e.preventDefault();
      one.value = typed;
    };
    one.oninput = () => { one.value = '00'; };
  }
</script>"""
HALF = "<select id=half><option value=''>--</option><option>AM</option><option>PM</option></select>"


async def test_the_fields_of_a_time_are_filled_one_by_one(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("HALF", ""))
    for text, held in (("14:30", "14 30"), ("09:05", "09 05"), ("8", "08 05")):
        done = await fill(stage.tab, await stage.ref("#h"), text)
        assert done.as_wanted, text
        assert await stage.eval("[h.value, m.value].join(' ')") == held
    with pytest.raises(NotActionable):
        await fill(stage.tab, await stage.ref("#h"), "25:10")
    assert await stage.eval("[h.value, m.value].join(' ')") == "08 05"


async def test_a_list_of_the_halves_of_the_day_is_a_part_of_the_time(stage: Stage) -> None:
    await stage.show_html(
        PAGE.replace("HALF", HALF).replace("valuemin=0 aria-valuemax=23", "valuemin=1 aria-valuemax=12")
    )
    for text, held in (("14:30", "02 30 PM"), ("9:05 AM", "09 05 AM")):
        done = await fill(stage.tab, await stage.ref("#h"), text)
        assert done.as_wanted, text
        assert await stage.eval("[h.value, m.value, half.value].join(' ')") == held


async def test_two_numbers_are_no_time(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("HALF", ""))
    done = await fill(stage.tab, await stage.ref("#a"), "7")
    assert done.as_wanted
    assert await stage.eval("[a.value, b.value].join()") == "7,"


# As the picker of Prefect: a calendar, and beside it columns of hours, of every fifth minute, and of halves of the day.
COLUMNS = """<button id=f aria-haspopup=dialog aria-expanded=false>MM/DD/YYYY hh:mm aa</button>
<div id=p role=dialog hidden style="position:absolute;top:40px;display:flex;gap:9px;background:#eee"><div>May 2026
<table role=grid id=t></table></div><div id=h></div><div id=m></div><div id=a></div></div><script>
  let at = null;
  const hours = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], minutes = Array.from(Array(12), (_, n) => n * 5);
  const column = (box, texts, set) => {
    box.innerHTML = texts.map((one) => `<div><button>${one}</button></div>`).join('');
    box.onclick = ({ target }) => { if (target.localName === 'button') { set(target.innerText); show(); } }; };
  const two = (number) => String(number).padStart(2, '0');
  const show = () => { at ??= new Date(2026, 4, 1);
    f.innerText = `05/${two(at.getDate())}/2026 ${two(at.getHours() % 12 || 12)}:${two(at.getMinutes())} ` +
      (at.getHours() < 12 ? 'AM' : 'PM'); };
  let days = '<tr><td><td><td><td><td>';
  for (let day = 1; day <= 31; day++)
    days += `<td role=gridcell><button aria-label="May ${day}, 2026">${day}</button>` +
    (day % 7 === 2 ? '<tr>' : '');
  t.innerHTML = days;
  t.onclick = ({ target }) => { if (target.localName !== 'button') return;
    at ??= new Date(2026, 4, 1); at.setDate(Number(target.innerText)); show(); };
  column(h, hours, (text) => at.setHours((Number(text) % 12) + (at.getHours() < 12 ? 0 : 12)));
  column(m, minutes, (text) => at.setMinutes(Number(text)));
  column(a, ['AM', 'PM'], (text) => at.setHours((at.getHours() % 12) + (text === 'AM' ? 0 : 12)));
  const toggle = (open) => { p.hidden = !open; p.style.display = open ? 'flex' : 'none'; f.ariaExpanded = open; };
  toggle(false);
  f.onclick = () => toggle(p.hidden);
  onkeydown = ({ key }) => { if (key === 'Escape') toggle(false); };
</script>"""


@pytest.mark.parametrize(
    ("text", "held"),
    [("2026-05-14 18:45", "05/14/2026 06:45 PM"), ("2026-05-03 00:05", "05/03/2026 12:05 AM")],
)
async def test_a_time_is_chosen_in_columns_beside_a_calendar(stage: Stage, text: str, held: str) -> None:
    await stage.show_html(COLUMNS)
    done = await select(stage.tab, await stage.ref("#f"), text)
    assert (await stage.eval("f.innerText"), done.value_after, done.as_wanted) == (held, held, True)
    assert await stage.eval("p.hidden") is True


async def test_a_minute_that_no_column_offers_is_refused_before_anything_is_chosen(stage: Stage) -> None:
    await stage.show_html(COLUMNS)
    with pytest.raises(NotActionable, match="the clock offers no minute 43"):
        await select(stage.tab, await stage.ref("#f"), "2026-05-14 18:43")
    assert await stage.eval("[at, p.hidden]") == [None, True]


# As jQuery UI's calendar with lists of hours that name their half of the day, opened by a button beside the field.
LISTED = """<input id=f value="05/07/26 6:45 PM"><button id=b title="Show calendar">...</button>
<div id=p hidden style="position:absolute;top:40px;width:400px;background:#eee"><div>May 2026</div><table id=t></table>
<dl><dt>Hour</dt><dd><select id=h></select></dd><dt>Minute</dt><dd><select id=m></select></dd></dl>
<button id=d>Done</button></div><script>
  let at = new Date(2026, 4, 7, 18, 45);
  const hour = (n) => `${n % 12 || 12}${n < 12 ? 'am' : 'pm'}`, two = (n) => String(n).padStart(2, '0');
  const show = () => { f.value = `05/${two(at.getDate())}/26 ${at.getHours() % 12 || 12}:${two(at.getMinutes())} ` +
    (at.getHours() < 12 ? 'am' : 'pm'); };
  t.innerHTML = '<tr><td><td><td><td><td>' + Array.from(Array(31), (_, n) =>
    `<td><a href="#">${n + 1}</a>` + ((n + 1) % 7 === 2 ? '<tr>' : '')).join('');
  h.innerHTML = Array.from(Array(24), (_, n) => `<option value=${n}>${hour(n)}`).join('');
  m.innerHTML = Array.from(Array(60), (_, n) => `<option>${two(n)}`).join('');
  t.onclick = ({ target }) => { if (target.localName === 'a') { at.setDate(target.innerText); show(); } return false; };
  h.onchange = () => { at.setHours(h.value); show(); };
  m.onchange = () => { at.setMinutes(m.value); show(); };
  b.onclick = () => { p.hidden = !p.hidden; h.value = at.getHours(); m.value = two(at.getMinutes()); f.focus(); };
  d.onclick = () => { p.hidden = true; };
  f.onblur = () => { if (!/^05/.test(f.value)) show(); };
  onkeydown = ({ key }) => { if (key === 'Escape') p.hidden = true; };
</script>"""


@pytest.mark.parametrize(
    ("text", "held"),
    [("2026-05-14 09:30", "05/14/26 9:30 am"), ("2026-05-03 12:05", "05/03/26 12:05 pm")],
)
async def test_an_hour_is_chosen_in_a_list_of_hours_with_their_half_of_the_day(
    stage: Stage, text: str, held: str
) -> None:
    await stage.show_html(LISTED)
    done = await select(stage.tab, await stage.ref("#f"), text)
    assert (await stage.eval("f.value"), done.as_wanted) == (held, True)


# As Webix's: it closes with a day; a button under the days that shows the time opens cells that say what they are.
BEHIND_A_BUTTON = """<div id=f role=combobox tabindex=0 aria-haspopup=true
style="border:1px solid;width:200px;height:24px"></div>
<div id=p hidden style="position:absolute;top:60px;width:400px;background:#eee"></div><script>
  let at = new Date(2026, 4, 7), two = (n) => String(n).padStart(2, '0');
  const half = (n, then = '') => `${two(n % 12 || 12)}${then} ${n < 12 ? 'AM' : 'PM'}`;
  const show = () => { f.innerText = `2026-05-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`; };
  const cell = (name, words) => `<div role=gridcell tabindex=0 aria-label="${name}" style="float:left;width:30px">` +
    `${words}</div>`;
  const days = () => { p.innerHTML = '<div>May 2026</div><table><tr><td><td><td><td><td>' +
    Array.from(Array(31), (_, n) => `<td class=d tabindex=0>${n + 1}` + ((n + 1) % 7 === 2 ? '<tr>' : '')).join('') +
    `</table><div role=button tabindex=0 id=time>${half(at.getHours(), ':' + two(at.getMinutes()))}` +
    '</div><div role=button tabindex=0>Today</div>'; };
  const times = () => { p.innerHTML = '<div role=grid>' +
    Array.from(Array(24), (_, n) => cell(`Hours: ${half(n)}`, two(n % 12 || 12))).join('') +
    Array.from(Array(12), (_, n) => cell(`Minutes: ${two(5 * n)}`, two(5 * n))).join('') +
    '</div><div role=button tabindex=0 id=done style="clear:both">Done</div>'; };
  f.onclick = () => { days(); p.hidden = false; };
  p.onclick = ({ target }) => {
    const [, kind, number] = /^(Hour|Minute)s: (.*)/.exec(target.getAttribute('aria-label')) || [];
    if (target.className === 'd') { at.setDate(target.innerText); show(); p.hidden = true; }
    else if (target.id === 'time') times();
    else if (target.id === 'done') { show(); p.hidden = true; }
    else if (kind === 'Hour') at.setHours(parseInt(number) % 12 + (number.endsWith('PM') ? 12 : 0));
    else if (kind) at.setMinutes(number);
  };
  onkeydown = ({ key }) => { if (key === 'Escape') p.hidden = true; };
</script>"""


async def test_a_time_is_chosen_behind_a_button_that_shows_one(stage: Stage) -> None:
    await stage.show_html(BEHIND_A_BUTTON)
    for text in ("2026-05-14 18:45", "2026-05-03 00:05"):
        done = await select(stage.tab, await stage.ref("#f"), text)
        assert (await stage.eval("f.innerText"), done.as_wanted) == (text, True)
        assert await stage.eval("p.hidden") is True
    with pytest.raises(NotActionable, match="the clock offers no minute 43"):
        await select(stage.tab, await stage.ref("#f"), "2026-05-03 18:43")
    assert await stage.eval("[f.innerText, p.hidden]") == ["2026-05-03 00:05", True]
