"""Our tools as a model calls them, against those of others: servers behind MCP, and command lines.

For each page: opening it with its content, the whole page again, the page after one change of its own, and three of the
changes by actions, each with what the model has to read afterwards. The time is that of the calls that a model makes
for it; where an answer brings no page, the call for the page is part of it. Tokens are characters / 4 of the answers.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import anyio

from scripts.bench.interleave import Contestant, Line, compare, interleave
from scripts.bench.peers.commands import agent_browser, our_commands
from scripts.bench.peers.links_page import SIZES, answer
from scripts.bench.peers.mcp_servers import chrome_devtools_mcp, our_mcp, playwright_mcp
from scripts.bench.peers.peer import Peer
from scripts.rooms import ROOT
from scripts.webserver import WebServer

TOOLS = ROOT / ".venv" / "peers"
"""Where `scripts/setup/peers.sh` puts the others."""
KINDS = ("text", "show", "fill")
"""The changes that are measured here."""
SHARE, LEAST_ROUNDS = 5, 3
"""A fifth of the rounds of the others, but so many: some answers take a second."""
START_SECONDS = 60.0

Start = Callable[[Path, Path], AbstractAsyncContextManager[Peer]]
PAIRS: Mapping[str, tuple[Start, Mapping[str, Start]]] = {
    "our mcp": (our_mcp, {"playwright-mcp": playwright_mcp, "chrome-devtools-mcp": chrome_devtools_mcp}),
    "our commands": (our_commands, {"agent-browser": agent_browser}),
}
"""Ours by its interface, and the others of the same interface."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A peer that could not be measured, or not to the end."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name}: not measured: {self.reason}"


async def measure(rounds: int) -> list[Line | Missing]:
    """Everything, on every size of page. A peer that does not run here is named with the reason."""
    rounds = max(LEAST_ROUNDS, rounds // SHARE)
    server, lines = WebServer(answer), list[Line | Missing]()
    try:
        for ours, (start, others) in PAIRS.items():
            async with AsyncExitStack() as stack:
                peers: dict[str, Peer] = {}
                for name, begin in {ours: start, **others}.items():
                    folder = Path(
                        stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
                    )
                    try:
                        peer = await stack.enter_async_context(begin(TOOLS, folder))
                        with anyio.fail_after(START_SECONDS):
                            await peer.open(f"{server.origin()}/{SIZES[0]}")
                    except Exception as error:
                        lines.append(Missing(name, _reason(error)))
                    else:
                        peers[name] = peer
                for links in SIZES:
                    print(f"  {', '.join(peers)}: {links} links", file=sys.stderr, flush=True)
                    lines += await _sized(peers, ours, f"{server.origin()}/{links}", links, rounds)
    finally:
        server.close()
    return lines


def _reason(error: Exception) -> str:
    if isinstance(error, ExceptionGroup):
        return _reason(cast("ExceptionGroup[Exception]", error).exceptions[0])
    return f"{type(error).__name__}: {error}".splitlines()[0]


async def _sized(
    peers: Mapping[str, Peer], ours: str, address: str, links: int, rounds: int
) -> list[Line | Missing]:
    lines: list[Line | Missing] = []

    async def measured(
        what: str,
        turn: Callable[[Peer], Contestant],
        prepare: Mapping[str, Contestant] | None = None,
        *,
        warmup: int = 1,
    ) -> None:
        contestants = {name: turn(peer) for name, peer in peers.items()}
        try:
            samples = await interleave(contestants, rounds=rounds, prepare=prepare, warmup=warmup)
        except Exception as error:
            lines.append(Missing(f"{links} links, {what}", _reason(error)))
            return
        for name in peers:
            if name != ours and ours in peers:
                lines.append(compare(f"{links} links, {what}: {ours} / {name}", samples, ours, name))

    changes: dict[str, Contestant] = {name: peer.change for name, peer in peers.items()}
    await measured("open", lambda peer: partial(peer.open, address), warmup=0)
    await measured("observe", lambda peer: peer.look, changes)
    await measured("one text changed", lambda peer: peer.look_again, changes)
    for kind in KINDS:
        await measured(kind, lambda peer, kind=kind: partial(peer.act, kind))
    return lines
