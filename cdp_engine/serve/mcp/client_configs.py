"""Settings of MCP clients that start our server (pure)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

NAME = "cdp-engine"


class Client(StrEnum):
    """An MCP client whose settings we know."""

    claude_code = "claude-code"
    claude_desktop = "claude-desktop"
    cursor = "cursor"
    vscode = "vscode"
    codex = "codex"
    gemini_cli = "gemini-cli"


PLACES = {
    Client.claude_code: ".mcp.json in the project (or: claude mcp add-json)",
    Client.claude_desktop: "claude_desktop_config.json (Settings, Developer, Edit Config)",
    Client.cursor: "~/.cursor/mcp.json, or .cursor/mcp.json in the project",
    Client.vscode: ".vscode/mcp.json in the project",
    Client.codex: "~/.codex/config.toml",
    Client.gemini_cli: "~/.gemini/settings.json",
}
"""Where each client keeps them."""


def snippet(client: Client, command: Sequence[str]) -> str:
    """The settings that have `client` start `command`."""
    return _WRITERS.get(client, _servers("mcpServers"))(command)


def _servers(key: str, **more: str) -> Callable[[Sequence[str]], str]:
    def write(command: Sequence[str]) -> str:
        server: dict[str, Any] = {**more, "command": command[0], "args": list(command[1:])}
        return json.dumps({key: {NAME: server}}, indent=2, ensure_ascii=False)

    return write


def _toml(command: Sequence[str]) -> str:
    # Strings and lists of them are written in TOML as in JSON.
    program, arguments = (json.dumps(one, ensure_ascii=False) for one in (command[0], list(command[1:])))
    return f"[mcp_servers.{NAME}]\ncommand = {program}\nargs = {arguments}"


_WRITERS = {Client.vscode: _servers("servers", type="stdio"), Client.codex: _toml}
