"""The fourteen integration cases of FP-10 on a real browser, through `Page` as a caller uses it."""

from __future__ import annotations

import pytest

from cdp_engine.chrome import Chrome
from cdp_engine.engine import ActionResult, Browser, Observation, controller_of
from cdp_engine.errors import PageRefused, SessionDetached, StaleRef
from cdp_engine.observe import DocumentInfo, Snapshot
from cdp_engine.tab import Frame
from cdp_engine.views import Replay
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("FP-10")]

FILLER = "<p>One more line of text.</p>" * 25
MODAL = (
    "<main><button id=open onclick=d.showModal()>Open</button><p id=p>one</p>" + FILLER + "</main>"
    "<dialog id=d aria-label=Sure><p id=q>asked</p><button id=ok onclick=d.close()>OK</button>"
    "<button id=more onclick=\"q.textContent = 'asked again'\">More</button></dialog>"
)


def seen(result: ActionResult) -> Observation:
    assert result.observation is not None, result.message
    return result.observation


async def frame_of(bench: Bench, part: str) -> Frame:
    return next(frame for frame in controller_of(bench.page).tab.frames.all() if part in frame.url)


def document_of(snapshot: Snapshot, part: str) -> DocumentInfo:
    return next(info for info in snapshot.documents if part in info.url)


@pytest.mark.req("FP-05", "FP-06", "FP-08")
async def test_flow_01_a_modal_opens_is_used_and_closes(bench: Bench) -> None:
    await bench.show(MODAL)
    await bench.page.observe()
    opened = seen(await bench.page.click(await bench.ref("#open")))
    assert opened.kind == "overlay_opened"
    changed = seen(await bench.page.click(await bench.ref("#more")))
    assert changed.kind == "overlay_updated"
    assert "asked again" in changed.text
    ok = await bench.ref("#ok")
    closed = seen(await bench.page.click(ok))
    assert closed.kind == "overlay_closed"
    assert ok in closed.text.partition("\n")[2].partition("\n")[0]
    assert (await bench.page.observe(since=closed.version)).kind == "no_change"


async def test_flow_02_a_navigation_is_a_full_view_and_then_differences(bench: Bench) -> None:
    await bench.show(f"<a id=go href='/track/next'>Go</a>{FILLER}")
    remove = bench.site.route(
        "/track/next",
        f"<title>Next</title><button id=b onclick=\"this.textContent='Done'\">Do</button>{FILLER}",
    )
    first = await bench.page.observe()
    there = seen(await bench.page.click(await bench.ref("#go")))
    remove()
    assert there.kind == "full"
    assert "Next" in there.text
    assert there.version > first.version
    done = seen(await bench.page.click(await bench.ref("#b")))
    assert (done.kind, done.base) == ("delta", there.version)


@pytest.mark.req("FP-02")
@pytest.mark.parametrize("host", ["a.test", "b.test"])
async def test_flow_03_a_frame_navigates_and_its_refs_end(bench: Bench, host: str) -> None:
    bench.site.route("/track/inner-1", "<button id=in>Inner one</button>")
    bench.site.route("/track/inner-2", "<button id=new>Inner two</button>")
    inner = bench.site.url("track/inner-1", host=host)
    await bench.show(
        f"<button id=out>Out</button>{FILLER}<iframe id=f src='{inner}'></iframe>", host="a.test"
    )
    first = await bench.page.observe()
    inside, outside = await bench.ref("#in"), await bench.ref("#out")
    await bench.run(
        f"new Promise(done => {{ f.onload = () => done(1); f.src = '{inner.replace('inner-1', 'inner-2')}' }})"
    )
    after = await bench.page.observe(since=first.version)
    if after.kind == "delta":
        assert inside in after.text.split("\n")[1]
    refused = await bench.page.click(inside)
    assert refused.error is not None
    assert refused.error.code == "stale"
    assert (await bench.page.click(outside)).success
    assert (await bench.page.click(await bench.ref("#new"))).success


