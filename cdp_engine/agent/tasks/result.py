"""How a task ended, and the events on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from cdp_engine.agent.models import Usage

Reason = Literal[
    "completed",
    "task_failed",
    "human_rejected",
    "max_turns_exceeded",
    "max_tokens_exceeded",
    "max_seconds_exceeded",
    "max_money_exceeded",
    "repetition",
    "model_failed",
    "model_refused",
    "browser_lost",
]


class TaskResult(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a task.

    `success` is what the indicators say; without any, what the model says, and `verified` is False. `reason` is a
    stable word, `message` one sentence on it, `view` the page at the end as a model would see it (secrets masked).
    `cost` is in US dollars by the price table; None where the model is not in it.
    """

    success: bool
    reason: Reason
    message: str
    turns: int
    verified: bool = False
    url: str = ""
    title: str = ""
    view: str = ""
    usage: Usage = Usage()
    cost: float | None = None
    seconds: float = 0.0


EventKind = Literal[
    "start", "words", "model", "tool", "answer", "checkpoint", "approval", "completion", "end"
]
"""`words` is a streamed answer so far; `model` follows with all of it."""


class TaskEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a task. `at` is seconds since its start; `data` holds nothing but JSON, secrets masked."""

    at: float
    turn: int
    kind: EventKind
    data: dict[str, Any]


Listener = Callable[[TaskEvent], None]
"""Gets every event as it happens; must be quick."""
