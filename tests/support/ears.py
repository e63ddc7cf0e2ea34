"""Ports that hear who connects: one for each name, and what was said first, so that a bare connection counts, too."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Generator

from anyio.from_thread import BlockingPortal, start_blocking_portal

_TRIES = 5
ANSWER = b"HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n"


class _Datagrams(asyncio.DatagramProtocol):
    """What came over UDP counts as said on a connection."""

    def __init__(self, heard: list[bytes]) -> None:
        self._heard = heard

    def datagram_received(self, data: bytes, addr: object) -> None:
        self._heard.append(data)


class Ears:
    """Opens the ports, and knows what they heard."""

    def __init__(self, thread: BlockingPortal) -> None:
        self._thread = thread
        self._heard: dict[str, list[bytes]] = {}
        self._servers: list[asyncio.Server] = []
        self._peers: list[asyncio.StreamWriter] = []
        self._datagrams: list[asyncio.DatagramTransport] = []

    def port(self, name: str, address: str = "127.0.0.1") -> int:
        """A new port under a name."""
        return self._thread.call(self._open, name, address)

    @property
    def connections(self) -> dict[str, list[bytes]]:
        """What was said first on each connection, by name; nothing: somebody connected and kept silent."""
        return {name: list(heard) for name, heard in self._heard.items() if heard}

    @property
    def requests(self) -> dict[str, list[bytes]]:
        """The same without the connections on which nobody spoke."""
        spoken = {name: [said for said in heard if said] for name, heard in self.connections.items()}
        return {name: said for name, said in spoken.items() if said}

    async def _open(self, name: str, address: str) -> int:
        heard = self._heard.setdefault(name, [])

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._peers.append(writer)
            place = len(heard)
            heard.append(b"")
            with contextlib.suppress(OSError):
                heard[place] = await reader.read(500)
                writer.write(ANSWER)
                await writer.drain()
            writer.close()

        loop = asyncio.get_running_loop()
        left = _TRIES
        while True:
            server = await asyncio.start_server(answer, address, 0)
            self._servers.append(server)
            port = int(server.sockets[0].getsockname()[1])
            left -= 1
            try:
                spoken, _ = await loop.create_datagram_endpoint(lambda: _Datagrams(heard), (address, port))
            except OSError:  # somebody speaks UDP from a port of this number
                if not left:
                    raise
                continue
            self._datagrams.append(spoken)
            return port

    def close(self) -> None:
        """Hear no more."""
        self._thread.call(self._end)

    async def _end(self) -> None:
        for server in self._servers:
            server.close()
        for spoken in self._datagrams:
            spoken.close()
        for peer in self._peers:
            peer.transport.abort()
        await asyncio.gather(*(peer.wait_closed() for peer in self._peers), return_exceptions=True)
        await asyncio.gather(*(server.wait_closed() for server in self._servers), return_exceptions=True)


@contextlib.contextmanager
def listening() -> Generator[Ears]:
    """Ears for the length of the block."""
    with start_blocking_portal("asyncio") as thread:
        ears = Ears(thread)
        try:
            yield ears
        finally:
            ears.close()
