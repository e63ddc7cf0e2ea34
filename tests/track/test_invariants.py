"""The fourteen safety invariants and the fourteen flows of the delta design, as far as they need no browser (FP-10).

Invariants 6 and 8 and the flows 5 and 10 are about waiting and about the tab's frames: see the live tests and those of
the tab room. What is pure of them (the table may get events of frames in any order, any number of times) is here.
"""

from __future__ import annotations

import gc
from types import SimpleNamespace

import pytest

from cdp_engine.errors import StaleRef
from cdp_engine.observe import LeftOut
from cdp_engine.protocol import network, page
from cdp_engine.track import PageTracker, Seen, TrackedChange
from tests.support.snapshots import MAIN, E, Pages

pytestmark = pytest.mark.req("FP-10")

WORDS = (
    "Tea",
    "Milk",
    "Bread",
    "Eggs",
    "Salt",
    "Rice",
    "Oats",
    "Nuts",
    "Figs",
    "Dates",
    "Beans",
    "Corn",
    "Plums",
)
WORDS += ("Pears", "Kiwis")


def shop(*more: E) -> E:
    return E(
        "main", E("h1", "Shop"), E("button", "Cart (1)"), E("ul", *(E("li", E("a", w)) for w in WORDS)), *more
    )


def modal(*content: E, name: str = "Sure?") -> E:
    return E(
        "div",
        *(content or (E("button", "Yes"), E("button", "No"))),
        role="dialog",
        aria_modal="true",
        name=name,
    )


class Session:
    """A caller that gets every answer, and reads its refs."""

    def __init__(self, body: E, **options: int) -> None:
        self.pages = Pages(body)
        self.tracker = PageTracker(self.pages.refs, **options)

    @property
    def body(self) -> E:
        return self.pages.body

    def element(self, text: str) -> E:
        return next(e for e in self.body.walk() if e.text == text and e.tag in ("button", "a", "input"))

    def look(self, *, since: int | None = None, full: bool = False, dock: bool = False) -> TrackedChange:
        change = self.tracker.observe(self.pages.snapshot(), since=since, full=full, dock=dock)
        for node in change.seen.snapshot.interactive():
            _ = node.ref
        return change

    def reported(self, *, since: int | None = None, full: bool = False, dock: bool = False) -> TrackedChange:
        change = self.look(since=since, full=full, dock=dock)
        self.tracker.commit(change)
        return change


@pytest.fixture
def session() -> Session:
    started = Session(shop())
    started.reported()
    return started


def labels(change: TrackedChange) -> list[tuple[str, str]]:
    return [(m.before.label, m.now.label) for m in change.nodes.modified] if change.nodes else []


# The invariants


def test_invariant_01_a_baseline_exists_before_the_first_delta() -> None:
    started = Session(shop())
    assert started.tracker.caller_state is None
    assert started.look().kind == "full"
    assert started.look().kind == "full"  # not reported yet
    assert started.reported().kind == "full"
    assert started.reported().kind == "no_change"


def test_invariant_02_the_baseline_advances_only_after_it_was_reported(session: Session) -> None:
    session.element("Cart (1)").text = "Cart (2)"
    for _ in range(2):
        assert labels(session.look()) == [("Cart (1)", "Cart (2)")]
    assert session.tracker.caller_version == 1
    session.reported()
    assert session.reported().kind == "no_change"


@pytest.mark.req("FP-06")
def test_invariant_03_an_overlay_isolates_the_baseline(session: Session) -> None:
    session.body.children.append(modal())
    assert session.reported().kind == "overlay_opened"
    session.element("Cart (1)").text = "Cart (2)"
    waiting = session.reported()
    assert (waiting.kind, waiting.beneath) == ("overlay_updated", 1)
    session.element("Yes").states = ("disabled",)
    updated = session.reported()
    assert (updated.kind, [m.change for m in updated.nodes.modified] if updated.nodes else []) == (
        "overlay_updated",
        ["state"],
    )
    session.body.children.pop()
    closed = session.reported()
    assert closed.kind == "overlay_closed"
    assert labels(closed) == [("Cart (1)", "Cart (2)")]
    assert session.reported().kind == "no_change"


def test_invariant_04_refs_are_scoped_by_frame_and_loader(session: Session) -> None:
    frame = E("iframe", E("button", "Pay"), frame=("F1", "L1"))
    session.body.children.append(frame)
    session.reported()
    pay = frame.children[0]
    assert isinstance(pay, E)
    name = session.pages.scoped(pay, ("F1", "L1"))
    assert name.text(MAIN) == f"F1:L1:{pay.backend}"
    other = session.pages.scoped(pay)
    assert session.pages.refs.issue(name) != session.pages.refs.issue(other)


