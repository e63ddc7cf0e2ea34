"""What a page has begun since a step in a list: a request to its server, or a way to another address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from cdp_engine.tab import Tab


class PageWork:
    """The work of a page since the last step that was noted."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self.note_step()

    def note_step(self) -> None:
        """Count from now on."""
        self._asked, self._url = self._tab.network.mark(), self._tab.frames.main.url

    def has_asked(self) -> bool:
        """Whether the page has asked its server since."""
        return bool(self._tab.network.since(self._asked))

    def awaits_answer(self) -> bool:
        """Whether the page has asked its server since, and the answer has not come."""
        now = anyio.current_time()
        network = self._tab.network
        return any(one.pending and network.is_blocking(one, now) for one in network.since(self._asked))

    def goes_on(self) -> bool:
        """Whether the page may show only later what the step did: it awaits an answer, or has another address."""
        return self.awaits_answer() or self._url != self._tab.frames.main.url
