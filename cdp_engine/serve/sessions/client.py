"""The client of a session (imports next to nothing): passes the words on, prints the answer, starts the process."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cdp_engine.serve.sessions.sockets import DEFAULT, NoPlace, reach, running, socket_of
from cdp_engine.serve.sessions.verbs import CLOSE, HELP, LIST, OPEN, UNKNOWN

START_SECONDS = 120.0
ANSWER_SECONDS = 600.0
_WRONG_USE, _NO_BROWSER = 2, 3


class Call(NamedTuple):
    """One command line, read: the session's name, whether JSON is wanted, where a picture goes, the words."""

    name: str
    json: bool
    output: str | None
    words: list[str]


def read_call(words: Sequence[str]) -> Call:
    """The client's own options taken out of a command line; what follows `--` is left alone."""
    name, wants_json, output = os.environ.get("CDP_ENGINE_SESSION") or DEFAULT, False, None
    left: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        option, equals, value = word.partition("=")
        if word == "--":
            left += [word, *rest]
            break
        if option in ("-s", "--session", "-o", "--output") and (equals or rest):
            value = value if equals else rest.pop(0)
            name, output = (value, output) if option in ("-s", "--session") else (name, value)
        elif word == "--json":
            wants_json = True
        else:
            left.append(word)
    return Call(name, wants_json, output, left)


def call_session(words: Sequence[str]) -> int | None:
    """Carry out a command of a session; its exit code. None for a word that is not one of its commands."""
    call = read_call(words)
    if not call.words:
        return None
    verb = call.words[0]
    try:
        if verb == LIST:
            print("\n".join(running()) or "no session is open")
            return 0
        connection = reach(socket_of(call.name))
        if verb == OPEN and {"-h", "--help"}.intersection(call.words):
            from cdp_engine.serve.sessions.process import main

            return main(call.name, 1, call.words[1:])
        if connection is None and verb == OPEN:
            return _print(_start(call), call)
    except NoPlace as error:
        return _complain(str(error), "Set XDG_RUNTIME_DIR to a folder of yours.", _WRONG_USE)
    if connection is None:
        verb, *rest = _in_our_words(call.words)
        if not verb:
            return None
        if verb == HELP or {"-h", "--help"}.intersection(rest):
            return _print({"text": _help(rest[0] if verb == HELP and rest else verb)}, call)
        return _complain(
            f"there is no session {call.name!r}", f"Begin one: cdp-engine {OPEN} URL", _NO_BROWSER
        )
    with connection:
        return _print(_ask(connection, call), call)


def _ask(connection: socket.socket, call: Call) -> dict[str, Any]:
    connection.settimeout(ANSWER_SECONDS)
    output = call.output and str(Path(call.output).absolute())
    request = {"words": call.words, "output": output, "folder": str(Path.cwd())}
    try:
        connection.sendall(json.dumps(request).encode() + b"\n")
        with connection.makefile("rb") as stream:
            line = stream.readline()
            if call.words[0] == CLOSE:
                stream.read()  # the connection ends with the process
    except OSError as error:
        return {"error": f"the session does not answer: {error}", "code": _NO_BROWSER}
    return json.loads(line) if line else {"error": "the session has ended", "code": _NO_BROWSER}


def _start(call: Call) -> dict[str, Any]:
    """Start the background process and wait for its first answer."""
    import select
    import subprocess

    path = socket_of(call.name)
    reading, writing = os.pipe()
    log = os.open(path.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        subprocess.Popen(
            [sys.executable, "-m", "cdp_engine.serve.sessions", call.name, str(writing), *call.words[1:]],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=(writing,),
        )
    finally:
        os.close(log)
        os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        if not select.select([stream], [], [], START_SECONDS)[0]:
            return {"error": f"no browser was there within {START_SECONDS:g} s", "code": _NO_BROWSER}
        content = stream.read()
    if content:
        return json.loads(content)
    return {"error": f"the session could not be started; see {path.with_suffix('.log')}", "code": _NO_BROWSER}


def _print(answer: dict[str, Any], call: Call) -> int | None:
    """Print an answer; its code."""
    code = int(answer.get("code", 0))
    if code == UNKNOWN:
        return None
    if call.json:
        known = {name: value for name, value in answer.items() if name != "summary"}
        print(json.dumps({**answer.get("summary", {}), **known}, ensure_ascii=False))
        return code
    if answer.get("error"):
        return _complain(answer["error"], answer.get("hint", ""), code)
    text = str(answer.get("text", ""))
    print(_harmless(text) if sys.stdout.isatty() else text, flush=True)
    return code


def _complain(message: str, hint: str, code: int) -> int:
    lines = [f"error: {message}", *([f"hint: {hint}"] if hint else [])]
    print(_harmless("\n".join(lines)), file=sys.stderr)
    return code


def _harmless(text: str) -> str:
    """Without control characters: the text of a page must not steer a terminal."""
    return "".join(one for one in text if one in "\n\t" or not (one < " " or "\x7f" <= one <= "\x9f"))


def _in_our_words(words: Sequence[str]) -> list[str]:
    """The words of a command of sessions, none for any other; only now is the tool table loaded."""
    from cdp_engine.serve.sessions.tool_arguments import command_names, in_our_words

    found = in_our_words(words)
    return found if found[0] in command_names() else [""]


def _help(verb: str) -> str:
    from cdp_engine.serve.sessions.tool_arguments import help_text

    return help_text(verb)
