"""A browser whose messages, and their times, the test determines."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from typing import Any, ClassVar

import anyio
import anyio.lowlevel
import msgspec

from cdp_engine.errors import ConnectionLost
from cdp_engine.protocol import Command, Event


class Reply(msgspec.Struct):
    value: int = 0
    text: str = ""
    deep: Any = None


class Pinged(Event, frozen=True, kw_only=True):
    METHOD: ClassVar[str] = "Fake.pinged"
    number: int = 0


class Ponged(Event, frozen=True, kw_only=True):
    METHOD: ClassVar[str] = "Fake.ponged"
    number: int = 0


def call(method: str = "Fake.call", **params: object) -> Command[Reply]:
    return Command(method, params, Reply)


class FakePeer:
    """A MessageStream in memory, with the browser's end in the hands of the test."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        self.writes = 0
        self.closed = False
        self.stalled = False
        self.cut_sends = 0
        self.send_error: str | None = None
        self._kept: list[bytes] = []
        self._incoming: deque[bytes | None] = deque()
        self._changed = anyio.Event()

    # What the connection uses.

    def send_now(self, *messages: bytes) -> bool:
        if self.send_error is not None or self.stalled:
            self._kept += messages
            return False
        self._take(messages)
        return True

    async def send(self, *messages: bytes) -> None:
        if self.send_error is not None:
            raise ConnectionLost(self.send_error)
        self.cut_sends += 1
        while self.stalled:
            await self._change()
        await anyio.lowlevel.checkpoint()
        self.cut_sends -= 1
        kept, self._kept = self._kept, []
        self._take((*kept, *messages))

    def _take(self, messages: Sequence[bytes]) -> None:
        self.calls += map(json.loads, messages)
        self.writes += 1
        self._tell()

    async def receive(self) -> bytes:
        while not self._incoming:
            await self._change()
        message = self._incoming.popleft()
        if message is None:
            self._incoming.append(None)
            raise ConnectionLost("the fake browser left")
        return message

    async def aclose(self) -> None:
        await anyio.lowlevel.checkpoint()  # closing takes time, also in a cancelled scope
        self.closed = True
        self._tell()

    # What the test uses.

    def say(self, message: bytes | dict[str, Any]) -> None:
        self._incoming.append(message if isinstance(message, bytes) else json.dumps(message).encode())
        self._tell()

    def reply(self, call_id: int, result: Any = None, **members: Any) -> None:
        self.say({"id": call_id, "result": {} if result is None else result, **members})

    def refuse(self, call_id: int, code: int, message: str, **members: Any) -> None:
        self.say({"id": call_id, "error": {"code": code, "message": message}, **members})

    def event(self, method: str, session_id: str | None = None, **params: Any) -> None:
        session = {} if session_id is None else {"sessionId": session_id}
        self.say({"method": method, "params": params, **session})

    def leave(self) -> None:
        self._incoming.append(None)
        self._tell()

    def stall(self, stalled: bool) -> None:
        """Stop, or go on, taking what the connection sends."""
        self.stalled = stalled
        self._tell()

    async def called(self, count: int) -> list[dict[str, Any]]:
        """Wait until so many calls have arrived in all."""
        with anyio.fail_after(10):
            while len(self.calls) < count:
                await self._change()
        return self.calls

    async def heard(self) -> None:
        """Wait until the connection has taken all that was said."""
        with anyio.fail_after(10):
            while self._incoming:
                await anyio.lowlevel.checkpoint()
        await anyio.wait_all_tasks_blocked()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()

    async def _change(self) -> None:
        await self._changed.wait()
