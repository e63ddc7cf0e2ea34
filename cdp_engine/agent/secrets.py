"""Secrets by name: a model writes `${secret:NAME}`, and only the page gets the value (EX-09).

A secret is bound to origins. It is accepted only in the parameter that a tool declares, and only for an element whose
own frame belongs to such an origin; all other calls are refused. `masked` removes every value from a text, in clear
text, in base64, as a URL or JSON or HTML would write it, and where a view has cut it short.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

from cdp_engine.errors import InvalidInput, NotAllowed
from cdp_engine.observe import SecretMemory, forms_of, without_beginnings

REFERENCE = re.compile(r"\$\{secret:([^}]*)\}")
SHORTEST = 4
_CUT = 6
"""The number of first characters of a value that are masked where a view has cut it short."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A value (never shown by `repr`) and the origins that it may be typed on, as in `https://shop.example`."""

    name: str
    value: str = field(repr=False)
    origins: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.value) < SHORTEST:
            raise InvalidInput(
                f"the secret {self.name!r} is shorter than {SHORTEST} characters: it cannot be masked"
            )
        if not self.origins:
            raise InvalidInput(f"the secret {self.name!r} is bound to no origin")
        for origin in self.origins:
            if origin_of(origin) != origin.lower():
                raise InvalidInput(f"{origin!r} is not an origin", hint="Write it as https://shop.example.")

    def may_go_to(self, url: str) -> bool:
        """Whether a document of that address may get it."""
        origin = origin_of(url)
        return origin is not None and origin in {known.lower() for known in self.origins}


class Vault:
    """The secrets that may be used in a workspace, and the passwords that were typed there."""

    def __init__(self, secrets: Iterable[Secret] = (), typed: SecretMemory | None = None) -> None:
        self._secrets: dict[str, Secret] = {}
        self.typed = typed if typed is not None else SecretMemory()
        """What the pages of the workspace were seen to hold in secret fields, typed by tools or by a person."""
        self.add(secrets)

    def add(self, secrets: Iterable[Secret]) -> None:
        """Add secrets; one with an existing name replaces it."""
        self._secrets |= {secret.name: secret for secret in secrets}
        forms = sorted(
            ((form, secret.name) for secret in self._secrets.values() for form in forms_of(secret.value)),
            key=lambda pair: len(pair[0]),
            reverse=True,
        )
        self._names = {form.casefold(): name for form, name in forms}
        parts = [re.escape(form) for form, _name in forms]
        self._whole = re.compile("|".join(parts), re.IGNORECASE) if parts else None
        self._cut = [
            (secret.value, secret.name) for secret in self._secrets.values() if len(secret.value) > _CUT
        ]

    def hide(self, password: str) -> None:
        """Mask a text that was typed into a secret field without being a named secret, as `typed` masks what it saw."""
        if not REFERENCE.search(password):
            self.typed.learn(password)

    @property
    def guards(self) -> bool:
        """Whether there is anything to mask."""
        return bool(self._secrets or self.typed.knows_any)

    @property
    def names(self) -> tuple[str, ...]:
        """The names a model may use."""
        return tuple(self._secrets)

    def named_in(self, text: str) -> list[str]:
        """The names that a text refers to, also those that do not exist."""
        return REFERENCE.findall(text)

    def filled(self, arguments: Mapping[str, Any], place: str, url: str) -> dict[str, Any]:
        """The arguments with values for names in the one called `place`, for a document of `url`.

        Raises `NotAllowed` for another parameter or another origin, `InvalidInput` for an unknown name.
        """
        rest = {name: value for name, value in arguments.items() if name != place}
        self.refuse_names_in(rest if place else arguments)
        return {**rest, place: self.entered(arguments.get(place), url)}

    def refuse_names_in(self, arguments: Mapping[str, Any]) -> None:
        """Raise `NotAllowed` where the name of a secret is in parameters that are not for text."""
        if self.named_in(json.dumps(arguments, ensure_ascii=False)):
            raise NotAllowed(
                "a secret is not allowed in this parameter",
                hint="Write it in the text of a tool that fills in or types.",
            )

    def entered(self, text: Any, url: str) -> Any:
        """A text, or a list of them, with values for names, for a document of `url`. Raises as `filled` does."""

        def value(match: re.Match[str]) -> str:
            secret = self._secrets.get(match[1])
            if secret is None:
                known = ", ".join(self._secrets) or "none"
                raise InvalidInput(f"there is no secret {match[1]!r}; there are: {known}")
            if not secret.may_go_to(url):
                raise NotAllowed(
                    f"the secret {secret.name} may not be typed on {origin_of(url) or 'this page'}"
                )
            return secret.value

        def filled(given: Any) -> Any:
            if isinstance(given, list):
                return [filled(one) for one in cast("list[Any]", given)]
            return REFERENCE.sub(value, given) if isinstance(given, str) else given

        return filled(text)

    def masked(self, text: str) -> str:
        """The text with all values masked."""
        if self._whole is not None:
            text = self._whole.sub(lambda match: f"[secret {self._names[match[0].casefold()]}]", text)
            for value, name in self._cut:
                text = without_beginnings(text, value, _CUT, f"[secret {name}]", cut=True)
        return self.typed.masked(text)

    def masked_data(self, data: Any) -> Any:
        """JSON-like data with all values masked, keys included."""
        if isinstance(data, str):
            return self.masked(data)
        if isinstance(data, Mapping):
            entries = cast("Mapping[Any, Any]", data).items()
            return {self.masked_data(key): self.masked_data(value) for key, value in entries}
        if isinstance(data, list | tuple):
            return [self.masked_data(item) for item in cast("Iterable[Any]", data)]
        return data

    def shows_in(self, text: str) -> bool:
        """Whether a value is in the text."""
        return self.masked(text) != text


def describe_secrets(names: Iterable[str]) -> str:
    """What a model reads of the secrets that it may use; empty where there are none."""
    named = ", ".join(f"${{secret:{name}}}" for name in names)
    return f"Secrets you may write where text is entered, exactly so: {named}." if named else ""


def origin_of(url: str) -> str | None:
    """Scheme, host and port of an address; None where it has no origin of its own (`about:`, `data:`, `blob:`)."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    try:
        port = parts.port
    except ValueError:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" if port in (None, usual) else f"{parts.scheme}://{host}:{port}"
