"""The limits of a task: turns, tokens, seconds, money, repetition (pure; AG-09)."""

from __future__ import annotations

from collections import Counter

import msgspec

from cdp_engine.agent.models import Usage
from cdp_engine.agent.tasks.prices import Price, price_of
from cdp_engine.agent.tasks.result import Reason
from cdp_engine.errors import InvalidInput

MAX_TURNS = 20
WARN_AFTER = 3


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits at which a task ends. None: no such limit.

    `tokens` counts what the model was given and what it wrote, `seconds` the whole task, `money` is in US dollars by
    `price` (None: that of the model's name in the price table). `repeats` is how often one and the same call may be
    carried out on one and the same page without an effect; the model is warned from the third time on.
    """

    turns: int = MAX_TURNS
    tokens: int | None = None
    seconds: float | None = None
    money: float | None = None
    price: Price | None = None
    repeats: int | None = 6

    def __post_init__(self) -> None:
        for name in ("turns", "tokens", "seconds", "money", "repeats"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InvalidInput(f"the limit {name}={value} is not above 0")

    def price_for(self, model: str) -> Price | None:
        """What the model costs. Raises `InvalidInput` where there is a limit in money and the price is not known."""
        price = self.price if self.price is not None else price_of(model)
        if price is None and self.money is not None:
            raise InvalidInput(
                f"the price of the model {model!r} is not known, so a limit in money cannot be kept",
                hint="Give its price: Limits(money=…, price=Price(read=…, written=…)).",
            )
        return price

    def passed(self, turn: int, usage: Usage, cost: float | None) -> tuple[Reason, str] | None:
        """The limit that is reached before another turn, and in words."""
        if turn >= self.turns:
            return "max_turns_exceeded", f"{self.turns} turns were not enough"
        if self.tokens is not None and usage.read + usage.written >= self.tokens:
            return "max_tokens_exceeded", f"{usage.read + usage.written} of {self.tokens} tokens are used"
        if self.money is not None and cost is not None and cost >= self.money:
            return "max_money_exceeded", f"${cost:.4f} of ${self.money:g} are spent"
        return None


class Repetition:
    """Counts the calls that were made on a page that looked the same afterwards."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._seen: Counter[tuple[str, str, str]] = Counter()

    def add(self, name: str, arguments: str, page: str) -> int:
        """Record a call without effect; returns how often it was made on that page, including this time."""
        key = (name, arguments, page)
        self._seen[key] += 1
        return self._seen[key]

    def warning(self, times: int) -> str:
        """The warning to the model; empty for the first few times."""
        if times < WARN_AFTER:
            return ""
        return (
            f"You have done exactly this {times} times on the same page, without an effect. Try another way."
        )

    def is_too_much(self, times: int) -> bool:
        """Whether the task should end."""
        return self._most is not None and times >= self._most
