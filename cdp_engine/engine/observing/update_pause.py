"""When the update of a snapshot is not even tried: a try that fails costs CPU time beside the capture (CD-17). Pure."""

from __future__ import annotations

OTHER_DOCUMENTS = "other frames or documents"
FAILURES = 3
CAPTURES_BETWEEN = 8


class UpdatePause:
    """Counts the tries to update the snapshots of a page.

    After `FAILURES` in a row for one reason, `CAPTURES_BETWEEN` captures are made without a try; then one try follows,
    and as many captures again if it fails for the same reason. A success, another reason or another document ends this.
    """

    def __init__(self) -> None:
        self._document = ""
        self._reason = ""
        self._failures = 0
        self._left = 0

    def succeeded(self) -> None:
        """An update was made."""
        self._reason, self._failures, self._left = "", 0, 0

    def failed(self, reason: str) -> None:
        """An update was tried, and a capture is needed."""
        self._failures = self._failures + 1 if reason == self._reason else 1
        self._reason = reason
        self._left = CAPTURES_BETWEEN if self._failures >= FAILURES else 0

    def passed(self, document: str) -> str:
        """A changed page is captured without a try; returns the reason, as a try would have named it.

        `document`: the loader id of the main frame.
        """
        self._left = max(0, self._left - 1)
        return self._reason if document == self._document else OTHER_DOCUMENTS

    def holds(self, document: str) -> bool:
        """Whether the snapshot that is captured now will not be updated."""
        if document != self._document:
            self._document = document
            self.succeeded()
        return self._left > 0
