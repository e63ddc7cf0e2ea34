"""The verdict on an expectation (SX-14) and the cost of an action (CD-16). Records."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

_OPENS, _CLOSES = "“”"
"""The quotes around what a page says."""


class PageState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of the page after the action."""

    url: str = ""
    url_changed: bool = False
    dom_changed: bool = False
    recent_mutations: tuple[str, ...] = ()


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the expected outcome came true.

    `verified_outcome` is the alternative that came true, or else the first one; `actual_outcome` says what happened.
    `confidence` is from 0 to 1: 1 for what was read back or observed directly, less for indirect evidence.
    `expected` is False where the caller expected nothing and the action's own default was checked.
    """

    success: bool
    verified_outcome: str
    actual_outcome: str
    confidence: float
    feedback: str
    errors_detected: tuple[str, ...] = ()
    success_messages: tuple[str, ...] = ()
    page_state: PageState = PageState()
    expected: bool = False


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What an action added to the page: nodes, bytes of JavaScript heap, layouts, style recalculations, and seconds of
    script. Negative where memory was freed. `Performance.getMetrics`."""

    nodes: int = 0
    heap_bytes: int = 0
    layouts: int = 0
    style_recalculations: int = 0
    script_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A sign that an action failed."""

    code: str
    message: str
    hint: str


def rejection(what: str, complaint: str) -> str:
    """The message of a rejection, which quotes what the page complains of; `complaint_in` reads that again."""
    return f"{what}: {_OPENS}{complaint}{_CLOSES}"


def complaint_in(message: str) -> str:
    """What a message of a rejection quotes; empty for nothing."""
    return message.partition(_OPENS)[2].rpartition(_CLOSES)[0]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the action itself could not be carried out; refs as the caller knows them."""

    code: str
    message: str
    by: str | None = None
    closer: str | None = None
    sent: bool = False
    """Whether something was pressed before."""
