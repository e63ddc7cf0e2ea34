"""Dates of fields that take no ISO text: parts shown as letters, text taken by Enter alone, days of a calendar."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from cdp_engine.act import Performed, fill, fill_field, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

Enter = Callable[..., Awaitable[Performed]]

# As rsuite does it: digits go to the part that a key or a click chose, and a text is taken back.
BY_KEYS = """<input id=f placeholder="dd/MM/yyyy"><input id=next><script>
  const order = [[0, 2], [3, 5], [6, 10]], letters = 'dd/MM/yyyy';
  let parts = ['', '', ''], at = -1, shown = '';
  const draw = () => {
    const text = order.map(([from, to], i) => parts[i] ? parts[i].padStart(to - from, '0') : letters.slice(from, to));
    f.value = shown = document.activeElement === f || parts.some(Boolean) ? text.join('/') : '';
    if (at >= 0) f.setSelectionRange(...order[at]);
  };
  f.onfocus = () => { at = -1; draw(); }; f.onblur = draw; f.oninput = draw;
  f.onkeydown = (event) => {
    if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const now = order.findIndex(([, to]) => f.selectionStart <= to);
      at = Math.min(2, Math.max(0, event.key === 'ArrowRight' ? now + 1 : now - 1));
      if (!parts[at]?.fresh) f.fresh = true;
      draw();
    } else if (/^\\d$/.test(event.key) && at >= 0) {
      event.preventDefault();
      parts[at] = f.fresh ? event.key : parts[at] + event.key; f.fresh = false;
      if (parts[at].length === order[at][1] - order[at][0] && at < 2 && ADVANCES) { at++; f.fresh = true; }
      draw();
    }
  };</script>"""


@pytest.mark.parametrize("advances", ["true", "false"])
@pytest.mark.parametrize("before", ["", "01/02/2025"])
async def test_a_date_is_typed_part_by_part_into_a_field_that_takes_no_text(
    stage: Stage, advances: str, before: str
) -> None:
    await stage.show_html(BY_KEYS.replace("ADVANCES", advances))
    if before:
        await stage.eval(f"parts = {before!r}.split('/'); draw()")
    done = await fill(stage.tab, await stage.ref("#f"), "2026-03-04")
    assert await stage.eval("parts.join('/')") == "04/03/2026"
    assert (done.value_after, done.as_wanted) == ("04/03/2026", True)


# As MUI X does it: a text is taken in the order of the letters alone.
BY_TEXT = """<input id=f placeholder="MM/DD/YYYY"><script>let held = '';
  f.onfocus = () => { f.value = held || 'MM/DD/YYYY'; };
  f.oninput = () => { if (/^\\d{2}.\\d{2}.\\d{4}$/.test(f.value)) held = f.value; f.value = held || 'MM/DD/YYYY'; };
  f.onblur = () => { f.value = held; };</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_date_is_given_in_the_order_of_the_letters(stage: Stage, enter: Enter) -> None:
    await stage.show_html(BY_TEXT)
    done = await enter(stage.tab, await stage.ref("#f"), "2026-03-04")
    assert await stage.eval("held") == "03/04/2026"
    assert (done.value_after, done.as_wanted) == ("03/04/2026", True)


# As Arco does it: the calendar opens by a click or by a text, which it loses then; Enter alone makes the field take it.
BY_ENTER = """<form onsubmit="window.sent = true; return false"><input id=f><input id=next>
  <button onclick="window.sent = true">Save</button></form>
  <div id=p class=my-picker hidden style="position:absolute;top:40px;width:280px;height:200px">March</div><script>
  let held = '', open = false, soon = 0;
  const show = (now) => { clearTimeout(soon); open = now; p.hidden = !now; };
  f.onclick = () => show(true);
  f.oninput = () => { if (!open) { f.value = held; clearTimeout(soon); soon = setTimeout(show, 20, true); } };
  f.onkeydown = (event) => { if (event.key === 'Enter') { held = f.value; show(false); } };
  f.onblur = () => { if (!OPENS) { f.value = held; show(false); } };
  onmousedown = (event) => { if (event.target !== f) { f.value = held; show(false); } };</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
@pytest.mark.parametrize("stays", ["true", "false"])
@pytest.mark.parametrize("date", ["2026-03-14", "2026-05"])
async def test_a_picker_that_takes_a_text_by_enter_alone(
    stage: Stage, enter: Enter, stays: str, date: str
) -> None:
    await stage.show_html(BY_ENTER.replace("OPENS", stays))
    done = await enter(stage.tab, await stage.ref("#f"), date)
    assert await stage.eval("[held, f.value, open, window.sent ?? false]") == [date, date, False, False]
    assert (done.value_after, done.as_wanted) == (date, True)


READ_ONLY = """<input id=f readonly aria-haspopup=dialog style="display:block"><div id=p></div><script>
  let month = new Date(2026, 4, 1);
  const names = ['January', 'February', 'March', 'April', 'May'];
  const draw = () => {
    p.innerHTML = '<button title="Go to previous month">^</button>';
    p.firstChild.onclick = () => { month = new Date(2026, month.getMonth() - 1, 1); draw(); };
    for (let day = 1; day <= 31; day++) {
      const one = document.createElement('button');
      one.ariaLabel = `${day}, ${names[month.getMonth()]}, 2026`; one.innerText = day;
      one.onclick = () => { f.value = new Date(2026, month.getMonth(), day).toDateString(); p.innerHTML = ''; };
      p.append(one);
    }
  };
  f.onclick = draw;</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_day_is_chosen_in_the_calendar_of_a_read_only_field(stage: Stage, enter: Enter) -> None:
    await stage.show_html(READ_ONLY)
    done = await enter(stage.tab, await stage.ref("#f"), "2026-03-14")
    assert (await stage.eval("f.value"), done.as_wanted) == ("Sat Mar 14 2026", True)


