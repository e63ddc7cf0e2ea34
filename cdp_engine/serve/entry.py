"""The console script: from the words of the command line to the exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from cdp_engine.serve.cli.command_names import COMMANDS
from cdp_engine.serve.sessions.client import call_session

EXTRA = frozenset({"typer", "rich", "click", "h11", "jinja2"})
"""Modules that the extra `cli` brings."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 done, 1 the task failed, 2 wrong use, 3 no browser, 130 Ctrl-C."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if argv is None else list(argv)
    if words == ["--version"]:  # scripts ask for it often: no command need be loaded
        from importlib.metadata import version

        print(f"cdp-engine {version('cdp-engine')}")
        return 0
    try:
        if not set(COMMANDS).intersection(words[:1]) and any(not word.startswith("-") for word in words):
            code = call_session(words)
            if code is not None:
                return code
        try:
            from cdp_engine.serve.app import run
        except ModuleNotFoundError as missing:
            if (missing.name or "").partition(".")[0] not in EXTRA:
                raise
            print(
                "error: the command line needs more packages: pip install 'cdp-engine[cli]'", file=sys.stderr
            )
            return 2
        code = run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return reader_has_gone()
    return code


def reader_has_gone() -> int:
    """Handle a closed output (`| head`) silently, also at the end of the interpreter."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
    return 1
