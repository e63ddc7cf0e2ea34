"""The emulation of a tab: typed options in, one validated `Emulation` out (pure, CD-15)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, TypedDict, TypeVar, get_args
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from cdp_engine.errors import InvalidInput
from cdp_engine.tab.policy.devices import find_device
from cdp_engine.tab.policy.mocks import Mock, checked_mocks

ColorScheme = Literal["light", "dark", "no-preference"]
ReducedMotion = Literal["reduce", "no-preference"]
ForcedColors = Literal["active", "none"]
Contrast = Literal["more", "less", "custom", "no-preference"]
Media = Literal["screen", "print"]

T = TypeVar("T", bound=msgspec.Struct)

_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LARGEST_SIDE = 10_000_000


class Geolocation(msgspec.Struct, frozen=True):
    """A geolocation: degrees, and the accuracy in metres."""

    latitude: float
    longitude: float
    accuracy: float = 10.0


class Throttle(msgspec.Struct, frozen=True):
    """A slow network: minimum latency in milliseconds, throughput in bytes per second (-1: unlimited)."""

    latency: float = 0.0
    download: float = -1.0
    upload: float = -1.0


class Credentials(msgspec.Struct, frozen=True):
    """User name and password for HTTP authentication of a server or proxy; `origin` limits them to one origin."""

    username: str
    password: str
    origin: str | None = None

    def __repr__(self) -> str:
        return f"Credentials(username={self.username!r}, password=…, origin={self.origin!r})"


THROTTLES: dict[str, Throttle] = {
    "slow-3g": Throttle(2000, 50_000, 50_000),
    "fast-3g": Throttle(560, 180_000, 84_000),
    "slow-4g": Throttle(170, 1_000_000, 500_000),
    "4g": Throttle(60, 4_000_000, 2_000_000),
}
"""Networks by name: latency and throughput as a page experiences them."""


class EmulationOptions(TypedDict, total=False):
    """The options of `Browser.new_context` and `Page.emulate`. None means the browser's own behaviour.

    `device`: a name in `DEVICES`; sets viewport, scale, mobile, touch and user agent, each of which can also be given.
    `viewport`: width and height in CSS px. `scale`: device pixels per CSS px. `mobile`: the meta viewport counts and
    scrollbars overlay. `touch`: touch events and `pointer: coarse`. `user_agent` carries its client hints. `locale` as
    in `de-DE` (formats, `navigator.language`, Accept-Language); `timezone` as in `Europe/Berlin`. `geolocation`:
    (latitude, longitude[, accuracy]). `throttle`: a name in `THROTTLES` or a `Throttle`. `headers` are added to every
    request. `credentials`: (username, password) for HTTP authentication. `mocks` answer requests in place of the server
    (see `Mock`).
    """

    device: str | None
    viewport: Sequence[int] | Mapping[str, int] | None
    scale: float | None
    mobile: bool | None
    touch: bool | None
    user_agent: str | None
    locale: str | None
    timezone: str | None
    color_scheme: ColorScheme | None
    reduced_motion: ReducedMotion | None
    forced_colors: ForcedColors | None
    contrast: Contrast | None
    media: Media | None
    geolocation: Geolocation | Sequence[float] | Mapping[str, float] | None
    offline: bool | None
    throttle: Throttle | str | Mapping[str, float] | None
    headers: Mapping[str, str] | None
    credentials: Credentials | Sequence[str] | Mapping[str, str] | None
    mocks: Sequence[Mock | Mapping[str, Any]] | None
    javascript: bool | None
    bypass_csp: bool | None
    ignore_https_errors: bool | None


EMULATION_OPTIONS: tuple[str, ...] = tuple(EmulationOptions.__annotations__)


class Emulation(msgspec.Struct, frozen=True):
    """One complete set of options; all None is the browser's own behaviour."""

    viewport: tuple[int, int] | None = None
    scale: float | None = None
    mobile: bool | None = None
    touch: bool | None = None
    user_agent: str | None = None
    locale: str | None = None
    timezone: str | None = None
    color_scheme: ColorScheme | None = None
    reduced_motion: ReducedMotion | None = None
    forced_colors: ForcedColors | None = None
    contrast: Contrast | None = None
    media: Media | None = None
    geolocation: Geolocation | None = None
    offline: bool | None = None
    throttle: Throttle | None = None
    headers: Mapping[str, str] | None = None
    credentials: Credentials | None = None
    mocks: tuple[Mock, ...] | None = None
    javascript: bool | None = None
    bypass_csp: bool | None = None
    ignore_https_errors: bool | None = None

    def __bool__(self) -> bool:
        return self != NO_EMULATION

    def changed(self, options: Mapping[str, Any]) -> Emulation:
        """A copy with some options changed. Raises `InvalidInput` for an unknown option or an invalid value."""
        refuse_unknown(options, EMULATION_OPTIONS)
        values: dict[str, Any] = {}
        if "device" in options:
            values |= _device(options["device"])
        for name, value in options.items():
            if name != "device":
                values[name] = None if value is None else _CHECKS[name](name, value)
        changed = msgspec.structs.replace(self, **values)
        if changed.mobile and changed.viewport is None:
            raise InvalidInput("mobile needs a viewport", hint="Give viewport=(width, height), or a device.")
        return changed


NO_EMULATION = Emulation()