def test_invariant_05_the_caller_is_always_informed_which_refs_are_dead(session: Session) -> None:
    ref = session.pages.ref(session.element("Cart (1)"))
    session.body.children.pop(1)
    assert session.reported().dead_refs == (ref,)
    assert session.reported().dead_refs == ()


def test_invariant_07_versions_never_fall_not_even_over_navigations(session: Session) -> None:
    seen = [session.tracker.version]
    for turn in range(5):
        session.element("Cart (1)").states = ("disabled",) if turn % 2 else ()
        session.pages.navigate(session.body.clone(), f"N{turn}")
        seen.append(session.reported().version)
        seen.append(session.reported().version)
    assert seen == sorted(seen)
    assert seen[-1] == 6


def test_invariant_08_frames_may_be_reported_in_any_order_and_twice(session: Session) -> None:
    event = SimpleNamespace(frame_id=MAIN, old_loader=None, new_loader="L0", kind="navigated")
    for _ in range(2):
        session.tracker.document_changed(event)
    assert session.reported().kind == "no_change"


def test_invariant_09_and_11_removed_refs_are_reported_by_the_name_they_had() -> None:
    frame = E("iframe", *(E("button", f"Pay {w}") for w in WORDS), frame=("F1", "L1"))
    started = Session(shop(frame))
    started.reported()
    first = frame.children[0]
    assert isinstance(first, E)
    ref = started.pages.ref(first, ("F1", "L1"))
    frame.children.pop(0)
    change = started.reported()
    assert [(entry.ref, entry.scoped.loader_id) for entry in change.invalidated] == [(ref, "L1")]
    assert (
        [entry.scoped.loader_id for entry in change.nodes.removed if entry.fact.kind == "button"] == ["L1"]
        if (change.nodes)
        else False
    )


def test_invariant_12_refs_of_an_overlay_are_captured_as_it_opens(session: Session) -> None:
    session.body.children.append(modal())
    session.reported()
    refs = {session.pages.ref(session.element(text)) for text in ("Yes", "No")}
    picture = session.tracker.caller_state
    assert picture is not None
    assert picture.top is not None
    session.reported()
    session.body.children.pop()
    closed = session.reported()
    assert set(closed.dead_refs) == refs


def test_invariant_13_and_flow_11_a_version_beyond_history_is_answered_with_the_page(
    session: Session,
) -> None:
    for turn in range(5):
        session.element(f"Cart ({turn + 1})").text = f"Cart ({turn + 2})"
        session.reported()
    snapshot = session.pages.snapshot()
    assert session.tracker.validate(snapshot, 1).status == "stale_no_history"
    change = session.tracker.observe(snapshot, since=1)
    assert (change.kind, change.reason) == ("full", "version 1 is too old: the last 4 versions are kept")
    held = session.tracker.validate(snapshot, 4)
    assert held.status == "stale_with_history"
    assert labels(session.tracker.observe(snapshot, since=4)) == [("Cart (4)", "Cart (6)")]
    assert session.tracker.validate(snapshot, 6).status == "current"
    assert session.tracker.observe(snapshot, since=9).reason == "version 9 was never shown"


def test_invariant_14_refs_are_built_from_what_was_captured(session: Session) -> None:
    cart = session.element("Cart (1)")
    before = session.pages.snapshot()
    session.pages.navigate(shop(), "L1")
    node = before.get(session.pages.scoped(cart, (MAIN, "L0")))
    assert node.scoped_ref.loader_id == "L0"


# The flows


@pytest.mark.req("FP-05", "FP-06")
def test_flow_01_modal_opens_is_used_and_closes(session: Session) -> None:
    dialog = modal(E("input", name="Code", value=""), E("button", "Yes"))
    session.body.children.append(dialog)
    opened = session.reported()
    assert [(o.kind, o.confidence, o.name) for o in opened.opened] == [("modal", 1.0, "Sure?")]
    field = dialog.children[0]
    assert isinstance(field, E)
    field.value = "1234"
    assert session.reported().kind == "overlay_updated"
    session.body.children.pop()
    closed = session.reported()
    assert (closed.kind, bool(closed.nodes)) == ("overlay_closed", False)
    assert not session.tracker.in_overlay
    assert session.reported().kind == "no_change"


