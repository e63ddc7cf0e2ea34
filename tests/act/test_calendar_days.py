"""Days of a calendar that opens at a field: chosen by the name that it gives them, in a dialog beside a field, too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from cdp_engine.act import Performed, fill, fill_field, select
from cdp_engine.act.element import Deadline, located
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

Enter = Callable[..., Awaitable[Performed]]

# As react-day-picker draws it in a popover: the days are buttons in the cells of a grid.
CALENDAR = """<button id=b aria-haspopup=dialog aria-expanded=false>Pick a date</button>
<div id=p role=dialog hidden></div>
<script>
  let month = new Date(2026, 10, 1), turned = 0;
  const long = (date, part) => date.toLocaleDateString('en', { [part]: part === 'year' ? 'numeric' : 'long' });
  const name = (date) => `${long(date, 'month')} ${date.getDate()}th, ${date.getFullYear()}`;
  const show = (open) => { p.hidden = !open; b.ariaExpanded = open; };
  const turn = (by) => { turned++; month = new Date(month.getFullYear(), month.getMonth() + by, 1); draw(); };
  const button = (box, text, label, press) => {
    const made = document.createElement('button');
    made.textContent = text; made.ariaLabel = label; made.onclick = press; box.append(made);
  };
  const draw = () => {
    p.innerHTML = '';
    button(p, '<', 'Go to the Previous Month', () => turn(-1));
    button(p, '>', 'Go to the Next Month', () => turn(1));
    const table = document.createElement('table');
    table.setAttribute('role', 'grid');
    table.ariaLabel = `${long(month, 'month')} ${month.getFullYear()}`; p.append(table);
    const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    for (let at = 1; at <= length; at++) {
      const row = at % 7 === 1 ? table.insertRow() : table.rows[table.rows.length - 1];
      const date = new Date(month.getFullYear(), month.getMonth(), at);
      button(row.insertCell(), String(at), `${long(date, 'weekday')}, ${name(date)}`, () => {
        b.textContent = name(date); show(false); });
    }
  };
  b.onclick = () => { show(p.hidden); draw(); };
  onkeydown = (event) => { if (event.key === 'Escape') show(false); };
