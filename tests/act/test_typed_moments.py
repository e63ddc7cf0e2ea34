"""Dates and times that no list offers: typed into the field of the picker, or given to it from the clipboard."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As the time picker of Naive UI: columns of numbers hang from a field that reads a whole time as it is left.
CLOCK = """<input id=f SAYS placeholder="Select a time">
<div id=p class=time-picker hidden style="position:absolute;top:30px;width:140px;height:400px"></div>
<script>window.taken = '';
  const hours = [...Array(24).keys()].map((at) => `<li>${String(at).padStart(2, '0')}</li>`);
  p.innerHTML = '<ul>' + hours.join('') + '</ul>';
  f.onfocus = f.onclick = () => { p.hidden = false; };
  f.onblur = () => { p.hidden = true; if (/^\\d\\d:\\d\\d:\\d\\d$/.test(f.value)) taken = f.value; f.value = taken; };
</script>"""


@pytest.mark.parametrize("text", ["14:35", "14:35:10"])
async def test_a_time_that_no_list_offers_is_typed(stage: Stage, text: str) -> None:
    await stage.show_html(CLOCK.replace("SAYS", ""))
    done = await select(stage.tab, await stage.ref("#f"), text)
    wanted = f"{text}:00"[:8]
    assert await stage.eval("[taken, p.hidden]") == [wanted, True]
    assert (done.action, done.value_after, done.as_wanted) == ("select", wanted, True)


async def test_a_time_is_not_searched_among_its_parts(stage: Stage) -> None:
    """The columns offer an hour and a minute each: what is typed to search would only reach the field."""
    await stage.show_html(CLOCK.replace("SAYS", ""))
    await stage.eval("(window.typed = [], f.oninput = () => typed.push(f.value), null)")
    done = await select(stage.tab, await stage.ref("#f"), "14:35:10")
    assert done.as_wanted
    assert await stage.eval("typed") == ["14:35:10"]


# As VueDatePicker's range of times: an hour and a minute for each end, and below them what they show now.
BOTH_ENDS = """<input id=f role=combobox aria-haspopup=dialog aria-expanded=false aria-controls=p>
<div id=p role=dialog hidden style="position:absolute;top:30px;background:#eee">
  <div><button>04</button>:<button>15</button></div><div><button>06</button>:<button>30</button></div>
  <span>04:15 - 06:30</span><button>Cancel</button><button>Select</button></div>
<script>let taken = '';
  const open = is => { p.hidden = !is; f.setAttribute('aria-expanded', is); };
  f.onclick = () => open(true);
  f.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
  f.onblur = () => { open(false);
    if (/^\\d\\d:\\d\\d - \\d\\d:\\d\\d$/.test(f.value)) taken = f.value;
    f.value = taken; };
</script>"""


@pytest.mark.parametrize("values", [["04:00", "05:30"], ["04:00 - 05:30"]])
async def test_the_ends_of_a_time_are_typed_where_the_picker_has_their_parts(
    stage: Stage, values: list[str]
) -> None:
    await stage.show_html(BOTH_ENDS)
    done = await select(stage.tab, await stage.ref("#f"), *values)
    assert (done.value_after, done.as_wanted) == ("04:00 - 05:30", True)
    await stage.eval("f.blur()")
    assert await stage.eval("[taken, p.hidden].join()") == "04:00 - 05:30,true"


async def test_a_time_that_a_list_of_choices_has_not_is_refused(stage: Stage) -> None:
    says = "role=combobox aria-haspopup=listbox aria-controls=p"
    html = (
        CLOCK.replace("SAYS", says).replace("<li>", "<li role=option>").replace("<ul>", "<ul role=listbox>")
    )
    await stage.show_html(html)
    with pytest.raises(NotActionable, match="no option '14:35'"):
        await select(stage.tab, await stage.ref("#f"), "14:35")
    assert await stage.eval("taken") == ""


# As the period of rsuite once it holds one: keys go to the end that had the last of them, and a text is taken back.
BY_CLIPBOARD = """<input id=f placeholder="dd/MM/yyyy ~ dd/MM/yyyy" value="01/02/2026 ~ 03/02/2026"><script>
  let held = f.value;
  f.oninput = () => { f.value = held; };
  f.onkeydown = (event) => { if (/^\\d$/.test(event.key)) event.preventDefault(); };
  f.onpaste = (event) => { event.preventDefault();
    const text = event.clipboardData.getData('text');
    if (/^(\\d\\d.\\d\\d.\\d{4}) ~ (\\d\\d.\\d\\d.\\d{4})$/.test(text)) held = f.value = text; };
