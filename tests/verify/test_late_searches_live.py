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
WAITED, TRIES = 0.65, 6
"""The least seconds of an action that waited for a search, and how often one that need not is timed."""

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


async def shortest_fill(stage: Stage, page: str, name: str) -> float:
    """The seconds of the fastest of some fills: what is waited for takes its time in each of them."""
    took: list[float] = []
    while len(took) < TRIES and min(took, default=WAITED) >= WAITED:
        await stage.show(page)
        field = await stage.ref(name)
        before = time.monotonic()
        assert (await stage.page.fill(field, "ban")).success
        took.append(time.monotonic() - before)
    return min(took)


async def test_other_fields_are_not_waited_for(stage: Stage) -> None:
    page = PAGE % ("<input aria-label='Research topic'>", "")
    assert await shortest_fill(stage, page, "Research topic") < WAITED


async def test_a_search_that_has_shown_its_results_is_not_waited_for(stage: Stage) -> None:
    page = PAGE.replace("500", "20") % (FIELDS["a placeholder"], "")
    assert await shortest_fill(stage, page, "Search fruit") < WAITED
