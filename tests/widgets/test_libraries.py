"""Calendars, maps, canvases, endless rows, unstyled controls, grids: shown, driven, judged by what the page holds."""

from __future__ import annotations

import re

import pytest

from cdp_engine.views import Replay
from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-05")]


async def clicked(lab: Lab, name: str, *roles: str) -> str:
    """Click a control as a model does; the answer's text."""
    done = await lab.call("click", ref=await lab.ref(name, *roles))
    assert done.success, (name, done.message)
    return str(done.observation or "")


async def pressed(lab: Lab, name: str) -> str:
    """Click a control that the view names so; the answer's text."""
    done = await lab.call("click", ref=name)
    assert done.success, (name, done.message)
    return str(done.observation or "")


async def test_calendars(lab: Lab) -> None:
    """flatpickr and FullCalendar."""
    await lab.show("calendars")
    opened = await clicked(lab, "Day", "textbox")
    assert "March" in opened
    await clicked(lab, "March 19, 2026", "clickable", "")
    assert await lab.holds("day") == "2026-03-19"
    await clicked(lab, "Period", "textbox")
    month = await lab.call("select", ref='combobox "Month"', values="May")
    assert month.success, month.message
    await pressed(lab, 'text "May 3, 2026"')
    await pressed(lab, 'clickable "May 9, 2026"')
    assert await lab.holds("period") == "2026-05-03 to 2026-05-09"
    shown = str(await lab.page.observe())
    assert "March 2026" in shown
    assert "Review" in shown
    await clicked(lab, "Review", "", "clickable", "link")
    assert await lab.holds("events") == ["Review"]
    reported = await clicked(lab, "Next month", "button")
    assert "April 2026" in reported
    assert await lab.holds("view") == "April 2026"
    await clicked(lab, "Previous month", "button")
    launch = await lab.ref("Launch", "", "clickable", "link")
    there = next(
        node for node in (await lab.page.snapshot()).nodes() if node.attribute("data-date") == "2026-03-25"
    )
    moved = await lab.page.drag(launch, there.ref)
    assert moved.success, moved.message
    assert await lab.holds("moved") == ["Launch", "2026-03-25"]


PLAIN_DATES = {"Air day": "air", "Air day that stays": "stays", "Bootstrap day": "day", "jQuery day": "ui"}
"""The fields of the page `plain-dates` by their labels. The last is the last of the page: Tab enters its calendar."""


@pytest.mark.parametrize("name", PLAIN_DATES)
async def test_typed_dates_reach_the_calendar(lab: Lab, name: str) -> None:
    """air-datepicker reads no typed text, daterangepicker does with each key, jQuery UI as well."""
    await lab.show("plain-dates")
    for date in ("2026-12-24", "2026-10-03"):
        done = await lab.call("fill", ref=await lab.ref(name, "textbox"), text=date)
        assert done.success, done.message
        assert await lab.holds(PLAIN_DATES[name]) == date
    assert (await lab.page.evaluate("document.getElementById('ui').value")) in ("", "2026-10-03")


async def test_a_form_of_typed_dates_reaches_the_calendars(lab: Lab) -> None:
    await lab.show("plain-dates")
    dates = {name: f"2026-12-1{at}" for at, name in enumerate([*PLAIN_DATES, "Bootstrap day, empty"])}
    done = await lab.page.fill_form({await lab.ref(name, "textbox"): date for name, date in dates.items()})
    assert done.success, done.message
    assert [await lab.holds(PLAIN_DATES.get(name, "kept")) for name in dates] == list(dates.values())


async def test_maps_and_canvases(lab: Lab) -> None:
    """Leaflet and Fabric."""
    await lab.show("drawings")
    reported = await clicked(lab, "Zurich", "button")
    assert "Zurich is a city" in reported
    assert await lab.holds("opened") == "Zurich is a city"
    before = await lab.holds("zoom")
    await clicked(lab, "Zoom in", "button")
    assert await lab.holds("zoom") == before + 1
    assert (await lab.call("click", ref=await lab.ref("map", "clickable", ""), position=[400, 60])).success
    assert await lab.holds("clicked") == [400, 60]
    snapshot = await lab.page.snapshot()
    board = next(node for node in snapshot.interactive() if node.tag == "canvas")
    chosen = await lab.page.click(board.ref, position=(70, 70))
    assert chosen.success, chosen.message
    assert await lab.holds("chosen") == "teal"
    assert "teal is chosen" in str(chosen.observation)


