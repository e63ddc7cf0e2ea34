"""What is the same in two large containers shows that they are, without their labels being read."""

from __future__ import annotations

import random

import pytest

from cdp_engine.observe import Snapshot
from cdp_engine.track.identity.kept_contents import keeps_most
from cdp_engine.track.identity.resemblance import Reading, same_context
from tests.support.snapshots import E, Pages

pytestmark = pytest.mark.req("VD-06")

TAGS = ("p", "button", "section", "a", "li")


def block(number: int) -> E:
    return E("section", E("h2", f"Record {number}"), E("p", E("b", f"Line {number}")), E("button", "Remove"))


def large_page(blocks: int = 60) -> Pages:
    return Pages(E("main", *(block(number) for number in range(blocks))))


def judged(before: Snapshot, now: Snapshot) -> tuple[bool, bool]:
    """Whether it is known at once that the page kept its contents, and whether it did."""
    row, image = before.columns.tag.index("main"), now.columns.tag.index("main")
    known = keeps_most(Reading(before), row, Reading(now), image)
    return known, same_context(Reading(before), row, Reading(now), image)


def test_a_row_that_came_or_went_needs_no_labels_of_the_others() -> None:
    page = large_page()
    before = page.snapshot()
    page.body.children.insert(30, block(100))
    del page.body.children[32]
    now = page.snapshot()
    old, new = Reading(before), Reading(now)
    row, image = before.columns.tag.index("main"), now.columns.tag.index("main")
    assert keeps_most(old, row, new, image)
    assert same_context(Reading(before), row, Reading(now), image)
    assert len(old._labels) < len(before) / 4  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("around", ["button", "template"])
def test_nodes_that_are_part_of_a_new_control_have_no_labels_of_their_own(around: str) -> None:
    page = large_page()
    before = page.snapshot()
    page.body.children = [E(around, *page.body.children)]
    assert judged(before, page.snapshot()) == (False, False)


def test_what_is_known_at_once_is_what_reading_all_labels_shows() -> None:
    known_at_once = others = 0
    for seed in range(200):
        dice = random.Random(seed)
        page = large_page(dice.choice((45, 60)))
        before = page.snapshot()
        _edit(page.body, dice, dice.choice((1, 2, 5)))
        if dice.random() < 0.2:
            kept = page.body.children
            page.body.children = [E(dice.choice(("button", "div")), *kept[dice.randrange(9) :])]
        first, size = dice.randrange(30), dice.choice((0, 2, 20, 40))
        page.body.children[first : first + size] = [block(number) for number in range(200, 200 + size)]
        known, same = judged(before, page.snapshot())
        assert same or not known, seed
        known_at_once += known
        others += not same
    assert known_at_once > 40
    assert others > 5


def _edit(body: E, dice: random.Random, times: int) -> None:
    for _ in range(times):
        elements = [one for one in body.walk() if one is not body]
        parents = {id(child): one for one in body.walk() for child in one.children if isinstance(child, E)}
        if not elements:
            return
        element = dice.choice(elements)
        around = parents[id(element)].children
        at = around.index(element)
        match dice.randrange(6):
            case 0:
                around.insert(at, block(dice.randrange(90)))
            case 1:
                del around[at]
            case 2:
                around[at] = E(dice.choice(("button", "div", "template")), element)
            case 3:
                element.tag = dice.choice(TAGS)
            case 4:
                element.children = [f"other {dice.randrange(9)}"]
            case _:
                element.hidden = not element.hidden
