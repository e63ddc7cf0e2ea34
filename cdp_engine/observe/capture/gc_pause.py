"""Pauses the garbage collector while a page is read, which creates hundreds of thousands of long-lived objects.

Python would scan them repeatedly as they are created; the pause makes reading 1.2–2 times as fast.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Generator[None]:
    """Pause the cyclic garbage collector for a block without `await`, then restore its state.

    A collector that the program has switched off stays off. Blocks may be nested.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
