"""A field that reads a date in an order which nothing shows: the day is chosen in its calendar instead."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from cdp_engine.act import Performed, fill, fill_field
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

Enter = Callable[..., Awaitable[Performed]]

# As vanillajs-datepicker: typed text is read on leaving, month first; the calendar opens with the focus only, names no
# day, and is closed by a choice while the field keeps the focus.
PAGE = """<input id=f aria-label=Day> <input aria-label=Other>
<div id=pop class=datepicker hidden style="position:absolute;top:40px;left:8px;width:240px"></div>
<style>.day { display:inline-block; width:30px; height:30px; cursor:pointer }</style><script>
  const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
    'November', 'December'];
  window.chosen = null;
  let shown = new Date(2026, 10, 1);
  const two = n => String(n).padStart(2, '0');
  const iso = d => d && `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
  const write = () => { f.value = chosen
    ? `${two(chosen.getMonth() + 1)}/${two(chosen.getDate())}/${String(chosen.getFullYear()).padStart(4, '0')}` : ''; };
  const draw = () => {
    const [year, month] = [shown.getFullYear(), shown.getMonth()];
    const length = new Date(year, month + 1, 0).getDate();
    pop.innerHTML = `<div><button class=prev-button>«</button><b>${MONTHS[month]} ${year}</b>` +
      `<button class=next-button>»</button></div>` +
      Array.from({ length }, (_, at) => `<span class=day>${at + 1}</span>`).join('');
  };
  const show = on => { if (on) draw(); pop.hidden = !on; };
  f.onfocus = () => {
    shown = chosen ? new Date(chosen.getFullYear(), chosen.getMonth(), 1) : new Date(2026, 10, 1);
    show(true);
  };
  f.onclick = () => show(true);
  f.onblur = () => {
    show(false);
    const parts = f.value.split(/[-/]/).map(Number);
    if (parts.length === 3) {
      const read = new Date(2000, 0, 1);
      read.setFullYear(parts[2], (parts[0] - 1) % 12, parts[1]);
      chosen = read;
    } else chosen = null;
    write();
  };
  pop.onmousedown = e => e.preventDefault();
  pop.onclick = e => {
    if (e.target.className === 'day') {
      chosen = new Date(shown.getFullYear(), shown.getMonth(), Number(e.target.innerText));
      write();
      show(false);
    } else if (e.target.localName === 'button') {
      shown.setMonth(shown.getMonth() + (e.target.className === 'next-button' ? 1 : -1));
      draw();
    }
  };
</script>"""


async def test_a_date_that_is_misread_is_chosen_in_the_calendar(stage: Stage) -> None:
    await stage.show_html(PAGE)
    for date in ("2026-12-05", "2027-01-09"):
        done = await fill(stage.tab, await stage.ref("#f"), date)
        assert await stage.eval("iso(chosen)") == date
        assert done.as_wanted


async def test_a_misread_date_that_no_calendar_has_is_not_left_in_the_field(stage: Stage) -> None:
    await stage.show_html(PAGE)
    await stage.eval("MONTHS.fill('Month'), true")
    done = await fill(stage.tab, await stage.ref("#f"), "2026-12-05")
    assert done.as_wanted is False
    assert await stage.eval("[f.value, chosen]") == ["", None]
    assert not done.value_after


async def test_a_date_is_not_typed_where_it_is_unclear_how_it_is_read(stage: Stage) -> None:
    """Typed in another order it would be another date for a moment, which moves the other end of a period."""
    await stage.show_html(PAGE)
    await stage.eval(
        "f.oninput = () => { window.typed = true; }, window.typed = false, f.value = '03/03/2027'"
    )
    await stage.eval("f.focus(), f.blur(), typed = false, true")
    for date in ("2027-05-07", "May 9, 2027", "2027-04-02"):
        done = await fill(stage.tab, await stage.ref("#f"), date)
        assert done.as_wanted
        assert await stage.eval("typed") is False
    assert await stage.eval("iso(chosen)") == "2027-04-02"


async def test_a_calendar_that_stays_open_is_left_by_the_key_that_closes_it(stage: Stage) -> None:
    await stage.show_html(PAGE)
    await stage.eval("""(() => {
      const hides = show;
      f.onblur = null;
      pop.onclick = e => {
        if (e.target.className === 'day') { chosen = new Date(2027, 4, +e.target.innerText); write(); }
      };
      f.onkeydown = e => { if (e.key === 'Tab') hides(false); };
      f.value = '03/05/2027'; chosen = new Date(2027, 4, 3);
    })()""")
    done = await fill(stage.tab, await stage.ref("#f"), "2027-05-07")
    assert done.as_wanted
    assert await stage.eval("[iso(chosen), pop.hidden]") == ["2027-05-07", True]


async def test_a_calendar_that_slides_its_months_is_turned_far(stage: Stage) -> None:
    """Each turn comes nearer, so that the time for the action begins again with it: the typed date would be misread."""
    slides = PAGE.replace(
        "draw();\n    }",
        "const next = shown; shown = null; setTimeout(() => { shown = next; draw(); }, 400);\n    }",
    )
    assert slides != PAGE
    slides = slides.replace("} else if (e.target.localName", "} else if (shown && e.target.localName")
    await stage.show_html(slides)
    await stage.eval("f.value = '03/03/2027', f.focus(), f.blur(), true")
    done = await fill(stage.tab, await stage.ref("#f"), "2028-06-05")
    assert (done.as_wanted, await stage.eval("iso(chosen)")) == (True, "2028-06-05")


# As a picker of React with an input of the page's own: its calendar opens by a press alone, and a text in another order
# is dropped once the field is left.
BY_PRESS = (
    PAGE.replace("f.onfocus =", "f.onmousedown =")
    .replace("f.onclick = () => show(true);", "")
    .replace("if (parts.length === 3)", "if (f.value.includes('/'))")
)


@pytest.mark.parametrize("enter", [fill, fill_field])
async def test_a_calendar_that_opens_by_a_press_alone_is_asked_for_the_day(
    stage: Stage, enter: Enter
) -> None:
    await stage.show_html(BY_PRESS)
    for date in ("2026-12-05", "2027-01-09"):
        done = await enter(stage.tab, await stage.ref("#f"), date)
        assert await stage.eval("iso(chosen)") == date
        assert done.as_wanted


async def test_a_field_without_a_calendar_keeps_the_day(stage: Stage) -> None:
    await stage.show_html("<input id=f><p>Other</p>")
    done = await fill_field(stage.tab, await stage.ref("#f"), "2026-12-05")
    assert (done.as_wanted, await stage.eval("f.value")) == (True, "2026-12-05")
