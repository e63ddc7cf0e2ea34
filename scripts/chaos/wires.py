"""Rounds with bad wires: a relay that cuts, delays and changes messages, and peers that only seem browsers."""

from __future__ import annotations

import sys
import textwrap
import time

import anyio

import cdp_engine
from cdp_engine.errors import ConnectionFailed, EngineError, LaunchFailed
from scripts.chaos.browsers import launched, visit, within
from scripts.chaos.calls import Round
from scripts.chaos.census import connection_is_quiet
from scripts.chaos.impostor import LIES, lying
from scripts.chaos.playground import Playground
from scripts.chaos.relay import BYTE_FAULTS, HARMLESS, MESSAGE_FAULTS, relaying
from scripts.chaos.visitor import fresh_page_works

END_SECONDS = 15.0


async def bad_wire(round: Round, ground: Playground) -> None:
    """An engine behind a relay uses a browser; afterwards the browser is as it was."""
    fault = round.random.choice((*BYTE_FAULTS, *MESSAGE_FAULTS))
    async with launched(round, transport="websocket") as own:
        with relaying(own.endpoint, fault, round.random) as endpoint:
            if fault not in HARMLESS:
                round.fault(fault, "connection", "wire", "tab")
            else:
                round.fault(fault)
            await _use(round, ground, endpoint, fault)
        round.broken.clear()
        await _tabs_are_gone(round, own)
        await fresh_page_works(round, own, ground)
        await connection_is_quiet(round, own, "the other engine")


async def _use(round: Round, ground: Playground, endpoint: str, fault: str) -> None:
    began = time.monotonic()
    try:
        async with cdp_engine.connect(endpoint, timeout=8.0) as browser:
            within(round, "connect", began, 10.0)
            await visit(round, ground, browser, pages=2, steps=4, faults=1)
            await connection_is_quiet(round, browser, f"behind {fault}")
            began = time.monotonic()
        within(round, f"end of the connection ({fault})", began, END_SECONDS)
    except ConnectionFailed:
        within(round, "failed connect", began, 12.0)
    except EngineError as error:
        round.judge("connect or its end", error)


async def _tabs_are_gone(round: Round, own: cdp_engine.Browser) -> None:
    """Contexts of a lost connection go with it; its pages in the default context stay and are closed here."""
    for page in await own.pages():
        if "/p/" in page.url:
            await round.call("close a tab that was left", 24.0, page.close)


async def impostors(round: Round, ground: Playground) -> None:
    """Misbehaving websocket servers; every connect ends in time as ConnectionFailed."""
    for lie in round.random.sample(sorted(LIES), 4):
        with lying(lie, round.random, long=round.long) as endpoint:
            round.fault(f"impostor: {lie}")
            began = time.monotonic()
            try:
                async with cdp_engine.connect(endpoint, timeout=2.0) as browser:
                    if lie not in ("yes to all",):
                        round.found(f"an impostor that answers {lie!r} was taken for a browser")
                    await round.call("new_page", 20.0, browser.new_page, expect=EngineError)
            except ConnectionFailed:
                pass
            except EngineError as error:
                round.found(f"an impostor that answers {lie!r} ended as {type(error).__name__}: {error}")
            within(round, f"an impostor that answers {lie!r}", began, 8.0 if lie != "yes to all" else 30.0)


PROGRAM = """
    #!{python}
    import os, random, sys, time
    lie = {lie!r}
    if lie == "exit": sys.exit(3)
    if lie == "garbage": os.write(4, random.randbytes(1000) + b"\\0")
    if lie == "half": os.write(4, b'{{"id":1,"result":{{')
    if lie == "noise":
        for _ in range(20000): os.write(4, b'{{"method":"No.such","params":{{}}}}\\0')
    if lie == "answers":
        os.read(3, 1000); os.write(4, b'{{"id":1,"result":{{}}}}\\0{{"id":1,"result":{{"a":1}}}}\\0')
    if lie == "closes": os.close(3); os.close(4)
    time.sleep(60)
"""


async def false_browsers(round: Round, ground: Playground) -> None:
    """Executables that are not a browser: every launch ends in time as LaunchFailed."""
    for lie in ("exit", "garbage", "half", "noise", "answers", "closes", "silent"):
        program = anyio.Path(round.temporary / "false-browser")
        await program.write_text(textwrap.dedent(PROGRAM.format(python=sys.executable, lie=lie)).lstrip())
        await program.chmod(0o755)
        round.fault(f"false browser: {lie}", "launch")
        began = time.monotonic()
        try:
            async with cdp_engine.launch(executable=str(program), timeout=1.5):
                round.found(f"a program that {lie} was taken for a browser")
        except LaunchFailed:
            pass
        except EngineError as error:
            round.found(f"a false browser ({lie}) ended as {type(error).__name__}: {error}")
        within(round, f"a false browser ({lie})", began, 8.0)
        await program.unlink()
