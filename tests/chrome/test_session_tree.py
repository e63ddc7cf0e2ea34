from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.chrome.targets.session_tree import REMEMBERED, Attachment, SessionTree
from cdp_engine.protocol.target import SessionID, TargetID

pytestmark = pytest.mark.req("EN-07")


def attachment(name: str, parent: str | None = None, target: str | None = None) -> Attachment:
    return Attachment(
        SessionID(name), TargetID(target or name.upper()), None if parent is None else SessionID(parent)
    )


def tree_of(*attachments: Attachment) -> SessionTree:
    tree = SessionTree()
    for it in attachments:
        assert tree.attach(it)
    return tree


def names(attachments: list[Attachment]) -> list[str]:
    return [it.session_id for it in attachments]


NESTED = (attachment("p"), attachment("f", "p"), attachment("g", "f"), attachment("w", "g"))


def test_the_end_of_a_session_is_the_end_of_all_below_it_deepest_first() -> None:
    tree = tree_of(*NESTED, attachment("other"))
    assert names(tree.detach(SessionID("f"))) == ["w", "g", "f"]
    assert names(list(tree)) == ["p", "other"]


def test_detaches_may_come_in_any_order() -> None:
    for order in (["g", "f", "p"], ["p", "f", "g"], ["f", "p", "g"]):
        tree = tree_of(*NESTED[:3])
        removed = [it for name in order for it in tree.detach(SessionID(name))]
        assert sorted(names(removed)) == ["f", "g", "p"]
        assert not len(tree)


def test_the_root_over_a_nested_session() -> None:
    tree = tree_of(*NESTED)
    assert tree.root_of(SessionID("w")) == "p"
    assert tree.root_of(SessionID("p")) == "p"


def test_two_sessions_of_one_target_live_and_end_apart() -> None:
    tree = tree_of(attachment("one", target="T"), attachment("two", target="T"))
    assert names(tree.of_target(TargetID("T"))) == ["one", "two"]
    tree.detach(SessionID("one"))
    assert names(tree.of_target(TargetID("T"))) == ["two"]


def test_an_attach_is_taken_once_and_not_after_its_end() -> None:
    tree = tree_of(attachment("p"))
    assert not tree.attach(attachment("p"))
    tree.detach(SessionID("p"))
    assert not tree.attach(attachment("p"))
    assert tree.detach(SessionID("early")) == []
    assert not tree.attach(attachment("early"))


def test_the_memory_of_ended_sessions_is_bounded() -> None:
    tree = SessionTree()
    for number in range(REMEMBERED + 1):
        tree.detach(SessionID(str(number)))
    assert tree.attach(attachment("0"))
    assert not tree.attach(attachment(str(REMEMBERED)))


@given(st.data())
def test_in_any_order_no_session_lives_on_below_an_ended_one(data: st.DataObject) -> None:
    everything = [*NESTED, attachment("x", "p"), attachment("q"), attachment("y", "q")]
    steps = data.draw(st.permutations([*everything, *(SessionID(it.session_id) for it in everything)]))
    tree, ended = SessionTree(), set[str]()
    for step in steps:
        if isinstance(step, Attachment):
            if step.parent not in ended:  # a session that has ended reports nothing
                assert tree.attach(step) == (step.session_id not in ended)
        else:
            removed = tree.detach(step)
            ended |= {step, *names(removed)}
        live = {it.session_id for it in tree}
        assert not live & ended
    assert not len(tree)
