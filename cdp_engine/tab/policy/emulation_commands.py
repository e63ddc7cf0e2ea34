"""The commands that change one session from one emulation to another, in order (pure, CD-15)."""

from __future__ import annotations

from typing import Any

from cdp_engine.protocol import Command, emulation, network, page, security
from cdp_engine.tab.policy.client_hints import client_hints, filled_in, navigator_platform
from cdp_engine.tab.policy.emulation import NO_EMULATION, Emulation, Throttle

_TOUCH_POINTS = 5
_METRICS = ("viewport", "scale", "mobile")
_AGENT = ("user_agent", "locale", "mobile")
_MEDIA = ("color_scheme", "reduced_motion", "forced_colors", "contrast", "media")
_NETWORK = ("offline", "throttle")
_FEATURES = {
    "color_scheme": "prefers-color-scheme",
    "reduced_motion": "prefers-reduced-motion",
    "forced_colors": "forced-colors",
    "contrast": "prefers-contrast",
}


def overrides(
    new: Emulation, *, kind: str, product: str, old: Emulation = NO_EMULATION
) -> list[Command[Any]]:
    """The commands that bring a session from `old` to `new`.

    `kind` is the target's type: options of a whole tab go to `page` alone, options of documents also to `iframe`;
    workers get the rest. `product` is the browser's own name and version.
    """

    def differ(names: tuple[str, ...]) -> bool:
        return any(getattr(new, name) != getattr(old, name) for name in names)

    commands: list[Command[Any]] = []
    if kind == "page":
        if differ(_METRICS):
            commands.append(_metrics(new))
        if differ(("ignore_https_errors",)):
            commands.append(security.set_ignore_certificate_errors(bool(new.ignore_https_errors)))
    if kind in ("page", "iframe"):
        if differ(("touch",)):
            commands.append(_touch(new))
        if differ(_MEDIA):
            commands.append(_media(new))
        if differ(("geolocation",)):
            commands.append(_geolocation(new))
        if differ(("javascript",)):
            commands.append(emulation.set_script_execution_disabled(new.javascript is False))
        if differ(("bypass_csp",)):
            commands.append(page.set_bypass_csp(bool(new.bypass_csp)))
    if differ(_AGENT):
        commands.append(_agent(new, product))
    if differ(("locale",)):
        commands.append(emulation.set_locale_override(locale=new.locale))
    if differ(("timezone",)):
        commands.append(emulation.set_timezone_override(new.timezone or ""))
    if differ(_NETWORK):
        commands.append(_network(new, kind))
    if differ(("headers",)):
        commands.append(network.set_extra_http_headers(dict(new.headers or {})))
    return commands


def _metrics(new: Emulation) -> Command[None]:
    if new.viewport is None and new.scale is None and not new.mobile:
        return emulation.clear_device_metrics_override()
    # 0 keeps the window's own size or scale.
    width, height = new.viewport or (0, 0)
    upright = height >= width
    return emulation.set_device_metrics_override(
        width,
        height,
        new.scale or 0,
        bool(new.mobile),
        screen_width=width or None,
        screen_height=height or None,
        screen_orientation=emulation.ScreenOrientation(
            type="portraitPrimary" if upright else "landscapePrimary", angle=0 if upright else 90
        )
        if new.mobile
        else None,
    )


def _touch(new: Emulation) -> Command[None]:
    return emulation.set_touch_emulation_enabled(
        bool(new.touch), max_touch_points=_TOUCH_POINTS if new.touch else None
    )


def _media(new: Emulation) -> Command[None]:
    features = [
        emulation.MediaFeature(name=feature, value=getattr(new, option) or "")
        for option, feature in _FEATURES.items()
    ]
    return emulation.set_emulated_media(media=new.media or "", features=features)


def _geolocation(new: Emulation) -> Command[None]:
    place = new.geolocation
    if place is None:
        return emulation.clear_geolocation_override()
    return emulation.set_geolocation_override(
        latitude=place.latitude, longitude=place.longitude, accuracy=place.accuracy
    )


def _agent(new: Emulation, product: str) -> Command[None]:
    agent = filled_in(new.user_agent or "", product)
    return emulation.set_user_agent_override(
        agent,
        accept_language=_languages(new.locale),
        platform=navigator_platform(agent) if agent else "",
        user_agent_metadata=client_hints(agent, mobile=new.mobile is not False) if agent else None,
    )


def _languages(locale: str | None) -> str:
    """The languages for `Accept-Language`: `de-DE` also accepts `de`."""
    if locale is None:
        return ""
    language = locale.partition("-")[0]
    return locale if language == locale else f"{locale},{language}"


def _network(new: Emulation, kind: str) -> Command[Any]:
    offline = bool(new.offline)
    throttle = new.throttle or Throttle()
    if kind in ("page", "iframe"):
        return network.emulate_network_conditions(
            offline, throttle.latency, throttle.download, throttle.upload
        )
    # Workers support only the newer command.
    rule = network.NetworkConditions(
        url_pattern="",
        latency=throttle.latency,
        download_throughput=throttle.download,
        upload_throughput=throttle.upload,
        offline=offline,
    )
    return network.emulate_network_conditions_by_rule([rule], offline=offline)
