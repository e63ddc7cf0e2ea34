"""What programs hold, and the plumbing behind it.

`Browser`, `Context` and `Page` have only what a program uses. What the rooms of the engine need of each other is in
their controllers; `controller_of` opens the way to one for the rooms below (`agent`, `serve`) and for tests.
"""

from __future__ import annotations

from typing import Generic, TypeVar

C = TypeVar("C")


class Handle(Generic[C]):
    """A public object with its controller behind it."""

    def __init__(self, controller: C) -> None:
        self._controller = controller


class _Opened(Handle[C]):
    @staticmethod
    def controller(handle: Handle[C]) -> C:
        return handle._controller


def controller_of(handle: Handle[C]) -> C:
    """The plumbing behind a `Browser`, a `Context` or a `Page`; no part of the public surface."""
    return _Opened[C].controller(handle)
