"""The envelope is read whatever the payload holds; both ways of reading it agree."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.errors import InvalidInput
from cdp_engine.rpc import envelope as module
from cdp_engine.rpc.envelope import Envelope, decode, encode

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8) | st.just("sessionId"), inner, max_size=4)
    ),
    max_leaves=12,
)
SESSIONS = st.text("0123456789ABCDEF", min_size=1, max_size=32)


def reported(envelope: Envelope | None) -> dict[str, Any] | None:
    """The envelope with its payloads decoded, for comparison."""
    if envelope is None:
        return None
    payloads = {name: bytes(getattr(envelope, name)) for name in ("result", "error", "params")}
    return {
        "id": envelope.id,
        "method": envelope.method,
        "sessionId": envelope.session_id,
        **{name: json.loads(payload) for name, payload in payloads.items() if payload},
    }


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    payload = draw(st.sampled_from(["result", "error", "params"]))
    members: dict[str, Any] = {payload: draw(JSON)}
    if payload == "params":
        members["method"] = draw(st.sampled_from(["Page.loadEventFired", "X.y"]))
    else:
        members["id"] = draw(st.integers(0, 2**40))
    if draw(st.booleans()):
        members["sessionId"] = draw(SESSIONS)
    names = draw(st.permutations(sorted(members)))
    return {name: members[name] for name in names}


@pytest.mark.req("EN-03", "EN-04")
@given(message=messages(), spaced=st.booleans(), ascii_only=st.booleans())
def test_both_ways_of_reading_agree(message: dict[str, Any], spaced: bool, ascii_only: bool) -> None:
    text = json.dumps(message, separators=(", ", " : ") if spaced else (",", ":"), ensure_ascii=ascii_only)
    data = text.encode()
    expected = {"id": None, "method": None, "sessionId": None, **message}
    assert reported(decode(data)) == expected
    assert reported(module.read_ends(data)) == expected


@given(
    data=st.binary(max_size=60)
    | st.text('{}[]":,\\ idresultparamsmethodsessionId019', max_size=80).map(str.encode)
)
def test_garbage_never_raises(data: bytes) -> None:
    decode(data)
    module.read_ends(data)


@pytest.mark.parametrize("depth", [400, 1000, 3000, 200_000])
@pytest.mark.parametrize("order", ["last", "first"])
def test_depth_does_not_matter(depth: int, order: str) -> None:
    payload = b'{"a":[' * depth + b"]}" * depth
    if order == "last":
        message = b'{"id":7,"result":' + payload + b',"sessionId":"S"}'
    else:
        message = b'{"sessionId":"S","id":7,"result":' + payload + b"}"
    envelope = decode(message)
    assert envelope is not None
    assert (envelope.id, envelope.session_id) == (7, "S")
    assert bytes(envelope.result) == payload


@pytest.mark.parametrize("text", [b"\\ud800", b"\xed\xa0\x80", b"\xff", b"\\uZZZZ"])
@pytest.mark.parametrize("padding", [0, module.SCAN_LIMIT])
def test_text_that_is_no_unicode_does_not_matter(text: bytes, padding: int) -> None:
    payload = b'{"value":"' + b"x" * padding + text + b'"}'
    envelope = decode(b'{"id":7,"result":' + payload + b',"sessionId":"S"}')
    assert envelope is not None
    assert (envelope.id, envelope.session_id) == (7, "S")
    assert bytes(envelope.result) == payload


@pytest.mark.parametrize(
    "payload",
    [
        b'{"sessionId":"inner"}',
        b'{"text":"\\",\\"sessionId\\":\\"inner\\"}"}',
        b'[{"id":8},{"sessionId":"inner"}]',
        b'"\\",\\"id\\":8"',
        b"8",
    ],
)
def test_members_inside_the_payload_are_not_the_envelopes(payload: bytes) -> None:
    for message in (b'{"id":7,"result":' + payload + b"}", b'{"result":' + payload + b',"id":7}'):
        for read in (decode, module.read_ends):
            envelope = read(message)
            assert envelope is not None
            assert (envelope.id, envelope.session_id, bytes(envelope.result)) == (7, None, payload)


def test_the_payload_of_a_large_message_is_not_copied() -> None:
    message = b'{"id":1,"result":"' + b"x" * (1 << 20) + b'"}'
    holders = sys.getrefcount(message)
    envelope = decode(message)
    assert envelope is not None
    assert sys.getrefcount(message) > holders
    assert len(memoryview(envelope.result)) == (1 << 20) + 2


@pytest.mark.parametrize(
    "message",
    [b"", b"garbage", b"[]", b"5", b'{"id":1,"result":{"cut":', b'{"id":"one"}', b'{"id":1,"sessionId":5}'],
)
def test_what_has_no_envelope(message: bytes) -> None:
    assert decode(message) is None


def test_members_that_we_do_not_know_do_not_matter() -> None:
    envelope = decode(b'{"id":1,"future":{"a":1},"result":{"b":2},"more":[]}')
    assert envelope is not None
    assert (envelope.id, bytes(envelope.result)) == (1, b'{"b":2}')


def test_a_call_is_written_with_only_what_it_has() -> None:
    assert json.loads(encode(1, "A.b", {}, None)) == {"id": 1, "method": "A.b"}
    assert json.loads(encode(2, "A.b", {"x": [1]}, "S")) == {
        "id": 2,
        "method": "A.b",
        "params": {"x": [1]},
        "sessionId": "S",
    }


def test_a_lone_surrogate_can_be_sent() -> None:
    message = encode(1, "A.b", {"text": "\ud800é"}, None)
    assert json.loads(message)["params"] == {"text": "\ud800é"}
    assert message.isascii()


@pytest.mark.parametrize("value", [object(), {1j: 1}])
def test_a_parameter_that_is_no_json_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput, match=r"A\.b: a parameter cannot be sent"):
        encode(1, "A.b", {"x": value}, None)
