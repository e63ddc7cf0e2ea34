"""A websocket server of 127.0.0.1 for the length of a block."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator

from websockets.sync.server import ServerConnection, serve


@contextlib.contextmanager
def serving_sockets(answer: Callable[[ServerConnection], None]) -> Generator[int]:
    """Have each connection answered by a function, in a thread of its own; yields the port."""
    with serve(answer, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.socket.getsockname()[1]
        server.shutdown()
        thread.join()
