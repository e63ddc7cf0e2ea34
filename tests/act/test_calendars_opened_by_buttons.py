"""A field of a date whose calendar a button in its box opens, and which does not read a date as it was typed."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As DevExtreme: only the button opens the calendar; text is read month first, with slashes, as the field is left.
PAGE = """<div id=box style="border:1px solid;width:260px;display:flex">
<input id=f role=combobox aria-haspopup=true aria-autocomplete=none aria-expanded=false aria-label=Day style="border:0">
<div role=button aria-label=Select id=b class=dropdown-button
 style="width:20px;height:20px;background:#ccc"></div></div>
<input aria-label=Other>
<div id=pop role=dialog class=calendar hidden style="position:absolute;top:60px;left:8px;width:260px"></div><script>
  window.chosen = START;
  let shown = null;
  const two = n => String(n).padStart(2, '0');
  const write = () => { if (chosen) f.value = [two(chosen[1]), two(chosen[2]), chosen[0]].join('/'); };
  const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
    'November', 'December'];
  const draw = () => {
    const [year, month] = shown;
    const length = new Date(year, month, 0).getDate();
    pop.innerHTML = `<button aria-label="Previous month">‹</button><b>${names[month - 1]} ${year}</b>` +
      `<button aria-label="Next month">›</button><div>` + Array.from({ length }, (_, at) =>
      `<button class=day data-date="${year}-${two(month)}-${two(at + 1)}">${at + 1}</button>`).join('') + `</div>`;
    pop.hidden = false;
  };
  b.onclick = () => { shown = (chosen || [2027, 4, 1]).slice(0, 2); draw(); };
  f.onblur = () => {
    const read = f.value.match(/^(\\d+)[/](\\d+)[/](\\d{4})$/);
    if (read) chosen = [Number(read[3]), Number(read[1]), Number(read[2])];
    if (MARKS) f.ariaInvalid = String(!read);
  };
  pop.onmousedown = e => e.preventDefault();
  pop.onclick = e => {
    const by = {'Previous month': -1, 'Next month': 1}[e.target.ariaLabel];
    if (by) { shown[1] += by; draw(); }
    if (e.target.className !== 'day') return;
    chosen = [...shown, Number(e.target.innerText)]; f.ariaInvalid = 'false'; write(); pop.hidden = true;
  };
  write();
</script>"""


@pytest.mark.parametrize("start", ["null", "[2027, 3, 3]"], ids=["marked as invalid", "left as it was typed"])
async def test_a_date_that_is_not_read_is_chosen_in_the_calendar(stage: Stage, start: str) -> None:
    await stage.show_html(PAGE.replace("START", start).replace("MARKS", str(start == "null").lower()))
    done = await fill(stage.tab, await stage.ref("#f"), "2027-05-07")
    assert await stage.eval("chosen.join()") == "2027,5,7"
    assert (done.as_wanted, done.value_after) == (True, "05/07/2027")
    await stage.eval("f.ariaInvalid = 'true'")  # as it was before
    await fill(stage.tab, await stage.ref("#f"), "June 9, 2027")
    assert await stage.eval("chosen.join()") == "2027,6,9"


async def test_a_day_is_chosen_by_name_in_a_calendar_that_a_button_opens(stage: Stage) -> None:
    await stage.show_html(PAGE.replace("START", "[2027, 3, 3]").replace("MARKS", "false"))
    done = await select(stage.tab, await stage.ref("#f"), "May 19, 2027")
    assert await stage.eval("chosen.join()") == "2027,5,19"
    assert done.as_wanted


async def test_a_day_of_the_next_month_does_not_turn_the_calendar(stage: Stage) -> None:
    html = PAGE.replace("START", "[2027, 3, 3]").replace("MARKS", "false")
    html = html.replace(
        "+ `</div>`;", "+ `<div class=next-month><span><i class=day>1</i></span></div></div>`;"
    )
    html = html.replace('data-date="${year}-${two(month)}-${two(at + 1)}"', "")
    assert html.count("next-month") == 1
    assert "data-date" not in html
    await stage.show_html(html)
    await stage.eval(
        "window.days = [], pop.addEventListener('click', e => days.push(e.target.innerText), true)"
    )
    done = await fill(stage.tab, await stage.ref("#f"), "2027-05-07")
    assert await stage.eval("[chosen.join(), days.includes('1')]") == ["2027,5,7", False]
    assert done.as_wanted


async def test_a_calendar_that_names_only_today_is_read_by_its_numbers(stage: Stage) -> None:
    html = PAGE.replace("START", "null").replace("MARKS", "true")
    named = 'data-date="${year}-${two(month)}-${two(at + 1)}"'
    assert named in html
    today = "${year === 2027 && month === 4 && at === 6 ? 'title=\"Wednesday, April 7, 2027\"' : ''}"
    await stage.show_html(html.replace(named, today))
    done = await fill(stage.tab, await stage.ref("#f"), "2027-05-07")
    assert await stage.eval("chosen.join()") == "2027,5,7"
    assert done.as_wanted


# A period that the button of its dialog takes over, in a calendar of two months, whose days name theirs inside; the
# dates as they were typed stay in the field until then.
PERIOD = """<div style="border:1px solid;width:260px;display:flex">
<input id=f role=combobox aria-haspopup=true aria-autocomplete=none aria-expanded=false aria-label=Period
 style="border:0"><span role=button aria-label=select id=b style="width:20px;height:20px;background:#ccc"></span></div>
