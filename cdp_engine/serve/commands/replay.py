"""`cdp-engine replay`: recorded steps without a model, once or for every row of a table."""

from __future__ import annotations

import csv
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from cdp_engine.agent import (
    UNLISTED_TOOLS,
    Replayed,
    Rules,
    StepReplay,
    as_code,
    everyday,
    model_named,
    open_workspace,
    read_steps,
    rewritten_steps,
)
from cdp_engine.errors import InvalidInput, ModelFailed
from cdp_engine.serve.cli import runner
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.secret_option import Secrets, secrets_of
from cdp_engine.serve.cli.terminal_text import note, one_line
from cdp_engine.serve.commands.mcp import Files
from cdp_engine.serve.commands.run import ModelUrl

File = Annotated[Path, typer.Argument(metavar="FILE", help="Steps of --record.", show_default=False)]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A parameter. May be given more than once."),
]
Heal = Annotated[
    str,
    typer.Option("--heal", metavar="MODEL", help="Ask a model for an element not found; FILE is rewritten."),
]
Table = Annotated[
    Path | None,
    typer.Option(
        "--csv",
        metavar="FILE",
        help="Once for each row, its columns as parameters.",
    ),
]
AsCode = Annotated[bool, typer.Option("--as-code", help="Print a program on the library instead.")]

GROUPS_OF_STEPS = ("emulate",)
"""Groups whose tools are recorded, beside those that are always there."""


@takes_browser()
def replay(
    file: File,
    assign: Set = None,
    heal: Heal = "",
    model_url: ModelUrl = None,
    csv_file: Table = None,
    as_program: AsCode = False,
    secret: Secrets = None,
    files: Files = None,
    *,
    chosen: BrowserOptions,
) -> int:
    """Carry out recorded steps without a model; each is done once and verified by its effect.

    An element that changed is found by resemblance, and that is said; otherwise the replay stops with what is
    different, and the exit code is 1.
    """

    async def task() -> int:
        text = _text(file)
        steps = read_steps(text)
        if as_program:
            print(as_code(steps), end="")
            return 0
        given = dict(_pair(one) for one in assign or ())
        rows = [given] if csv_file is None else [{**given, **row} for row in _rows(csv_file)]
        secrets, rules = secrets_of(secret or ()), Rules(files=tuple(files or ()) or None)
        failed = 0
        async with AsyncExitStack() as stack:
            healer = None
            if heal:
                healer = model_named(heal, url=model_url)
                try:
                    healer.check_key()
                except ModelFailed as missing:
                    raise InvalidInput(missing.message, hint=missing.hint) from missing
                await stack.enter_async_context(healer)
            browser = await stack.enter_async_context(open_browser(chosen))
            for number, values in enumerate(rows, 1):
                async with open_workspace(
                    browser,
                    rules=rules,
                    isolated=csv_file is not None,
                    secrets=secrets,
                    downloads=chosen.downloads,
                ) as workspace:
                    once = StepReplay(
                        everyday(workspace, groups=GROUPS_OF_STEPS, also=UNLISTED_TOOLS),
                        steps,
                        values=values,
                        healer=healer,
                        tell=note,
                    )
                    done = await once.run()
                _say(done, f"row {number}: " if csv_file is not None else "")
                failed += not done.success
                if done.healed:
                    steps = list(done.steps)
                    file.write_text(rewritten_steps(text, steps), encoding="utf-8")
        return 1 if failed else 0

    return runner.run(chosen, task)


def _say(done: Replayed, head: str) -> None:
    for one in done.notes:
        note(one_line(one))
    end = (
        f"done, {done.of} steps"
        if done.success
        else f"stopped after {done.done} of {done.of}: {done.stopped}"
    )
    print(one_line(f"{head}{end}"), flush=True)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}") from error


def _pair(written_as: str) -> tuple[str, Any]:
    name, equals, value = written_as.partition("=")
    if not equals:
        raise InvalidInput(f"--set {written_as} has no value", hint="Write --set NAME=VALUE.")
    return name.strip(), value


def _rows(path: Path) -> list[dict[str, str]]:
    rows = [
        {name: value for name, value in row.items() if name}
        for row in csv.DictReader(_text(path).splitlines())
    ]
    if not rows:
        raise InvalidInput(f"{path} has no rows", hint="Its first line names the parameters.")
    return rows
