"""The messages between client and process besides names of tools (imports nothing: every command loads it)."""

OPEN, CLOSE, LIST, SAVE, HELP = "open", "close", "sessions", "save", "help"
"""Commands of the session itself."""
UNKNOWN = -1
"""The code of an answer to a word that is not a command."""
