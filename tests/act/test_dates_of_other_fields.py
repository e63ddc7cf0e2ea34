"""A field that calls itself open, and shows no calendar: no other field or calendar of the page gets its date."""

from __future__ import annotations

from contextlib import suppress

import pytest

from cdp_engine.act import fill, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As the picker of a week (Element Plus): what is typed is not taken, and its panel names no day.
PAGE = """<input id=other value="2027-05-09">
<input id=f role=combobox aria-haspopup=dialog aria-expanded=true aria-controls=pop>
<div id=pop role=dialog style="position:absolute;top:60px;width:200px;height:150px">Weeks</div>
<div style="margin-top:240px"><b>May 2027</b><div id=days></div></div><script>
  window.log = [];
  days.innerHTML = Array.from({length: 31}, (_, at) => `<button>${at + 1}</button>`).join('');
  days.onclick = e => log.push(e.target.innerText);
  other.onkeydown = other.oninput = e => log.push(e.key || other.value);
  f.onblur = () => { f.value = ''; };
</script>"""


@pytest.mark.parametrize("action", [fill, select], ids=["fill", "select"])
async def test_no_other_field_or_calendar_gets_the_date(stage: Stage, action: object) -> None:
    await stage.show_html(PAGE)
    with suppress(NotActionable):
        done = await (fill if action is fill else select)(stage.tab, await stage.ref("#f"), "2027-05-05")
        assert not done.as_wanted
    assert await stage.eval("[other.value, log.join()]") == ["2027-05-09", ""]
