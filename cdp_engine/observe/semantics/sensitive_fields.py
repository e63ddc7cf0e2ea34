"""Masks the contents of form fields whose purpose or text shows that they are credentials (VD-08). Pure.

Codes that come by message, card security codes, identity numbers and access tokens: by the hint of `autocomplete`, by
the field's own name, label and placeholder, or by the form of the text.
"""

from __future__ import annotations

import re

from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import Attributes

HIDDEN = "***"
_NAMING = ("name", "id", "aria-label", "placeholder", "data-testid")
_CODE = re.compile(
    r"\b(?:t?otp|2fa|mfa|two factor|passcode|pin(?! ?code)|cvv2?|cvc2?|csc)\b|\bone time\b|"
    r"\b(?:verification|security|authentication|auth|login|sms|access|confirmation|validation) ?(?:code|pin)\b|"
    r"\b(?:backup|recovery) ?codes?\b|\bcard security\b"
)
_TOKEN = re.compile(
    r"\b(?:api|access|auth|secret|private|bearer|refresh|session|webhook|signing|deploy|license) ?"
    r"(?:key|token|secret)s?\b|"
    r"\b(?:client|shared) ?secret\b|\btoken\b|\b(?:seed|recovery) ?(?:phrase|key)\b|\bapikey\b"
)
_IDENTITY = re.compile(
    r"\bpassport\b|\bssn\b|\bnin\b|\bbsn\b|\bcpf\b|\baadhaar\b|\biban\b|\bpersonnummer\b|"
    r"\b(?:national|tax|citizen|insurance|personal|social security|identity|identification|licen[cs]e) ?"
    r"(?:id|identity|identification|insurance|card|no|nr|number)\b|\bid (?:card|number|no)\b"
)
_SECRETS = re.compile(
    r"eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\b(?:sk|pk|rk)[-_](?:live[-_]|test[-_]|proj[-_]|ant[-_])?[\w-]{16,}|"
    r"\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abprs]-[\w-]{10,}|\bAKIA[0-9A-Z]{16}\b|"
    r"\bAIza[\w-]{30,}|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|$)"
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_LONGEST_CODE, _SHORTEST_TOKEN, _DIGITS_OF_IDENTITY = 12, 8, 5


def concealed(value: str, attributes: Attributes, label: str) -> str:
    """The contents of a field as they may be shown; `label` is its accessible name."""
    words = " ".join([label, *(read_text(attributes, name) for name in _NAMING)])
    if _is_sensitive(value, _plain(words)):
        return HIDDEN
    safe = _SECRETS.sub(HIDDEN, value)
    return _IBAN.sub(lambda found: HIDDEN if _is_iban(found[0]) else found[0], safe)


def _plain(words: str) -> str:
    """Names written in any way (`apiKey`, `api-key`, `API_KEY`) as words in lower case."""
    return re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", words)).lower()


def _is_sensitive(value: str, words: str) -> bool:
    one_word = not any(map(str.isspace, value.strip()))
    digits = sum(map(str.isdigit, value))
    if _CODE.search(words) and digits and len(value) <= _LONGEST_CODE:
        return True
    if _IDENTITY.search(words) and digits >= _DIGITS_OF_IDENTITY:
        return True
    return _TOKEN.search(words) is not None and (
        (one_word and len(value) >= _SHORTEST_TOKEN) or "phrase" in words
    )


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "")
    return int("".join(str(int(one, 36)) for one in plain[4:] + plain[:4])) % 97 == 1
