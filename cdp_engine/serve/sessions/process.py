"""The background process of a session: a browser, its tools, and a socket that only its user can reach."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import anyio
import msgspec
import typer
from anyio.abc import SocketAttribute, SocketStream

from cdp_engine.agent import SCHEMES, Recorder, Rules, open_workspace
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.app import WrongUse, defaults_for
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import kept_downloads, open_browser
from cdp_engine.serve.cli.error_output import WRONG_USE, report_of, root_cause
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.output_file import Record
from cdp_engine.serve.cli.runner import until_signalled
from cdp_engine.serve.cli.secret_option import Secrets, secrets_of
from cdp_engine.serve.cli.tool_option import SEVEN_SET, Tools, box_of_tools
from cdp_engine.serve.commands.mcp import Evaluate, Files, Raw, domains_named
from cdp_engine.serve.sessions.living import Answer, LivingSession, Request
from cdp_engine.serve.sessions.sockets import socket_of
from cdp_engine.serve.sessions.verbs import CLOSE, OPEN

READ_SECONDS = 10.0
ALL = "core,network,storage,vision,files,emulate"
"""A session has them all by itself: its commands cost a model no tokens; scripts only where they are asked for."""
LARGEST_REQUEST = 1 << 20

Address = Annotated[str | None, typer.Argument(metavar="[URL]", help="Where to begin.", show_default=False)]
Idle = Annotated[
    float, typer.Option("--idle", metavar="MINUTES", help="End the session after so long without a command.")
]
Send = Callable[[Answer], None]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a session begins with. `idle` is in minutes."""

    url: str | None
    idle: float
    rules: Rules
    secrets: list[str]
    tools: str
    record: Path | None
    chosen: Any


@takes_browser(ends=False)
def plan(
    url: Address = None,
    idle: Idle = 30.0,
    evaluate: Evaluate = False,
    cdp: Raw = None,
    files: Files = None,
    secret: Secrets = None,
    tools: Tools = ALL,
    record: Record = None,
    *,
    chosen: BrowserOptions,
) -> Plan:
    """Begin a session in the background, with a browser of its own, and open URL in it.

    The commands that follow act in it: click e12, fill e3 "text", view, tabs, … and close, which ends it. Each prints
    what the tool of its name answers; `cdp-engine help` lists them. -s NAME names the session where there are several.
    """
    if tools == SEVEN_SET:
        raise InvalidInput("the seven tools cannot be used as commands", hint=f"Give groups, as in {ALL}.")
    box_of_tools(tools)
    rules = Rules(
        evaluate=evaluate,
        cdp=domains_named(cdp),
        files=tuple(files or ()) or None,
        schemes=SCHEMES | {"file"},  # who types commands can read files anyway, as in `shell`
    )
    return Plan(
        url=url, idle=idle, rules=rules, secrets=list(secret or ()), tools=tools, record=record, chosen=chosen
    )


def main(name: str, ready: int, words: Sequence[str]) -> int:
    """Run a session to its end. What the client of `open` prints goes to the file descriptor `ready`, once."""
    sent = False

    def send(answer: Answer) -> None:
        nonlocal sent
        if not sent:
            sent = True
            with os.fdopen(ready, "wb") as pipe:
                pipe.write(msgspec.json.encode(answer))

    try:
        wanted = read_plan(words)
        if not isinstance(wanted, Plan):
            return 0  # its help was shown
        wanted.chosen.check()
        return anyio.run(
            until_signalled, lambda: _run(name, wanted, send), None, backend=wanted.chosen.backend.value
        )
    except BaseException as error:
        cause = root_cause(error)
        if not isinstance(cause, Exception):
            raise
        answer = _failure(cause)
        send(answer)
        return answer.code


def read_plan(words: Sequence[str]) -> Plan | int:
    """The words after `open`. Raises what Typer raises for wrong ones, and `InvalidInput` for a wrong config file."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(OPEN)(plan)
    command: Any = typer.main.get_command(app)
    return command.main(
        args=list(words),
        prog_name=f"cdp-engine {OPEN}",
        standalone_mode=False,
        default_map=defaults_for(command, words),
        auto_envvar_prefix="CDP_ENGINE_OPEN",
    )


def _failure(error: Exception) -> Answer:
    if isinstance(error, WrongUse):
        return Answer(error=error.format_message(), hint=f"See cdp-engine {OPEN} --help.", code=WRONG_USE)
    report = report_of(error)
    return Answer(error=report.message, hint=report.hint, code=report.code)


async def _run(name: str, wanted: Plan, send: Send) -> int:
    path = socket_of(name)
    make_box, _ = box_of_tools(wanted.tools)
    secrets = secrets_of(wanted.secrets)
    recorder = None if wanted.record is None else Recorder(wanted.record)
    with (
        ExitStack() as held,
        kept_downloads(wanted.chosen) as chosen,
        _only_one(path),
        tempfile.TemporaryDirectory(prefix=f"{name}-", dir=path.parent) as files,
    ):
        async with (
            open_browser(chosen) as browser,
            open_workspace(
                browser, rules=wanted.rules, secrets=secrets, downloads=chosen.downloads
            ) as workspace,
        ):
            workspace.recorder = recorder
            session = LivingSession(browser, make_box(workspace), Path(files), wanted.chosen.state_file)
            first = Answer(text=f"the session {name} is open")
            if wanted.url is not None:
                first = await session.answer(Request([OPEN, "--", wanted.url], folder=str(Path.cwd())))
            async with (
                await anyio.create_unix_listener(path, mode=0o600) as listener,
                anyio.create_task_group() as tasks,
            ):
                tasks.start_soon(session.end_when_idle, wanted.idle * 60)
                tasks.start_soon(session.end_with_browser)
                tasks.start_soon(listener.serve, partial(_exchange, session=session, held=held))
                send(first)
                await session.over.wait()
                tasks.cancel_scope.cancel()
            path.unlink(missing_ok=True)
    return 0


async def _exchange(stream: SocketStream, *, session: LivingSession, held: ExitStack) -> None:
    """One command of one client."""
    async with stream:
        line = b""
        try:
            with anyio.fail_after(READ_SECONDS):
                while not line.endswith(b"\n") and len(line) < LARGEST_REQUEST:
                    line += await stream.receive()
            request = msgspec.json.decode(line, type=Request)
            answer = await session.answer(request)
            await stream.send(msgspec.json.encode(answer) + b"\n")
        except (TimeoutError, anyio.EndOfStream, anyio.BrokenResourceError, msgspec.DecodeError):
            return  # it hung up, or is not a client of ours
        if request.words[:1] == [CLOSE]:
            # The client waits for the end of the process: its connection stays open until the browser has gone.
            held.enter_context(stream.extra(SocketAttribute.raw_socket).dup())
            session.over.set()


@contextmanager
def _only_one(path: Path) -> Generator[None]:
    """Be the only process of the session; what an earlier one left is removed. Raises `InvalidInput`."""
    with path.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InvalidInput(
                f"another process begins the session {path.stem!r}", hint="Give the command once more."
            ) from error
        path.unlink(missing_ok=True)
        yield
