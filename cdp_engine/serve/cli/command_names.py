"""The commands of the command line (imports nothing: every command of a session reads it)."""

COMMANDS = (
    "launch",
    "observe",
    "shell",
    "run",
    "mcp",
    "capture",
    "extract",
    "replay",
    "inspect",
    "login",
    "skill",
    "doctor",
)
"""In the order of the help; each is a function of its name in a module of its name. All other words are a session's."""
