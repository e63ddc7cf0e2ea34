"""Lists that add something to the page for the chosen option, and return to their first one ("Add a filter …")."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-02")]

_PAGE = (
    "<label>Name <input></label><label>Add <select onchange='picked(this)'>"
    "<option value=''>field…<option value=p>Priority<option value=s>Status</select></label><ul id=list></ul>"
    "<script>function picked(list) {{ {script}; list.selectedIndex = {back} }}</script>"
)
_ADDS = "document.getElementById('list').append(Object.assign(document.createElement('li'), {textContent: list.value}))"


async def _shown(page: Page, site: Site, script: str, back: int) -> tuple[str, str]:
    site.route("/adding", _PAGE.format(script=script, back=back))
    await page.goto(site.url("adding"))
    snapshot = (await page.observe()).snapshot
    return snapshot.find(role="combobox")[0].ref, snapshot.find(role="textbox")[0].ref


async def test_a_list_that_adds_and_returns_took_the_option(lent_page: Page, site: Site) -> None:
    ref, name = await _shown(lent_page, site, _ADDS, 0)
    result = await lent_page.select(ref, "Status")
    assert result.success, result.message
    assert "it took 'Status' and is back at its first option" in result.message
    form = await lent_page.fill_form({name: "Ada", ref: "Priority"})
    assert form.success, form.message
    assert "hold" in form.message
    assert "took it and is back" in form.message
    assert await lent_page.evaluate("document.getElementById('list').innerText") == "s\np"


@pytest.mark.parametrize(("script", "back"), [("0", 0), (_ADDS, 1)])
async def test_a_list_that_refuses_an_option_did_not_take_it(
    lent_page: Page, site: Site, script: str, back: int
) -> None:
    ref, _ = await _shown(lent_page, site, script, back)
    result = await lent_page.select(ref, "Status")
    assert not result.success
    assert result.error is not None
    assert result.error.code == "value_mismatch"


_HIDDEN = (
    "<label>Name <input></label><input id=extra aria-label=Extra hidden><label>Add <select onchange='picked(this)'>"
    "<option value=''>field…<option value=p>Priority<option value=s>Status</select></label><p id=note hidden>No</p>"
    "<script>const picked = (list) => {{ {script}; list.selectedOptions[0].disabled = true;"
    "list.selectedIndex = 0 }}</script>"
)


@pytest.mark.parametrize(
    ("script", "took"), [("extra.hidden = false; extra.focus()", True), ("note.hidden = false", False)]
)
async def test_a_list_that_shows_a_hidden_field_and_returns_took_the_option(
    lent_page: Page, site: Site, script: str, took: bool
) -> None:
    site.route("/adding", _HIDDEN.format(script=script))
    await lent_page.goto(site.url("adding"))
    await lent_page.observe()
    result = await lent_page.select('combobox "Add"', "Status")
    assert result.success is took, result.message
    assert ("it took 'Status' and is back at its first option" in result.message) is took


_LATER = (
    "<label>Add <select id=s onchange='picked()'><option value=''>field…<option value=p>Priority"
    "<option value=s>Status</select></label><table id=list></table><script>const picked = async () => {{"
    "await fetch('?' + s.value); await new Promise(requestAnimationFrame); {adds}; s.selectedIndex = 0 }}</script>"
)
_ROW = (
    "list.insertRow().insertCell().innerHTML = `<input type=checkbox checked> ${s.selectedOptions[0].text}`"
)


@pytest.mark.parametrize(("adds", "took"), [(_ROW, True), ("0", False)])
async def test_a_list_that_asks_its_server_first(lent_page: Page, site: Site, adds: str, took: bool) -> None:
    site.route("/adding", _LATER.format(adds=adds))
    await lent_page.goto(site.url("adding"))
    await lent_page.observe()
    result = await lent_page.select('combobox "Add"', "Status")
    assert result.success is took, result.message
    if took:
        assert "it took 'Status' and is back at its first option" in result.message


_WRITES = (
    "<label>Tags <input id=tags></label><label>Add <select onchange='picked(this)'><option value=0>Existing tags"
    "<option value=1>spade<option value=2>urgent</select></label><script>const picked = (list) => {{"
    "{script}; list.selectedIndex = 0 }}</script>"
)


@pytest.mark.parametrize(
    ("script", "took"),
    [("tags.value += list.selectedOptions[0].text", True), ("tags.value += 'other'", False)],
)
async def test_a_list_that_writes_the_option_into_a_field_took_it(
    lent_page: Page, site: Site, script: str, took: bool
) -> None:
    site.route("/adding", _WRITES.format(script=script))
    await lent_page.goto(site.url("adding"))
    await lent_page.observe()
    result = await lent_page.select('combobox "Add"', "urgent")
    assert result.success is took, result.message
    assert ("it took 'urgent' and is back at its first option" in result.message) is took
