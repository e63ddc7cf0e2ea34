"""A list of several that closes at each choice is opened again to take away what else its field names or counts."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-04")]

TOWNS = """<div id=t role=combobox tabindex=0 aria-label=Towns aria-haspopup=listbox aria-expanded=false>Choose</div>
<script>
  const towns = ['Oslo', 'Rome', 'Bonn', 'Lima'];
  let picked = [], list = null;
  const shut = () => { list?.remove(); list = null; t.setAttribute('aria-expanded', 'false'); };
  t.onclick = () => {
    if (list) return shut();
    list = document.createElement('div');
    ROLE && list.setAttribute('role', ROLE);
    for (const town of towns) {
      const item = document.createElement('div');
      STATE;
      item.textContent = town;
      item.onclick = () => {
        picked = picked.includes(town) ? picked.filter(one => one !== town) : [...picked, town];
        t.textContent = !picked.length ? 'Choose' : SHOWN;
        shut();
      };
      list.append(item);
    }
    document.body.append(list);
    t.setAttribute('aria-expanded', 'true');
  };
</script>"""
COUNT = "picked.length + ' selected'"
NAMES = "towns.filter(one => picked.includes(one)).join(', ')"
OPTIONS = (
    "'listbox'",
    "list.ariaMultiSelectable = 'true'; item.role = 'option'; item.ariaSelected = String(picked.includes(town))",
)
TICKS = ("'menu'", "item.role = 'menuitemcheckbox'; item.ariaChecked = String(picked.includes(town))")
CLASSES = ("''", "item.className = picked.includes(town) ? 'item selected' : 'item'")


@pytest.mark.parametrize(
    ("shown", "role", "state"),
    [(COUNT, *OPTIONS), (NAMES, *OPTIONS), (COUNT, *TICKS), (NAMES, *TICKS), (COUNT, *CLASSES)],
    ids=["count of options", "names of options", "count of ticks", "names of ticks", "count by classes"],
)
async def test_what_else_was_chosen_is_taken_away(stage: Stage, shown: str, role: str, state: str) -> None:
    await stage.show_html(TOWNS.replace("ROLE", role).replace("STATE", state).replace("SHOWN", shown))
    ref = await stage.ref("#t")
    for wanted in (["Rome", "Bonn"], ["Bonn", "Lima"], ["Oslo"]):
        done = await select(stage.tab, ref, *wanted)
        assert await stage.eval("picked.toSorted()") == sorted(wanted)
        assert done.as_wanted is not False


@pytest.mark.parametrize("shown", [COUNT, NAMES])
async def test_a_field_that_still_holds_others_does_not_hold_what_was_wanted(
    stage: Stage, shown: str
) -> None:
    """Nothing in its list says what is chosen, so that nothing can be taken away."""
    page = TOWNS.replace("ROLE", "'listbox'").replace("STATE", "item.role = 'option'")
    await stage.show_html(page.replace("SHOWN", shown))
    ref = await stage.ref("#t")
    await select(stage.tab, ref, "Rome")
    done = await select(stage.tab, ref, "Bonn")
    assert await stage.eval("picked.join()") == "Rome,Bonn"
    assert done.as_wanted is False


async def test_a_number_of_things_is_no_number_of_choices(stage: Stage) -> None:
    """As the sizes of a page's table."""
    page = TOWNS.replace("ROLE", "'listbox'").replace("STATE", "item.role = 'option'")
    page = page.replace("['Oslo', 'Rome', 'Bonn', 'Lima']", "['5 items', '10 items', '20 items']")
    await stage.show_html(page.replace(": [...picked, town]", ": [town]").replace("SHOWN", "town"))
    ref = await stage.ref("#t")
    for wanted in ("10 items", "5 items", "20 items"):
        done = await select(stage.tab, ref, wanted)
        assert (await stage.eval("t.textContent"), done.as_wanted) == (wanted, True)
