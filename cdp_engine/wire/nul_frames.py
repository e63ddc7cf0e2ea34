"""Messages that end with a NUL byte, as on `--remote-debugging-pipe`. Pure."""

from __future__ import annotations

from collections import deque

NUL = b"\0"


def frame(*messages: bytes) -> bytes:
    """Return messages as they go onto the pipe. JSON text cannot contain a NUL, so none is escaped."""
    return NUL.join((*messages, b""))


class NulFrames:
    """Cuts a byte stream at its NUL bytes.

    Pieces of an unfinished message are kept apart and joined once, so a message of n bytes costs O(n)
    in however many pieces it comes.
    """

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._pieces: list[bytes] = []
        self._pending = 0
        self._messages: deque[bytes] = deque()

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes of the stream. Raises OverflowError when a message passes `max_size`."""
        *ends, rest = chunk.split(NUL)
        for end in ends:
            self._keep(end)
            self._messages.append(b"".join(self._pieces) if len(self._pieces) != 1 else self._pieces[0])
            self._pieces.clear()
            self._pending = 0
        self._keep(rest)

    def _keep(self, piece: bytes) -> None:
        self._pending += len(piece)
        if self._pending > self._max_size:
            raise OverflowError(f"the browser sent a message of more than {self._max_size} bytes")
        if piece:
            self._pieces.append(piece)

    def next_message(self) -> bytes | None:
        """Return the oldest whole message not yet taken, or None."""
        return self._messages.popleft() if self._messages else None

    @property
    def unfinished(self) -> int:
        """How many bytes of a message have come without its end."""
        return self._pending
