"""What overlays hold back in Chromium: only what was reported before, and never without a word."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureOptions, capture
from cdp_engine.protocol import runtime
from cdp_engine.tab import Tab
from cdp_engine.track import PageTracker
from cdp_engine.views import RenderedAnswer, Replay, outline_lines, render_answer
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


class Caller:
    """Somebody who is shown every state of the page, and keeps it by the answers alone."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.tracker = PageTracker()
        self.replay = Replay()

    async def shown(self) -> RenderedAnswer:
        snapshot = await capture(self.tab, CaptureOptions(timeout=20), self.tracker.refs)
        answer = render_answer(self.tracker.observe(snapshot), self.tracker)
        self.replay.take(answer.kind, answer.text)
        self.tracker.commit(answer.change)
        if not self.tracker.in_overlay:
            assert self.replay.lines == [line.text for line in outline_lines(snapshot)]
        return answer


@pytest.fixture
async def caller(tab: Tab, site: Site) -> Caller:
    await tab.goto(site.url("track/withhold.html"), wait_until="load", timeout=20)
    caller = Caller(tab)
    await caller.shown()
    return caller


@pytest.mark.req("FP-05", "FP-06")
async def test_a_box_that_comes_with_what_it_covers_is_part_of_the_page(caller: Caller) -> None:
    await caller.tab.evaluate("together()")
    answer = await caller.shown()
    assert answer.kind == "delta"
    assert all(word in answer.text for word in ("New one", "New three", "Size", "Pick"))
    assert (await caller.shown()).kind == "no_change"


@pytest.mark.req("FP-05", "FP-08")
async def test_a_hidden_box_is_an_overlay_by_its_style_sheet_and_its_first_close_lists_its_refs(
    caller: Caller,
) -> None:
    await caller.tab.evaluate("document.getElementById('hidden').hidden = false")
    opened = await caller.shown()
    assert [overlay.kind for overlay in opened.change.opened] == ["modal"]
    await caller.tab.evaluate("document.getElementById('hidden').hidden = true")
    closed = await caller.shown()
    assert closed.kind == "overlay_closed"
    assert len(closed.change.dead_refs) == 2


@pytest.mark.req("FP-06", "FP-08")
async def test_a_modal_dialog_counts_what_changed_beneath_and_closes_in_a_few_words(caller: Caller) -> None:
    await caller.tab.evaluate("buy.textContent = 'Buy (1)'; dialog.showModal()")
    opened = await caller.shown()
    assert (opened.kind, opened.change.beneath) == ("overlay_opened", 1)
    assert (await caller.shown()).kind == "overlay_updated"
    await caller.tab.evaluate("dialog.close()")
    closed = await caller.shown()
    assert (closed.kind, len(closed.change.dead_refs)) == ("overlay_closed", 2)
    assert "Buy (1)" in closed.text
    assert len(closed.text) < 120


@pytest.mark.req("FP-06")
@pytest.mark.parametrize(("box", "word"), [("colours", "Green"), ("toast", "Undo")])
async def test_the_page_waits_for_no_box_beside_which_it_can_be_reached(
    caller: Caller, box: str, word: str
) -> None:
    await caller.tab.evaluate(f"{box}.hidden = false; buy.textContent = 'Buy (1)'")
    opened = await caller.shown()
    assert (opened.kind, word in opened.text, "Buy (1)" in opened.text) == ("delta", True, True)
    await caller.tab.evaluate("buy.textContent = 'Buy (2)'")
    assert "Buy (2)" in (await caller.shown()).text
    await caller.tab.evaluate(f"{box}.hidden = true")
    assert len((await caller.shown()).text) < 120


@pytest.mark.req("FP-06")
@pytest.mark.parametrize("closing", ["", "buy.inert = true", "document.body.style.pointerEvents = 'none'"])
async def test_the_page_waits_where_it_is_covered_or_set_aside(caller: Caller, closing: str) -> None:
    box = "colours" if closing else "asked"
    await caller.tab.evaluate(f"{box}.hidden = false; {closing}; buy.textContent = 'Buy (1)'")
    opened = await caller.shown()
    assert (opened.kind, "Buy (1)" in opened.text) == ("overlay_opened", False)


@pytest.mark.req("FP-05")
async def test_a_menu_is_reported_with_the_buttons_beside_it(caller: Caller) -> None:
    await caller.tab.evaluate("popup.hidden = false")
    answer = await caller.shown()
    assert [overlay.kind for overlay in answer.change.opened] == ["dropdown"]
    assert all(word in answer.text for word in ("Profile", "Apply", "Discard"))


