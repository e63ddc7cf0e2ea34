"""Removes the contents of secret fields while the browser's replies are read (VD-08).

`captureSnapshot` reports typed passwords in clear text and the DOM keeps `value=` attributes; both are dropped here.
"""

from __future__ import annotations

from cdp_engine.observe.model.columns import Attributes
from cdp_engine.observe.model.html_vocabulary import SECRET_AUTOCOMPLETE

DROPPED_ATTRIBUTES = frozenset(("srcdoc", "nonce"))
"""Attributes that may hold a whole page, secrets included, or a secret themselves."""


def is_secret(tag: str, attributes: Attributes) -> bool:
    """Whether an element is a field with secret contents."""
    if tag != "input":
        return False
    for position in range(0, len(attributes), 2):
        name = attributes[position]
        if name == "type":
            if attributes[position + 1].strip().lower() == "password":
                return True
        elif name == "autocomplete" and not SECRET_AUTOCOMPLETE.isdisjoint(
            attributes[position + 1].lower().split()
        ):
            return True
    return False


def without(attributes: Attributes, names: frozenset[str]) -> Attributes:
    """The attributes except some."""
    kept: Attributes = []
    for position in range(0, len(attributes), 2):
        if attributes[position] not in names:
            kept += attributes[position : position + 2]
    return kept


def cleaned(tag: str, attributes: Attributes) -> tuple[Attributes, bool]:
    """The attributes that may be kept, and whether the element is a secret field."""
    secret = is_secret(tag, attributes)
    if secret:
        # frameworks mirror the value under names of their own
        attributes = without(attributes, DROPPED_ATTRIBUTES | {"value", "data-value", "defaultvalue"})
    elif tag in ("iframe", "script", "style", "link"):
        attributes = without(attributes, DROPPED_ATTRIBUTES)
    return attributes, secret
