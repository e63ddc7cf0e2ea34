"""Saves and restores the storage of a context's sites (CD-15): cookies in the browser, the rest at each origin.

The origins are visited in a separate tab, whose requests are all answered here: no server is contacted, no script of
the site runs, and open pages are not affected. Storage of frames of other sites is visited in frames of such a page.
"""

from __future__ import annotations

import html
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import anyio
import msgspec

from cdp_engine.errors import EngineError, EvaluationFailed, InvalidInput, ProtocolError, UnexpectedReply
from cdp_engine.protocol import browser, fetch, network, storage
from cdp_engine.tab.storage.stored_state import OriginState, StoredState, cookie_params, plain_cookies
from cdp_engine.tab.storage.visits import FrameVisit, PartitionKey, Visits, origin_of, partition_of
from cdp_engine.tab.tab import Tab, open_tab

if TYPE_CHECKING:
    from cdp_engine.chrome import Chrome
    from cdp_engine.tab.state.frame import Frame

_VISIT_SECONDS = 10.0
_EMPTY_PAGE = b"<!doctype html><title>Storage</title>"


async def save_state(
    chrome: Chrome, context: browser.BrowserContextID | None, visits: Visits, *, databases: bool
) -> StoredState:
    """The cookies of a context, and the local storage (with `databases` IndexedDB, too) of what was visited in it.

    Raises `EvaluationFailed` for a database with values that cannot be serialised.
    """
    reply = await chrome.root.send(storage.get_cookies(browser_context_id=context))
    kept: dict[str, OriginState] = {}
    wanted = visits.by_page()
    if wanted:
        async with _visitor(chrome, context) as visitor:
            for top, frames in wanted.items():
                for key, frame in (await visitor.open(top, frames)).items():
                    if key not in kept:
                        kept[key] = await _saved(visitor, key, frame, top, databases=databases)
    found = sorted(kept.items())
    return StoredState(
        plain_cookies(reply.cookies), [state for _, state in found if state.local_storage or state.indexed_db]
    )


async def _saved(visitor: _Visitor, key: str, frame: Frame, top: str, *, databases: bool) -> OriginState:
    found = await visitor.run(frame, "saveStorage", databases)
    partition = partition_of(key, top)
    named = {} if partition is None else {"partitionKey": msgspec.to_builtins(partition)}
    return msgspec.convert({"origin": origin_of(frame.url), **found, **named}, OriginState)


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
    async with _visitor(chrome, context) as visitor:
        for top, origins in _by_page(state).items():
            frames = [_visit(origin, top) for origin in origins if _is_framed(origin)]
            reached = await visitor.open(top, frames)
            for origin in origins:
                frame = _frame_of(reached, origin)
                entries = [{"name": entry.name, "value": entry.value} for entry in origin.local_storage]
                try:
                    await visitor.run(frame, "restoreStorage", entries, origin.indexed_db)
                except EvaluationFailed as error:
                    raise InvalidInput(
                        f"the storage of {origin.origin} cannot be restored: {error}"
                    ) from error


def visits_of(state: StoredState) -> Visits:
    """What was visited for the storage of a state."""
    visits = Visits()
    for origin in state.origins:
        if isinstance(origin.partition_key, msgspec.UnsetType):
            visits.page(origin.origin)
        else:
            visits.frames.add(_visit(origin, origin_of(origin.partition_key.top_level_site)))
    return visits


def _by_page(state: StoredState) -> dict[str, list[OriginState]]:
    """The origins of a state by the page in which their storage is reached."""
    pages: dict[str, list[OriginState]] = {}
    for origin in state.origins:
        key = origin.partition_key
        top = origin.origin if isinstance(key, msgspec.UnsetType) else key.top_level_site
        pages.setdefault(origin_of(top), []).append(origin)
    return pages


def _is_framed(origin: OriginState) -> bool:
    return not isinstance(origin.partition_key, msgspec.UnsetType)


def _visit(origin: OriginState, top: str) -> FrameVisit:
    key = origin.partition_key
    nested = isinstance(key, PartitionKey) and key.has_cross_site_ancestor
    return FrameVisit(origin_of(origin.origin), top, nested)


def _frame_of(reached: dict[str, Frame], origin: OriginState) -> Frame:
    """The frame in which the storage of an origin is reached: apart from that of its own pages, where it was."""
    wanted = origin_of(origin.origin)
    for key, frame in reached.items():
        if origin_of(frame.url) == wanted and ("^" in key) == _is_framed(origin):
            return frame
    raise InvalidInput(f"the storage of {origin.origin} cannot be restored: its document did not load")


class _Visitor:
    """A tab that shows an empty page at every address, with the frames that are needed in it."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._body = b""

    def answer(self, event: fetch.RequestPaused) -> None:
        """Answer a request of the tab. Called by the reader."""
        is_page = event.frame_id == self._tab.frames.main.id
        body = self._body if is_page else _EMPTY_PAGE
        headers = [fetch.HeaderEntry(name="Content-Type", value="text/html")]
        self._tab.session.start(
            fetch.fulfill_request(event.request_id, 200, response_headers=headers, body=body)
        ).abandon()

    async def open(self, top: str, frames: Iterable[FrameVisit]) -> dict[str, Frame]:
        """Open a page with frames; returns the documents with storage by their storage keys, the page first."""
        self._body = _EMPTY_PAGE + "".join(_markup(frame) for frame in frames).encode()
        await self._tab.goto(f"{top}/", wait_until="load", timeout=_VISIT_SECONDS)
        reached: dict[str, Frame] = {}
        for frame in self._tab.frames.all():
            if frame.unreachable or not origin_of(frame.url):
                continue
            try:
                reply = await frame.session.send(storage.get_storage_key(frame_id=frame.id))
                partition_of(reply.storage_key, top)
            except (ProtocolError, ValueError):
                continue  # its storage ends with its document
            reached.setdefault(reply.storage_key, frame)
        return reached

    async def run(self, frame: Frame, what: str, *arguments: object) -> Any:
        """Run a function of our isolated world in a frame."""
        try:
            return await self._tab.toolkit(frame).value(what, None, *arguments, timeout=_VISIT_SECONDS)
        except UnexpectedReply as error:
            raise EvaluationFailed(error.message) from error


def _markup(frame: FrameVisit) -> str:
    inside = f'<iframe src="{html.escape(frame.origin)}/"></iframe>'
    return f'<iframe src="data:text/html,{html.escape(quote(inside))}"></iframe>' if frame.nested else inside


@asynccontextmanager
async def _visitor(chrome: Chrome, context: browser.BrowserContextID | None) -> AsyncGenerator[_Visitor]:
    target_id = await chrome.create_page(context=context)
    try:
        async with open_tab(chrome, target_id) as tab:
            visitor = _Visitor(tab)
            stop = tab.session.listen(fetch.RequestPaused, visitor.answer)
            try:
                await tab.session.send_all(network.set_bypass_service_worker(True), fetch.enable())
                yield visitor
            finally:
                stop()
                with anyio.CancelScope(shield=True), suppress(EngineError):
                    await tab.close(timeout=_VISIT_SECONDS)
    finally:
        with anyio.CancelScope(shield=True), anyio.move_on_after(_VISIT_SECONDS), suppress(EngineError):
            await chrome.close_target(target_id)
