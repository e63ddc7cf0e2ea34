"""The interface for models, in place of the Python API: tools with schemas, in a workspace, within rules.

In:  a browser; the names and parameters of tool calls by a model.
Out: `ToolResult`: text for the model with all page text fenced, images, and the typed answer behind it.

Never done here: reading pages, sending input, deciding what an action did; each tool delegates that to the engine.
"""

from cdp_engine.agent.consequence import Consequence, consequence_of
from cdp_engine.agent.extraction.extract import extract
from cdp_engine.agent.models import (
    AnthropicMessages,
    Conversation,
    Model,
    OpenAIChat,
    OpenAIResponses,
    Patience,
    Reply,
    ScriptedModel,
    StreamingModel,
    ToolCall,
    Usage,
    model_named,
)
from cdp_engine.agent.one_shot_tools import (
    ERROR_CODES,
    SEVEN_INSTRUCTIONS,
    SNAPSHOT_SCHEMA,
    ElementRegistry,
    seven,
    take_snapshot,
)
from cdp_engine.agent.page_requests import PageRequests
from cdp_engine.agent.person import Handover
from cdp_engine.agent.replay.as_code import as_code
from cdp_engine.agent.replay.locating import locate
from cdp_engine.agent.replay.recorder import Recorder
from cdp_engine.agent.replay.replayer import Replayed, StepReplay
from cdp_engine.agent.replay.steps import Step, StepTarget, read_steps
from cdp_engine.agent.replay.steps import rewritten as rewritten_steps
from cdp_engine.agent.replay.steps import written as written_steps
from cdp_engine.agent.rules import SAFE_DOMAINS, SCHEMES, Rules, file_url
from cdp_engine.agent.schema import parameters_schema
from cdp_engine.agent.secrets import describe_secrets
from cdp_engine.agent.services import Checkpoint, Indicator, Registry, Service
from cdp_engine.agent.services import bundled as bundled_services
from cdp_engine.agent.services import load as load_service
from cdp_engine.agent.tasks import (
    MAX_TURNS,
    Always,
    Approval,
    ApprovalRequest,
    Approver,
    Callback,
    Limits,
    Never,
    Orchestrator,
    Price,
    Secret,
    TaskEvent,
    TaskLog,
    TaskResult,
)
from cdp_engine.agent.tool_result import (
    INVALID_PARAMS,
    UNKNOWN_TOOL,
    ToolImage,
    ToolResult,
    answer_to,
    code_of,
    failed,
)
from cdp_engine.agent.toolbox import Tool, ToolBox
from cdp_engine.agent.tools import (
    ABOUT_TABS,
    EVERYDAY,
    GROUP_TOOLS,
    GROUPS,
    INSTRUCTIONS,
    UNLISTED_TOOLS,
    checked_groups,
    everyday,
    items_data,
    table_data,
)
from cdp_engine.agent.untrusted_text import EXPLANATION, fence
from cdp_engine.agent.workspace import VIEW_TOKENS, Workspace, open_workspace
from cdp_engine.engine import use_extractor

__all__ = [
    "ABOUT_TABS",
    "ERROR_CODES",
    "EVERYDAY",
    "EXPLANATION",
    "GROUPS",
    "GROUP_TOOLS",
    "INSTRUCTIONS",
    "INVALID_PARAMS",
    "MAX_TURNS",
    "SAFE_DOMAINS",
    "SCHEMES",
    "SEVEN_INSTRUCTIONS",
    "SNAPSHOT_SCHEMA",
    "UNKNOWN_TOOL",
    "UNLISTED_TOOLS",
    "VIEW_TOKENS",
    "Always",
    "AnthropicMessages",
    "Approval",
    "ApprovalRequest",
    "Approver",
    "Callback",
    "Checkpoint",
    "Consequence",
    "Conversation",
    "ElementRegistry",
    "Handover",
    "Indicator",
    "Limits",
    "Model",
    "Never",
    "OpenAIChat",
    "OpenAIResponses",
    "Orchestrator",
    "PageRequests",
    "Patience",
    "Price",
    "Recorder",
    "Registry",
    "Replayed",
    "Reply",
    "Rules",
    "ScriptedModel",
    "Secret",
    "Service",
    "Step",
    "StepReplay",
    "StepTarget",
    "StreamingModel",
    "TaskEvent",
    "TaskLog",
    "TaskResult",
    "Tool",
    "ToolBox",
    "ToolCall",
    "ToolImage",
    "ToolResult",
    "Usage",
    "Workspace",
    "answer_to",
    "as_code",
    "bundled_services",
    "checked_groups",
    "code_of",
    "consequence_of",
    "describe_secrets",
    "everyday",
    "extract",
    "failed",
    "fence",
    "file_url",
    "items_data",
    "load_service",
    "locate",
    "model_named",
    "open_workspace",
    "parameters_schema",
    "read_steps",
    "rewritten_steps",
    "seven",
    "table_data",
    "take_snapshot",
    "written_steps",
]


use_extractor(lambda: extract)

_EARLIER_NAMES = {
    "Desk": Workspace,
    "Picture": ToolImage,
    "ToolAnswer": ToolResult,
    "Trace": TaskLog,
    "open_desk": open_workspace,
}


def __getattr__(name: str) -> object:
    """Names of the first releases, kept for compatibility."""
    try:
        return _EARLIER_NAMES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