def refuse_unknown(options: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raise `InvalidInput`, with the whole list and the nearest name, for an unknown option."""
    for name in options:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            raise InvalidInput(
                f"unknown option {name!r}; the options are: {', '.join(sorted(known))}",
                hint=f"Did you mean {near[0]}?" if near else "Use one of the options in the message.",
            )


def _device(name: str | None) -> dict[str, Any]:
    if name is None:
        return dict.fromkeys(("viewport", "scale", "mobile", "touch", "user_agent"))
    device = find_device(_text("device", name))
    return {
        "viewport": (device.width, device.height),
        "scale": device.scale,
        "mobile": device.mobile,
        "touch": device.touch,
        "user_agent": device.user_agent,
    }


def _wrong(name: str, value: object, wanted: str) -> InvalidInput:
    return InvalidInput(f"invalid {name} {value!r}", hint=f"Give {wanted}.")


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not value or not value.isprintable():
        raise _wrong(name, value, "one line of text")
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(name, value, "True or False")
    return value


def _scale(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 10:
        raise _wrong(name, value, "a number above 0, at most 10")
    return float(value)


def _viewport(name: str, value: Any) -> tuple[int, int]:
    wanted = "(width, height), two whole numbers of CSS px"
    given = _named(value)
    try:
        width, height = (given["width"], given["height"]) if given is not None else value
    except (TypeError, ValueError, KeyError):
        raise _wrong(name, value, wanted) from None
    for side in (width, height):
        if isinstance(side, bool) or not isinstance(side, int) or not 0 < side <= _LARGEST_SIDE:
            raise _wrong(name, value, wanted)
    return width, height


def _named(value: Any) -> dict[str, Any] | None:
    """A mapping as a dict; None for anything else."""
    try:
        return msgspec.convert(value, dict[str, Any], from_attributes=False)
    except msgspec.ValidationError:
        return None


def _locale(name: str, value: object) -> str:
    text = _text(name, value)
    if not _LOCALE.fullmatch(text):
        raise _wrong(name, value, "a language tag such as de-DE")
    return text.replace("_", "-")


def _timezone(name: str, value: object) -> str:
    text = _text(name, value)
    try:
        ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        # Without a time zone database the browser validates the name.
        if available_timezones():
            raise _wrong(name, value, "an IANA name such as Europe/Berlin") from None
    return text


def _throttle(name: str, value: Any) -> Throttle:
    wanted = f"one of {', '.join(THROTTLES)}, or Throttle(latency, download, upload)"
    if isinstance(value, str):
        if value not in THROTTLES:
            raise _wrong(name, value, wanted)
        return THROTTLES[value]
    throttle = _record(name, value, Throttle, wanted)
    if throttle.latency < 0:
        raise _wrong(name, value, "a latency of 0 or more")
    return throttle


def _geolocation(name: str, value: Any) -> Geolocation:
    place = _record(name, value, Geolocation, "(latitude, longitude) or (latitude, longitude, accuracy)")
    if not (-90 <= place.latitude <= 90 and -180 <= place.longitude <= 180 and place.accuracy >= 0):
        raise _wrong(name, value, "degrees on earth and an accuracy of 0 or more")
    return place


def _credentials(name: str, value: Any) -> Credentials:
    try:
        return _record(name, value, Credentials, "(username, password)")
    except InvalidInput:
        # The invalid value may contain the password, so it is not repeated.
        raise InvalidInput("invalid credentials", hint="Give (username, password).") from None


def _record(name: str, value: Any, kind: type[T], wanted: str) -> T:
    if isinstance(value, kind):
        return value
    fields = kind.__struct_fields__
    given = _named(value)
    if given is None:
        if isinstance(value, str):
            raise _wrong(name, value, wanted)
        try:
            parts: list[object] = list(value)
        except TypeError:
            raise _wrong(name, value, wanted) from None
        if len(parts) > len(fields):
            raise _wrong(name, value, wanted)
        given = dict(zip(fields, parts, strict=False))
    if given.keys() - set(fields):
        raise _wrong(name, value, wanted)
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError:
        raise _wrong(name, value, wanted) from None


def joined_headers(
    given: Mapping[str, str] | None, own: Mapping[str, str] | None
) -> Mapping[str, str] | None:
    """Headers of a context and of its page: all of them, with the page's where both have a name (in any case)."""
    if not given or not own:
        return own or given
    names = {name.lower() for name in own}
    return {name: value for name, value in given.items() if name.lower() not in names} | dict(own)


def _headers(name: str, value: Any) -> dict[str, str]:
    given = _named(value)
    if given is None:
        raise _wrong(name, value, "a mapping of names to values")
    for key, text in given.items():
        if not _HEADER.fullmatch(str(key)):
            raise _wrong(name, key, "header names as HTTP allows them")
        if not isinstance(text, str) or not (text.isprintable() or not text):
            raise InvalidInput(f"invalid value of header {key}", hint="Give one line of text.")
    return {str(key): str(text) for key, text in given.items()}


def _choice(*choices: str) -> Any:
    def check(name: str, value: object) -> str:
        if value not in choices:
            raise _wrong(name, value, f"one of {', '.join(choices)}")
        return str(value)

    return check


_CHECKS: dict[str, Any] = {
    "viewport": _viewport,
    "scale": _scale,
    "mobile": _flag,
    "touch": _flag,
    "user_agent": _text,
    "locale": _locale,
    "timezone": _timezone,
    "color_scheme": _choice(*get_args(ColorScheme)),
    "reduced_motion": _choice(*get_args(ReducedMotion)),
    "forced_colors": _choice(*get_args(ForcedColors)),
    "contrast": _choice(*get_args(Contrast)),
    "media": _choice(*get_args(Media)),
    "geolocation": _geolocation,
    "offline": _flag,
    "throttle": _throttle,
    "headers": _headers,
    "credentials": _credentials,
    "mocks": checked_mocks,
    "javascript": _flag,
    "bypass_csp": _flag,
    "ignore_https_errors": _flag,
}