@pytest.mark.req("FP-05")
async def test_what_is_fullscreen_is_an_overlay(caller: Caller) -> None:
    session = caller.tab.frames.main.session
    script = "full.requestFullscreen().then(() => true)"
    await session.send(runtime.evaluate(script, user_gesture=True, await_promise=True))
    answer = await caller.shown()
    assert (answer.kind, [overlay.modal for overlay in answer.change.opened]) == ("overlay_opened", [True])
    assert "Pause" in answer.text


@pytest.mark.req("FP-05", "FP-06")
async def test_a_box_with_the_focus_over_a_dialog_is_told(caller: Caller) -> None:
    """It lies at the end of the page, with neither a role nor a name of an overlay, as floating boxes do."""
    await caller.tab.evaluate("form.hidden = false")
    assert (await caller.shown()).kind == "overlay_opened"
    await caller.tab.evaluate("floating.hidden = false; tag.focus()")
    opened = await caller.shown()
    assert opened.kind == "overlay_opened"
    assert "Add tag" in opened.text
    await caller.tab.evaluate("offered.innerHTML = '<button>cold</button>'")
    assert "cold" in (await caller.shown()).text
    await caller.tab.evaluate("floating.hidden = true; document.getElementById('label').focus()")
    assert (await caller.shown()).kind == "overlay_closed"
    assert caller.tracker.in_overlay, "the dialog is open still"


@pytest.mark.req("FP-05", "FP-06")
async def test_a_message_over_a_dialog_takes_nothing_over(caller: Caller) -> None:
    await caller.tab.evaluate("form.hidden = false")
    await caller.shown()
    await caller.tab.evaluate("floating.hidden = false; document.getElementById('label').value = 'x'")
    answer = await caller.shown()
    assert (answer.kind, answer.change.opened) == ("overlay_updated", ())


@pytest.mark.req("FP-05", "FP-06")
async def test_the_foot_of_a_panel_is_not_the_panel(caller: Caller) -> None:
    """It alone is named like a dialog, and its z-index has no effect: it is not positioned."""
    await caller.tab.evaluate("panel.hidden = false")
    answer = await caller.shown()
    assert answer.kind == "delta"
    assert all(word in answer.text for word in ("Name", "Save", "Close"))
    assert (await caller.shown()).kind == "no_change"


@pytest.mark.req("FP-05", "FP-06")
async def test_a_backdrop_that_closes_is_not_the_box_over_it(caller: Caller) -> None:
    """The box has neither a role nor a name; the backdrop beside it is named, and can be clicked."""
    await caller.tab.evaluate("drawer.hidden = false")
    assert "Input" in (await caller.shown()).text
    await caller.tab.evaluate("chosen.innerHTML = '<input aria-label=Key>'")
    answer = await caller.shown()
    assert (answer.kind, "Key" in answer.text) == ("delta", True)


BOXES = """<style>.my-popup, #list { position: absolute; background: #fff; left: 700px; top: 500px; width: 200px }
  .my-popup { z-index: 1060; height: 90px } #list { z-index: 9999; top: 530px; width: 80px; margin: 5px }
  #mask { position: fixed; inset: 0; opacity: 0; z-index: 9998; background: #fff }</style>
<div class=my-popup><a href=#x style="position:absolute;top:35px;left:10px">Kind</a><button>Ok</button></div>
<div id=mask></div><div id=list><input role=combobox aria-expanded=true aria-label=Search style="width:60px">
<ul role=listbox style="margin:0"><li role=option>News</li><li role=option>Memo</li></ul></div>"""


@pytest.mark.req("FP-05", "FP-06", "RA-03")
async def test_a_menu_over_a_popover_alone_is_reported(caller: Caller) -> None:
    """X-editable with select2: the list covers nothing but the new box, and waited with the page beneath it."""
    await caller.tab.evaluate(f"document.body.insertAdjacentHTML('beforeend', `{BOXES}`)")
    opened = await caller.shown()
    assert opened.kind == "overlay_opened"
    assert all(word in opened.text for word in ("Ok", "Search", "News", "Memo"))
    assert (await caller.shown()).kind == "no_change"


@pytest.mark.req("FP-05", "FP-06", "RA-03")
async def test_a_menu_that_opens_later_over_a_popover_alone_is_reported(caller: Caller) -> None:
    """The popover has a mask of its own, so that it is what the caller works in by then."""
    popover, menu = BOXES.replace("z-index: 9998", "z-index: 1050").split("<div id=list>")
    for part in (popover, f"<div id=list>{menu}"):
        await caller.tab.evaluate(f"document.body.insertAdjacentHTML('beforeend', `{part}`)")
        opened = await caller.shown()
    assert opened.kind == "overlay_opened"
    assert all(word in opened.text for word in ("Search", "News", "Memo"))
