"""Whether a task is done: decided by the service's indicators on the page, not by the model's claim (AL-07)."""

from __future__ import annotations

from cdp_engine.agent.services import Service, Verdict, judge
from cdp_engine.agent.tasks.progress import Progress
from cdp_engine.agent.workspace import Workspace
from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.observe import Snapshot


async def check_claim(
    status: str, reason: str, service: Service, workspace: Workspace, progress: Progress
) -> tuple[bool, str]:
    """Whether a model's claim is accepted, and the answer to it; an accepted claim ends the task."""
    claim = {"status": status, "reason": reason}
    if status == "failed":
        progress.tell("completion", **claim, accepted=True)
        progress.end("task_failed", reason)
        return True, "ended as failed"
    if not (service.success or service.failure):
        progress.tell("completion", **claim, accepted=True, verified=False)
        progress.end("completed", reason)
        return True, "ended; no indicators to check it by"
    page = await _snapshot(workspace)
    verdict = Verdict(kind="open") if page is None else judge(page, service.success, service.failure)
    accepted = verdict.kind == "success" or (
        verdict.kind == "open" and not service.success and page is not None
    )
    held = [str(one) for one in verdict.held]
    progress.tell("completion", **claim, accepted=accepted, verdict=verdict.kind, held=held)
    if accepted:
        progress.end("completed", reason, verified=True)
        return True, "the page agrees"
    why = "the page shows a failure" if verdict.kind == "failure" else "the page does not show it"
    if page is None:
        why = "the page cannot be seen"
    return False, f"Not done yet: {why}. Look at the page and go on."


async def _snapshot(workspace: Workspace) -> Snapshot | None:
    """The page in front as it is now; None where it cannot be seen."""
    try:
        return await (await workspace.page()).snapshot()
    except ConnectionLost:
        raise
    except EngineError:
        return None
