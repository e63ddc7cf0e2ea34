"""The shop: its pages, its records, and the payment provider on a host name of its own.

`shop.test` is the shop, `pay.test` the payment provider: another site, so with site isolation its form runs
in another process. Both are one server on this machine. What was really bought is in `Shop.orders`.
"""

from __future__ import annotations

import contextlib
import html
import json
import re
import threading
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.demo.goods import DELIVERY, GOODS, money
from scripts.webassets import vendor_file
from scripts.webserver import NOT_FOUND, Request, Response, WebServer, file_below, file_response

PAGES = Path(__file__).parent / "pages"
SHOP_HOST = "shop.test"
PAY_HOST = "pay.test"


@dataclass(slots=True)
class Order:
    """One order as the server knows it. Of the card only the last four digits are kept."""

    number: str
    name: str
    delivery: str
    lines: list[dict[str, Any]]
    total: int
    last_four: str = ""

    @property
    def paid(self) -> bool:
        """Whether the payment provider took the money."""
        return bool(self.last_four)


@dataclass
class Shop:
    """The running shop with everything that happened in it."""

    consents: list[str] = field(default_factory=list[str])
    cart: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])
    orders: dict[str, Order] = field(default_factory=dict[str, Order])
    refusals: int = 0

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._server = WebServer(self._answer)

    @property
    def url(self) -> str:
        """The shop's front door."""
        return f"{self._server.origin(SHOP_HOST)}/"

    def close(self) -> None:
        """Close the doors."""
        self._server.close()

    def _answer(self, request: Request) -> Response:
        if request.path.startswith("/vendor/"):
            return file_response(vendor_file(request.path.removeprefix("/vendor/")))
        if request.path == "/style.css":
            return file_response(PAGES / "style.css")
        if request.path.startswith("/api/"):
            with self._lock:
                return self._api(request)
        if request.host == PAY_HOST:
            return self._page("pay", request.path)
        if order := re.fullmatch(r"/order/([\w-]+)", request.path):
            return self._confirmation(order[1])
        return self._page("shop", "/checkout.html" if request.path == "/checkout" else request.path)

    def _page(self, folder: str, path: str) -> Response:
        return file_response(file_below(PAGES / folder, path), text=self._origins)

    def _origins(self, page: str) -> str:
        origin = self._server.origin
        return page.replace("{{pay_origin}}", origin(PAY_HOST)).replace("{{shop_origin}}", origin(SHOP_HOST))

    def _api(self, request: Request) -> Response:
        body: dict[str, Any] = json.loads(request.body) if request.body else {}
        match request.host, request.method, request.path:
            case _, "POST", "/api/consent":
                self.consents.append(str(body["choice"]))
                cookie = f"consent={body['choice']}; Path=/; SameSite=Lax"
                return _json({}, headers={"Set-Cookie": cookie})
            case _, "GET", "/api/goods":
                return _json([good.shown() for good in GOODS.values()])
            case _, "GET", "/api/cart":
                return _json(self._cart())
            case _, "POST", "/api/cart":
                return self._add(str(body["good"]), body.get("size"))
            case _, "POST", "/api/order":
                return self._order(str(body["name"]), str(body["delivery"]))
            case "pay.test", "POST", "/api/pay":
                return self._pay(**{key: str(value) for key, value in body.items()})
            case _:
                return Response(NOT_FOUND, status=404)

    def _add(self, good: str, size: str | None) -> Response:
        if good not in GOODS or GOODS[good].sized != bool(size):
            return _json({"problem": "no such thing in that size"}, status=422)
        self.cart.append((good, size))
        return _json(self._cart())

    def _cart(self) -> dict[str, Any]:
        lines: list[dict[str, Any]] = []
        for good, size in dict.fromkeys(self.cart):
            count = self.cart.count((good, size))
            label = GOODS[good].name + (f", {size.lower()}" if size else "")
            lines.append({"label": label, "count": count, "price": count * GOODS[good].price})
        return {"lines": lines, "total": sum(line["price"] for line in lines)}

    def _order(self, name: str, delivery: str) -> Response:
        cart = self._cart()
        if not cart["lines"] or delivery not in DELIVERY or not name.strip():
            return _json({"problem": "nothing to order"}, status=422)
        number = f"LL-{1001 + len(self.orders)}"
        way = DELIVERY[delivery]
        lines = [
            *cart["lines"],
            *([{"label": way.name, "count": 1, "price": way.price}] if way.price else []),
        ]
        order = Order(number, name.strip(), delivery, lines, cart["total"] + way.price)
        self.orders[number] = order
        return _json({"number": number, "lines": order.lines, "total": order.total})

    def _pay(self, *, order: str, card: str, until: str, code: str) -> Response:
        digits = re.sub(r"\D", "", card)
        sound = len(digits) == 16 and _luhn(digits)
        if order not in self.orders or not sound or not re.fullmatch(r"\d\d/\d\d", until) or len(code) != 3:
            self.refusals += 1
            return _json({"paid": False, "problem": "The card was not accepted."})
        self.orders[order].last_four = digits[-4:]
        self.cart.clear()
        return _json({"paid": True})

    def _confirmation(self, number: str) -> Response:
        order = self.orders.get(number)
        if order is None or not order.paid:
            return Response(NOT_FOUND, status=404)
        lines = [
            f"<li><span>{line['count']} × {line['label']}</span><span>{money(line['price'])}</span></li>"
            for line in order.lines
        ]
        page = (PAGES / "shop" / "confirmation.html").read_text(encoding="utf-8")
        values = {"name": html.escape(order.name), "number": order.number, "last_four": order.last_four}
        for key, value in {**values, "lines": "".join(lines), "total": money(order.total)}.items():
            page = page.replace("{{" + key + "}}", value)
        return Response(page)


def _json(value: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(value), status, "application/json", headers or {})


def _luhn(digits: str) -> bool:
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


@contextlib.contextmanager
def open_shop() -> Generator[Shop]:
    """A shop for the length of a `with` block."""
    shop = Shop()
    try:
        yield shop
    finally:
        shop.close()
