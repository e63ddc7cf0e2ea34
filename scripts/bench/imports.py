"""What `import cdp_engine` costs in a fresh interpreter, against one that imports only anyio and msgspec."""

from __future__ import annotations

import sys

import anyio

from scripts.bench.interleave import Contestant, Line, compare, interleave

PROGRAMS = {
    "nothing": "pass",
    "ground": "import anyio, msgspec",
    "engine": "import cdp_engine",
    "protocol": "from importlib import import_module as load\n"
    "import pkgutil, cdp_engine.protocol as all\n"
    "for found in pkgutil.iter_modules(all.__path__, 'cdp_engine.protocol.'): load(found.name)",
}


def fresh(program: str) -> Contestant:
    """A contestant that runs a program in an interpreter of its own."""

    async def run() -> None:
        await anyio.run_process([sys.executable, "-c", program])

    return run


async def measure(rounds: int) -> list[Line]:
    """Import times; the interpreter's own start is part of every figure."""
    samples = await interleave({name: fresh(program) for name, program in PROGRAMS.items()}, rounds=rounds)
    return [
        compare("interpreter + cdp_engine / bare interpreter", samples, "engine", "nothing"),
        compare("interpreter + cdp_engine / + anyio and msgspec", samples, "engine", "ground"),
        compare("interpreter + all domains / bare interpreter", samples, "protocol", "nothing"),
    ]
