"""`python -m scripts.bench [rpc imports …] [--rounds N]`: measure and print the table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Awaitable, Callable, Sequence

import anyio

from scripts.bench import imports, miniwob, observe, peers, reobserve, rpc, spared
from scripts.bench.interleave import goals_in_short

MEASURES: dict[str, Callable[[int], Awaitable[Sequence[object]]]] = {
    "imports": imports.measure,
    "rpc": rpc.measure,
    "observe": observe.measure,
    "reobserve": reobserve.measure,
    "miniwob": miniwob.measure,
    "peers": peers.measure,
    "tools": peers.measure_served,
    "spared": spared.measure,
}
NAMED = frozenset(("peers", "tools", "spared"))
"""Measures that are taken only where they are named: two need packages of their own (`make bench-peers`), one has
no goal in time.
"""
ON_BOTH_LOOPS = frozenset(("rpc", "observe", "reobserve", "peers"))
"""Measures that are taken on trio as well; what the others compare with needs asyncio, or no loop."""


async def run(name: str, rounds: int) -> None:
    """Measure one thing and print its lines, then how many of the goals are met."""
    lines = await MEASURES[name](rounds)
    for line in lines:
        print(f"  {line}", flush=True)
    if goals := goals_in_short(lines):
        print(f"  {goals}", flush=True)


def main() -> int:
    """Parse the command line, measure one thing after the other, print each as it is done."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description=__doc__)
    parser.add_argument("measures", nargs="*", metavar="measure", help=f"of {', '.join(MEASURES)} (all)")
    parser.add_argument("--rounds", type=int, default=15, help="rounds that count (15)")
    options = parser.parse_args()
    if unknown := [name for name in options.measures if name not in MEASURES]:
        parser.error(f"no measure {unknown[0]!r}; there are {', '.join(MEASURES)}")
    print("ratio of medians within one interleaved run; the times beside it belong to this machine only")
    print("miniwob: share of the episodes with the whole reward\n")
    for name in options.measures or [name for name in MEASURES if name not in NAMED]:
        for backend in ("asyncio", "trio") if name in ON_BOTH_LOOPS else ("asyncio",):
            print(f"{name} ({backend})")
            anyio.run(run, name, options.rounds, backend=backend)
    return 0


if __name__ == "__main__":
    sys.exit(main())
