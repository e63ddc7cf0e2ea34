"""A context of a browser: cookies and storage of its own, and circumstances for all its pages (CD-15, EX-09)."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack
from urllib.parse import urlsplit

import anyio
import msgspec

from cdp_engine.chrome import TargetChange
from cdp_engine.engine.page import Page
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.protocol import browser as browser_domain
from cdp_engine.protocol import storage, target
from cdp_engine.rpc import Session
from cdp_engine.tab import (
    EMULATION_OPTIONS,
    NO_EMULATION,
    BlockedRequest,
    DomainGuard,
    Domains,
    Emulation,
    EmulationOptions,
    RequestInterceptors,
    StoredState,
    cookie_params,
    domains_of,
    permission_settings,
    plain_cookies,
    read_state,
    refuse_unknown,
    reset_permissions,
    restore_state,
    save_state,
    set_permissions,
)

if TYPE_CHECKING:
    from cdp_engine.engine.browser import Browser

StateSource = str | os.PathLike[str] | Mapping[str, Any] | StoredState
Permissions = Mapping[str, str] | Iterable[str]

CLOSE_SECONDS = 5.0


class ContextOptions(EmulationOptions, total=False):
    """The options of `Browser.new_context`: those of `Page.emulate`, and what only a whole context can have.

    `proxy_server` as in `http://10.0.0.1:3128`; `proxy_bypass` names hosts to be reached directly. `permissions`: names
    of the web's Permissions API that are granted to every site, or a mapping of names to `granted`, `denied` or
    `prompt`. `storage_state`: what `Context.storage_state` returned, or the file it wrote.

    `allowed_domains`: the only hosts that may be reached (None: any; a host covers what is below it; scheme and port
    may be given, as in `https://example.com`, `localhost:8080`; `*.example.com` is only what is below).
    `blocked_domains`: hosts that may not be. Documents out of no server (about:, data:, blob:) are shown, what they
    request is held to the lists. With an allow-list there is no WebRTC. Allowed hosts are then reached directly, not
    through a proxy of the system's, unless `proxy_server` names one (EX-09). A block-list alone, and lists beside a
    `proxy_server`, are held by CDP, which is not told of everything: see `Context.limit`.
    """

    proxy_server: str | None
    proxy_bypass: Iterable[str]
    permissions: Permissions | None
    storage_state: StateSource | None
    allowed_domains: Iterable[str] | None
    blocked_domains: Iterable[str] | None


_CONTEXT_ONLY = (
    "allowed_domains",
    "blocked_domains",
    "permissions",
    "proxy_bypass",
    "proxy_server",
    "storage_state",
)
NOWHERE = "http://127.0.0.1:1"
"""A proxy that answers nobody."""


class Context:
    """A browser context (as an incognito window): made by `Browser.new_context`.

    `Browser.default_context` is the one that people's own tabs are in; its `id` is None.
    """

    def __init__(
        self,
        browser: Browser,
        context_id: browser_domain.BrowserContextID | None,
        emulation: Emulation = NO_EMULATION,
    ) -> None:
        self.browser = browser
        self.id = context_id
        self.emulation = emulation
        """What every page of the context is made to believe from its first script on."""
        self.post: RequestInterceptors | None = None
        """What holds the context to its domains; None where it has no lists."""
        self._origins: set[str] = set()
        self._held = self._guarded = False

    async def new_page(self, url: str | None = None) -> Page:
        """Open a tab in this context, and `url` in it."""
        return await self.browser.open_page(url, self.id)

    async def pages(self) -> list[Page]:
        """The open tabs of this context, oldest first; popups, too."""
        return [page for page in await self.browser.pages() if self._is_mine(page.context_id)]

    async def emulate(self, **options: Unpack[EmulationOptions]) -> None:
        """Change the circumstances of all pages, those to come included; see `EmulationOptions`.

        None takes an option back. Raises `InvalidInput` for an option or a value that cannot be.
        """
        self.emulation = self.emulation.changed(options)
        await self._hold()
        for page in await self.pages():
            await page.emulate(**options)

    # Domains

    @property
    def blocked(self) -> list[BlockedRequest]:
        """The requests that the lists of domains have held back, oldest first; the latest 500 (EX-09)."""
        return [] if self.post is None else self.post.guard.since()

    async def limit(
        self, *, allowed_domains: Iterable[str] | None = None, blocked_domains: Iterable[str] | None = None
    ) -> None:
        """Hold the pages that are used here, now or later, to lists of domains, for good; see `ContextOptions`.

        For the default context, whose network Chrome itself cannot be told to limit: there prefetches that a page
        only proposes, and the requests of FedCM and of payment handlers, get past, and shared workers lose their
        websockets. `Browser.new_context` and `launch` take the same lists and stop all of it.

        Raises `InvalidInput` for a rule that cannot be, and for second lists.
        """
        if self.post is not None:
            raise InvalidInput("the context has its lists of domains already")
        await self.hold_to(domains_of(allowed_domains, blocked_domains))

    # Permissions

    async def grant(self, *names: str, origin: str | None = None) -> None:
        """Let `origin` (None: every site) use these without asking: names of the web's Permissions API.

        Raises `InvalidInput` for a name that this browser does not know.
        """
        await set_permissions(self._root, self.id, permission_settings(names), origin=origin)

    async def deny(self, *names: str, origin: str | None = None) -> None:
        """Refuse these without asking; see `grant`."""
        settings = permission_settings(dict.fromkeys(names, "denied"))
        await set_permissions(self._root, self.id, settings, origin=origin)

    async def reset_permissions(self) -> None:
        """Take all grants and denials back."""
        await reset_permissions(self._root, self.id)

    # What sites have stored

    async def cookies(self, *urls: str) -> list[dict[str, Any]]:
        """The cookies, or those that would be sent to one of `urls`, HTTP-only ones included.

        Each has name, value, domain, path, expires (seconds since 1970, -1: with the session), httpOnly, secure and,
        if it was said, sameSite.
        """
        reply = await self._root.send(storage.get_cookies(browser_context_id=self.id))
        return plain_cookies(reply.cookies, urls)

    async def set_cookies(self, *cookies: Mapping[str, Any]) -> None:
        """Add or replace cookies: mappings as `cookies` gives them; each with a `url`, or a `domain`.

        Raises `InvalidInput` for a cookie that cannot be.
        """
        await restore_state(self.browser.chrome, self.id, StoredState([dict(cookie) for cookie in cookies]))

    async def clear_cookies(
        self, *, name: str | None = None, domain: str | None = None, path: str | None = None
    ) -> None:
        """Delete all cookies, or those of that name, domain and path."""
        wanted = {"name": name, "domain": domain, "path": path}
        asked = {field: value for field, value in wanted.items() if value is not None}
        known = await self.cookies()
        kept = [cookie for cookie in known if any(cookie[field] != value for field, value in asked.items())]
        await self._root.send(storage.clear_cookies(browser_context_id=self.id))
        if asked and kept:
            await self._root.send(storage.set_cookies(cookie_params(kept), browser_context_id=self.id))

    async def storage_state(
        self, path: str | os.PathLike[str] | None = None, *, databases: bool = True
    ) -> dict[str, Any]:
        """Cookies, local storage and (with `databases`) IndexedDB of every site that a page of the context showed.

        Plain data, also written to `path` (readable by its owner alone) as JSON; `new_context(storage_state=…)` takes
        either. Raises `EvaluationFailed` for a database that holds what cannot be written down.
        """
        for page in await self.pages():
            self._note(page.url)
        state = await save_state(self.browser.chrome, self.id, self._origins, databases=databases)
        plain = state.plain()
        if path is not None:
            await _write(Path(path), msgspec.json.format(msgspec.json.encode(plain)))
        return plain

    async def restore_storage_state(self, state: StateSource) -> None:
        """Put back what `storage_state` returned or wrote. Raises `InvalidInput`."""
        source = Path(state) if isinstance(state, (str, os.PathLike)) else state
        known = await anyio.to_thread.run_sync(read_state, source)
        await restore_state(self.browser.chrome, self.id, known)
        self._origins.update(origin.origin for origin in known.origins)

    # For the browser

    async def hold_to(self, lists: Domains, *, backed: bool = False) -> None:
        """`limit` with lists that have been read; `backed`: Chrome's own network stack holds the allow-list, too."""
        if lists:
            self.post = RequestInterceptors(DomainGuard(lists, backed=backed))
            await self._hold()
            for page in await self.pages():
                await page.guard_from_now_on(self.post)

    async def prepare(self, permissions: Permissions | None, state: StateSource | None) -> None:
        """Settle what must be there before the first page."""
        settings = permission_settings(permissions) if permissions is not None else {}
        if self.emulation.geolocation is not None:
            # A place that no page may ask for would be no use.
            settings.setdefault("geolocation", "granted")
        await set_permissions(self._root, self.id, settings)
        if state is not None:
            await self.restore_storage_state(state)
        await self._hold()

    def seen(self, change: TargetChange) -> None:
        """Keep in mind which sites were visited. Called by the reader."""
        if change.info.type == "page" and self._is_mine(change.info.browser_context_id):
            self._note(change.info.url)

    def _note(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.netloc:
            self._origins.add(f"{parts.scheme}://{parts.netloc}")

    async def _hold(self) -> None:
        if self.post is not None and not self._guarded:
            self._guarded = self._held = True
            await self.browser.chrome.hold_new_pages(self.id, self._take, self._first)
        elif self.emulation and not self._held and self.id is not None:
            self._held = True
            await self.browser.chrome.hold_new_pages(self.id, self._take)

    def _first(self, session: Session, info: target.TargetInfo) -> bool:
        """Put a new session under guard before anything else; whether it is one of ours. Called by the reader."""
        if self.post is None or not self._is_ours(info):
            return False
        self.post.hold(session)
        return True

    def _is_ours(self, info: target.TargetInfo) -> bool:
        """In a context of our own all is. In the one that we share with people: what comes of pages in our hands."""
        if self.id is not None:
            return True
        if not self._is_mine(info.browser_context_id) or self.post is None:
            return False
        if info.type == "page":
            return info.opener_id is not None and self.browser.holds(info.opener_id)
        # Nobody says whose worker it is; one of ours has an address that ours may have, or none as yet.
        return not info.url or self.post.guard.refusal(info.url) is None

    async def _take(self, info: target.TargetInfo) -> None:
        page = self.browser.page_of(info.target_id)
        if page is not None:
            await page.attach()

    def _is_mine(self, context: browser_domain.BrowserContextID | None) -> bool:
        return context == self.id if self.id is not None else self.browser.is_default(context)

    @property
    def _root(self) -> Any:
        return self.browser.chrome.root


@asynccontextmanager
async def open_context(
    browser: Browser, known: dict[browser_domain.BrowserContextID, Context], options: ContextOptions
) -> AsyncGenerator[Context]:
    """A context for the length of the block; see `Browser.new_context`. It is in `known` meanwhile."""
    refuse_unknown(options, (*EMULATION_OPTIONS, *_CONTEXT_ONLY))
    emulation = NO_EMULATION.changed(
        {name: value for name, value in options.items() if name not in _CONTEXT_ONLY}
    )
    lists = domains_of(options.get("allowed_domains"), options.get("blocked_domains"))
    lists = lists.within(browser.domains)
    backed = False
    proxy, bypass = options.get("proxy_server"), tuple(options.get("proxy_bypass", ()))
    if proxy is None and (reachable := lists.bypass()) is not None:
        proxy, bypass, backed = NOWHERE, reachable, True
    chrome = browser.chrome
    made = await chrome.create_context(proxy_server=proxy, proxy_bypass=bypass)
    context = known[made] = Context(browser, made, emulation)
    if lists:
        context.post = RequestInterceptors(DomainGuard(lists, backed=backed))
    unwatch = chrome.watch_targets(context.seen)
    try:
        await context.prepare(options.get("permissions"), options.get("storage_state"))
        yield context
    finally:
        unwatch()
        with anyio.CancelScope(shield=True), anyio.move_on_after(CLOSE_SECONDS), suppress(EngineError):
            await browser.release_pages(made)
            await chrome.dispose_context(made)
        del known[made]


async def _write(path: Path, content: bytes) -> None:
    """It holds what lets one in as the user: nobody else may read it."""

    def write() -> None:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)

    try:
        await anyio.to_thread.run_sync(write)
    except OSError as error:
        raise InvalidInput(f"the storage state cannot be written: {error}") from error
