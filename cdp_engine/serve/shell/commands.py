"""What can be typed into the shell: each command with its grammar, in the order of the help."""

from __future__ import annotations

from pathlib import Path

import msgspec
from anyio import Path as AsyncPath

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import VirtualNode
from cdp_engine.protocol import target
from cdp_engine.serve.cli.browser_setup import check_writable, save_state
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.cli.view_options import pairs, typed_options
from cdp_engine.serve.shell.action_commands import ACTION_COMMANDS, Command
from cdp_engine.serve.shell.parser import first_word, is_ref, number_of, text_of, words
from cdp_engine.serve.shell.session import ShellSession

FOUND_SHOWN = 30


async def goto(session: ShellSession, rest: str) -> None:
    """`goto URL`."""
    first_word(rest, "the URL")
    await session.show_arrival(await session.page.goto(address_of(rest)))


async def back(session: ShellSession, _rest: str) -> None:
    """`back`."""
    await session.show_arrival(await session.page.back())


async def forward(session: ShellSession, _rest: str) -> None:
    """`forward`."""
    await session.show_arrival(await session.page.forward())


async def reload(session: ShellSession, _rest: str) -> None:
    """`reload`."""
    await session.show_arrival(await session.page.reload())


async def observe(session: ShellSession, rest: str) -> None:
    """`observe`, `observe tree`, `observe outline interactive_only=true`."""
    given = words(rest)
    format = given.pop(0) if given and "=" not in given[0] else "outline"
    await session.show_page(format, **typed_options(format, pairs(given)))


async def find(session: ShellSession, rest: str) -> None:
    """`find some text`: elements with it in their text or name."""
    first_word(rest, "the text to find")
    wanted = text_of(rest)
    snapshot = await session.page.snapshot()
    folded = " ".join(wanted.split()).casefold()
    named = [node for node in snapshot.interactive() if folded in node.name.casefold()]
    rows = {node.index: node for node in (*named, *snapshot.find(text=wanted))}
    found = [rows[row] for row in snapshot.reading_order() if row in rows]
    lines = [_found(node) for node in found[:FOUND_SHOWN]]
    if len(found) > FOUND_SHOWN:
        lines.append(f"and {len(found) - FOUND_SHOWN} more")
    session.say("\n".join(lines) if lines else f"no element contains {wanted!r}")
    if not found:
        session.fail()


def _found(node: VirtualNode) -> str:
    label = " ".join((node.name or node.text).split())
    return " ".join((node.ref, node.role or node.tag, label if len(label) <= 100 else f"{label[:100]}…"))


async def tabs(session: ShellSession, _rest: str) -> None:
    """`tabs`."""
    known = (await session.browser.session.send(target.get_targets())).target_infos
    titles = {info.target_id: " ".join(info.title.split()) for info in known}
    lines: list[str] = []
    for number, page in enumerate(await session.browser.pages(), 1):
        title = titles.get(page.target_id) or "(no title)"
        lines.append(f"{'*' if session.shows(page) else ' '} {number} {title} · {page.url}")
    session.say("\n".join(lines) if lines else "no tab is open")


async def tab(session: ShellSession, rest: str) -> None:
    """`tab 2`."""
    word, _ = first_word(rest, "the number of a tab")
    number = number_of(word, "number of a tab")
    pages = await session.browser.pages()
    if not 1 <= number <= len(pages):
        raise InvalidInput(f"there is no tab {number}", hint="`tabs` lists them.")
    session.take(pages[number - 1])
    await session.show_page()


async def new(session: ShellSession, rest: str) -> None:
    """`new`, `new URL`."""
    await session.open(address_of(rest) if rest else None)


async def close(session: ShellSession, _rest: str) -> None:
    """`close`."""
    await session.page.close()
    session.say("the tab is closed; `tabs` lists the others")


async def screenshot(session: ShellSession, rest: str) -> None:
    """`screenshot FILE`, `screenshot FILE e3`, `screenshot FILE full`."""
    first_word(rest, "the file")
    name, *more = words(rest)
    ref = next((word for word in more if is_ref(word)), None)
    picture = await session.page.screenshot(ref=ref, full_page="full" in more)
    try:
        path = await AsyncPath(name).expanduser()
        await path.write_bytes(picture)
    except OSError as error:
        raise InvalidInput(
            f"{name} cannot be written: {error.strerror}", hint="Name another file."
        ) from error
    session.say(f"{path}: {len(picture)} bytes")


async def evaluate(session: ShellSession, rest: str) -> None:
    """`eval document.title`."""
    first_word(rest, "the script")
    value = await session.page.evaluate(rest)
    session.say(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


async def save(session: ShellSession, rest: str) -> None:
    """`save`, `save FILE`: cookies and storage, for --storage-state."""
    file = Path(await AsyncPath(text_of(rest)).expanduser()) if rest else session.state_file
    if file is None:
        raise InvalidInput(
            "the file is missing", hint="Name one, or start the shell with --storage-state FILE."
        )
    check_writable(file)
    await save_state(session.browser.default_context, file)
    session.say(f"{file}: cookies and storage are saved")


async def help(session: ShellSession, _rest: str) -> None:
    """`help`."""
    width = max(len(command.usage) for command in COMMANDS)
    session.say("\n".join(f"{command.usage:{width}}  {command.summary}" for command in COMMANDS))


async def quit(session: ShellSession, _rest: str) -> None:
    """`quit`."""
    session.over = True


COMMANDS = (
    *ACTION_COMMANDS,
    Command("goto URL", "open an address in this tab", goto),
    Command("back", "one step back in the history", back),
    Command("forward", "one step forward", forward),
    Command("reload", "load the page again", reload),
    Command("observe [FORMAT] [NAME=VALUE…]", "show the whole page", observe),
    Command("find TEXT", "list elements with that text or name", find),
    Command("tabs", "list the tabs", tabs),
    Command("tab N", "go on in another tab", tab),
    Command("new [URL]", "open a tab", new),
    Command("close", "close this tab", close),
    Command("screenshot FILE [REF|full]", "save a picture (png)", screenshot),
    Command("eval SCRIPT", "run JavaScript in the page", evaluate),
    Command("save [FILE]", "save cookies and storage", save),
    Command("help", "show this", help),
    Command("quit", "leave; so does the end of input", quit),
)

VERBS = {command.verb: command for command in COMMANDS} | {"exit": COMMANDS[-1], "?": COMMANDS[-2]}
"""Every word that can begin a line."""


async def carry_out(session: ShellSession, verb: str, rest: str) -> None:
    """Do what a line says. Raises `InvalidInput` for an unknown word, and what the command raises."""
    command = VERBS.get(verb)
    if command is None:
        raise InvalidInput(f"{verb!r} is not a command", hint="`help` lists the commands.")
    await command.run(session, rest)
