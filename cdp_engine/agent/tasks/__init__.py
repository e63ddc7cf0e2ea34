"""Tasks: a model pursues a goal with tools, within limits, with a person to ask.

In:  a goal, a model, a tool box, a service, a person to ask.
Out: `TaskEvent`s on the way, a `TaskResult` at the end.

Never done here: believing a model that says it is done, showing a secret, doing what a person rejected.
"""

from cdp_engine.agent.secrets import Secret, Vault
from cdp_engine.agent.tasks.approval import Always, Approval, ApprovalRequest, Approver, Callback, Never
from cdp_engine.agent.tasks.history import History, Turn
from cdp_engine.agent.tasks.limits import MAX_TURNS, Limits
from cdp_engine.agent.tasks.orchestrator import HISTORY_TOKENS, Orchestrator
from cdp_engine.agent.tasks.prices import Price, price_of
from cdp_engine.agent.tasks.result import TaskEvent, TaskResult
from cdp_engine.agent.tasks.task_log import TaskLog

__all__ = [
    "HISTORY_TOKENS",
    "MAX_TURNS",
    "Always",
    "Approval",
    "ApprovalRequest",
    "Approver",
    "Callback",
    "History",
    "Limits",
    "Never",
    "Orchestrator",
    "Price",
    "Secret",
    "TaskEvent",
    "TaskLog",
    "TaskResult",
    "Turn",
    "Vault",
    "price_of",
]
