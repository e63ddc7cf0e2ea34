"""What is remembered of real pages: rebuilt by React and Vue, under dialogs, in frames that navigate, over history."""

from __future__ import annotations

import json
import random

import pytest

from cdp_engine.act import click
from cdp_engine.errors import StaleRef
from cdp_engine.observe import CaptureOptions, ScopedRef, capture
from cdp_engine.tab import Tab
from cdp_engine.track import PageTracker
from cdp_engine.views import RenderedAnswer, Replay, outline_lines, render_answer
from tests.support.site import Site
from tests.support.tokens import tokens

pytestmark = [pytest.mark.anyio, pytest.mark.live]


class Looker:
    """A caller of one tab that gets every answer as text."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.tracker = PageTracker()
        self.refs = self.tracker.refs
        self.replay = Replay()

    @classmethod
    async def at(cls, tab: Tab, url: str) -> Looker:
        looker = cls(tab)
        tab.on_document_change(looker.tracker.document_changed)
        await tab.goto(url, wait_until="load", timeout=20)
        return looker

    def named(self, ref: str) -> ScopedRef:
        frames = self.tab.frames
        return self.refs.resolve(
            ref, main_frame=frames.main.id, loaders={frame.id: frame.loader_id for frame in frames.all()}
        )

    async def click(self, ref: str) -> bool:
        return bool((await click(self.tab, self.named(ref))).received)

    async def reported(self) -> RenderedAnswer:
        reported = render_answer(
            self.tracker.observe(await capture(self.tab, CaptureOptions(timeout=20), self.refs)),
            self.tracker,
        )
        self.replay.take(reported.kind, reported.text)
        self.tracker.commit(reported.change)
        picture = self.tracker.caller_state
        assert picture is not None
        top = picture.top.overlay.row if picture.top else 0
        assert self.replay.lines == [
            line.text for line in outline_lines(reported.change.seen.snapshot, top=top)
        ]
        return reported

    def ref(self, role: str, name: str) -> str:
        latest = self.tracker.caller_state
        assert latest is not None
        return latest.page.snapshot.find(role=role, name=name)[0].ref


@pytest.mark.req("VD-06", "SX-11", "EX-06")
@pytest.mark.parametrize("framework", ["react", "vue"])
async def test_a_page_rebuilt_by_its_framework_keeps_its_refs(tab: Tab, site: Site, framework: str) -> None:
    looker = await Looker.at(tab, site.url(f"track/{framework}.html"))
    goods = [{"id": number, "name": f"Good {chr(65 + number % 26)}{number}"} for number in range(40)]
    await tab.evaluate(f"window.show(1, {json.dumps(goods)}, 0)")
    first = (await looker.reported()).change.seen.snapshot
    owner = {node.ref: (node.name, node.parent.text if node.parent else "") for node in first.interactive()}
    for number in range(0, 40, 10):
        goods[number] = {"id": 100 + number, "name": f"Other {number}"}
    random.Random(4).shuffle(goods)
    await tab.evaluate(f"window.show(2, {json.dumps(goods)}, 3)")
    second = (await looker.reported()).change
    live = [ref for ref in owner if looker.refs.life(ref) == ("live", "")]
    assert len(live) >= 0.9 * len(owner)
    assert {entry.ref for entry in second.rebound} == set(live)
    for ref in live:
        node = second.seen.snapshot.get(ref)
        name, row = owner[ref]
        assert node.name.replace("Cart (3)", "Cart (0)") == name
        assert name not in ("Buy", "Delete") or (node.parent is not None and node.parent.text == row)
    chosen = random.Random(5).sample([ref for ref in live if owner[ref][0] in ("Buy", "Delete")], 5)
    names = {good["name"]: good["id"] for good in goods}
    for ref in chosen:
        assert await looker.click(ref)
        name, row = owner[ref]
        number = names[row.removesuffix("Delete").removesuffix(" ").removesuffix("Buy").removesuffix(" ")]
        wanted = f"{'buy' if name == 'Buy' else 'drop'} {number}"
        assert (await tab.evaluate("window.clicked.at(-1)")) == wanted
    lost = next(ref for ref in owner if ref not in live)
    with pytest.raises(StaleRef):
        looker.named(lost)


@pytest.mark.req("FP-05", "FP-06", "FP-08", "FP-10")
async def test_a_dialog_and_one_over_it_open_and_close_over_a_frozen_page(tab: Tab, site: Site) -> None:
    looker = await Looker.at(tab, site.url("track/overlays.html"))
    await looker.reported()
    assert await looker.click(looker.ref("button", "Edit"))
    opened = await looker.reported()
    assert (opened.kind, [(o.kind, o.confidence) for o in opened.change.opened]) == (
        "overlay_opened",
        [("modal", 1.0)],
    )
    await tab.evaluate("document.getElementById('cart').textContent = 'Cart (2)'")
    assert ((await looker.reported()).kind, looker.tracker.in_overlay) == ("overlay_updated", True)
    await tab.evaluate("document.getElementById('sure').click()")
    nested = await looker.reported()
    assert [o.name for o in nested.change.opened] == ["Really?"]
    await tab.evaluate("document.getElementById('no').click()")
    assert (await looker.reported()).kind == "overlay_closed"
    await tab.evaluate("document.getElementById('close').click()")
    closed = await looker.reported()
    assert closed.kind == "overlay_closed"
    assert (
        [(m.before.label, m.now.label) for m in closed.change.nodes.modified if m.change == "text"]
        == [("Cart (1)", "Cart (2)")]
        if closed.change.nodes
        else False
    )
    assert not looker.tracker.in_overlay


@pytest.mark.req("FP-05")
async def test_a_popover_is_an_overlay(tab: Tab, site: Site) -> None:
    looker = await Looker.at(tab, site.url("track/overlays.html"))
    await looker.reported()
    assert await looker.click(looker.ref("button", "More"))
    opened = await looker.reported()
    assert (opened.kind, [o.kind for o in opened.change.opened]) == ("overlay_opened", ["dropdown"])
    await tab.evaluate("document.getElementById('menu').hidePopover()")
    assert (await looker.reported()).kind == "overlay_closed"


@pytest.mark.req("FP-05", "FP-06")
async def test_what_opens_in_the_empty_container_of_a_portal_is_an_overlay(tab: Tab, site: Site) -> None:
    looker = await Looker.at(tab, site.url("track/overlays.html"))
    await tab.evaluate("document.body.append(Object.assign(document.createElement('div'), {id: 'portal'}))")
    await looker.reported()
    await tab.evaluate(
        """portal.innerHTML = `<style>.popup {position: fixed; inset: 0; z-index: 1000; background: #fff}</style>
            <div class=popup><button>Accept</button></div>`"""
    )
    opened = await looker.reported()
    assert (opened.kind, [o.kind for o in opened.change.opened]) == ("overlay_opened", ["modal"])
    assert "covered" not in opened.text
    assert "Accept" in opened.text
    await tab.evaluate("portal.innerHTML = ''")
    assert (await looker.reported()).kind == "overlay_closed"


@pytest.mark.req("FP-02", "FP-10")
async def test_a_frame_that_navigates_ends_its_refs_and_no_others(tab: Tab, site: Site) -> None:
    rows = "".join(f"<p>Line {number}</p>" for number in range(12))
    removes = [
        site.route("/track/outer", f"<button>Stay</button>{rows}<iframe src='/track/first'></iframe>"),
        site.route("/track/first", "<button>Go</button>"),
        site.route("/track/second", "<button>Gone on</button>"),
    ]
    try:
        looker = await Looker.at(tab, site.url("track/outer"))
        await looker.reported()
        stay, go = looker.ref("button", "Stay"), looker.ref("button", "Go")
        await tab.evaluate(
            "new Promise(done => { const f = document.querySelector('iframe'); f.onload = () => done(0);"
            " f.src = '/track/second'; })"
        )
        reported = await looker.reported()
        assert reported.change.dead_refs == (go,)
        assert reported.text.split("\n")[1] == f"gone {go}"
        with pytest.raises(StaleRef):
            looker.named(go)
        assert await looker.click(stay)
    finally:
        for remove in removes:
            remove()


@pytest.mark.req("EX-06", "FP-04")
async def test_history_suspends_refs_and_brings_them_back(tab: Tab, site: Site) -> None:
    looker = await Looker.at(tab, site.url("track/overlays.html"))
    first = await looker.reported()
    edit = looker.ref("button", "Edit")
    scoped = looker.refs.find(edit)
    await tab.goto(site.url("track/react.html"), wait_until="load", timeout=20)
    there = await looker.reported()
    assert (there.kind, there.change.version > first.change.version) == ("full", True)
    with pytest.raises(StaleRef):
        looker.named(edit)
    await tab.back()
    back = await looker.reported()
    assert back.kind == "full"
    row = back.change.seen.row_of(scoped) if scoped is not None else None
    if row is not None:  # the back/forward cache kept the document
        assert looker.refs.life(edit) == ("live", "")
        assert await looker.click(edit)
    else:
        assert looker.refs.life(edit) != ("live", "")


@pytest.mark.req("FP-07")
async def test_differences_of_a_real_page_are_exact_and_small(tab: Tab, site: Site) -> None:
    looker = await Looker.at(tab, site.url("track/overlays.html"))
    await looker.reported()
    await tab.evaluate("document.getElementById('cart').textContent = 'Cart (2)'")
    one = await looker.reported()
    assert one.kind == "delta"
    assert tokens(one.text) < 60
    dice = random.Random(8)
    kinds: set[str] = set()
    for step in range(40):
        await tab.evaluate(f"window.mutate({json.dumps([dice.random() for _ in range(3)])})")
        kinds.add((await looker.reported()).kind)
        assert looker.tracker.version <= step + 3
    assert {"delta"} <= kinds
