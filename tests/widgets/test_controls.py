"""What libraries draw in place of a control is one control with one ref: shown, named, driven."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-05")]


async def shown(lab: Lab) -> list[tuple[str, str]]:
    """Role and name of every control, as a reader of the page finds them."""
    return [(node.role, node.name.rstrip(":")) for node in (await lab.page.snapshot()).interactive()]


async def test_a_drawn_box_and_the_control_behind_it_are_one(lab: Lab) -> None:
    await lab.show("mui")
    controls = await shown(lab)
    for control in [("checkbox", "I agree"), ("switch", "Live"), ("radio", "Free"), ("radio", "Paid")]:
        assert controls.count(control) == 1
    for name in ("Level", "Minimum", "Maximum"):
        assert controls.count(("slider", name)) == 1
    assert ("", "") not in controls
    assert (await lab.call("fill", ref=await lab.ref("I agree", "checkbox"), text="true")).success
    assert (await lab.page.check(await lab.ref("Live", "switch"))).success
    assert (await lab.page.check(await lab.ref("Paid", "radio"))).success
    assert (await lab.page.check(await lab.ref("4 Stars", "radio"))).success
    held = await lab.holds()
    assert (held["agree"], held["live"], held["plan"], held["stars"]) == (True, True, "paid", 4)


async def test_the_stars_of_a_rating_are_numbered_radio_buttons(lab: Lab) -> None:
    for page, name in (("antd", "star 4 of 5"), ("vuetify", "Rating 4 of 5")):
        await lab.show(page)
        stars = [control for control in await shown(lab) if name[:4] in control[1]]
        assert [role for role, _ in stars] == ["radio"] * 5, page
        chosen = await lab.page.check(await lab.ref(name, "radio"))
        assert chosen.success, (page, chosen.message)
        assert await lab.holds("stars") == 4, page


async def test_sliders_are_filled(lab: Lab) -> None:
    """Hidden range inputs, and thumbs that take keys only."""
    for page, single, pair in (
        ("mui", "level", "range"),
        ("antd", "level", "range"),
        ("unstyled", "level", ""),
        ("react-aria", "level", ""),
    ):
        await lab.show(page)
        done = await lab.call("fill", ref=await lab.ref("Level", "slider"), text="45")
        assert done.success, (page, done.message)
        held = await lab.holds(single)
        assert held in (45, [45]), page
        if pair:
            done = await lab.page.fill(await lab.ref("Maximum", "slider"), "33")
            assert done.success, (page, done.message)
            assert await lab.holds(pair) == [20, 33], page


async def test_a_thumb_is_dragged_to_what_lies_between_the_steps_of_its_keys(lab: Lab) -> None:
    await lab.show("checked-lists")
    for name, text, held in (("Least", "35", [35, 80]), ("Most", "64", [35, 64])):
        done = await lab.call("fill", ref=await lab.ref(name, "slider"), text=text)
        assert done.success, done.message
        assert await lab.holds("price") == held


async def test_dates_made_of_parts_are_filled(lab: Lab) -> None:
    """MUI draws month, day and year as spin buttons; the field itself is hidden."""
    await lab.show("mui")
    done = await lab.call("fill", ref=await lab.ref("Day", "textbox"), text="2026-03-19")
    assert done.success, done.message
    assert "the page says" not in done.message, "while the year was typed, the field was marked as an error"
    assert str(await lab.holds("day")).startswith("2026-03-19")
    reported = str(await lab.page.observe())
    assert 'textbox Day ="03/19/2026"]' in reported
    assert 'spinbutton Month ="03"' in reported
    assert "clickable" not in reported
    done = await lab.page.fill(await lab.ref("Time", "textbox"), "14:30")
    assert done.success, done.message
    assert str(await lab.holds("time")).endswith("14:30")
    month = next(node for node in (await lab.page.snapshot()).interactive() if node.name == "Month")
    assert (await lab.page.fill(month.ref, "4")).success
    assert str(await lab.holds("day")).startswith("2026-04-19")
    refused = await lab.page.fill(await lab.ref("Day", "textbox"), "next week")
    assert not refused.success
    assert refused.error is not None
    assert "YYYY-MM-DD" in refused.error.hint


async def test_no_field_is_covered_by_its_own_label_or_value(lab: Lab) -> None:
    for page in (
        "antd-selects",
        "element-plus-selects",
        "vuetify-selects",
        "react-select",
        "primevue-selects",
    ):
        await lab.show(page)
        snapshot = await lab.page.snapshot()
        fields = [node for node in snapshot.interactive() if node.role == "combobox"]
        assert len(fields) >= 8, page
        assert [node.name for node in fields if node.covered_by is not None] == [], page
        assert "+secret" not in str(await lab.page.observe()), page


async def test_the_label_in_a_field_is_pressed_through(lab: Lab) -> None:
    await lab.show("vuetify-selects")
    done = await lab.page.click(await lab.ref("Colour", "combobox"))
    assert done.success, done.message
    assert "Green" in str(await lab.page.observe())


async def test_a_date_goes_through_the_calendar_of_a_field_that_takes_no_keys(lab: Lab) -> None:
    await lab.show("vuetify-selects")
    month = await lab.eval("new Date(Date.now() + 40 * 864e5).toISOString().slice(0, 8)")
    result = await lab.page.fill_form({await lab.ref("Day", "textbox"): f"{month}15"})
    assert result.success, result.message
    assert (await lab.holds("day"), await lab.holds("opened")) == (f"{month}15", False)


@pytest.mark.parametrize("page", ["mui", "vuetify", "element-plus", "primevue", "quasar"])
async def test_the_controls_of_a_component_library(lab: Lab, page: str) -> None:
    """A form, a menu and a dialog, each control shown once, driven and judged by what the application holds."""
    await lab.show(page)
    snapshot = await lab.page.snapshot()
    assert [node.name for node in snapshot.interactive() if node.covered_by is not None] == []
    assert (await lab.call("fill", ref=await lab.ref("Name", "textbox"), text="Ada")).success
    assert (await lab.call("fill", ref=await lab.ref("I agree", "checkbox"), text="true")).success
    for _ in range(2):  # the second finds it on, and presses nothing
        assert (await lab.page.check(await lab.ref("Live", "switch", "checkbox"))).success
    assert (await lab.page.check(await lab.ref("Paid", "radio"))).success
    slider = next(node for node in (await lab.page.snapshot()).interactive() if node.role == "slider")
    assert slider.name == "Level"
    assert (await lab.page.fill(slider.ref, "55")).success
    held = await lab.holds()
    assert (held["name"], held["agree"], held["live"], held["plan"]) == ("Ada", True, True, "paid")
    assert held["level"] == 55
    names = {"mui": "MORE", "quasar": 'Expand "Account"'}
    opened = await lab.call("click", ref=await lab.ref(names.get(page, "Account"), "button"))
    assert "Sign out" in str(opened.observation)
    items = [
        node for node in (await lab.page.snapshot()).interactive() if node.role in ("menuitem", "listitem")
    ]
    assert (await lab.call("click", ref=items[-1].ref)).success
    assert await lab.holds("last") == "Sign out"
    dialog = await lab.call("click", ref=await lab.ref("Edit" if page != "mui" else "EDIT", "button"))
    assert "Edit the title" in str(dialog.observation)
    assert (await lab.page.fill(await lab.ref("Title", "textbox"), "Report")).success
    save = "SAVE" if page in ("mui", "quasar") else "Save"
    assert (await lab.call("click", ref=await lab.ref(save, "button"))).success
    assert (await lab.holds())["saved" if page == "mui" else "title"] == "Report"


async def test_a_grid_on_a_canvas_is_read_and_edited(lab: Lab) -> None:
    await lab.show("react-aria")
    await lab.page.wait_for(text="Washer")
    nodes = list((await lab.page.snapshot()).interactive())
    layer = next(
        node for node in nodes if node.role != "canvas" and not node.name
    )  # takes the canvas's clicks
    lines = (await lab.page.observe()).text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.endswith("Part | Quantity"))
    assert lines[at + 1 : at + 4] == ["Bolt | 10", "Nut | 20", "Washer | 7"]
    assert (await lab.page.click(layer.ref, position=(60, 55))).success
    assert (await lab.page.type(None, "Screw")).success
    done = await lab.page.press(["Enter"])
    assert done.success
    assert await lab.holds("rows") == [["Screw", 10], ["Nut", 20], ["Washer", 7]]
    await lab.page.wait_for(text="Screw")  # the grid describes itself a moment after it is drawn
    assert "Screw | 10" in (await lab.page.observe()).text
    assert (await lab.page.click(layer.ref, position=(150, 55), count=2)).success
    done = await lab.page.type(None, "350", clear=True, enter=True)  # Enter in the frame of the text lost it
    assert done.success
    assert (await lab.holds("rows"))[0] == ["Screw", 350]


async def test_cells_that_a_canvas_draws_are_filled(lab: Lab) -> None:
    """The grid of Streamlit and marimo holds its cells in the canvas, for the keys and for readers of the screen."""
    await lab.show("react-aria")
    await lab.page.wait_for(text="Washer")
    for target, text in (('cell "20"', "77"), ('gridcell "Washer"', "Disc"), ('cell "Bolt"', "Rod")):
        done = await lab.page.fill(target, text)
        assert done.success, done.message
        assert f"holds '{text}'" in done.message
    assert await lab.holds("rows") == [["Rod", 10], ["Nut", 77], ["Disc", 7]]
    refused = await lab.page.fill('cell "10"', "many")
    assert refused.error is not None
    assert refused.error.code == "not_editable"
    assert "instead" in refused.message
    assert await lab.holds("rows") == [["Rod", 10], ["Nut", 77], ["Disc", 7]]
    done = await lab.page.fill_form({'cell "10"': "11", 'cell "7"': "8"})
    assert done.success, done.message
    assert await lab.holds("rows") == [["Rod", 11], ["Nut", 77], ["Disc", 8]]


async def test_a_form_fills_a_field_without_keys_from_its_list(lab: Lab) -> None:
    """The field of a cascade is read-only, and only its pointer says that it opens one."""
    await lab.show("element-plus-selects")
    done = await lab.page.fill_form({await lab.ref("Path"): "Jiangsu/Nanjing/Xuanwu Lake"})
    assert done.success, done.message
    assert await lab.holds("path") == ["js", "nj", "xw"]


async def test_a_thumb_that_a_style_sheet_draws_is_a_slider(lab: Lab) -> None:
    """React Suite's handles have no size: `::before` draws them, and the range in them repeats what they hold."""
    await lab.show("rsuite")
    controls = [control for control in await shown(lab) if control[0] == "slider"]
    assert controls == [("slider", "Level"), ("slider", "Range"), ("slider", "Range")]
    thumbs = [node.ref for node in (await lab.page.snapshot()).interactive() if node.role == "slider"]
    for ref, value in zip(thumbs, ("45", "5", "70"), strict=True):
        done = await lab.page.fill(ref, value)
        assert done.success, done.message
    assert (await lab.holds("level"), await lab.holds("range")) == (45, [5, 70])
    for done in (
        await lab.page.click(thumbs[0]),
        await lab.page.drag(thumbs[0], thumbs[0], position=(56, 6)),
    ):
        assert done.success, done.message
    assert await lab.holds("level") > 50


