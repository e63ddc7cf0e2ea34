"""The conversation that a model reads: within a budget, no view twice, the oldest turns as one line each (pure).

A whole view supersedes every view before it: those shrink to the first line of their answer. When the turns no longer
fit, the orchestrator must provide a whole view (so that no delta is left without its base), and the oldest turns are
replaced by one line each in the first message, under which the model's own plan stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from cdp_engine.agent.models import Answered, Asked, Message, Said
from cdp_engine.agent.tool_result import ToolImage
from cdp_engine.views import TokenCounter, token_counter

PICTURE_TOKENS = 1600
LAST_TURNS, KEPT_TURNS = 10, 2
SUMMARY_LINES = 40
_LONGEST_LINE = 160
_LONGEST_PLAN = 1500
_ITEM = re.compile(r"^\s*(?:\d+[.)]|[-*•]|\[[ xX]\])\s+\S", re.MULTILINE)

Place = tuple[int, int]
"""The number of a turn, and of an answer in it."""
NOWHERE: Place = (-1, -1)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the model's text, the answers of its tools, our message after them."""

    said: Said
    answers: tuple[Answered, ...] = ()
    views: tuple[str | None, ...] = ()
    """The kind of view in each answer."""
    calls: tuple[str, ...] = ()
    """Name and arguments of each call as they may be kept: without passwords."""
    asked: str | None = None


class History:
    """The conversation so far: the goal with the first view (and its `pictures`) under it, then the turns."""

    def __init__(
        self,
        goal: str,
        view: str,
        *,
        budget: int,
        pictures: tuple[ToolImage, ...] = (),
        counter: TokenCounter | None = None,
    ) -> None:
        self._goal = goal
        self._view = view
        self._pictures = pictures
        self._budget = budget
        self._count = (counter if counter is not None else token_counter()).count
        self._turns: list[Turn] = []
        self._dropped: list[str] = []
        self._plan = ""

    def __len__(self) -> int:
        return len(self._turns) + len(self._dropped)

    def add(self, turn: Turn) -> None:
        """One more turn."""
        self._turns.append(turn)

    def tokens(self) -> int:
        """The tokens of the conversation now."""
        total = 0
        for message in self.messages():
            total += self._count(message.text)
            if isinstance(message, Said):
                total += sum(self._count(call.arguments) for call in message.calls)
            else:
                total += PICTURE_TOKENS * len(message.pictures)
        return total

    def wants_view(self) -> bool:
        """Whether turns must go, and with them the whole view that the last deltas build upon."""
        if not self._turns or not self._turns[-1].answers or self._turns[-1].views[-1] == "full":
            return False
        return self.tokens() > self._budget

    def refresh(self, view: str) -> None:
        """Put a whole view of now under the newest answer."""
        newest = self._turns[-1]
        if not newest.answers:
            return
        last = newest.answers[-1]
        answered = msgspec.structs.replace(last, text=f"{last.text}\nThe whole page now:\n{view}")
        self._turns[-1] = replace(
            newest, answers=(*newest.answers[:-1], answered), views=(*newest.views[:-1], "full")
        )

    def trim(self) -> None:
        """Drop the oldest turns where the rest is over the budget: all but the last ten at once, then one by one.

        The last two stay whatever they cost, and so does every turn that the newest whole view does not supersede.
        """
        if self.tokens() <= self._budget:
            return
        while self._newest_view()[0] > 0 and len(self._turns) > LAST_TURNS:
            self._drop()
        while self._newest_view()[0] > 0 and len(self._turns) > KEPT_TURNS and self.tokens() > self._budget:
            self._drop()

    def _drop(self) -> None:
        turn = self._turns.pop(0)
        self._dropped += _lines(len(self._dropped) + 1, turn)
        if is_plan(turn.said.text):
            self._plan = turn.said.text.strip()[:_LONGEST_PLAN]

    def messages(self) -> tuple[Message, ...]:
        """The conversation as a model is to read it."""
        newest = self._newest_view()
        pictured = max((at for at, answer in self._answers() if answer.pictures), default=NOWHERE)
        first = self._pictures if pictured == NOWHERE else ()
        messages: list[Message] = [Asked(self._opening(superseded=newest != NOWHERE), first)]
        for i, turn in enumerate(self._turns):
            messages.append(turn.said)
            for k, answered in enumerate(turn.answers):
                old = turn.views[k] is not None and (i, k) < newest
                messages.append(
                    msgspec.structs.replace(
                        answered,
                        text=stub(answered.text) if old else answered.text,
                        pictures=answered.pictures if (i, k) == pictured else (),
                    )
                )
            if turn.asked is not None:
                messages.append(Asked(turn.asked))
        return tuple(messages)

    def _answers(self) -> Iterator[tuple[Place, Answered]]:
        for i, turn in enumerate(self._turns):
            for k, answered in enumerate(turn.answers):
                yield (i, k), answered

    def _newest_view(self) -> Place:
        """The place of the newest whole view; `NOWHERE` for the first message."""
        views = (
            (i, k)
            for i, turn in enumerate(self._turns)
            for k, view in enumerate(turn.views)
            if view == "full"
        )
        return max(views, default=NOWHERE)

    def _opening(self, *, superseded: bool) -> str:
        parts = [f"Goal: {self._goal}"]
        parts.append("(the first view is superseded by a later one)" if superseded else self._view)
        if self._dropped:
            skipped = len(self._dropped) - SUMMARY_LINES
            head = "Your earlier turns, in a line each:"
            if skipped > 0:
                head = f"Your earlier turns, in a line each, without the first {skipped}:"
            parts.append("\n".join([head, *self._dropped[-SUMMARY_LINES:]]))
        if self._plan:
            parts.append(f"What you planned in them:\n{self._plan}")
        return "\n\n".join(parts)


def is_plan(text: str) -> bool:
    """Whether a model's words are a list of things to do: two items at least, or so called."""
    return len(_ITEM.findall(text)) > 1 or bool(re.match(r"\W*(?:my |the )?plan\b", text, re.IGNORECASE))


def stub(text: str) -> str:
    """An answer without its view: its own first line."""
    return f"{_first_line(text)} [view superseded by a later one]"


def _lines(number: int, turn: Turn) -> list[str]:
    if not turn.answers:
        return [f"{number}. (no tool called)"]
    return [
        f"{number + at}. {_cut(call)} -> {_cut(_first_line(answered.text))}"
        for at, (call, answered) in enumerate(zip(turn.calls, turn.answers, strict=True))
    ]


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_LINE else f"{text[:_LONGEST_LINE]}…"
