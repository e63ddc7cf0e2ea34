"""The demo's shop itself: what it sells, what it refuses, what it keeps."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from scripts.demo.shop import PAY_HOST, SHOP_HOST, Shop, open_shop

DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@pytest.fixture
def shop() -> Iterator[Shop]:
    with open_shop() as opened:
        yield opened


def ask(
    shop: Shop, path: str, body: dict[str, Any] | None = None, *, host: str = SHOP_HOST
) -> tuple[int, str]:
    url = shop.url.replace(SHOP_HOST, "127.0.0.1") + path.lstrip("/")
    data = None if body is None else json.dumps(body).encode()
    try:
        with DIRECT.open(urllib.request.Request(url, data, {"Host": host}), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


PAYMENT = {"order": "LL-1001", "card": "4242 4242 4242 4242", "until": "12/29", "code": "739"}


def ordered(shop: Shop) -> None:
    ask(shop, "/api/cart", {"good": "mug"})
    assert ask(shop, "/api/order", {"name": "<b>Ada</b>", "delivery": "courier"})[0] == 200


def test_pages_name_each_others_origin(shop: Shop) -> None:
    port = shop.url.rsplit(":", 1)[1].rstrip("/")
    assert f'content="http://pay.test:{port}"' in ask(shop, "/checkout")[1]
    assert f'data-shop-origin="http://shop.test:{port}"' in ask(shop, "/", host=PAY_HOST)[1]


def test_socks_without_a_size_are_not_sold(shop: Shop) -> None:
    assert ask(shop, "/api/cart", {"good": "socks"})[0] == 422
    assert ask(shop, "/api/cart", {"good": "mug", "size": "Medium"})[0] == 422
    assert ask(shop, "/api/cart", {"good": "socks", "size": "Medium"})[0] == 200
    assert shop.cart == [("socks", "Medium")]


def test_an_empty_cart_is_no_order(shop: Shop) -> None:
    assert ask(shop, "/api/order", {"name": "Ada", "delivery": "post"})[0] == 422
    assert shop.orders == {}


@pytest.mark.parametrize(
    "wrong",
    [{"card": "4242 4242 4242 4241"}, {"card": "4242"}, {"until": "soon"}, {"code": "7"}, {"order": "LL-9"}],
)
def test_a_wrong_payment_is_refused(shop: Shop, wrong: dict[str, str]) -> None:
    ordered(shop)
    _, answer = ask(shop, "/api/pay", {**PAYMENT, **wrong}, host=PAY_HOST)
    assert json.loads(answer)["paid"] is False
    assert not shop.orders["LL-1001"].paid
    assert ask(shop, "/order/LL-1001")[0] == 404


def test_only_the_payment_provider_takes_money(shop: Shop) -> None:
    ordered(shop)
    assert ask(shop, "/api/pay", PAYMENT, host=SHOP_HOST)[0] == 404


def test_a_paid_order_is_confirmed_and_keeps_four_digits(shop: Shop) -> None:
    ordered(shop)
    assert json.loads(ask(shop, "/api/pay", PAYMENT, host=PAY_HOST)[1]) == {"paid": True}
    status, page = ask(shop, "/order/LL-1001")
    assert status == 200
    assert "Thank you, &lt;b&gt;Ada&lt;/b&gt;" in page
    assert "ending in 4242" in page
    assert "€21.50" in page
    assert "4242 4242" not in repr(shop)
    assert shop.cart == []
