"""Who has the browser, the agent or a person, and the question that is open to the person."""

from __future__ import annotations

from collections import deque
from typing import Literal

import anyio
import msgspec

from cdp_engine.errors import InvalidInput, ServerBusy

Holder = Literal["agent", "nobody", "person"]
"""Whose turn it is; `nobody`: the agent is paused."""
HELD_SECONDS = 1800.0
"""How long a call waits for a person who has the browser."""
_KEPT = 200
_LONGEST = 500


class LogLine(msgspec.Struct, frozen=True):
    """One line on what happens: `kind` is call, answer, note or person."""

    number: int
    kind: str
    text: str


class Question(msgspec.Struct, frozen=True):
    """A question to the person, and the time of the loop when it lapses."""

    text: str
    until: float


class PersonAnswer(msgspec.Struct, frozen=True):
    """The answer of a person: done or yes, or no; with their words."""

    agreed: bool
    words: str = ""


class Handover:
    """The state that the agent's tools and a person's page share. `version` grows with every change of it."""

    def __init__(self) -> None:
        self.holder: Holder = "agent"
        self.question: Question | None = None
        self.log: deque[LogLine] = deque(maxlen=_KEPT)
        self.version = 1
        self.busy = 0
        """Calls that are being carried out."""
        self._answer: PersonAnswer | None = None
        self._meanwhile: list[str] = []
        self._acted = False
        self._since = 0.0
        self._lines = 0
        self._event = anyio.Event()

    @property
    def may_act(self) -> bool:
        """Whether a person's input goes to the page now: they have taken over, and no action is half done."""
        return self.holder == "person" and (self.busy == 0 or self.question is not None)

    # The person

    def pause(self) -> None:
        """Let the agent stop after the action that it is at."""
        if self.holder == "agent":
            self._pass_to("nobody", "paused")

    def take(self) -> None:
        """Take over."""
        if self.holder != "person":
            self._acted, self._since = False, anyio.current_time()
            self._pass_to("person", "a person has taken over")

    def give_back(self, words: str = "") -> None:
        """Hand the browser back to the agent, with words for it."""
        if self.holder == "agent":
            return
        if self.holder == "person" and (self._acted or words):
            seconds = anyio.current_time() - self._since
            said = f" They say: {words}" if words else ""
            self._meanwhile.append(
                f"A person had the browser for {seconds:.0f} s and has given it back.{said}"
                if self._acted
                else f"A person took over and gave back without acting.{said}"
            )
        elif words:
            self._meanwhile.append(f"A person paused the work and says: {words}")
        self._pass_to("agent", f"handed back {words}".strip())

    def acted(self) -> None:
        """A person's input went to the page."""
        self._acted = True

    def answer(self, *, agreed: bool, words: str = "") -> None:
        """Answer the open question; a person who has the browser gives it back with it.

        Raises `InvalidInput` where none is open.
        """
        if self.question is None or self._answer is not None:
            raise InvalidInput("there is no question", hint="It has been answered, or has lapsed.")
        self._answer = PersonAnswer(agreed, words)
        self.holder = "agent"
        self._note("person", f"{'yes' if agreed else 'no'} {words}".strip())

    # The agent

    async def admit(self) -> str:
        """Wait while a person has the browser; what they did and said since the last call, or nothing.

        Raises `ServerBusy` after half an hour.
        """
        with anyio.move_on_after(HELD_SECONDS):
            while self.holder != "agent":
                await self._event.wait()
        if self.holder != "agent":
            raise ServerBusy(
                "a person has the browser and has not given it back", hint="Ask them, or try again later."
            )
        words, self._meanwhile = " ".join(self._meanwhile), []
        return words

    async def ask(self, text: str, seconds: float) -> PersonAnswer | None:
        """Ask the person; None where nobody answers in time. While they have the browser, the time stands still.

        Raises `ServerBusy` where another question is open.
        """
        if self.question is not None:
            raise ServerBusy("another question is open", hint="Wait until it is answered.")
        self.question = Question(text[:_LONGEST], anyio.current_time() + seconds)
        self._answer = None
        self._note("question", text)
        try:
            while self._answer is None:
                if self.holder == "person":  # the time begins again when they give it back
                    self.question = Question(text[:_LONGEST], anyio.current_time() + seconds)
                left = HELD_SECONDS if self.holder == "person" else self.question.until - anyio.current_time()
                event = self._event
                with anyio.move_on_after(max(0.0, left)) as waited:
                    await event.wait()
                if waited.cancelled_caught:
                    self._note("note", "nobody answered in time")
                    return None
            self._meanwhile = []
            return self._answer
        finally:
            self.question = None

    def began(self, call: str) -> None:
        """A call begins."""
        self.busy += 1
        self._note("call", call)

    def ended(self, text: str) -> None:
        """A call has ended."""
        self.busy -= 1
        self._note("answer", text)

    # Watching

    async def changed(self, version: int, seconds: float) -> None:
        """Wait until the state is newer than a version, or for some seconds."""
        with anyio.move_on_after(seconds):
            while self.version <= version:
                await self._event.wait()

    def _pass_to(self, holder: Holder, words: str) -> None:
        self.holder = holder
        self._note("person", words)

    def _note(self, kind: str, text: str) -> None:
        self._lines += 1
        self.log.append(LogLine(self._lines, kind, text[:_LONGEST]))
        self.version += 1
        event, self._event = self._event, anyio.Event()
        event.set()
