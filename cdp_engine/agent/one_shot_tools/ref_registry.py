"""The `@eN` refs of one snapshot: numbered depth first, good for one action (pure; AL-02)."""

from __future__ import annotations

from collections.abc import Iterable

from cdp_engine.errors import UnknownRef

ONE_ACTION = "Refs are good for one action: use one of the newest snapshot."


class ElementRegistry:
    """Maps the refs of the newest snapshot to the engine's own; every action invalidates them all."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self.snapshot_id: str | None = None

    def __len__(self) -> int:
        return len(self._known)

    def register(self, snapshot_id: str, refs: Iterable[str]) -> dict[str, str]:
        """Number the elements of a new snapshot, given by their engine refs in order; the `@eN` of each.

        All refs of earlier snapshots become invalid.
        """
        self._known = {f"@e{number}": ref for number, ref in enumerate(refs)}
        self.snapshot_id = snapshot_id
        return {ref: name for name, ref in self._known.items()}

    def list_refs(self) -> list[str]:
        """The refs that are valid now, in the order of the snapshot."""
        return list(self._known)

    def resolve(self, ref: str) -> str:
        """The engine's ref. Raises `UnknownRef` for one that is not of the newest snapshot, or was used up."""
        found = self._known.get(ref)
        if found is None:
            raise UnknownRef(f"{ref} is not a ref of the newest snapshot", hint=ONE_ACTION)
        return found

    def invalidate(self) -> None:
        """Invalidate all refs."""
        self._known, self.snapshot_id = {}, None
