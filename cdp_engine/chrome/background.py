"""A task group for the background tasks of a context manager, invisible to the caller."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
from anyio.abc import TaskGroup


@asynccontextmanager
async def background_tasks() -> AsyncGenerator[TaskGroup]:
    """Run tasks beside the block and cancel them with it.

    An exception of the block is raised as it is, not wrapped in an ExceptionGroup: the caller of
    `async with launch_chrome()` does not know about the task group.
    """
    failure: BaseException | None = None
    async with anyio.create_task_group() as tasks:
        try:
            yield tasks
        except (anyio.get_cancelled_exc_class(), GeneratorExit):
            raise  # not handled here: the group cancels its tasks and re-raises it
        except BaseException as error:
            failure = error
        tasks.cancel_scope.cancel()
    if failure is not None:
        raise failure
