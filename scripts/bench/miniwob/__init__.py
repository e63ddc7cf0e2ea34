"""MiniWoB++, a public benchmark of small web tasks, done through the agent's tools by scripted policies."""

from scripts.bench.miniwob.rounds import Share, measure

__all__ = ["Share", "measure"]
