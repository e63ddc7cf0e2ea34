"""Fields that suggest something by a `<datalist>`: shown like lists, chosen from, free for other text as well."""

from __future__ import annotations

import pytest

from cdp_engine.views import render
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live]

CITY = """<label>City <input id=city list=cities></label>
<datalist id=cities><option value='ny'>New York<option value='la' label='Los Angeles'><option value=Chicago>
<option disabled value=Rome></datalist>
<script>window.seen = []; for (const type of ['input', 'change']) city.addEventListener(type, () => seen.push(type))
</script>"""


@pytest.mark.req("VD-09")
@pytest.mark.parametrize(
    ("wish", "held"),
    [("New York", "ny"), ("Los Angeles", "la"), ("la", "la"), ("chicago", "Chicago"), (2, "Chicago")],
)
async def test_a_suggestion_is_entered_by_its_value(bench: Bench, wish: str | int, held: str) -> None:
    await bench.show(CITY)
    result = await bench.page.select(await bench.ref("#city"), wish)
    assert result.success, result.message
    assert f"it holds {held!r}" in result.message
    assert "typed as text" not in result.message
    assert await bench.run("[city.value, ...seen]") == [held, "input", "change"]


@pytest.mark.req("VD-06")
@pytest.mark.parametrize(
    ("text", "held"), [("Los Angeles", "la"), ("Chicago", "Chicago"), ("Paris", "Paris")]
)
async def test_a_form_enters_a_suggestion_by_its_label(bench: Bench, text: str, held: str) -> None:
    await bench.show(CITY)
    result = await bench.page.fill_form({"City": text})
    assert result.success, result.message
    assert await bench.run("city.value") == held


@pytest.mark.req("VD-09")
async def test_other_text_is_entered_as_text_and_said_to_be(bench: Bench) -> None:
    await bench.show(CITY)
    result = await bench.page.select(await bench.ref("#city"), "Paris")
    assert result.success, result.message
    assert "it holds 'Paris', typed as text" in result.message
    assert await bench.run("city.value") == "Paris"


@pytest.mark.req("VD-09")
async def test_a_field_that_cannot_be_used_is_refused(bench: Bench) -> None:
    await bench.show(CITY.replace("<input ", "<input disabled "))
    result = await bench.page.select(await bench.ref("#city"), "New York", timeout=0.5)
    assert not result.success
    assert "disabled" in result.message
    assert await bench.run("city.value") == ""


@pytest.mark.req("VD-09")
async def test_what_is_typed_may_bring_the_suggestions(bench: Bench) -> None:
    await bench.show(
        "<label>City <input id=city list=cities></label><datalist id=cities></datalist><script>city.oninput = () => {"
        "cities.innerHTML = city.value === 'Berlin' ? '<option value=b1>Berlin' : ''; };</script>"
    )
    result = await bench.page.select(await bench.ref("#city"), "Berlin")
    assert result.success, result.message
    assert await bench.run("city.value") == "b1"


@pytest.mark.req("SX-01")
async def test_what_a_field_suggests_is_in_the_view_and_in_the_difference(bench: Bench) -> None:
    rows = "".join(f"<p>Paragraph {number} of a longer page.</p>" for number in range(60))
    await bench.show(CITY + rows)
    view = await bench.page.observe()
    assert "combobox City of New York|Los Angeles|Chicago]" in view.text
    assert "Rome" not in view.text
    assert "New York" in str(render(view.snapshot, "tree"))
    await bench.run("cities.innerHTML = '<option value=Oslo>'")
    change = await bench.page.observe(since=view.version)
    assert change.kind == "delta"
    assert "combobox City of Oslo]" in change.text


@pytest.mark.req("SX-01")
async def test_ids_count_in_the_shadow_tree_of_the_field(bench: Bench) -> None:
    await bench.show(
        "<datalist id=kinds><option value=Outer></datalist><div id=host></div><input aria-label=Main list=kinds>"
        "<script>host.attachShadow({mode: 'closed'}).innerHTML = `<input aria-label=Inner list=kinds>"
        "<datalist id=kinds><option value=Nested></datalist>`;</script>"
    )
    view = await bench.page.observe()
    assert "combobox Inner of Nested]" in view.text
    assert "combobox Main of Outer]" in view.text
