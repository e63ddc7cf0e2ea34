"""What an update shows against a capture from scratch, and how many captures were made (CD-17)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from pathlib import Path
from typing import Any

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.engine.observing import observation_cache, update_pause
from cdp_engine.observe import CaptureOptions, Flag, NodeColumns, RefIssuer, Snapshot, capture
from cdp_engine.tab import Tab
from cdp_engine.tab.changes import change_fingerprint
from tests.engine.conftest import Bench


@pytest.fixture
def captures(monkeypatch: pytest.MonkeyPatch) -> list[CaptureOptions]:
    """The captures that were made; small documents are updated like large ones, and every update is tried."""
    made: list[CaptureOptions] = []

    async def counted(tab: Tab, options: CaptureOptions, refs: RefIssuer, **more: Any) -> Snapshot:
        made.append(options)
        return await capture(tab, options, refs, **more)

    monkeypatch.setattr(observation_cache, "capture", counted)
    monkeypatch.setattr(change_fingerprint, "LEAST_MEASURED", 0)
    monkeypatch.setattr(update_pause, "FAILURES", 1_000_000)
    return made


def _is_undrawn(columns: NodeColumns, row: int) -> bool:
    """Whether a row is white space of no size, or in closed details: its box depends on what was there before."""
    box = columns.bounds[row]
    if columns.flags[row] & Flag.CLOSED:
        return True
    return (
        columns.tag[row] == "#text"
        and columns.text[row].isspace()
        and (box is None or not (box[2] or box[3]))
    )


def _in_empty_drawings(columns: NodeColumns) -> set[int]:
    """The rows in drawings without a size: the browser leaves them as large as they were last drawn."""
    found: set[int] = set()
    for row, tag in enumerate(columns.tag):
        box = columns.bounds[row]
        if tag == "svg" and box is not None and not (box[2] and box[3]):
            found.update(columns.rows_within(row))
    return found


def differences(one: NodeColumns, other: NodeColumns) -> list[str]:
    """The columns in which two snapshots differ; boxes may by half a pixel, and where nothing is drawn by anything."""
    found: list[str] = []
    for name in NodeColumns.__dataclass_fields__:
        a, b = getattr(one, name), getattr(other, name)
        if name == "z_index" and len(one) == len(other):
            a, b = (
                {row: z for row, z in known.items() if not _is_undrawn(of, row)}
                for of, known in ((one, a), (other, b))
            )
        if name in ("bounds", "paint_order", "flags") and len(a) == len(b):
            empty = _in_empty_drawings(one) & _in_empty_drawings(other) if name == "bounds" else ()
            drawn = [
                row not in empty and not (_is_undrawn(one, row) and _is_undrawn(other, row))
                for row in range(len(a))
            ]
            a, b = list(compress(a, drawn)), list(compress(b, drawn))
        if name == "paint_order":
            # Layers in fields have no rows, as the arrows of a number that the pointer shows; the order counts.
            a, b = ranks(list(a)), ranks(list(b))
        if name == "bounds":
            wrong = [
                (row, x, y)
                for row, (x, y) in enumerate(zip(a, b, strict=False))
                if x != y
                and not (
                    x is not None
                    and y is not None
                    and all(abs(p - q) <= 0.5 for p, q in zip(x, y, strict=True))
                )
            ]
            found += [f"bounds {wrong[:3]}"] if wrong or len(a) != len(b) else []
        elif a != b:
            found.append(name)
    return found


def ranks(numbers: Sequence[int]) -> list[int]:
    """Each number's place among the different ones; 0 stays 0."""
    places = {number: place for place, number in enumerate(sorted({0, *numbers}))}
    return [places[number] for number in numbers]


async def quiet_look(bench: Bench) -> Snapshot:
    """An observation after which the page is known to be at rest: objects of its load have been collected."""
    await controller_of(bench.page).tab.changes.settle(limit=10)
    await controller_of(bench.page).observer.capture()
    return await controller_of(bench.page).observer.capture()


async def seen_and_fresh(bench: Bench, script: str) -> tuple[Snapshot, Snapshot]:
    """After a script has run and the page is at rest: what the engine says of it, and a new capture."""
    await bench.run(f"{script}; 0")
    await controller_of(bench.page).tab.changes.settle(limit=10)
    return await controller_of(bench.page).observer.capture(), await bench.page.snapshot()


LIST = (
    "<ul>" + "".join(f"<li><button id=b{n}>Item {n}</button> <i>note</i></li>" for n in range(30)) + "</ul>"
)


CHANGES = (Path(__file__).parent / "random_changes.js").read_text()