async def test_endless_rows(lab: Lab) -> None:
    """TanStack Virtual: rows that exist only while they are shown."""
    await lab.show("rows")
    shown = str(await lab.page.observe())
    assert "Person 3 | 34" in shown
    reported = await clicked(lab, "Age", "button")
    assert await lab.holds("sort") == "ascending"
    assert "| 20 |" in reported
    assert "+ascending" in reported or "ascending" in str(await lab.page.observe())
    scrolled = await lab.call("scroll", until_text="Person 451")
    assert scrolled.success, scrolled.message
    assert "Person 451 |" in str(await lab.page.observe())
    found = await lab.box.call("find", {"text": "person 703"})
    assert "after scrolling" in found.text
    assert "Person 703" in found.text


async def test_unstyled_controls(lab: Lab) -> None:
    """Radix and Headless UI."""
    await lab.show("unstyled")
    for name, key in (("I agree", "agree"), ("Subscribe", "hagree")):
        assert (await lab.page.check(await lab.ref(name, "checkbox"))).success
        assert await lab.holds(key) is True, name
    for name, key in (("Live", "live"), ("Alerts", "hlive")):
        assert (await lab.page.check(await lab.ref(name, "switch"))).success
        assert await lab.holds(key) is True, name
    for name, key, held in (("paid", "plan", "paid"), ("Team tier", "hplan", "Team")):
        assert (await lab.page.check(await lab.ref(name, "radio"))).success
        assert await lab.holds(key) == held
    assert "Second part" in await clicked(lab, "Two", "tab")
    assert "Hidden so far" in await clicked(lab, "Details", "button")
    assert "Sign out" in await clicked(lab, "Account", "button")
    await clicked(lab, "Sign out", "menuitem")
    assert await lab.holds("last") == "Sign out"
    await clicked(lab, "More", "button")
    await clicked(lab, "Archive", "menuitem")
    assert await lab.holds("last") == "Archive"
    assert "Small print" in await clicked(lab, "Terms", "button")
    await clicked(lab, "Bold", "button")
    assert await lab.holds("bold") is True
    assert "Edit the title" in await clicked(lab, "Edit", "button")
    assert (await lab.call("fill", ref=await lab.ref("Title", "textbox"), text="Report")).success
    await clicked(lab, "Save", "button")
    assert await lab.holds("saved") == "Report"


async def test_the_documentation_of_an_interface(lab: Lab) -> None:
    """Swagger UI, its controls named as they are shown: a key, the parameters of a request, its answer."""
    remove = lab.site.route("/shop/pets", '{"found": 5}')
    await lab.show("swagger")
    assert "Available authorizations" in await pressed(lab, 'button "Authorize"')
    assert (await lab.call("fill", ref='textbox "Value"', text="a key of ours")).success
    asked = (await lab.page.snapshot()).find(role="button", name="Authorize")
    assert (await lab.page.click(asked[-1].ref)).success
    await pressed(lab, 'button "Close"')
    listed = await pressed(lab, 'button "GET /pets List pets"')
    assert "Available values : up, down" in listed
    assert "400 | Error: no such limit" in listed
    await pressed(lab, 'button "Try it out"')
    limit = await lab.call("fill", ref='textbox "limit"', text="5")
    assert limit.success, limit.message
    for node in (await lab.page.snapshot()).interactive():
        if node.role in ("combobox", "listbox") and node.name != "Servers":
            chosen = await lab.call(
                "select", ref=node.ref, values=["up"] if node.role == "combobox" else ["cat", "fish"]
            )
            assert chosen.success, chosen.message
    answered = await lab.call("click", ref='button "Execute"')
    assert answered.success, answered.message
    await lab.page.wait_for(text="Response headers")
    assert '{"found": 5}' in str(await lab.page.observe())
    assert await lab.holds("sent") == [
        ["GET", "/shop/pets?limit=5&sort=up&kinds=cat&kinds=fish", "a key of ours", ""]
    ]
    await pressed(lab, 'button "POST /pets Add a pet"')
    await lab.page.click((await lab.page.snapshot()).find(role="button", name="Try it out")[-1].ref)
    body = next(node for node in (await lab.page.snapshot()).interactive() if node.tag == "textarea")
    assert '"name": "Rex"' in (body.value or "")
    written = await lab.call("fill", ref=body.ref, text='{"name": "Ida"}')
    assert written.success, written.message
    sends = (await lab.page.snapshot()).find(role="button", name="Execute")
    assert (await lab.page.click(sends[-1].ref)).success
    assert (await lab.holds("sent"))[-1] == ["POST", "/shop/pets", "a key of ours", '{"name": "Ida"}']
    remove()


