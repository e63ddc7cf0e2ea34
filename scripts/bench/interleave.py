"""Fair comparison on a noisy machine: the contestants take turns, and only their ratio counts.

Whatever slows the machine for a while slows all of them alike; rotating who begins spreads what one leaves
behind for the next.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

Contestant = Callable[[], Awaitable[object]]
SMALL_RATIO = 0.1
"""Below this, ratios are shown to three places."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Seconds per contestant, round by round, from one interleaved run."""

    seconds: Mapping[str, tuple[float, ...]] = field(default_factory=dict[str, tuple[float, ...]])

    def median(self, name: str) -> float:
        """The middle of one contestant's rounds, in seconds."""
        return statistics.median(self.seconds[name])

    def ratio(self, name: str, baseline: str) -> float:
        """Median of `name` as a multiple of the median of `baseline`."""
        return self.median(name) / self.median(baseline)

    def spread(self, name: str) -> float:
        """Distance of the quartiles as a share of the median: how noisy the rounds were."""
        low, _, high = statistics.quantiles(self.seconds[name], n=4)
        return (high - low) / self.median(name)


async def interleave(
    contestants: Mapping[str, Contestant],
    *,
    rounds: int,
    warmup: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> Samples:
    """Run every contestant once per round, another one first each time; warm-up rounds are not counted."""
    names = list(contestants)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(-warmup, rounds):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            began = clock()
            await contestants[name]()
            if turn >= 0:
                seconds[name].append(clock() - began)
    return Samples({name: tuple(values) for name, values in seconds.items()})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: what was compared, how it came out, against which goal."""

    what: str
    ratio: float
    ours: float
    baseline: float
    spread: float
    rounds: int
    goal: float | None = None

    def __str__(self) -> str:
        goal = (
            ""
            if self.goal is None
            else f"  (goal ≤ {self.goal:g}{'' if self.ratio <= self.goal else ', missed'})"
        )
        ratio = f"{self.ratio:.{3 if self.ratio < SMALL_RATIO else 2}f}"
        return (
            f"{self.what:44} {ratio:>7} ×   {_shown(self.ours)} / {_shown(self.baseline)}"
            f"   ±{self.spread:4.0%}  n={self.rounds}{goal}"
        )


def compare(what: str, samples: Samples, ours: str, baseline: str, *, goal: float | None = None) -> Line:
    """A line of the table from two contestants of one run."""
    return Line(
        what=what,
        ratio=samples.ratio(ours, baseline),
        ours=samples.median(ours),
        baseline=samples.median(baseline),
        spread=max(samples.spread(ours), samples.spread(baseline)),
        rounds=len(samples.seconds[ours]),
        goal=goal,
    )


def _shown(seconds: float) -> str:
    return f"{seconds * 1e6:7.0f} µs" if seconds < 0.001 else f"{seconds * 1e3:7.1f} ms"