def test_flow_02_navigation_is_a_full_view_then_deltas(session: Session) -> None:
    ref = session.pages.ref(session.element("Cart (1)"))
    session.pages.navigate(shop(), "L1")
    change = session.reported()
    assert (change.kind, change.reason) == ("full", "the page was replaced by another document")
    assert ref in change.dead_refs
    session.element("Cart (1)").text = "Cart (2)"
    assert session.reported().kind == "delta"


def test_flow_03_a_frame_navigates_and_its_refs_end() -> None:
    frame = E("iframe", E("button", "Pay"), frame=("F1", "L1"))
    started = Session(shop(frame))
    started.reported()
    old = frame.children[0]
    assert isinstance(old, E)
    ref = started.pages.ref(old, ("F1", "L1"))
    cart = started.pages.ref(started.element("Cart (1)"))
    frame.frame, frame.children = ("F1", "L2"), [E("button", "Pay")]
    change = started.reported()
    assert (change.kind, change.dead_refs) == ("delta", (ref,))
    with pytest.raises(StaleRef):
        started.pages.refs.resolve(
            ref,
            main_frame=MAIN,
            loaders={MAIN: network.LoaderId("L0"), page.FrameId("F1"): network.LoaderId("L2")},
        )
    assert started.pages.refs.life(cart) == ("live", "")


@pytest.mark.req("FP-09")
def test_flow_04_a_caller_behind_learns_what_changed_since_then(session: Session) -> None:
    session.element("Cart (1)").text = "Cart (2)"
    session.reported()
    session.element("Tea").text = "Green tea"
    behind = session.look(since=1)
    assert (behind.kind, behind.base) == ("delta", 1)
    assert labels(behind) == [("Cart (1)", "Cart (2)"), ("Tea", "Green tea")]
    assert session.look(since=99).kind == "full"


@pytest.mark.req("FP-06")
def test_flow_06_staleness_during_an_overlay_does_not_touch_the_base(session: Session) -> None:
    session.body.children.append(modal())
    session.reported()
    session.element("Cart (1)").text = "Cart (2)"
    session.element("Yes").text = "Yes!"
    before = session.look(since=session.tracker.caller_version)
    assert labels(before) == [("Yes", "Yes!")]
    session.tracker.commit(before)  # the action succeeded
    session.element("No").states = ("disabled",)
    after = session.reported()
    assert after.nodes is not None
    assert [m.now.label for m in after.nodes.modified] == ["No"]
    session.body.children.pop()
    assert labels(session.reported()) == [("Cart (1)", "Cart (2)")]


def test_flow_07_nodes_of_frames_carry_the_loader_of_their_frame() -> None:
    frame = E("iframe", E("button", "Pay"), frame=("F1", "L1"))
    started = Session(shop(frame))
    change = started.reported()
    (pay,) = change.seen.snapshot.find(name="Pay", role="button")
    assert pay.scoped_ref.text(MAIN).startswith("F1:L1:")


def test_flow_08_what_was_reported_before_the_action_is_not_reported_again(session: Session) -> None:
    session.body.children.append(modal())
    session.reported()
    session.element("Yes").text = "Yes!"
    session.tracker.commit(session.look())
    after = session.reported()
    assert (after.kind, labels(after)) == ("no_change", [])


def test_flow_09_a_frame_that_navigated_under_an_overlay_ends_under_its_old_name(session: Session) -> None:
    frame = E("iframe", E("button", "Pay"), frame=("F1", "L1"))
    session.body.children.append(modal(E("p", "Pay here"), frame))
    session.reported()
    pay = frame.children[0]
    assert isinstance(pay, E)
    ref = session.pages.ref(pay, ("F1", "L1"))
    session.reported()
    frame.frame, frame.children = ("F1", "L2"), [E("button", "Paid")]
    session.body.children.pop()
    closed = session.reported()
    assert ref in closed.dead_refs
    assert {entry.scoped.loader_id for entry in closed.invalidated if entry.ref == ref} == {"L1"}


def test_flow_12_a_failed_action_leaves_the_baseline_and_the_refs(session: Session) -> None:
    ref = session.pages.ref(session.element("Cart (1)"))
    picture = session.tracker.caller_state
    session.element("Cart (1)").text = "Cart (2)"
    session.look()  # looked at before the action, which then failed
    assert session.tracker.caller_state is picture
    assert session.pages.refs.life(ref) == ("live", "")
    assert labels(session.reported()) == [("Cart (1)", "Cart (2)")]


