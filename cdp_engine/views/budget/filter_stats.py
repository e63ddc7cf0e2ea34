"""How much a search leaves of a page (SX-13): elements and tokens of its view with the query, and of the whole view."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from cdp_engine.observe import Snapshot
from cdp_engine.views.budget.tokens import Tokenizer, token_counter

MANY_TOKENS = 2000
"""From here on a view is worth a search."""
NARROWING = frozenset(
    ("query", "ranking", "max_tokens", "max_nodes", "max_interactive", "min_relevance", "filter")
)
_REF = re.compile(r"\be\d+\b")


class FilterStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a view with its query, filter and limits shows of the whole view."""

    original_count: int
    """Interactive elements of the whole view."""
    filtered_count: int
    """Those that are left."""
    original_tokens: int
    filtered_tokens: int
    needs_filtering: bool
    """Whether the whole view has more than 2000 tokens."""

    @property
    def token_reduction(self) -> int:
        """The share of the tokens that is saved, in percent."""
        return round(100 * (1 - self.filtered_tokens / max(1, self.original_tokens)))


def filter_stats(
    snapshot: Snapshot, format: str = "outline", *, tokenizer: Tokenizer = "auto", **options: Any
) -> FilterStats:
    """Compare a view with what it would be without query, filter and limits.

    Renders both. Raises what `Snapshot.render` raises.
    """
    shown = snapshot.render(format, **options)
    rest = {name: value for name, value in options.items() if name not in NARROWING}
    whole = shown if rest == options else snapshot.render(format, **rest)
    refs = {node.ref for node in snapshot.interactive()}
    counter = token_counter(tokenizer)
    tokens = counter.count(whole)
    return FilterStats(
        original_count=len(refs.intersection(_REF.findall(whole))),
        filtered_count=len(refs.intersection(_REF.findall(shown))),
        original_tokens=tokens,
        filtered_tokens=counter.count(shown),
        needs_filtering=tokens > MANY_TOKENS,
    )
