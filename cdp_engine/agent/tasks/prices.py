"""Prices of models: a table (`prices.toml`), in US dollars per million tokens (pure)."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from cdp_engine.agent.models import Usage

_DATE = re.compile(r"[-@]?(?:20\d{6}|20\d\d-\d\d-\d\d|latest)$")
_MILLION = 1_000_000


class Price(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """US dollars for a million tokens.

    `cached` is the price of those that come from the maker's cache, `stored` of those that go into it; None: as `read`.
    """

    read: float
    written: float
    cached: float | None = None
    stored: float | None = None

    def of(self, usage: Usage) -> float:
        """The cost of a number of tokens, in US dollars."""
        plain = usage.read - usage.cached - usage.stored
        cached = self.read if self.cached is None else self.cached
        stored = self.read if self.stored is None else self.stored
        total = (
            plain * self.read + usage.cached * cached + usage.stored * stored + usage.written * self.written
        )
        return total / _MILLION


@cache
def price_table() -> dict[str, Price]:
    """The prices that come with the package, by the model's name."""
    text = files("cdp_engine.agent.tasks").joinpath("prices.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, Price])


def price_of(model: str) -> Price | None:
    """The price of a model, with or without a date behind its name; None where it is not in the table."""
    table = price_table()
    return table.get(model) or table.get(_DATE.sub("", model))
