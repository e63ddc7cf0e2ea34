"""The websocket framing, driven by the server half of the same Sans-I/O library."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from cdp_engine.errors import ConnectionFailed, InvalidEndpoint
from cdp_engine.wire.websocket_frames import WebSocketFrames, parse_websocket_url

URL = "ws://127.0.0.1:9222/devtools/browser/1"


class Server:
    """The other end: what it reads, and the bytes it would write."""

    def __init__(self) -> None:
        self.protocol = ServerProtocol(max_size=None)
        self.request = b""
        self.received: list[tuple[Opcode, bytes]] = []

    def feed(self, chunks: list[bytes]) -> None:
        for chunk in chunks:
            self.protocol.receive_data(chunk)
        for event in self.protocol.events_received():
            if hasattr(event, "opcode"):
                self.received.append((event.opcode, bytes(event.data)))
            else:
                self.protocol.send_response(self.protocol.accept(event))

    def bytes_to_send(self) -> bytes:
        return b"".join(self.protocol.data_to_send())


def connected() -> tuple[WebSocketFrames, Server]:
    client, server = WebSocketFrames(URL, max_size=1 << 20), Server()
    server.feed(client.outgoing())
    assert not client.check_handshake()
    client.feed(server.bytes_to_send())
    assert client.check_handshake()
    return client, server


def taken(frames: WebSocketFrames) -> list[bytes]:
    messages: list[bytes] = []
    while (message := frames.next_message()) is not None:
        messages.append(message)
    return messages


@pytest.mark.req("EN-03")
def test_the_request_offers_no_extension_and_names_no_origin() -> None:
    request = b"".join(WebSocketFrames(URL, max_size=1000).outgoing()).lower()
    assert request.startswith(b"get /devtools/browser/1 http/1.1\r\n")
    assert b"host: 127.0.0.1:9222\r\n" in request
    assert b"origin" not in request
    assert b"extensions" not in request


@pytest.mark.req("EN-03")
@given(
    messages=st.lists(st.lists(st.binary(max_size=200), min_size=1, max_size=3), max_size=5),
    cuts=st.lists(st.integers(0, 1500), max_size=12),
)
def test_cuts_and_fragments_do_not_matter(messages: list[list[bytes]], cuts: list[int]) -> None:
    client, server = connected()
    for fragments in messages:
        server.protocol.send_text(fragments[0], fin=len(fragments) == 1)
        for fragment in fragments[1:-1]:
            server.protocol.send_continuation(fragment, fin=False)
            server.protocol.send_ping(b"between fragments")
        if len(fragments) > 1:
            server.protocol.send_continuation(fragments[-1], fin=True)
    stream = server.bytes_to_send()
    places = sorted({0, len(stream), *(min(cut, len(stream)) for cut in cuts)})
    received: list[bytes] = []
    for start, end in pairwise(places):
        client.feed(stream[start:end])
        received += taken(client)
    assert received == [b"".join(fragments) for fragments in messages]


@pytest.mark.req("EN-03")
def test_every_single_cut_of_handshake_and_messages() -> None:
    for place in range(1, 400):
        client, server = WebSocketFrames(URL, max_size=1 << 20), Server()
        server.feed(client.outgoing())
        server.protocol.send_text(b'{"id":1}')
        server.protocol.send_text(b"x" * 130)
        stream = server.bytes_to_send()
        if place >= len(stream):
            return
        client.feed(stream[:place])
        client.feed(stream[place:])
        assert client.check_handshake()
        assert taken(client) == [b'{"id":1}', b"x" * 130], place
    pytest.fail("the stream is longer than the cuts that were tried")


def test_messages_go_out_as_whole_text_frames() -> None:
    client, server = connected()
    client.write(b'{"id":1}')
    client.write(b"x" * 70_000)
    server.feed(client.outgoing())
    assert server.received == [(Opcode.TEXT, b'{"id":1}'), (Opcode.TEXT, b"x" * 70_000)]


def test_a_binary_frame_is_a_message_too() -> None:
    client, server = connected()
    server.protocol.send_binary(b'{"id":1}')
    client.feed(server.bytes_to_send())
    assert taken(client) == [b'{"id":1}']


def test_a_ping_is_answered_with_its_own_payload() -> None:
    client, server = connected()
    server.protocol.send_ping(b"are you there")
    client.feed(server.bytes_to_send())
    server.feed(client.outgoing())
    assert server.received == [(Opcode.PONG, b"are you there")]
    assert taken(client) == []


def test_a_close_is_echoed_and_explained() -> None:
    client, server = connected()
    server.protocol.send_text(b"last words")
    server.protocol.send_close(1001, "target went away")
    client.feed(server.bytes_to_send())
    server.feed(client.outgoing())
    assert server.protocol.close_rcvd is not None
    assert taken(client) == [b"last words"]
    assert not client.is_open
    assert client.why_closed() == "the browser closed the websocket with code 1001 (target went away)"


def test_our_close_reaches_the_other_side_once() -> None:
    client, server = connected()
    client.write_close()
    client.write_close()
    server.feed(client.outgoing())
    client.feed(server.bytes_to_send())
    client.feed(b"")
    assert server.protocol.state is State.CLOSED or server.protocol.close_rcvd is not None
    assert client.is_finished


def test_an_end_without_close_is_explained() -> None:
    client, server = connected()
    server.protocol.send_text(b"x" * 500)
    client.feed(server.bytes_to_send()[:100])
    client.feed(b"")
    assert taken(client) == []
    assert client.why_closed() == "the browser closed the websocket without a close frame"


def test_a_message_beyond_the_limit_is_refused_and_explained() -> None:
    client, server = connected()
    server.protocol.send_text(b"x" * ((1 << 20) + 1))
    client.feed(server.bytes_to_send())
    assert taken(client) == []
    assert not client.is_open
    assert "exceeds limit" in client.why_closed()


def test_garbage_after_the_handshake_is_explained() -> None:
    client, _ = connected()
    client.feed(b"\xff\xff\xff\xff")
    assert not client.is_open
    assert client.why_closed().startswith("the websocket failed: ")


@pytest.mark.parametrize(
    ("answer", "reported"),
    [
        (
            b"HTTP/1.1 404 Not Found\r\nContent-Length: 18\r\n\r\nNo such target: 1\n",
            "answered HTTP 404 Not Found: No such target: 1",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "answered HTTP 200 OK"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "does not speak websocket"),
        (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", "does not speak websocket"),
        (b"", "does not speak websocket"),
    ],
)
def test_a_failed_handshake_is_explained(answer: bytes, reported: str) -> None:
    client = WebSocketFrames(URL.replace("://", "://name:secret@"), max_size=1000)
    client.outgoing()
    client.feed(answer)
    with pytest.raises(ConnectionFailed, match=reported) as raised:
        client.check_handshake()
    assert URL in raised.value.message


@pytest.mark.parametrize(
    "url",
    [
        "",
        "127.0.0.1:9222",
        "http://127.0.0.1:9222/",
        "ws://",
        "ws://127.0.0.1:99999/",
        "ws://127.0.0.1:port/",
        "ws://[::1/",
        "ws://127.0.0.1/#part",
        "ws://127.0.0.1/a b",
        "ws://127.0.0.1/a\r\nHost: other",
        "ws://user@127.0.0.1/",
    ],
)
def test_a_malformed_address_is_an_invalid_endpoint(url: str) -> None:
    with pytest.raises(InvalidEndpoint):
        parse_websocket_url(url)