@pytest.mark.req("FP-02")
@pytest.mark.parametrize("host", ["a.test", "b.test"])
async def test_a_frame_that_is_taken_away_ends_its_refs_and_no_others(bench: Bench, host: str) -> None:
    bench.site.route("/track/inner-1", "<button id=in>Inner one</button>")
    inner = bench.site.url("track/inner-1", host=host)
    frames = "".join(f"<iframe id={name} src='{inner}'></iframe>" for name in ("f", "g"))
    await bench.show(f"<button id=out>Out</button>{FILLER}{frames}", host="a.test")
    first = await bench.page.observe()
    gone, stays = (node.ref for node in first.snapshot.find(role="button", name="Inner one"))
    await bench.run("f.remove()")
    after = await bench.page.observe(since=first.version)
    assert gone in after.text.split("\n")[1]
    refused = await bench.page.click(gone)
    assert refused.error is not None
    assert refused.error.code == "stale"
    assert (await bench.page.click(stays)).success
    assert (await bench.page.click(await bench.ref("#out"))).success


@pytest.mark.req("FP-09")
async def test_flow_04_a_caller_behind_learns_what_changed_since_then(bench: Bench) -> None:
    await bench.show(f"<button id=b>Do</button><p id=p>one</p>{FILLER}")
    first = await bench.page.observe()
    for word in ("two", "three"):
        await bench.run(f"p.textContent = '{word}'")
        await bench.page.observe()
    reported = seen(await bench.page.click(await bench.ref("#b"), since=first.version))
    assert (reported.kind, reported.base) == ("delta", first.version)
    assert "three" in reported.text


@pytest.mark.req("FP-03")
async def test_flow_05_an_unstable_page_is_answered_in_time(bench: Bench) -> None:
    await bench.show(f"<button id=b>Do</button><p id=p></p>{FILLER}<script>let n = 0;"
                    "setInterval(() => p.textContent = n++, 4)</script>")  # fmt: skip
    await bench.page.observe()
    result = await bench.page.click(await bench.ref("#b"))
    assert result.success
    assert result.settled is not None
    assert result.settled.status in ("timeout", "stable")
    assert result.settled.mutations > 0
    assert seen(result).text
    assert result.duration < 20


@pytest.mark.req("FP-06")
async def test_flow_06_staleness_during_an_overlay_does_not_touch_the_base(bench: Bench) -> None:
    await bench.show(MODAL)
    first = await bench.page.observe()
    opened = seen(await bench.page.click(await bench.ref("#open")))
    await bench.run("p.textContent = 'changed beneath'")
    inside = seen(await bench.page.click(await bench.ref("#more"), since=opened.version))
    assert "changed beneath" not in inside.text
    closed = seen(await bench.page.click(await bench.ref("#ok"), since=inside.version))
    assert closed.text.count("changed beneath") == 1
    assert closed.version > first.version


@pytest.mark.req("FP-01")
@pytest.mark.parametrize("host", ["a.test", "b.test"])
async def test_flow_07_elements_in_frames_carry_their_frames_loader(bench: Bench, host: str) -> None:
    bench.site.route("/track/inner-7", "<button id=in>Inner</button>")
    inner = bench.site.url("track/inner-7", host=host)
    await bench.show(f"<iframe src='{inner}'></iframe>", host="a.test")
    snapshot = await bench.page.snapshot()
    scoped = snapshot.find(name="Inner", role="button")[0].scoped_ref
    frame = await frame_of(bench, "inner-7")
    assert (scoped.frame_id, scoped.loader_id) == (frame.id, frame.loader_id)
    assert scoped.loader_id != controller_of(bench.page).tab.frames.main.loader_id
    written = scoped.text(controller_of(bench.page).tab.frames.main.id)
    assert written.count(":") == 2
    assert (await bench.page.click(written)).success


