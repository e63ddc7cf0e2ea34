"""What the engine keeps in a page it reads: a few bytes for each element, nowhere that the page could see."""

from __future__ import annotations

import pytest

import cdp_engine
from cdp_engine.chrome import connect_chrome
from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions, capture
from cdp_engine.protocol import heap_profiler, runtime, target
from cdp_engine.rpc import Session
from scripts.webserver import Response
from tests.engine.test_incremental_live import differences
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
    """What a page holds that no engine has read: another client has opened it."""
    async with connect_chrome(endpoint) as chrome:
        made = await chrome.create_page(address)
        attached = await chrome.root.send(target.attach_to_target(target_id=made, flatten=True))
        session = chrome.connection.attach(attached.session_id, made, kind="page")
        try:
            for _ in range(100):
                ready = await session.send(runtime.evaluate("document.readyState"), timeout=30)
                if ready.result.value == "complete":
                    break
            return await held(session)
        finally:
            await chrome.close_target(made)


async def held_read(endpoint: str, address: str) -> float:
    """What it holds after it was observed, acted on, changed and observed again; each time as a capture finds it."""
    async with cdp_engine.connect(endpoint) as browser, browser.new_context() as context:
        page = await context.new_page()
        await page.goto(address, wait_until="load", timeout=30)
        seen = await page.observe()
        for name in ("Go 3", "Go 50"):
            node = next(node for node in seen.snapshot.interactive() if node.name.startswith(name))
            result = await page.click(node.ref)
            assert result.success, result.message
        await page.evaluate("document.getElementById('r5').append(document.createElement('p')); 0")
        now = await page.snapshot()
        assert "Go 3" in now.render()
        controller = controller_of(page)
        latest = await controller.observer.capture()
        fresh = await capture(controller.tab, CaptureOptions(), controller.refs)
        assert differences(latest.columns, fresh.columns) == []
        return await held(page.session)


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
    grown: dict[str, float] = {}
    for elements in (FEW, MANY):
        path = f"/engine/memory-{kind}-{elements}"
        body = "<!doctype html><meta charset=utf-8><title>Memory</title>" + rows(elements, field) + script
        site.route(path, Response(body, headers=headers))
        for way, measure in (("unread", held_unread), ("read", held_read)):
            sign = 1 if elements == MANY else -1
            # A host of its own for each way: pages of one site may share a process.
            address = site.url(path, host=f"{way}{elements}.test")
            grown[way] = grown.get(way, 0.0) + sign * await measure(chromium_endpoint, address)
    each = (grown["read"] - grown["unread"]) / (MANY - FEW)
    print(f"{kind} {field!r} on {anyio_backend}: {each:.0f} bytes for each element")
    assert 0 < each <= BYTES
