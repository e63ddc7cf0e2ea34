"""`make chaos ROUNDS=… SEED=…`: play rounds and print what each of them found."""

from __future__ import annotations

import argparse
import faulthandler
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import anyio

from scripts.chaos import browsers, cancelled, hosts, wires
from scripts.chaos.calls import PATIENCE, Round
from scripts.chaos.census import no_task_left, nothing_left
from scripts.chaos.playground import Playground, playground

KINDS: dict[str, tuple[int, Callable[[Round, Playground], Awaitable[None]]]] = {
    "storm": (10, browsers.one_browser),
    "quiet": (3, browsers.quiet_browser),
    "twenty-pages": (1, browsers.twenty_pages),
    "five-browsers": (1, browsers.five_browsers),
    "two-engines": (2, browsers.two_engines),
    "cancelled-calls": (4, cancelled.cancelled_calls),
    "cancelled-launches": (2, cancelled.cancelled_launches),
    "bad-wire": (5, wires.bad_wire),
    "impostors": (2, wires.impostors),
    "false-browsers": (1, wires.false_browsers),
    "killed-host": (4, hosts.killed_host),
    "stopped-host": (1, hosts.stopped_host),
    "full-disk": (2, hosts.full_disk),
    "short-files": (1, hosts.short_files),
}
"""Each kind of round, how often it comes beside the others, and what plays it."""

ROUND_SECONDS = 400.0
"""After that a round hangs: every stack is printed and the run ends."""


def play(number: int, seed: str, kind: str | None, backend: str | None, *, long: bool) -> Round:
    """One round."""
    random = Random(f"{seed} {number}")
    weighted = random.choices(list(KINDS), weights=[weight for weight, _ in KINDS.values()])[0]
    chosen_backend = random.choice(("asyncio", "trio"))
    name = kind or weighted
    temporary = Path(tempfile.mkdtemp(prefix="cdp-chaos-", dir="/tmp"))
    round = Round(name, random, backend or chosen_backend, temporary, long)
    before, tempfile.tempdir, os.environ["TMPDIR"] = tempfile.tempdir, str(temporary), str(temporary)
    faulthandler.dump_traceback_later(ROUND_SECONDS * PATIENCE, exit=True)
    try:
        with nothing_left(round), playground() as ground:
            anyio.run(_round, round, ground, backend=round.backend)
    finally:
        faulthandler.cancel_dump_traceback_later()
        tempfile.tempdir = before
        os.environ.pop("TMPDIR", None)
        shutil.rmtree(temporary, ignore_errors=True)
    return round


async def _round(round: Round, ground: Playground) -> None:
    with no_task_left(round):
        try:
            await KINDS[round.name][1](round, ground)
        except Exception as error:
            import traceback

            round.found(f"the round raised {error!r}\n{''.join(traceback.format_exception(error))}")


def main() -> int:
    """Parse the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m scripts.chaos", description=__doc__)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="start no round after so many seconds"
    )
    parser.add_argument("--first", type=int, default=1, help="number of the first round")
    parser.add_argument("--round", type=int, help="play this one only")
    parser.add_argument("--kind", choices=sorted(KINDS))
    parser.add_argument("--backend", choices=("asyncio", "trio"))
    parser.add_argument("--long", action="store_true", help="also messages of 200 MB")
    options = parser.parse_args()
    numbers = [options.round] if options.round else range(options.first, options.first + options.rounds)
    began = time.monotonic()
    found = played = 0
    totals: Counter[str] = Counter()
    for number in numbers:
        if time.monotonic() - began > options.seconds:
            break
        started = time.monotonic()
        round = play(number, options.seed, options.kind, options.backend, long=options.long)
        played += 1
        totals.update(round.outcomes)
        found += len(round.findings)
        said = ", ".join(f"{count} {what}" for what, count in round.outcomes.most_common(4))
        faults = Counter(round.faults)
        hit = ", ".join(f"{count} × {what}" if count > 1 else what for what, count in faults.items())
        slowest = f"slowest {round.slowest[1]} {round.slowest[0]:.1f} s; " if round.slowest[1] else ""
        print(
            f"round {number} {round.name} ({round.backend}) {time.monotonic() - started:.1f} s: {said or 'no calls'};"
            f" {slowest}faults: {hit or 'none'}",
            flush=True,
        )
        for what in round.findings:
            print(f"  FOUND (seed {options.seed}, round {number}): {what}", flush=True)
    print(f"{played} rounds with seed {options.seed}: {sum(totals.values())} outcomes, {found} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
