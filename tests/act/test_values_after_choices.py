"""What a field of a list holds after a choice: shown late, beside other words, and next to other fields."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

LATE = """<style>#m { position: absolute; top: 60px; background: #fff } [hidden] { display: none }</style>
<button id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=m>
<p>Last run:</p><p id=v>All</p></button>
<div id=m role=listbox hidden tabindex=0><div role=option>All</div><div role=option>Failed</div></div>
<script>
  const show = open => { m.hidden = !open; c.setAttribute('aria-expanded', open); };
  c.onclick = () => show(m.hidden);
  m.onclick = e => { const said = e.target.textContent; show(false);
    history.pushState(null, '', `?state=${said}`); setTimeout(() => { v.textContent = said; }, 1500); };
</script>"""


async def test_a_page_that_goes_elsewhere_may_show_its_choice_late(stage: Stage) -> None:
    """Routers draw the page of the new address when nothing else is left to do."""
    await stage.show_html(LATE)
    done = await select(stage.tab, await stage.ref("#c"), "Failed")
    assert (done.as_wanted, done.value_after) == (True, "Last run: Failed")


BESIDE = """<style>#m { position: absolute; top: 160px; background: #fff } [hidden] { display: none }
button { display: block }</style>
<div><div><label for=A>Group by columns</label><div><button id=A aria-haspopup=dialog>Select group by columns</button>
<div><div><div title='Remove'>kind<svg width=9 height=9></svg></div></div></div></div></div>
<div><label for=B>Aggregate columns</label><div><button id=B aria-haspopup=dialog>Select aggregate on columns</button>
<div><div><div title='Remove'>price<svg width=9 height=9></svg></div></div></div></div></div>
<div><label>Aggregation</label><button id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=m
><span>sum</span></button><select aria-hidden=true tabindex=-1 hidden><option>sum<option>mean</select></div></div>
<div id=m role=listbox hidden tabindex=0><div role=option>sum</div><div role=option>mean</div></div>
<script>
  const show = open => { m.hidden = !open; c.setAttribute('aria-expanded', open); };
  c.onclick = () => show(m.hidden);
  m.onclick = e => { c.firstElementChild.textContent = e.target.textContent; show(false); };
</script>"""


async def test_the_fields_beside_a_list_are_none_of_its_value(stage: Stage) -> None:
    await stage.show_html(BESIDE)
    done = await select(stage.tab, await stage.ref("#c"), "mean")
    assert (done.as_wanted, done.value_before, done.value_after) == (True, "sum", "mean")


EMPTY = """<style>#m { position: absolute; top: 60px; background: #fff }
.control { border: 1px solid; width: 200px }</style>
<div class=control><div id=select-placeholder>Filter by tag</div>
<input id=c role=combobox aria-expanded=true aria-haspopup=true
 aria-autocomplete=list aria-controls=m aria-describedby=select-placeholder style='border:0;outline:0;width:20px'></div>
<div id=m role=listbox aria-multiselectable=true><div role=option aria-selected=false>cold</div></div>
<script>
  c.onkeydown = e => { if (e.key === 'Escape') { m.hidden = true; c.setAttribute('aria-expanded', false); } };
</script>"""


async def test_what_describes_an_empty_field_is_not_its_value(stage: Stage) -> None:
    await stage.show_html(EMPTY)
    done = await select(stage.tab, await stage.ref("#c"))
    assert (done.as_wanted, done.value_after) == (True, "")


# As jQuery UI: the list hangs from the field, and the page writes the address of the person that is chosen.
WRITES = """<input id=f aria-label=Person autocomplete=off><ul id=m hidden
  style="position:absolute;top:40px;background:#fff;width:200px;margin:0"></ul><script>
  const people = { 'Ann (Ann Root)': ANN, 'Bob (Bob Hill)': 'bob@example.org' };
  f.oninput = () => {
    const found = Object.keys(people).filter(name => f.value && name.toLowerCase().startsWith(f.value.toLowerCase()));
    m.innerHTML = found.map(name => `<li><a tabindex=-1>${name}</a></li>`).join('');
    m.hidden = !found.length;
  };
  m.onmousedown = event => event.preventDefault();
  m.onclick = event => { f.value = people[event.target.textContent]; m.hidden = true; };
</script>"""


@pytest.mark.parametrize(
    ("writes", "wanted"),
    [
        ("'ann@example.org'", None),  # none of its own words: nothing shows, and nothing speaks against it
        ("'Bob (Bob Hill)'", False),
        ("'zz-17'", False),
    ],
)
async def test_a_page_may_write_its_own_text_for_a_choice(
    stage: Stage, writes: str, wanted: bool | None
) -> None:
    await stage.show_html(WRITES.replace("ANN", writes))
    done = await select(stage.tab, await stage.ref("#f"), "Ann")
    assert done.as_wanted is wanted
    assert done.value_after == writes.strip("'")
