"""A task at a terminal: its steps as lines, its questions to the person."""

from __future__ import annotations

import sys

import anyio.to_thread

from cdp_engine.agent import Approval, ApprovalRequest, TaskEvent
from cdp_engine.serve.cli.terminal_text import one_line

_LONGEST = 160
YES = frozenset({"y", "yes"})


class AskAtTerminal:
    """Asks on stderr and reads a line of stdin: y approves, anything else refuses and is the reason."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """What the person types; the end of stdin refuses."""
        _say(f"approve? {request.action} ({request.reason})")
        if request.url:
            _say(f"  on {request.url}")
        _say("  y to approve; anything else rejects, and the model reads it:")
        line = await anyio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)
        typed = line.strip()
        if typed.casefold() in YES:
            return Approval(True)
        return Approval(
            False, typed if typed.casefold() not in ("", "n", "no") else "rejected at the terminal"
        )


def progress(event: TaskEvent) -> None:
    """One event as a line on stderr."""
    line = line_of(event)
    if line:
        _say(f"[{event.turn}] {line}")


def line_of(event: TaskEvent) -> str:
    """An event as text; empty for one that needs no line."""
    data = event.data
    match event.kind:
        case "start":
            return f"{data['goal']} ({data['model']})"
        case "words":
            text = one_line(str(data["text"]))
            return text if len(text) < _LONGEST else f"…{text[-_LONGEST // 2 :]}"
        case "model":
            return str(data["text"])
        case "tool":
            return f"> {data['name']} {data['arguments']}"
        case "answer":
            return f"< {str(data['text']).partition(chr(10))[0]}"
        case "checkpoint":
            return f"checkpoint: {data['reason']}"
        case "approval":
            return "approved" if data["approved"] else f"rejected: {data['message']}"
        case "completion":
            return (
                f"{data['status']} claimed, {'accepted' if data['accepted'] else 'not what the page shows'}"
            )
        case "end":
            return ""


def _say(text: str) -> None:
    line = one_line(text)
    print(line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…", file=sys.stderr, flush=True)
