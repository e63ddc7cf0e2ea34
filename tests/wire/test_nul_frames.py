"""A NUL-framed stream gives the same messages wherever its bytes are cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.wire.nul_frames import NulFrames, frame

MESSAGES = st.lists(st.binary(max_size=40).map(lambda data: data.replace(b"\0", b"-")), max_size=6)


def taken(frames: NulFrames) -> list[bytes]:
    messages: list[bytes] = []
    while (message := frames.next_message()) is not None:
        messages.append(message)
    return messages


@pytest.mark.req("EN-04")
@given(messages=MESSAGES, cuts=st.lists(st.integers(0, 260), max_size=12))
def test_cuts_do_not_matter(messages: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame, messages))
    places = sorted({0, len(stream), *(min(cut, len(stream)) for cut in cuts)})
    frames = NulFrames(1000)
    received: list[bytes] = []
    for start, end in pairwise(places):
        frames.feed(stream[start:end])
        received += taken(frames)
    assert received == messages
    assert frames.unfinished == 0


@pytest.mark.req("EN-04")
def test_every_single_cut() -> None:
    stream = frame(b'{"id":1}') + frame(b"") + frame('{"é":2}'.encode())
    for place in range(len(stream) + 1):
        frames = NulFrames(1000)
        frames.feed(stream[:place])
        early = taken(frames)
        frames.feed(stream[place:])
        assert early + taken(frames) == [b'{"id":1}', b"", '{"é":2}'.encode()], place


def test_an_unfinished_message_is_kept_and_counted() -> None:
    frames = NulFrames(1000)
    frames.feed(b"whole\0half")
    assert taken(frames) == [b"whole"]
    assert frames.unfinished == 4


def test_a_message_beyond_the_limit_is_refused_in_one_piece_or_in_many() -> None:
    frames = NulFrames(10)
    frames.feed(b"x" * 10 + b"\0")
    assert frames.next_message() == b"x" * 10
    with pytest.raises(OverflowError, match="more than 10 bytes"):
        frames.feed(b"x" * 11)
    frames = NulFrames(10)
    frames.feed(b"x" * 6)
    with pytest.raises(OverflowError, match="more than 10 bytes"):
        frames.feed(b"x" * 6 + b"\0")
