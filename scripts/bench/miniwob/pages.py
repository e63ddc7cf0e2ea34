"""The benchmark's side: its pages on a server, an episode with a seed, the reward that the page gives.

This is the only place where a script runs in a page: to start an episode and to read how it ended.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import anyio

from cdp_engine import Page
from cdp_engine.agent import ToolBox
from cdp_engine.errors import EngineError
from scripts.bench.miniwob.hand import Hand, Policy, Stuck
from scripts.webassets import ASSETS
from scripts.webserver import Request, Response, WebServer, file_below, file_response

PAGES = ASSETS / "miniwob" / "html"
EPISODE_SECONDS = 60.0
"""Beyond it a policy counts as failed."""
JUDGED_MS = 3000
"""Pages that show the end of an effect first give their reward a little later."""
UNREAD = (LookupError, ValueError, RuntimeError)
"""What a policy raises where a view is not as it thought; `next` without a hit ends a coroutine in the last."""

START = """async seed => {
  core.EPISODE_MAX_TIME = 3600000;
  Math.seedrandom(seed);
  core.startEpisodeReal();
  const drawn = [...document.querySelectorAll('*')].flatMap(element => {
    const style = getComputedStyle(element);
    return [...`${style.content} ${style.backgroundImage}`.matchAll(/url\\("(.+?)"\\)/g)].map(found => found[1]);
  });
  const loaded = [...new Set(drawn)].map(url => Object.assign(new Image(), {src: url}).decode().catch(() => 0));
  await Promise.all(loaded);
}"""
"""Icons that a style sheet draws take no room until they are loaded: a policy begins when they are."""
JUDGE = """patience => new Promise(resolve => {
  const began = Date.now();
  const look = () => {
    const over = WOB_DONE_GLOBAL;
    if (over || Date.now() - began > patience) resolve([over, WOB_RAW_REWARD_GLOBAL]);
    else setTimeout(look, 50);
  };
  look();
})"""


@dataclass(frozen=True, slots=True)
class Ending:
    """How an episode ended. `reward` is the page's own, without its discount for time; None: it gave none."""

    reward: float | None
    calls: int
    why: str = ""

    @property
    def passed(self) -> bool:
        """Only the whole reward counts."""
        return self.reward is not None and self.reward >= 1.0


def task_names(pages: Path = PAGES) -> list[str]:
    """Every task of the package. Raises `FileNotFoundError` where it is not unpacked."""
    names = sorted(file.stem for file in (pages / "miniwob").glob("*.html"))
    if not names:
        raise FileNotFoundError(f"no benchmark pages in {pages}: run `make setup`")
    return names


@contextmanager
def serving(pages: Path = PAGES) -> Generator[str]:
    """The origin of a server with the benchmark's pages, for the length of a block."""

    def answer(request: Request) -> Response:
        response = file_response(file_below(pages, request.path))
        return replace(response, headers={"Cache-Control": "max-age=3600"})

    server = WebServer(answer)
    try:
        yield server.origin()
    finally:
        server.close()


async def start(page: Page, origin: str, task: str, seed: int) -> None:
    """Begin an episode on a fresh page."""
    await page.goto(f"{origin}/miniwob/{task}.html", wait_until="load")
    await page.evaluate(START, seed)


async def play(box: ToolBox, origin: str, task: str, seed: int, policy: Policy) -> Ending:
    """One episode: start it, let the policy act through the tools, read the reward."""
    page = await box.workspace.page()
    hand = Hand(box)
    why = "it took too long"
    try:
        await start(page, origin, task, seed)
        with anyio.move_on_after(EPISODE_SECONDS):
            await hand.look()
            await policy(hand)
            why = ""
        over, reward = await page.evaluate(JUDGE, JUDGED_MS if not why else 0)
    except Stuck as stuck:
        return Ending(None, hand.calls, str(stuck))
    except UNREAD as unread:
        return Ending(None, hand.calls, f"the view was not understood: {unread!r}")
    except EngineError as error:
        return Ending(None, hand.calls, f"{type(error).__name__}: {error.message}")
    return Ending(float(reward) if over else None, hand.calls, why)