async def test_the_rows_of_a_grid_are_in_the_order_of_the_screen(lab: Lab) -> None:
    """AG Grid moves its rows by transforms and numbers them; the document keeps the order in which they were made."""
    await lab.show("grid")
    first = await lab.page.observe()
    replay = Replay()
    replay.take("full", first.text)
    await clicked(lab, "Price", "clickable", "", "columnheader")
    now = await lab.page.observe(since=first.snapshot.version)
    replay.take(now.kind, now.text)
    assert replay.lines == now.snapshot.render().split("\n")
    assert "Price] +ascending" in replay.text
    prices = [
        int(price)
        for price in re.findall(r"gridcell Make \d\] \| \[e\d+ (\d+)\]$", replay.text, re.MULTILINE)
    ]
    assert prices == [10, 20, 30, 40, 50, 70, 80, 90]
    boxes = [
        node
        for node in now.snapshot.interactive()
        if node.role == "checkbox" and "row selection" in node.name
    ]
    assert (await lab.page.check(boxes[0].ref)).success
    assert await lab.holds("chosen") == ["Make 1"]
    assert "Contains" in await clicked(lab, "filter Make", "clickable", "")


@pytest.mark.req("EX-06")
async def test_one_pickers_buttons_are_not_the_next_ones(lab: Lab) -> None:
    """MUI: two date pickers and two time pickers, opened one after the other."""
    await lab.show("pickers")
    await lab.page.observe()
    openers = [
        node.ref
        for node in (await lab.page.snapshot()).interactive()
        if node.role == "button" and node.name.startswith("Choose")
    ]
    for first, second, name in ((0, 1, "19"), (2, 3, "OK")):
        for closes in (True, False):
            opened = await lab.page.click(openers[first])
            assert " ago" not in str(opened.observation)
            old = await lab.ref(name, "gridcell", "button")
            if closes:
                await lab.page.press("Escape")
            assert (await lab.page.click(openers[second])).success
            pressed = await lab.page.click(old)
            assert not pressed.success, pressed.message
            await lab.page.press("Escape")
    assert set((await lab.holds()).values()) == {None}


async def test_sorted_boards(lab: Lab) -> None:
    """SortableJS, by the browser's own drags and by the pointer: it ignores a drag over it while it makes room."""
    for query in ("", "?fallback"):
        await lab.page.goto(lab.site.url(f"widgets/boards.html{query}"))
        snapshot = await lab.page.snapshot()
        grips = {node.name: node.ref for node in snapshot.interactive() if len(node.name) == 1}
        assert set(grips) == set("SLCD"), grips
        last = [node.ref for node in snapshot.interactive() if node.name == "D"][-1]
        moved = await lab.page.drag(grips["S"], last)
        assert moved.success, moved.message
        held = await lab.holds()
        assert (sorted(held["Done"]), held["Doing"]) == (["Domain", "Spec"], ["Logo"]), (query, held)


async def test_products(lab: Lab) -> None:
    """Tabulator: cells between strips that resize columns, a filter that waits for a key, headers with fields."""
    await lab.show("products")
    shown = str(await lab.page.observe())
    assert "+under" not in shown
    assert shown.count("handle") <= 4
    assert "columnheader" in shown.split("searchbox", 1)[0]
    found = await lab.call("fill", ref=await lab.ref("Name", "searchbox"), text="Lamp")
    assert found.success
    assert [row[0] for row in await lab.holds("rows")] == ["Lamp 1", "Lamp 4", "Lamp 7", "Lamp 10"]
    assert "Chair 2" not in str(await lab.page.observe())
    cell = await lab.ref("Lamp 4", "gridcell")
    assert (await lab.call("click", ref=cell)).success
    assert (await lab.call("press", keys=["Control+a"])).success
    assert (await lab.call("type", text="Torch", enter=True)).success
    await lab.call("fill", ref=await lab.ref("Name", "searchbox"), text="Torch")
    assert await lab.holds("rows") == [["Torch", 26, True]]


async def test_lists_of_react_aria(lab: Lab) -> None:
    """A press in the exact middle of a row is a screen reader's for them, and would begin a drag by keys."""
    await lab.show("react-aria-lists")
    done = await lab.call("click", ref=await lab.ref("variables", "option"))
    assert done.success, done.message
    assert await lab.holds("picked") == "variables"
    source, end = await lab.ref("files", "option"), await lab.ref("packages", "option")
    done = await lab.call("drag", ref=source, to=end)
    assert done.success, done.message
    assert (await lab.holds("rows")).index("files") in (1, 2)
    assert await lab.eval("document.querySelectorAll('[role=option]').length") == 4
