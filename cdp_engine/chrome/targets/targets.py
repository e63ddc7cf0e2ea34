"""Every target of the browser as its Target.* events report it: events in, one table out (pure).

Ids of frames recur: an iframe that moves into its parent's process and out again is destroyed and created with the same
id. So the table does not remember removed targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

import msgspec

from cdp_engine.protocol import Event, target

TARGET_EVENTS = (
    target.TargetCreated,
    target.TargetInfoChanged,
    target.TargetDestroyed,
    target.TargetCrashed,
)
"""The events that `Target.setDiscoverTargets` brings and that a TargetTree reads."""


class Change(Enum):
    """The kind of a change."""

    APPEARED = "appeared"
    CHANGED = "changed"
    CRASHED = "crashed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class TargetChange:
    """One change of the tree: the target's new state, or its last one when it is gone."""

    kind: Change
    info: target.TargetInfo


class TargetTree:
    """The known targets by id, in order of appearance; parents are linked by id and may be unknown.

    Addresses are current. Titles are not: Chrome reports a new title only together with another change, so
    ask the page, or `Target.getTargetInfo`.
    """

    def __init__(self) -> None:
        self._known: dict[target.TargetID, target.TargetInfo] = {}
        self._crashed: dict[target.TargetID, str] = {}

    def apply(self, event: Event) -> TargetChange | None:
        """Apply one event. None when nothing changed."""
        match event:
            case target.TargetCreated() | target.TargetInfoChanged():
                return self._learn(event.target_info)
            case target.AttachedToTarget():
                # an attach reports the same, and may be the first to report it
                return self._learn(event.target_info)
            case target.TargetCrashed():
                return self._crash(event.target_id, event.status)
            case target.TargetDestroyed():
                self._crashed.pop(event.target_id, None)
                info = self._known.pop(event.target_id, None)
                return None if info is None else TargetChange(Change.GONE, info)
            case _:
                return None

    def note_alive(self, target_id: target.TargetID) -> None:
        """A target has answered: no event reports that a crashed one was loaded again at the same address."""
        self._crashed.pop(target_id, None)

    def __len__(self) -> int:
        return len(self._known)

    def __iter__(self) -> Iterator[target.TargetInfo]:
        return iter(tuple(self._known.values()))

    def __contains__(self, target_id: object) -> bool:
        return target_id in self._known

    @property
    def crashed(self) -> Mapping[target.TargetID, str]:
        """Targets whose renderer crashed and that have not answered since, with Chrome's reason."""
        return MappingProxyType(self._crashed)

    def get(self, target_id: target.TargetID) -> target.TargetInfo | None:
        """The latest known state of a target."""
        return self._known.get(target_id)

    def pages(self) -> list[target.TargetInfo]:
        """Tabs and windows, oldest first; not the browser's own surfaces nor prerendered pages."""
        return [info for info in self if info.type == "page" and info.subtype is None]

    def children(self, target_id: target.TargetID) -> list[target.TargetInfo]:
        """Frames in other processes and workers whose parent is this target."""
        return [info for info in self if parent_of(info) == target_id]

    def descendants(self, target_id: target.TargetID) -> list[target.TargetInfo]:
        """Children, their children and so on, parents first; nested frame processes among them."""
        found: list[target.TargetInfo] = []
        seen, waiting = {target_id}, [target_id]
        while waiting:
            for info in self.children(waiting.pop(0)):
                if info.target_id not in seen:
                    seen.add(info.target_id)
                    waiting.append(info.target_id)
                    found.append(info)
        return found

    def opened_by(self, target_id: target.TargetID) -> list[target.TargetInfo]:
        """Pages that this target opened (`window.open`, `target=_blank`), also with `noopener`."""
        return [info for info in self if info.opener_id == target_id]

    def _learn(self, info: target.TargetInfo) -> TargetChange | None:
        old = self._known.get(info.target_id)
        if old == info:
            return None
        self._known[info.target_id] = info
        if old is None:
            return TargetChange(Change.APPEARED, info)
        if msgspec.structs.replace(old, attached=info.attached) != info:
            # only a new document changes more than `attached`: the renderer lives again
            self._crashed.pop(info.target_id, None)
        return TargetChange(Change.CHANGED, info)

    def _crash(self, target_id: target.TargetID, status: str) -> TargetChange | None:
        info = self._known.get(target_id)
        if info is None:
            return None
        self._crashed[target_id] = status
        return TargetChange(Change.CRASHED, info)


def parent_of(info: target.TargetInfo) -> target.TargetID | None:
    """The target that hosts this one: by `parentId`, or by the parent frame, whose id is its target's."""
    if info.parent_id is not None:
        return info.parent_id
    return None if info.parent_frame_id is None else target.TargetID(info.parent_frame_id)
