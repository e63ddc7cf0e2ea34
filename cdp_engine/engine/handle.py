"""The public objects and the internals behind them.

`Browser`, `Context` and `Page` have only the methods that a program uses. The rest is in their controllers, which
`controller_of` returns to the rooms below (`agent`, `serve`) and to tests.
"""

from __future__ import annotations

from typing import Generic, TypeVar

C = TypeVar("C")


class Handle(Generic[C]):
    """A public object with its controller."""

    def __init__(self, controller: C) -> None:
        self._controller = controller


class _Opened(Handle[C]):
    @staticmethod
    def controller(handle: Handle[C]) -> C:
        return handle._controller


def controller_of(handle: Handle[C]) -> C:
    """The internals of a `Browser`, a `Context` or a `Page`; not part of the public surface."""
    return _Opened[C].controller(handle)
