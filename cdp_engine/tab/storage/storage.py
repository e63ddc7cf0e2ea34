"""Saves and restores the storage of a context's sites (CD-15): cookies in the browser, the rest at each origin.

The origins are visited in a separate tab, whose requests are all answered here: no server is contacted, no script of
the site runs, and open pages are not affected.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import anyio
import msgspec

from cdp_engine.errors import EngineError, EvaluationFailed, InvalidInput, UnexpectedReply
from cdp_engine.protocol import browser, fetch, network, storage
from cdp_engine.tab.storage.stored_state import OriginState, StoredState, cookie_params, plain_cookies
from cdp_engine.tab.tab import Tab, open_tab

if TYPE_CHECKING:
    from cdp_engine.chrome import Chrome

_VISIT_SECONDS = 10.0
_EMPTY_PAGE = b"<!doctype html><title>Storage</title>"


async def save_state(
    chrome: Chrome, context: browser.BrowserContextID | None, origins: Iterable[str], *, databases: bool
) -> StoredState:
    """The cookies of a context, and the local storage (with `databases` IndexedDB, too) of `origins`.

    Raises `EvaluationFailed` for a database with values that cannot be serialised.
    """
    reply = await chrome.root.send(storage.get_cookies(browser_context_id=context))
    kept: list[OriginState] = []
    wanted = sorted(set(origins))
    if wanted:
        async with _visitor(chrome, context) as tab:
            for origin in wanted:
                found = await _run(tab, origin, "saveStorage", databases)
                state = msgspec.convert({"origin": origin, **found}, OriginState)
                if state.local_storage or state.indexed_db:
                    kept.append(state)
    return StoredState(plain_cookies(reply.cookies), kept)


async def restore_state(chrome: Chrome, context: browser.BrowserContextID | None, state: StoredState) -> None:
    """Restore cookies and storage of a state in a context. Raises `InvalidInput` for what the browser refuses."""
    if state.cookies:
        try:
            await chrome.root.send(
                storage.set_cookies(cookie_params(state.cookies), browser_context_id=context)
            )
        except EngineError as error:
            raise InvalidInput(f"the browser refused these cookies: {error}") from error
    if not state.origins:
        return
    async with _visitor(chrome, context) as tab:
        for origin in state.origins:
            entries = [{"name": entry.name, "value": entry.value} for entry in origin.local_storage]
            try:
                await _run(tab, origin.origin, "restoreStorage", entries, origin.indexed_db)
            except EvaluationFailed as error:
                raise InvalidInput(f"the storage of {origin.origin} cannot be restored: {error}") from error


@asynccontextmanager
async def _visitor(chrome: Chrome, context: browser.BrowserContextID | None) -> AsyncGenerator[Tab]:
    """A tab that shows an empty page at every address."""
    target_id = await chrome.create_page(context=context)
    try:
        async with open_tab(chrome, target_id) as tab:
            session = tab.session

            def answer(event: fetch.RequestPaused) -> None:
                headers = [fetch.HeaderEntry(name="Content-Type", value="text/html")]
                session.start(
                    fetch.fulfill_request(event.request_id, 200, response_headers=headers, body=_EMPTY_PAGE)
                ).abandon()

            stop = session.listen(fetch.RequestPaused, answer)
            try:
                await session.send_all(network.set_bypass_service_worker(True), fetch.enable())
                yield tab
            finally:
                stop()
                with anyio.CancelScope(shield=True), suppress(EngineError):
                    await tab.close(timeout=_VISIT_SECONDS)
    finally:
        with anyio.CancelScope(shield=True), anyio.move_on_after(_VISIT_SECONDS), suppress(EngineError):
            await chrome.close_target(target_id)


async def _run(tab: Tab, origin: str, what: str, *arguments: object) -> Any:
    await tab.goto(f"{origin}/", wait_until="load", timeout=_VISIT_SECONDS)
    try:
        return await tab.toolkit().value(what, None, *arguments, timeout=_VISIT_SECONDS)
    except UnexpectedReply as error:
        raise EvaluationFailed(error.message) from error