</script>"""


@pytest.mark.parametrize("named", ["Wednesday, July 15th, 2026", "15 July 2026", "2026-07-15"])
async def test_a_day_is_selected_by_its_name(stage: Stage, named: str) -> None:
    await stage.show_html(CALENDAR)
    done = await select(stage.tab, await stage.ref("#b"), named)
    assert await stage.eval("[b.textContent, p.hidden]") == ["July 15th, 2026", True]
    assert (done.action, done.value_after, done.as_wanted) == ("select", "July 15th, 2026", True)


MENU = CALENDAR.replace(
    "<button id=b aria-haspopup=dialog aria-expanded=false>Pick a date</button>",
    "<div id=b aria-haspopup=menu aria-expanded=false><label>Date <input id=f readonly></label></div>",
).replace("b.textContent = name(date)", "f.value = name(date)")


async def test_a_calendar_that_a_field_calls_a_menu_is_one(stage: Stage) -> None:
    await stage.show_html(MENU)
    done = await select(stage.tab, await stage.ref("#f"), "2026-07-15")
    assert (await stage.eval("f.value"), done.as_wanted) == ("July 15th, 2026", True)


@pytest.mark.parametrize("time", ["00:00", "10:30 AM"])
async def test_a_field_may_show_a_time_with_the_day(stage: Stage, time: str) -> None:
    await stage.show_html(
        CALENDAR.replace("b.textContent = name(date);", f"b.textContent = '2026/07/15 {time}';")
    )
    done = await select(stage.tab, await stage.ref("#b"), "2026-07-15")
    assert (done.value_after, done.as_wanted) == (f"2026/07/15 {time}", True)


async def test_a_day_far_away_is_refused_before_the_calendar_is_turned(stage: Stage) -> None:
    await stage.show_html(CALENDAR)
    with pytest.raises(NotActionable, match="no day 2046-01-01") as refused:
        await select(stage.tab, await stage.ref("#b"), "1 January 2046")
    assert "another month or year" in refused.value.hint
    assert await stage.eval("[turned, b.textContent, p.hidden]") == [0, "Pick a date", True]


SEVERAL = CALENDAR.replace(
    "b.textContent = name(date); show(false); });",
    """
  chosen.push(name(date)); b.textContent = chosen.join(' – '); });""",
).replace("turned = 0;", "turned = 0, chosen = [];")


@pytest.mark.parametrize(
    ("enter", "given"),
    [
        (select, ["3 July 2026", "Wednesday, August 5th, 2026"]),
        (fill, ["2026-07-03 - 2026-08-05"]),
        (fill_field, ["2026-07-03 to 2026-08-05"]),
    ],
)
async def test_both_ends_of_a_period_are_chosen(stage: Stage, enter: Enter, given: list[str]) -> None:
    await stage.show_html(SEVERAL)
    done = await enter(stage.tab, await stage.ref("#b"), *given)
    assert await stage.eval("[chosen, p.hidden]") == [["July 3th, 2026", "August 5th, 2026"], True]
    assert (done.value_after, done.as_wanted) == ("July 3th, 2026 – August 5th, 2026", True)


async def test_what_was_chosen_before_beside_the_days_is_a_mismatch(stage: Stage) -> None:
    await stage.show_html(SEVERAL)
    await stage.eval("chosen.push('July 1st, 2026'); b.textContent = chosen.join()")
    done = await select(stage.tab, await stage.ref("#b"), "3 July 2026", "5 July 2026")
    assert done.as_wanted is False


async def test_a_year_far_away_is_chosen_in_its_list(stage: Stage) -> None:
    """The caption of react-day-picker may be two lists."""
    lists = """const list = (texts, now, choose) => { const made = document.createElement('select'); p.append(made);
      made.innerHTML = texts.map((one) => `<option>${one}`).join(''); made.selectedIndex = now;
      made.onchange = () => { month = choose(made.selectedIndex); draw(); }; };
    list(Array.from({ length: 12 }, (_, at) => long(new Date(2026, at, 1), 'month')), month.getMonth(),
      (at) => new Date(month.getFullYear(), at, 1));
    list(Array.from({ length: 90 }, (_, at) => 1960 + at), month.getFullYear() - 1960,
      (at) => new Date(1960 + at, month.getMonth(), 1));
    const table"""
    await stage.show_html(CALENDAR.replace("const table", lists))
    done = await fill(stage.tab, await stage.ref("#b"), "1984-02-09")
    assert (await stage.eval("[b.textContent, turned]"), done.as_wanted) == (["February 9th, 1984", 0], True)


async def test_a_text_with_a_date_in_it_is_an_option(stage: Stage) -> None:
    await stage.show_html("""<button id=b aria-haspopup=listbox aria-expanded=false>None</button>
    <ul id=p role=listbox hidden><li role=option>Report of 15 July 2026<li role=option>15 July 2026</ul><script>
    b.onclick = () => { p.hidden = !p.hidden; b.ariaExpanded = !p.hidden; };
    p.onclick = ({ target }) => { b.textContent = target.textContent; p.hidden = true; b.ariaExpanded = false; };
    </script>""")
    for named in ("Report of 15 July 2026", "15 July 2026"):
        done = await select(stage.tab, await stage.ref("#b"), named)
        assert (await stage.eval("b.textContent"), done.as_wanted) == (named, True)


async def test_a_calendar_is_turned_by_arrows_without_a_name(stage: Stage) -> None:
    """Airflow 3: its days are known by their numbers, each beside an empty mark, its arrows by their places."""
    drawn = CALENDAR.replace("'<', 'Go to the Previous Month'", "'', ''").replace(
        "'>', 'Go to the Next Month'", "'', ''"
    )
    drawn = (
        drawn.replace("`${long(date, 'weekday')}, ${name(date)}`", "''")
        .replace(
            "box.append(made);",
            """
      if (label) made.ariaLabel = label; if (!text) made.style.cssText = 'width:20px;height:20px';
      made.append(document.createElement('i')); box.append(made);""",
        )
        .replace("made.ariaLabel = label; made.onclick", "made.onclick")
    )
    title = "p.append(Object.assign(document.createElement('span'), "
    title += (
        "{ textContent: `${long(month, 'month')} ${month.getFullYear()}` })); button(p, '', '', () => turn(1)"
    )
    await stage.show_html(drawn.replace("button(p, '', '', () => turn(1)", title))
    done = await fill(stage.tab, await stage.ref("#b"), "2026-07-15")
    assert (await stage.eval("b.textContent"), done.as_wanted) == ("July 15th, 2026", True)
    await fill(stage.tab, await stage.ref("#b"), "2026-10-09")
    assert await stage.eval("b.textContent") == "October 9th, 2026"


DIALOG = """<OPENER><div id=p role=dialog hidden>FIELDS<button id=a>Apply</button></div><script>
  const opener = document.querySelector('#o'), show = (open) => { p.hidden = !open; opener.ariaExpanded = open; };
  opener.onclick = () => show(true);
  a.onclick = () => { const value = p.querySelector('input').value;
    if (opener.localName === 'input') opener.value = value; else opener.textContent = value; show(false); };
  onkeydown = (event) => { if (event.key === 'Escape') show(false); };
