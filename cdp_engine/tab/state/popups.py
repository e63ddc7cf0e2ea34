"""The tabs and windows that a tab opened, matched by opener or by the address asked for (pure; fact 28)."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from cdp_engine.protocol import page, target

_KEPT_OPENINGS = 100
_KEPT_REQUESTS = 10
_IN_A_NEW_TAB = frozenset({"newTab", "newWindow"})
_LEAST_SIDE = 100
"""The least width and height that a browser gives a window, in CSS px."""
Size = tuple[int, int]


class Popups:
    """The reducer over `Target.targetCreated`; the last 100 are kept."""

    def __init__(self, opener: target.TargetID, on_change: Callable[[], None]) -> None:
        self._opener = opener
        self._on_change = on_change
        self._asked: deque[tuple[str, Size | None]] = deque(maxlen=_KEPT_OPENINGS)
        self._requested: deque[str] = deque(maxlen=_KEPT_REQUESTS)
        self._nameless: deque[target.TargetID] = deque(maxlen=_KEPT_REQUESTS)
        self._sizes: dict[target.TargetID, Size] = {}
        self.own: target.TargetInfo | None = None
        """The tab itself; its browser context is that of its popups."""
        self.known: OrderedDict[target.TargetID, target.TargetInfo] = OrderedDict()
        """The popups as they were when they appeared, oldest first; without an address yet, with the one asked for."""
        self._listeners: tuple[Callable[[target.TargetInfo], None], ...] = ()

    def asked(self, event: page.WindowOpen) -> None:
        """`Page.windowOpen`: the window that the page asks for; its target follows."""
        self._asked.append((event.url, wanted_size(event.window_features)))

    def requested(self, event: page.FrameRequestedNavigation) -> None:
        """`Page.frameRequestedNavigation`: a click with Control, Shift or the middle button asks for a new tab."""
        if event.disposition in _IN_A_NEW_TAB:
            self._requested.append(event.url)

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

    def created(self, event: target.TargetCreated | target.TargetInfoChanged) -> None:
        """`Target.targetCreated` and `Target.targetInfoChanged`, for any target of the browser."""
        info, new = event.target_info, isinstance(event, target.TargetCreated)
        opened = new and info.opener_id == self._opener
        if info.target_id in self.known or not (opened or self._is_requested(info, new=new)):
            return
        address, size = self._asked.popleft() if opened and self._asked else ("", None)
        self.known[info.target_id] = info if info.url else replace(info, url=address)
        if size is not None:
            self._sizes[info.target_id] = size
        while len(self.known) > _KEPT_OPENINGS:
            self._sizes.pop(self.known.popitem(last=False)[0], None)
        self._on_change()
        for callback in self._listeners:
            callback(info)

    def _is_requested(self, info: target.TargetInfo, *, new: bool) -> bool:
        """Whether a click on a link or form asked for this tab, which Chrome gives no opener, and its address late."""
        context = self.own.browser_context_id if self.own is not None else None
        if info.opener_id is not None or info.type != "page" or info.browser_context_id != context:
            return False
        if new and not info.url and self._requested:
            self._nameless.append(info.target_id)
        if info.url not in self._requested or not (new or info.target_id in self._nameless):
            return False
        self._requested.remove(info.url)
        return True


def wanted_size(features: Sequence[str]) -> Size | None:
    """The size in the features of `window.open`; None unless both sides are given."""
    given: dict[str, int] = {}
    for feature in features:
        name, _, value = feature.partition("=")
        if value.strip().isdecimal():
            given[name.strip().lower()] = int(value)
    width, height = given.get("width", 0), given.get("height", 0)
    return (max(width, _LEAST_SIDE), max(height, _LEAST_SIDE)) if width and height else None
