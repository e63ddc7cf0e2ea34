"""The live page's server side: its files, the state, the picture, the view; a person's words and input."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files

import anyio
import msgspec

from cdp_engine.agent import Approval, ApprovalRequest, Handover, Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import ConnectionLost, DialogBlocking, EngineError, InvalidInput
from cdp_engine.serve.live.person_input import command_of, read_events
from cdp_engine.serve.reports.local_web import LocalServer, WebReply, WebRequest

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src blob:; base-uri 'none'"
POLL_SECONDS = 1.0
"""After how long a state comes even where nothing is new: the version counts neither dialogs nor addresses."""
APPROVAL_SECONDS = 3600.0
_QUALITY = 60
_VIEW_TOKENS = 6000
_KINDS = {"live.js": "text/javascript; charset=utf-8", "live.css": "text/css; charset=utf-8"}
_LOG_SHOWN = 100


class LivePage:
    """The live page of one workspace, which gets a `Handover` from it."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.handover = workspace.handover = Handover()
        self._inputs = anyio.Lock()

    async def answer(self, request: WebRequest) -> WebReply:
        """The answer to one request that has passed the server's checks."""
        name, _, rest = request.path.partition("/")
        try:
            if request.method == "POST":
                act = self._posts.get(request.path)
                if act is None:
                    return WebReply("not here", 404)
                await act(request.form)
                return WebReply(data=b"{}", kind="application/json")
            if name == "state":
                return await self._state(int(rest) if rest.isdecimal() else 0)
            if request.path == "picture":
                return WebReply(data=await self._picture(), kind="image/jpeg")
            if request.path == "view":
                return WebReply(data=(await self._view()).encode(), kind="text/plain; charset=utf-8")
            if request.path in _KINDS:
                return WebReply(data=_file(request.path).encode(), kind=_KINDS[request.path])
            return WebReply(_file("live.html")) if not request.path else WebReply("not here", 404)
        except ConnectionLost as error:
            return WebReply(error.message, 410)
        except EngineError as error:
            return WebReply(f"{error.message}. {error.hint}", 409)

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Ask for an approval on the live page; nobody's answer within an hour is a no."""
        answer = await self.handover.ask(f"Approve? {request.action} ({request.reason})", APPROVAL_SECONDS)
        if answer is None:
            return Approval(False, "nobody answered on the live page")
        return Approval(answer.agreed, answer.words or ("" if answer.agreed else "rejected on the live page"))

    @property
    def _posts(self) -> dict[str, Callable[[dict[str, str]], Awaitable[None]]]:
        return {
            "pause": self._pause,
            "take": self._take,
            "back": self._back,
            "reply": self._reply,
            "dialog": self._dialog,
            "input": self._input,
        }

    async def _pause(self, _form: dict[str, str]) -> None:
        self.handover.pause()

    async def _take(self, _form: dict[str, str]) -> None:
        self.handover.take()

    async def _back(self, form: dict[str, str]) -> None:
        self.handover.give_back(form.get("words", "").strip())

    async def _reply(self, form: dict[str, str]) -> None:
        self.handover.answer(agreed=form.get("agreed") == "yes", words=form.get("words", "").strip())

    async def _dialog(self, form: dict[str, str]) -> None:
        page = await self._taken()
        dialogs = page.dialogs
        await (dialogs.accept(form.get("text") or None) if form.get("accept") == "yes" else dialogs.dismiss())
        self.handover.acted()
        controller_of(page).observer.captures.invalidate()

    async def _input(self, form: dict[str, str]) -> None:
        """Send a person's events in their order, also where several messages come at once."""
        events = read_events(form.get("events", "[]"))
        async with self._inputs:
            page = await self._taken()
            width, height = await self._size(page)
            for event in events:
                self.handover.acted()
                controller_of(page).observer.captures.invalidate()
                await page.session.send(command_of(event, width, height))
            controller_of(page).observer.captures.invalidate()

    async def _taken(self) -> Page:
        """The page in front, for a person who has taken over. Raises `InvalidInput` for anybody else."""
        if not self.handover.may_act:
            raise InvalidInput(
                "you have not taken over, or an action is not done yet", hint="Take over first."
            )
        return await self.workspace.page()

    async def _size(self, page: Page) -> tuple[float, float]:
        width, height = await controller_of(page).tab.evaluate("[innerWidth, innerHeight]", world="isolated")
        return float(width), float(height)

    async def _state(self, version: int) -> WebReply:
        """The state as soon as it is newer than the version that the page has."""
        await self.handover.changed(version, POLL_SECONDS)
        page = await self.workspace.page()
        dialog, question = page.dialogs.open, self.handover.question
        masked = self.workspace.vault.masked
        state = {
            "version": self.handover.version,
            "holder": self.handover.holder,
            "mayAct": self.handover.may_act,
            "busy": self.handover.busy > 0,
            "question": None if question is None else masked(question.text),
            "dialog": None if dialog is None else {"kind": dialog.type, "message": masked(dialog.message)},
            "url": masked(page.url),
            "log": [
                {"number": one.number, "kind": one.kind, "text": masked(one.text)}
                for one in list(self.handover.log)[-_LOG_SHOWN:]
            ],
        }
        return WebReply(data=msgspec.json.encode(state), kind="application/json")

    async def _picture(self) -> bytes:
        page = await self.workspace.page()
        if page.dialogs.open is not None:
            raise DialogBlocking("a dialog is open")
        return await controller_of(page).tab.screenshot(format="jpeg", quality=_QUALITY)

    async def _view(self) -> str:
        page = await self.workspace.page()
        snapshot = await controller_of(page).observer.capture()
        return self.workspace.vault.masked(snapshot.render("outline", max_tokens=_VIEW_TOKENS))


@asynccontextmanager
async def live_page(
    workspace: Workspace, *, port: int = 0, tell: Callable[[str], None]
) -> AsyncGenerator[LivePage]:
    """Serve the live page of a workspace for the length of the block; `tell` receives its address.

    Raises `InvalidInput` for a port that is taken.
    """
    live = LivePage(workspace)
    web = LocalServer(live.answer, policy=POLICY)
    try:
        async with anyio.create_task_group() as tasks:
            listening = anyio.Event()

            async def serve() -> None:
                try:
                    await web.serve(port, ready=listening.set)
                except OSError as error:
                    raise InvalidInput(
                        f"--live-port {port}: {error.strerror}", hint="Take another."
                    ) from error

            tasks.start_soon(serve)
            await listening.wait()
            tell(web.address)
            yield live
            tasks.cancel_scope.cancel()
    finally:
        workspace.handover = None


def _file(name: str) -> str:
    return files("cdp_engine.serve.live").joinpath(name).read_text(encoding="utf-8")
