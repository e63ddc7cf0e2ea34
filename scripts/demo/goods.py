"""What the shop sells."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Way:
    """One way of delivery; the price is in cents."""

    name: str
    price: int


DELIVERY = {"post": Way("Post", 0), "courier": Way("Courier", 750)}
"""The ways of delivery, by id."""


@dataclass(frozen=True, slots=True)
class Good:
    """One thing on the shelf; the price is in cents, the picture a piece of SVG."""

    id: str
    name: str
    price: int
    about: str
    colour: str
    picture: str
    sized: bool = False

    def shown(self) -> dict[str, Any]:
        """What the shop's page gets to know."""
        return asdict(self)


def money(cents: int) -> str:
    """`€24.00` for 2400."""
    return f"€{cents / 100:.2f}"


def _svg(drawing: str) -> str:
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<svg viewBox="0 0 100 100" fill="none" {ends}>{drawing}</svg>'


_MUG = _svg(
    '<path d="M22 30h48v40a12 12 0 0 1-12 12H34a12 12 0 0 1-12-12z" fill="#fffdf8"/>'
    '<path d="M70 40h6a9 9 0 0 1 0 24h-6" stroke="#fffdf8" stroke-width="7"/>'
    '<path d="M22 30h48" stroke="#2f5d50" stroke-width="5"/>'
    '<path d="M36 20c0-6 5-5 5-11M50 20c0-6 5-5 5-11" stroke="#fffdf8" stroke-width="3.5"/>'
)
_SOCKS = _svg(
    '<path d="M30 12h22v42l20 16a11 11 0 0 1-14 17L32 70a8 8 0 0 1-2-6z" fill="#fffdf8"/>'
    '<path d="M30 12h22v12H30z" fill="#d98e32"/>'
    '<path d="M30 33h22M30 42h22" stroke="#d98e32" stroke-width="4"/>'
)
_LANTERN = _svg(
    '<path d="M36 26a14 14 0 0 1 28 0" stroke="#fffdf8" stroke-width="5"/>'
    '<path d="M30 28h40v9H30zM28 78h44v9H28z" fill="#2b2a26"/>'
    '<path d="M33 37h34l3 41H30z" fill="#fffdf8" opacity=".9"/>'
    '<path d="M50 48c8 9 7 20 0 24-7-4-8-15 0-24z" fill="#d98e32"/>'
)
_BLANKET = _svg(
    '<rect x="16" y="26" width="68" height="52" rx="6" fill="#fffdf8"/>'
    '<path d="M16 40h68M16 64h68" stroke="#a4372b" stroke-width="6"/>'
    '<path d="M34 26v52M66 26v52" stroke="#2f5d50" stroke-width="5" opacity=".8"/>'
)

GOODS = {
    good.id: good
    for good in (
        Good("mug", "Enamel mug", 1400, "Survives camp fires and train floors.", "#8fb3a5", _MUG),
        Good(
            "socks",
            "Trail socks",
            1850,
            "Merino from the Alps. Pick your size.",
            "#c7b79b",
            _SOCKS,
            sized=True,
        ),
        Good("lantern", "Storm lantern", 3900, "Burns eleven hours on one filling.", "#7d93a8", _LANTERN),
        Good("blanket", "Wool blanket", 8900, "Heavier than it looks, warmer too.", "#d8b49a", _BLANKET),
    )
}
"""Everything on the shelf, by id."""