async def test_a_date_that_is_drawn_again_after_each_key_is_typed(lab: Lab) -> None:
    await lab.show("rsuite")
    for name, key in (("Day", "day"), ("Since", "since")):
        for value in ("2026-12-24", "2027-01-05"):
            done = await lab.page.fill(await lab.ref(name, "textbox"), value)
            assert done.success, (name, done.message)
            assert await lab.holds(key) == value


async def test_a_day_and_the_box_in_its_cell_are_one(lab: Lab) -> None:
    await lab.show("rsuite")
    await lab.page.click(await lab.ref("Day", "textbox"))
    days = [control for control in await shown(lab) if control[0] == "gridcell"]
    assert len(days) >= 28
    assert not [control for control in await shown(lab) if control[1].isdigit()]
    [tenth] = [name for _, name in days if name.startswith("10 ")]
    done = await lab.page.click(await lab.ref(tenth, "gridcell"))
    assert done.success, done.message
    assert (await lab.holds("day")).endswith("-10")


async def test_what_finds_a_choice_in_a_list_is_no_field_of_its_own(lab: Lab) -> None:
    """The hint of an empty list is not its value, and its value is there once."""
    await lab.show("rsuite")
    before = (await lab.page.observe()).text
    assert "combobox Tags +collapsed] Select" in before
    assert "under:" not in before
    assert ("textbox", "") not in await shown(lab)
    done = await lab.page.select(await lab.ref("Person"), "Mira Lang")
    assert done.success, done.message
    assert (await lab.page.observe()).text.count("Mira Lang") == 1


