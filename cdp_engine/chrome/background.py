"""A task group for the tasks behind a context manager, invisible to the caller."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
from anyio.abc import TaskGroup


@asynccontextmanager
async def background_tasks() -> AsyncGenerator[TaskGroup]:
    """Run tasks beside the block and cancel them with it.

    An exception of the block leaves as it is, not wrapped in an ExceptionGroup: the caller of
    `async with launch_chrome()` did not ask for a task group.
    """
    failure: BaseException | None = None
    async with anyio.create_task_group() as tasks:
        try:
            yield tasks
        except (anyio.get_cancelled_exc_class(), GeneratorExit):
            raise  # not ours to catch: the group cancels its tasks and lets it through
        except BaseException as error:
            failure = error
        tasks.cancel_scope.cancel()
    if failure is not None:
        raise failure
