"""What can be typed into the shell: every tool by its name, some by a shorter one, and the shell's own commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from anyio import Path as AsyncPath

from cdp_engine.act import ACTIONS
from cdp_engine.agent import GROUP_TOOLS, UNLISTED_TOOLS, Rules, Tool, ToolBox, Workspace, everyday
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.cli.browser_setup import check_writable, save_state
from cdp_engine.serve.cli.view_options import pairs, typed_options
from cdp_engine.serve.shell.lines import line_arguments, line_usage
from cdp_engine.serve.shell.parser import first_word, is_ref, text_of, words
from cdp_engine.serve.shell.session import ShellSession


class Command(NamedTuple):
    """One command: how it is written, what it does, and the function that does it."""

    usage: str
    summary: str
    run: Callable[[ShellSession, str], Awaitable[None]]

    @property
    def verb(self) -> str:
        """The word that calls it."""
        return self.usage.partition(" ")[0]


class _Short(NamedTuple):
    """Another word for a tool, with what it says of the arguments."""

    tool: str
    preset: Mapping[str, Any] = {}
    summary: str = ""


SCHEMES = frozenset(("http", "https", "about", "file", "data", "blob", "chrome", "view-source"))
RULES = Rules(evaluate=True, files=(".", "/"), schemes=SCHEMES)
"""A person may open whatever the browser opens, and upload whatever they may read."""
SHORT = {
    "goto": _Short("navigate"),
    "forward": _Short("back", {"go": "forward"}, "go forward in the history"),
    "reload": _Short("back", {"go": "reload"}, "load the page again"),
    "tab": _Short("tabs", {"do": "select", "url": None}, "go on in another tab"),
    "new": _Short("tabs", {"do": "new", "tab": None}, "open a tab"),
    "close": _Short("tabs", {"do": "close", "url": None}, "close this tab"),
    "eval": _Short("evaluate"),
    "dblclick": _Short("click", {"count": 2}, "click an element twice"),
}
"""Words beside the names of tools."""


def tool_command(tool: Tool[Any], verb: str, short: _Short) -> Command:
    """The command of a tool."""

    async def run(session: ShellSession, rest: str) -> None:
        await session.carry_out(session.box[tool.name], line_arguments(tool, rest, short.preset))

    action = ACTIONS.get(tool.name)
    said = short.summary or (action.says if action else tool.description.partition(". ")[0].rstrip("."))
    return Command(line_usage(tool, verb, short.preset), said, run)


def shell_tools(workspace: Workspace) -> ToolBox:
    """The tools that commands call."""
    return everyday(workspace, groups=["all"], also=UNLISTED_TOOLS)


async def observe(session: ShellSession, rest: str) -> None:
    """`observe`, `observe tree`, `observe outline interactive_only=true`."""
    given = words(rest)
    format = given.pop(0) if given and "=" not in given[0] else "outline"
    await session.show_page(format, **typed_options(format, pairs(given)))


async def screenshot(session: ShellSession, rest: str) -> None:
    """`screenshot FILE`, `screenshot FILE e3`, `screenshot FILE full`."""
    first_word(rest, "the file")
    name, *more = words(rest)
    ref = next((word for word in more if is_ref(word)), None)
    picture = await (await session.page()).screenshot(ref=ref, full_page="full" in more)
    try:
        path = await AsyncPath(name).expanduser()
        await path.write_bytes(picture)
    except OSError as error:
        raise InvalidInput(
            f"{name} cannot be written: {error.strerror}", hint="Name another file."
        ) from error
    session.say(f"{path}: {len(picture)} bytes")


async def save(session: ShellSession, rest: str) -> None:
    """`save`, `save FILE`: cookies and storage, for --storage-state."""
    file = Path(await AsyncPath(text_of(rest)).expanduser()) if rest else session.state_file
    if file is None:
        raise InvalidInput(
            "the file is missing", hint="Name one, or start the shell with --storage-state FILE."
        )
    check_writable(file)
    await save_state(session.workspace.context, file)
    session.say(f"{file}: cookies and storage are saved")


async def help(session: ShellSession, rest: str) -> None:
    """`help`, `help click`."""
    wanted = VERBS.get(_key(rest))
    shown = COMMANDS if wanted is None else (wanted,)
    session.say("\n".join(f"{command.usage}\n    {command.summary}" for command in shown))


async def quit(session: ShellSession, _rest: str) -> None:
    """`quit`."""
    session.over = True


_OWN = (
    Command("observe [FORMAT] [NAME=VALUE…]", "show the whole page", observe),
    Command("screenshot FILE [REF|full]", "save a picture (png)", screenshot),
    Command("save [FILE]", "save cookies and storage", save),
    Command("help [COMMAND]", "show this", help),
    Command("quit", "leave; so does the end of input", quit),
)
"""Commands that are not tools, or give a person more than a tool gives a model."""


def _commands() -> tuple[Command, ...]:
    own = {command.verb for command in _OWN}
    known = (*GROUP_TOOLS, *UNLISTED_TOOLS)
    tools = {tool.name: tool for tool in known if tool.name not in own and tool.name != "cdp"}
    named = [tool_command(tool, tool.name, _Short(tool.name)) for tool in tools.values()]
    short = [tool_command(tools[one.tool], verb, one) for verb, one in SHORT.items()]
    return (*named, *short, *_OWN)


COMMANDS = _commands()
"""In the order of the help."""
VERBS = {command.verb: command for command in COMMANDS} | {"exit": COMMANDS[-1], "?": COMMANDS[-2]}
"""Every word that can begin a line."""


def _key(verb: str) -> str:
    return verb.strip().lower().replace("-", "_")


async def carry_out(session: ShellSession, verb: str, rest: str) -> None:
    """Do what a line says. Raises `InvalidInput` for an unknown word, and what the command raises."""
    command = VERBS.get(_key(verb))
    if command is None:
        raise InvalidInput(f"{verb!r} is not a command", hint="`help` lists the commands.")
    await command.run(session, rest)
