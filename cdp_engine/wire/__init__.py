"""Bytes to messages: the two transports of Chromium.

In:  the bytes of a socket, cut anywhere.
Out: whole messages as `bytes`, in order; `ConnectionLost` once, when there are no more.

The framing (`nul_frames`, `websocket_frames`) is pure; `pipe` and `websocket` do the I/O around it.
Never done here: reading the contents of a message, retrying, storing messages.
"""

from cdp_engine.wire.message_stream import MessageStream
from cdp_engine.wire.pipe import open_pipe
from cdp_engine.wire.websocket import open_websocket

__all__ = ["MessageStream", "open_pipe", "open_websocket"]
