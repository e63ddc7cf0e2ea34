"""The websocket protocol without its socket: bytes in, messages and bytes to write out. Pure.

`websockets`' Sans-I/O client does the framing. No extension is offered (compression on loopback costs
more than it saves) and no Origin header is sent (Chrome refuses origins that no flag allows).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from urllib.parse import urlsplit, urlunsplit

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus, InvalidURI
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import WebSocketURI, parse_uri

from cdp_engine.errors import ConnectionFailed, InvalidEndpoint


def parse_websocket_url(url: str) -> WebSocketURI:
    """Take a ws:// or wss:// URL apart. Raises InvalidEndpoint when it is not one."""
    try:
        uri = parse_uri(url)
    except InvalidURI as error:
        raise InvalidEndpoint(f"{url!r} is not a websocket address: {error.msg}") from error
    except ValueError as error:  # ports and brackets that urllib refuses
        raise InvalidEndpoint(f"{url!r} is not a websocket address: {error}") from error
    if any(character.isspace() or ord(character) < 0x20 for character in url):
        raise InvalidEndpoint(f"{url!r} is not a websocket address: it contains white space")
    return uri


class WebSocketFrames:
    """One websocket connection, seen from the client's side."""

    def __init__(self, url: str, *, max_size: int, headers: Mapping[str, str] | None = None) -> None:
        self.uri = parse_websocket_url(url)
        parts = urlsplit(url)
        self.shown = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
        """The address as errors may show it: without a name and a password."""
        self._protocol = ClientProtocol(self.uri, max_size=max_size)
        self._fragments: list[bytes] = []
        self._messages: deque[bytes] = deque()
        request = self._protocol.connect()
        for name, value in (headers or {}).items():
            if name in request.headers:
                del request.headers[name]
            request.headers[name] = value
        self._protocol.send_request(request)

    # What comes in.

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes from the socket; `b""` is its end. Drain `outgoing()` afterwards."""
        if chunk:
            self._protocol.receive_data(chunk)
        else:
            self._protocol.receive_eof()
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._take(event)

    def _take(self, frame: Frame) -> None:
        # Binary frames are taken like text: what a message means is not judged here.
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        data = bytes(frame.data)
        if frame.fin and not self._fragments:
            self._messages.append(data)
            return
        self._fragments.append(data)
        if frame.fin:
            self._messages.append(b"".join(self._fragments))
            self._fragments.clear()

    def next_message(self) -> bytes | None:
        """Return the oldest whole message not yet taken, or None."""
        return self._messages.popleft() if self._messages else None

    # What goes out.

    def write(self, message: bytes) -> None:
        """Queue one message as a single text frame for `outgoing()`."""
        self._protocol.send_text(message)

    def write_close(self) -> None:
        """Queue the close frame, where one can still be sent."""
        if self.is_open:
            self._protocol.send_close(1000)

    def outgoing(self) -> list[bytes]:
        """Return what must be written to the socket now, in this order.

        The end-of-file marks of the protocol are left out: where it asks for one, the socket is closed.
        """
        return [data for data in self._protocol.data_to_send() if data]

    # Its state.

    @property
    def is_open(self) -> bool:
        """Whether the opening handshake is done and no closing one has begun."""
        return self._protocol.state is State.OPEN

    @property
    def is_finished(self) -> bool:
        """Whether the socket has come to its end."""
        return self._protocol.state is State.CLOSED

    def check_handshake(self) -> bool:
        """Return whether the opening handshake is done; raises ConnectionFailed when it went wrong."""
        failure = self._protocol.handshake_exc
        if failure is None:
            return self._protocol.state is not State.CONNECTING
        if isinstance(failure, InvalidStatus):
            answer = failure.response
            detail = " ".join(bytes(answer.body or b"").decode("utf-8", "replace").split())[:200]
            message = f"{self.shown} answered HTTP {answer.status_code} {answer.reason_phrase}".rstrip()
            raise ConnectionFailed(message + (f": {detail}" if detail else "")) from failure
        raise ConnectionFailed(f"{self.shown} does not speak websocket: {failure}") from failure

    def why_closed(self) -> str:
        """Say in one sentence why no more messages come."""
        protocol = self._protocol
        if protocol.close_rcvd is not None:
            reason = f" ({protocol.close_rcvd.reason})" if protocol.close_rcvd.reason else ""
            return f"the browser closed the websocket with code {int(protocol.close_rcvd.code)}{reason}"
        if protocol.parser_exc is not None and not isinstance(protocol.parser_exc, EOFError):
            return f"the websocket failed: {protocol.parser_exc}"
        return "the browser closed the websocket without a close frame"
