"""The life of one action, counted: `python -m scripts.one_click [click fill hover press] [--all]`.

It traces one warm action on a small page against a real Chromium and prints which files and functions of the package
run, which commands are sent in which order, and how many round trips to the browser follow each other before the input
goes out and after it. A command belongs to the round trip after the last one whose answer had come when it was sent.
Named functions count once each; comprehensions and lambdas belong to the function that they are written in. With
`--all`, each function is printed with how often it was entered (a coroutine again after each wait) and by whom.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import anyio

import cdp_engine
from cdp_engine.rpc.outbox import Outbox
from cdp_engine.rpc.pending import PendingCall, PendingCalls
from scripts.demo.__main__ import CHROMIUM_FLAGS
from scripts.rooms import PACKAGE, ROOT
from scripts.webserver import Request, Response, WebServer

LINKS = 10
WARM = 2
INPUT = {
    "click": "Input.dispatchMouseEvent mousePressed",
    "hover": "Input.dispatchMouseEvent mouseMoved",
    "fill": "Input.insertText",
    "press": "Input.dispatchKeyEvent keyDown",
}
"""The command that does it, by action."""
_UNNAMED = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>", "<module>"})
_ROOT = str(ROOT / PACKAGE)


def small_page(links: int = LINKS) -> str:
    """A page of some 60 elements with a button that changes one text, and a field."""
    rows = "".join(
        f"<tr><td>{i}<td><a href='#{i}'>Item {i}</a><td><span>{i}.00</span></tr>" for i in range(links)
    )
    return (
        "<!doctype html><meta charset=utf-8><title>Small</title><h1>Small</h1>"
        "<button id=go>Count</button> <input id=field aria-label=Name> <p id=said>0</p>"
        "<script>let n = 0; go.onclick = () => { said.textContent = `said ${++n}`; };</script>"
        f"<table>{rows}</table>"
    )


@dataclass(frozen=True, slots=True)
class Sent:
    """One command: its method, what it asks or does, and the round trip that it belongs to, counted from 1."""

    method: str
    what: str
    trip: int

    def __str__(self) -> str:
        return f"{self.method} {self.what}".strip()


@dataclass(slots=True)
class ActionTrace:
    """What one action ran and sent."""

    name: str
    commands: list[Sent] = field(default_factory=list[Sent])
    codes: Counter[CodeType] = field(default_factory=Counter[CodeType])
    """How often each function was entered."""
    callers: dict[CodeType, set[str]] = field(default_factory=dict[CodeType, set[str]])
    """The functions of the package that called it."""

    @property
    def functions(self) -> set[tuple[str, str]]:
        """The functions that ran: file within the package, qualified name."""
        return {
            (str(Path(code.co_filename).relative_to(_ROOT)), code.co_qualname)
            for code in self.codes
            if code.co_name not in _UNNAMED
        }

    @property
    def files(self) -> set[str]:
        """The files of the package in which anything ran."""
        return {file for file, _ in self.functions}

    def _calls_in(self, file: str) -> Iterator[tuple[str, int, str]]:
        """The functions of a file: name, how often each was entered, and by whom."""
        for code, count in self.codes.items():
            if code.co_name not in _UNNAMED and Path(code.co_filename) == Path(_ROOT, file):
                yield code.co_qualname, count, ", ".join(sorted(self.callers.get(code, ()))) or "the loop"

    @property
    def trips(self) -> int:
        """How many round trips followed each other."""
        return max((sent.trip for sent in self.commands), default=0)

    @property
    def trips_before_input(self) -> int:
        """How many of them had to end before the input went out."""
        return next(sent.trip for sent in self.commands if str(sent) == INPUT[self.name]) - 1

    @property
    def trips_after_input(self) -> int:
        """How many began once the input had gone out."""
        return self.trips - self.trips_before_input - 1

    def table(self, *, functions: bool = False) -> str:
        """The trace as text."""
        lines = [
            f"{self.name}: {len(self.files)} files, {len(self.functions)} functions, {len(self.commands)} commands, "
            f"round trips: {self.trips_before_input} before the input, {self.trips_after_input} after it"
        ]
        for trip in range(1, self.trips + 1):
            together = ", ".join(str(sent) for sent in self.commands if sent.trip == trip)
            lines.append(f"  {trip:>2}  {together}")
        rooms = Counter(file.split("/")[0] for file, _ in self.functions)
        files = Counter(file.split("/")[0] for file in self.files)
        lines.append(
            "  rooms: " + ", ".join(f"{room} {files[room]}/{count}" for room, count in rooms.items())
        )
        if functions:
            for file in sorted(self.files):
                found = sorted(self._calls_in(file))
                lines.append(f"  {file} ({len(found)})")
                lines += [f"    {count:>4}  {name}  <- {callers}" for name, count, callers in found]
        return "\n".join(lines)


@contextmanager
def traced(name: str) -> Generator[ActionTrace]:
    """Trace what runs and is sent in the block, on this thread and all connections of it."""
    trace = ActionTrace(name)
    trips: dict[int, int] = {}
    done = 0
    put, take = Outbox.put, PendingCalls.take

    def sent(self: Outbox, message: bytes) -> None:
        call = json.loads(message)
        trips[call["id"]] = done + 1
        trace.commands.append(Sent(call["method"], _what(call.get("params") or {}), done + 1))
        put(self, message)

    def answered(self: PendingCalls, call_id: int | None) -> PendingCall | None:
        nonlocal done
        done = max(done, trips.get(call_id or 0, 0))
        return take(self, call_id)

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_ROOT):
            trace.codes[frame.f_code] += 1
            caller = frame.f_back
            while caller is not None and not _is_ours(caller.f_code):
                caller = caller.f_back
            if caller is not None:
                trace.callers.setdefault(frame.f_code, set()).add(caller.f_code.co_qualname)

    Outbox.put, PendingCalls.take = sent, answered
    sys.setprofile(profile)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        Outbox.put, PendingCalls.take = put, take


def _is_ours(code: CodeType) -> bool:
    """Whether it is a named function of the package."""
    return code.co_name not in _UNNAMED and code.co_filename.startswith(_ROOT)


def _what(params: Mapping[str, Any]) -> str:
    """What a command is about: the function it calls in the page, or the kind of input."""
    if "functionDeclaration" in params:
        values = [argument.get("value") for argument in params.get("arguments", ())]
        return " ".join(value for value in values if isinstance(value, str))[:60]
    return str(params.get("type", ""))


async def trace_action(page: cdp_engine.Page, name: str) -> ActionTrace:
    """Trace an action on `small_page`, which must be open, after it was done twice to warm up."""
    snapshot = await page.snapshot()
    refs = {node.attributes.get("id", ""): node.ref for node in snapshot.nodes()}
    texts = iter(f"text {number}" for number in range(WARM + 1))
    actions: dict[str, Callable[[], Awaitable[cdp_engine.ActionResult]]] = {
        "click": lambda: page.click(refs["go"]),
        "hover": lambda: page.hover(refs["go"]),
        "fill": lambda: page.fill(refs["field"], next(texts)),
        "press": lambda: page.press("a", refs["field"]),
    }
    version = (await page.observe()).version
    for _ in range(WARM):
        seen = (await actions[name]()).raise_for_error().observation
        version = seen.version if seen is not None else version
    # The next answer is a delta from this version.
    await page.observe(since=version)
    with traced(name) as trace:
        result = await actions[name]()
    result.raise_for_error()
    return trace


async def show(names: list[str], *, functions: bool) -> None:
    """Trace actions one after the other and print their tables."""

    def answer(request: Request) -> Response:
        return Response(small_page()) if request.path == "/" else Response(status=404)

    server = WebServer(answer)
    try:
        async with cdp_engine.launch(args=CHROMIUM_FLAGS) as browser:
            page = await browser.new_page()
            await page.goto(server.origin() + "/", wait_until="load")
            for name in names:
                print((await trace_action(page, name)).table(functions=functions), flush=True)
    finally:
        server.close()


def main() -> int:
    """Parse the command line, trace, print."""
    parser = argparse.ArgumentParser(prog="python -m scripts.one_click", description=__doc__)
    parser.add_argument("actions", nargs="*", default="click", choices=[*INPUT], metavar="action")
    parser.add_argument(
        "--all", action="store_true", help="name every function, how often it is entered, and by whom"
    )
    options = parser.parse_args()
    names = [options.actions] if isinstance(options.actions, str) else options.actions
    anyio.run(lambda: show(names, functions=options.all))
    return 0


if __name__ == "__main__":
    sys.exit(main())
