"""Commands as processes of their own, forked from one that has imported the package already.

A new interpreter needs a CPU second for the imports of a command, and the tests start hundreds. `warm_words` is a
command line for `subprocess`: `warm_launcher.py` hands its streams, arguments, folder and environment to the server
that this module is as a program. What is forked there runs `cdp_engine/__main__.py` as `python -m` does.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import io
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGES = ("cdp_engine.serve",)
OTHERS = ("bpe_openai", "mcp.server.stdio", "openai", "starlette.applications", "trio", "uvicorn")
LAUNCHER = Path(__file__).with_name("warm_launcher.py")


def words(*args: str | os.PathLike[str]) -> list[str]:
    """The command line of a new interpreter."""
    return [sys.executable, "-m", "cdp_engine", *(os.fspath(arg) for arg in args)]


def warm_words(*args: str | os.PathLike[str]) -> list[str]:
    """The command line of `cdp-engine` with these arguments; it starts in a few milliseconds, on Linux."""
    if not hasattr(os, "pidfd_open"):
        return words(*args)
    return [sys.executable, "-I", "-S", os.fspath(LAUNCHER), _address(), *(os.fspath(arg) for arg in args)]


@functools.cache
def _address() -> str:
    """Where the server of this test process listens; it is started by the first who asks."""
    folder = tempfile.TemporaryDirectory(prefix="w", dir="/tmp", ignore_cleanup_errors=True)
    address = f"{folder.name}/s"
    command = [sys.executable, "-m", "tests.support.warm", address]
    root = Path(__file__).parents[2]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root)

    @atexit.register
    def end() -> None:
        server.communicate(timeout=30)  # the end of its input ends it
        folder.cleanup()

    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    return address


@dataclass(frozen=True, slots=True)
class Request:
    """What a launcher asks for."""

    streams: tuple[int, ...]
    args: list[str]
    folder: str
    environment: dict[bytes, bytes]

    @classmethod
    def read(cls, launcher: socket.socket) -> Request:
        """The streams come with the length, the rest after it."""
        streams = array("i")
        head, ancillary, _, _ = launcher.recvmsg(4, socket.CMSG_SPACE(3 * streams.itemsize))
        streams.frombytes(ancillary[0][2])
        size, data = int.from_bytes(head, "big"), b""
        while len(data) < size:
            data += launcher.recv(size - len(data))
        count, *fields = data.split(b"\0")
        args, (folder, *environment) = fields[: int(count)], fields[int(count) :]
        pairs = (pair.partition(b"=") for pair in environment)
        return cls(
            tuple(streams),
            [os.fsdecode(arg) for arg in args],
            os.fsdecode(folder),
            {key: value for key, _, value in pairs},
        )

    def become(self) -> None:
        """Make this process look like one that was started with all this."""
        for number, stream in enumerate(self.streams):
            os.dup2(stream, number)
            os.close(stream)
        os.chdir(self.folder)
        os.environb.clear()
        os.environb.update(self.environment)
        tempfile.tempdir = None
        at_once = bool(os.environ.get("PYTHONUNBUFFERED"))
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)))
        sys.stdout = sys.__stdout__ = _output(1, write_through=at_once)
        sys.stderr = sys.__stderr__ = _output(2, errors="backslashreplace", line_buffering=True)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = ["cdp_engine", *self.args]


def _output(number: int, **options: Any) -> io.TextIOWrapper:
    """A stream as an interpreter opens it at its start."""
    return io.TextIOWrapper(io.BufferedWriter(io.FileIO(number, "w", closefd=False)), **options)


class Server:
    """Forks a command for each launcher and reports its end."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.commands: dict[int, tuple[int, socket.socket]] = {}
        self.selector = selectors.DefaultSelector()
        self.selector.register(listener, selectors.EVENT_READ)
        self.selector.register(0, selectors.EVENT_READ)

    def serve(self) -> Request | None:
        """In a forked command what it was asked to do; `None` in the server, at the end of its input."""
        while True:
            for key, _ in self.selector.select():
                if key.fileobj is self.listener:
                    if (request := self._fork()) is not None:
                        return request
                elif key.fd == 0:
                    for command, _ in self.commands.values():
                        os.kill(command, signal.SIGKILL)
                    return None
                elif key.fd in self.commands:
                    self._report(key.fd)
                else:  # a launcher that was killed
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(key.data, signal.SIGKILL)
                    self.selector.unregister(key.fileobj)

    def _fork(self) -> Request | None:
        launcher, _ = self.listener.accept()
        request = Request.read(launcher)
        command = os.fork()
        if not command:
            self.selector.close()
            for open_one in (self.listener, launcher, *(other for _, other in self.commands.values())):
                open_one.close()
            for end in self.commands:
                os.close(end)
            return request
        for stream in request.streams:
            os.close(stream)
        end = os.pidfd_open(command)
        self.commands[end] = command, launcher
        self.selector.register(end, selectors.EVENT_READ)
        self.selector.register(launcher, selectors.EVENT_READ, command)
        launcher.sendall(b"%d\n" % command)
        return None

    def _report(self, end: int) -> None:
        command, launcher = self.commands.pop(end)
        _, status = os.waitpid(command, 0)
        with contextlib.suppress(BrokenPipeError):
            launcher.sendall(b"%d\n" % status)
        for done in (end, launcher):
            with contextlib.suppress(KeyError):
                self.selector.unregister(done)
        os.close(end)
        launcher.close()


def warm_up() -> None:
    """Import what a command may need."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    for name in OTHERS:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()


def run() -> None:
    """Run the command and end as an interpreter does, except that it does not take everything apart: 0.15 CPU s."""
    code: object = 1
    try:
        runpy.run_module("cdp_engine", run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    gc.collect()  # what was left open is reported
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BrokenPipeError):
            stream.flush()
    os._exit(code if isinstance(code, int) else code is not None)


def main(address: str) -> None:
    """Serve until the end of input; a forked command leaves here as `python -m cdp_engine` would."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which end this process
    warm_up()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(64)
        os.write(1, b"ready\n")
        request = Server(listener).serve()
    if request is not None:
        request.become()
        run()


if __name__ == "__main__":
    main(sys.argv[1])
