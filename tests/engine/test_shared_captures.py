"""Captures are shared by callers at the same time, and never with one who acted in between (VD-11, CD-05)."""

from __future__ import annotations

from typing import cast

import anyio
import pytest

from cdp_engine.engine.observing.shared_captures import SharedCaptures
from cdp_engine.errors import CaptureFailed
from cdp_engine.observe import Snapshot

pytestmark = [pytest.mark.anyio, pytest.mark.req("VD-11", "CD-05")]


class Camera:
    """Takes a picture when it is let."""

    def __init__(self) -> None:
        self.taken = 0
        self.started = anyio.Event()
        self.go = anyio.Event()
        self.error: CaptureFailed | None = None

    async def __call__(self) -> Snapshot:
        self.taken += 1
        self.started.set()
        await self.go.wait()
        if self.error is not None:
            raise self.error
        return cast("Snapshot", object())


async def test_everybody_who_asks_meanwhile_gets_the_same() -> None:
    captures, camera, found = SharedCaptures(), Camera(), list[object]()

    async def ask() -> None:
        found.append(await captures.capture("all", camera))

    async with anyio.create_task_group() as tasks:
        for _ in range(4):
            tasks.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        camera.go.set()
    assert camera.taken == 1
    assert len(found) == 4
    assert len(set(map(id, found))) == 1


async def test_who_acted_meanwhile_gets_a_new_one() -> None:
    captures, camera, found = SharedCaptures(), Camera(), list[object]()

    async def ask() -> None:
        found.append(await captures.capture("all", camera))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask)
        await camera.started.wait()
        captures.invalidate()
        tasks.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        camera.go.set()
    assert camera.taken == 2
    assert found[0] is not found[1]


async def test_another_kind_of_capture_is_another_capture() -> None:
    captures, camera = SharedCaptures(), Camera()
    camera.go.set()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(captures.capture, "all", camera)
        tasks.start_soon(captures.capture, "aria-hidden too", camera)
    assert camera.taken == 2


async def test_when_the_taker_is_cancelled_another_takes_over() -> None:
    captures, camera, found = SharedCaptures(), Camera(), list[object]()

    async def ask() -> None:
        found.append(await captures.capture("all", camera))

    async with anyio.create_task_group() as tasks:
        with anyio.CancelScope() as first:
            async with anyio.create_task_group() as inner:
                inner.start_soon(captures.capture, "all", camera)
                await camera.started.wait()
                tasks.start_soon(ask)
                await anyio.wait_all_tasks_blocked()
                first.cancel()
        camera.go.set()
    assert camera.taken == 2
    assert len(found) == 1


async def test_a_failure_is_everybodys() -> None:
    captures, camera, failed = SharedCaptures(), Camera(), list[str]()
    camera.error = CaptureFailed("nothing to see")

    async def ask() -> None:
        try:
            await captures.capture("all", camera)
        except CaptureFailed as error:
            failed.append(error.message)

    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        camera.go.set()
    assert failed == ["nothing to see"] * 3
    assert camera.taken == 1
