"""Running one command: on the chosen loop, ended by signals, its failure reported."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable

import anyio

from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.error_output import print_error, report_of, root_cause

Task = Callable[[], Awaitable[int]]


def ending_signals() -> tuple[signal.Signals, ...]:
    """The signals that end a command in good order; a hang-up only where nohup does not keep it away."""
    signals = (signal.SIGINT, signal.SIGTERM)
    return signals if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else (*signals, signal.SIGHUP)


def run(chosen: BrowserOptions, task: Task, *, interrupted: Callable[[int], int] | None = None) -> int:
    """Run `task` to its end, or until a signal; everything it opened is closed before this returns.

    Returns the exit code: the task's own, that of its failure, or 128 + the signal (what `interrupted` makes of it).
    """
    try:
        chosen.check()
        return anyio.run(until_signalled, task, interrupted, backend=chosen.backend.value)
    except BaseException as error:
        return report_error(error, chosen)


def report_error(error: BaseException, chosen: BrowserOptions) -> int:
    """Print a failure; returns its exit code. What is not a failure (Ctrl-C, a closed pipe, an exit) is raised."""
    cause = root_cause(error)
    if isinstance(cause, BrokenPipeError) or not isinstance(cause, Exception):
        raise cause
    return print_error(report_of(cause), cause=error if chosen.debug else None)


async def until_signalled(task: Task, interrupted: Callable[[int], int] | None) -> int:
    """Run `task` until its end or a signal; the exit code, as `run` returns it."""
    caught: int | None = None
    code: int | None = None
    with anyio.open_signal_receiver(*ending_signals()) as received:
        async with anyio.create_task_group() as tasks:

            async def watch() -> None:
                nonlocal caught
                async for number in received:
                    caught = number
                    tasks.cancel_scope.cancel()

            tasks.start_soon(watch)
            code = await task()
            tasks.cancel_scope.cancel()
    if code is not None:
        return code
    number = caught or signal.SIGINT
    return 128 + number if interrupted is None else interrupted(number)
