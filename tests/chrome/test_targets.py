from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.chrome import Change, TargetTree
from cdp_engine.protocol import Event, target
from cdp_engine.protocol.page import FrameId
from cdp_engine.protocol.target import SessionID, TargetID, TargetInfo

pytestmark = pytest.mark.req("EN-07")


def info(name: str, kind: str = "page", **more: Any) -> TargetInfo:
    return TargetInfo(target_id=TargetID(name), type=kind, **more)


def created(it: TargetInfo) -> Event:
    return target.TargetCreated(target_info=it)


def changed(it: TargetInfo) -> Event:
    return target.TargetInfoChanged(target_info=it)


def destroyed(name: str) -> Event:
    return target.TargetDestroyed(target_id=TargetID(name))


def crashed(name: str) -> Event:
    return target.TargetCrashed(target_id=TargetID(name), status="crashed", error_code=5)


def tree_of(*events: Event) -> TargetTree:
    tree = TargetTree()
    for event in events:
        tree.apply(event)
    return tree


PAGE = info("P")
POPUP = info("Q", opener_id=TargetID("P"))
OUTER = info("F", "iframe", parent_id=TargetID("P"), parent_frame_id=FrameId("P"))
INNER = info("G", "iframe", parent_frame_id=FrameId("F"))
WORKER = info("W", "worker", parent_id=TargetID("F"))
ALL = (PAGE, POPUP, OUTER, INNER, WORKER)


def names(infos: list[TargetInfo]) -> list[str]:
    return [it.target_id for it in infos]


@pytest.mark.parametrize("order", list(permutations(ALL)))
def test_the_tree_is_the_same_in_whatever_order_targets_are_reported(order: tuple[TargetInfo, ...]) -> None:
    tree = tree_of(*(created(it) for it in order))
    assert set(names(tree.pages())) == {"P", "Q"}
    assert names(tree.children(TargetID("P"))) == ["F"]
    assert names(tree.descendants(TargetID("P")))[0] == "F"
    assert set(names(tree.descendants(TargetID("P")))) == {"F", "G", "W"}
    assert names(tree.opened_by(TargetID("P"))) == ["Q"]


def test_what_each_event_does_is_reported_once() -> None:
    tree = TargetTree()
    kinds = [
        change.kind if (change := tree.apply(event)) else None
        for event in (
            created(PAGE),
            created(PAGE),
            changed(info("P", url="http://a.test/")),
            crashed("P"),
            crashed("nobody"),
            destroyed("P"),
            destroyed("P"),
        )
    ]
    assert kinds == [Change.APPEARED, None, Change.CHANGED, Change.CRASHED, None, Change.GONE, None]


def test_the_last_known_state_comes_with_the_end() -> None:
    tree = tree_of(created(PAGE), changed(info("P", url="http://a.test/")))
    change = tree.apply(destroyed("P"))
    assert change is not None
    assert change.info.url == "http://a.test/"


def test_a_change_or_an_attach_may_be_the_first_word_of_a_target() -> None:
    attached = target.AttachedToTarget(session_id=SessionID("s"), target_info=OUTER)
    assert names(list(tree_of(changed(PAGE), attached))) == ["P", "F"]


def test_a_frame_that_comes_back_under_its_old_id_is_known_again() -> None:
    tree = tree_of(created(PAGE), created(OUTER), destroyed("F"), created(OUTER))
    assert names(tree.children(TargetID("P"))) == ["F"]


def test_a_crash_lasts_until_the_target_shows_another_document() -> None:
    tree = tree_of(created(PAGE), crashed("P"), changed(info("P", attached=True)))
    assert tree.crashed == {"P": "crashed"}
    tree.apply(changed(info("P", attached=True, title="reloading")))
    assert not tree.crashed


def test_a_crashed_target_that_answers_lives() -> None:
    tree = tree_of(created(PAGE), crashed("P"))
    tree.note_alive(TargetID("P"))
    assert not tree.crashed


def test_a_destroyed_target_is_crashed_no_longer() -> None:
    assert not tree_of(created(PAGE), crashed("P"), destroyed("P"), created(PAGE)).crashed


def test_prerendered_pages_and_surfaces_of_the_browser_are_no_tabs() -> None:
    tree = tree_of(created(PAGE), created(info("R", subtype="prerender")), created(info("B", "browser_ui")))
    assert names(tree.pages()) == ["P"]


def test_parents_in_a_circle_end() -> None:
    tree = tree_of(
        created(info("A", "iframe", parent_id=TargetID("B"))),
        created(info("B", "iframe", parent_id=TargetID("A"))),
    )
    assert names(tree.descendants(TargetID("A"))) == ["B"]


IDS = st.sampled_from("ABCD")
INFOS = st.builds(
    lambda name, parent, url, attached: info(
        name, "iframe", parent_id=parent and TargetID(parent), url=url, attached=attached
    ),
    IDS,
    st.none() | IDS,
    st.sampled_from(["", "http://a.test/"]),
    st.booleans(),
)
EVENTS = st.one_of(
    INFOS.map(created),
    INFOS.map(changed),
    IDS.map(destroyed),
    IDS.map(crashed),
    INFOS.map(lambda it: target.AttachedToTarget(session_id=SessionID("s"), target_info=it)),
    IDS.map(lambda name: target.DetachedFromTarget(session_id=SessionID("s"), target_id=TargetID(name))),
)


@given(st.lists(EVENTS, max_size=40))
def test_the_tree_agrees_with_a_plain_replay(events: list[Event]) -> None:
    tree = TargetTree()
    expected: dict[str, TargetInfo] = {}
    reported: set[str] = set()
    for event in events:
        change = tree.apply(event)
        match event:
            case target.TargetCreated() | target.TargetInfoChanged() | target.AttachedToTarget():
                expected[event.target_info.target_id] = event.target_info
            case target.TargetDestroyed():
                expected.pop(event.target_id, None)
            case _:
                pass
        if change is not None:
            # a follower of the changes alone knows the same targets
            (reported.discard if change.kind is Change.GONE else reported.add)(change.info.target_id)
        assert reported == set(expected)
    assert {it.target_id: it for it in tree} == expected
    assert set(tree.crashed) <= set(expected)
    for name in "ABCD":
        below = tree.descendants(TargetID(name))
        assert len(below) == len(set(names(below)))
        assert name not in names(below)