</script>"""
ONE = "<label>Date <input placeholder=DD/MM/YYYY></label>"


@pytest.mark.parametrize("opener", ["input id=o readonly", "button id=o"])
@pytest.mark.parametrize(
    ("fields", "held"), [(ONE, "15/07/2026"), ("<label>Date <input type=date></label>", "2026-07-15")]
)
async def test_a_date_is_entered_in_the_field_of_the_dialog(
    stage: Stage, opener: str, fields: str, held: str
) -> None:
    page = DIALOG.replace("OPENER", f"{opener} aria-haspopup=dialog aria-expanded=false").replace(
        "FIELDS", fields
    )
    await stage.show_html(
        page.replace("><div", ">" + ("None</button>" if "button" in opener else "") + "<div", 1)
    )
    done = await fill(stage.tab, await stage.ref("#o"), "2026-07-15")
    assert await stage.eval("[opener.value || opener.textContent, p.hidden]") == [held, True]
    assert (done.value_after, done.as_wanted) == (held, True)


async def test_which_of_two_dates_is_meant_is_not_guessed(stage: Stage) -> None:
    page = DIALOG.replace("OPENER", "button id=o aria-haspopup=dialog aria-expanded=false").replace(
        "FIELDS", ONE + ONE
    )
    await stage.show_html(page.replace("><div", ">None</button><div", 1))
    with pytest.raises(NotActionable):
        await fill(stage.tab, await stage.ref("#o"), "2026-07-15")
    assert await stage.eval("[opener.textContent, p.hidden, p.querySelector('input').value]") == [
        "None",
        True,
        "",
    ]


DATES = """<button id=b aria-haspopup=listbox aria-expanded=false>Pick</button><ul id=l role=listbox hidden>
<li role=option>March 15, 2026</li><li role=option>March 16, 2026</li></ul><script>presses = 0;
const show = (open) => { l.hidden = !open; b.ariaExpanded = String(open); };
b.onclick = () => { presses++; show(l.hidden); };
l.onclick = (event) => { b.textContent = event.target.textContent; show(false); };</script>"""


async def test_a_list_of_dates_is_opened_once(stage: Stage) -> None:
    await stage.show_html(DATES)
    done = await select(stage.tab, await stage.ref("#b"), "March 16, 2026")
    assert (await stage.eval("[b.textContent, presses]"), done.as_wanted) == (["March 16, 2026", 1], True)


# As the pickers of Mantine: a button opens a year of months, or a month with two numbers for the time.
BUTTONS = """<button id=m aria-haspopup=dialog>Pick a month</button>
<button id=t aria-haspopup=dialog>Pick a time</button>
<div id=p role=dialog hidden></div><script>
  let year = 2026, time = ['', ''];
  const two = (number) => String(number).padStart(2, '0');
  const months = () => {
    p.hidden = false;
    p.innerHTML = `<button data-direction=previous>‹</button><button>${year}</button>
      <button data-direction=next>›</button><p>` + [...Array(12).keys()].map((at) => `<button class=month>${
      new Date(2026, at, 1).toLocaleDateString('en', { month: 'short' })}</button>`).join('');
    const [back, , next] = p.children;
    back.onclick = () => { year--; months(); };
    next.onclick = () => { year++; months(); };
    p.querySelectorAll('.month').forEach((one, at) => {
      one.onclick = () => { m.textContent = `${year}-${two(at + 1)}`; p.hidden = true; };
    });
  };
  const clock = () => {
    p.hidden = false;
    p.innerHTML = [23, 59].map((most) => `<input role=spinbutton aria-valuemax=${most} style="width:40px">`).join(':');
    [...p.querySelectorAll('input')].forEach((one, at) => { one.oninput = () => {
      time[at] = one.value; if (time[0] && time[1]) t.textContent = time.map(two).join(':'); }; });
  };
  m.onclick = months; t.onclick = clock;
  onkeydown = (event) => { if (event.key === 'Escape') p.hidden = true; };
