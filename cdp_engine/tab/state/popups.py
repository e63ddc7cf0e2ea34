"""The tabs and windows that a tab opened, matched by their opener (pure; fact 28)."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence

from cdp_engine.protocol import page, target

_KEPT_OPENINGS = 100
_LEAST_SIDE = 100
"""The least width and height that a browser gives a window, in CSS px."""
Size = tuple[int, int]


class Popups:
    """The reducer over `Target.targetCreated`; the last 100 are kept."""

    def __init__(self, opener: target.TargetID, on_change: Callable[[], None]) -> None:
        self._opener = opener
        self._on_change = on_change
        self._asked: deque[Size | None] = deque(maxlen=_KEPT_OPENINGS)
        self._sizes: dict[target.TargetID, Size] = {}
        self.known: OrderedDict[target.TargetID, target.TargetInfo] = OrderedDict()
        """The popups as they were when they appeared, oldest first."""
        self._listeners: tuple[Callable[[target.TargetInfo], None], ...] = ()

    def asked(self, event: page.WindowOpen) -> None:
        """`Page.windowOpen`: the window that the page asks for; its target follows."""
        self._asked.append(wanted_size(event.window_features))

    def size(self, target_id: target.TargetID) -> Size | None:
        """The width and height in CSS px that `window.open` asked for."""
        return self._sizes.get(target_id)

    def opened(self, target_id: str) -> bool:
        """Whether a tab or window is one of them."""
        return target_id in self.known

    def listen(self, callback: Callable[[target.TargetInfo], None]) -> Callable[[], None]:
        """Have `callback` called with each new popup; returns a function that stops this."""
        self._listeners = (*self._listeners, callback)

        def remove() -> None:
            self._listeners = tuple(known for known in self._listeners if known is not callback)

        return remove

    def created(self, event: target.TargetCreated) -> None:
        """`Target.targetCreated`, for any target of the browser."""
        info = event.target_info
        if info.opener_id != self._opener or info.target_id in self.known:
            return
        self.known[info.target_id] = info
        size = self._asked.popleft() if self._asked else None
        if size is not None:
            self._sizes[info.target_id] = size
        while len(self.known) > _KEPT_OPENINGS:
            self._sizes.pop(self.known.popitem(last=False)[0], None)
        self._on_change()
        for callback in self._listeners:
            callback(info)


def wanted_size(features: Sequence[str]) -> Size | None:
    """The size in the features of `window.open`; None unless both sides are given."""
    given: dict[str, int] = {}
    for feature in features:
        name, _, value = feature.partition("=")
        if value.strip().isdecimal():
            given[name.strip().lower()] = int(value)
    width, height = given.get("width", 0), given.get("height", 0)
    return (max(width, _LEAST_SIDE), max(height, _LEAST_SIDE)) if width and height else None
