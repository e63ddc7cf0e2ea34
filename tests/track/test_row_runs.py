"""The rows that stayed are found wherever others came and went beside them, and not where they changed places."""

from __future__ import annotations

import random

import pytest

from cdp_engine.observe import NodeColumns
from cdp_engine.track.changes.row_runs import rows_of, with_rows_now

pytestmark = pytest.mark.req("FP-04")


def columns_of(nodes: list[int]) -> NodeColumns:
    return NodeColumns(parent=[-1] * len(nodes), backend=list(nodes))  # pyright: ignore[reportArgumentType]


def test_rows_that_stayed_are_those_of_the_same_nodes_in_the_same_order() -> None:
    others = 0
    for seed in range(400):
        dice = random.Random(seed)
        was = dice.sample(range(5000), dice.choice((3, 60, 900)))
        here = list(was)
        for _ in range(dice.randrange(4)):
            at, count = dice.randrange(len(here) + 1), dice.choice((1, 3, 300))
            if dice.random() < 0.5:
                here[at:at] = range(9000 + 1000 * len(here), 9000 + 1000 * len(here) + count)
            else:
                del here[at : at + count]
        if dice.random() < 0.3 and len(here) > 2:
            here.insert(dice.randrange(len(here)), here.pop(dice.randrange(len(here))))
        kept = [node for node in was if node in set(here)]
        in_order = [node for node in here if node in set(was)] == kept
        rows = rows_of(columns_of(was), columns_of(here))
        assert (rows is not None) == in_order, seed
        others += rows is None
        if rows is not None:
            places = {node: row for row, node in enumerate(here)}
            assert list(rows.now) == [places.get(node, -1) for node in was]
            column: dict[int, object] = {row: node for row, node in enumerate(was) if node % 3}
            now: dict[int, object] = {places[node]: node for node in was if node % 3 and node in places}
            assert with_rows_now(column, rows) == now
    assert others > 20
