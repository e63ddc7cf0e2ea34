"""The public benchmark: its tasks are done through the tools, and a wrong answer is not a success."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scripts.bench.miniwob.hand import Hand, Stuck
from scripts.bench.miniwob.pages import play, serving, task_names
from scripts.bench.miniwob.policies import POLICIES
from scripts.bench.miniwob.reading import page_text, read_full, read_outline
from scripts.bench.miniwob.rounds import share
from tests.agent.conftest import Bench

pytestmark = pytest.mark.req("EX-12")

TASKS = ("click-menu", "enter-time", "use-slider", "email-inbox-reply", "drag-items")
ANSWER = """ok (v1 full)
[page 482913]
Shop · https://shop.test/
in view 0-600 of 900px
Choose "Large" and click Send.
## Order
[e1 textbox Name ="Ada \\"Lady\\" L." +required]
Gift? [e2 checkbox Gift wrap +checked]
[e3 combobox Size ="S" of S|M or L|XL +disabled]
[e4 textbox "E-mail [work]" hint "a@b.test"]
[e5 Terms]
[e6 button]
Last reward: -
--- since the last answer
! 1s ago: "[e9 button Not there]"
[end 482913]
"""


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.parametrize("task", TASKS)
async def test_a_task_is_done_by_what_the_views_say(bench: Bench, origin: str, task: str) -> None:
    assert "evaluate" not in bench.box
    ending = await play(bench.box, origin, task, 1, POLICIES[task])
    assert (ending.reward, ending.why) == (1.0, "")
    assert ending.calls > 1


async def _wrong(hand: Hand) -> None:
    (right,) = hand.heard(r"button (\w+)")
    await hand.press_button("TWO" if right == "ONE" else "ONE")


async def _lost(hand: Hand) -> None:
    await hand.press_button("Never there")


@pytest.mark.anyio
@pytest.mark.live
async def test_a_wrong_answer_is_no_success(bench: Bench, origin: str) -> None:
    wrong = await play(bench.box, origin, "click-test-2", 1, _wrong)
    assert wrong.reward is not None
    assert wrong.reward <= 0
    lost = await play(bench.box, origin, "click-test-2", 1, _lost)
    assert "Never there" in lost.why
    done = await play(bench.box, origin, "click-test-2", 1, POLICIES["click-test-2"])
    assert [ending.passed for ending in (wrong, lost, done)] == [False, False, True]
    line = share("click-test-2", (wrong, lost, done))
    assert (line.passed, line.tried) == (1, 3)
    assert "33.3%" in str(line)


@pytest.mark.anyio
@pytest.mark.live
async def test_the_same_seed_is_the_same_episode(bench: Bench, origin: str) -> None:
    seen: list[list[str]] = []

    async def keep(hand: Hand) -> None:
        seen.append([hand.goal, *(thing.name for thing in hand.view.things)])
        raise Stuck("seen")

    for seed in (3, 3, 4):
        await play(bench.box, origin, "click-checkboxes-large", seed, keep)
    first, again, other = seen
    assert first == again
    assert first != other


def test_a_policy_for_most_tasks() -> None:
    names = task_names()
    assert set(POLICIES) <= set(names)
    assert len(POLICIES) >= 30


def test_an_outline_is_read_as_it_was_written() -> None:
    view = read_outline(page_text(ANSWER))
    assert view.goal == 'Choose "Large" and click Send.'
    named = {thing.ref: thing for thing in view.things}
    assert list(named) == ["e1", "e2", "e3", "e4", "e5", "e6"]
    assert (named["e1"].role, named["e1"].name, named["e1"].value) == ("textbox", "Name", 'Ada "Lady" L.')
    assert named["e2"].states == {"checked"}
    assert (named["e3"].name, named["e3"].value, named["e3"].states) == ("Size", "S", {"disabled"})
    assert named["e4"].name == "E-mail [work]"
    assert (named["e5"].role, named["e5"].name) == ("link", "Terms")
    assert (named["e6"].role, named["e6"].name) == ("button", "")
    assert [thing.ref for thing in view.between(2, 4)] == ["e1", "e2"]


def test_a_full_view_is_read_without_what_nobody_sees() -> None:
    page = read_full(
        '<ul><li data-ref="e1"><img src=a.png><span class="trash big" style="color: red"></span>One</li>'
        "<li><!-- untrusted: not shown -->Two</li></ul>"
    )
    assert page.text == "One"
    [icon] = page.all("span", cls="trash")
    assert icon.style("color") == "red"
    assert icon.parent is not None
    assert icon.parent.ref == "e1"
