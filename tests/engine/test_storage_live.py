"""Cookies and storage, kept and put back."""

from __future__ import annotations

import json
import stat

import pytest

from cdp_engine import Browser
from cdp_engine.engine.handle import controller_of
from cdp_engine.errors import EvaluationFailed, InvalidInput
from cdp_engine.protocol import target
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

FILL = """async () => {
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('', 'empty name');
  const open = indexedDB.open('shop', 3);
  open.onupgradeneeded = () => {
    const goods = open.result.createObjectStore('goods', { keyPath: 'id' });
    goods.createIndex('by price', ['price', 'id'], { unique: true });
    open.result.createObjectStore('loose');
    open.result.createObjectStore('counted', { keyPath: 'n', autoIncrement: true });
  };
  const base = await new Promise((ok, no) => { open.onsuccess = () => ok(open.result); open.onerror = no; });
  const work = base.transaction(['goods', 'loose', 'counted'], 'readwrite');
  work.objectStore('goods').put({ id: 1, price: 2.5, since: new Date(86400000), tags: new Set(['a']), $: 'dollar' });
  work.objectStore('goods').put({ id: 2, price: NaN, more: new Map([['k', [1n, undefined, -0]]]) });
  work.objectStore('loose').put(new Uint8Array([1, 255]), new Date(5));
  work.objectStore('loose').put(new Blob(['hello'], { type: 'text/plain' }), [1, 'two']);
  work.objectStore('counted').put({ n: 41, list: ['x'] });
  await new Promise(done => (work.oncomplete = done));
  base.close();
}"""
READ = """async () => {
  const open = indexedDB.open('shop');
  const base = await new Promise(done => (open.onsuccess = () => done(open.result)));
  const get = (store, key) => new Promise(done => {
    const asked = base.transaction(store).objectStore(store).get(key);
    asked.onsuccess = () => done(asked.result);
  });
  const one = await get('goods', 1), two = await get('goods', 2);
  const bytes = await get('loose', new Date(5)), blob = await get('loose', [1, 'two']);
  const index = base.transaction('goods').objectStore('goods').index('by price');
  const counted = base.transaction('counted').objectStore('counted');
  return {
    version: base.version, theme: localStorage.theme, nameless: localStorage.getItem(''),
    since: one.since.getTime(), tag: one.tags.has('a'), dollar: one.$, nan: Number.isNaN(two.price),
    big: String(two.more.get('k')[0]), hole: two.more.get('k')[1] === undefined,
    minus: Object.is(two.more.get('k')[2], -0),
    bytes: [...bytes], blob: [blob.type, await blob.text()], index: [index.keyPath, index.unique],
    auto: counted.autoIncrement, list: (await get('counted', 41)).list,
  };
}"""


@pytest.mark.req("CD-15")
async def test_a_state_goes_to_a_file_and_into_another_context(browser: Browser, site: Site, tmp_path):
    site.route(
        "/keep/page", Response("<h1>page</h1>", headers={"Set-Cookie": "sid=1; HttpOnly; Max-Age=1000"})
    )
    here, there = site.url("keep/page", host="127.0.0.1"), site.url("keep/page", host="localhost")
    file = tmp_path / "state.json"
    async with browser.new_context() as context:
        page = await context.new_page(here)
        await page.evaluate(FILL)
        await page.goto(there)  # the first site is not open any more
        await page.evaluate("localStorage.setItem('where', 'there')")
        state = await context.storage_state(file)
        assert await context.pages() == [page]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text()) == state
    assert {cookie["name"]: cookie["httpOnly"] for cookie in state["cookies"]} == {"sid": True}
    assert {origin["origin"] for origin in state["origins"]} == {site.origin(), site.origin("localhost")}

    site.forget_requests()
    async with browser.new_context(storage_state=file) as context:
        asked = [request.path for request in site.requests if request.path != "/favicon.ico"]
        assert asked == []  # no server was asked to restore it; the page before may still fetch its icon
        page = await context.new_page(here)
        assert site.requests_to("/keep/page")[0].headers["cookie"] == "sid=1"
        assert await page.evaluate(READ) == {
            "version": 3,
            "theme": "dark",
            "nameless": "empty name",
            "since": 86400000,
            "tag": True,
            "dollar": "dollar",
            "nan": True,
            "big": "1",
            "hole": True,
            "minus": True,
            "bytes": [1, 255],
            "blob": ["text/plain", "hello"],
            "index": [["price", "id"], True],
            "auto": True,
            "list": ["x"],
        }
        await page.goto(there)
        assert await page.evaluate("localStorage.where") == "there"
        # What was restored and not visited since is part of the next state.
        again = await context.storage_state()
        assert {origin["origin"] for origin in again["origins"]} == {site.origin(), site.origin("localhost")}


