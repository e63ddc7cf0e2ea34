"""The browser of the options: started or attached to, set up as they say, its cookies and storage kept at the end."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Literal

import anyio
import anyio.to_thread
import msgspec

from cdp_engine import engine
from cdp_engine.engine import controller_of
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.terminal_text import note
from cdp_engine.tab import EmulationOptions

SAVE_SECONDS = 20.0


@asynccontextmanager
async def open_browser(
    chosen: BrowserOptions,
    *,
    transport: Literal["pipe", "websocket"] = "pipe",
    args: Iterable[str] = (),
    shared: bool = True,
) -> AsyncGenerator[engine.Browser]:
    """The browser that was chosen: the running one, or one that lives as long as the block.

    With `shared`, its default context is set up as the options say, and its cookies and storage are saved at the end;
    without, that is left to contexts of the caller's own (see `BrowserOptions.context_options`).
    """
    state = chosen.state_file
    if state is not None:
        check_writable(state)
    async with _browser(chosen, transport, args) as browser:
        if not shared:
            yield browser
            return
        await set_up(browser.default_context, chosen)
        try:
            yield browser
        finally:
            if state is not None:
                await save_at_end(browser.default_context, state)


@asynccontextmanager
async def _browser(
    chosen: BrowserOptions, transport: Literal["pipe", "websocket"], args: Iterable[str]
) -> AsyncGenerator[engine.Browser]:
    if chosen.connect is not None:
        async with engine.connect(
            chosen.connect,
            headers=chosen.endpoint_headers,
            allowed_domains=chosen.allow_domain or None,
            blocked_domains=chosen.block_domain or (),
        ) as browser:
            yield browser
        return
    async with engine.launch(
        executable=chosen.executable,
        headless=not chosen.headed,
        profile=chosen.profile_folder,
        transport=transport,
        args=(*args, *chosen.switches),
        allowed_domains=chosen.allow_domain or None,
        blocked_domains=chosen.block_domain or (),
    ) as browser:
        yield browser


@contextmanager
def kept_downloads(chosen: BrowserOptions) -> Generator[BrowserOptions]:
    """The options with a folder for downloads: a private one where none was named and the browser is ours.

    At the end it is removed if it is empty; else a note says where the files are.
    """
    if chosen.downloads is not None or chosen.connect is not None:
        yield chosen
        return
    folder = tempfile.mkdtemp(prefix="cdp-engine-downloads-")
    try:
        yield replace(chosen, downloads=folder)
    finally:
        try:
            Path(folder).rmdir()
        except OSError:
            note(f"downloads are in {folder}")


async def set_up(context: engine.Context, chosen: BrowserOptions) -> None:
    """Apply the options. Raises `InvalidInput` for a value that is not valid."""
    if controller_of(context).chrome.process is not None:
        await context.emulate(**chosen.emulation)
    else:  # the open tabs belong to the user: apply the options only to tabs that are used from now on
        controller_of(context).emulate_new(EmulationOptions(**chosen.emulation))
    if chosen.permission:
        await context.grant(*chosen.permission)
    if chosen.downloads is not None:
        await context.save_downloads(await anyio.Path(chosen.downloads).expanduser())
    state = chosen.state_file
    if state is not None and state.exists():
        await context.restore_storage_state(state)


async def save_state(context: engine.Context, file: Path) -> None:
    """Write cookies and storage to `file`, as a whole or not at all. Raises `InvalidInput` where that fails."""
    plain = await context.storage_state()
    await anyio.to_thread.run_sync(replace_file, file, msgspec.json.format(msgspec.json.encode(plain)))


async def save_at_end(context: engine.Context, file: Path) -> None:
    """`save_state` on the way out: a failure is a note, and the file keeps what it had."""
    if controller_of(context).chrome.connection.closed:
        note(f"{file} was not saved: the browser had ended")
        return
    with anyio.CancelScope(shield=True), anyio.move_on_after(SAVE_SECONDS) as limit:
        try:
            await save_state(context, file)
        except EngineError as error:
            note(f"{file} was not saved: {error.message}")
    if limit.cancelled_caught:
        note(f"{file} was not saved: the browser did not answer within {SAVE_SECONDS:g} s")


def check_writable(file: Path) -> None:
    """Raise `InvalidInput` where `file` could not be written at the end."""
    folder = file.parent
    if file.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InvalidInput(
            f"{file} cannot be written", hint="Name a file in an existing folder that you can write to."
        )


def replace_file(file: Path, content: bytes) -> None:
    """Write a whole file or nothing; it contains credentials, so only its owner may read it. Raises `InvalidInput`."""
    try:
        descriptor, part = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
            Path(part).replace(file)
        except BaseException:
            with suppress(OSError):
                Path(part).unlink()
            raise
    except OSError as error:
        raise InvalidInput(f"{file} cannot be written: {error.strerror}") from error
