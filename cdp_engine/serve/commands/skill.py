"""`cdp-engine skill`: what teaches a coding agent to use the browser from its shell."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.serve.cli.error_output import print_error, report_of
from cdp_engine.serve.cli.terminal_text import show

BEGIN, END = "<!-- cdp-engine: begin -->", "<!-- cdp-engine: end -->"

Agents = Annotated[bool, typer.Option("--agents", help="Write a section of AGENTS.md instead.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write there; - is stdout. Else SKILL.md or AGENTS.md in this folder.",
    ),
]


def skill(agents: Agents = False, output: Output = None) -> int:
    """Write a SKILL.md that teaches a coding agent to use the browser by commands of its shell.

    With --agents, the same as a section of AGENTS.md: an earlier one is replaced, the rest of the file stays.
    """
    text = agents_section() if agents else skill_text()
    if output is not None and str(output) == "-":
        sys.stdout.write(text)
        return 0
    file = output or Path("AGENTS.md" if agents else "SKILL.md")
    try:
        if agents:
            text = with_section(file.read_text(encoding="utf-8") if file.exists() else "", text)
        elif file.exists() and not file.read_text(encoding="utf-8").startswith("---\nname: cdp-engine\n"):
            raise InvalidInput(f"{file} is another skill", hint="Name another file with --output.")
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        return print_error(report_of(InvalidInput(f"{file} cannot be written: {error.strerror}")))
    except EngineError as error:
        return print_error(report_of(error))
    show(str(file))
    return 0


def skill_text() -> str:
    """The skill, with its front matter."""
    return (files("cdp_engine.serve.sessions") / "skill.md").read_text(encoding="utf-8")


def agents_section() -> str:
    """The skill as a section of AGENTS.md."""
    body = skill_text().partition("\n---\n\n")[2]
    return f"{BEGIN}\n{body.replace('# A browser', '## A browser', 1)}{END}\n"


def with_section(whole: str, section: str) -> str:
    """A file with the section in place of an earlier one, or at its end (pure)."""
    before, begin, rest = whole.partition(BEGIN)
    _, end, after = rest.partition(END + "\n")
    if begin and end:
        return f"{before}{section}{after}"
    return f"{whole.rstrip()}\n\n{section}" if whole.strip() else section