@pytest.mark.req("FP-11")
def test_flow_13_an_unknown_frame_forces_the_whole_page(session: Session) -> None:
    frame = E("iframe", E("button", "Pay"), frame=("F1", ""))
    session.body.children.append(frame)
    change = session.reported()
    assert (change.kind, change.reason) == ("full", "a frame of the page is not known")


@pytest.mark.req("FP-11")
def test_flow_13_a_frame_that_could_not_be_read_forces_the_whole_page_and_keeps_its_refs() -> None:
    frame = E("iframe", E("button", "Pay"), frame=("F1", "L1"))
    started = Session(shop(frame))
    started.reported()
    pay = frame.children[0]
    assert isinstance(pay, E)
    ref = started.pages.ref(pay, ("F1", "L1"))
    frame.frame = None
    frame.children, kept = [], frame.children
    started.pages.left_out = (LeftOut(page.FrameId("F1"), "https://pay.test/", "no answer"),)
    change = started.reported()
    assert (change.kind, change.dead_refs) == ("full", ())
    assert "could not be read" in change.reason
    frame.frame, frame.children, started.pages.left_out = ("F1", "L1"), kept, ()
    started.reported()
    assert started.pages.refs.life(ref) == ("live", "")


@pytest.mark.req("FP-05")
def test_flow_14_an_overlay_of_another_document_is_another_overlay(session: Session) -> None:
    def framed(loader: str) -> E:
        frame = E("iframe", modal(), frame=("F1", loader))
        frame.backend = 500
        inner = frame.children[0]
        assert isinstance(inner, E)
        inner.backend = 600
        return frame

    session.body.children.append(framed("L1"))
    assert session.reported().kind == "overlay_opened"
    session.body.children[-1] = framed("L2")
    replaced = session.reported()
    assert (replaced.kind, replaced.reason) == ("overlay_opened", "an overlay replaced another")
    assert [layer.overlay.root.loader_id for layer in replaced.closed] == ["L1"]


# Beyond the source


@pytest.mark.req("FP-05")
def test_nested_overlays_open_and_close_one_by_one(session: Session) -> None:
    session.body.children.append(modal(name="First"))
    session.reported()
    session.body.children.append(modal(E("button", "Really"), name="Second"))
    second = session.reported()
    assert (second.kind, [o.name for o in second.opened]) == ("overlay_opened", ["Second"])
    session.body.children.pop()
    back = session.reported()
    assert (back.kind, back.scope.name if back.scope else "") == ("overlay_closed", "First")
    session.body.children.pop()
    assert session.reported().kind == "overlay_closed"
    assert not session.tracker.in_overlay


def test_a_caller_who_works_beside_an_open_dialog_is_reported_what_it_does(session: Session) -> None:
    wall = E("div", E("button", "Accept cookies"), role="dialog")
    covered = [element for element in session.body.walk() if element.tag in ("a", "button")]
    for element in covered:
        element.covered_by = wall
    session.body.children.append(wall)
    session.reported()
    session.element("Cart (1)").text = "Cart (2)"
    assert session.look().beneath == 1
    change = session.reported(dock=True)
    assert ("Cart (1)", "Cart (2)") in labels(change)
    assert [change.layer_order.index(layer.overlay.root) for layer in change.docked] == [0]
    assert not session.tracker.in_overlay
    session.body.children.pop()
    assert session.reported().kind == "overlay_closed"


def test_a_modal_dialog_is_never_docked(session: Session) -> None:
    session.body.children.append(modal())
    session.reported()
    session.element("Cart (1)").text = "Cart (2)"
    assert session.reported(dock=True).kind == "overlay_updated"


@pytest.mark.req("FP-07")
def test_many_changes_are_a_delta_because_matching_by_node_is_certain(session: Session) -> None:
    for word in WORDS[:5]:
        session.element(word).text = f"No {word}"
    change = session.reported()
    assert (change.kind, len(labels(change))) == ("delta", 5)
    assert change.nodes is not None
    assert round(change.nodes.confidence, 2) == 0.41


@pytest.mark.req("FP-07")
def test_a_moved_element_is_neither_removed_nor_added(session: Session) -> None:
    rows = session.body.children[2]
    assert isinstance(rows, E)
    rows.children.append(rows.children.pop(0))
    change = session.reported()
    assert change.nodes is not None
    assert (change.nodes.added, change.nodes.removed) == ((), ())
    assert [node.name for node in change.nodes.moved] == ["Tea"]


