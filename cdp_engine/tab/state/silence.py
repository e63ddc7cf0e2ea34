"""Why a page does not answer, in words, and what can be done about it (pure)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cdp_engine.errors import DeadlineExceeded

if TYPE_CHECKING:
    from cdp_engine.tab.state.tab_state import TabState

LOOP_SECONDS = 5.0
LOOP_DIALOGS = 5
"""Dialogs within that time that make a loop; no person would answer so many."""

_LONGEST_TEXT = 60


@dataclass(frozen=True, slots=True)
class Silence:
    """What keeps a page from answering, and what the caller can do."""

    reason: str
    hint: str

    def error(self, waited_for: str, seconds: float) -> DeadlineExceeded:
        """The error for something that did not come because of it."""
        return DeadlineExceeded(waited_for, seconds, f": {self.reason}", hint=self.hint)


def opens_dialogs_in_a_loop(state: TabState) -> bool:
    """Whether the page opens one dialog after another."""
    return state.dialogs.recent(LOOP_SECONDS) >= LOOP_DIALOGS


def why_silent(state: TabState) -> Silence:
    """The most likely reason why the page of a tab does not answer now."""
    leave = "Go to another address, or close the page"
    if opens_dialogs_in_a_loop(state):
        count = state.dialogs.recent(LOOP_SECONDS)
        last = state.dialogs.history[-1]
        text = last.message[:_LONGEST_TEXT]
        kind = f"{'an' if last.type == 'alert' else 'a'} {last.type}"
        return Silence(
            f"the page opens one dialog after another (at least {count} in the last {LOOP_SECONDS:g} s, "
            f"the last {kind}: {text!r})",
            f"{leave}: it opens the next dialog as soon as one is answered.",
        )
    frames = state.frames
    departure = state.loads.departure(frames.main.id) if frames.known else None
    if departure is not None:
        return Silence(
            f"the page is leaving for {departure.url[:_LONGEST_TEXT]}, whose server has not answered yet",
            "Wait and try again, or go to another address.",
        )
    if frames.known and state.loads.progress(frames.main.loader_id).parsed is None:
        return Silence(
            "the document is still being loaded and a script of it runs, or it is very large",
            f"Wait and try again. {leave} if it goes on.",
        )
    return Silence(
        "a script of the page runs and does not end, or the page is very large",
        f"Wait and try again. {leave} if it goes on.",
    )
