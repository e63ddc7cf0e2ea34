"""`cdp-engine mcp`: the tools for any MCP client, over stdin and stdout or over HTTP."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from cdp_engine.agent import SAFE_DOMAINS, Rules, describe_secrets, open_workspace
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.cli.browser_options import Backend, BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.output_file import Record
from cdp_engine.serve.cli.runner import run
from cdp_engine.serve.cli.secret_option import Secrets, secrets_of
from cdp_engine.serve.cli.terminal_text import note, show
from cdp_engine.serve.cli.tool_option import EVERYDAY_SET, SEVEN_SET, Tools, box_of_tools
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.commands.launch import check_port_free
from cdp_engine.serve.live.live_option import Live, LivePort, beside
from cdp_engine.serve.mcp.client_configs import PLACES, Client, snippet
from cdp_engine.serve.mcp.session_start import SessionStart, begin

Evaluate = Annotated[bool, typer.Option("--evaluate", help="Let the model run JavaScript in pages.")]
Raw = Annotated[
    str | None,
    typer.Option(
        "--cdp",
        metavar="DOMAINS",
        help="Let the model send raw CDP commands of these domains (DOM,CSS,…; safe: those that only read).",
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Option(
        "--files", metavar="FOLDER", help="Let the model upload files of this folder; may be given again."
    ),
]


Url = Annotated[
    str | None,
    typer.Option(
        "--url", "-u", metavar="URL", help="Where to begin; the seven have no tool to open an address."
    ),
]


LOOPBACK = "127.0.0.1"


class Approve(StrEnum):
    """What the client's person is asked about."""

    consequence = "consequence"
    always = "always"


Approval = Annotated[
    Approve,
    typer.Option(
        "--approve",
        help="consequence has the client ask its person before what pays, deletes, sends or hands a form in; always "
        "passes everything.",
    ),
]
Http = Annotated[
    bool,
    typer.Option("--http", help="Serve streamable HTTP instead, on 127.0.0.1 or --host."),
]
Port = Annotated[
    int, typer.Option("--port", min=0, max=65535, help="The port for --http; 0 takes a free one.")
]
Host = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help="The address for --http: 0.0.0.0 in a container, this machine alone else.",
    ),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host",
        metavar="NAME[:PORT]",
        help="A further name under which clients of --http may call, as in localhost:9000 for a published port.",
    ),
]
Structured = Annotated[
    bool,
    typer.Option(
        "--structured",
        help="Send success, error, effect and the text as structured content, too (for programs; it costs tokens).",
    ),
]
PrintConfig = Annotated[
    Client | None,
    typer.Option(
        "--print-config", metavar="CLIENT", help=f"Print the settings for {', '.join(Client)}, and leave."
    ),
]
Token = Annotated[
    str | None,
    typer.Option(
        "--token",
        envvar="CDP_ENGINE_MCP_TOKEN",
        help="What clients of --http must send; else one is made up.",
    ),
]


@takes_browser()
def mcp(
    http: Http = False,
    port: Port = 0,
    host: Host = LOOPBACK,
    allow_host: AllowHost = None,
    token: Token = None,
    tools: Tools = EVERYDAY_SET,
    evaluate: Evaluate = False,
    cdp: Raw = None,
    files: Files = None,
    url: Url = None,
    secret: Secrets = None,
    approve: Approval = Approve.always,
    structured: Structured = False,
    live: Live = False,
    live_port: LivePort = 0,
    record: Record = None,
    print_config: PrintConfig = None,
    *,
    chosen: BrowserOptions,
) -> int:
    """Serve the browser's tools to MCP clients, over stdin and stdout or over HTTP.

    The browser is there before the first message is answered. Over stdin the model works in a tab of its own and sees
    the tabs of the browser's default profile; the command ends when the client closes its side. Over HTTP every client
    has cookies and tabs of its own, and the command stays until Ctrl-C. A secret is written as `${secret:NAME}`
    where text is entered; no answer shows it. --record writes the steps of each client to a file of its own.
    """
    if print_config is not None:
        note(f"for {PLACES[print_config]}")
        print(snippet(print_config, own_command(sys.argv)))
        return 0
    rules = Rules(
        evaluate=evaluate,
        cdp=domains_named(cdp),
        files=tuple(files or ()) or None,
        consequences=approve is Approve.consequence,
    )

    async def task() -> int:
        make_box, instructions = box_of_tools(tools)
        _check(http, port, host, chosen.backend)
        if live and http:
            raise InvalidInput(
                "--live is for one client, and --http has many", hint="Leave out --http, or --live."
            )
        begins = None if url is None else address_of(url)
        known = tuple(secrets_of(secret or ()))
        start = SessionStart(
            rules,
            known,
            begins,
            newest=chosen.connect is not None and tools == SEVEN_SET,
            context=chosen.context_options(),
            state_file=chosen.state_file,
            downloads=chosen.downloads,
            structured=structured,
            record=record,
        )
        guide = " ".join(filter(None, (instructions, describe_secrets(one.name for one in known))))
        if not http:
            from cdp_engine.serve.mcp.stdio import serve_stdio

            async with (
                open_browser(chosen) as browser,
                open_workspace(
                    browser, rules=rules, secrets=start.secrets, downloads=chosen.downloads
                ) as workspace,
            ):
                await begin(workspace, start)
                async with beside(workspace, live=live, port=live_port):
                    note(f"{browser.version} is ready; MCP on stdin and stdout")
                    await serve_stdio(make_box(workspace), guide, structured=structured)
            return 0
        from cdp_engine.serve.mcp.http import PATH, listen, serve_http

        check_port_free(port)
        with listen(port, host) as listener:
            key = token or secrets.token_urlsafe(24)
            async with open_browser(chosen, shared=False) as browser:
                shown = "the token" if token else key
                note(f"{browser.version} is ready; clients send the header Authorization: Bearer {shown}")
                show(f"http://{host}:{listener.getsockname()[1]}{PATH}")
                await serve_http(
                    browser,
                    listener,
                    key,
                    start=start,
                    make_box=make_box,
                    instructions=guide,
                    hosts=allow_host or (),
                )
        return 0

    return run(chosen, task, interrupted=lambda number: 0 if http else 128 + number)


def _check(http: bool, port: int, host: str, backend: Backend) -> None:
    if find_spec("mcp") is None:
        raise InvalidInput("the MCP SDK is not installed", hint="pip install 'cdp-engine[mcp]'")
    if http and backend is not Backend.asyncio:
        raise InvalidInput(
            "--http needs asyncio: its web server supports no other loop", hint="Leave out --backend."
        )
    for option, given in (("--port", port != 0), ("--host", host != LOOPBACK)):
        if given and not http:
            raise InvalidInput(f"{option} is for --http", hint=f"Add --http or leave out {option}.")


def domains_named(written: str | None) -> frozenset[str]:
    """The CDP domains of the option."""
    named = {word.strip() for word in (written or "").split(",") if word.strip()}
    return frozenset((named - {"safe"}) | (SAFE_DOMAINS if "safe" in named else set[str]()))


def own_command(argv: Sequence[str]) -> list[str]:
    """How a client starts this server: our program by its full path, with the options of this call."""
    script = Path(sys.executable).with_name("cdp-engine")
    program = [str(script)] if script.exists() else [sys.executable, "-m", "cdp_engine"]
    words = list(argv[1:])
    for number, word in enumerate(words):
        if word == "--print-config":
            del words[number : number + 2]
            break
        if word.startswith("--print-config="):
            del words[number]
            break
    return [*program, *words]
