"""A page answers with what differs from what its caller has seen (FP-04 to FP-09, EX-06)."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from cdp_engine.engine import controller_of
from cdp_engine.views import Replay
from tests.engine.conftest import Desk

pytestmark = [pytest.mark.anyio, pytest.mark.live]

CART = (
    """<main><h1>Shop</h1><button id=buy onclick="n.textContent = ++c">Buy</button>
<p>In the cart: <span id=n>0</span></p><a href='#x' id=terms>Terms</a><ul>
<li><button>Apples</button><li><button>Pears</button><li><button>Plums</button>"""
    + "".join(f"<li><button>Fruit {number}</button>" for number in range(20))
    + """</ul></main><script>c=0</script>"""
)


@pytest.mark.req("FP-09")
async def test_an_action_answers_with_the_difference(desk: Desk) -> None:
    await desk.show(CART)
    first = await desk.page.observe()
    assert first.kind == "full"
    assert first.base is None
    result = await desk.page.click(await desk.ref("#buy"))
    assert result.success
    seen = result.observation
    assert seen is not None
    assert (seen.kind, seen.base) == ("delta", first.version)
    assert seen.version > first.version
    assert "In the cart: 1" in seen.text
    assert "Pears" not in seen.text


@pytest.mark.req("SX-09", "FP-04")
async def test_nothing_new_is_said_in_a_line_under_the_same_version(desk: Desk) -> None:
    await desk.show(CART)
    first = await desk.page.observe()
    again = await desk.page.observe(since=first.version)
    assert (again.kind, again.version) == ("no_change", first.version)
    assert len(again.text) < 40
    whole = await desk.page.observe()
    assert (whole.kind, whole.text, whole.version) == ("full", first.text, first.version)


@pytest.mark.req("FP-07")
async def test_replaying_answers_gives_the_current_view(desk: Desk) -> None:
    await desk.show(CART)
    picture = Replay()
    first = await desk.page.observe()
    picture.take(first.kind, first.text)
    buy = await desk.ref("#buy")
    for _ in range(3):
        seen = (await desk.page.click(buy)).observation
        assert seen is not None
        picture.take(seen.kind, seen.text)
    assert picture.text == (await desk.page.observe()).text


@pytest.mark.req("FP-09")
async def test_a_caller_who_is_too_old_gets_the_page_and_nothing_is_done(desk: Desk) -> None:
    await desk.show(CART)
    first = await desk.page.observe()
    buy = await desk.ref("#buy")
    for _ in range(5):
        await desk.page.click(buy)
    result = await desk.page.click(buy, since=first.version)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "stale_state"
    assert await desk.run("c") == 5
    assert result.observation is not None
    assert result.observation.kind == "full"
    assert (await desk.page.click(buy, since=result.observation.version)).success


@pytest.mark.req("FP-09")
async def test_a_caller_a_little_behind_is_told_everything_since_then(desk: Desk) -> None:
    await desk.show(CART)
    first = await desk.page.observe()
    await desk.run("terms.textContent = 'Our terms'")
    buy = await desk.ref("#buy")
    result = await desk.page.click(buy, since=first.version)
    assert result.success
    assert result.observation is not None
    assert result.observation.kind == "delta"
    assert "Our terms" in result.observation.text
    assert "In the cart: 1" in result.observation.text


@pytest.mark.req("FP-09", "CD-05")
async def test_after_a_failed_action_the_picture_counts_as_it_was(desk: Desk) -> None:
    await desk.show(CART + "<div id=veil style='position:fixed;inset:0;background:#fff8' hidden></div>")
    first = await desk.page.observe()
    buy = await desk.ref("#buy")
    await desk.run("veil.hidden = false; terms.textContent = 'Our terms'")
    failed = await desk.page.click(buy, timeout=0.5)
    assert not failed.success
    assert failed.observation is not None
    assert "Our terms" in failed.observation.text
    assert controller_of(desk.page).observer.reporter.tracker.caller_version == first.version
    await desk.run("veil.hidden = true")
    done = await desk.page.click(buy)
    assert done.success
    assert done.observation is not None
    assert done.observation.base == first.version
    assert "Our terms" in done.observation.text


@pytest.mark.req("SX-11", "VD-06")
async def test_an_element_recreated_keeps_its_ref_and_the_answer_says_so(desk: Desk) -> None:
    await desk.show("<main id=m></main><script>c=0; draw = () => { m.innerHTML = "
                    "'<h1>Shop</h1><button id=buy onclick=c++>Buy</button><button>Sell</button>' }; draw()</script>"
                    + "<p>word</p>" * 40)  # fmt: skip
    await desk.page.observe()
    buy = await desk.ref("#buy")
    await desk.run("draw()")
    result = await desk.page.click(buy)
    assert result.success
    assert await desk.run("c") == 1
    assert result.observation is not None
    assert "re-created" in result.observation.text
    whole = await desk.page.observe()
    assert (await desk.ref("#buy"), whole.kind) == (buy, "full")
    await desk.run("draw()")
    assert "re-created" in (await desk.page.observe()).reason


@pytest.mark.req("EX-06")
async def test_a_lost_ref_is_answered_with_candidates(desk: Desk) -> None:
    row = "<li><input aria-label='Amount'><button>Remove</button>"
    await desk.show(f"<ul id=l>{row * 3}</ul><button id=gone>Remove all items</button>")
    await desk.page.observe()
    gone = await desk.ref("#gone")
    await desk.run("gone.remove(); l.insertAdjacentHTML('afterend', "
                   "'<p><button>Remove all</button></p><p><button>Remove all the items</button></p>')")  # fmt: skip
    result = await desk.page.click(gone)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "stale"
    assert result.error.candidates
    assert all(ref != gone for ref in result.error.candidates)


@pytest.mark.req("FP-08")
async def test_other_formats_are_shown_whole_and_say_so(desk: Desk) -> None:
    await desk.show(CART)
    first = await desk.page.observe(format="factpack")
    assert first.kind == "full"
    await desk.run("terms.textContent = 'Our terms'")
    seen = await desk.page.observe(since=first.version, format="factpack")
    assert seen.kind == "delta"
    assert "## Page Updated" in seen.text
    other = await desk.page.observe(since=seen.version)
    assert (other.kind, other.reason) == ("full", "another view was shown before")


@pytest.mark.req("FP-05", "FP-06")
async def test_an_overlay_freezes_the_page_beneath_until_it_closes(desk: Desk) -> None:
    await desk.show("<main><button id=open onclick=d.showModal()>Open</button><p id=p>one</p></main>"
                    "<dialog id=d aria-label=Sure><button id=ok onclick=d.close()>OK</button></dialog>")  # fmt: skip
    await desk.page.observe()
    opened = (await desk.page.click(await desk.ref("#open"))).observation
    assert opened is not None
    assert opened.kind == "overlay_opened"
    assert "Sure" in opened.text
    await desk.run("p.textContent = 'two'")
    under = await desk.page.observe(since=opened.version)
    assert "two" not in under.text
    closed = (await desk.page.click(await desk.ref("#ok"))).observation
    assert closed is not None
    assert closed.kind == "overlay_closed"
    assert "two" in closed.text


@pytest.mark.req("VD-11")
async def test_who_asks_during_a_capture_gets_the_same(desk: Desk, page: Page) -> None:
    import anyio

    await desk.show(CART)
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
async def test_an_option_that_is_called_otherwise_is_a_change(desk: Desk) -> None:
    await desk.show(
        "<select aria-label=Size><option>Small<option id=o>Large</select><select multiple><option>x</select>"
    )
    view = await desk.page.observe()
    await desk.run("document.querySelector('[multiple] option').firstChild.data = 'y'; 0")
    told = await desk.page.observe(since=view.version)
    assert told.kind in ("delta", "full")
    assert "of y" in told.text
