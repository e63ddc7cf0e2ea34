"""Texts that came and went since the last answer, for formats that show a page whole (SX-08).

"recent_events":["[2s ago] Added: 'Saved'","[1s ago] Error: 'Invalid ZIP code'"],"has_errors":true
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Snapshot
from cdp_engine.track import TransientReport, TransientText
from cdp_engine.views.budget.tokens import token_counter
from cdp_engine.views.formats.facts import comments, encode
from cdp_engine.views.text.page_text import plain

LONGEST = 200
JSON_FORMATS = frozenset(("controls", "elements", "hybrid", "semantic", "tree"))
_JOINT = 4
"""The number of tokens that joining two texts may add."""


class RecentEvents(msgspec.Struct, frozen=True, kw_only=True):
    """The last ten texts that came or went, oldest first, and whether any reports an error or a success."""

    recent_events: tuple[str, ...] = ()
    has_errors: bool = False
    has_success: bool = False

    def __bool__(self) -> bool:
        return bool(self.recent_events)


def recent_events(report: TransientReport) -> RecentEvents:
    """A report of the tracker in the form of the source."""
    tones = report.tones
    return RecentEvents(
        recent_events=tuple(_sentence(report, event) for event in report.events),
        has_errors="error" in tones,
        has_success="success" in tones,
    )


def _sentence(report: TransientReport, event: TransientText) -> str:
    what = "Error" if event.tone == "error" and event.kind != "removed" else event.kind.capitalize()
    times = f" ({event.times} times)" if event.times > 1 else ""
    return f"[{report.age(event):.0f}s ago] {what}: '{plain(event.text, LONGEST)}'{times}"


def render_with_events(
    snapshot: Snapshot, format: str, options: Mapping[str, Any], events: RecentEvents
) -> str:
    """A whole view with its events, within `max_tokens`: the page is shortened where both do not fit.

    A JSON object gets extra keys, HTML gets comments before it. Events that alone are too long are left out.
    """
    most = options.get("max_tokens")
    if not events or most is None:
        return with_events(format, snapshot.render(format, **options), events)
    counter = token_counter(options.get("tokenizer", "auto"))
    left = most - counter.count(with_events(format, "", events)) - _JOINT
    try:
        text = snapshot.render(format, **{**options, "max_tokens": max(1, left)})
    except InvalidInput:
        return snapshot.render(format, **options)
    text = with_events(format, text, events)
    return text if counter.count(text) <= most else snapshot.render(format, **options)


def with_events(format: str, text: str, events: RecentEvents) -> str:
    """A text with its events."""
    if not events:
        return text
    if format in JSON_FORMATS and (not text or text.rstrip().endswith("}")):
        return f"{text.rstrip()[:-1].rstrip()},\n{encode(msgspec.to_builtins(events))[1:]}"
    if format in ("full", "skeleton"):
        return "\n".join([*comments(events.recent_events), text])
    return "\n".join([text, *events.recent_events])
