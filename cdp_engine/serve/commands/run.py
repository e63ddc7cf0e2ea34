"""`cdp-engine run`: a model pursues a goal in a browser, with its steps printed as they happen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from cdp_engine.agent import (
    MAX_TURNS,
    Always,
    Approver,
    Limits,
    Model,
    Never,
    Orchestrator,
    Recorder,
    Service,
    TaskEvent,
    TaskLog,
    TaskResult,
    Workspace,
    bundled_services,
    model_named,
    open_workspace,
)
from cdp_engine.errors import InvalidInput, ModelFailed
from cdp_engine.serve.cli import runner
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.output_file import Record
from cdp_engine.serve.cli.secret_option import Secrets, secrets_of
from cdp_engine.serve.cli.terminal_text import note, one_line
from cdp_engine.serve.cli.tool_option import EVERYDAY_SET, Tools, box_of_tools
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.live.live_option import Live, LivePort, beside
from cdp_engine.serve.live.live_page import LivePage
from cdp_engine.serve.reports.extracted import extraction_data, schema_in
from cdp_engine.serve.reports.run_output import AskAtTerminal, progress
from cdp_engine.serve.reports.run_report import Report as RunReport


class Approve(StrEnum):
    """Who approves, and what."""

    consequence = "consequence"
    ask = "ask"
    never = "never"
    always = "always"


Goal = Annotated[
    str,
    typer.Argument(metavar="[GOAL]", help="What to reach; a service may bring its own.", show_default=False),
]
Url = Annotated[str | None, typer.Option("--url", "-u", metavar="URL", help="Where to begin.")]
Named = Annotated[
    str | None,
    typer.Option(
        "--service",
        "-s",
        metavar="NAME",
        help="What is known of the site: streaming-cancellation, appointment-booking, or a .toml file.",
    ),
]
ModelName = Annotated[
    str,
    typer.Option(
        "--model",
        "-m",
        metavar="MODEL",
        envvar="CDP_ENGINE_MODEL",
        help="anthropic:NAME, openai:NAME, or chat:NAME for any server that speaks Chat Completions.",
    ),
]
ModelUrl = Annotated[
    str | None,
    typer.Option(
        "--model-url", metavar="URL", help="The address of the model's server, where it is not its maker's."
    ),
]
Stream = Annotated[
    bool, typer.Option("--stream", help="Stream the model's answers: print its words as they come.")
]
Approval = Annotated[
    Approve,
    typer.Option(
        "--approve",
        help="consequence asks you at checkpoints and before what pays, deletes, sends or hands a form in; ask, at "
        "checkpoints only; never refuses at checkpoints; always passes everything.",
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="DIR", help="Write report.html, trace.jsonl, result.json and view.txt there."
    ),
]
Turns = Annotated[int, typer.Option("--max-turns", min=1, help="Turns that the model has.")]
Tokens = Annotated[
    int | None, typer.Option("--max-tokens", min=1, help="Tokens that the model may read and write in all.")
]
Seconds = Annotated[
    float | None, typer.Option("--max-seconds", min=1.0, help="Seconds that the run may take.")
]
Money = Annotated[
    float | None,
    typer.Option("--max-money", min=0.0001, help="US dollars that the run may cost, by the price table."),
]
SchemaOption = Annotated[
    Path | None,
    typer.Option(
        "--schema",
        metavar="FILE",
        help="A JSON Schema (or FILE.py:NAME): at the end the data is read from the page, with its evidence, as JSON.",
    ),
]
Stop = Annotated[
    bool,
    typer.Option(
        "--stop-on-no", help="End the run at a no; otherwise the model gets the answer and goes on."
    ),
]


@takes_browser()
def run(
    goal: Goal = "",
    url: Url = None,
    service: Named = None,
    model: ModelName = "",
    model_url: ModelUrl = None,
    stream: Stream = False,
    approve: Approval = Approve.consequence,
    report: Report = None,
    max_turns: Turns = MAX_TURNS,
    max_tokens: Tokens = None,
    max_seconds: Seconds = None,
    max_money: Money = None,
    tools: Tools = EVERYDAY_SET,
    stop_on_no: Stop = False,
    schema: SchemaOption = None,
    record: Record = None,
    live: Live = False,
    live_port: LivePort = 0,
    secret: Secrets = None,
    *,
    chosen: BrowserOptions,
) -> int:
    """Have a model reach a goal in the browser.

    Keys of model makers come from the environment (ANTHROPIC_API_KEY, OPENAI_API_KEY). The steps are printed on stderr,
    the result on stdout; the exit code is 0 only when the goal was reached.
    """

    async def task() -> int:
        make_box, _ = box_of_tools(tools)
        wanted = None if schema is None else schema_in(schema)
        known = bundled_services().get(service) if service is not None else None
        begin = address_of(
            _needed(url or (known.url if known else ""), "--url", "Give the address to begin at.")
        )
        _needed(goal or (known.goal if known else ""), "GOAL", "Say what to reach.")
        client = model_named(
            _needed(model, "--model", "For instance --model anthropic:NAME."), url=model_url, stream=stream
        )
        limits = Limits(turns=max_turns, tokens=max_tokens, seconds=max_seconds, money=max_money)
        limits.price_for(client.name)
        recorder = None if record is None else Recorder(record, begin)
        secrets = secrets_of(secret or ())
        try:
            client.check_key()
        except ModelFailed as missing:
            raise InvalidInput(missing.message, hint=missing.hint) from missing
        with ExitStack() as files:
            listeners: list[Callable[[TaskEvent], None]] = [progress]
            pages = None
            if report is not None:
                pages = RunReport(files.enter_context(_file(report, "report.html").open("wb")))
                listeners += [TaskLog(files.enter_context(_file(report, "trace.jsonl").open("wb"))), pages]
            async with (
                client,
                open_browser(chosen) as browser,
                open_workspace(browser, downloads=chosen.downloads) as workspace,
                beside(workspace, live=live, port=live_port) as page,
            ):
                await (await workspace.page()).goto(begin)
                workspace.recorder = recorder
                result = await Orchestrator(
                    client if pages is None else pages.observing(client, workspace),
                    make_box(workspace),
                    service=known if known is not None else Service(name="any"),
                    approver=_approver(approve, page),
                    consequences=approve is Approve.consequence,
                    stop_on_rejection=stop_on_no,
                    limits=limits,
                    secrets=secrets,
                    listeners=listeners,
                ).run(goal)
                found = await _data(result, wanted, client, workspace, goal)
        if report is not None:
            _file(report, "result.json").write_bytes(msgspec.json.format(msgspec.json.encode(result)) + b"\n")
            _file(report, "view.txt").write_text(result.view, encoding="utf-8")
        return _end(result, wanted is not None, found, report)

    return runner.run(chosen, task)


async def _data(
    result: TaskResult, schema: Any, client: Model, workspace: Workspace, goal: str
) -> dict[str, Any] | None:
    """The data of the last page by the schema; None where none is asked for, or the browser has gone."""
    if schema is None or result.reason in ("browser_lost", "model_failed"):
        return None
    found = await (await workspace.page()).extract(schema, model=client, instruction=goal)
    return workspace.vault.masked_data(extraction_data(found))


def _end(result: TaskResult, structured: bool, found: dict[str, Any] | None, report: Path | None) -> int:
    """Print the result; the exit code."""
    if not structured:
        print(summary_line(result), flush=True)
        return 0 if result.success else 1
    note(summary_line(result))
    data = msgspec.json.encode(found)
    if report is not None:
        _file(report, "data.json").write_bytes(msgspec.json.format(data) + b"\n")
    print(data.decode(), flush=True)
    return 0 if result.success and found is not None and found["success"] else 1


def summary_line(result: TaskResult) -> str:
    """The end of a task in one line."""
    head = "done" if result.success else f"failed: {result.reason}"
    if result.success and not result.verified:
        head = "done, as the model says (no indicators to check it by)"
    return one_line(f"{head}, {result.turns} turns, {result.seconds:.1f} s: {result.message}")


def _needed(value: str, what: str, hint: str) -> str:
    if not value.strip():
        raise InvalidInput(f"{what} is missing", hint=hint)
    return value


def _approver(choice: Approve, live: LivePage | None) -> Approver:
    """Who is asked: the person at the live page where there is one, else the one at the terminal."""
    if choice is Approve.never:
        return Never()
    if choice is Approve.always:
        return Always()
    return AskAtTerminal() if live is None else live


def _file(folder: Path, name: str) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"--report {folder}: {error.strerror}") from error
    return folder / name
