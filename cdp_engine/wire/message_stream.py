"""The interface of all transports."""

from __future__ import annotations

from typing import Protocol


class MessageStream(Protocol):
    """A two-way stream of whole messages. One task may send while another receives; never two of a kind."""

    async def send(self, *messages: bytes) -> None:
        """Write messages, one after the other, at once where the transport can.

        A send that was cancelled half-way leaves the stream unusable for further sends: the peer
        would read two messages as one.

        Raises ConnectionLost when the peer has gone.
        """
        ...

    async def receive(self) -> bytes:
        """Return the next whole message. May be cancelled at any time without losing a byte.

        Raises ConnectionLost when there are no more messages, now and at every later call.
        """
        ...

    async def aclose(self) -> None:
        """Close the transport, within a bounded time; closing twice is allowed."""
        ...
