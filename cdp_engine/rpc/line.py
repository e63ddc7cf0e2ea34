"""What the sessions of one connection share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from cdp_engine.errors import EngineError
from cdp_engine.rpc.deadlines import Deadlines
from cdp_engine.rpc.outbox import Outbox
from cdp_engine.rpc.pending import PendingCalls
from cdp_engine.rpc.stats import ConnectionStats

X = TypeVar("X", bound=EngineError)


@dataclass(slots=True)
class Line:
    """The inside of a connection, as a session sees it."""

    default_timeout: float
    outbox: Outbox
    deadlines: Deadlines = field(default_factory=Deadlines)
    calls: PendingCalls = field(default_factory=PendingCalls)
    stats: ConnectionStats = field(default_factory=ConnectionStats)


def again(error: X, note: str | None = None) -> X:
    """Return a copy of an error that several callers get.

    Raising one exception object in several tasks would pile up their tracebacks on it.
    """
    twin = type(error).__new__(type(error))
    twin.args = error.args
    twin.__dict__.update(error.__dict__)
    twin.__cause__ = error.__cause__
    if note is not None:
        twin.__dict__.pop("__notes__", None)
        twin.add_note(note)
    return twin
