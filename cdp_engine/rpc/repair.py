"""Text that is not quite Unicode, made readable. Pure.

JavaScript strings may hold half of a surrogate pair. Chrome passes such a half on as three bytes that are
not valid UTF-8, or as a `\\ud83d` escape without its partner; strict decoders refuse the whole message
for either. The half becomes U+FFFD here, everything else stays as it is.
"""

from __future__ import annotations

import re

# Every backslash escape, so that an escaped backslash before "ud83d" is never taken for an escape.
_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    rb"|\\.",
    re.DOTALL,
)
_RAW_HALF = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def repair(payload: bytes) -> bytes | None:
    """Return `payload` (JSON) as valid UTF-8 without lone surrogates, or None when it is so already."""
    fixed = payload
    try:
        fixed.decode()
    except UnicodeDecodeError:
        fixed = _RAW_HALF.sub(REPLACEMENT.encode(), fixed)
        fixed = fixed.decode(errors="replace").encode()
    fixed = _ESCAPE.sub(lambda match: rb"\ufffd" if match["half"] else match[0], fixed)
    return None if fixed == payload else fixed
