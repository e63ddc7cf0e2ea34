"""A running session: carries out commands until it is closed, idle for too long, or has lost its browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import msgspec

from cdp_engine.agent import INVALID_PARAMS, UNKNOWN_TOOL, ToolBox, ToolResult, answer_to, file_url
from cdp_engine.engine import Browser
from cdp_engine.errors import ConnectionLost, EngineError, InvalidInput
from cdp_engine.serve.cli.browser_setup import check_writable, save_state
from cdp_engine.serve.cli.error_output import FAILED, NO_BROWSER, WRONG_USE, report_of
from cdp_engine.serve.sessions.tool_arguments import arguments, help_text, in_our_words, name_of, tool_name
from cdp_engine.serve.sessions.verbs import CLOSE, HELP, OPEN, SAVE, UNKNOWN

_GOING = ("navigate", "tabs")
_WRONG = (INVALID_PARAMS, UNKNOWN_TOOL)
SWITCHED_OFF = ("evaluate",)
"""Tools that a session has only where it was begun with an option of that name."""


class Request(msgspec.Struct):
    """One command. `output` is the file for a picture, `folder` where the client was called."""

    words: list[str]
    output: str | None = None
    folder: str = ""


class Answer(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What the client prints: `text` and `files`, or `error` and `hint`; its exit code is `code`."""

    text: str = ""
    files: list[str] = []
    summary: dict[str, Any] = {}
    error: str = ""
    hint: str = ""
    code: int = 0


class LivingSession:
    """The commands of one session. `over` is set when it shall end."""

    def __init__(self, browser: Browser, box: ToolBox, files: Path, state_file: Path | None) -> None:
        self.over = anyio.Event()
        self._browser = browser
        self._box = box
        self._files = files
        self._state_file = state_file
        self._pictures = 0
        self._used = anyio.Event()
        self._at_work = 0

    async def answer(self, request: Request) -> Answer:
        """Carry out one command. Never raises for what a command or a page did wrong."""
        self._at_work += 1
        try:
            return await self._carry_out(request)
        except ConnectionLost as error:
            self.over.set()
            return failure(error, NO_BROWSER)
        except EngineError as error:
            return failure(error)
        finally:
            self._at_work -= 1
            self._used.set()

    async def end_when_idle(self, seconds: float) -> None:
        """Set `over` when no command came for so long."""
        while True:
            with anyio.move_on_after(seconds) as quiet:
                await self._used.wait()
            if quiet.cancelled_caught and not self._at_work:
                self.over.set()
                return
            self._used = anyio.Event()

    async def end_with_browser(self) -> None:
        """Set `over` when the browser has gone."""
        await self._browser.wait_closed()
        self.over.set()

    async def _carry_out(self, request: Request) -> Answer:
        verb, *rest = in_our_words(request.words)
        if verb == CLOSE:
            return Answer(text="the session is closed")
        if verb == HELP or "--help" in rest or "-h" in rest:
            return Answer(text=help_text(rest[0] if verb == HELP and rest else verb, self._box))
        if verb == SAVE:
            return await self._save(rest)
        name = tool_name(verb)
        if name not in self._box and name in SWITCHED_OFF:
            return failure(
                InvalidInput(f"{verb} is off", hint=f"Close the session, then begin one: open URL --{verb}")
            )
        if name not in self._box or verb != name_of(self._box[name]):
            return Answer(code=UNKNOWN)
        tool = self._box[name]
        try:
            given = arguments(tool, rest)
        except InvalidInput as error:
            hint = (
                "It is open already: options of the browser count when a session begins."
                if verb == OPEN
                else ""
            )
            return failure(InvalidInput(error.message, hint=hint or error.hint))
        if name in _GOING and "url" in given:
            given["url"] = file_url(given["url"], request.folder) or given["url"]
        return await self._printed(await self._box.call(name, given), request.output)

    async def _printed(self, result: ToolResult, output: str | None) -> Answer:
        """A tool's answer as it is printed; its pictures become files."""
        code = 0 if result.success else WRONG_USE if result.error in _WRONG else FAILED
        saved: list[str] = []
        for image in result.pictures:
            self._pictures += 1
            kept = self._files / f"{self._files.stem}-{self._pictures}.{image.mime.rpartition('/')[2]}"
            path = anyio.Path(output) if output is not None else anyio.Path(kept)
            try:
                await path.write_bytes(image.data)
            except OSError as error:
                raise InvalidInput(
                    f"{path} cannot be written: {error.strerror}", hint="Name another file."
                ) from error
            saved.append(str(path))
        text = "\n".join([result.text, *(f"saved: {path}" for path in saved)])
        return Answer(text=text, files=saved, summary=result.summary(), code=code)

    async def _save(self, words: Sequence[str]) -> Answer:
        file = Path(words[0]) if words else self._state_file
        if file is None:
            raise InvalidInput("the file is missing", hint="Write: save FILE")
        file = Path(await anyio.Path(file).expanduser())
        check_writable(file)
        await save_state(self._box.workspace.context, file)
        return Answer(text=f"{file}: cookies and storage are saved")


def failure(error: EngineError, code: int | None = None) -> Answer:
    """An error as it is printed."""
    report = report_of(error)
    summary = {"success": False, "error": answer_to(error).error}
    return Answer(
        error=report.message, hint=report.hint, code=report.code if code is None else code, summary=summary
    )
