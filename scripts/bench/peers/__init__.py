"""Ourselves against other tools, on pages of four sizes: Playwright's library, tools behind MCP, command lines."""

from scripts.bench.peers.library import measure
from scripts.bench.peers.served import measure as measure_served

__all__ = ["measure", "measure_served"]
