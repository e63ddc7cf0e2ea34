"""A process for a command that `warm` forks: it lends its streams, passes signals on, and ends as the command does.

Run as a program with `-I -S`, for a start of a few milliseconds; so it imports next to nothing.
"""

import os
import signal
import socket
import sys
from array import array


def main(address: str, *args: str) -> None:
    """Have the server fork a command with these arguments and wait for its end."""
    fields = [os.fsencode(arg) for arg in (str(len(args)), *args, os.getcwd())]  # noqa: PTH109
    fields += [key + b"=" + value for key, value in os.environb.items()]
    request = b"\0".join(fields)
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(address)
        head = len(request).to_bytes(4, "big")
        server.sendmsg([head], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [0, 1, 2]))])
        server.sendall(request)
        signals = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
        signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        with server.makefile("r") as answers:
            command = int(answers.readline())
            for number in signals:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    signal.signal(number, lambda passed, _frame: os.kill(command, passed))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
            null = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)  # now they are the command's alone
            status = int(answers.readline())
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


main(*sys.argv[1:])
