"""The tabs and windows that a tab opened, matched by their opener (pure; fact 28)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from cdp_engine.protocol import target

_KEPT_OPENINGS = 100


class Popups:
    """The reducer over `Target.targetCreated`; the last 100 are kept."""

    def __init__(self, opener: target.TargetID, on_change: Callable[[], None]) -> None:
        self._opener = opener
        self._on_change = on_change
        self._known: OrderedDict[target.TargetID, target.TargetInfo] = OrderedDict()
        self._listeners: tuple[Callable[[target.TargetInfo], None], ...] = ()

    def all(self) -> tuple[target.TargetInfo, ...]:
        """Every known popup as it was when it appeared, oldest first."""
        return tuple(self._known.values())

    def opened(self, target_id: str) -> bool:
        """Whether a tab or window is one of them."""
        return target_id in self._known

    def listen(self, callback: Callable[[target.TargetInfo], None]) -> Callable[[], None]:
        """Have `callback` called with each new popup; returns a function that stops this."""
        self._listeners = (*self._listeners, callback)

        def remove() -> None:
            self._listeners = tuple(known for known in self._listeners if known is not callback)

        return remove

    def created(self, event: target.TargetCreated) -> None:
        """`Target.targetCreated`, for any target of the browser."""
        info = event.target_info
        if info.opener_id != self._opener or info.target_id in self._known:
            return
        self._known[info.target_id] = info
        while len(self._known) > _KEPT_OPENINGS:
            self._known.popitem(last=False)
        self._on_change()
        for callback in self._listeners:
            callback(info)
