"""What a model is told of its own past: within a budget, no view twice, the oldest turns in a line each (pure).

A whole view supersedes every view before it: those shrink to the first line of their answer. When the turns no longer
fit, the orchestrator is asked for a whole view of now (so that no delta stands without its base), and the oldest turns
give way to one line each in the first message.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cdp_engine.agent.models import Answered, Asked, Message, Said
from cdp_engine.views import TokenCounter, token_counter

PICTURE_TOKENS = 1600
KEPT_TURNS = 2
SUMMARY_LINES = 40
_LONGEST_LINE = 160


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: what the model said, what its tool answered, what we asked then."""

    said: Said
    answered: Answered | None = None
    asked: str | None = None
    view: str | None = None
    """The kind of view in the answer."""


class History:
    """The conversation so far. `opening` is the goal with the first view under it."""

    def __init__(self, goal: str, view: str, *, budget: int, counter: TokenCounter | None = None) -> None:
        self._goal = goal
        self._view = view
        self._budget = budget
        self._count = (counter if counter is not None else token_counter()).count
        self._turns: list[Turn] = []
        self._dropped: list[str] = []

    def __len__(self) -> int:
        return len(self._turns) + len(self._dropped)

    def add(self, turn: Turn) -> None:
        """One more turn."""
        self._turns.append(turn)

    def tokens(self) -> int:
        """What the conversation costs now."""
        total = 0
        for message in self.messages():
            total += self._count(message.text)
            if isinstance(message, Said) and message.call is not None:
                total += self._count(message.call.arguments)
            if isinstance(message, Answered):
                total += PICTURE_TOKENS * len(message.pictures)
        return total

    def wants_view(self) -> bool:
        """Whether turns must go, and with them the whole view that the last deltas build upon."""
        if not self._turns or self._turns[-1].view == "full" or self._turns[-1].answered is None:
            return False
        return self.tokens() > self._budget

    def refresh(self, view: str) -> None:
        """Put a whole view of now under the newest answer."""
        newest = self._turns[-1]
        if newest.answered is None:
            return
        answered = Answered(
            call=newest.answered.call,
            text=f"{newest.answered.text}\nThe whole page now:\n{view}",
            pictures=newest.answered.pictures,
            success=newest.answered.success,
        )
        self._turns[-1] = replace(newest, answered=answered, view="full")

    def trim(self) -> None:
        """Let the oldest turns go until the rest fits, but none that the newest whole view does not supersede."""
        while self._newest_view() > 0 and len(self._turns) > KEPT_TURNS and self.tokens() > self._budget:
            self._dropped.append(_line(len(self._dropped) + 1, self._turns.pop(0)))

    def messages(self) -> tuple[Message, ...]:
        """The conversation as a model is to read it."""
        last = self._newest_view()
        pictured = max((i for i, turn in enumerate(self._turns) if _pictured(turn)), default=-1)
        messages: list[Message] = [Asked(self._opening(superseded=last >= 0))]
        for i, turn in enumerate(self._turns):
            messages.append(turn.said)
            if turn.answered is not None:
                old = turn.view is not None and i < last
                messages.append(
                    Answered(
                        call=turn.answered.call,
                        text=stub(turn.answered.text) if old else turn.answered.text,
                        pictures=turn.answered.pictures if i == pictured else (),
                        success=turn.answered.success,
                    )
                )
            if turn.asked is not None:
                messages.append(Asked(turn.asked))
        return tuple(messages)

    def _newest_view(self) -> int:
        """Where the newest whole view stands; -1 for the first message."""
        return max((i for i, turn in enumerate(self._turns) if turn.view == "full"), default=-1)

    def _opening(self, *, superseded: bool) -> str:
        parts = [f"Goal: {self._goal}"]
        parts.append("(the first view is superseded by a later one)" if superseded else self._view)
        if self._dropped:
            skipped = len(self._dropped) - SUMMARY_LINES
            head = "Your earlier turns, in a line each:"
            if skipped > 0:
                head = f"Your earlier turns, in a line each, without the first {skipped}:"
            parts.append("\n".join([head, *self._dropped[-SUMMARY_LINES:]]))
        return "\n\n".join(parts)


def stub(text: str) -> str:
    """An answer without its view: its own first line."""
    return f"{_first_line(text)} [view superseded by a later one]"


def _pictured(turn: Turn) -> bool:
    return turn.answered is not None and bool(turn.answered.pictures)


def _line(number: int, turn: Turn) -> str:
    if turn.said.call is None or turn.answered is None:
        return f"{number}. (no tool called)"
    call = turn.said.call
    return f"{number}. {call.name} {_cut(call.arguments)} -> {_cut(_first_line(turn.answered.text))}"


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_LINE else f"{text[:_LONGEST_LINE]}…"
