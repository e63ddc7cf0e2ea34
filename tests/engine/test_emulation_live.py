"""What pages believe, through `new_context` and `Page.emulate`, on real pages."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Iterator
from typing import Any

import anyio
import pytest

import cdp_engine
from cdp_engine import Browser
from cdp_engine.engine import controller_of
from cdp_engine.errors import InvalidInput, NavigationFailed, TargetCrashed
from cdp_engine.protocol import page as page_domain
from cdp_engine.tab.policy import session_policy
from tests.support.site import Request, Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.windows]

FACTS = """({
  width: innerWidth, scale: devicePixelRatio, touch: navigator.maxTouchPoints, agent: navigator.userAgent,
  platform: navigator.platform, language: navigator.language, dark: matchMedia('(prefers-color-scheme: dark)').matches,
  still: matchMedia('(prefers-reduced-motion: reduce)').matches, coarse: matchMedia('(pointer: coarse)').matches,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone, number: (1234.5).toLocaleString(),
})"""
STRICT = {
    "Content-Security-Policy": "default-src 'none'; script-src 'nonce-a'; style-src 'nonce-a'; frame-src *"
}


def _protected(request: Request) -> Response:
    wanted = "Basic " + base64.b64encode(b"me:secret").decode()
    if request.headers.get("authorization") == wanted:
        return Response("<title>in</title><h1>Welcome</h1>")
    return Response("<title>out</title>", status=401, headers={"WWW-Authenticate": 'Basic realm="r"'})


@pytest.fixture(scope="module")
def town(site: Site) -> Iterator[Site]:
    """Pages that write down what they saw first."""
    first = (
        f"<meta name=viewport content='width=device-width'><script nonce=a>window.first = {FACTS}</script>"
    )
    far = site.url("emulate/inner", host="b.test")
    worker = "postMessage([navigator.userAgent, navigator.language, (1234.5).toLocaleString()])"
    remove = [
        site.route("/emulate/inner", f"<p>inner</p>{first}"),
        site.route(
            "/emulate/outer",
            f"{first}<h1>outer</h1><iframe src='{far}'></iframe><button onclick=\"window.open('/emulate/inner')\">"
            "Open</button><script>const w = new Worker('/emulate/worker.js');"
            "window.heard = new Promise(done => w.onmessage = event => done(event.data))</script>",
        ),
        site.route("/emulate/worker.js", Response(worker, content_type="text/javascript")),
        site.route("/emulate/protected", _protected),
        site.route("/emulate/tall", "<button>Top</button><div style='height: 5000px'>tall</div>"),
        site.route("/emulate/strict", Response("<h1>strict</h1><button>Go</button>", headers=STRICT)),
    ]
    yield site
    for undo in remove:
        undo()


DEVICE: dict[str, Any] = {
    "device": "Pixel 7",
    "locale": "de-DE",
    "timezone": "Asia/Tokyo",
    "color_scheme": "dark",
    "reduced_motion": "reduce",
    "headers": {"X-Errand": "emulation"},
}


def is_as_wanted(facts: dict[str, Any]) -> bool:
    return (
        facts["scale"] == 2.625
        and facts["touch"] == 5
        and "Android" in facts["agent"]
        and facts["platform"] == "Linux armv81"
        and facts["language"] == "de-DE"
        and facts["dark"]
        and facts["still"]
        and facts["coarse"]
        and facts["zone"] == "Asia/Tokyo"
        and facts["number"] == "1.234,5"
    )


@pytest.mark.req("CD-15")
async def test_a_context_is_a_device_for_pages_frames_workers_and_popups(browser: Browser, town: Site):
    town.forget_requests()
    async with browser.new_context(**DEVICE) as context:
        page = await context.new_page(town.url("emulate/outer", host="a.test"))
        first = await page.evaluate("first")
        assert is_as_wanted(first)
        assert first["width"] == 412
        frame = next(frame for frame in controller_of(page).tab.frames.all() if "b.test" in frame.url)
        inside = await controller_of(page).tab.evaluate("first", frame=frame)
        assert inside | {"scale": 2.625} == first | {"width": inside["width"]}
        agent, language, number = await page.evaluate("heard")
        assert ("Android" in agent, language, number) == (True, "de-DE", "1.234,5")
        requests = [town.wait_for_request(path)[0] for path in ("/emulate/inner", "/emulate/worker.js")]
        for request in requests:
            assert request.headers["x-errand"] == "emulation"
            assert "Android" in request.headers["user-agent"]
            assert request.headers["accept-language"].startswith("de-DE,de")

        await page.evaluate("window.open('/emulate/inner') !== null")
        (popup,) = [other for other in await context.pages() if other is not page]
        await popup.attach()
        await controller_of(popup).tab.wait_for_load("load")
        assert is_as_wanted(await popup.evaluate("first"))
        assert is_as_wanted(await popup.evaluate(FACTS))


async def test_other_pages_of_the_browser_see_nothing_of_it_and_are_not_held(browser: Browser, town: Site):
    async with browser.new_context() as plain, browser.new_context(**DEVICE):
        page = await plain.new_page(town.url("emulate/outer", host="c.test"))
        assert not is_as_wanted(await page.evaluate("first"))
        await page.evaluate("window.open('/emulate/inner') !== null")
        (popup,) = [other for other in await plain.pages() if other is not page]
        await popup.attach()
        await controller_of(popup).tab.wait_for_load("load")
        assert (await popup.evaluate("first"))["touch"] == 0


async def test_it_survives_other_processes_and_a_new_attach(browser: Browser, town: Site):
    async with browser.new_context(**DEVICE) as context:
        page = await context.new_page(town.url("emulate/inner", host="a.test"))
        await page.goto(town.url("emulate/inner", host="b.test"))
        assert is_as_wanted(await page.evaluate("first"))
        await controller_of(page).tab.detach()
        await page.attach()
        assert is_as_wanted(await page.evaluate(FACTS))
        await page.reload()
        assert is_as_wanted(await page.evaluate("first"))


async def test_it_survives_a_crash(browser: Browser, town: Site):
    async with browser.new_context(**DEVICE) as context:
        page = await context.new_page(town.url("emulate/inner", host="a.test"))
        with pytest.raises(TargetCrashed):
            await page.session.send(page_domain.crash())
        await page.goto(town.url("emulate/inner", host="a.test"))
        assert is_as_wanted(await page.evaluate(FACTS))
        await page.goto(town.url("emulate/inner", host="b.test"))
        assert is_as_wanted(await page.evaluate("first"))


async def test_a_page_is_changed_and_changed_back(browser: Browser, town: Site):
    async with browser.new_context() as context:
        page = await context.new_page(town.url("emulate/outer", host="a.test"))
        before = await page.evaluate(FACTS)
        await page.emulate(**DEVICE)
        assert is_as_wanted(await page.evaluate(FACTS))
        await page.emulate(**dict.fromkeys(DEVICE))
        assert await page.evaluate(FACTS) == before
        assert not page.emulation


async def test_the_page_has_its_new_size_when_its_emulation_has_changed(browser: Browser, town: Site):
    """Chrome answers before that, and a script can run in between."""
    async with browser.new_context() as context:
        page = await context.new_page(town.url("emulate/inner"))
        for device in (DEVICE, {"viewport": (700, 500)}):
            for options in (device, dict.fromkeys(device)):
                async with page.session.subscribe(page_domain.FrameResized) as resizes:
                    await page.emulate(**options)
                    resizes.receive_nowait()


async def test_a_page_that_has_the_size_already_is_not_waited_for(
    browser: Browser, town: Site, monkeypatch: pytest.MonkeyPatch
):
    async with browser.new_context() as context:
        page = await context.new_page(town.url("emulate/tall"))
        own = await page.evaluate("[innerWidth, innerHeight]")
        monkeypatch.setattr(session_policy, "_RESIZE_SECONDS", 60.0)
        with anyio.fail_after(20):
            await page.emulate(viewport=own)
            await page.emulate(viewport=(700, 500))
            assert await page.evaluate("[innerWidth, innerHeight]") == [700, 500]


async def test_a_refusal_leaves_all_as_it_was(browser: Browser, town: Site):
    async with browser.new_context(color_scheme="dark") as context:
        page = await context.new_page(town.url("emulate/inner"))
        with pytest.raises(InvalidInput):
            await page.emulate(timezone="No/Where")
        with pytest.raises(InvalidInput):
            await page.emulate(locale="xx-invalid-locale-tag", color_scheme="light")
        assert (await page.evaluate(FACTS))["dark"] is True
        unknown: dict[str, Any] = {"colour": "red"}
        with pytest.raises(InvalidInput, match="colour"):
            async with browser.new_context(**unknown):
                raise AssertionError("not reached")


async def test_a_place_is_reported_to_a_page_that_may_ask(browser: Browser, town: Site):
    ask = """new Promise(done => navigator.geolocation.getCurrentPosition(
        place => done([place.coords.latitude, place.coords.longitude]), error => done(error.code)))"""
    async with browser.new_context(geolocation=(52.5, 13.4)) as context:
        page = await context.new_page(town.url("emulate/inner", host="localhost"))
        assert await page.evaluate(ask) == [52.5, 13.4]
        await page.emulate(geolocation=(1, 2))
        assert await page.evaluate(ask) == [1, 2]
        await context.deny("geolocation")
        assert await page.evaluate(ask) == 1


async def test_permissions(browser: Browser, town: Site):
    state = "name => navigator.permissions.query({name}).then(found => found.state)"
    async with browser.new_context(
        permissions={"notifications": "denied", "geolocation": "granted"}
    ) as context:
        page = await context.new_page(town.url("emulate/inner", host="localhost"))
        assert await page.evaluate(state, "notifications") == "denied"
        assert await page.evaluate(state, "geolocation") == "granted"
        await context.grant("clipboard-read", origin=town.origin("localhost"))
        assert await page.evaluate(state, "clipboard-read") == "granted"
        await context.reset_permissions()
        assert await page.evaluate(state, "geolocation") == "prompt"
        with pytest.raises(InvalidInput):
            await context.grant("world-domination")


async def test_offline_and_back(browser: Browser, town: Site):
    async with browser.new_context(offline=True) as context:
        page = await context.new_page()
        with pytest.raises(NavigationFailed):
            await page.goto(town.url("emulate/inner"))
        assert await page.evaluate("navigator.onLine") is False
        await page.emulate(offline=False)
        await page.goto(town.url("emulate/inner"))
        assert await page.evaluate("navigator.onLine") is True


async def test_a_slow_network_is_slow(browser: Browser, town: Site):
    async with browser.new_context(throttle={"latency": 600}) as context:
        page = await context.new_page(town.url("emulate/inner"))
        spent = await page.evaluate(
            """async () => {
                const began = performance.now();
                await fetch('/emulate/tall');
                return performance.now() - began;
            }"""
        )
        assert spent >= 550


async def test_a_password_for_the_server(browser: Browser, town: Site):
    async with browser.new_context(credentials=("me", "secret")) as context:
        page = await context.new_page(town.url("emulate/protected"))
        assert await page.title() == "in"
        await page.emulate(credentials=None)
    async with browser.new_context(credentials=("me", "wrong")) as context:
        page = await context.new_page()
        result = await page.goto(town.url("emulate/protected"))
        assert result.status == 401
    async with browser.new_context(credentials=("me", "secret", "http://elsewhere.test")) as context:
        page = await context.new_page()
        assert (await page.goto(town.url("emulate/protected"))).status == 401
    async with browser.new_context() as context:
        page = await context.new_page()
        with pytest.raises(NavigationFailed) as refused:
            await page.goto(town.url("emulate/protected"))
        assert "credentials" in refused.value.hint


async def test_without_javascript(browser: Browser, town: Site):
    async with browser.new_context(javascript=False) as context:
        page = await context.new_page(town.url("emulate/outer", host="a.test"))
        assert await page.evaluate("typeof first") == "undefined"
        assert "outer" in (await page.observe()).text
        await page.emulate(javascript=True)
        await page.reload()
        assert await page.evaluate("typeof first") == "object"


async def test_a_content_security_policy_is_bypassed_only_on_demand(browser: Browser, town: Site):
    blocked = """() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = 1';
        document.documentElement.append(script);
        return window.ran ?? 'blocked';
    }"""
    async with browser.new_context(bypass_csp=True) as context, browser.new_context() as plain:
        open_page = await context.new_page(town.url("emulate/strict"))
        closed = await plain.new_page(town.url("emulate/strict"))
        assert await open_page.evaluate(blocked) == 1
        assert await closed.evaluate(blocked) == "blocked"


@pytest.fixture
async def phone(browser: Browser) -> AsyncIterator[cdp_engine.Page]:
    async with browser.new_context(device="Pixel 7") as context:
        yield await context.new_page()


@pytest.mark.req("CD-15")
async def test_fingers(phone: cdp_engine.Page, town: Site):
    await phone.goto(town.url("emulate/tall"))
    await phone.evaluate(
        """() => { window.seen = []; for (const kind of ['touchstart', 'touchend', 'click'])
          document.querySelector('button').addEventListener(kind, event => seen.push(event.type)) }"""
    )
    view = await phone.observe()
    (button,) = view.snapshot.find(role="button")
    done = await phone.tap(button.ref)
    assert done.success
    assert await phone.evaluate("seen") == ["touchstart", "touchend", "click"]

    await phone.swipe()
    down = await phone.evaluate("scrollY")
    assert 100 < down < await phone.evaluate("innerHeight"), "a finger that rested does not fling"
    await phone.swipe(direction="down", distance=100)
    assert 0 < await phone.evaluate("scrollY") < down

    with pytest.raises(InvalidInput):
        await phone.swipe(direction="top")
    with pytest.raises(InvalidInput):
        await phone.pinch(scale=1)


@pytest.mark.req("CD-15")
@pytest.mark.parametrize("device", ["Pixel 7", None])
async def test_a_pinch_zooms_by_its_scale(browser: Browser, town: Site, device: str | None):
    async with browser.new_context(device=device) as context:
        page = await context.new_page(town.url("emulate/tall"))
        for scale in (1.5, 2, 0.5, 1 / 1.5, 3):
            before = await page.evaluate("visualViewport.scale")
            assert (await page.pinch(scale=scale)).success
            zoomed = await page.evaluate("visualViewport.scale") / before
            assert zoomed == pytest.approx(scale, rel=0.05), scale
