"""Removes the contents of secret fields while the browser's replies are read (VD-08).

`captureSnapshot` reports typed passwords in clear text and the DOM keeps `value=` attributes; both are dropped here.
`secret_memory` keeps in mind which fields were secret and what was typed into them.
"""

from __future__ import annotations

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import Attributes
from cdp_engine.observe.model.html_vocabulary import SECRET_AUTOCOMPLETE

VALUE_ATTRIBUTES = frozenset(("value", "data-value", "defaultvalue"))
"""Where a field's own attributes hold its value; frameworks mirror it under names of their own."""
DROPPED_ATTRIBUTES = frozenset(("srcdoc", "nonce"))
"""Attributes that may hold a whole page, secrets included, or a secret themselves."""

SENSITIVE_ATTRIBUTES = frozenset(
    f"{prefix}{name}"
    for prefix in ("", "data-")
    for name in ("password", "creditcard", "credit-card", "ssn", "cvv", "cvc")
)
"""Attributes by whose names a page says that their values are for nobody else."""


def is_secret(tag: str, attributes: Attributes) -> bool:
    """Whether an element is a field with secret contents."""
    if tag != "input":
        return False
    if read_text(attributes, "type").strip().lower() == "password":
        return True
    if _is_search_of_a_list(attributes):
        return False
    return not SECRET_AUTOCOMPLETE.isdisjoint(read_text(attributes, "autocomplete").lower().split())


def _is_search_of_a_list(attributes: Attributes) -> bool:
    """Whether a field searches a list: some call it a new password to keep the browser from filling it."""
    return (
        read_text(attributes, "role").strip().lower() == "combobox"
        or read_text(attributes, "autofill").strip().lower() == "no"
        or read_text(attributes, "aria-autocomplete").strip().lower() in ("list", "both")
    )


def without(attributes: Attributes, names: frozenset[str]) -> Attributes:
    """The attributes except some."""
    kept: list[str] = []
    for position in range(0, len(attributes), 2):
        if attributes[position] not in names:
            kept += attributes[position : position + 2]
    return tuple(kept)


def cleaned(tag: str, attributes: Attributes) -> tuple[Attributes, bool]:
    """The attributes that may be kept, and whether the element is a secret field."""
    secret = is_secret(tag, attributes)
    if secret:
        attributes = without(attributes, DROPPED_ATTRIBUTES | VALUE_ATTRIBUTES)
    elif tag in ("iframe", "script", "style", "link"):
        attributes = without(attributes, DROPPED_ATTRIBUTES)
    return attributes, secret


def readable_attributes(tag: str, attributes: Attributes) -> tuple[Attributes, bool]:
    """The attributes of an element as `cleaned` leaves them, without those whose names call them sensitive."""
    return cleaned(tag, without(attributes, SENSITIVE_ATTRIBUTES))