<input aria-label=Other><style>.day { display: block }</style>
<div id=pop role=dialog hidden style="position:absolute;top:60px;left:8px;width:600px"></div><script>
  window.taken = null;
  let picked = [], shown = [2026, 11];
  const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
    'November', 'December'];
  const next = ([year, month]) => month === 12 ? [year + 1, 1] : [year, month + 1];
  const days = ([year, month]) => `<b>${names[month - 1]} ${year}</b><table><tr>` +
    Array.from({ length: new Date(year, month, 0).getDate() }, (_, at) =>
      `<td><span class=day title="${names[month - 1]} ${at + 1}, ${year}">${at + 1}</span>${
        at % 7 === 6 ? '<tr>' : ''}`).join('') + '</table>';
  const draw = () => {
    pop.innerHTML = `<button aria-label="Previous month">‹</button><button aria-label="Next month">›</button>` +
      days(shown) + days(next(shown)) + `<button id=ok disabled>Apply</button>`;
    pop.hidden = false;
  };
  b.onclick = () => { picked = []; draw(); };
  f.onblur = () => { if (f.value && !f.value.includes('/')) f.ariaInvalid = 'true'; };
  pop.onmousedown = e => e.preventDefault();
  pop.onclick = e => {
    const by = {'Previous month': -1, 'Next month': 1}[e.target.ariaLabel];
    if (by) {
      const at = new Date(shown[0], shown[1] - 1 + by, 1);
      shown = [at.getFullYear(), at.getMonth() + 1];
      draw();
    }
    if (e.target.className === 'day') { picked.push(e.target.title); ok.disabled = picked.length < 2; }
    if (e.target.id === 'ok' && TAKES) {
      taken = picked;
      f.value = picked.map(at => new Date(at).toLocaleDateString('en-US')).join(' - ');
      f.ariaInvalid = 'false';
    }
    if (e.target.id === 'ok') pop.hidden = true;
  };
</script>"""


async def test_a_period_is_taken_over_where_the_field_holds_the_typed_one(stage: Stage) -> None:
    await stage.show_html(PERIOD.replace("TAKES", "true"))
    count = "pop.addEventListener('click', e => { turns += Boolean(e.target.ariaLabel) }, true)"
    await stage.eval(f"window.turns = 0, {count}, 0")
    done = await fill(stage.tab, await stage.ref("#f"), "2027-03-05 - 2027-04-09")
    assert await stage.eval("taken") == ["March 5, 2027", "April 9, 2027"]
    assert (done.as_wanted, done.value_after) == (True, "3/5/2027 - 4/9/2027")
    assert await stage.eval("turns") <= 6


async def test_a_period_that_is_not_taken_over_is_no_success(stage: Stage) -> None:
    await stage.show_html(PERIOD.replace("TAKES", "false"))
    done = await fill(stage.tab, await stage.ref("#f"), "2027-03-05 - 2027-04-09")
    assert done.method == "insert"  # what the page says of the typed text decides


@pytest.mark.parametrize("worded", ["Apply", "Sounds right"])
async def test_a_draft_in_the_field_is_taken_over_or_no_success(stage: Stage, worded: str) -> None:
    """Naive UI: the field shows the days as they are chosen, and drops them unless a button takes them over."""
    drafts = "ok.disabled = picked.length < 2; f.value = picked.map(day).join(' - '); }"
    leaves = "pop.hidden = true; f.value = taken?.join() ?? '';"
    drops = f"f.onkeydown = e => {{ if (/Tab|Escape/.test(e.key)) {{ {leaves} }} }};"
    html = PERIOD.replace("ok.disabled = picked.length < 2; }", drafts).replace("TAKES", "true")
    html = html.replace(
        "window.taken = null;",
        f"""window.taken = null; {drops}
      const day = at => new Date(at).toLocaleDateString('en-US');""",
    ).replace(">Apply<", f">{worded}<")
    await stage.show_html(html)
    done = await select(stage.tab, await stage.ref("#f"), "2027-03-05 ~ 2027-04-09")
    taken = ["March 5, 2027", "April 9, 2027"] if worded == "Apply" else None
    assert (await stage.eval("[taken, pop.hidden]"), done.as_wanted) == ([taken, True], taken is not None)


async def test_a_day_chosen_by_the_button_of_a_calendar_is_read_from_its_field(stage: Stage) -> None:
    said = "role=combobox aria-haspopup=true aria-autocomplete=none aria-expanded=false "
    assert said in PAGE
    html = PAGE.replace("START", "null").replace("MARKS", "false").replace(said, "")
    await stage.show_html(html)
    done = await select(stage.tab, await stage.ref("#b"), "2027-05-07")
    assert await stage.eval("chosen.join()") == "2027,5,7"
    assert (done.as_wanted, done.value_after) == (True, "05/07/2027")
    await stage.show_html(html.replace("write(); pop.hidden = true;", "pop.hidden = true;"))
    done = await select(stage.tab, await stage.ref("#b"), "2027-05-07")
    assert done.as_wanted is False


async def test_a_date_in_a_spin_button_that_only_its_calendar_sets_is_chosen_there(stage: Stage) -> None:
    """As jqWidgets: the field kept the text, and the spin button around it had no date."""
    field = "role=combobox aria-haspopup=true aria-autocomplete=none aria-expanded=false"
    html = PAGE.replace("START", "null").replace("MARKS", "false").replace(field, "")
    html = html.replace("<div id=box", "<div id=box role=spinbutton aria-haspopup=true aria-valuetext=''")
    html = html.replace("f.onblur =", "const unread =")
    html = html.replace(
        "class=day ", "class=day aria-selected=${chosen?.join() === [...shown, at + 1].join()} "
    )
    await stage.show_html(html)
    done = await fill(stage.tab, await stage.ref("#f"), "2027-05-07")
    assert await stage.eval("chosen?.join()") == "2027,5,7"
    assert (done.as_wanted, done.value_after) == (True, "05/07/2027")
