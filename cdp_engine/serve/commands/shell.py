"""`cdp-engine shell`: act on a page line by line and see what each line did.

The main thread reads lines, so that the terminal's editing and Ctrl-C work as people expect; the browser lives on an
event loop in a thread beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from cdp_engine.agent import Recorder, Workspace, open_workspace
from cdp_engine.errors import ConnectionLost
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import kept_downloads, open_browser
from cdp_engine.serve.cli.error_output import report_of
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.output_file import Record
from cdp_engine.serve.cli.runner import report_error
from cdp_engine.serve.cli.secret_option import Secrets, secrets_of
from cdp_engine.serve.cli.signals import Interrupted, Interrupts
from cdp_engine.serve.cli.terminal_text import show
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.shell.commands import RULES, VERBS, carry_out, shell_tools
from cdp_engine.serve.shell.input import LineSource, line_source
from cdp_engine.serve.shell.loop_thread import LoopThread, loop_thread
from cdp_engine.serve.shell.parser import read_line
from cdp_engine.serve.shell.session import ShellSession

Address = Annotated[
    str | None,
    typer.Argument(metavar="URL", help="A URL, a host name, or a file to begin with.", show_default=False),
]


@takes_browser()
def shell(
    url: Address = None,
    record: Record = None,
    secret: Secrets = None,
    *,
    chosen: BrowserOptions,
) -> int:
    """Act on a page line by line (click e12, fill e3 text, help) and see what each line did.

    Lines can be piped in: the exit code is then that of the first line that failed. With --connect and no URL it takes
    the first tab of that browser. Every tool is a command; `help` lists them.
    """
    interrupts = Interrupts()
    try:
        chosen.check()
        address = None if url is None else address_of(url)
        recorder = None if record is None else Recorder(record)
        with (
            kept_downloads(chosen) as kept,
            interrupts.installed(),
            loop_thread(chosen.backend.value, interrupts) as loop,
            loop.holding(open_browser(kept)) as browser,
            loop.holding(
                open_workspace(
                    browser, rules=RULES, secrets=secrets_of(secret or ()), downloads=kept.downloads
                )
            ) as workspace,
        ):
            workspace.recorder = recorder
            return _converse(_session(workspace, chosen), loop, interrupts, address, chosen)
    except Interrupted as interruption:
        return 128 + interruption.number
    except BaseException as error:
        return report_error(error, chosen)


def _session(workspace: Workspace, chosen: BrowserOptions) -> ShellSession:
    box = shell_tools(workspace)
    return ShellSession(box, show, borrowed=chosen.connect is not None, state_file=chosen.state_file)


def _converse(
    session: ShellSession,
    loop: LoopThread,
    interrupts: Interrupts,
    address: str | None,
    chosen: BrowserOptions,
) -> int:
    """Read lines and carry them out until the end; the exit code."""
    source = line_source(VERBS)
    _attempt(partial(loop.run, partial(session.begin, address)), session, source, chosen)
    while not session.over:
        try:
            with interrupts.allowed():
                typed = source.read()
        except Interrupted as interruption:
            if not (interruption.by_hand and source.interactive):
                raise
            print()  # the line is given up, the shell goes on
            continue
        if typed is None:
            break
        line = read_line(typed)
        if line is not None:
            _attempt(partial(loop.run, partial(carry_out, session, *line)), session, source, chosen)
    return 0 if source.interactive else session.code


def _attempt(
    command: Callable[[], None], session: ShellSession, source: LineSource, chosen: BrowserOptions
) -> None:
    """Run one command; a failure is printed and the shell goes on, unless the browser has gone."""
    try:
        command()
    except Interrupted as interruption:
        if not (interruption.by_hand and source.interactive):
            raise
        show("(interrupted)")
    except Exception as error:
        session.fail(report_of(error).code)
        report_error(error, chosen)
        session.over = isinstance(error, ConnectionLost) or session.lost