async def test_fields_that_read_keys_or_a_calendar_only_are_filled(lab: Lab) -> None:
    """PrimeReact's amounts and masks take no inserted text; its date wants an order that nothing on the page shows."""
    await lab.show("primereact")
    for name, value, key, held in (
        ("Amount", "12,5", "amount", None),
        ("Phone", "0301234567", "phone", "(030) 123-4567"),
        ("Day", "2026-12-25", "day", "2026-12-25"),
        ("Day", "2027-02-03", "day", "2027-2-3"),
    ):
        done = await lab.page.fill(await lab.ref(name), value)
        assert done.success, (name, done.message)
        assert held is None or await lab.holds(key) == held, name
    await lab.page.press("Tab", await lab.ref("Amount"))
    assert await lab.holds("amount") == 12.5
    assert [one for one in await shown(lab) if one[1] == "Live"] == [("switch", "Live")]


async def test_a_code_of_one_character_a_field_is_entered_whole(lab: Lab) -> None:
    """Chakra's pins spread an inserted text by themselves; each of their fields holds one character."""
    await lab.show("chakra")
    assert ("textbox", "Code") not in await shown(lab), "the input that nobody sees nor reaches"
    for name, key in (("Code 1", "code"), ("Hidden 1", "hidden")):
        for enter, text in (("fill", "1234"), ("type", "5678"), ("fill", "90-12")):
            done = await getattr(lab.page, enter)(await lab.ref(name, "textbox"), text)
            assert done.success, (name, text, done.message)
            assert await lab.holds(key) == list(text.replace("-", ""))
    done = await lab.page.fill(await lab.ref("Code 3", "textbox"), "777")
    assert not done.success, "there are two fields from there on"


async def test_areas_to_touch_are_no_controls(lab: Lab) -> None:
    """Angular Material lays an empty box that listens over a list's field, and one around a check box and its label."""
    await lab.show("angular")
    controls = await shown(lab)
    assert [one for one in controls if one[1] == "I agree"] == [("checkbox", "I agree")]
    assert not [one for one in controls if one[0] == "clickable"]
    assert "under:" not in (await lab.page.observe()).text
    done = await lab.page.check(await lab.ref("I agree", "checkbox"))
    assert done.success, done.message
    assert await lab.holds("agree") is True


async def test_a_snackbar_holds_nothing_of_the_page_back(lab: Lab) -> None:
    """Angular Material shows it as a popover; the list of a field in the dialog before it announces nothing."""
    await lab.show("angular")
    await lab.page.click(await lab.ref("Add note", "button"))
    await lab.page.fill('textbox "Note"', "Hello")
    saved = await lab.page.click('button "Save"')
    assert saved.success, saved.message
    assert saved.observation is not None
    assert "beneath" not in saved.observation.text
    later = await lab.page.observe()
    assert "Note saved" in saved.observation.text + later.text
    assert "beneath" not in later.text
    assert await lab.holds("note") == "Hello"
