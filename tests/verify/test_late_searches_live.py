"""What a page searches by itself, some time after a text was entered, is in the answer (RA-02)."""

from __future__ import annotations

import time

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-02", "EX-02")]

PAGE = """<main style="padding: 40px"><div id=box style="height: 32px">%s</div>
<ul id=list><li>Apple<li>Banana</ul></main>
<script>
const field = box.querySelector("input"), every = ["Apple", "Banana"];
const search = async () => {
  %s
  list.innerHTML = every.filter(one => one.toLowerCase().includes(field.value))
    .map(one => `<li>${one} found`).join("");
};
let timer = 0;
field.oninput = () => {
  if (!box.querySelector("button")) box.insertAdjacentHTML("beforeend", "<button>Empty</button>");
  clearTimeout(timer);
  timer = setTimeout(search, 500);
};
</script>"""
FIELDS = {
    "a placeholder": "<input placeholder='Search fruit'>",
    "a type": "<input type=search aria-label=Fruit>",
    "a label": "<label>Filter by fruit <input></label>",
    "a name": "<input aria-label=Fruit name=fruitSearch>",
    "a region": "<search><input aria-label=Fruit></search>",
    "another language": "<input placeholder='Obst suchen'>",
}


@pytest.mark.parametrize("kind", FIELDS)
async def test_the_results_of_a_late_search_are_told(stage: Stage, kind: str) -> None:
    await stage.show(PAGE % (FIELDS[kind], ""))
    snapshot = await stage.page.snapshot()
    [field] = snapshot.find(role="searchbox") or snapshot.find(role="textbox")
    result = await stage.page.fill(field.ref, "ban")
    assert result.success
    assert result.observation is not None
    assert "Banana found" in result.observation.text


async def test_the_results_that_a_late_search_fetches_are_told(stage: Stage) -> None:
    await stage.show(PAGE % (FIELDS["a placeholder"], "await (await fetch('/')).text();"))
    result = await stage.page.type(await stage.ref("Search fruit"), "ban")
    assert result.success
    assert result.observation is not None
    assert "Banana found" in result.observation.text


async def test_the_results_of_a_form_for_searches_are_told(stage: Stage) -> None:
    await stage.show(PAGE % (FIELDS["a placeholder"], ""))
    result = await stage.page.fill_form({"Search fruit": "ban"})
    assert result.success
    assert result.observation is not None
    assert "Banana found" in result.observation.text


async def test_other_fields_are_not_waited_for(stage: Stage) -> None:
    await stage.show(PAGE % ("<input aria-label='Research topic'>", ""))
    before = time.monotonic()
    result = await stage.page.fill(await stage.ref("Research topic"), "ban")
    assert time.monotonic() - before < 0.5
    assert result.observation is not None
    assert "found" not in result.observation.text


async def test_a_search_that_has_shown_its_results_is_not_waited_for(stage: Stage) -> None:
    await stage.show(PAGE.replace("500", "20") % (FIELDS["a placeholder"], ""))
    before = time.monotonic()
    result = await stage.page.fill(await stage.ref("Search fruit"), "ban")
    assert time.monotonic() - before < 0.6
    assert result.observation is not None
    assert "Banana found" in result.observation.text