@pytest.mark.req("FP-06", "FP-09")
async def test_flow_08_what_was_reported_is_not_reported_again(bench: Bench) -> None:
    await bench.show(MODAL)
    await bench.page.observe()
    opened = seen(await bench.page.click(await bench.ref("#open")))
    await bench.run("q.textContent = 'changed before'")
    reported = seen(await bench.page.click(await bench.ref("#ok"), since=opened.version))
    assert reported.kind == "overlay_closed"
    assert reported.before is not None
    assert reported.before.kind == "overlay_updated"
    assert (reported.before.base, reported.base) == (opened.version, opened.version)
    assert reported.text.count("changed before") == 1
    again = await bench.page.observe(since=reported.version)
    assert again.kind == "no_change"
    assert "changed before" not in again.text


@pytest.mark.req("FP-09")
async def test_what_changed_before_an_action_is_apart_from_what_it_did(bench: Bench) -> None:
    """A clock, a colleague, a timer: their changes are not taken for the effect of the action."""
    await bench.show(
        f"<button id=b onclick=\"q.textContent = 'by the click'\">Do</button><p id=p>one</p>"
        f"<p id=q>two</p><iframe srcdoc='<p>In</p>'></iframe>{FILLER}"
    )
    picture = Replay()
    first = await bench.page.observe()
    picture.take(first.kind, first.text)
    await bench.run("p.textContent = 'by the page'")
    reported = seen(await bench.page.click(await bench.ref("#b"), since=first.version))
    assert reported.before is not None
    assert "by the page" in reported.before.text
    assert "by the click" not in reported.before.text
    head, _, rest = reported.text.partition(reported.before.text)
    assert head == f"before the action, {reported.before.text.count(chr(10)) + 1} lines:\n"
    assert "by the click" in rest
    assert "by the page" not in rest
    picture.take(reported.kind, reported.text)
    assert picture.lines == reported.snapshot.render().split("\n")
    quiet = seen(await bench.page.click(await bench.ref("#b"), since=reported.version))
    assert quiet.before is None
    assert quiet.kind == "no_change"
    await bench.run("p.textContent = 'once more'")
    idle = seen(await bench.page.click(await bench.ref("#b"), since=quiet.version))
    assert (idle.kind, idle.base) == ("delta", quiet.version)
    assert "no change" in idle.text.split("\n")[-1]
    assert (await bench.page.observe(since=idle.version)).kind == "no_change"


@pytest.mark.req("FP-09")
async def test_a_failed_action_counts_from_the_callers_version(bench: Bench) -> None:
    await bench.show(f"<button id=b disabled>Do</button><p id=p>one</p>{FILLER}")
    first = await bench.page.observe()
    await bench.run("p.textContent = 'by the page'")
    failed = await bench.page.click(await bench.ref("#b"), since=first.version, timeout=0.3)
    assert not failed.success
    assert seen(failed).before is None
    assert seen(failed).base == first.version
    assert "by the page" in seen(failed).text
    assert controller_of(bench.page).observer.reporter.tracker.caller_version == first.version


async def test_flow_09_an_overlay_closes_after_its_frame_navigated(bench: Bench) -> None:
    bench.site.route(
        "/track/inner-9", "<dialog id=d open aria-label=Inner><button id=in>In</button></dialog>"
    )
    bench.site.route("/track/inner-9b", "<p>Other</p>")
    await bench.show(f"<button id=b onclick=\"f.src='/track/inner-9'\">Load</button>{FILLER}"
                    "<iframe id=f></iframe>")  # fmt: skip
    await bench.page.observe()
    await bench.page.click(await bench.ref("#b"))
    with_dialog = await bench.page.observe()
    inside = await bench.ref("#in")
    scoped = controller_of(bench.page).refs.find(inside)
    assert scoped is not None
    old = document_of(with_dialog.snapshot, "inner-9").loader_id
    assert scoped.loader_id == old
    await bench.run("new Promise(done => { f.onload = () => done(1); f.src = '/track/inner-9b' })")
    after = await bench.page.observe(since=with_dialog.version)
    assert after.kind in ("overlay_closed", "full")
    assert controller_of(bench.page).refs.find(inside) == scoped
    assert controller_of(bench.page).refs.life(inside) is not None
    with pytest.raises(StaleRef):
        after.snapshot.get(inside)