# As flatpickr draws it in Bokeh: days without names, those of the next month after them, arrows without a role.
NUMBERED = """<input id=f readonly aria-haspopup=dialog style="display:block"><div id=p></div><script>
  let at = 2; const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];
  const draw = () => {
    const last = new Date(2026, at + 1, 0).getDate();
    p.innerHTML = `<div>${names[at]} <span>2026</span> <span class="cal-next-month">&rsaquo;</span></div>
      <div id=days></div>`;
    p.querySelector('.cal-next-month').onclick = () => { at++; draw(); };
    for (let day = 1; day <= last + 11; day++) {
      const one = document.createElement('span'), next = day > last;
      one.className = next ? 'cal-day nextMonthDay' : 'cal-day';
      one.innerText = next ? day - last : day;
      const date = `2026-0${at + 1}-${String(day).padStart(2, '0')}`;
      one.onclick = () => { f.value = next ? 'wrong' : date; p.innerHTML = ''; };
      days.append(one, ' ');
    }
  };
  f.onclick = draw;</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_day_of_the_next_month_does_not_turn_a_calendar(stage: Stage, enter: Enter) -> None:
    await stage.show_html(NUMBERED)
    done = await enter(stage.tab, await stage.ref("#f"), "2026-06-14")
    assert (await stage.eval("f.value"), done.as_wanted) == ("2026-06-14", True)


# As the picker of Home Assistant does it: three months are drawn side by side, and the dialog waits for its OK.
SLIDES = """<style>#w{overflow:hidden;width:300px} #s{display:flex;width:900px;margin-left:-300px}
  #s>div{width:300px;flex:none}</style><input id=f readonly aria-haspopup=dialog value="5/20/2026">
<div role=dialog aria-modal=true id=p hidden><button aria-label="Previous month">^</button>
  <div id=w><div id=s></div></div>
  <button id=no>Cancel</button><button id=ok>OK</button></div><script>
  let month = 4, chosen = '5/20/2026';
  const draw = () => {
    s.innerHTML = '';
    for (const at of [month - 1, month, month + 1]) {
      const box = document.createElement('div');
      for (let day = 1; day <= new Date(2026, at + 1, 0).getDate(); day++) {
        const one = document.createElement('button');
        const named = { month: 'long', day: 'numeric', year: 'numeric' };
        one.ariaLabel = new Date(2026, at, day).toLocaleDateString('en', named);
        one.innerText = day; one.onclick = () => { chosen = `${at + 1}/${day}/2026`; };
        box.append(one);
      }
      s.append(box);
    }
  };
  p.firstElementChild.onclick = () => { month--; draw(); };
  f.onclick = () => { p.hidden = false; draw(); };
  no.onclick = () => { p.hidden = true; }; ok.onclick = () => { f.value = chosen; p.hidden = true; };</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_day_is_chosen_in_a_dialog_that_draws_months_beside_its_own(
    stage: Stage, enter: Enter
) -> None:
    await stage.show_html(SLIDES)
    done = await enter(stage.tab, await stage.ref("#f"), "2026-03-14")
    assert (await stage.eval("[f.value, p.hidden]"), done.as_wanted) == (["3/14/2026", True], True)


