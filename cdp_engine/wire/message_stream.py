"""The interface of all transports."""

from __future__ import annotations

from typing import Protocol


class MessageStream(Protocol):
    """A two-way stream of whole messages. One task may send while another receives; never two of a kind."""

    def send_now(self, *messages: bytes) -> bool:
        """Write messages as far as that needs no waiting, while no task sends; return whether nothing is left.

        The next `send` writes what is left, and raises what went wrong: this never raises.
        """
        ...

    async def send(self, *messages: bytes) -> None:
        """Write what is left, then messages, one after the other.

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
