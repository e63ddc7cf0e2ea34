"""The rows of nodes that are in two versions of a document are those of a search among all of them."""

from __future__ import annotations

import random

import pytest

from cdp_engine.track.identity.kept_contents import KeptRows


@pytest.mark.req("SX-11")
@pytest.mark.parametrize("seed", range(40))
def test_kept_rows_are_those_of_the_same_nodes(seed: int) -> None:
    dice = random.Random(seed)
    kept, expected = KeptRows(), dict[int, int]()
    first = first_now = 0
    for document in range(dice.choice((1, 1, 3))):
        was = [1000 * document + node for node in range(dice.choice((0, 1, 30, 700)))]
        here = [node for node in was if dice.random() < 0.9] if dice.random() < 0.5 else list(was)
        at = dice.randrange(len(here) + 1)
        here[at:at] = range(1000 * document + 800, 1000 * document + 800 + dice.choice((0, 1, 20)))
        if here and dice.random() < 0.3:
            here.append(here.pop(dice.randrange(len(here))))
        kept.add_document(was, first, here, first_now)
        expected |= {first + was.index(node): row for row, node in enumerate(here, first_now) if node in was}
        first, first_now = first + len(was), first_now + len(here)
    assert dict(kept) == expected
    assert len(kept) == len(expected)
    assert [kept.find(row) for row in range(-1, first + 2)] == [
        expected.get(row, -1) for row in range(-1, first + 2)
    ]
    assert {row for row in range(-1, first_now + 2) if kept.has_node(row)} == {*expected.values()}


@pytest.mark.req("SX-11")
def test_a_row_that_is_another_node_now_is_no_node_of_before() -> None:
    kept = KeptRows()
    kept.add_document([1, 2, 3], 0, [1, 9, 3], 0)
    kept.add(1, 1)
    assert dict(kept) == {0: 0, 1: 1, 2: 2}
    assert kept.has_now(1)
    assert not kept.has_node(1)
