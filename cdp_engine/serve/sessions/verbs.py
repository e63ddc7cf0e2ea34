"""What client and process say to each other besides the names of tools (imports nothing: every command reads it)."""

OPEN, CLOSE, LIST, SAVE, HELP = "open", "close", "sessions", "save", "help"
"""Commands of the session itself."""
UNKNOWN = -1
"""The code of an answer to a word that is not a command."""
