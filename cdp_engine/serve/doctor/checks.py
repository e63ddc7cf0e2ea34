"""The doctor's checks of a browser: each returns its finding, or raises."""

from __future__ import annotations

import base64
from importlib.resources import files
from urllib.parse import urlsplit

import anyio
import httpx
import msgspec

from cdp_engine import protocol
from cdp_engine.chrome import Sweep
from cdp_engine.engine import Browser, Page
from cdp_engine.errors import EngineError, UnexpectedReply
from cdp_engine.serve.doctor.protocol_diff import items_of, named, our_items

TRIAL_SECONDS = 30.0
BUTTON = "Press me"
PRESSED = "was pressed"


async def try_observe(page: Page) -> str:
    """Observe the built-in page."""
    with anyio.fail_after(TRIAL_SECONDS):
        view = await page.observe()
    if not view.snapshot.find(role="button", name=BUTTON):
        raise EngineError("the built-in page was read, but its button was not seen")
    stats = view.snapshot.stats
    return f"{stats.elements} elements, {stats.interactive} to act on, by the {view.snapshot.context.source} capture"


async def try_click(page: Page) -> str:
    """Click the button of the built-in page with real input, and see that the page took it."""
    with anyio.fail_after(TRIAL_SECONDS):
        [button, *_] = (await page.snapshot()).find(role="button", name=BUTTON)
        result = (await page.click(button.ref)).raise_for_error()
        if not (await page.snapshot()).find(text=PRESSED):
            raise EngineError("the click was sent, but the page did not take it as a user's")
    return f"a trusted click on {button.ref} was received ({result.duration * 1000:.0f} ms with settling)"


async def try_protocol(browser: Browser) -> str:
    """Compare our protocol with the one that the browser describes."""
    parts = urlsplit(browser.endpoint)
    url = f"{'https' if parts.scheme == 'wss' else 'http'}://{parts.netloc}/json/protocol"
    try:
        async with httpx.AsyncClient(trust_env=False, timeout=TRIAL_SECONDS) as client:
            answer = await client.get(url)
    except httpx.HTTPError as error:
        raise UnexpectedReply(f"{url} does not answer: {error or type(error).__name__}") from error
    if answer.status_code != 200:
        raise UnexpectedReply(
            f"{url} answers {answer.status_code}",
            hint="A browser that asks its user first does not describe itself.",
        )
    try:
        theirs = items_of(answer.content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnexpectedReply(f"{url} does not describe a protocol: {error}") from error
    ours = our_items()
    lacking, foreign = ours - theirs, theirs - ours
    finding = f"ours is that of {protocol.SOURCE['product']}: {ours}"
    finding += (
        f"; this browser lacks {len(lacking)} of them: {named(lacking)}"
        if len(lacking)
        else "; it has them all"
    )
    return f"{finding}; it has {len(foreign)} that we do not know" if len(foreign) else finding


def describe_profiles(found: Sweep, *, guarded: bool) -> str:
    """The temporary profiles of killed programs, and what will happen to the next one."""
    many = len(found.removed)
    finding = [
        "no killed program left a temporary profile"
        if not many
        else f"removed {many} temporary profile{'s' if many > 1 else ''} of killed programs"
    ]
    if found.in_use:
        finding.append(f"{found.in_use} in use")
    if found.left_alone:
        names = ", ".join(str(folder) for folder in found.left_alone)
        finding.append(f"left alone, because not certainly ours (remove them yourself): {names}")
    finding.append(
        "a guard removes the profile of a killed program"
        if guarded
        else "no Python to run a guard, so the profile of a killed program stays until the next launch"
    )
    return "; ".join(finding)


def built_in_page() -> str:
    """The address of the built-in page; it needs no network."""
    page = files("cdp_engine.serve.doctor").joinpath("doctor_page.html").read_bytes()
    return f"data:text/html;base64,{base64.b64encode(page).decode()}"
