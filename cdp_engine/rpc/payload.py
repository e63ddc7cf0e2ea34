"""Undecoded payloads to typed values. Pure."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec

from cdp_engine.errors import UnexpectedReply
from cdp_engine.protocol import decode_lenient
from cdp_engine.rpc.repair import repair
from cdp_engine.rpc.stats import ConnectionStats

T = TypeVar("T")


@cache
def _decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shape)


def read(payload: msgspec.Raw, shape: type[T], what: str, stats: ConnectionStats) -> T:
    """Decode `payload` as `shape`; `what` names the method or event it came with.

    Lone surrogates and other invalid bytes are replaced by U+FFFD and counted.

    Raises UnexpectedReply when the payload does not have the shape, or is nested too deeply.
    """
    data: msgspec.Raw | bytes = payload if memoryview(payload).nbytes else b"{}"
    try:
        return _decoder(shape).decode(data)
    except RecursionError as error:
        raise UnexpectedReply(f"{what}: the reply is nested too deeply to be decoded") from error
    except msgspec.ValidationError:
        return _read_leniently(data, shape, what)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        repaired = repair(bytes(data))
        if repaired is None:
            raise UnexpectedReply(f"{what}: {error}") from error
        stats.repaired_messages += 1
    try:
        return _decoder(shape).decode(repaired)
    except msgspec.ValidationError:
        return _read_leniently(repaired, shape, what)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnexpectedReply(f"{what}: {error}") from error


def _read_leniently(data: msgspec.Raw | bytes, shape: type[T], what: str) -> T:
    """Browsers write null for infinite numbers, also where the protocol promises a number."""
    try:
        return decode_lenient(data, shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnexpectedReply(f"{what}: {error}") from error
