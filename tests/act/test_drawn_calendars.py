"""Calendars that a page draws with elements of no role: turned by their arrows, taken over by their button."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

PAGE = """<style>#p { position: absolute; background: #fff; border: 1px solid } td { cursor: pointer }
  .fa-calendar-alt { display: inline-block; width: 16px; height: 16px; background: gray }</style>
<span id=w><input id=f FIELD> ICON</span><div id=p hidden></div><script>
  const long = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
                'November', 'December'];
  let shown = [2026, 10], draft = '', held = '';
  const two = (number) => String(number).padStart(2, '0');
  const take = (date) => { held = date; f.value = date.split('-').reverse().join('.'); p.hidden = true; };
  const turn = (by) => { const at = shown[0] * 12 + shown[1] + by; shown = [Math.floor(at / 12), at % 12]; draw(); };
  const arrow = (text, by) => {
    const made = document.createElement('ARROW');
    made.textContent = text; made.style.cursor = 'pointer'; made.onclick = () => turn(by);
    p.append(made);
  };
  const draw = () => {
    const [year, month] = shown;
    p.innerHTML = '';
    arrow('«', -12); arrow('‹', -1);
    p.append(` ${long[month]} ${year} `);
    arrow('›', 1); arrow('»', 12);
    const table = document.createElement('table'), lead = (new Date(year, month, 1).getDay() + 6) % 7;
    p.append(table);
    for (let at = 0; at < 42; at++) {
      const day = new Date(year, month, 1 - lead + at);
      const row = at % 7 ? table.rows[table.rows.length - 1] : table.insertRow();
      const cell = row.insertCell();
      cell.textContent = day.getDate();
      const date = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
      cell.onclick = () => { if (TAKES) { draft = date; draw(); } else take(date); };
    }
    if (TAKES) {
      const ok = document.createElement('button');
      ok.textContent = 'OK'; ok.onclick = () => take(draft);
      p.append(ok);
    }
  };
  const opener = document.querySelector('#w button, #w .append') || f;
  opener.onclick = () => { p.hidden = !p.hidden; if (!p.hidden) draw(); };
</script>"""
WAYS = [
    ("button", "", "readonly", False),
    ("span", "", "readonly", False),
    ("a", "", "readonly", True),
    ("div", "<button type=button>📅</button>", "", False),
    ("span", "<button type=button aria-label='Open calendar'>📅</button>", "", True),
    ("span", "<span class=append><i class='far fa-calendar-alt'></i></span>", "", False),
]


@pytest.mark.parametrize(("arrow", "icon", "field", "takes"), WAYS)
async def test_a_day_of_another_month_is_chosen(
    stage: Stage, arrow: str, icon: str, field: str, takes: bool
) -> None:
    """Arrows that were no buttons turned nothing, and a day that waits for OK was never taken over."""
    page = PAGE.replace("ARROW", arrow).replace("ICON", icon).replace("FIELD", field)
    await stage.show_html(page.replace("TAKES", str(takes).lower()))
    await select(stage.tab, await stage.ref("#f"), "2027-02-03")
    assert await stage.eval("held") == "2027-02-03"
    await select(stage.tab, await stage.ref("#f"), "2026-11-30")
    assert await stage.eval("held") == "2026-11-30"


async def test_names_of_months_that_give_a_box_its_width_are_not_read(stage: Stage) -> None:
    """As the calendars of Dash: each month is in the box of the heading, hidden, and the first one was taken for it."""
    hidden = (
        "p.innerHTML = long.map((one) => `<div style='visibility:hidden;height:0'>${one}</div>`).join('');"
    )
    page = PAGE.replace("p.innerHTML = '';", hidden).replace("ARROW", "button").replace("TAKES", "false")
    title = "p.append(Object.assign(document.createElement('b'), {textContent: `${long[month]} ${year}`}))"
    page = page.replace("p.append(` ${long[month]} ${year} `)", title)
    await stage.show_html(page.replace("ICON", "").replace("FIELD", "readonly"))
    done = await select(stage.tab, await stage.ref("#f"), "2027-02-03")
    assert (await stage.eval("held"), done.as_wanted) == ("2027-02-03", True)


async def test_the_field_beside_a_button_holds_the_day_and_not_the_name_of_its_picture(stage: Stage) -> None:
    icon = "<button type=button>edit_calendar</button>"
    page = (
        PAGE.replace("ICON", icon).replace("FIELD", "").replace("ARROW", "button").replace("TAKES", "false")
    )
    await stage.show_html(page)
    done = await select(stage.tab, await stage.ref("#w button"), "2027-02-03")
    assert (await stage.eval("held"), done.as_wanted, done.value_after) == ("2027-02-03", True, "03.02.2027")


async def test_the_box_of_two_fields_that_opens_a_calendar_holds_both_ends(stage: Stage) -> None:
    take = "const take = (date) => { (f.value ? g : f).value = date; p.hidden = g.value !== ''; };"
    page = PAGE.replace("<span id=w>", "<span id=w aria-haspopup=dialog aria-expanded=false>")
    page = page.replace("const take =", f"{take} const unused =").replace("|| f", "|| w")
    page = page.replace("ICON", "<input id=g>")
    await stage.show_html(page.replace("FIELD", "").replace("ARROW", "button").replace("TAKES", "false"))
    done = await select(stage.tab, await stage.ref("#f"), "2026-12-03", "2026-12-09")
    assert await stage.eval("[f.value, g.value]") == ["2026-12-03", "2026-12-09"]
    assert (done.as_wanted, done.value_after) == (True, "2026-12-03 - 2026-12-09")


async def test_a_calendar_that_is_drawn_again_as_it_slides_is_pressed_once_it_rests(stage: Stage) -> None:
    """As jqWidgets: a script slides the month in, and its days were gone before they were pressed."""
    slides = (
        "let left = 25; const again = () => { draw(); if (left--) requestAnimationFrame(again); }; again();"
    )
    page = PAGE.replace("at % 12]; draw();", f"at % 12]; {slides}").replace("ARROW", "button")
    await stage.show_html(page.replace("TAKES", "false").replace("ICON", "").replace("FIELD", "readonly"))
    done = await select(stage.tab, await stage.ref("#f"), "2027-02-03")
    assert (await stage.eval("held"), done.as_wanted) == ("2027-02-03", True)
