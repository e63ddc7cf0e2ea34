"""Answers of the everyday tools: one line of our own, then the page's words in a fence."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress

from cdp_engine.agent.files.download_folder import begun_by_action, line_of
from cdp_engine.agent.tool_result import ANSWER_IT, DISMISSED, ToolImage, ToolResult
from cdp_engine.agent.untrusted_text import fence
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import ActionResult, Observation, Page, controller_of
from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.tab import Dialog

STILL_LOADING = "The page is still loading its contents: `wait` for a text of them, or observe it again."
STILL_AT_WORK = "The page is still at work on this: `wait` for a text of the result, or observe it again."
_REACTION_SECONDS = 0.15
"""How long a page may take to react to what is not an action, as after one."""
_LOAD_SECONDS = 10.0


def version_and_kind(observation: Observation) -> str:
    """Version and kind of a view."""
    since = f" from v{observation.base}" if observation.base is not None else ""
    return f"v{observation.version} {observation.kind.replace('_', ' ')}{since}"


def of_view(workspace: Workspace, observation: Observation, head: str = "ok") -> ToolResult:
    """A view of the page."""
    workspace.reported(observation)
    return ToolResult(
        success=True,
        text=f"{head} ({version_and_kind(observation)})\n{fence(observation.text)}",
        observation=observation,
    )


async def of_action(workspace: Workspace, page: Page, result: ActionResult) -> ToolResult:
    """The result of an action, and the page now."""
    observation = result.observation
    head = (
        f"{result.action} ok: {result.effect.kind}"
        if result.error is None
        else f"{result.action} failed: {result.error.code} (effect: {result.effect.kind})"
    )
    if observation is not None:
        workspace.reported(observation)
        head += f" ({version_and_kind(observation)})"
    words = [result.message]
    dismissed = result.error is not None and result.error.code == DISMISSED
    if dismissed and result.error is not None:
        words = [result.message.removesuffix(result.error.hint).rstrip()]
    if result.verification is not None and result.verification.expected and result.success:
        words.append(result.verification.feedback)
    if observation is not None:
        words.append(observation.text)
    if result.settled is not None and result.settled.at_work:
        words.append(f"Still at work: {result.settled.at_work}")
    words.append(_given(page.dialogs.open if result.effect.kind == "dialog" else None))
    if result.changes.downloads:
        words += [line_of(one) for one in await begun_by_action(page, result.changes.downloads)]
    lines = [head, fence("\n".join(filter(None, words)))]
    if result.changes.new_tabs and not page.closed:
        lines.append(await _of_new_tabs(workspace, result.changes.new_tabs))
    else:
        lines += _next_steps(page, result, dismissed=dismissed)
    return ToolResult(
        success=result.success,
        error=None if result.error is None else result.error.code,
        text="\n".join(lines),
        result=result,
        observation=observation,
    )


def _next_steps(page: Page, result: ActionResult, *, dismissed: bool) -> list[str]:
    """What to do next, where the page alone does not show it."""
    if page.closed:
        return ["This tab has closed; the next tool works in the one before it, `tabs` lists them all."]
    if page.dialogs.open is not None:
        return [ANSWER_IT]
    if result.settled is not None and result.settled.lacks_contents:
        return [STILL_LOADING]
    if result.settled is not None and result.settled.at_work:
        return [STILL_AT_WORK]
    return ['To agree, call `dialog` {"accept": true} first, then do this again.'] if dismissed else []


def _given(dialog: Dialog | None) -> str:
    """The text that a prompt suggests."""
    return (
        f"Its field holds {dialog.default_prompt!r}." if dialog is not None and dialog.default_prompt else ""
    )


async def _of_new_tabs(workspace: Workspace, opened: Iterable[str]) -> str:
    """Which tabs an action opened, by number."""
    there: dict[str, int] = {page.target_id: workspace.number_of(page) for page in await workspace.pages()}
    numbers = ", ".join(str(there[one]) for one in opened if one in there)
    if not numbers:
        return "The new tab has closed again."
    return f"A new tab is open: {numbers}; `tabs` selects one and lists them."


async def news(workspace: Workspace, page: Page) -> Observation | None:
    """The changes since the last answer; None where the page cannot be observed now."""
    observer = controller_of(page).observer
    format, options = observer.reporter.view
    try:
        observation = await observer.report(await observer.capture(), format=format, options=options)
    except ConnectionLost:
        raise
    except EngineError:
        return None
    workspace.reported(observation)
    return observation


@asynccontextmanager
async def handled(page: Page) -> AsyncGenerator[None]:
    """Do the block, then wait until the page is at rest; where it leaves for another one, until that is loaded.

    A page that cannot be watched, as a dialog holds it, is not waited for.
    """
    controller = controller_of(page)
    tab = controller.tab
    controller.observer.captures.invalidate()
    mark = tab.network.mark()
    yield
    settled = await tab.changes.settle(quiet=_REACTION_SECONDS, mark=mark)
    if settled.status == "error" and tab.failure is None:
        with suppress(EngineError):
            await tab.wait_for_load("load", timeout=_LOAD_SECONDS)
            await tab.changes.settle(mark=mark)
    controller.observer.captures.invalidate()


async def with_news(
    workspace: Workspace, page: Page, head: str, words: str = "", *, error: str | None = None
) -> ToolResult:
    """An answer of our own (`head`), the page's words, and what has changed since the last answer."""
    observation = await news(workspace, page)
    if observation is not None:
        head += f" ({version_and_kind(observation)})"
        words = "\n".join(filter(None, (words, observation.text)))
    elif (opened := page.dialogs.open) is not None:
        head += f". {ANSWER_IT}"
        now = f"Open now: {opened.type} {opened.message!r}"
        words = "\n".join(filter(None, (words, now, _given(opened))))
    return ToolResult(
        success=error is None,
        error=error,
        text=f"{head}\n{fence(words)}" if words else head,
        observation=observation,
    )


def of_words(head: str, words: str, *, pictures: tuple[ToolImage, ...] = ()) -> ToolResult:
    """An answer without a view."""
    return ToolResult(success=True, text=f"{head}\n{fence(words)}" if words else head, pictures=pictures)
