"""The fast capture: what it asks of the browser, when it is widened, and what is left as it was."""

from __future__ import annotations

import gc
import weakref

import pytest

from cdp_engine.observe import CaptureOptions, Snapshot, capture
from cdp_engine.observe.capture.ax_queries import MOST
from cdp_engine.observe.capture.gc_pause import COLLECTED, MANY, collector_paused
from cdp_engine.protocol import Command
from cdp_engine.rpc import Session
from cdp_engine.tab import Tab
from cdp_engine.tab.injected.source import TOOLS, encoded
from cdp_engine.track import RefTable
from tests.support.site import Site

SHUT = """<script>customElements.define("x-shut", class extends HTMLElement {
  constructor() { super(); this.own = this.attachInternals(); }
  connectedCallback() { this.own.role = "button"; this.own.ariaLabel = "Own role"; this.tabIndex = 0; }
});</script>"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The methods that are called, in order."""
    methods: list[str] = []
    start = Session.start

    def listed(self: Session, command: Command[object], *, timeout: float | None = None) -> object:
        methods.append(command.method)
        return start(self, command, timeout=timeout)

    monkeypatch.setattr(Session, "start", listed)
    return methods


async def captured(tab: Tab, site: Site, name: str, body: str, options: CaptureOptions) -> Snapshot:
    remove = site.route(name, f"<!doctype html><title>x</title><body>{body}")
    try:
        await tab.goto(site.url(name, host="a.test"), wait_until="load", timeout=20)
        return await capture(tab, options, RefTable())
    finally:
        remove()


@pytest.mark.live
@pytest.mark.anyio
async def test_the_functions_of_actions_come_after_what_a_capture_reads(
    tab: Tab, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    start = vars(Session)["_start"]

    def listed(self: Session, command: Command[object], seconds: float, deadline: float) -> object:
        installs = command.params.get("expression") == encoded(TOOLS)
        asked.append("functions" if installs else command.method)
        return start(self, command, seconds, deadline)

    monkeypatch.setattr(Session, "_start", listed)
    snapshot = await captured(tab, site, "/fast-functions", "<button>Go</button>", CaptureOptions())
    assert "DOMSnapshot.captureSnapshot" in asked
    assert "functions" not in asked
    button = snapshot.interactive()[0].scoped_ref
    toolkit = tab.toolkit()
    handle = await toolkit.resolve(button.backend_node_id, timeout=5)
    assert await toolkit.call("look", handle, into=dict[str, object], timeout=5)
    assert asked.index("functions") > asked.index("DOMSnapshot.captureSnapshot")
    assert asked.count("functions") == 1


@pytest.mark.live
@pytest.mark.anyio
@pytest.mark.req("EX-01")
async def test_an_ordinary_page_needs_no_accessibility_call(tab: Tab, site: Site, asked: list[str]) -> None:
    body = "<h1>Title</h1><button>Go</button><label>Mail <input type=email value=x></label>"
    snapshot = await captured(tab, site, "/fast-plain", body, CaptureOptions())
    assert snapshot.context.source == "fast"
    assert [method for method in asked if method.startswith(("Accessibility.", "DOM.getDocument"))] == []
    reported = [(node.role, node.name, node.states) for node in snapshot.interactive()]
    assert reported == [("button", "Go", ()), ("textbox", "Mail", ("invalid",))]


@pytest.mark.live
@pytest.mark.anyio
@pytest.mark.req("EX-01")
async def test_only_what_is_in_doubt_is_asked_about(tab: Tab, site: Site, asked: list[str]) -> None:
    body = SHUT + "<x-shut>shown</x-shut>" + "<button>Plain</button>" * 20
    snapshot = await captured(tab, site, "/fast-doubt", body, CaptureOptions(capture="fast"))
    assert asked.count("Accessibility.getPartialAXTree") == 1
    assert "Accessibility.getFullAXTree" not in asked
    assert snapshot.find(role="button", name="Own role")


@pytest.mark.live
@pytest.mark.anyio
@pytest.mark.req("EX-01")
async def test_too_many_open_questions_widen_an_automatic_capture(
    tab: Tab, site: Site, asked: list[str]
) -> None:
    body = SHUT + "<x-shut>shown</x-shut>" * (MOST + 1)
    snapshot = await captured(tab, site, "/fast-many", body, CaptureOptions())
    assert snapshot.context.source == "hybrid"
    assert "Accessibility.getPartialAXTree" not in asked
    assert len(snapshot.find(role="button", name="Own role")) == MOST + 1
    forced = await capture(tab, CaptureOptions(capture="fast"), RefTable())
    assert forced.context.source == "fast"
    assert len(forced.find(role="button", name="Own role")) == MOST
    assert forced.context.notes == ("1 elements are named by their HTML alone",)


@pytest.mark.live
@pytest.mark.anyio
@pytest.mark.req("EX-01")
async def test_a_browser_without_the_layout_call_is_read_by_its_trees(
    tab: Tab, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Session.start

    def without(self: Session, command: Command[object], *, timeout: float | None = None) -> object:
        if command.method == "DOMSnapshot.captureSnapshot":
            command = Command("DOMSnapshot.gone", {}, command.returns)
        return start(self, command, timeout=timeout)

    monkeypatch.setattr(Session, "start", without)
    snapshot = await captured(tab, site, "/fast-blind", "<button>Go</button>", CaptureOptions())
    assert snapshot.context.source == "hybrid"
    assert "no layout could be had" in snapshot.context.notes[0]
    assert snapshot.find(role="button", name="Go")


@pytest.mark.live
@pytest.mark.anyio
@pytest.mark.req("EX-04")
@pytest.mark.parametrize(
    ("method", "note"),
    [
        ("DOM.getDocument", "the full tree could not be had"),
        ("Accessibility.getFullAXTree", "no accessibility tree of"),
    ],
)
async def test_what_is_missing_is_named_with_its_reason(
    tab: Tab, site: Site, monkeypatch: pytest.MonkeyPatch, method: str, note: str
) -> None:
    start = Session.start

    def refused(self: Session, command: Command[object], *, timeout: float | None = None) -> object:
        if command.method == method:
            command = Command("DOM.noSuchMethod", {}, command.returns)
        return start(self, command, timeout=timeout)

    monkeypatch.setattr(Session, "start", refused)
    snapshot = await captured(
        tab, site, "/fast-refused", "<button>Go</button>", CaptureOptions(capture="hybrid")
    )
    (reported,) = snapshot.context.notes
    assert reported.startswith(note)
    assert "noSuchMethod" in reported
    assert snapshot.find(role="button", name="Go")


@pytest.mark.live
@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "hybrid"])
async def test_three_thousand_nested_elements_of_a_page(tab: Tab, site: Site, mode: str) -> None:
    body = "<div>" * 3000 + "<button>Innermost</button>" + "</div>" * 3000
    options = CaptureOptions(capture="hybrid" if mode == "hybrid" else "auto", timeout=20)
    snapshot = await captured(tab, site, "/fast-deep", body, options)
    assert [node.name for node in snapshot.interactive()] == ["Innermost"]
    deep = [note for note in snapshot.context.notes if "nested too deeply" in note]
    assert len(deep) == (1 if mode == "hybrid" else 0)


