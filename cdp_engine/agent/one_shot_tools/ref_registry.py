"""The `@eN` refs of one snapshot: numbered depth first, good for one action (pure; AL-02)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cdp_engine.errors import UnknownRef

_WRITTEN = re.compile(r"@e\d+")


class ElementRegistry:
    """Maps the refs of the newest snapshot to the engine's own; every action forgets them all."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self.snapshot_id: str | None = None

    def __len__(self) -> int:
        return len(self._known)

    def register(self, snapshot_id: str, refs: Iterable[str]) -> dict[str, str]:
        """Number the elements of a new snapshot, given by their engine refs in order; the `@eN` of each.

        All refs of the snapshot before are forgotten.
        """
        own = {f"@e{number}": ref for number, ref in enumerate(refs)}
        self._known, self.snapshot_id = own, snapshot_id
        return {ref: name for name, ref in own.items()}

    def resolve(self, ref: str) -> str:
        """The engine's ref. Raises `UnknownRef` for one that is not of the newest snapshot, or was used up."""
        found = self._known.get(ref)
        if found is None:
            known = f"there are @e0 to @e{len(self._known) - 1}" if self._known else "none is valid now"
            raise UnknownRef(f"{ref} is not in the current snapshot; {known}")
        return found

    def invalidate(self) -> None:
        """Forget all refs."""
        self._known, self.snapshot_id = {}, None


def is_written(ref: str) -> bool:
    """Whether a text has the form of a ref."""
    return _WRITTEN.fullmatch(ref) is not None