async def test_cookies_are_set_read_and_cleared(browser: Browser, site: Site):
    async with browser.new_context() as context, browser.new_context() as other:
        await context.set_cookies(
            {"name": "a", "value": "1", "url": site.origin()},
            {
                "name": "b",
                "value": "2",
                "domain": "b.test",
                "path": "/deep",
                "sameSite": "Strict",
                "expires": 4e9,
            },
        )
        assert {cookie["name"] for cookie in await context.cookies()} == {"a", "b"}
        assert await other.cookies() == []
        (found,) = await context.cookies("http://b.test/deep/er")
        assert (found["value"], found["sameSite"], found["expires"] > 1e9) == ("2", "Strict", True)
        assert await context.cookies("http://b.test/") == []
        await context.clear_cookies(name="a")
        assert [cookie["name"] for cookie in await context.cookies()] == ["b"]
        await context.clear_cookies()
        assert await context.cookies() == []
        with pytest.raises(InvalidInput):
            await context.set_cookies({"name": "a", "value": "1"})


async def test_what_cannot_be_written_down_is_said(browser: Browser, site: Site):
    site.route("/keep/odd", "<h1>odd</h1>")
    async with browser.new_context() as context:
        page = await context.new_page(site.url("keep/odd"))
        await page.evaluate(
            """async () => {
                const open = indexedDB.open('odd', 1);
                open.onupgradeneeded = () => open.result.createObjectStore('s');
                const base = await new Promise(done => (open.onsuccess = () => done(open.result)));
                const loop = {};
                loop.self = loop;
                const work = base.transaction('s', 'readwrite');
                work.objectStore('s').put(loop, 1);
                await new Promise(done => (work.oncomplete = done));
                base.close();
            }"""
        )
        with pytest.raises(EvaluationFailed, match="contains itself"):
            await context.storage_state()
        assert (await context.storage_state(databases=False))["origins"] == []


async def test_a_state_that_is_none_opens_no_context(browser: Browser, tmp_path):
    root = browser.session
    before = {*(await root.send(target.get_browser_contexts())).browser_context_ids}
    with pytest.raises(InvalidInput):
        async with browser.new_context(storage_state=tmp_path / "missing"):
            raise AssertionError("not reached")
    assert {*(await root.send(target.get_browser_contexts())).browser_context_ids} <= before


@pytest.mark.req("CD-15")
async def test_what_frames_of_other_sites_stored_is_kept_for_each_site(browser: Browser, site: Site):
    """Chrome keeps it apart from what the same site stores in pages of its own, and so does a state."""
    inner, shop, pay = (
        site.url("keep/inner", host="127.0.0.1"),
        site.url("keep/shop"),
        site.url("keep/pay", host="localhost"),
    )
    site.route("/keep/inner", "<h1>inner</h1>")
    site.route("/keep/pay", f"<h1>pay</h1><iframe src='{inner}'></iframe>")
    site.route("/keep/shop", f"<h1>shop</h1><iframe src='{pay}'></iframe>")
    set_all = """who => {
        localStorage.who = who;
        document.cookie = `__Host-p=${who}; Secure; Path=/; SameSite=None; Partitioned`;
    }"""
    get_all = "() => localStorage.who + ' ' + document.cookie"
    async with browser.new_context() as context:
        page = await context.new_page(shop)
        frames = controller_of(page).access.tab.frames
        for frame, who in zip(frames.all(), ("shop", "pay in shop", "shop in pay"), strict=True):
            await controller_of(page).access.tab.evaluate(set_all, who, frame=frame)
        await page.goto(pay)
        await page.evaluate("localStorage.who = 'pay'")
        state = await context.storage_state()
    kept = {
        (origin["origin"], "partitionKey" in origin): origin["localStorage"][0]["value"]
        for origin in state["origins"]
    }
    assert kept == {
        (site.origin(), False): "shop",
        (site.origin("localhost"), False): "pay",
        (site.origin("localhost"), True): "pay in shop",
        (site.origin(), True): "shop in pay",
    }
    assert [cookie["partitionKey"] for cookie in state["cookies"] if "in" in cookie["value"]]

    site.forget_requests()
    async with browser.new_context(storage_state=json.loads(json.dumps(state))) as context:
        asked = [request.path for request in site.requests if request.path != "/favicon.ico"]
        assert asked == []  # no server was asked to restore it; the page before may still fetch its icon
        again = await context.storage_state()
        assert again == state  # although no page was opened
        page = await context.new_page(shop)
        tab = controller_of(page).access.tab
        found = [str(await tab.evaluate(get_all, frame=frame)) for frame in tab.frames.all()]
        assert [text.partition(" __Host-p=")[0] for text in found] == ["shop", "pay in shop", "shop in pay"]
        assert [text.partition(" __Host-p=")[2] for text in found] == ["shop", "pay in shop", "shop in pay"]
        await page.goto(pay)
        assert await page.evaluate("localStorage.who") == "pay"
