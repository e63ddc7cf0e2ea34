"""Lists that open in their own field, and text fields out of sight in the box of a drawn list."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from cdp_engine.views import render
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-03")]

# As Virtual Select: the list with its search is in the combobox itself.
INSIDE = """<!doctype html><div role=combobox tabindex=0 aria-label=Fruit aria-expanded=true aria-controls=list>
<div><span>Cherry, Fig</span></div><div id=list role=listbox><input placeholder="Search..."><div role=option
aria-selected=true>Cherry</div><div role=option aria-selected=false>Date</div></div></div>"""

# As Choices: what is chosen is in a list of its own in the field.
CHOSEN = """<!doctype html><div role=combobox tabindex=0 aria-label=Fruit aria-expanded=false><div role=listbox><div
role=option aria-selected=true>Apple</div></div></div>"""

# As Tom Select: the label names a text field that lies out of sight in the box that shows the choice.
AWAY = """<!doctype html><style>.box { position: relative; cursor: pointer; border: 1px solid; width: 200px }
.box input { position: absolute; left: -9999px }</style><label for=typed>Fruit</label>
<select hidden><option>Apple<option>Fig
</select><div><div class=box id=box><div>Apple</div><input id=typed role=combobox aria-expanded=false></div></div>
<script>box.onclick = () => {}</script>"""


@pytest.mark.parametrize("mode", ["hybrid", "fast"])
@pytest.mark.parametrize(
    ("page", "line"),
    [
        (INSIDE, '[e1 combobox Fruit ="Cherry, Fig" +expanded]'),
        (INSIDE, "textbox Search...]"),
        (CHOSEN, '[e1 combobox Fruit ="Apple" +collapsed]'),
        (AWAY, '[e1 combobox Fruit ="Apple"]'),
    ],
)
async def test_a_field_has_its_value_and_its_list_its_search(
    tab: Tab, site: Site, mode: CaptureMode, page: str, line: str
) -> None:
    site.route("/lists", page)
    await tab.goto(site.url("lists"), wait_until="load", timeout=20)
    text = render(await capture(tab, CaptureOptions(capture=mode), RefTable()))
    assert line in text, text
