"""Every way that a page has to a host, against lists given to a context, to `launch` and to `connect` (EX-09)."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import anyio
import pytest

import cdp_engine
from cdp_engine import Context, Page
from cdp_engine.engine import controller_of
from tests.support.ears import Ears, listening
from tests.support.site import Request, Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-09")]

SOURCES = [
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("ways_out.js", "ways_out_rarer.js")
]
RARER_ON = {"context": "trio", "connect": "asyncio", "allow": "trio"}
"""The loop on which the rarer ways are tried: Chrome stops them. `launch` makes its context as `new_context` does."""


def ways(*sources: str) -> str:
    """JavaScript for the ways of all these sources."""
    each = ", ".join(
        f"{group}: Object.assign({{}}, ...all.map(a => a.{group}))" for group in ("inside", "leaving")
    )
    return (
        f"(() => {{ const all = [{','.join(source.strip() for source in sources)}]; return {{ {each} }} }})()"
    )


BLOCKED = ("b.test", "127.0.0.2")
NAMES_HERE = "--host-resolver-rules=MAP *.test 127.0.0.1"

SILENT = {
    "preconnect", "preconnect for fonts", "dns-prefetch", "speculative prefetch", "speculative prerender", "manifest",
    "svg use", "fetch later", "webtransport", "peer connection", "peer connection of a frame",
    "popup with a peer connection", "shared worker socket", "play list", "link prerender", "preconnect of a header",
    "speculation of a header", "webtransport of a worker", "source map", "name behind another", "popup that refreshes",
    "peer connection of a data frame", "peer connection of a srcdoc", "peer connection of a blob frame",
    "peer connection of a sandbox", "peer connection of a frame in a frame", "peer connection by the old name",
    "peer connection over UDP", "dictionary",
}  # fmt: skip
"""Ways that end before a request is made, so that there is none to report."""
UNPREPARED = {"peer connection of a sandbox"}
"""A browser that was started elsewhere runs such a frame before anything can be done in it."""
RACES = {
    "ping", "popup that asks and closes", "popup to it, closed at once", "worker that ends at once",
    "frame that goes away at once", "sandboxed iframe", "shared worker", "shared worker script", "shared worker module",
    "shared worker of a worker", "frame kept alive", "fetch given up", "worker of a frame that goes away",
    "popup of a popup", "popup with a worker", "frame that leaves with a beacon", "opener of a popup",
    "image at the end", "popup that closes at once", "fetch of a frame",
}  # fmt: skip
"""Ways that end with what asked, sometimes before a request is made, or that the proxy rule stops unseen."""


@pytest.fixture
def ears(site: Site) -> Generator[Ears]:
    def away(request: Request) -> Response:
        return Response(status=302, headers={"Location": request.query["to"]})

    def again(request: Request) -> Response:
        return Response(status=307, headers={"Location": request.query["to"]})

    def headed(name: str, text: str) -> Callable[[Request], Response]:
        return lambda request: Response("<p>x", headers={name: text.format(request.query["to"])})

    def scripted(request: Request) -> Response:
        return Response(f"<script>location.replace('{request.query['to']}')</script>")

    def xml(request: Request) -> Response:
        body = f'<?xml version="1.0"?><?xml-stylesheet type="text/css" href="{request.query["to"]}"?><a>x</a>'
        return Response(body, content_type="text/xml")

    def imports(request: Request) -> Response:
        return Response(f"importScripts('{request.query['to']}')", content_type="text/javascript")

    def service(request: Request) -> Response:
        return Response(
            f"fetch('{request.query['to']}', {{mode: 'no-cors'}}).catch(() => 0)",
            content_type="text/javascript",
        )

    def reporting(request: Request) -> Response:
        policy = f"img-src 'none'; report-uri {request.query['to']}"
        return Response("<img src=/x>", headers={"Content-Security-Policy": policy})

    site.route("/ways/start", "<!doctype html><title>Start</title><body>x")
    site.route("/ways/away", away)
    site.route("/ways/again", again)
    site.route("/ways/scripted", scripted)
    site.route("/ways/xml", xml)
    site.route("/ways/imports.js", imports)
    site.route("/ways/preload", headed("Link", "<{}>; rel=preload; as=image"))
    site.route("/ways/preconnect", headed("Link", "<{}>; rel=preconnect"))
    site.route("/ways/refresh", headed("Refresh", "0;url={}"))
    site.route("/ways/speculation", headed("Speculation-Rules", '"{}"'))
    site.route("/ways/service.js", service)
    site.route("/ways/reporting", reporting)
    with listening() as made:
        yield made


@asynccontextmanager
async def homes(kind: str, endpoint: str, allowed: str) -> AsyncGenerator[Context | cdp_engine.Browser]:
    """A context or browser that is held to a list in one of the ways there are."""
    if kind == "context":
        async with (
            cdp_engine.launch(args=[NAMES_HERE]) as browser,
            browser.new_context(blocked_domains=BLOCKED) as context,
        ):
            yield context
    elif kind == "launch":
        async with cdp_engine.launch(args=[NAMES_HERE], blocked_domains=BLOCKED) as browser:
            yield browser
    elif kind == "connect":
        async with cdp_engine.connect(endpoint, blocked_domains=BLOCKED) as browser:
            chrome = controller_of(browser).chrome
            there = {page.target_id for page in chrome.targets.pages()}
            try:
                yield browser
            finally:  # other tests use the same browser: its tabs and the windows that they opened do not stay
                for page in chrome.targets.pages():
                    if page.target_id not in there:
                        await chrome.close_target(page.target_id)
    else:
        async with (
            cdp_engine.connect(endpoint) as browser,
            browser.new_context(allowed_domains=[allowed]) as context,
        ):
            yield context


async def start(page: Page, table: str, group: str, name: str, ears: Ears) -> None:
    """Have the page try one way, to a port of its own."""
    port = ears.port(name, "127.0.0.2" if "IPv" in name else "127.0.0.1")
    url = f"http://b.test:{port}/{name.replace(' ', '-')}"
    await page.evaluate(
        f"(() => {{ try {{ ({table}).{group}[{json.dumps(name)}]({json.dumps(url)}) }} catch {{ }} }})()"
    )


async def held_back(home: Context | cdp_engine.Browser, names: set[str], page: Page) -> set[str]:
    """Wait until requests of all these names were blocked; the names that were not, after half a minute."""
    context = home.default_context if isinstance(home, cdp_engine.Browser) else home
    tab, deadline = controller_of(page).tab, anyio.current_time() + 30
    while True:
        paths = {urlsplit(entry.url).path.lstrip("/").lower() for entry in context.blocked}
        missing = {name for name in names if name.replace(" ", "-").lower() not in paths}
        if not missing or anyio.current_time() > deadline:
            return missing
        await tab.changed(0.2)


@pytest.mark.parametrize("kind", ["context", "launch", "connect", "allow"])
async def test_no_way_leads_out(
    kind: str, chromium_endpoint: str, site: Site, ears: Ears, anyio_backend: tuple[str, object] | str
) -> None:
    loop = anyio_backend if isinstance(anyio_backend, str) else anyio_backend[0]
    table = ways(*SOURCES[: 2 if RARER_ON.get(kind) == loop else 1])
    async with homes(kind, chromium_endpoint, f"127.0.0.1:{site.port}") as home:
        page = await home.new_page(site.url("ways/start"))
        inside, leaving = await page.evaluate(
            f"(() => {{ const ways = {table}; return [Object.keys(ways.inside), Object.keys(ways.leaving)] }})()"
        )
        for name in inside:
            await start(page, table, "inside", name, ears)
        for name in leaving:
            other = await home.new_page(site.url("ways/start"))
            await start(other, table, "leaving", name, ears)
        names = {*inside, *leaving} - SILENT
        assert await held_back(home, names - RACES, page) == set()
        assert ears.requests.keys() <= (UNPREPARED if kind == "connect" else set())
        if (
            kind != "connect"
        ):  # a browser that was started elsewhere connects ahead of a navigation, and says nothing
            assert ears.connections == {}
