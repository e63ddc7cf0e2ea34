"""Effects for people: seen on the screen, and nowhere else (CD-12)."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator

import anyio
import pytest
from PIL import Image, ImageChops

import cdp_engine
from cdp_engine import Page
from cdp_engine.engine import controller_of
from cdp_engine.protocol import page as page_domain
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

STRICT = {
    "Content-Security-Policy": "default-src 'none'; script-src 'nonce-a'; style-src 'nonce-a'; "
    "require-trusted-types-for 'script'"
}
HTML = """<!doctype html><title>Strict</title>
<button id=go>Go</button>
<input aria-label=Name>
<style nonce=a>
  button, input { position: absolute; left: 100px; top: 100px }
  input { top: 200px }
</style>
<script nonce=a>
  window.changes = [];
  new MutationObserver(list => changes.push(...list.map(one => one.type))).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true });
  window.events = [];
  for (const kind of ['pointerdown', 'mousemove', 'click', 'focusin'])
    addEventListener(kind, event => events.push(kind + ' ' + event.target.id), true);
</script>"""


@pytest.fixture
async def shown(chromium_endpoint: str, site: Site, anyio_backend: str) -> AsyncIterator[Page]:
    """A page on a site with a strict policy, in a browser that somebody watches."""
    site.route("/effects/strict", Response(HTML, headers=STRICT))
    async with (
        cdp_engine.connect(chromium_endpoint, effects=True) as browser,
        browser.new_context() as context,
    ):
        yield await context.new_page(site.url("effects/strict"))


async def screen(page: Page) -> Image.Image:
    """What is on the screen now, effects included."""
    reply = await page.session.send(page_domain.capture_screenshot())
    return Image.open(io.BytesIO(reply.data)).convert("RGB")


def differs(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


@pytest.mark.req("CD-12")
async def test_an_action_is_seen_on_the_screen_and_nowhere_else(shown: Page):
    before = await screen(shown)
    plain = await shown.observe()
    (button,) = plain.snapshot.find(role="button")
    count = len(list(plain.snapshot.nodes()))
    result = await shown.click(button.ref)
    assert result.success
    with anyio.fail_after(10):
        while (area := differs(before, await screen(shown))) is None:
            pass
    assert area[0] >= 60
    assert area[3] <= 180, "only around the button"

    assert len(list((await shown.snapshot()).nodes())) == count
    assert len(list((await shown.snapshot(capture="hybrid")).nodes())) == count
    assert await shown.evaluate("changes") == []
    assert [seen for seen in await shown.evaluate("events") if seen.startswith("click")] == ["click go"]
    # A point under the cursor is still the button's.
    assert await shown.evaluate("document.elementFromPoint(115, 112).id") == "go"
    again = await shown.click(button.ref)
    assert again.success

    # A picture for a model shows the page alone, and after a while so does the screen.
    assert controller_of(shown).tab.action_overlay is not None
    await shown.evaluate("document.activeElement.blur()")
    picture = Image.open(io.BytesIO(await shown.screenshot())).convert("RGB")
    cleared = differs(picture, await screen(shown))
    assert cleared is None


@pytest.mark.req("CD-12")
async def test_the_effects_end_by_themselves(shown: Page):
    (button,) = (await shown.observe()).snapshot.find(role="button")
    await shown.hover(button.ref)
    effects = controller_of(shown).tab.action_overlay
    assert effects is not None
    with anyio.fail_after(10):
        while effects.shown:
            await controller_of(shown).tab.changed(0.1)


@pytest.mark.req("CD-12")
async def test_typing_is_shown_too(shown: Page):
    before = await screen(shown)
    (field,) = (await shown.observe()).snapshot.find(role="textbox")
    result = await shown.fill(field.ref, "Ada")
    assert result.success
    frame = None
    with anyio.fail_after(10):
        while frame is None:
            # The column left of the field, where only the frame around it reaches.
            now = (await screen(shown)).crop((90, 150, 100, 300))
            frame = differs(before.crop((90, 150, 100, 300)), now)
            if frame is None:
                await shown.fill(field.ref, "Ada")
    assert frame[1] >= 40
    assert frame[3] <= 100


async def test_a_page_that_does_not_answer_does_not_hold_the_effects(shown: Page):
    effects = controller_of(shown).tab.action_overlay
    assert effects is not None
    shown.dialogs.policy = "hold"
    await shown.evaluate("void setTimeout(() => alert('held'))")
    with anyio.fail_after(10):
        while shown.dialogs.open is None:
            await controller_of(shown).tab.changed(0.1)
        effects.point_at((10, 10), (0, 0, 20, 20), ripple=True)
        while effects.shown:
            await controller_of(shown).tab.changed(0.1)
    await shown.dialogs.dismiss()


@pytest.mark.req("CD-12")
async def test_without_a_window_there_are_none(page: Page):
    assert controller_of(page).tab.action_overlay is None
