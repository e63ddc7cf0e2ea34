"""The client hints that go with a user agent, so that both agree (pure, CD-15)."""

from __future__ import annotations

import re

from cdp_engine.protocol import emulation

_CHROME = re.compile(r"\bChrome/(\d+)(\.[\d.]+)?")
_OPERATING_SYSTEMS = (
    ("Android", "Android", re.compile(r"Android (\d+)")),
    ("Windows", "Windows", None),
    ("CrOS", "Chrome OS", None),
    ("Macintosh", "macOS", re.compile(r"Mac OS X (\d+(?:[._]\d+)*)")),
    ("Linux", "Linux", None),
)
_MODEL = re.compile(r"Android [\d.]+; ([^);]+)")
_NAVIGATOR_PLATFORMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Linux armv81"),
    ("Windows", "Win32"),
    ("Macintosh", "MacIntel"),
    ("Linux", "Linux x86_64"),
)


def filled_in(user_agent: str, browser_product: str) -> str:
    """The user agent with `{chrome}` replaced by the browser's own major version (`Chrome/156.0.8078.79`)."""
    return user_agent.replace("{chrome}", browser_product.rpartition("/")[2].partition(".")[0])


def navigator_platform(user_agent: str) -> str | None:
    """`navigator.platform` of the system in the user agent; None for an unknown one."""
    return next((platform for sign, platform in _NAVIGATOR_PLATFORMS if sign in user_agent), None)


def client_hints(user_agent: str, *, mobile: bool) -> emulation.UserAgentMetadata | None:
    """The values of `Sec-CH-UA` and `navigator.userAgentData` for a Chrome with this user agent.

    None for other browsers: they send no such headers.
    """
    chrome = _CHROME.search(user_agent)
    if chrome is None:
        return None
    major, full = chrome[1], f"{chrome[1]}{chrome[2] or '.0.0.0'}"
    platform, version = _system(user_agent)
    model = _MODEL.search(user_agent) if platform == "Android" else None
    # The reduced user agent has K for every Android device.
    named = model[1].strip() if model is not None and model[1].strip() != "K" else ""
    is_mobile = mobile and "Mobile" in user_agent
    return emulation.UserAgentMetadata(
        brands=_brands(major, "99"),
        full_version_list=_brands(full, "99.0.0.0"),
        full_version=full,
        platform=platform,
        platform_version=version,
        architecture="" if platform == "Android" else "x86",
        bitness="" if platform == "Android" else "64",
        model=named,
        mobile=is_mobile,
        form_factors=["Mobile" if is_mobile else "Tablet" if platform == "Android" else "Desktop"],
        wow64=False,
    )


def _system(user_agent: str) -> tuple[str, str]:
    for sign, name, version in _OPERATING_SYSTEMS:
        if sign in user_agent:
            found = version.search(user_agent) if version is not None else None
            return name, found[1].replace("_", ".") if found is not None else ""
    return "Unknown", ""


def _brands(version: str, placeholder: str) -> list[emulation.UserAgentBrandVersion]:
    return [
        emulation.UserAgentBrandVersion(brand="Chromium", version=version),
        emulation.UserAgentBrandVersion(brand="Google Chrome", version=version),
        emulation.UserAgentBrandVersion(brand="Not?A_Brand", version=placeholder),
    ]