@pytest.mark.live
@pytest.mark.anyio
@pytest.mark.req("VD-13")
async def test_a_snapshot_is_small_and_keeps_no_reply(tab: Tab, site: Site) -> None:
    import tracemalloc

    rows = "".join(
        f"<tr><td>{i}<td><a href=#{i}>Product {i}</a><td><button>Buy {i}</button>" for i in range(1700)
    )
    await captured(tab, site, "/fast-memory", f"<table>{rows}</table>", CaptureOptions())
    for mode in ("fast", "hybrid"):
        gc.collect()
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            options = CaptureOptions(capture="hybrid" if mode == "hybrid" else "fast", timeout=20)
            snapshot = await capture(tab, options, RefTable())
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert snapshot.stats.elements > 10_000
        assert after - before < 50_000_000, mode


def test_the_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), collector_paused():
        _ = 1 / 0
    assert gc.isenabled()
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_grows_old_with_large_pages_is_collected() -> None:
    alive: weakref.WeakSet[_Cycle] = weakref.WeakSet()
    most = 0
    gc.unfreeze()  # the tests' own modules are frozen
    try:
        for _ in range(3 * COLLECTED):
            with collector_paused():
                page = [[number] for number in range(2 * MANY)]
                alive.add(_Cycle())
            most = max(most, len(alive))
            del page  # a new page counts only where the one before is gone
    finally:
        gc.collect()
        gc.freeze()
    assert 0 < most <= COLLECTED


class _Cycle:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("EX-01")
@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_a_modal_dialog_is_one_in_a_shadow_root_too(tab: Tab, site: Site, mode: str) -> None:
    body = f"""<button>Behind</button><div id=host></div><script>
      const root = host.attachShadow({{mode: "{mode}"}});
      root.innerHTML = "<dialog><button>Yes</button></dialog>";
      root.querySelector("dialog").showModal();
    </script>"""
    snapshot = await captured(tab, site, f"/modal-{mode}", body, CaptureOptions(capture="fast"))
    (dialog,) = snapshot.find(role="dialog")
    assert "modal" in dialog.states
    (behind,) = snapshot.find(name="Behind")
    assert behind.covered_by == dialog
