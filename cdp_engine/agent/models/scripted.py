"""A model that plays a script: for tests, for demos, for trying out a service without paying for tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cdp_engine.agent.models.messages import Conversation, Reply, ToolCall, as_arguments
from cdp_engine.errors import ModelFailed

Turn = tuple[str, Mapping[str, Any]] | str | Reply | Exception
"""A tool call, plain words, a whole reply, or an error to raise."""
Line = Turn | Callable[[Conversation], Turn]
"""A turn, or a function that finds it in what the model was given to read."""


class ScriptedModel:
    """Plays `lines`, one per turn. `heard` keeps every conversation it was given.

    Raises `ModelFailed` when the script has ended.
    """

    def __init__(self, lines: Iterable[Line], *, name: str = "scripted") -> None:
        self.name = name
        self.heard: list[Conversation] = []
        self._lines = iter(lines)

    async def answer(self, conversation: Conversation) -> Reply:
        """The next line."""
        self.heard.append(conversation)
        line = next(self._lines, None)
        if line is None:
            raise ModelFailed("the script of the model has ended", hint="Give it more lines.")
        turn = line(conversation) if callable(line) else line
        if isinstance(turn, Exception):
            raise turn
        if isinstance(turn, Reply):
            return turn
        if isinstance(turn, str):
            return Reply(text=turn)
        name, arguments = turn
        call = ToolCall(id=f"call_{len(self.heard)}", name=name, arguments=as_arguments(dict(arguments)))
        return Reply(calls=(call,), stop="tools")
