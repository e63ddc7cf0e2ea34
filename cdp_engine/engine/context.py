"""A browser context: its own cookies and storage, and emulation for all its pages (CD-15, EX-09)."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Unpack

import anyio
import msgspec

from cdp_engine.engine.context_controller import ContextController, made_context
from cdp_engine.engine.handle import Handle
from cdp_engine.engine.page import Page
from cdp_engine.engine.page_registry import PageRegistry
from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import browser, storage
from cdp_engine.rpc import Session
from cdp_engine.tab import (
    EMULATION_OPTIONS,
    NO_EMULATION,
    BlockedRequest,
    Domains,
    EmulationOptions,
    StoredState,
    cookie_params,
    domains_of,
    permission_settings,
    plain_cookies,
    proxy_settings,
    read_state,
    refuse_unknown,
    restore_state,
    save_downloads_to,
    save_state,
)

StateSource = str | os.PathLike[str] | Mapping[str, Any] | StoredState
Permissions = Mapping[str, str] | Iterable[str]


class ContextOptions(EmulationOptions, total=False):
    """The options of `Browser.new_context`: those of `Page.emulate`, and those that only a whole context can have.

    `proxy_server` as in `http://10.0.0.1:3128`, for local addresses, too; its name and password are `credentials`;
    `proxy_bypass` names hosts to be reached directly. `permissions`: names
    of the web's Permissions API that are granted to every site, or a mapping of names to `granted`, `denied` or
    `prompt`. `storage_state`: what `Context.storage_state` returned, or the file it wrote.

    `allowed_domains`: the only hosts that may be reached (None: any; a host covers what is below it; scheme and port
    may be given, as in `https://example.com`, `localhost:8080`; `*.example.com` is only what is below).
    `blocked_domains`: hosts that may not be. Documents that come from no server (about:, data:, blob:) are shown; their
    requests are checked against the lists. With lists there is no WebRTC, whose peers have no domain, and no
    WebTransport, whose datagrams pass by every check. Hosts of an allow-list are reached directly, not through a system
    proxy, unless `proxy_server` names one (EX-09). A block list alone, and lists beside a `proxy_server`, are enforced
    by CDP, which does not report every request: see `Context.limit`. A browser that was started elsewhere, or that uses
    a profile of the caller's own, may open a connection to a blocked host ahead of a navigation, over which nothing is
    sent; its setting for preloading pages turns that off. In one that was started elsewhere, sandboxed frames whose
    HTML is in the page (`srcdoc`) can also use WebRTC, as Chrome starts those without waiting for any client:
    `--disable-features=IsolateSandboxedIframes` ends that.
    """

    proxy_server: str | None
    proxy_bypass: Iterable[str]
    permissions: Permissions | None
    storage_state: StateSource | None
    allowed_domains: Iterable[str] | None
    blocked_domains: Iterable[str] | None


LONG_AGO = 1.0
"""When a cookie that is to go has expired: a second after the epoch."""

_CONTEXT_ONLY = (
    "allowed_domains",
    "blocked_domains",
    "permissions",
    "proxy_bypass",
    "proxy_server",
    "storage_state",
)


class Context(Handle[ContextController]):
    """A browser context (like an incognito window), created by `Browser.new_context`.

    `Browser.default_context` is the context of the user's own tabs; its `id` is None.
    """

    @property
    def id(self) -> browser.BrowserContextID | None:
        """Chrome's id of the context; None for the default one."""
        return self._controller.id

    async def new_page(self, url: str | None = None) -> Page:
        """Open a tab in this context, and `url` in it."""
        return await self._controller.pages.open(url, self.id)

    async def pages(self) -> list[Page]:
        """The open tabs of this context, oldest first; popups, too."""
        return self._controller.pages.of_context(self.id)

    async def emulate(self, **options: Unpack[EmulationOptions]) -> None:
        """Change the emulation of all pages, present and future; see `EmulationOptions`.

        None resets an option. Raises `InvalidInput` for an option or a value that is not valid.
        """
        await self._controller.emulate(options)

    # Domains

    @property
    def blocked(self) -> list[BlockedRequest]:
        """The requests that the lists of domains have blocked, oldest first; the latest 500 (EX-09)."""
        post = self._controller.post
        return [] if post is None else post.guard.since()

    async def limit(
        self, *, allowed_domains: Iterable[str] | None = None, blocked_domains: Iterable[str] | None = None
    ) -> None:
        """Restrict the pages that are used here, now or later, to lists of domains, permanently; see `ContextOptions`.

        Meant for the default context, whose network Chrome itself cannot restrict: there, speculative prefetches and
        the requests of FedCM and of payment handlers are not blocked, and shared workers lose their websockets.
        `Browser.new_context` and `launch` take the same lists and block all of it.

        Raises `InvalidInput` for a rule that is not valid, and where the context has lists already.
        """
        if self._controller.post is not None:
            raise InvalidInput("the context has its lists of domains already")
        await self._controller.hold_to(domains_of(allowed_domains, blocked_domains))

    # Permissions

    async def grant(self, *names: str, origin: str | None = None) -> None:
        """Grant permissions to `origin` (None: every site, also those that were denied them): names of the web's
        Permissions API.

        Raises `InvalidInput` for a name that this browser does not know.
        """
        await self._controller.permissions.set(permission_settings(names), origin=origin)

    async def deny(self, *names: str, origin: str | None = None) -> None:
        """Deny permissions without asking, to every site also where one was granted them; see `grant`."""
        settings = permission_settings(dict.fromkeys(names, "denied"))
        await self._controller.permissions.set(settings, origin=origin)

    async def reset_permissions(self) -> None:
        """Reset all grants and denials."""
        await self._controller.permissions.reset()

    # Storage of sites

    async def cookies(self, *urls: str) -> list[dict[str, Any]]:
        """The cookies, or those that would be sent to one of `urls`, HTTP-only ones included.

        Each has name, value, domain, path, expires (seconds since 1970, -1: a session cookie), httpOnly, secure
        and, if set, sameSite.
        """
        reply = await self._root.send(storage.get_cookies(browser_context_id=self.id))
        return plain_cookies(reply.cookies, urls)

    async def set_cookies(self, *cookies: Mapping[str, Any]) -> None:
        """Add or replace cookies: mappings as `cookies` gives them; each with a `url`, or a `domain`.

        Raises `InvalidInput` for a cookie that is not valid.
        """
        await restore_state(
            self._controller.chrome, self.id, StoredState([dict(cookie) for cookie in cookies])
        )

    async def clear_cookies(
        self, *, name: str | None = None, domain: str | None = None, path: str | None = None
    ) -> None:
        """Delete all cookies, or those with the given name, domain and path. The others are not touched."""
        wanted = {"name": name, "domain": domain, "path": path}
        asked = {field: value for field, value in wanted.items() if value is not None}
        if not asked:
            await self._root.send(storage.clear_cookies(browser_context_id=self.id))
            return
        known = await self.cookies()
        ended = [
            {**cookie, "expires": LONG_AGO}
            for cookie in known
            if all(cookie[field] == value for field, value in asked.items())
        ]
        if ended:
            await self._root.send(storage.set_cookies(cookie_params(ended), browser_context_id=self.id))

    async def storage_state(
        self, path: str | os.PathLike[str] | None = None, *, databases: bool = True
    ) -> dict[str, Any]:
        """Cookies, local storage and (with `databases`) IndexedDB of every site that a page of the context visited.

        What frames of other sites stored is included; Chrome keeps it apart for each site of a page, and
        `partitionKey` names that site. Only pages that were used here are known to have frames of their own site.

        Plain data, also written to `path` as JSON (readable only by its owner); `new_context(storage_state=…)` takes
        either. Raises `EvaluationFailed` for a database with values that cannot be serialised.
        """
        visits = self._controller.visits
        for page in await self.pages():
            visits.page(page.url)
        state = await save_state(self._controller.chrome, self.id, visits, databases=databases)
        plain = state.plain()
        if path is not None:
            await _write(Path(path), msgspec.json.format(msgspec.json.encode(plain)))
        return plain

    async def restore_storage_state(self, state: StateSource) -> None:
        """Restore what `storage_state` returned or wrote. Raises `InvalidInput`."""
        await self._controller.restore(await _read(state))

    async def save_downloads(self, folder: str | os.PathLike[str]) -> None:
        """Have what pages of this context download stored in `folder`, under the names their servers give.

        A name that is taken gets a number. `folder` is created if needed. `Browser.setDownloadBehavior`.
        """
        path = await anyio.Path(os.fspath(folder)).absolute()
        await save_downloads_to(self._controller.chrome, str(path), self.id)

    @property
    def _root(self) -> Session:
        return self._controller.chrome.root