# As Vuetify does it: any text stays as it is typed, and one in another order than the hint's is dropped on leaving.
BY_HINT = """<input id=f placeholder="mm/dd/yyyy"><script>let held = '';
  f.onblur = () => { if (/^\\d\\d.\\d\\d.\\d{4}$/.test(f.value)) held = f.value; f.value = held; };</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_date_is_given_in_the_order_of_the_hint(stage: Stage, enter: Enter) -> None:
    await stage.show_html(BY_HINT)
    done = await enter(stage.tab, await stage.ref("#f"), "2026-12-07")
    await stage.eval("f.blur()")
    assert await stage.eval("held") == "12/07/2026"
    assert (done.value_after, done.as_wanted) == ("12/07/2026", True)


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_day_is_chosen_in_the_calendar_of_a_box(stage: Stage, enter: Enter) -> None:
    """Webix: the field of a date is a box with the role of a combobox."""
    drawn = READ_ONLY.replace("<input id=f readonly", "<div id=f role=combobox tabindex=0").replace(
        "block", "block;height:20px", 1
    )
    drawn = drawn.replace('20px">', '20px"></div>', 1).replace("f.value =", "f.textContent =")
    await stage.show_html(drawn)
    done = await enter(stage.tab, await stage.ref("#f"), "2026-03-14")
    assert (await stage.eval("f.textContent"), done.as_wanted) == ("Sat Mar 14 2026", True)


# As Strapi does it: any text is taken until the field is left, and what it does not read becomes today's date.
WRITES = """<input id=f role=combobox aria-haspopup=dialog aria-expanded=false><input id=next><script>
  const order = ORDER, write = (year, month, day) => order.map(one => ({ year, month, day })[one]).join(BETWEEN);
  const now = new Date(), two = (number) => String(number).padStart(2, '0');
  f.onblur = () => {
    const parts = f.value.split(BETWEEN), at = (one) => Number(parts[order.indexOf(one)]);
    const read = parts.length === 3 && at('month') < 13 && at('day') < 32 && at('year') > 1900;
    if (!read) f.value = write(now.getFullYear(), two(now.getMonth() + 1), two(now.getDate()));
  };</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
@pytest.mark.parametrize(
    ("order", "between", "wanted"), [("mdy", "/", "09/14/2026"), ("dmy", ".", "14.09.2026")]
)
async def test_a_date_is_given_in_the_order_in_which_the_field_writes(
    stage: Stage, enter: Enter, order: str, between: str, wanted: str
) -> None:
    names = {"d": "day", "m": "month", "y": "year"}
    page = WRITES.replace("ORDER", repr([names[letter] for letter in order])).replace(
        "BETWEEN", repr(between)
    )
    await stage.show_html(page)
    for _ in range(2):
        done = await enter(stage.tab, await stage.ref("#f"), "2026-09-14")
        assert (done.value_after, done.as_wanted) == (wanted, True)
        assert await stage.eval("f.value") == wanted


# As Actual Budget does it: the field of a cell shows a date, and is gone once it is left.
IN_PLACE = """<div id=cell><input id=f value="11/28/2026"></div><input id=next>
<div id=p class=my-picker hidden style="position:absolute;top:40px;width:280px;height:200px">November</div><script>
  let held = '11/28/2026';
  f.onfocus = () => { p.hidden = false };
  f.onblur = () => { if (/^\\d\\d.\\d\\d.\\d{4}$/.test(f.value)) held = f.value; cell.textContent = held; p.remove() };
</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_date_edited_in_place_is_given_in_the_order_that_was_shown(
    stage: Stage, enter: Enter
) -> None:
    await stage.show_html(IN_PLACE)
    done = await enter(stage.tab, await stage.ref("#f"), "2026-11-20")
    assert await stage.eval("[held, cell.textContent]") == ["11/20/2026", "11/20/2026"]
    assert (done.value_after, done.as_wanted) == ("11/20/2026", None)


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_date_whose_field_is_gone_is_not_called_held(stage: Stage, enter: Enter) -> None:
    """What the page made of it is not known."""
    await stage.show_html(IN_PLACE.replace("11/28/2026", ""))
    done = await enter(stage.tab, await stage.ref("#f"), "2026-11-20")
    assert await stage.eval("held") == ""
    assert done.as_wanted is not True


OPENS = """<div id=c aria-haspopup=dialog aria-expanded=false tabindex=0>May 01, 2026 10:00</div>
<div id=p role=dialog hidden><label>Date <input value=2026/05/01></label><label>From <input value=10:00></label>
<label>To <input value=11:00></label></div>
<script>
  const show = open => { p.hidden = !open; c.setAttribute('aria-expanded', open); };
  c.onclick = () => show(p.hidden);
  addEventListener('keydown', e => { if (e.key === 'Escape') show(false); });
