"""Fair comparison on a noisy machine: the contestants take turns, and only their ratio counts.

Whatever slows the machine for a while slows all of them alike; rotating who begins spreads what one leaves
behind for the next.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

Contestant = Callable[[], Awaitable[object]]
"""One turn of one of those that are compared. It may return an `Answer`."""
SMALL_RATIO = 0.1
"""Below this, ratios are shown to three places."""
LEAST_QUARTILES = 4
"""Of fewer rounds the whole distance is taken."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a contestant has for a model, and the seconds that it took, where it knows better than the caller."""

    text: str
    seconds: float | None = None

    @property
    def tokens(self) -> float:
        """A rough count of the tokens: characters / 4."""
        return len(self.text) / 4


@dataclass(frozen=True, slots=True)
class Samples:
    """Seconds, and tokens of the answers, per contestant, round by round, from one interleaved run."""

    seconds: Mapping[str, tuple[float, ...]] = field(default_factory=dict[str, tuple[float, ...]])
    tokens: Mapping[str, tuple[float, ...]] = field(default_factory=dict[str, tuple[float, ...]])

    def median(self, name: str) -> float:
        """The middle of one contestant's rounds, in seconds."""
        return statistics.median(self.seconds[name])

    def median_tokens(self, name: str) -> float:
        """The middle of the tokens of one contestant's answers; 0 where it returned none."""
        return statistics.median(self.tokens.get(name) or (0.0,))

    def ratio(self, name: str, baseline: str) -> float:
        """Median of `name` as a multiple of the median of `baseline`."""
        return self.median(name) / self.median(baseline)

    def spread(self, name: str) -> float:
        """Distance of the quartiles as a share of the median: how noisy the rounds were."""
        if len(self.seconds[name]) < LEAST_QUARTILES:
            return (max(self.seconds[name]) - min(self.seconds[name])) / self.median(name)
        low, _, high = statistics.quantiles(self.seconds[name], n=4)
        return (high - low) / self.median(name)


async def interleave(
    contestants: Mapping[str, Contestant],
    *,
    rounds: int,
    warmup: int = 1,
    clock: Callable[[], float] = time.perf_counter,
    prepare: Mapping[str, Contestant] | None = None,
) -> Samples:
    """Run every contestant once per round, another one first each time; warm-up rounds are not counted.

    What `prepare` holds for a contestant is done before each of its turns and not counted.
    """
    names = list(contestants)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    tokens: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(-warmup, rounds):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            if prepare and name in prepare:
                await prepare[name]()
            began = clock()
            found = await contestants[name]()
            took = clock() - began
            if isinstance(found, Answer):
                took = took if found.seconds is None else found.seconds
            if turn >= 0:
                seconds[name].append(took)
                if isinstance(found, Answer):
                    tokens[name].append(found.tokens)
    return Samples(
        {name: tuple(values) for name, values in seconds.items()},
        {name: tuple(values) for name, values in tokens.items() if values},
    )


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
    tokens: tuple[float, float] | None = None
    """Tokens of our answer and of the other's."""

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached, where there is one."""
        return self.goal is None or self.ratio <= self.goal

    def __str__(self) -> str:
        word = "met" if self.is_met else "missed"
        goal = "" if self.goal is None else f"  (goal ≤ {self.goal:g}: {word})"
        tokens = f"  {self.tokens[0]:,.0f} / {self.tokens[1]:,.0f} tokens" if self.tokens else ""
        ratio = f"{self.ratio:.{3 if self.ratio < SMALL_RATIO else 2}f}"
        return (
            f"{self.what:44} {ratio:>7} ×   {_shown(self.ours)} / {_shown(self.baseline)}"
            f"   ±{self.spread:4.0%}  n={self.rounds}{tokens}{goal}"
        )


def compare(what: str, samples: Samples, ours: str, baseline: str, *, goal: float | None = None) -> Line:
    """A line of the table from two contestants of one run."""
    tokens = samples.median_tokens(ours), samples.median_tokens(baseline)
    return Line(
        what=what,
        ratio=samples.ratio(ours, baseline),
        ours=samples.median(ours),
        baseline=samples.median(baseline),
        spread=max(samples.spread(ours), samples.spread(baseline)),
        rounds=len(samples.seconds[ours]),
        goal=goal,
        tokens=tokens if all(tokens) else None,
    )


def goals_in_short(lines: Sequence[object]) -> str:
    """How many of the goals of a table are met, and which are not; empty where it has none."""
    goals = [line for line in lines if isinstance(line, Line) and line.goal is not None]
    missed = [f"{line.what} {line.ratio:.2f} > {line.goal:g}" for line in goals if not line.is_met]
    if not goals:
        return ""
    short = f"goals: {len(goals) - len(missed)} of {len(goals)} met"
    return "\n    ".join((f"{short}; missed:" if missed else short, *missed))


def _shown(seconds: float) -> str:
    return f"{seconds * 1e6:7.0f} µs" if seconds < 0.001 else f"{seconds * 1e3:7.1f} ms"
