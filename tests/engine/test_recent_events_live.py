"""What came and went is reported in every format, on the observation and in its text (SX-01, SX-08)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cdp_engine import Page
from cdp_engine.views import formats, token_counter
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-01", "SX-08")]

PAGE = """<!doctype html><meta charset=utf-8><title>Cart</title><button>Add</button>
<p id=inline role=alert></p><div id=toasts></div>
<script>
function toast(text, seconds) {
  const shown = Object.assign(document.createElement('div'), { role: 'status', textContent: text })
  toasts.append(shown)
  setTimeout(() => shown.remove(), seconds * 1000)
}
</script>"""
GONE = "new Promise(done => { toast('Item saved', 0.05); setTimeout(done, 300) })"


@pytest.fixture
def page(lent_page: Page) -> Page:
    """The module's page, as every test shows a page of its own first."""
    return lent_page


async def show(page: Page, site: Site) -> None:
    site.route("/engine/events", PAGE)
    await page.goto(site.url("engine/events"))


@pytest.mark.parametrize("format", formats())
async def test_a_toast_that_came_and_went_is_in_every_format(page: Page, site: Site, format: str) -> None:
    await show(page, site)
    first = await page.observe(format=format)
    assert (first.recent_events, first.has_errors, first.has_success) == ((), False, False)
    await page.evaluate(GONE)
    seen = await page.observe(format=format, since=first.version)
    assert any("Item saved" in event for event in seen.recent_events), seen.recent_events
    assert (seen.has_errors, seen.has_success) == (False, True)
    assert "Item saved" in seen.text
    again = await page.observe(format=format, since=seen.version)
    assert again.recent_events == ()
    assert "Item saved" not in again.text, "reported once"


async def test_an_error_that_stays_is_an_error_too(page: Page, site: Site) -> None:
    await show(page, site)
    await page.observe(format="semantic")
    await page.evaluate("inline.textContent = 'Invalid ZIP code'")
    await page.evaluate(GONE)
    seen = await page.observe(format="semantic")
    data: dict[str, Any] = json.loads(seen.text)
    assert data["has_errors"] is True
    assert data["has_success"] is True
    assert list(seen.recent_events) == data["recent_events"]
    assert any(event.endswith("Error: 'Invalid ZIP code'") for event in data["recent_events"])
    assert any("Added: 'Item saved'" in event for event in data["recent_events"])


@pytest.mark.parametrize("format", ["semantic", "skeleton", "controls"])
async def test_events_keep_to_the_budget(page: Page, site: Site, format: str) -> None:
    await show(page, site)
    await page.observe(format=format)
    for number in range(9):
        await page.evaluate(f"toast('Message number {number} of the day', 0.05)")
    await page.evaluate(GONE)
    for most in (120, 200, 500):
        await page.evaluate(GONE)
        seen = await page.observe(format=format, max_tokens=most)
        assert token_counter().count(seen.text) <= most
    assert seen.recent_events


async def test_a_part_of_the_page_that_is_drawn_twice_is_not_a_message(page: Page, site: Site) -> None:
    """As tables do that first show that they load: their words stay, the first drawing of them does not."""
    await show(page, site)
    head = "All Queued Progress Failed Filter Target Launched Status Created Duration"
    first = await page.observe()
    await page.evaluate(
        f"inline.role = '', inline.innerHTML = '<span>{head} Loading</span>',"
        f" new Promise(done => setTimeout(() => {{ inline.innerHTML = '<ul>' +"
        f" '{head}'.split(' ').map(word => `<li>${{word}} 1`).join('') + '</ul>'; setTimeout(done, 200) }}, 60))"
    )
    seen = await page.observe(since=first.version)
    assert "Launched" in seen.text
    assert "ago" not in seen.text, seen.text


LIST = """<!doctype html><meta charset=utf-8><title>List</title>
<button id=city role=combobox aria-haspopup=listbox aria-expanded=false>City</button><div id=room></div>
<p id=clock>Drawn 12:00:00</p>
<script>
const names = ['Aarhus', 'Berlin', 'Oslo', 'Zurich']
city.onclick = () => {
  const around = document.createElement('div')
  around.innerHTML = '<ul role=listbox aria-live=polite style="padding:0;list-style:none"></ul>'
  for (const name of names) {
    const option = Object.assign(document.createElement('li'), { role: 'option', textContent: name })
    option.onclick = () => { city.textContent = name; around.remove(); city.ariaExpanded = 'false' }
    around.firstChild.append(option)
  }
  room.append(around)
  city.ariaExpanded = 'true'
}
const pass = async (texts, role = '') => {
  for (const text of texts) {
    const shown = Object.assign(document.createElement('p'), { textContent: text })
    if (role) shown.setAttribute('role', role)
    room.append(shown)
    await new Promise(done => setTimeout(done, 20))
    shown.remove()
    await new Promise(done => setTimeout(done, 5))
  }
}
const tick = async () => {
  for (const time of ['12:00:01', '12:00:02', '12:00:03']) {
    const next = Object.assign(document.createElement('p'), { id: 'clock', textContent: 'Drawn ' + time })
    document.querySelector('#clock').replaceWith(next)
    await new Promise(done => setTimeout(done, 20))
  }
}
</script>"""


async def show_list(page: Page, site: Site) -> None:
    site.route("/engine/passing", LIST)
    await page.goto(site.url("engine/passing"))


async def test_the_choices_of_a_list_that_select_opened_are_no_news(page: Page, site: Site) -> None:
    await show_list(page, site)
    first = await page.observe()
    result = await page.select(first.snapshot.find(name="City")[0].ref, "Oslo")
    assert result.success
    assert result.observation is not None
    assert "Oslo" in result.observation.text
    assert "ago" not in result.observation.text, result.observation.text
    assert not any("Aarhus" in event for event in result.observation.recent_events)


async def test_a_passing_text_is_told_once_in_each_answer(page: Page, site: Site) -> None:
    await show_list(page, site)
    first = await page.observe()
    await page.evaluate("pass(['Searching…', 'Searching…', 'Searching…', 'Root Home'])")
    seen = await page.observe(since=first.version)
    assert seen.text.count("Searching…") == 1
    assert 'ago 3 times: "Searching…"' in seen.text
    await page.evaluate("pass(['In your cart'])")
    kept = await page.observe(since=seen.version)
    assert "In your cart" in kept.text
    await page.evaluate("pass(['In your cart'])")
    assert "In your cart" in (await page.observe(since=kept.version)).text, (
        "it is the answer to another action"
    )


async def test_a_clock_that_is_drawn_again_is_no_news(page: Page, site: Site) -> None:
    await show_list(page, site)
    first = await page.observe()
    await page.evaluate("Promise.all([tick(), pass(['0s ago', '1s ago'])])")
    seen = await page.observe(since=first.version)
    assert "12:00:03" in seen.text
    assert "! " not in seen.text, seen.text


async def test_the_head_of_a_calendar_with_its_lists_is_no_news(page: Page, site: Site) -> None:
    await show(page, site)
    first = await page.observe()
    await page.evaluate(
        """(() => {
          const head = document.createElement('div');
          head.setAttribute('aria-live', 'polite');
          head.innerHTML = 'December 2026 <select><option>January<option>February</select>';
          toasts.append(head);
          return new Promise(done => setTimeout(() => { head.remove(); setTimeout(done, 200) }, 100));
        })()"""
    )
    assert (await page.observe(since=first.version)).recent_events == ()
