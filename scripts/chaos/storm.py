"""Faults for a living browser: its processes, its tabs and the calls that are under way, at random moments."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import anyio

from cdp_engine import Browser
from cdp_engine.engine import controller_of
from cdp_engine.errors import EngineError
from cdp_engine.protocol import Command, runtime, target
from cdp_engine.protocol import page as page_domain
from scripts.chaos.calls import Round
from scripts.chaos.playground import Playground
from scripts.chaos.processes import members, send
from scripts.chaos.visitor import Visitor


class Storm:
    """Faults, at random moments, for one browser and its visitors."""

    def __init__(
        self, round: Round, browser: Browser, visitors: Sequence[Visitor], ground: Playground
    ) -> None:
        self._round = round
        self._random = round.random
        self._visitors = visitors
        self._ground = ground
        self._stopped: list[int] = []
        self._chrome = controller_of(browser).chrome
        process = self._chrome.process
        self._group = process.pid if process is not None else None

    async def rage(self, faults: int, deadly: bool) -> None:
        """So many faults; among them, where `deadly`, the end of the browser process."""
        kinds = [self._kill_renderer, self._kill_gpu, self._stop, self._close_tab, self._navigate, self._dialog,
                 self._cancel, self._cancel, self._reload_all]  # fmt: skip
        for _ in range(faults):
            await anyio.sleep(self._random.expovariate(2.0))
            await self._random.choice(kinds)()
        if deadly:
            await anyio.sleep(self._random.uniform(0.0, 2.0))
            self._kill("browser", "connection", "renderer", "tab")

    def calm(self) -> None:
        """Let everything run on that was stopped."""
        for pid in self._stopped:
            send(pid, signal.SIGCONT)
        self._stopped.clear()

    async def _kill_renderer(self) -> None:
        self._kill("renderer", "renderer")

    async def _kill_gpu(self) -> None:
        self._kill("gpu")

    def _kill(self, kind: str, *breaks: str) -> None:
        if self._group is not None and (found := members(self._group, kind)):
            self._round.fault(f"SIGKILL {kind}", *breaks)
            send(self._random.choice(found), signal.SIGKILL)

    async def _stop(self) -> None:
        kind = self._random.choice(("renderer", "gpu", "network", "browser"))
        if self._group is None or not (found := members(self._group, kind)):
            return
        pid = self._random.choice(found)
        self._round.fault(f"SIGSTOP {kind}")
        send(pid, signal.SIGSTOP)
        self._stopped.append(pid)
        if self._random.random() < 0.6 or kind == "browser":
            await anyio.sleep(self._random.uniform(0.2, 3.0))
            send(pid, signal.SIGCONT)
            self._stopped.remove(pid)

    def _targets(self) -> list[target.TargetInfo]:
        return self._chrome.targets.pages()

    async def _close_tab(self) -> None:
        if found := self._targets():
            self._round.fault("closed tab", "tab")
            with suppress(EngineError):
                await self._chrome.close_target(self._random.choice(found).target_id)

    def _raw(self, command: Command[Any]) -> None:
        """Send a command behind the engine's back to one of the pages."""
        pages = [visitor.page for visitor in self._visitors if visitor.page is not None]
        if pages:
            with suppress(EngineError):
                self._random.choice(pages).session.start(command).abandon()

    async def _navigate(self) -> None:
        self._round.fault("navigation")
        self._raw(page_domain.navigate(self._ground.odd_url(self._random.choice(("slow", "big", "nowhere")))))

    async def _dialog(self) -> None:
        self._round.fault("dialog")
        self._raw(runtime.evaluate("setTimeout(() => confirm('from outside'), 20)"))

    async def _reload_all(self) -> None:
        self._round.fault("reload")
        self._raw(page_domain.reload())

    async def _cancel(self) -> None:
        scopes = [visitor.scope for visitor in self._visitors if visitor.scope is not None]
        if scopes:
            self._round.fault("cancellation")
            self._random.choice(scopes).cancel()
