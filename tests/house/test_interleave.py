"""The benchmark's harness: contestants take turns, only counted rounds count, ratios are of medians."""

from __future__ import annotations

import pytest

from scripts.bench.interleave import Answer, Samples, compare, goals_in_short, interleave

pytestmark = pytest.mark.anyio


async def test_contestants_take_turns_and_each_begins_in_its_turn() -> None:
    order: list[str] = []

    def contestant(name: str):
        async def run() -> None:
            order.append(name)

        return run

    samples = await interleave({name: contestant(name) for name in "abc"}, rounds=3, warmup=1)
    assert "".join(order) == "cab" + "abc" + "bca" + "cab"
    assert {name: len(values) for name, values in samples.seconds.items()} == {"a": 3, "b": 3, "c": 3}


async def test_the_clock_counts_only_the_contestant() -> None:
    now = 0.0

    def taking(seconds: float):
        async def run() -> None:
            nonlocal now
            now += seconds

        return run

    samples = await interleave({"slow": taking(3.0), "quick": taking(2.0)}, rounds=5, clock=lambda: now)
    assert samples.ratio("slow", "quick") == 1.5
    assert samples.spread("slow") == 0.0


def test_a_line_shows_the_ratio_and_a_missed_goal() -> None:
    samples = Samples({"ours": (0.2, 0.1, 0.9), "bare": (0.1, 0.1, 0.1)})
    assert "2.00 ×" in str(compare("what", samples, "ours", "bare"))
    assert "(goal ≤ 1.25: missed)" in str(compare("what", samples, "ours", "bare", goal=1.25))
    assert "(goal ≤ 2.5: met)" in str(compare("what", samples, "ours", "bare", goal=2.5))


def test_the_goals_of_a_table_in_short() -> None:
    samples = Samples({"ours": (2.0,), "bare": (1.0,)})
    lines = [
        compare("one", samples, "ours", "bare", goal=1.25),
        compare("two", samples, "ours", "bare", goal=2.0),
        compare("three", samples, "ours", "bare"),
    ]
    assert goals_in_short(lines) == "goals: 1 of 2 met; missed:\n    one 2.00 > 1.25"
    assert goals_in_short(lines[1:]) == "goals: 1 of 1 met"
    assert goals_in_short(lines[2:]) == ""


async def test_what_is_prepared_is_not_counted_and_answers_bring_their_tokens_and_their_own_time() -> None:
    now = 0.0

    def taking(seconds: float, answer: Answer | None = None):
        async def run() -> Answer | None:
            nonlocal now
            now += seconds
            return answer

        return run

    samples = await interleave(
        {"ours": taking(1.0, Answer("x" * 40)), "theirs": taking(9.0, Answer("x" * 400, seconds=4.0))},
        rounds=3,
        clock=lambda: now,
        prepare={"ours": taking(5.0)},
    )
    assert samples.seconds == {"ours": (1.0,) * 3, "theirs": (4.0,) * 3}
    assert compare("both", samples, "ours", "theirs").tokens == (10.0, 100.0)
    assert "10 / 100 tokens" in str(compare("both", samples, "ours", "theirs"))
