"""The engine from outside a Python program: the command line.

In:  the words of a command line, lines typed into the shell, signals.
Out: what a page shows on stdout; what went wrong on stderr, one line and a hint; an exit code.

Never done here: anything a program could not do through the public surface. Signal handlers are installed here and
nowhere else in the package, and Typer and Rich (extra `cli`) are imported nowhere else.
"""

from cdp_engine.serve.entry import main

__all__ = ["main"]
