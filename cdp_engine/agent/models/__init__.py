"""Language models.

In:  a conversation and tools.
Out: text and tool calls.

`AnthropicMessages`, `OpenAIChat` and `OpenAIResponses` use the vendors' own SDKs (extras `anthropic` and `openai`), on
asyncio and on trio; `ScriptedModel` plays a script for tests and demos.

Never done here: running a tool, shortening the conversation, trusting a model's claims.
"""

from cdp_engine.agent.models.anthropic_messages import AnthropicMessages
from cdp_engine.agent.models.lookup import model_named
from cdp_engine.agent.models.messages import (
    Answered,
    Asked,
    Conversation,
    Message,
    Model,
    Reply,
    Said,
    StreamingModel,
    ToolCall,
    Usage,
)
from cdp_engine.agent.models.openai_chat import OpenAIChat
from cdp_engine.agent.models.openai_responses import OpenAIResponses
from cdp_engine.agent.models.retry import BrokenAnswer, Patience
from cdp_engine.agent.models.scripted import ScriptedModel

__all__ = [
    "Answered",
    "AnthropicMessages",
    "Asked",
    "BrokenAnswer",
    "Conversation",
    "Message",
    "Model",
    "OpenAIChat",
    "OpenAIResponses",
    "Patience",
    "Reply",
    "Said",
    "ScriptedModel",
    "StreamingModel",
    "ToolCall",
    "Usage",
    "model_named",
]
