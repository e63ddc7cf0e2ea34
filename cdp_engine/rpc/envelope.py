"""The envelope of a CDP message, without its contents. Pure.

A message is a reply (`id` with `result` or `error`) or an event (`method` with `params`), each with the
`sessionId` it belongs to. Only that is read here; the payload stays undecoded until a caller wants it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from cdp_engine.errors import InvalidInput

NOTHING = msgspec.Raw()


class Envelope(msgspec.Struct, gc=False):
    """A message as it arrived. Members that did not come are None or an empty payload."""

    id: int | None = None
    method: str | None = None
    session_id: str | None = msgspec.field(default=None, name="sessionId")
    result: msgspec.Raw = NOTHING
    error: msgspec.Raw = NOTHING
    params: msgspec.Raw = NOTHING


class Refusal(msgspec.Struct, gc=False):
    """The `error` member of a reply."""

    code: int = 0
    message: str = ""
    data: Any = None


class _Request(msgspec.Struct, omit_defaults=True):
    id: int
    method: str
    params: Mapping[str, Any] = {}
    session_id: str | None = msgspec.field(default=None, name="sessionId")


_decoder = msgspec.json.Decoder(Envelope)
_encoder = msgspec.json.Encoder()


def encode(call_id: int, method: str, params: Mapping[str, Any], session_id: str | None) -> bytes:
    """Write a call. Raises InvalidInput when a parameter cannot be JSON."""
    request = _Request(call_id, method, params, session_id)
    try:
        return _encoder.encode(request)
    except UnicodeEncodeError:
        # A lone surrogate from the page goes back to the page: JSON can carry it as an escape.
        return json.dumps(msgspec.to_builtins(request)).encode()
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidInput(f"{method}: a parameter cannot be sent: {error}") from error


# Beyond this size, and where msgspec refuses, only the two ends of a message are looked at. msgspec reads
# through the payload to find its end, which takes time, recurses, and fails on text that is not valid Unicode.
SCAN_LIMIT = 1 << 15


def decode(message: bytes) -> Envelope | None:
    """Read the envelope of a message, whatever its payload holds; None when it has none."""
    if len(message) <= SCAN_LIMIT:
        try:
            return _decoder.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
    return read_ends(message)


_SCALAR = rb'"(id|method|sessionId)"\s*:\s*(-?\d{1,18}|"[^"\\\x00-\x1f]*"|null)'
_MEMBER = re.compile(_SCALAR)
_HEAD = re.compile(rb"\s*\{\s*(?:(?:" + _SCALAR + rb')\s*,\s*)*"(result|error|params)"\s*:\s*')
_TAIL = re.compile(rb"((?:\s*,\s*(?:" + _SCALAR + rb"))*)\s*\}\s*\Z")
_TAIL_LENGTH = 512


def read_ends(message: bytes) -> Envelope | None:
    """Read the members before and after the one payload; what lies between is not looked at.

    In valid JSON, members that touch the closing brace of the message belong to the message: text
    that looked like them would have its quotes escaped.
    """
    head = _HEAD.match(message)
    if head is None:
        return None
    tail = _TAIL.search(message, max(head.end(), len(message) - _TAIL_LENGTH))
    if tail is None:
        return None
    fields: dict[bytes, bytes] = {}
    for members in (head[0], tail[1]):
        fields.update(_MEMBER.findall(members))
    try:
        envelope = msgspec.convert(
            {name.decode(): msgspec.json.decode(value) for name, value in fields.items()}, Envelope
        )
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    payload = msgspec.Raw(memoryview(message)[head.end() : tail.start()])
    setattr(envelope, head[head.lastindex or 0].decode(), payload)
    return envelope