@pytest.mark.req("FP-02")
async def test_flow_10_a_failed_start_can_be_repeated(
    browser: Browser, chrome: Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cdp_engine.tab import Tab

    target = await chrome.create_page()
    fresh = next(page for page in await browser.pages() if page.target_id == target)
    open_once = Tab.open

    async def failing(*_args: object, **_options: object) -> Tab:
        monkeypatch.setattr(Tab, "open", open_once)
        raise SessionDetached("not this time")

    monkeypatch.setattr(Tab, "open", failing)
    with pytest.raises(SessionDetached):
        await fresh.observe()
    assert (await fresh.observe()).kind == "full"
    await fresh.close()


@pytest.mark.req("FP-09")
async def test_flow_11_beyond_history_nothing_is_done(bench: Bench) -> None:
    await bench.show(f"<button id=b onclick=c++>Do</button><p id=p>x</p>{FILLER}<script>c = 0</script>")
    first = await bench.page.observe()
    for word in "abcdef":
        await bench.run(f"p.textContent = '{word}'")
        await bench.page.observe()
    result = await bench.page.click(await bench.ref("#b"), since=first.version)
    assert result.error is not None
    assert result.error.code == "stale_state"
    assert await bench.run("c") == 0
    assert seen(result).kind == "full"
    assert (await bench.page.click(await bench.ref("#b"), since=seen(result).version)).success
    assert await bench.run("c") == 1


@pytest.mark.req("FP-09")
async def test_flow_12_a_failed_action_leaves_the_baseline_and_the_refs(bench: Bench) -> None:
    await bench.show(f"<button id=b disabled>Do</button><button id=other>Other</button>{FILLER}")
    first = await bench.page.observe()
    other = await bench.ref("#other")
    failed = await bench.page.click(await bench.ref("#b"), timeout=0.3)
    assert not failed.success
    assert controller_of(bench.page).observer.reporter.tracker.caller_version == first.version
    assert (await bench.page.click(other, since=first.version)).success


@pytest.mark.req("FP-09")
@pytest.mark.parametrize("reads_all", [False, True])
async def test_flow_12_a_failed_action_leaves_an_overlay_where_it_was_reported(
    bench: Bench, reads_all: bool
) -> None:
    controller_of(bench.page).actions.separates_earlier_changes = reads_all
    menu = "position:fixed;top:20px;left:10px;z-index:5;background:#fff;width:300px;height:200px"
    await bench.show(
        f'<button id=o onclick="m.hidden=false">Open</button><div id=m role=menu hidden style="{menu}">'
        "<button id=one role=menuitem>One</button></div>"
        f"<button id=b disabled style='position:fixed;top:300px'>Do</button>{FILLER}"
    )
    await bench.page.observe()
    opened = seen(await bench.page.click(await bench.ref("#o")))
    assert opened.kind == "overlay_opened", opened.text
    failed = await bench.page.click(await bench.ref("#b"), timeout=0.3)
    assert not failed.success
    assert seen(failed).kind == "no_change"
    assert seen(await bench.page.click(await bench.ref("#one"))).base == opened.version


@pytest.mark.req("FP-11")
async def test_flow_13_a_frame_that_cannot_be_read_forces_the_whole_page(bench: Bench) -> None:
    bench.site.route("/track/busy", "<p>busy</p><script>onmessage = () => { for (;;); }</script>")
    inner = bench.site.url("track/busy", host="b.test")
    await bench.show(f"<p id=p>one</p>{FILLER}<iframe src='{inner}'></iframe>", host="a.test")
    first = await bench.page.observe()
    await bench.run("p.textContent = 'two'; frames[0].postMessage('go', '*')")
    after = await bench.page.observe(since=first.version, timeout=1.0)
    assert after.kind == "full"
    assert "two" in after.text
    assert "unknown" not in after.text.lower()
    await controller_of(bench.page).tab.unstick()


@pytest.mark.req("FP-05")
async def test_flow_14_an_overlay_of_another_document_is_another_overlay(bench: Bench) -> None:
    dialog = "<dialog id=d aria-label=Inner><button>In</button></dialog><script>d.showModal()</script>"
    bench.site.route("/track/inner-14", dialog)
    await bench.show(f"<button id=b onclick=\"f.src='/track/inner-14?' + Math.random()\">Load</button>{FILLER}"
                    "<iframe id=f></iframe>")  # fmt: skip
    await bench.page.observe()
    load = await bench.ref("#b")
    first = seen(await bench.page.click(load))
    one = controller_of(bench.page).observer.reporter.tracker.caller_state
    assert one is not None
    second = seen(await bench.page.click(load))
    two = controller_of(bench.page).observer.reporter.tracker.caller_state
    assert two is not None
    roots = [{layer.overlay.root for layer in picture.layers} | picture.docked for picture in (one, two)]
    assert roots[0], first.text
    assert roots[1], second.text
    assert roots[0].isdisjoint(roots[1])
    assert second.kind in ("overlay_opened", "full")


@pytest.mark.req("SX-08")
async def test_a_toast_that_came_and_went_is_reported_with_its_age(bench: Bench) -> None:
    await bench.show(
        "<button id=b onclick=\"t.textContent = 'Payment failed';"
        " setTimeout(() => t.textContent = '', 20)\">Pay</button>"
        f"<div id=t role=alert></div>{FILLER}"
    )
    await bench.page.observe()
    reported = seen(await bench.page.click(await bench.ref("#b")))
    if "Payment failed" not in reported.text.split("!")[-1]:  # it was still there at the first observation
        reported = await bench.page.observe(since=reported.version)
    assert "Payment failed" in reported.text
    later = await bench.page.observe(since=reported.version)
    assert "Payment failed" not in later.text


@pytest.mark.req("SX-08")
async def test_what_a_new_list_offers_has_not_gone_by(bench: Bench) -> None:
    await bench.show(
        f"<p>Pick one</p><div id=d></div><button id=b onclick=\"d.innerHTML='<select><option>Ann<option>Bob</select>"
        f"<textarea>As written</textarea>'\">Go</button>{FILLER}"
    )
    await bench.page.observe()
    reported = seen(await bench.page.click(await bench.ref("#b")))
    assert "of Ann|Bob" in reported.text
    assert "!" not in reported.text


@pytest.mark.req("FP-07")
async def test_replaying_the_answers_of_random_steps_gives_the_current_view(bench: Bench) -> None:
    import random

    from tests.engine.fresh_captures import CHANGES, LIST

    await bench.show(
        f"<main><h1>Page</h1>{LIST}{FILLER}<input><input type=checkbox></main><style id=sheet></style>"
    )
    dice = random.Random(11)
    picture = Replay()
    view = await bench.page.observe()
    picture.take(view.kind, view.text)
    kinds: set[str] = set()
    for step in range(50):
        did = await bench.page.evaluate(CHANGES, dice.randrange(1 << 30))
        view = await bench.page.observe(since=view.version)
        kinds.add(view.kind)
        picture.take(view.kind, view.text)
        assert picture.lines == view.snapshot.render().split("\n"), (step, did, view.text)
    assert {"delta", "no_change"} <= kinds


@pytest.mark.req("CD-11")
async def test_what_overrides_an_opt_out_holds_for_all_that_is_done_with_the_page(bench: Bench) -> None:
    page = bench.page
    await bench.show("<main data-no-ai><button onclick='this.textContent = `Sent`'>Send</button></main>")
    with pytest.raises(PageRefused):
        await page.observe()
    view = await page.observe(respect_opt_out=False)
    result = await page.click(view.snapshot.find(name="Send")[0].ref, since=view.version)
    assert result.success
    assert "Sent" in str(result.observation)
    assert (await page.click('button "Sent"')).success
    assert "Sent" in (await page.observe()).text
    with pytest.raises(PageRefused):
        await page.observe(respect_opt_out=True)
    with pytest.raises(PageRefused):
        await page.snapshot()
