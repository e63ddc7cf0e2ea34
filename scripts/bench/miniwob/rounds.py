"""Plays every task for some episodes and counts: the benchmark's line of the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

import cdp_engine
from cdp_engine.agent import everyday, open_workspace
from scripts.bench.miniwob.pages import Ending, play, serving, task_names
from scripts.bench.miniwob.policies import POLICIES
from scripts.demo.__main__ import CHROMIUM_FLAGS


@dataclass(frozen=True, slots=True)
class Share:
    """One line of the table: how many of how many, with the result of those that failed."""

    what: str
    passed: int
    tried: int
    calls: int
    why: str = ""

    def __str__(self) -> str:
        share = self.passed / self.tried if self.tried else 0.0
        why = f"  {' '.join(self.why.split())[:400]}" if self.why else ""
        return f"{self.what:44} {share:7.1%}     {self.passed:4} of {self.tried:4} episodes   {self.calls:5} calls{why}"


def share(what: str, endings: Iterable[Ending]) -> Share:
    """The line for some episodes, with the reason of the first that failed."""
    known = list(endings)
    lost = next((one for one in known if not one.passed), None)
    why = "" if lost is None else lost.why or f"reward {lost.reward}"
    return Share(what, sum(one.passed for one in known), len(known), sum(one.calls for one in known), why)


async def measure(rounds: int, tasks: Iterable[str] = ()) -> list[Share]:
    """A third of `rounds` episodes of every task that has a policy, seeds from 1 on; the sum comes last."""
    episodes = max(1, rounds // 3)
    every = task_names()
    chosen = list(tasks) or [task for task in every if task in POLICIES]
    endings: dict[str, list[Ending]] = {}
    with serving() as origin:
        async with (
            cdp_engine.launch(args=CHROMIUM_FLAGS) as browser,
            open_workspace(browser, isolated=True) as workspace,
        ):
            box = everyday(workspace)
            await workspace.page()
            for task in chosen:
                endings[task] = [
                    await play(box, origin, task, seed, POLICIES[task]) for seed in range(1, episodes + 1)
                ]
    lines = [share(task, of_task) for task, of_task in endings.items()]
    whole = share(f"all: {len(chosen)} of {len(every)} tasks tried", chain.from_iterable(endings.values()))
    return [*lines, Share(whole.what, whole.passed, whole.tried, whole.calls)]
