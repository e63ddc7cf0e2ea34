"""Spin buttons that take no text: set by arrow keys, by their number or by what they say; and dates made of parts."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# The arrows to the left and to the right lead to the other spin button.
SPINS = """<div id=day role=spinbutton tabindex=0 aria-label=Day aria-valuemin=1 aria-valuemax=31 aria-valuenow=3></div>
<div id=month role=spinbutton tabindex=0 aria-label=Month aria-valuemin=0 aria-valuemax=11 aria-valuenow=10></div>
<script>const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September',
  'October', 'November', 'December'];
const show = (one) => { one.textContent = one === month ? MONTHS[one.ariaValueNow] : one.ariaValueNow;
  if (one === month) one.setAttribute('aria-valuetext', one.textContent); };
for (const one of [day, month]) { show(one); one.onkeydown = (event) => {
  const step = {ArrowUp: 1, ArrowDown: -1}[event.key] || 0;
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') (one === day ? month : day).focus();
  const next = Number(one.ariaValueNow) + step;
  if (next < Number(one.ariaValueMin) || next > Number(one.ariaValueMax)) return;
  one.setAttribute('aria-valuenow', String(next)); show(one); }; }</script>"""


@pytest.mark.parametrize(
    ("target", "text", "held"), [("#day", "17", ["17", "10"]), ("#month", "May", ["3", "4"])]
)
async def test_arrow_keys_bring_a_spin_button_to_a_number_or_a_word(
    stage: Stage, target: str, text: str, held: list[str]
) -> None:
    await stage.show_html(SPINS)
    done = await fill(stage.tab, await stage.ref(target), text)
    assert done.as_wanted
    assert await stage.eval("[day.ariaValueNow, month.ariaValueNow]") == held


async def test_what_a_spin_button_says_can_be_chosen(stage: Stage) -> None:
    await stage.show_html(SPINS)
    for target, text in (("#day", "17"), ("#month", "May")):
        done = await select(stage.tab, await stage.ref(target), text)
        assert (done.action, done.as_wanted) == ("select", True)
    assert await stage.eval("[day.ariaValueNow, month.ariaValueNow]") == ["17", "4"]


async def test_a_word_that_it_never_says_leaves_it_where_it_was(stage: Stage) -> None:
    await stage.show_html(SPINS)
    with pytest.raises(NotActionable, match=r"no step of .* is called 'Smarch'") as refused:
        await fill(stage.tab, await stage.ref("#month"), "Smarch")
    assert "March" in refused.value.hint
    assert await stage.eval("[day.ariaValueNow, month.ariaValueNow]") == ["3", "10"]


# As React Aria draws them: parts that take digits. This one misses every other key that comes too soon.
PARTS = """<div id=g role=group aria-label=Day>
<span id=m role=spinbutton contenteditable aria-valuemin=1 aria-valuemax=12>mm</span>/<span id=d role=spinbutton
contenteditable aria-valuemin=1 aria-valuemax=31>dd</span>/<span id=y role=spinbutton contenteditable aria-valuemin=1
aria-valuemax=9999>yyyy</span><button id=b aria-haspopup=dialog aria-expanded=false>Calendar</button></div>
<script>for (const one of [m, d, y]) { let typed = '', busy = false;
  one.onfocus = () => { typed = ''; };
  one.onbeforeinput = (event) => { event.preventDefault(); if (busy || !/^\\d$/.test(event.data)) return;
    typed += event.data; one.textContent = String(Number(typed)); one.ariaValueNow = one.textContent;
    busy = BUSY; requestAnimationFrame(() => { busy = false; }); }; }
