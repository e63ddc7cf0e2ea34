"""What the engine keeps in a page it reads: a few bytes for each element, nowhere that the page could see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import pytest

import cdp_engine
from cdp_engine.chrome import connect_chrome
from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions, capture
from cdp_engine.observe.capture.listeners import ask_for_listeners
from cdp_engine.protocol import heap_profiler, runtime, target
from cdp_engine.rpc import Session
from scripts.webserver import Response
from tests.engine.fresh_captures import differences
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.soak]

BYTES = 200
"""The most for each element."""
FEW, MANY = 1_000, 11_000
PATCHED = """
const broken = () => { throw new Error('patched') };
for (const name of ['map', 'filter', 'push', 'flatMap', 'some', 'every', 'includes', 'join'])
  Array.prototype[name] = broken;
for (const { prototype } of [Map, Set, WeakMap, WeakSet]) prototype.get = prototype.has = prototype.add = broken;
for (const name of ['getBoundingClientRect', 'getClientRects', 'matches', 'closest', 'getAttribute'])
  Element.prototype[name] = broken;
Node.prototype.contains = Element.prototype.querySelectorAll = EventTarget.prototype.addEventListener = broken;
Object.defineProperty(Element.prototype, 'attributes', { get: broken });
MutationObserver = WeakRef = getComputedStyle = performance.now = JSON.stringify = broken;
"""
"""Breaks what a script in the page's own world would need."""
IS_LOADED = "location.protocol !== 'about:' && document.readyState === 'complete'"
PRESSED = "<script>document.addEventListener('click', e => { e.target.firstChild.data += '!' })</script>"


def rows(elements: int, field: str) -> str:
    """So many elements, in rows of five."""
    return "".join(
        f"<div class=row id=r{n}><a href=/x{n}>Link {n}</a> <span>note {n}</span> <button>Go {n}</button> {field}</div>"
        for n in range(elements // 5)
    )


async def held(session: Session) -> float:
    """The bytes of scripts and of the document that the page's process holds, after collections."""
    found: list[float] = []
    for _ in range(3):
        await session.send(heap_profiler.collect_garbage(), timeout=30)
        usage = await session.send(runtime.get_heap_usage())
        found.append(usage.used_size + usage.embedder_heap_used_size + usage.backing_storage_size)
    return min(found)


async def held_unread(endpoint: str, address: str) -> float:
    """What a page holds in which the engine has no world: another client has opened it."""
    async with connect_chrome(endpoint) as chrome:
        made = await chrome.create_page(address)
        attached = await chrome.root.send(target.attach_to_target(target_id=made, flatten=True))
        session = chrome.connection.attach(attached.session_id, made, kind="page")
        try:
            with anyio.fail_after(30):
                while not (await session.send(runtime.evaluate(IS_LOADED), timeout=30)).result.value:
                    pass
            return await held(session)
        finally:
            await chrome.close_target(made)


async def held_read(endpoint: str, address: str) -> float:
    """What it holds once the page side has reported its changes twice, with the listeners of all elements.

    The page is not captured before: Chrome itself keeps some 160 bytes for each element of a capture. Afterwards it is
    observed, acted on, changed and observed again, which must find what a capture finds.
    """
    async with cdp_engine.connect(endpoint) as browser, browser.new_context() as context:
        page = await context.new_page()
        await page.goto(address, wait_until="load", timeout=30)
        controller = controller_of(page)
        tab = controller.tab
        for text in ("other", "another"):
            await tab.changes.trace(retell=True, timeout=10)
            call = await ask_for_listeners(tab, tab.frames.main, 10.0, [])
            assert call is not None
            await call.result()
            tab.changes.mark()
            await page.evaluate(f"document.getElementById('r5').children[1].textContent = '{text}'; 0")
        found = await held(page.session)
        seen = await page.observe()
        for name in ("Go 3", "Go 50"):
            node = next(node for node in seen.snapshot.interactive() if node.name.startswith(name))
            result = await page.click(node.ref)
            assert result.success, result.message
        await page.evaluate("document.getElementById('r5').append(document.createElement('p')); 0")
        latest = await controller.observer.capture()
        fresh = await capture(tab, CaptureOptions(), controller.refs)
        assert differences(latest.columns, fresh.columns) == []
        assert "another" in latest.render()
        return found


@pytest.mark.req("CD-17")
@pytest.mark.parametrize(
    ("kind", "field"),
    [("plain", ""), ("plain", "<input value=v>"), ("strict", "<b>x</b>"), ("patched", "<b>x</b>")],
)
async def test_a_read_page_keeps_few_bytes_for_each_element(
    chromium_endpoint: str, site: Site, anyio_backend: str, kind: str, field: str
) -> None:
    policy = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    headers = {"Content-Security-Policy": policy} if kind == "strict" else {}
    script = f"<script>{PATCHED}</script>" if kind == "patched" else PRESSED
    path = f"/engine/memory-{kind}"
    for elements in (FEW, MANY):
        body = "<!doctype html><meta charset=utf-8><title>Memory</title>" + rows(elements, field) + script
        site.route(f"{path}-{elements}", Response(body, headers=headers))

    async def grown(measure: Callable[[str, str], Awaitable[float]], way: str) -> float:
        """Bytes for each further element. Hosts of their own, as pages of one site may share a process."""
        few, many = [
            await measure(chromium_endpoint, site.url(f"{path}-{elements}", host=f"{way}{elements}.test"))
            for elements in (FEW, MANY)
        ]
        return (many - few) / (MANY - FEW)

    unread = await grown(held_unread, "unread")
    kept: list[float] = []
    for turn in range(4):  # what was not collected yet is not kept
        kept.append(await grown(held_read, f"read{turn}") - unread)
        if 0 < kept[-1] <= BYTES:
            break
    print(f"{kind} {field!r} on {anyio_backend}: {[round(one) for one in kept]} bytes for each element")
    assert 0 < kept[-1] <= BYTES
