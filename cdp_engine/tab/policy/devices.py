"""Well-known devices, as far as a page can distinguish them (pure, CD-15).

Sizes are CSS px of the screen in portrait. `{chrome}` in a user agent is the major version of the browser in use, so
that a device with Chrome never claims another version than the running one.
"""

from __future__ import annotations

from difflib import get_close_matches

import msgspec

from cdp_engine.errors import InvalidInput

_ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{chrome}.0.0.0"
_ANDROID_PHONE = f"{_ANDROID} Mobile Safari/537.36"
_ANDROID_TABLET = f"{_ANDROID} Safari/537.36"
_APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5"
_IPHONE = f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) {_APPLE} Mobile/15E148 Safari/604.1"
_IPAD = f"Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) {_APPLE} Mobile/15E148 Safari/604.1"
_DESKTOP = (
    "Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{{chrome}}.0.0.0 Safari/537.36"
)
_WINDOWS = _DESKTOP.format(system="Windows NT 10.0; Win64; x64")
_MAC = _DESKTOP.format(system="Macintosh; Intel Mac OS X 10_15_7")


class Device(msgspec.Struct, frozen=True):
    """A device as a page sees it: viewport in CSS px, device pixels per CSS px, touch, user agent."""

    name: str
    width: int
    height: int
    scale: float
    user_agent: str
    mobile: bool = True
    touch: bool = True

    @property
    def landscape(self) -> Device:
        """The same device in landscape."""
        return msgspec.structs.replace(
            self, name=f"{self.name} landscape", width=self.height, height=self.width
        )


_KNOWN = (
    Device("iPhone SE", 375, 667, 2, _IPHONE),
    Device("iPhone 13", 390, 844, 3, _IPHONE),
    Device("iPhone 14", 390, 844, 3, _IPHONE),
    Device("iPhone 14 Pro Max", 430, 932, 3, _IPHONE),
    Device("iPhone 15", 393, 852, 3, _IPHONE),
    Device("iPhone 15 Pro", 393, 852, 3, _IPHONE),
    Device("iPhone 16", 393, 852, 3, _IPHONE),
    Device("iPad Mini", 768, 1024, 2, _IPAD),
    Device("iPad Air", 820, 1180, 2, _IPAD),
    Device("iPad Pro 11", 834, 1194, 2, _IPAD),
    Device("Pixel 5", 393, 851, 2.75, _ANDROID_PHONE),
    Device("Pixel 7", 412, 915, 2.625, _ANDROID_PHONE),
    Device("Pixel 8", 412, 915, 2.625, _ANDROID_PHONE),
    Device("Galaxy S9+", 320, 658, 4.5, _ANDROID_PHONE),
    Device("Galaxy S23", 360, 780, 3, _ANDROID_PHONE),
    Device("Galaxy S24 Ultra", 384, 824, 3.75, _ANDROID_PHONE),
    Device("Galaxy Tab S8", 800, 1280, 2, _ANDROID_TABLET),
    Device("Desktop Windows", 1920, 1080, 1, _WINDOWS, mobile=False, touch=False),
    Device("Desktop Mac", 1440, 900, 2, _MAC, mobile=False, touch=False),
    Device("Laptop Touch", 1366, 768, 1, _WINDOWS, mobile=False, touch=True),
)


def _key(name: str) -> str:
    return "".join(name.lower().replace("-", " ").replace("_", " ").split())


DEVICES: dict[str, Device] = {
    device.name: device for device in (*_KNOWN, *(upright.landscape for upright in _KNOWN if upright.mobile))
}
"""Every device by its name. Each phone and tablet also exists as `<name> landscape`."""

_BY_KEY = {_key(name): device for name, device in DEVICES.items()}


def find_device(name: str) -> Device:
    """The device with this name, ignoring case, spaces and hyphens. Raises `InvalidInput` with the nearest names."""
    device = _BY_KEY.get(_key(name))
    if device is None:
        near = get_close_matches(name, DEVICES, n=3, cutoff=0.4)
        raise InvalidInput(
            f"unknown device {name!r}",
            hint=f"Use one of: {', '.join(near or DEVICES)}.",
        )
    return device