</script>"""


async def test_what_opens_the_fields_of_a_date_says_how_it_is_filled(stage: Stage) -> None:
    await stage.show_html(OPENS)
    with pytest.raises(NotActionable) as refused:
        await fill_field(stage.tab, await stage.ref("#c"), "2026-05-02 11:00")
    assert refused.value.code == "not_editable"
    assert "click() it" in refused.value.hint
    assert await stage.eval("p.hidden") is True


# As Kendo: the parts are words, digits go to the part with the caret, a text is read as one of its digits, and a part
# is written without zeros.
WORDS = """<input id=f value=month/day/year><input id=next><script>
  const words = ['month', 'day', 'year'], parts = ['', '', ''];
  let at = 0, fresh = true;
  const draw = () => {
    f.value = parts.map((part, i) => part.replace(/^0+/, '') || words[i]).join('/');
    const shown = f.value.split('/'), from = shown.slice(0, at).join('/').length + (at ? 1 : 0);
    f.setSelectionRange(from, from + shown[at].length);
  };
  f.onfocus = () => { at = 0; fresh = true; draw(); };
  f.oninput = e => {
    if (!f.value) parts.fill('');
    else if (e.data?.length > 1) parts[2] = '000' + e.data.at(-1);
    draw();
  };
  f.onkeydown = e => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step && !/^\\d$/.test(e.key)) return;
    e.preventDefault();
    if (step) { at = Math.max(0, Math.min(2, at + step)); fresh = true; }
    else {
      parts[at] = fresh ? e.key : parts[at] + e.key;
      fresh = false;
      if (at < 2 && parts[at].length === 2) { at += 1; fresh = true; }
    }
    draw();
  };</script>"""


async def test_a_date_is_typed_over_parts_that_are_words(stage: Stage) -> None:
    await stage.show_html(WORDS)
    done = await fill(stage.tab, await stage.ref("#f"), "2026-03-04")
    assert (done.value_after, done.as_wanted) == ("3/4/2026", True)
    done = await fill(stage.tab, await stage.ref("#f"), "")
    assert await stage.eval("parts.join()") == ",,"
    assert done.as_wanted


# As Kendo: of a date with a time it reads the date alone.
DATE_ALONE = """<input id=f role=combobox aria-haspopup=dialog aria-expanded=false><input id=next><script>
  window.taken = null;
  f.onblur = () => {
    const day = f.value.match(/^(\\d{4})-(\\d\\d)-(\\d\\d)/);
    const own = f.value.match(/^(\\d+)[/](\\d+)[/](\\d{4}) (\\d+):(\\d\\d) ([AP]M)$/);
    if (day) f.value = `${Number(day[2])}/${Number(day[3])}/${day[1]} 12:00 AM`;
    if (day || own) taken = f.value;
  };</script>"""


async def test_a_time_is_given_in_the_form_in_which_the_field_wrote_the_date(stage: Stage) -> None:
    await stage.show_html(DATE_ALONE)
    done = await fill(stage.tab, await stage.ref("#f"), "2026-03-04 14:30")
    assert await stage.eval("[taken, f.value]") == ["3/4/2026 2:30 PM"] * 2
    assert (done.value_after, done.as_wanted) == ("3/4/2026 2:30 PM", True)


REDRAWN = """<input id=a><input type=date id=d><input type=range id=r value=50><script>
  // Its fields are drawn from what the page holds once one of them is left.
  window.held = { a: '', d: '', r: '50' };
  for (const field of [a, d, r]) field.onblur = () => { held[field.id] = field.value;
    setTimeout(() => { for (const one of [a, d, r]) one.value = held[one.id]; }, 0); };
</script>"""


@pytest.mark.parametrize(("field", "value"), [("#d", "1990-05-17"), ("#r", "80")])
async def test_a_page_that_draws_its_fields_again_as_one_is_left_keeps_the_value(
    stage: Stage, field: str, value: str
) -> None:
    """As SurveyJS does."""
    await stage.show_html(REDRAWN)
    await fill(stage.tab, await stage.ref("#a"), "x")
    assert (await fill(stage.tab, await stage.ref(field), value)).as_wanted
    assert await stage.eval(f"document.querySelector('{field}').value") == value


@pytest.mark.parametrize(
    ("kind", "text", "held"),
    [
        ("date", "2026-12-24", "2026-12-24"),
        ("date", "24 December 2026", "2026-12-24"),
        ("datetime-local", "2026-12-30 18:45", "2026-12-30T18:45"),
        ("time", "07:30", "07:30"),
        ("month", "2026-05", "2026-05"),
        ("color", "#ff8800", "#ff8800"),
    ],
)
async def test_a_value_is_chosen_of_a_picker_that_the_browser_draws(
    stage: Stage, kind: str, text: str, held: str
) -> None:
    await stage.show_html(f"<input id=f type={kind} onchange='taken = f.value'><script>taken = ''</script>")
    done = await select(stage.tab, await stage.ref("#f"), text)
    assert await stage.eval("[f.value, taken]") == [held, held]
    assert (done.action, done.value_after, done.as_wanted) == ("select", held, True)


async def test_what_is_no_date_is_refused_by_a_picker_that_the_browser_draws(stage: Stage) -> None:
    await stage.show_html("<input id=f type=date value=2026-01-02>")
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#f"), "tomorrow")
    assert await stage.eval("f.value") == "2026-01-02"
