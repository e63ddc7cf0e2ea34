"""Tasks: a goal, a model, tools and a service come in; events on the way and a `TaskResult` go out.

Never done here: believing a model that says it is done, showing a secret, doing what a person rejected.
"""

from cdp_engine.agent.secrets import Secret, Vault
from cdp_engine.agent.tasks.approval import Always, Approval, ApprovalRequest, Approver, Callback, Never
from cdp_engine.agent.tasks.history import History, Turn
from cdp_engine.agent.tasks.orchestrator import HISTORY_TOKENS, MAX_TURNS, Orchestrator
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
    "Never",
    "Orchestrator",
    "Secret",
    "TaskEvent",
    "TaskLog",
    "TaskResult",
    "Turn",
    "Vault",
]
