"""Quasar's slider with two handles, and its calendar of several days: what they hold, by their drawing alone."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]


async def test_each_handle_of_a_slider_is_filled(lab: Lab) -> None:
    """The slider around them says both values as one text."""
    await lab.show("quasar-range")
    controls = (await lab.page.snapshot()).interactive()
    slider = next(node for node in controls if node.role == "slider")
    low, high = (node.ref for node in controls if "q-slider__thumb" in node.attributes.get("class", ""))
    whole = await lab.page.fill(slider.ref, "8")
    assert not whole.success
    assert whole.error is not None
    assert (whole.error.code, "handles" in whole.error.hint) == ("not_editable", True)
    for ref, value, held in ((low, "8", [8, 21]), (high, "22", [8, 22])):
        done = await lab.page.fill(ref, value)
        assert done.success, done.message
        opens = await lab.holds("open")
        assert [opens["min"], opens["max"]] == held


@pytest.mark.req("VD-05")
async def test_every_chosen_day_is_selected(lab: Lab) -> None:
    await lab.show("quasar-range")
    for day in ("25", "27"):
        await lab.page.click(await lab.ref(day, "button"))
    chosen = [n.name for n in (await lab.page.snapshot()).interactive() if "selected" in n.states]
    assert chosen == ["24", "25", "27"]
    assert await lab.holds("days") == ["2026/12/24", "2026/12/25", "2026/12/27"]


@pytest.mark.parametrize("library", ["mui", "antd"])
async def test_a_handle_does_not_pass_the_other_one(lab: Lab, library: str) -> None:
    """It would swap with it: the value asked for would be that of the other handle."""
    await lab.show(library)
    before = await lab.holds("range")
    for name, value in (("Maximum", before[0] - 10), ("Minimum", before[1] + 10)):
        done = await lab.page.fill(await lab.ref(name, "slider"), str(value))
        assert done.error is not None
        assert (done.error.code, "pass another handle" in done.message) == ("not_editable", True)
    assert await lab.holds("range") == before
    for name, value, held in (("Maximum", 70, [before[0], 70]), ("Minimum", 70, [70, 70])):
        done = await lab.page.fill(await lab.ref(name, "slider"), str(value))
        assert done.success, done.message
        assert await lab.holds("range") == held


async def test_a_form_fills_both_handles_in_any_order(lab: Lab) -> None:
    await lab.show("mui")
    fields = {await lab.ref(name, "slider"): value for name, value in (("Minimum", "60"), ("Maximum", "90"))}
    done = await lab.page.fill_form(fields)
    assert done.success, done.message
    assert await lab.holds("range") == [60, 90]