b.onclick = () => b.setAttribute('aria-expanded', 'true');</script>"""


@pytest.mark.parametrize("target", ["#g", "#b", "#m"])
@pytest.mark.parametrize("busy", ["false", "true"])
async def test_a_group_of_parts_is_filled_as_one_date(stage: Stage, target: str, busy: str) -> None:
    await stage.show_html(PARTS.replace("BUSY", busy))
    done = await fill(stage.tab, await stage.ref(target), "2026-07-15")
    assert done.as_wanted
    assert await stage.eval("[m, d, y].map(one => one.textContent)") == ["7", "15", "2026"]
    assert await stage.eval("b.ariaExpanded") == "false"


# As the example of WAI-ARIA Practices: a day follows the length of its month, a word says the month.
GROUP = """<div id=g role=group aria-label=Appointment></div><script>
  const at = { day: 31, month: 9, year: 2026 }, spins = {};
  const ends = { day: () => [1, new Date(at.year, at.month + 1, 0).getDate()], month: () => [0, 11],
    year: () => [2019, 2040] };
  const draw = () => {
    for (const [part, one] of Object.entries(spins)) {
      const [least, most] = ends[part]();
      at[part] = Math.min(at[part], most);
      Object.assign(one, { ariaValueMin: least, ariaValueMax: most, ariaValueNow: at[part] });
      one.textContent = part !== 'month' ? at[part] : new Date(2026, at.month, 1).toLocaleDateString('en',
        { month: 'long' });
      one.setAttribute('aria-valuetext', one.textContent);
    }
  };
  for (const part of Object.keys(at)) {
    g.insertAdjacentHTML('beforeend', `<p><button tabindex=-1>next</button><span role=spinbutton tabindex=0></span>`);
    const one = spins[part] = g.lastChild.querySelector('span');
    one.onkeydown = ({ key }) => {
      const [least, most] = ends[part](), next = at[part] + ({ ArrowUp: 1, ArrowDown: -1 }[key] || 0);
      at[part] = next > most ? least : next < least ? most : next;
      draw();
    };
  }
  draw();</script>"""


@pytest.mark.parametrize("date", [[2027, 2, 14], [2020, 12, 31], [2026, 1, 30]])
async def test_a_date_is_set_part_by_part_by_keys(stage: Stage, date: list[int]) -> None:
    await stage.show_html(GROUP)
    year, month, day = date
    done = await fill(stage.tab, await stage.ref("#g"), f"{year}-{month:02}-{day:02}")
    assert (await stage.eval("[at.year, at.month + 1, at.day]"), done.as_wanted) == (date, True)
    assert str(year) in (done.value_after or "")


async def test_a_date_that_the_parts_do_not_reach_changes_none_of_them(stage: Stage) -> None:
    await stage.show_html(GROUP)
    with pytest.raises(NotActionable, match="the year goes from 2019 to 2040"):
        await fill(stage.tab, await stage.ref("#g"), "1999-02-03")
    assert await stage.eval("at") == {"day": 31, "month": 9, "year": 2026}


KEYED = """<div role=group aria-label=Alarm><span role=spinbutton tabindex=0 inputmode=numeric aria-label=Hour
 aria-valuemin=1 aria-valuemax=12>--</span>:<span role=spinbutton tabindex=-1 inputmode=numeric aria-label=Minute
 aria-valuemin=0 aria-valuemax=59>--</span> <span role=spinbutton tabindex=-1 inputmode=text aria-label='AM or PM'
 aria-valuemin=0 aria-valuemax=1>--</span></div><script>
  for (const part of document.querySelectorAll('[role=spinbutton]')) {
    part.onfocus = () => { part.typed = ''; };
    part.onkeydown = e => {
      if (part.inputMode === 'text') {
        if (/^[ap]$/i.test(e.key)) part.textContent = e.key.toUpperCase() + 'M';
      } else if (/^\\d$/.test(e.key)) { part.typed += e.key; part.textContent = part.typed.padStart(2, '0'); }
    };
  }
</script>"""


async def test_parts_that_take_keys_without_being_editable_are_typed(stage: Stage) -> None:
    await stage.show_html(KEYED)
    done = await fill(stage.tab, await stage.ref("[aria-label=Hour]"), "14:30")
    assert done.as_wanted
    assert await stage.eval("document.querySelector('[role=group]').innerText") == "02:30 PM"
