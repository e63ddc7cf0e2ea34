"""Groups of check boxes and radio buttons as fields of a form, by their name or by the text before them."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-06", "VD-09")]

FORM = """<div role=group aria-labelledby=l><label id=l>Products<br><span>Optional</span></label>
<input type=search placeholder='Search query'><div><label><input type=checkbox name=p value=vip> VIP</label></div>
<div><label><input type=checkbox name=p value=student checked> Student</label></div></div>
<div><label>Form Factor</label><div><label><input type=radio name=f value=box checked> Rectangular</label>
<label><input type=radio name=f value=round> Circular</label></div></div>
<div><span>Tags:</span><div><div><label><input type=checkbox value=one checked> One</label></div>
<div><label><input type=checkbox value=two> Two</label></div></div></div>
<div><span>Address</span><div><input aria-label=Street>
<label><input type=checkbox value=home> Home</label><label><input type=checkbox value=work> Work</label></div></div>
<label for=d>Description<br><span>(optional)</span></label><textarea id=d></textarea>"""
HELD = "[...document.querySelectorAll(':checked')].map(one => one.value)"


async def test_a_form_is_filled_by_the_names_of_its_groups(bench: Bench) -> None:
    await bench.show(FORM)
    result = await bench.page.fill_form(
        {"Products": ["VIP"], "Form Factor": "Circular", "Tags": ["Two"], "Description": "Round"}
    )
    assert result.success, result.message
    assert await bench.run(f"[{HELD}, d.value]") == [["vip", "round", "two"], "Round"]


async def test_a_group_is_chosen_from_by_its_name(bench: Bench) -> None:
    await bench.show(FORM)
    for name in ('group "Products"', 'group "Products Optional"', 'field "Products"'):
        assert (await bench.page.select(name, "VIP", "Student")).success
    assert (await bench.page.select('radiogroup "Form Factor"', "Circular")).success
    assert await bench.run(HELD) == ["vip", "student", "round", "one"]


async def test_a_text_before_other_fields_too_is_no_name_of_choices(bench: Bench) -> None:
    await bench.show(FORM)
    result = await bench.page.fill_form({"Address": ["Home"]})
    assert result.error is not None
    assert result.error.code == "not_found"
    assert await bench.run(HELD) == ["student", "box", "one"]


HELPED = """<div><label>File Versioning</label> <a href='#h'>Help</a> <select><option>None<option>Simple</select></div>
<div><label for=n>Name</label> <a href='#h'>Help</a> <select><option>One<option>Two</select><input id=n></div>"""


async def test_a_link_between_a_label_and_its_field_takes_no_name_away(bench: Bench) -> None:
    await bench.show(HELPED)
    assert (await bench.page.select('combobox "File Versioning"', "Simple")).success
    other = await bench.page.select('combobox "Name"', "Two")
    assert not other.success
    assert await bench.run("[...document.querySelectorAll('select')].map(one => one.value)") == [
        "Simple",
        "One",
    ]


@pytest.mark.req("SX-07")
async def test_a_doubled_id_takes_no_label_from_the_control_that_it_is_around(bench: Bench) -> None:
    await bench.show(
        "".join(
            f"<p>{page} <label for=p0><input type=radio id=p0 name={page} value=0> None</label> "
            f"<label for=p1><input type=radio id=p1 name={page} value=1> Read</label></p>"
            for page in ("all", "start")
        )
    )
    view = await bench.page.observe()
    radios = [node for node in view.snapshot.nodes() if node.role == "radio"]
    assert [node.name for node in radios] == ["None", "Read", "None", "Read"]
    result = await bench.page.select(radios[2].ref, "Read")
    assert result.success, result.message
    assert await bench.run(
        "[...document.querySelectorAll('input:checked')].map(one => one.name + one.value)"
    ) == ["start1"]
