"""Short refs: issued once, ended exactly, reported once, deleted in time."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from cdp_engine.errors import StaleRef, UnknownRef
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import dom, network, page
from cdp_engine.track import ElementRef, RefTable, Target, field_name

MAIN = page.FrameId("F0")


def name(backend: int, loader: str = "L0", frame: str = "F0") -> ScopedRef:
    return ScopedRef(page.FrameId(frame), network.LoaderId(loader), dom.BackendNodeId(backend))


def went(frame: str, old: str | None, new: str | None, kind: str = "navigated") -> SimpleNamespace:
    return SimpleNamespace(frame_id=frame, old_loader=old, new_loader=new, kind=kind)


def resolve(table: RefTable, target: Target, **loaders: str) -> ScopedRef:
    known = {
        page.FrameId(frame): network.LoaderId(loader) for frame, loader in (loaders or {"F0": "L0"}).items()
    }
    return table.resolve(target, main_frame=MAIN, loaders=known)


@pytest.mark.req("FP-01")
def test_a_node_has_one_ref_and_every_written_form_leads_back_to_it() -> None:
    table = RefTable()
    own, framed = name(7), name(7, "L1", "F1")
    assert (table.issue(own), table.issue(framed), table.issue(own)) == ("e1", "e2", "e1")
    assert own.text(MAIN) == "L0:7"
    assert framed.text(MAIN) == "F1:L1:7"
    forms = ("e1", "@e1", "E1", "L0:7", "F0:L0:7", 7, "7", own, ElementRef("e1", own))
    assert {resolve(table, form) for form in forms} == {own}
    assert resolve(table, "F1:L1:7", F0="L0", F1="L1") == resolve(table, "e2", F0="L0", F1="L1") == framed


@pytest.mark.req("FP-01", "EX-06")
@pytest.mark.parametrize("target", ["e1", "L0:7", 7])
def test_a_ref_of_another_document_is_rejected(target: str | int) -> None:
    table = RefTable()
    table.issue(name(7))
    if target == 7:
        assert resolve(table, 7, F0="L9") == name(7, "L9")
        return
    with pytest.raises(StaleRef, match="replaced"):
        resolve(table, target, F0="L9")
    with pytest.raises(StaleRef, match="frame has been removed"):
        resolve(table, target, F5="L0")


@pytest.mark.parametrize("target", ["e2", "e0", "x", "L0:x", "a:b:c:d", ""])
def test_what_was_never_shown_is_unknown(target: str) -> None:
    table = RefTable()
    table.issue(name(7))
    with pytest.raises(UnknownRef):
        resolve(table, target)


@pytest.mark.req("FP-02")
def test_navigation_ends_exactly_the_refs_of_that_document_and_tells_them_once() -> None:
    table = RefTable()
    for node in (name(1), name(2), name(1, "L1", "F1")):
        table.issue(node)
    table.document_changed(went("F1", "L1", "L2"))
    table.document_changed(went("F1", "L1", "L2"))
    assert [(entry.ref, entry.scoped.loader_id) for entry in table.drain()] == [("e3", "L1")]
    assert table.drain() == ()
    assert table.life("e1") == ("live", "")
    table.document_changed(went("F0", "L0", None, "detached"))
    assert [entry.ref for entry in table.drain()] == ["e1", "e2"]
    table.document_changed(went("F0", "L0", "L0", "same-document"))
    assert table.drain() == ()


@pytest.mark.req("EX-06")
def test_the_back_forward_cache_suspends_and_revives() -> None:
    table = RefTable()
    table.issue(name(1))
    table.document_changed(went("F0", "L0", "L1"))
    assert table.life("e1") == ("suspended", "its page was replaced by another")
    with pytest.raises(StaleRef):
        resolve(table, "e1", F0="L1")
    table.document_changed(went("F0", "L1", "L0", "restored"))
    assert table.life("e1") == ("live", "")
    assert table.drain() == ()
    assert resolve(table, "e1") == name(1)


@pytest.mark.req("EX-06")
def test_a_removed_element_is_stale_until_that_very_element_returns() -> None:
    table = RefTable()
    table.issue(name(1))
    table.remove(name(1), "it was removed from the page")
    with pytest.raises(StaleRef, match="removed from the page"):
        resolve(table, "e1")
    assert table.issue(name(1)) == "e1"
    assert table.returned(lambda node: node == name(1), [("F0", "L0")]) == ["e1"]
    assert resolve(table, "e1") == name(1)


def test_an_element_recreated_takes_the_ref_and_the_old_node_gets_its_own_if_both_are_there() -> None:
    table = RefTable()
    table.issue(name(1))
    assert table.rebind(name(1), name(2)) == "e1"
    assert table.find("e1") == name(2)
    assert table.issue(name(1)) == "e1"  # an old snapshot is rendered once more
    table.reappeared(lambda node: True)
    assert table.issue(name(1)) == "e2"
    assert table.issue(name(2)) == "e1"


def test_a_ref_goes_back_to_a_node_that_returned_in_place_of_its_copy() -> None:
    table = RefTable()
    table.issue(name(1))
    table.rebind(name(1), name(2))
    table.reappeared(lambda node: node == name(1))
    assert table.find("e1") == name(1)
    assert table.issue(name(2)) == "e1"


def test_rebinding_never_takes_a_ref_that_is_in_use() -> None:
    table = RefTable()
    table.issue(name(1))
    table.issue(name(2))
    assert table.rebind(name(1), name(2)) == "e2"
    assert table.find("e1") == name(1)
    with pytest.raises(UnknownRef):
        table.rebind(name(3), name(4))


@pytest.mark.req("FP-02")
def test_a_week_of_pages_does_not_grow_the_table() -> None:
    table = RefTable(retired_kept=50)
    for turn in range(400):
        for node in range(10):
            table.issue(name(node, f"L{turn}"))
            table.rebind(name(node, f"L{turn}"), name(node + 100, f"L{turn}"))
        table.document_changed(went("F0", f"L{turn}", f"L{turn + 1}"))
        table.drain()
    assert len(table) <= 60
    assert sum(len(getattr(table, slot)) for slot in ("_numbers", "_former", "_retired", "_documents")) < 300
    assert table.last_number == 4000
    with pytest.raises(StaleRef, match="forgotten"):
        resolve(table, "e1")


class RefsOverTime(RuleBasedStateMachine):
    """Whatever happens, a number names one element permanently and no two elements share one."""

    def __init__(self) -> None:
        super().__init__()
        self.table = RefTable(retired_kept=6)
        self.element: dict[str, int] = {}  # ref -> element that it was issued for
        self.nodes: dict[int, int] = {}  # backend -> element
        self.present: set[int] = set()
        self.fresh = 0

    @rule()
    def comes(self) -> None:
        self.fresh += 1
        self.nodes[self.fresh] = self.fresh
        self.present.add(self.fresh)

    @rule(data=st.data())
    def is_shown(self, data: st.DataObject) -> None:
        if self.present:
            node = data.draw(st.sampled_from(sorted(self.present)))
            ref = self.table.issue(name(node))
            assert self.element.setdefault(ref, self.nodes[node]) == self.nodes[node]

    @rule(data=st.data())
    def is_recreated(self, data: st.DataObject) -> None:
        if self.present:
            node = data.draw(st.sampled_from(sorted(self.present)))
            self.fresh += 1
            self.nodes[self.fresh] = self.nodes[node]
            self.present.remove(node)
            self.present.add(self.fresh)
            if self.table.issued(name(node)):
                self.table.rebind(name(node), name(self.fresh))

    @rule(data=st.data())
    def goes(self, data: st.DataObject) -> None:
        if self.present:
            node = data.draw(st.sampled_from(sorted(self.present)))
            self.present.remove(node)
            self.table.remove(name(node), "gone")

    @rule()
    def leaves_and_returns(self) -> None:
        self.table.document_changed(went("F0", "L0", "L1"))
        self.table.document_changed(went("F0", "L1", "L0", "restored"))

    @rule()
    def is_reported(self) -> None:
        refs = [entry.ref for entry in self.table.drain()]
        assert len(refs) == len(set(refs))
        assert self.table.drain() == ()

    @invariant()
    def live_refs_name_what_is_there(self) -> None:
        for ref, element in self.element.items():
            if self.table.life(ref) == ("live", ""):
                found = self.table.find(ref)
                assert found is not None
                assert self.nodes[found.backend_node_id] == element
                assert found.backend_node_id in self.present


TestRefsOverTime = RefsOverTime.TestCase
TestRefsOverTime.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@pytest.mark.parametrize(
    ("key", "target"),
    [
        ("Dessert name", 'field "Dessert name"'),
        ("Date of birth", 'field "Date of birth"'),
        ("Email", 'field "Email"'),
        ("e12", "e12"),
        ("F1:L2:7", "F1:L2:7"),
        ("12", "12"),
        ("focused", "focused"),
        ('textbox "Name"', 'textbox "Name"'),
        ("combobox Country", "combobox Country"),
        ("“Name”", "“Name”"),
    ],
)
def test_a_label_is_a_name(key: str, target: str) -> None:
    assert field_name(key) == target
