"""The frame reducer: the sequences here were taken from a real Chromium (ids shortened)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cdp_engine.errors import TargetClosed
from cdp_engine.tab.state.frame import DocumentChange
from cdp_engine.tab.state.frames import FrameTree
from tests.tab.fakes import FakeSession, frame, tree


def opened(changes: list[DocumentChange] | None = None) -> tuple[FrameTree, FakeSession]:
    frames = FrameTree(changes.append if changes is not None else None)
    root = FakeSession("main")
    frames.session_attached(root, "main", None)
    frames.apply_tree(root, tree(frame("main", "L1")), frames.expect_tree())
    return frames, root


def kinds(changes: list[DocumentChange]) -> list[tuple[str, str, str | None, str | None]]:
    return [(c.frame_id, c.kind, c.old_loader, c.new_loader) for c in changes]


def test_a_tab_without_a_report_has_no_main_frame():
    frames = FrameTree()
    assert not frames.known
    with pytest.raises(TargetClosed):
        _ = frames.main


def test_the_tree_of_one_session_comes_parents_first():
    frames, root = opened()
    answer = tree(
        frame("main", "L1", name="top"),
        tree(frame("a", "LA", parent="main"), tree(frame("a1", "LA1", parent="a"))),
        tree(frame("b", "LB", parent="main")),
    )
    frames.apply_tree(root, answer, frames.expect_tree())
    assert [f.id for f in frames.all()] == ["main", "a", "a1", "b"]
    assert [f.id for f in frames.children("main")] == ["a", "b"]
    assert frames.main.name == "top"
    assert frames.main.is_main
    assert not frames.get("a").is_main


def test_a_url_keeps_its_fragment_and_an_error_page_the_address_that_failed():
    frames, root = opened()
    frames.navigated(root, frame("main", "L2", "http://x.test/", urlFragment="#part"))
    assert frames.main.url == "http://x.test/#part"
    frames.navigated(
        root, frame("main", "L3", "chrome-error://chromewebdata/", unreachableUrl="http://gone.test/")
    )
    assert frames.main.url == "http://gone.test/"
    assert frames.main.unreachable


@pytest.mark.req("EN-07")
def test_a_frame_moves_into_another_process_and_keeps_its_id():
    frames, root = opened()
    frames.attached(root, "f", "main")
    child = FakeSession("f")
    frames.session_attached(child, "f", "main")
    asked = frames.expect_tree()
    frames.navigated(child, frame("f", "LF", "http://b.test/mid", parent="main"))
    frames.detached(root, "f", "swap")
    # The answer that was asked for before the navigation knows the frame's first, empty document only.
    frames.apply_tree(child, tree(frame("f", "EMPTY", "", parent="main")), asked)
    moved = frames.get("f")
    assert moved.session is child
    assert moved.loader_id == "LF"
    assert moved.parent_id == "main"
    assert moved.is_oopif
    assert frames.by_session() == {root: (frames.main,), child: (moved,)}


@pytest.mark.req("EN-07")
def test_a_frame_that_moved_keeps_what_stands_below_its_new_document():
    frames, root = opened()
    frames.attached(root, "f", "main")
    frames.started(root, "f", "BLANK")
    child, grandchild = FakeSession("f"), FakeSession("g")
    frames.session_attached(child, "f", "main")
    asked = frames.expect_tree()
    # Auto-attach reports the frames below before the request for the tree is answered.
    frames.session_attached(grandchild, "g", "f")
    frames.apply_tree(child, tree(frame("f", "LF", "http://b.test/mid", parent="main")), asked)
    assert [f.id for f in frames.all()] == ["main", "f", "g"]
    frames.navigated(child, frame("f", "LF2", "http://b.test/next", parent="main"))
    assert [f.id for f in frames.all()] == ["main", "f"]


@pytest.mark.req("EN-07")
def test_a_frame_comes_back_into_its_parents_process():
    changes: list[DocumentChange] = []
    frames, root = opened(changes)
    child = FakeSession("f")
    frames.session_attached(child, "f", "main")
    frames.navigated(child, frame("f", "LF", parent="main"))
    frames.session_gone(child)
    assert frames.get("f") is None
    frames.attached(root, "f", "main")
    frames.navigated(root, frame("f", "LG", parent="main"))
    assert frames.get("f").session is root
    assert not frames.get("f").is_oopif
    assert kinds(changes)[1:] == [
        ("f", "navigated", None, "LF"),
        ("f", "detached", "LF", None),
        ("f", "navigated", None, "LG"),
    ]


@pytest.mark.req("EN-07")
def test_an_oopif_inside_an_oopif_joins_by_the_parent_frame():
    frames, _root = opened()
    outer, inner = FakeSession("f"), FakeSession("g")
    # The inner session may be heard of first.
    frames.session_attached(inner, "g", "f")
    assert [f.id for f in frames.all()] == ["main", "g"]
    frames.session_attached(outer, "f", "main")
    frames.navigated(outer, frame("f", "LF", parent="main"))
    frames.navigated(inner, frame("g", "LG", parent="f"))
    assert [f.id for f in frames.all()] == ["main", "f", "g"]
    frames.session_gone(outer)
    assert [f.id for f in frames.all()] == ["main"]


def test_a_late_word_of_the_old_process_about_a_moved_frame_is_ignored():
    frames, root = opened()
    frames.attached(root, "f", "main")
    child = FakeSession("f")
    frames.session_attached(child, "f", "main")
    frames.navigated(child, frame("f", "NEW", parent="main"))
    frames.navigated(root, frame("f", "OLD", parent="main"))
    frames.attached(root, "f", "main")
    frames.moved_within(root, "f", "http://old.test/#x")
    assert frames.get("f").loader_id == "NEW"
    assert frames.get("f").session is child
    assert frames.get("f").url == "http://f.test/"


def test_a_parent_that_removes_an_oopif_removes_what_is_below_it():
    changes: list[DocumentChange] = []
    frames, root = opened(changes)
    child = FakeSession("f")
    frames.session_attached(child, "f", "main")
    frames.navigated(child, frame("f", "LF", parent="main"))
    frames.attached(child, "f1", "f")
    frames.navigated(child, frame("f1", "LF1", parent="f"))
    frames.detached(root, "f", "remove")
    assert len(frames) == 1
    assert kinds(changes)[-2:] == [("f1", "detached", "LF1", None), ("f", "detached", "LF", None)]


@pytest.mark.req("FP-02")
def test_a_navigation_ends_exactly_the_documents_it_replaces():
    changes: list[DocumentChange] = []
    frames, root = opened(changes)
    for name in ("a", "b"):
        frames.attached(root, name, "main")
        frames.navigated(root, frame(name, f"L{name}", parent="main"))
    changes.clear()
    frames.navigated(root, frame("a", "La2", parent="main"))
    assert kinds(changes) == [("a", "navigated", "La", "La2")]
    changes.clear()
    frames.navigated(root, frame("main", "L2"))
    assert sorted(kinds(changes)) == [
        ("a", "detached", "La2", None),
        ("b", "detached", "Lb", None),
        ("main", "navigated", "L1", "L2"),
    ]
    assert changes[-1].is_main


@pytest.mark.req("FP-02")
def test_moving_within_the_document_changes_the_url_only():
    changes: list[DocumentChange] = []
    frames, root = opened(changes)
    changes.clear()
    frames.moved_within(root, "main", "http://main.test/#there")
    assert frames.main.url == "http://main.test/#there"
    assert frames.main.loader_id == "L1"
    assert kinds(changes) == [("main", "same-document", "L1", "L1")]


@pytest.mark.req("EX-06")
def test_a_document_out_of_the_cache_brings_its_frames_back():
    """The children of a cached document send nothing when they go, nothing when they return (fact 23)."""
    changes: list[DocumentChange] = []
    frames, root = opened(changes)
    frames.attached(root, "local", "main")
    frames.navigated(root, frame("local", "LL", parent="main"))
    oopif = FakeSession("f")
    frames.session_attached(oopif, "f", "main")
    frames.navigated(oopif, frame("f", "LF", parent="main"))

    frames.session_gone(oopif)
    frames.navigated(root, frame("main", "L2"))
    assert [f.id for f in frames.all()] == ["main"]
    frames.attached(root, "other", "main")
    frames.navigated(root, frame("other", "LO", parent="main"))
    changes.clear()

    again = FakeSession("f", "second session of f")
    frames.session_attached(again, "f", "main")  # attached before the document is reported
    asked = frames.expect_tree()
    frames.navigated(root, frame("main", "L1"), restored=True)
    frames.apply_tree(again, tree(frame("f", "LF", parent="main")), asked)
    assert {f.id: f.loader_id for f in frames.all()} == {"main": "L1", "local": "LL", "f": "LF"}
    assert frames.get("f").session is again
    assert kinds(changes) == [
        ("other", "detached", "LO", None),
        ("main", "restored", "L2", "L1"),
        ("local", "restored", None, "LL"),
        ("f", "restored", None, "LF"),
    ]


def test_the_first_empty_document_of_an_iframe_is_known_by_its_lifecycle_alone():
    frames, root = opened()
    frames.attached(root, "f", "main")
    frames.started(root, "f", "EMPTY")
    assert (frames.get("f").loader_id, frames.get("f").url) == ("EMPTY", "about:blank")
    frames.navigated(root, frame("f", "REAL", parent="main"))
    frames.started(root, "f", "LATER")
    assert frames.get("f").loader_id == "REAL"


def test_an_answer_does_not_bring_back_a_frame_that_left_after_the_question():
    frames, root = opened()
    frames.attached(root, "f", "main")
    asked = frames.expect_tree()
    frames.detached(root, "f", "remove")
    frames.attached(root, "g", "main")
    frames.apply_tree(root, tree(frame("main", "L1"), tree(frame("f", "LF", parent="main"))), asked)
    assert [f.id for f in frames.all()] == ["main", "g"]


def test_an_answer_removes_frames_that_left_before_the_question():
    frames, root = opened()
    frames.attached(root, "f", "main")
    frames.apply_tree(root, tree(frame("main", "L1")), frames.expect_tree())
    assert [f.id for f in frames.all()] == ["main"]


def test_a_tab_that_ends_ends_every_document():
    changes: list[DocumentChange] = []
    frames, root = opened(changes)
    frames.attached(root, "f", "main")
    frames.navigated(root, frame("f", "LF", parent="main"))
    frames.clear()
    assert len(frames) == 0
    assert not frames.known
    assert {(c.frame_id, c.kind) for c in changes[2:]} == {("f", "detached"), ("main", "detached")}


IDS = st.sampled_from(["main", "a", "b", "c"])
STEPS = st.tuples(
    st.sampled_from(["attached", "navigated", "detached", "swap", "session", "gone", "within", "restored"]),
    IDS,
    IDS,
    st.integers(0, 3),
)


@given(st.lists(STEPS, max_size=40))
@example([("attached", "b", "a", 0), ("navigated", "a", "b", 0), ("session", "a", "main", 0)])
def test_no_order_of_events_breaks_the_tree(steps: list[tuple[str, str, str, int]]):
    changes: list[DocumentChange] = []
    frames, root = opened(changes)
    sessions = {name: FakeSession(name) for name in ("a", "b", "c")}
    for what, one, other, number in steps:
        session = sessions.get(one, root) if number % 2 else root
        parent = None if one == "main" else other
        if what == "attached" and one != "main" and one != other:
            frames.attached(session, one, other)
        elif what in ("navigated", "restored") and one != other:
            frames.navigated(
                session, frame(one, f"{one}{number}", parent=parent), restored=what == "restored"
            )
        elif what == "detached" and one != "main":
            frames.detached(session, one, "remove")
        elif what == "swap":
            frames.detached(session, one, "swap")
        elif what == "session" and one != "main" and one != other:
            frames.session_attached(sessions[one], one, other)
        elif what == "gone" and one != "main":
            frames.session_gone(sessions[one])
        elif what == "within":
            frames.moved_within(session, one, "http://x.test/#y")
        listed = frames.all()
        assert len(listed) == len(frames)
        assert len({f.id for f in listed}) == len(listed)
        assert frames.main.id == "main"
        # What the hook said adds up to what is there.
        documents: dict[str, str] = {}
        for change in changes:
            if change.kind == "detached":
                documents.pop(change.frame_id, None)
            elif change.new_loader:
                documents[change.frame_id] = change.new_loader
        assert documents == {f.id: f.loader_id for f in listed if f.loader_id}
