"""The last lines that a browser printed, in bounded memory (pure)."""

from __future__ import annotations

import re

NOISE = re.compile(r":(?:INFO|WARNING|VERBOSE\d*):|ERROR:(?:dbus/|.*(?:gcm|google_apis|viz|gpu|vaapi))")
"""Lines that healthy browsers print too: they would hide the one that says why it ended."""


class OutputTail:
    """Keeps the last `limit` bytes of what is fed."""

    def __init__(self, limit: int = 65536) -> None:
        self._limit = limit
        self._kept = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Add output, dropping the oldest beyond the limit."""
        self._kept += chunk
        if len(self._kept) > self._limit:
            del self._kept[: len(self._kept) - self._limit]

    @property
    def text(self) -> str:
        """All that is kept, as text."""
        return self._kept.decode("utf-8", "replace")

    def search(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first place in what is kept that matches."""
        return pattern.search(self.text)

    def last_causes(self, count: int) -> list[str]:
        """The last `count` relevant lines; noise only when there are no others."""
        lines = [line.strip() for line in self.text.splitlines() if line.strip()]
        return ([line for line in lines if not NOISE.search(line)] or lines)[-count:]
