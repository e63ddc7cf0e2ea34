"""Messages to replies and events: typed calls, sessions and subscriptions over one connection.

In:  a `MessageStream`; commands and event types of `cdp_engine.protocol`.
Out: a typed reply or a typed error for every call, within its deadline; events in the order of the wire.

Pure: `envelope`, `payload`, `repair`, `refusal`, `pending`, `event_buffer`. One task reads and one writes
(`connection`). Never done here: decoding more of a message than its envelope before the rest is needed, waiting for a
subscriber, interpreting an event.
"""

from cdp_engine.rpc.connection import Connection, open_connection
from cdp_engine.rpc.reply import PendingReply
from cdp_engine.rpc.session import Session
from cdp_engine.rpc.stats import ConnectionStats
from cdp_engine.rpc.subscription import Subscription

__all__ = [
    "Connection",
    "ConnectionStats",
    "PendingReply",
    "Session",
    "Subscription",
    "open_connection",
]