</script>"""


async def test_a_period_is_given_from_the_clipboard(stage: Stage) -> None:
    await stage.show_html(BY_CLIPBOARD)
    done = await fill(stage.tab, await stage.ref("#f"), "2026-05-02 ~ 2026-05-09")
    assert await stage.eval("held") == "02/05/2026 ~ 09/05/2026"
    assert (done.value_after, done.as_wanted) == ("02/05/2026 ~ 09/05/2026", True)


# As jQuery UI with the time picker beside it: the calendar opens as the focus comes, not at a press in a field that has
# it; the time has sliders only, and the field reads what is typed.
BY_FOCUS = """<input id=f value="2026-05-03 10:00"><input id=other>
<div id=p class=datepicker hidden style="position:absolute;top:30px;width:300px;height:260px;background:#eee">
<div>May 2026</div><table></table><span tabindex=0 class=handle>Hour</span></div>
<script>window.taken = '';
  let days = '<tr><td><td><td><td><td>';
  for (let day = 1; day <= 31; day++) days += `<td><a href="#">${day}</a>${day % 7 === 2 ? '<tr>' : ''}`;
  p.querySelector('table').innerHTML = days;
  f.onfocus = () => { p.hidden = false; };
  f.onkeydown = (event) => { if (/^(Escape|Tab|Enter)$/.test(event.key)) p.hidden = true; };
  onmousedown = (event) => { if (event.target !== f && !p.contains(event.target)) p.hidden = true; };
  f.oninput = () => { if (/^2026-\\d\\d-\\d\\d \\d\\d:\\d\\d$/.test(f.value)) taken = f.value; };
  p.onmousedown = (event) => event.preventDefault();
  p.onclick = (event) => { event.preventDefault();
    if (!event.target.closest('a')) return;
    taken = f.value = `2026-05-${event.target.textContent.padStart(2, '0')} 10:00`; p.hidden = true; };
</script>"""


async def test_a_day_and_a_time_are_typed_where_the_calendar_has_no_fields_of_a_time(stage: Stage) -> None:
    await stage.show_html(BY_FOCUS)
    done = await select(stage.tab, await stage.ref("#f"), "2026-05-14 18:30", timeout=4)
    assert await stage.eval("[taken, p.hidden]") == ["2026-05-14 18:30", True]
    assert (done.action, done.value_after, done.as_wanted) == ("select", "2026-05-14 18:30", True)


async def test_a_calendar_that_opens_as_the_focus_comes_opens_at_a_field_that_has_it(stage: Stage) -> None:
    await stage.show_html(BY_FOCUS)
    await stage.eval("(f.focus(), p.hidden = true)")
    done = await select(stage.tab, await stage.ref("#f"), "2026-05-14")
    assert await stage.eval("[taken, p.hidden]") == ["2026-05-14 10:00", True]
    assert done.method == "list"


# The field takes times before noon only, and makes something else of any other text.
MORNINGS = """<input id=f value="2026-05-03 09:30:15">
<div id=p class=datepicker hidden style="position:absolute;top:30px;width:200px;height:100px">No times</div>
<script>
  f.onfocus = () => { p.hidden = false; };
  f.onblur = () => { p.hidden = true; };
  f.oninput = () => { if (!TAKES.test(f.value)) f.value = '0000'; };
</script>"""


@pytest.mark.parametrize(("takes", "holds"), [("/ 0\\d:/", "2026-05-03 09:30:15"), ("/^never/", "0000")])
async def test_a_moment_that_is_refused_is_not_left_in_its_field(
    stage: Stage, takes: str, holds: str
) -> None:
    await stage.show_html(MORNINGS.replace("TAKES", takes))
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#f"), "2026-05-14 18:30", timeout=4)
    assert await stage.eval("f.value") == holds
    assert ("It holds '0000' now" in refused.value.hint) is (holds == "0000")
