"""A page answers with what differs from what its caller has seen (FP-04 to FP-09, EX-06)."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine import Page
from cdp_engine.engine import controller_of
from cdp_engine.views import Replay
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live]

CART = (
    """<main><h1>Shop</h1><button id=buy onclick="n.textContent = ++c">Buy</button>
<p>In the cart: <span id=n>0</span></p><a href='#x' id=terms>Terms</a><ul>
<li><button>Apples</button><li><button>Pears</button><li><button>Plums</button>"""
    + "".join(f"<li><button>Fruit {number}</button>" for number in range(20))
    + """</ul></main><script>c=0</script>"""
)


@pytest.mark.req("FP-09")
async def test_an_action_answers_with_the_difference(bench: Bench) -> None:
    await bench.show(CART)
    first = await bench.page.observe()
    assert first.kind == "full"
    assert first.base is None
    result = await bench.page.click(await bench.ref("#buy"))
    assert result.success
    seen = result.observation
    assert seen is not None
    assert (seen.kind, seen.base) == ("delta", first.version)
    assert seen.version > first.version
    assert "In the cart: 1" in seen.text
    assert "Pears" not in seen.text


@pytest.mark.req("SX-09", "FP-04", "FP-08")
async def test_nothing_new_is_said_in_a_line_under_the_same_version(bench: Bench) -> None:
    await bench.show(CART)
    first = await bench.page.observe()
    again = await bench.page.observe(since=first.version)
    assert (again.kind, again.version) == ("no_change", first.version)
    assert len(again.text) < 40
    whole = await bench.page.observe()
    assert (whole.kind, whole.text, whole.version) == ("full", first.text, first.version)


@pytest.mark.req("FP-07")
async def test_replaying_answers_gives_the_current_view(bench: Bench) -> None:
    await bench.show(CART)
    picture = Replay()
    first = await bench.page.observe()
    picture.take(first.kind, first.text)
    buy = await bench.ref("#buy")
    for _ in range(3):
        seen = (await bench.page.click(buy)).observation
        assert seen is not None
        picture.take(seen.kind, seen.text)
    assert picture.text == (await bench.page.observe()).text


@pytest.mark.req("FP-09")
async def test_a_caller_who_is_too_old_gets_the_page_and_nothing_is_done(bench: Bench) -> None:
    await bench.show(CART)
    first = await bench.page.observe()
    buy = await bench.ref("#buy")
    for _ in range(5):
        await bench.page.click(buy)
    result = await bench.page.click(buy, since=first.version)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "stale_state"
    assert await bench.run("c") == 5
    assert result.observation is not None
    assert result.observation.kind == "full"
    assert "is too old: the last 4" in result.error.message
    assert (await bench.page.click(buy, since=result.observation.version)).success


@pytest.mark.req("FP-09", "FP-04")
async def test_a_version_of_another_document_is_called_that(bench: Bench) -> None:
    await bench.show(CART)
    first = await bench.page.observe()
    await bench.show(CART)
    seen = await bench.page.observe(since=first.version)
    assert (seen.kind, seen.reason) == (
        "full",
        f"the page was replaced by another document after version {first.version}",
    )
    result = await bench.page.click(await bench.ref("#buy"), since=first.version)
    assert result.error is not None
    assert (result.error.code, result.error.message) == ("stale_state", seen.reason)
    assert await bench.run("c") == 0
    unknown = await bench.page.observe(since=seen.version + 9)
    assert unknown.reason == f"version {seen.version + 9} was never shown"


@pytest.mark.req("FP-09")
async def test_a_caller_a_little_behind_learns_everything_since_then(bench: Bench) -> None:
    await bench.show(CART)
    first = await bench.page.observe()
    await bench.run("terms.textContent = 'Our terms'")
    buy = await bench.ref("#buy")
    result = await bench.page.click(buy, since=first.version)
    assert result.success
    assert result.observation is not None
    assert result.observation.kind == "delta"
    assert "Our terms" in result.observation.text
    assert "In the cart: 1" in result.observation.text


@pytest.mark.req("FP-09", "CD-05")
async def test_after_a_failed_action_the_picture_counts_as_it_was(bench: Bench) -> None:
    await bench.show(CART + "<div id=veil style='position:fixed;inset:0;background:#fff8' hidden></div>")
    first = await bench.page.observe()
    buy = await bench.ref("#buy")
    await bench.run("veil.hidden = false; terms.textContent = 'Our terms'")
    failed = await bench.page.click(buy, timeout=0.5)
    assert not failed.success
    assert failed.observation is not None
    assert "Our terms" in failed.observation.text
    assert controller_of(bench.page).observer.reporter.tracker.caller_version == first.version
    await bench.run("veil.hidden = true")
    done = await bench.page.click(buy)
    assert done.success
    assert done.observation is not None
    assert done.observation.base == first.version
    assert "Our terms" in done.observation.text


@pytest.mark.req("SX-11", "VD-06")
async def test_an_element_recreated_keeps_its_ref_and_the_answer_says_so(bench: Bench) -> None:
    await bench.show("<main id=m></main><script>c=0; draw = () => { m.innerHTML = "
                    "'<h1>Shop</h1><button id=buy onclick=c++>Buy</button><button>Sell</button>' }; draw()</script>"
                    + "<p>word</p>" * 40)  # fmt: skip
    await bench.page.observe()
    buy = await bench.ref("#buy")
    await bench.run("draw()")
    result = await bench.page.click(buy)
    assert result.success
    assert await bench.run("c") == 1
    assert result.observation is not None
    assert "re-created" in result.observation.text
    whole = await bench.page.observe()
    assert (await bench.ref("#buy"), whole.kind) == (buy, "full")
    await bench.run("draw()")
    assert "re-created" in (await bench.page.observe()).reason


@pytest.mark.req("EX-06")
async def test_a_lost_ref_is_answered_with_candidates(bench: Bench) -> None:
    row = "<li><input aria-label='Amount'><button>Remove</button>"
    await bench.show(f"<ul id=l>{row * 3}</ul><button id=gone>Remove all items</button>")
    await bench.page.observe()
    gone = await bench.ref("#gone")
    await bench.run("gone.remove(); l.insertAdjacentHTML('afterend', "
                   "'<p><button>Remove all</button></p><p><button>Remove all the items</button></p>')")  # fmt: skip
    result = await bench.page.click(gone)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "stale"
    assert result.error.candidates
    assert all(ref != gone for ref in result.error.candidates)


@pytest.mark.req("FP-08")
async def test_other_formats_are_shown_whole_and_say_so(bench: Bench) -> None:
    await bench.show(CART)
    first = await bench.page.observe(format="factpack")
    assert first.kind == "full"
    await bench.run("terms.textContent = 'Our terms'")
    seen = await bench.page.observe(since=first.version, format="factpack")
    assert seen.kind == "delta"
    assert "## Page Updated" in seen.text
    other = await bench.page.observe(since=seen.version)
    assert (other.kind, other.reason) == ("full", "another view was shown before")


@pytest.mark.parametrize(
    "options",
    [{"interactive_only": True}, {"query": "buy", "max_tokens": 60}, {"max_tokens": 60}, {"filter": "#buy"}],
)
async def test_the_options_of_one_observation_end_with_it(bench: Bench, options: dict[str, Any]) -> None:
    lines = "".join(f"<p>Line {number} of the story</p>" for number in range(40))
    await bench.show(
        f"<button id=buy onclick=\"said.textContent='Sold out'\">Buy</button>{lines}<p id=said>Offer</p>"
    )
    seen = await bench.page.observe(**options)
    assert "Offer" not in seen.text
    result = await bench.page.click(await bench.ref("#buy"))
    assert result.observation is not None
    assert result.observation.kind == "delta"
    assert "Sold out" in result.observation.text
    assert "Line 7" not in result.observation.text


@pytest.mark.req("FP-05", "FP-06")
async def test_an_overlay_freezes_the_page_beneath_until_it_closes(bench: Bench) -> None:
    await bench.show("<main><button id=open onclick=d.showModal()>Open</button><p id=p>one</p></main>"
                    "<dialog id=d aria-label=Sure><button id=ok onclick=d.close()>OK</button></dialog>")  # fmt: skip
    await bench.page.observe()
    opened = (await bench.page.click(await bench.ref("#open"))).observation
    assert opened is not None
    assert opened.kind == "overlay_opened"
    assert "Sure" in opened.text
    await bench.run("p.textContent = 'two'")
    under = await bench.page.observe(since=opened.version)
    assert "two" not in under.text
    closed = (await bench.page.click(await bench.ref("#ok"))).observation
    assert closed is not None
    assert closed.kind == "overlay_closed"
    assert "two" in closed.text


@pytest.mark.req("VD-11")
async def test_who_asks_during_a_capture_gets_the_same(bench: Bench, page: Page) -> None:
    import anyio

    await bench.show(CART)
    await page.attach()
    found: list[object] = []

    async def ask() -> None:
        found.append(await page.snapshot())

    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(ask)
    assert len(found) == 5
    assert len({id(snapshot) for snapshot in found}) == 1


@pytest.mark.req("SX-09", "FP-07")
async def test_an_option_that_is_called_otherwise_is_a_change(bench: Bench) -> None:
    await bench.show(
        "<select aria-label=Size><option>Small<option id=o>Large</select><select multiple><option>x</select>"
    )
    view = await bench.page.observe()
    await bench.run("document.querySelector('[multiple] option').firstChild.data = 'y'; 0")
    reported = await bench.page.observe(since=view.version)
    assert reported.kind in ("delta", "full")
    assert "of y" in reported.text


@pytest.mark.req("VD-02")
async def test_a_snapshot_of_a_page_that_has_to_be_read_again_still_holds(bench: Bench) -> None:
    await bench.show(
        "<h1>Rates</h1><p id=host></p><script>host.attachShadow({mode: 'closed'}).textContent = 1</script>"
    )
    taken = await bench.page.snapshot()
    assert await bench.page.is_current(taken)
    await bench.run("document.querySelector('h1').textContent = 'Prices'")
    assert not await bench.page.is_current(taken)