@asynccontextmanager
async def open_context(
    pages: PageRegistry, options: ContextOptions, within: Domains
) -> AsyncGenerator[Context]:
    """A context for the duration of the block, restricted to the lists `within`, too; see `Browser.new_context`."""
    refuse_unknown(options, (*EMULATION_OPTIONS, *_CONTEXT_ONLY))
    emulated = {name: value for name, value in options.items() if name not in _CONTEXT_ONLY}
    proxy, bypass = proxy_settings(options.get("proxy_server"), options.get("proxy_bypass", ()))
    made = made_context(
        pages,
        emulation=NO_EMULATION.changed(emulated),
        lists=domains_of(options.get("allowed_domains"), options.get("blocked_domains")).within(within),
        proxy=proxy,
        bypass=bypass,
    )
    state = options.get("storage_state")
    async with made as controller:
        stored = None if state is None else await _read(state)
        await controller.prepare(options.get("permissions"), stored)
        yield Context(controller)


async def _read(state: StateSource) -> StoredState:
    source = Path(state) if isinstance(state, str | os.PathLike) else state
    return await anyio.to_thread.run_sync(read_state, source)


async def _write(path: Path, content: bytes) -> None:
    """The file contains the user's credentials, so only its owner may read it."""

    def write() -> None:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)

    try:
        await anyio.to_thread.run_sync(write)
    except OSError as error:
        raise InvalidInput(f"cannot write the storage state: {error}") from error
