"""The purchase: what a model would do in the shop, step by step, each step proven.

Only the public surface of `cdp_engine` is used, and elements are found in the snapshot by role and name, as a
model finds them in the view. A step counts when the page shows it and the shop's own records agree.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import anyio

from cdp_engine import ActionResult, Observation, Page, Snapshot, VirtualNode
from cdp_engine.protocol import target
from scripts.demo.goods import money
from scripts.demo.shop import PAY_HOST, Order, Shop

PATIENCE = 15.0
"""Seconds that the page has to show what a step waits for."""

CARD = "4242 4242 4242 4242"
CODE = "739"
BUYER = "Ada Lovelace"

Show = Callable[[str], None]


class StepError(Exception):
    """Raised when the page or the shop's records do not bear out what a step should have done."""


@dataclass
class Purchase:
    """One purchase on one page; `show` gets what a reader of the demo sees."""

    page: Page
    shop: Shop
    show: Show
    steps: int = 0
    checks: int = field(default=0, init=False)

    async def run(self) -> None:
        """All steps in order. Raises `StepError` at the first that did not happen."""
        for step in (
            self.enter,
            self.try_behind_the_dialog,
            self.close_the_dialog,
            self.add_the_mug,
            self.choose_a_size,
            self.go_to_the_checkout,
            self.pay_in_the_frame,
            self.read_the_confirmation,
        ):
            self.steps += 1
            self.show(f"\n━━ {self.steps} · {(step.__doc__ or '').rstrip('.')} " + "━" * 20)
            await step()

    async def enter(self) -> None:
        """The shop opens, a consent dialog lies over it."""
        await self.page.goto(self.shop.url)
        view = await self.look(
            lambda snapshot: bool(snapshot.find(role="dialog", name="A word about cookies"))
        )
        self.check("the goods behind the dialog are in the view too", "Add Enamel mug to cart" in view.text)

    async def try_behind_the_dialog(self) -> None:
        """A click on what the dialog covers is refused, not faked."""
        mug = await self.element("button", "Add Enamel mug to cart")
        result = await self.act(f"click {mug.ref}", self.page.click(mug.ref), expected=False)
        code, cover = (result.error.code, result.error.covered_by) if result.error else ("no error", None)
        self.check(f"the engine says why: {code} by {cover}", code == "obscured" and bool(cover))
        self.check("nothing came into the cart", not self.shop.cart)

    async def close_the_dialog(self) -> None:
        """The dialog is closed with the least consent."""
        refuse = await self.element("button", "Only what is needed")
        await self.act(f"click {refuse.ref}", self.page.click(refuse.ref))
        await self.look(lambda snapshot: not snapshot.find(role="dialog"))
        self.check("the shop recorded the choice", self.shop.consents == ["essential"])

    async def add_the_mug(self) -> None:
        """The mug goes into the cart, a toast says so for two seconds."""
        mug = await self.element("button", "Add Enamel mug to cart")
        await self.act(f"click {mug.ref}", self.page.click(mug.ref))
        view = await self.look(lambda snapshot: _holds(snapshot, "1 × Enamel mug"))
        self.check("the toast was seen while it lived", "Enamel mug is in your cart" in view.text)
        self.check("the shop has it in the cart", self.shop.cart == [("mug", None)])
        await self.look(lambda snapshot: not _holds(snapshot, "Enamel mug is in your cart"), quiet=True)
        self.check("the toast is gone from the next view", True)

    async def choose_a_size(self) -> None:
        """The socks need a size, chosen inside a closed shadow root."""
        socks = await self.element("button", "Add Trail socks to cart")
        self.check("without a size they cannot be bought", "disabled" in socks.states)
        medium = await self.element("radio", "Medium")
        await self.act(f"click {medium.ref}", self.page.click(medium.ref))
        await self.look(lambda snapshot: "checked" in snapshot.get(medium.ref).states, quiet=True)
        socks = await self.element("button", "Add Trail socks to cart")
        self.check("now they can", "disabled" not in socks.states)
        await self.act(f"click {socks.ref}", self.page.click(socks.ref))
        await self.look(lambda snapshot: _holds(snapshot, "1 × Trail socks, medium"))
        self.check("the shop has both", self.shop.cart == [("mug", None), ("socks", "Medium")])

    async def go_to_the_checkout(self) -> None:
        """At the checkout React's own fields are filled and a delivery is selected."""
        checkout = await self.element("link", "Go to checkout")
        await self.act(f"click {checkout.ref}", self.page.click(checkout.ref))
        name = await self.element("textbox", "Your name")
        self.check("the address is the checkout's", self.page.url.endswith("/checkout"), self.page.url)
        await self.act(f"fill {name.ref} {BUYER!r}", self.page.fill(name.ref, BUYER))
        delivery = await self.element("combobox", "Delivery")
        courier = "Courier, tomorrow, €7.50"
        await self.act(f"select {delivery.ref} {courier!r}", self.page.select(delivery.ref, courier))
        onward = await self.element("button", "Continue to payment")
        await self.act(f"click {onward.ref}", self.page.click(onward.ref))
        await self.look(lambda snapshot: bool(snapshot.find(role="textbox", name="Card number")))
        orders = [(order.name, order.delivery, order.total) for order in self.shop.orders.values()]
        self.check("the shop has the order", orders == [(BUYER, "courier", 4000)], str(orders))

    async def pay_in_the_frame(self) -> None:
        """The card is typed into a frame of another site, in another process."""
        order = self.order
        card = await self.element("textbox", "Card number")
        self.check("the field lies in a frame", card.frame != (await self.page.snapshot()).root.frame)
        known = await self.page.session.send(target.get_targets())
        own_process = [info for info in known.target_infos if info.type == "iframe" and PAY_HOST in info.url]
        self.check("the frame is a process of its own", bool(own_process))
        await self.act(f"fill {card.ref} '{CARD}'", self.page.fill(card.ref, CARD))
        until = await self.element("textbox", "Valid until")
        await self.act(f"fill {until.ref} '12/29'", self.page.fill(until.ref, "12/29"))
        code = await self.element("textbox", "Security code")
        await self.act(f"fill {code.ref} (secret)", self.page.fill(code.ref, CODE))
        view = await self.look(lambda snapshot: bool(snapshot.find(name="Security code")))
        self.check("the security code stays out of the view", CODE not in view.text)
        pay = await self.element("button", f"Pay {money(order.total)}")
        await self.act(f"click {pay.ref}", self.page.click(pay.ref))

    async def read_the_confirmation(self) -> None:
        """The confirmation is shown."""
        order = self.order
        await self.look(lambda snapshot: bool(snapshot.find(role="heading", name=f"Thank you, {BUYER}")))
        self.check(
            "the address is the order's", self.page.url.endswith(f"/order/{order.number}"), self.page.url
        )
        self.check("the shop has the money", order.paid and order.last_four == CARD[-4:])
        self.check("no payment was refused on the way", self.shop.refusals == 0)

    @property
    def order(self) -> Order:
        """The one order of this purchase."""
        if len(self.shop.orders) != 1:
            raise StepError(f"there are {len(self.shop.orders)} orders, not 1")
        return next(iter(self.shop.orders.values()))

    async def element(self, role: str, name: str) -> VirtualNode:
        """The one element of that role and name, once the page shows it; its ref must be in the view."""
        view = await self.look(lambda snapshot: bool(snapshot.find(role=role, name=name)), quiet=True)
        found = view.snapshot.find(role=role, name=name)
        if len(found) != 1:
            raise StepError(f"{len(found)} elements are a {role} {name!r}")
        line = next((line for line in view.text.splitlines() if re.search(rf"\b{found[0].ref}\b", line)), "")
        if name not in line:
            raise StepError(f"the view does not show {found[0].ref} beside {name!r}: {line!r}")
        return found[0]

    async def look(self, until: Callable[[Snapshot], bool], *, quiet: bool = False) -> Observation:
        """Observe until the page is as wanted; show the view."""
        view: Observation | None = None
        with anyio.move_on_after(PATIENCE):
            while view is None or not until(view.snapshot):
                view = await self.page.observe()
        if view is None or not until(view.snapshot):
            raise StepError(f"after {PATIENCE:g} s the page shows only:\n{view}")
        if not quiet:
            self.show(_indented(view.text))
        return view

    async def act(self, what: str, action: Awaitable[ActionResult], *, expected: bool = True) -> ActionResult:
        """Carry out one action; its success must be as expected."""
        result = await action
        self.show(f"  → {what}\n    {result.message}")
        if result.success is not expected:
            raise StepError(f"{what}: {result.message}")
        return result

    def check(self, what: str, holds: bool, otherwise: str = "it is not so") -> None:
        """Note that something holds, or fail."""
        if not holds:
            raise StepError(f"{what}: {otherwise}")
        self.checks += 1
        self.show(f"  ✓ {what}")


def _holds(snapshot: Snapshot, text: str) -> bool:
    return bool(snapshot.find(text=text))


def _indented(text: str) -> str:
    return "\n".join(f"  │ {line}" for line in text.splitlines())
