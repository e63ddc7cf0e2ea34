"""The whole demo, on both loops; and it fails when a step does not happen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cdp_engine
from scripts.demo.__main__ import CHROMIUM_FLAGS, buy, observe
from scripts.demo.purchase import Purchase, StepError
from scripts.demo.shop import Shop, open_shop
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


class Forgetful(list[tuple[str, str | None]]):
    """A cart that keeps nothing."""

    def append(self, _line: tuple[str, str | None]) -> None:
        return None


@pytest.fixture
def shop() -> Iterator[Shop]:
    with open_shop() as opened:
        yield opened


@pytest.mark.req("EN-07", "CD-04", "SX-03")
async def test_the_demo_buys_and_pays(anyio_backend: str) -> None:
    shown: list[str] = []
    done = await buy(shown.append)
    assert done.steps == 8
    assert done.order.paid
    reported = "\n".join(shown)
    assert "A word about cookies" in reported
    assert "Enamel mug is in your cart" in reported
    assert "Thank you, Ada Lovelace" in reported


async def test_a_shop_that_never_puts_anything_in_the_cart_fails_the_demo(
    shop: Shop, anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.demo.purchase.PATIENCE", 2.0)
    shop.cart = Forgetful()
    async with cdp_engine.launch(args=CHROMIUM_FLAGS) as browser:
        with pytest.raises(StepError, match="the page shows only"):
            await Purchase(await browser.new_page(), shop, lambda _text: None).run()


async def test_any_page_can_be_observed(site: Site, anyio_backend: str) -> None:
    remove = site.route("/house/greeting", "<!doctype html><title>Hi</title><button>Say hello</button>")
    shown: list[str] = []
    await observe(site.url("/house/greeting"), shown.append)
    remove()
    assert "Say hello" in shown[0]
    assert "1 of them to act on" in shown[1]
