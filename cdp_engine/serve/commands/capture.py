"""`cdp-engine capture`: many pages as a model sees them, into one folder, by one browser or several."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import anyio.to_thread
import typer

from cdp_engine.errors import InvalidInput
from cdp_engine.serve.batch.index import BatchFolder, Entry
from cdp_engine.serve.batch.page import CaptureSettings
from cdp_engine.serve.batch.progress import progress_reporter
from cdp_engine.serve.batch.robots import Robots
from cdp_engine.serve.batch.url_list import read_list
from cdp_engine.serve.batch.workers import BatchRunner, Open
from cdp_engine.serve.cli.browser_options import PANEL, BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.runner import run
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.cli.view_options import typed_options, with_flags
from cdp_engine.serve.commands.observe import Format, Json, Until, WaitFor

Source = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="Addresses, one on each line, or JSON lines with url and name; - reads stdin.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the pages and their index.")
]
Concurrency = Annotated[
    int, typer.Option("--concurrency", "-n", min=1, help="Pages that are open at once in each browser.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the batch in DIR: what failed is tried again.")
]
Timeout = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", help="How long one page may take, read and all.")
]
Connects = Annotated[
    list[str] | None,
    typer.Option(
        "--connect",
        metavar="ENDPOINT",
        help="Use a running browser or one of a grid (grid+http://…); given more than once, they share the work.",
        rich_help_panel=PANEL,
    ),
]


Respect = Annotated[
    bool,
    typer.Option(
        "--respect-robots",
        help="Capture only what each site's robots.txt allows the user agent that is sent.",
    ),
]


@takes_browser(but=("connect",))
@with_flags
def capture(
    file: Source,
    output: Folder,
    concurrency: Concurrency = 4,
    resume: Resume = False,
    format: Format = "outline",
    json: Json = False,
    timeout: Timeout = 30.0,
    wait_until: WaitFor = Until.ready,
    respect_robots: Respect = False,
    connect: Connects = None,
    *,
    chosen: BrowserOptions,
    **view: Any,
) -> int:
    """Capture many pages into a folder: a file for each, and index.jsonl with the result of each.

    Every page has cookies and storage of its own. One that fails is an entry of the index, and the rest goes on; a
    browser that ends is opened again. After Ctrl-C or a crash --resume goes on with what is missing. The exit code is
    0 when every page of the list is captured, 1 when some are not.
    """
    endpoints = connect or [None]
    choices = [replace(chosen, connect=endpoint) for endpoint in endpoints]
    given = {name: value for name, value in view.items() if value is not None}

    async def task() -> int:
        settings = CaptureSettings(
            format=format,
            json=json,
            wait_until=wait_until.value,
            timeout=_time(timeout),
            options=typed_options(format, given),
            context=chosen.context_options(),
            downloads=chosen.downloads,
            robots=Robots() if respect_robots else None,
        )
        lines = await anyio.to_thread.run_sync(_read, file, abandon_on_cancel=True)
        wanted = read_list(lines.splitlines(), address_of)
        if not wanted:
            raise InvalidInput(f"{file} contains no address", hint="Write one address on each line.")
        with BatchFolder(output, settings.kept) as folder:
            missing = folder.open(wanted, resume=resume)
            with progress_reporter(len(wanted) - len(missing), len(wanted)) as reporter:
                runner = BatchRunner(
                    folder,
                    settings,
                    per_browser=concurrency,
                    on_entry=reporter.entry,
                    on_remark=reporter.note,
                )
                if missing:
                    await runner.capture(missing, _browsers(choices))
            entries = [folder.entries[one.stem] for one in wanted]
            print(_summary(entries, len(wanted) - len(missing), folder), flush=True)
            return 1 if any(entry.error is not None for entry in entries) else 0

    return run(choices[0], task)


def _browsers(choices: list[BrowserOptions]) -> list[tuple[str, Open]]:
    """What opens each browser, each under a distinct name."""
    named: list[tuple[str, Open]] = []
    for number, chosen in enumerate(choices, 1):
        shown = (chosen.connect or "").rpartition("@")[2] or "the browser"
        names = Counter(name for name, _ in named)
        named.append(
            (f"{shown} ({number})" if shown in names else shown, partial(open_browser, chosen, shared=False))
        )
    return named


def _summary(entries: list[Entry], before: int, folder: BatchFolder) -> str:
    failed = sum(entry.error is not None for entry in entries)
    parts = [f"{len(entries) - failed} captured"]
    parts += [f"{failed} failed"] if failed else []
    parts += [f"{before} of them before"] if before else []
    return f"{', '.join(parts)}: {folder.index}"


def _time(seconds: float) -> float:
    if not seconds > 0:
        raise InvalidInput(f"--timeout {seconds:g} is not a valid time", hint="Give seconds above 0.")
    return seconds


def _read(file: str) -> str:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{file} cannot be read: {error.strerror}", hint="Name a file, or - for stdin."
        ) from error
    return content.decode("utf-8", "replace")