@pytest.mark.req("FP-07")
@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (lambda e: setattr(e, "text", "Basket"), "text"),
        (lambda e: setattr(e, "states", ("disabled",)), "state"),
        (lambda e: setattr(e, "value", "x"), "state"),
        (lambda e: e.attributes.update(title="Your cart"), "attributes"),
    ],
)
def test_the_kind_of_a_modification(session: Session, act: object, kind: str) -> None:
    assert callable(act)
    act(session.element("Cart (1)"))
    change = session.reported()
    assert change.nodes is not None
    assert [(m.change, m.region) for m in change.nodes.modified] == [(kind, "main")]


def test_classes_and_styles_are_no_content(session: Session) -> None:
    session.element("Cart (1)").attributes.update({"class": "hover", "style": "color: red"})
    assert (session.reported().kind, session.tracker.version) == ("no_change", 1)


def test_scroll_and_focus_are_reported(session: Session) -> None:
    session.pages.scroll = (0.0, 300.0)
    session.element("Tea").states = ("focused",)
    change = session.reported()
    assert change.kind == "delta"
    assert change.scroll == ((0.0, 0.0), (0.0, 300.0))
    assert change.focus == (None, session.pages.scoped(session.element("Tea")))
    assert not change.nodes


def test_after_so_many_deltas_the_whole_page_is_shown() -> None:
    started = Session(shop(), full_after=3)
    started.reported()
    kinds: list[str] = []
    for turn in range(1, 9):
        started.element(f"Cart ({turn})").text = f"Cart ({turn + 1})"
        kinds.append(started.reported().kind)
    assert kinds == ["delta", "delta", "delta", "full", "delta", "delta", "delta", "full"]


@pytest.mark.req("SX-11")
def test_what_was_recreated_is_said_once_with_its_evidence(session: Session) -> None:
    ref = session.pages.ref(session.element("Cart (1)"))
    session.body.children[1] = E("button", "Cart (2)")
    change = session.reported()
    assert [(entry.ref, entry.name, entry.confidence) for entry in change.rebound] == [(ref, "Cart (2)", 0.9)]
    assert change.invalidated == ()
    assert labels(change) == [("Cart (1)", "Cart (2)")]
    assert session.pages.ref(session.element("Cart (2)")) == ref
    assert session.reported().rebound == ()


@pytest.mark.req("VD-06", "SX-11")
def test_what_comes_back_from_behind_a_spinner_is_known_again(session: Session) -> None:
    ref = session.pages.ref(session.element("Cart (1)"))
    whole = list(session.body.children)
    session.body.children[:] = [E("p", "Loading…")]
    assert ref in session.reported().dead_refs
    session.reported()
    session.body.children[:] = [child.clone() for child in whole if isinstance(child, E)]
    change = session.reported()
    assert ref in {entry.ref for entry in change.rebound}
    assert session.pages.ref(session.element("Cart (1)")) == ref


@pytest.mark.req("EX-06")
def test_going_back_revives_refs_that_the_cache_restored(session: Session) -> None:
    ref = session.pages.ref(session.element("Cart (1)"))
    home, root, body = session.body, session.pages._root, session.pages._body
    session.pages.navigate(shop(), "L1")
    assert ref in session.reported().dead_refs
    session.pages.navigate(home, "L0")
    session.pages._root, session.pages._body = root, body
    assert session.reported().kind == "full"
    assert session.pages.refs.life(ref) == ("live", "")
    assert session.pages.ref(session.element("Cart (1)")) == ref


@pytest.mark.req("FP-02")
def test_thousands_of_looks_leave_nothing_behind() -> None:
    started = Session(E("main", E("h1", "Shop"), E("button", "Cart (0)"), *(E("p", w) for w in WORDS)))
    started.reported()
    for turn in range(3_000):
        button = started.body.children[1]
        assert isinstance(button, E)
        if turn % 3 == 0:
            started.body.children[1] = E("button", f"Buy {turn}")
        else:
            button.text = f"Buy {turn}.{turn}"
        change = started.tracker.observe(started.pages.snapshot())
        for node in change.seen.snapshot.interactive():
            _ = node.ref
        started.tracker.commit(change)
    gc.collect()
    assert sum(isinstance(thing, Seen) for thing in gc.get_objects()) <= 12
    assert len(started.pages.refs) <= 4200
