"""The engine outside of Python programs: the command line, the MCP server, the shell, sessions and the inspector.

In:  the arguments of a command line, lines typed into the shell, calls of MCP clients, signals.
Out: views on stdout; errors on stderr, one line and a hint; an exit code.

Never done here: anything that a program could not do through the public surface. Signal handlers are installed here and
nowhere else in the package, and Typer and Rich (extra `cli`) are imported nowhere else.
"""

from cdp_engine.serve.entry import main

__all__ = ["main"]
