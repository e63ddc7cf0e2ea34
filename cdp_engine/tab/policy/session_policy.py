"""Applies the same emulation and limits to every session of a tab, present and future (CD-15, EX-09)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any

from cdp_engine.errors import EngineError, InvalidInput, ProtocolError
from cdp_engine.protocol import Command, fetch, page, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab.policy.emulation import NO_EMULATION, Emulation, Throttle
from cdp_engine.tab.policy.emulation_commands import overrides
from cdp_engine.tab.policy.request_interception import RequestInterceptor, RequestInterceptors

_PATIENCE = 5.0
_RESIZE_SECONDS = 0.5
"""How long a page may take to get another size."""
_SIZE = "`${innerWidth} ${innerHeight}`"
# A renderer process has one locale and one time zone, which its first session sets for all.
_HAD_ALREADY = "already in effect"


class SessionPolicy:
    """The emulation and limits of one tab."""

    def __init__(
        self,
        product: str,
        emulation: Emulation = NO_EMULATION,
        interceptors: RequestInterceptors | None = None,
    ) -> None:
        """`product` is the browser's own name and version, as `Browser.getVersion` gives it.

        `interceptors` restricts the tab to its domains, where it has any.
        """
        self.emulation = emulation
        self._product = product
        self._interceptors = interceptors
        self.guard = interceptors.guard if interceptors is not None else None
        """The domains of the tab, and the requests that they have blocked."""
        self._answering: dict[Session, RequestInterceptor] = {}

    def begin(self, session: Session) -> Sequence[PendingReply[Any]]:
        """Guard a new session without waiting, as the first command that is sent to it (EX-09)."""
        if self._interceptors is None:
            return ()
        self._interceptors.of(session)
        return [
            session.start(command, timeout=_PATIENCE)
            for command in self._interceptors.guard.commands(session.kind)
        ]

    async def guard_from_now_on(self, sessions: Sequence[Session], interceptors: RequestInterceptors) -> None:
        """Guard the sessions of a tab that is in use. Raises as `held` does."""
        self._interceptors, self.guard = interceptors, interceptors.guard
        answering = [session for session in sessions if session in self._answering]
        for session in answering:
            self.forget(session)
        for session in sessions:
            await self.held(session, self.begin(session))
        for session in answering:
            await session.send(self._admit(session, self.emulation), timeout=_PATIENCE)

    async def held(self, session: Session, replies: Sequence[PendingReply[Any]]) -> None:
        """Return when a new session is guarded. Raises `InvalidInput` for a document that cannot be guarded."""
        for reply in replies:
            try:
                await reply.result()
            except ProtocolError as error:
                if session.kind in ("page", "iframe"):
                    raise InvalidInput(
                        f"this browser cannot restrict a page to its domains: {reply.method}: {error.reason}",
                        hint="Use a newer Chrome, or no lists of domains.",
                    ) from error

    async def prepare(self, session: Session, kind: str) -> None:
        """Apply the current emulation to a new session. Costs nothing where there is none.

        Raises `InvalidInput` for an option that the browser refuses for a page; a frame or worker ignores it.
        """
        if self.emulation:
            await self._bring(session, kind, NO_EMULATION, self.emulation)

    async def change(self, sessions: tuple[Session, ...], emulation: Emulation) -> None:
        """Change the emulation of all sessions. When the page's own session refuses, nothing is changed."""
        old = self.emulation
        self.emulation = emulation
        for number, session in enumerate(sessions):
            try:
                async with _resized(session, old, emulation):
                    await self._bring(session, session.kind, old, emulation)
            except InvalidInput:
                if number == 0:
                    self.emulation = old
                    with suppress(EngineError):
                        await self._bring(session, session.kind, emulation, old)
                raise

    def forget(self, session: Session) -> None:
        """A session has ended."""
        interceptor = self._answering.pop(session, None)
        if interceptor is not None:
            interceptor.close()

    async def _bring(self, session: Session, kind: str, old: Emulation, new: Emulation) -> None:
        commands = overrides(new, old=old, kind=kind, product=self._product)
        if kind in ("page", "iframe") and (new.credentials, new.mocks) != (old.credentials, old.mocks):
            commands.append(self._admit(session, new))
        if self._interceptors is not None and not new.offline:
            # Only one set of network conditions is in force, so blocking and throttling must be combined.
            conditions = self._interceptors.guard.conditions(new.throttle or Throttle())
            commands = [conditions if "NetworkConditions" in one.method else one for one in commands]
        if not commands:
            return
        with ExitStack() as stack:
            replies = [stack.enter_context(session.start(command, timeout=_PATIENCE)) for command in commands]
            for reply in replies:
                try:
                    await reply.result()
                except ProtocolError as error:
                    if kind == "page" and _HAD_ALREADY not in error.reason:
                        raise InvalidInput(
                            f"the browser refused {reply.method}: {error.reason}",
                            hint="Correct the option, or leave it out for this browser.",
                        ) from error

    def _admit(self, session: Session, new: Emulation) -> Command[Any]:
        interceptor = self._answering.get(session)
        if interceptor is None:
            interceptor = self._answering[session] = (
                self._interceptors.of(session)
                if self._interceptors is not None
                else RequestInterceptor(session)
            )
        interceptor.answer_with(new.credentials, new.mocks or ())
        if new.credentials is None and not new.mocks and self._interceptors is None:
            self.forget(session)
            return fetch.disable()
        return fetch.enable(handle_auth_requests=new.credentials is not None)


@asynccontextmanager
async def _resized(session: Session, old: Emulation, new: Emulation) -> AsyncGenerator[None]:
    """Where the block changes the viewport, wait until the page has its new size: Chrome answers before that."""
    changes = session.kind == "page" and new.viewport != old.viewport
    if not changes or await _has_size(session, old, new):
        yield
        return
    async with session.subscribe(page.FrameResized) as resizes:
        yield
        with suppress(EngineError):  # none comes where it has that size already, or where it is closed
            await resizes.receive(timeout=_RESIZE_SECONDS)


async def _has_size(session: Session, old: Emulation, new: Emulation) -> bool:
    """Whether the page has the size already that it is to have, for certain: none is known of its window alone."""
    if new.viewport is None or old.mobile or new.mobile or old.scale != new.scale:
        return False
    with suppress(EngineError):
        question = runtime.evaluate(_SIZE, return_by_value=True, throw_on_side_effect=True)
        answer = await session.send(question, timeout=_RESIZE_SECONDS)
        return answer.result.value == f"{new.viewport[0]} {new.viewport[1]}"
    return False
