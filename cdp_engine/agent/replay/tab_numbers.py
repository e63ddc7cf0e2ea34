"""Tabs by the order in which a recording, or its replay, met them (pure)."""

from __future__ import annotations

from collections.abc import Iterable


class TabNumbers:
    """The numbers of tabs in a file of steps: 1 is the tab in front at the beginning, each new one is the next.

    `there` are the workspace's own numbers at the beginning; those that were open before are not numbered.
    """

    def __init__(self, there: Iterable[int], front: int) -> None:
        self._foreign = set(there) - {front}
        self._order = [front]

    def see(self, there: Iterable[int]) -> None:
        """Number the tabs that opened since."""
        self._order += sorted(set(there) - self._foreign - set(self._order))

    def in_file(self, number: int) -> int | None:
        """The number in the file of a workspace's tab; None for one that was open before."""
        return self._order.index(number) + 1 if number in self._order else None

    def in_workspace(self, number: int) -> int | None:
        """The workspace's number of a tab of the file; None where it has not opened."""
        return self._order[number - 1] if 1 <= number <= len(self._order) else None
