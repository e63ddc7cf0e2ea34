"""Models by the name that a person types: `anthropic:NAME`, `openai:NAME`, `chat:NAME`."""

from __future__ import annotations

from cdp_engine.agent.models.anthropic_messages import AnthropicMessages
from cdp_engine.agent.models.openai_chat import OpenAIChat
from cdp_engine.agent.models.openai_responses import OpenAIResponses
from cdp_engine.agent.models.sdk_client import MakersModel
from cdp_engine.errors import InvalidInput

KINDS: dict[str, type[MakersModel]] = {
    "anthropic": AnthropicMessages,
    "openai": OpenAIResponses,
    "chat": OpenAIChat,
}
"""`openai` uses Responses, `chat` the Chat Completions of compatible servers."""


def model_named(written: str, *, url: str | None = None, stream: bool = False) -> MakersModel:
    """The model of a name; one without a kind is recognised by its beginning.

    `url` is the address of a compatible server, `stream` has its answers streamed.

    Raises `InvalidInput` for an unknown kind or an SDK that is not installed.
    """
    kind, colon, name = written.strip().partition(":")
    if not colon or kind not in KINDS:
        name = written.strip()
        if name.startswith("claude"):
            kind = "anthropic"
        elif url is not None:
            kind = "chat"
        elif name.startswith(("gpt", "o1", "o3", "o4", "codex")):
            kind = "openai"
        else:
            raise InvalidInput(
                f"the vendor of the model {name!r} is unknown",
                hint="Write anthropic:NAME, openai:NAME or chat:NAME.",
            )
    if not name:
        raise InvalidInput("the name of the model is empty")
    return KINDS[kind](name, url=url, stream=stream)