</script>"""


@pytest.mark.parametrize("enter", [fill, fill_field])
@pytest.mark.parametrize(
    ("field", "text", "held"),
    [
        ("#m", "2028-03", "2028-03"),
        ("#m", "Nov 2025", "2025-11"),
        ("#t", "14:05", "14:05"),
        ("#t", "7:30 pm", "19:30"),
    ],
)
async def test_a_month_or_a_time_of_a_button(
    stage: Stage, enter: Enter, field: str, text: str, held: str
) -> None:
    await stage.show_html(BUTTONS)
    done = await enter(stage.tab, await stage.ref(field), text)
    assert await stage.eval(f"document.querySelector('{field}').textContent") == held
    assert (done.value_after, done.as_wanted) == (held, True)
    assert await stage.eval("p.hidden") is True


@pytest.mark.parametrize(("text", "held"), [("2028-03", "2028-03"), ("November 2025", "2025-11")])
async def test_a_month_is_selected(stage: Stage, text: str, held: str) -> None:
    await stage.show_html(BUTTONS)
    done = await select(stage.tab, await stage.ref("#m"), text)
    assert await stage.eval("[m.textContent, p.hidden]") == [held, True]
    assert (done.action, done.value_after, done.as_wanted) == ("select", held, True)


# As the popover of Ant Design, which is called a tooltip: Escape anywhere in the page takes it away, with what was
# chosen in it. Its calendar fades out slowly.
POPOVER = """<button>Filter</button><div id=pop style="position:absolute;top:60px">
<div role=tooltip><input id=f placeholder="Select date"><button>Apply</button></div></div>
<div id=p class=picker-dropdown hidden style="position:absolute;top:100px;width:300px;height:260px;background:#eee">
<div>May 2026</div><table></table></div>
<script>
  const gone = () => {
    p.animate([{ opacity: 1 }, { opacity: 0.5 }], 700).onfinish = () => { p.hidden = true; };
  };
  let days = '<tr>';
  for (let day = 1; day <= 31; day++) days += `<td title="2026-05-${String(day).padStart(2, '0')}">${day}</td>`;
  p.querySelector('table').innerHTML = days;
  f.onclick = () => { p.hidden = false; };
  p.onmousedown = (event) => event.preventDefault();
  p.onclick = (event) => { if (event.target.title) { f.value = event.target.title; gone(); } };
  addEventListener('keydown', (event) => { if (event.key === 'Escape') pop.hidden = p.hidden = true; });
</script>"""


async def test_a_calendar_that_fades_out_is_not_closed_by_a_key_that_closes_the_popover_of_its_field(
    stage: Stage,
) -> None:
    await stage.show_html(POPOVER)
    done = await select(stage.tab, await stage.ref("#f"), "2026-05-14")
    assert await stage.eval("[f.value, pop.hidden]") == ["2026-05-14", False]
    assert done.as_wanted is True


async def test_a_calendar_that_fades_in_may_show_no_day_for_a_moment(stage: Stage) -> None:
    await stage.show_html(POPOVER)
    async with located(stage.tab, await stage.ref("#f"), Deadline(10)) as field:
        await field.ask("rememberShown", False, into=object)
        await stage.eval("(f.click(), p.style.visibility = 'hidden')")
        await stage.eval("void setTimeout(() => { p.style.visibility = ''; }, 300)")
        assert await field.handle("calendarDay", "2026-05-14") is not None
