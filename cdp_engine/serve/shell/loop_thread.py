"""An event loop beside the main thread, which stays free to read lines and to be interrupted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import AbstractAsyncContextManager, contextmanager
from threading import Event
from typing import Generic, TypeVar

import anyio
from anyio.from_thread import BlockingPortal, start_blocking_portal

from cdp_engine.serve.cli.signals import Interrupted, Interrupts

T = TypeVar("T")
Context = TypeVar("Context")


class LoopThread:
    """Runs coroutines for the main thread, one at a time, each until its end."""

    def __init__(self, portal: BlockingPortal, interrupts: Interrupts) -> None:
        self._portal = portal
        self._interrupts = interrupts

    def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run `work`; an interruption cancels it, waits until it has cleaned up, and is raised."""
        ended = Event()

        async def to_the_end() -> T:
            try:
                return await work()
            finally:
                ended.set()

        future = self._portal.start_task_soon(to_the_end)
        try:
            with self._interrupts.allowed():
                return future.result()
        except Interrupted:
            if future.cancel():
                ended.wait()
            raise

    def run_undisturbed(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run `work`, which must have a deadline of its own; signals wait until afterwards."""
        return self._portal.start_task_soon(work).result()

    @contextmanager
    def holding(self, manager: AbstractAsyncContextManager[Context]) -> Generator[Context]:
        """Enter an async context manager on the loop and leave it there at the end of the block."""
        held = _Held(manager)
        ended = Event()

        async def hold() -> None:
            try:
                await held.hold()
            finally:
                ended.set()

        future = self._portal.start_task_soon(hold)
        try:
            yield self.run(held.entered)
        finally:
            if held.value:
                self._portal.call(held.leave.set)
            else:
                future.cancel()  # it is still opening, or failed
            ended.wait()


class _Held(Generic[Context]):
    """One context manager in a task of its own."""

    def __init__(self, manager: AbstractAsyncContextManager[Context]) -> None:
        self.manager = manager
        self.leave = anyio.Event()
        self.value: list[Context] = []
        self._failure: Exception | None = None
        self._done = anyio.Event()

    async def hold(self) -> None:
        """Enter, stay, leave."""
        try:
            async with self.manager as value:
                self.value.append(value)
                self._done.set()
                await self.leave.wait()
        except Exception as error:
            if self.value:
                raise
            self._failure = error
        finally:
            self._done.set()

    async def entered(self) -> Context:
        """The value, once the manager has been entered. Raises what kept it from being entered."""
        await self._done.wait()
        if self._failure is not None:
            raise self._failure
        return self.value[0]


@contextmanager
def loop_thread(backend: str, interrupts: Interrupts) -> Generator[LoopThread]:
    """A loop in a thread of its own for the length of the block."""
    with start_blocking_portal(backend) as portal:
        yield LoopThread(portal, interrupts)
