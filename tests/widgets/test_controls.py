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


async def test_sliders_are_filled(lab: Lab) -> None:
    """Hidden range inputs, and thumbs that take keys only."""
    for page, single, pair in (
        ("mui", "level", "range"),
        ("antd", "level", "range"),
        ("unstyled", "level", ""),
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
