"""Error replies to typed errors. Pure."""

from __future__ import annotations

import json

import msgspec

from cdp_engine.errors import EngineError, ProtocolError, SessionDetached, TargetCrashed, UnexpectedReply
from cdp_engine.rpc.envelope import Refusal
from cdp_engine.rpc.payload import read
from cdp_engine.rpc.stats import ConnectionStats

SESSION_NOT_FOUND = -32001
CRASHED = "Target crashed"


def refusal(method: str, payload: msgspec.Raw, stats: ConnectionStats) -> EngineError:
    """Return the error that the `error` member of a reply to `method` stands for.

    A call to a session that is gone, and one that a crash ended, are told apart from calls that the
    browser understood and refused.
    """
    try:
        told = read(payload, Refusal, method, stats)
    except UnexpectedReply as error:
        return error
    if told.code == SESSION_NOT_FOUND:
        return SessionDetached(f"{method}: the session has ended")
    if told.message == CRASHED:
        return TargetCrashed(f"{method}: the target crashed")
    data = told.data if told.data is None or isinstance(told.data, str) else json.dumps(told.data)
    return ProtocolError(method, told.code, told.message, data=data)
