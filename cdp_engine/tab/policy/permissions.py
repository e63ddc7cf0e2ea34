"""Permissions of the sites of a context (CD-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from cdp_engine.errors import InvalidInput, ProtocolError
from cdp_engine.protocol import Command, browser
from cdp_engine.rpc import Session

Setting = Literal["granted", "denied", "prompt"]
SETTINGS: tuple[Setting, ...] = ("granted", "denied", "prompt")

_VARIANTS: dict[str, browser.PermissionDescriptor] = {
    "clipboard-write": browser.PermissionDescriptor(name="clipboard-write", allow_without_sanitization=False),
    "midi-sysex": browser.PermissionDescriptor(name="midi", sysex=True),
    "push": browser.PermissionDescriptor(name="push", user_visible_only=True),
}


def permission_settings(given: Mapping[str, str] | Iterable[str]) -> dict[str, Setting]:
    """Settings by name: a list of names is granted; a mapping has `granted`, `denied` or `prompt` for each (pure).

    Raises `InvalidInput` for any other setting.
    """
    if isinstance(given, str):
        return {given: "granted"}
    if not isinstance(given, Mapping):
        return dict.fromkeys(given, "granted")
    try:
        return msgspec.convert(given, dict[str, Setting])
    except msgspec.ValidationError as error:
        raise InvalidInput(
            f"invalid permissions: {error}", hint=f"Settings are {', '.join(SETTINGS)}."
        ) from error


class SitePermissions:
    """Sets the permissions of one context (`Browser.setPermission`)."""

    def __init__(self, root: Session, context: browser.BrowserContextID | None) -> None:
        self._root, self._context = root, context
        self._origins: dict[str, set[str]] = {}
        """The origins with a setting of their own, by permission: to the browser it outweighs that of all sites."""

    async def set(self, settings: Mapping[str, Setting], *, origin: str | None = None) -> None:
        """Set permissions for one origin, or for all, those included that had a setting of their own.

        Names are those of the web's Permissions API (`geolocation`, `notifications`, `clipboard-read`, …). Raises
        `InvalidInput` for a name that this browser does not support.
        """
        for name, setting in settings.items():
            origins = [origin] if origin is not None else [None, *sorted(self._origins.get(name, ()))]
            for one in origins:
                await self._set(name, setting, one)
            if origin is not None:
                self._origins.setdefault(name, set()).add(origin)

    async def reset(self) -> None:
        """Reset all permissions, so that sites must ask again."""
        await self._root.send(browser.reset_permissions(browser_context_id=self._context))
        self._origins.clear()

    async def _set(self, name: str, setting: Setting, origin: str | None) -> None:
        try:
            await self._root.send(_command(name, setting, origin, self._context))
        except ProtocolError as error:
            raise InvalidInput(
                f"the browser does not support the permission {name!r}: {error.reason}",
                hint="Use a name of the web's Permissions API, such as geolocation or clipboard-read.",
            ) from error


def _command(
    name: str, setting: Setting, origin: str | None, context: browser.BrowserContextID | None
) -> Command[None]:
    descriptor = _VARIANTS.get(name) or browser.PermissionDescriptor(name=name)
    return browser.set_permission(descriptor, setting, origin=origin, browser_context_id=context)
