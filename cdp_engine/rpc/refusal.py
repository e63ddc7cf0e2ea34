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
    """Return the error for the `error` member of a reply to `method`.

    A call to a session that is gone, and one that a crash ended, are distinguished from calls that the
    browser understood and refused.
    """
    try:
        refused = read(payload, Refusal, method, stats)
    except UnexpectedReply as error:
        return error
    if refused.code == SESSION_NOT_FOUND:
        return SessionDetached(f"{method}: the session has ended")
    if refused.message == CRASHED:
        return TargetCrashed(f"{method}: the target crashed")
    data = refused.data if refused.data is None or isinstance(refused.data, str) else json.dumps(refused.data)
    return ProtocolError(method, refused.code, refused.message, data=data)
