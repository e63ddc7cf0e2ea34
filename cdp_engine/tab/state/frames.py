"""The frames of one tab, joined over all its processes (pure).

Each session reports only the frames that its own process draws. A frame that moves to another process keeps its id: the
old session reports `frameDetached(swap)`, the new one has the frame id as its target id. Every document that is loaded,
restored from the back/forward cache or removed is reported to the hook at once, in wire order.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from cdp_engine.errors import EngineError, TargetClosed
from cdp_engine.protocol import network, page
from cdp_engine.rpc import Session
from cdp_engine.tab.state.frame import NO_LOADER, DocumentChange, DocumentChangeKind, Frame, frame_record

_KEPT_DOCUMENTS = 32


class FrameTree:
    """The reducer: protocol events go in, `Frame` records and `DocumentChange`s come out.

    `on_change` is called synchronously for every change of a document.
    """

    def __init__(
        self,
        on_change: Callable[[DocumentChange], None] | None = None,
        why_none: Callable[[], EngineError | None] = lambda: None,
    ) -> None:
        """`why_none` returns the reason why the tab has no frames, where it is known."""
        self._why_none = why_none
        self._frames: dict[page.FrameId, Frame] = {}
        self._main: page.FrameId | None = None
        self._report: Callable[[DocumentChange], None] = on_change or (lambda _change: None)
        self._left: OrderedDict[network.LoaderId, tuple[Frame, ...]] = OrderedDict()
        self._clock = 0
        self._touched: dict[page.FrameId, int] = {}
        self._asked: dict[int, int] = {}
        self._moved: set[page.FrameId] = set()

    @property
    def known(self) -> bool:
        """Whether the main frame has been reported yet."""
        return self._main is not None

    @property
    def main(self) -> Frame:
        """The outermost frame. Raises the reason where there is none: `ConnectionLost`, `TargetClosed`, …"""
        if self._main is None:
            raise self._why_none() or TargetClosed("the tab has no frames (it is closed or not attached yet)")
        return self._frames[self._main]

    def get(self, frame_id: str) -> Frame | None:
        """The frame with this id, or None when the tab has no such frame now."""
        return self._frames.get(page.FrameId(frame_id))

    def children(self, frame_id: str) -> tuple[Frame, ...]:
        """The frames directly below one frame, in the order in which they were attached."""
        return tuple(frame for frame in self._frames.values() if frame.parent_id == frame_id)

    def all(self) -> tuple[Frame, ...]:
        """Every frame, parents before their children; frames whose parent is not known yet come last."""
        below: dict[page.FrameId | None, list[Frame]] = {}
        for frame in self._frames.values():
            below.setdefault(frame.parent_id, []).append(frame)
        ordered: dict[page.FrameId, Frame] = {}
        stack = list(reversed(below.get(None, [])))
        while stack:
            frame = stack.pop()
            ordered[frame.id] = frame
            stack.extend(reversed(below.get(frame.id, [])))
        ordered.update((key, frame) for key, frame in self._frames.items() if key not in ordered)
        return tuple(ordered.values())

    def by_session(self) -> Mapping[Session, tuple[Frame, ...]]:
        """The frames grouped by the session that hosts them, parents first."""
        groups: dict[Session, list[Frame]] = {}
        for frame in self.all():
            groups.setdefault(frame.session, []).append(frame)
        return MappingProxyType({session: tuple(frames) for session, frames in groups.items()})

    def __iter__(self) -> Iterator[Frame]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self._frames)

    # Events of sessions

    def session_attached(self, session: Session, frame_id: str, parent_id: str | None) -> None:
        """Assign a frame to a new session (`Target.attachedToTarget`; `parent_id` from `parentFrameId`)."""
        key = page.FrameId(frame_id)
        parent = page.FrameId(parent_id) if parent_id else None
        if key in self._frames:
            self._drop_below(key)
        # Checked afterwards: if wrong reports put a frame below itself, it was removed with its descendants.
        known = self._frames.get(key)
        if known is None:
            self._put(Frame(id=key, session=session, parent_id=parent))
        else:
            self._moved.add(key)
            self._put(replace(known, session=session, parent_id=known.parent_id or parent))
        if parent is None:
            self._main = key

    def session_gone(self, session: Session) -> None:
        """A session ended: the frames of its process are gone, and those below them in other processes."""
        for frame in [frame for frame in self._frames.values() if frame.session is session]:
            self._drop(frame.id)

    def attached(self, session: Session, frame_id: str, parent_id: str) -> None:
        """`Page.frameAttached`: a new frame, or one that returned from another process."""
        key = page.FrameId(frame_id)
        known = self._frames.get(key)
        if known is None:
            self._put(Frame(id=key, session=session, parent_id=page.FrameId(parent_id)))
        elif not self._hosted_elsewhere(known, session):
            self._put(replace(known, session=session, parent_id=page.FrameId(parent_id)))

    def navigated(self, session: Session, payload: page.Frame, *, restored: bool = False) -> None:
        """`Page.frameNavigated`: the frame has another document; `restored` if from the back/forward cache."""
        known = self._frames.get(payload.id)
        if known is not None and self._hosted_elsewhere(known, session):
            return
        frame = frame_record(session, payload, known)
        if frame.parent_id is None and self._main not in (None, frame.id):
            self._drop(self.main.id)
        if frame.parent_id is None:
            self._main = frame.id
        if known is not None and known.loader_id != frame.loader_id:
            self._leave(known, restored=restored)
        self._moved.discard(frame.id)
        self._put(frame)
        self._arrive(known, frame, restored=restored)

    def detached(self, session: Session, frame_id: str, reason: str) -> None:
        """`Page.frameDetached`: removed, unless it only moved to another process."""
        known = self._frames.get(page.FrameId(frame_id))
        if known is None or reason == "swap":
            return
        if known.session is session or known.session.target_id == known.id:
            self._drop(known.id)

    def moved_within(self, session: Session, frame_id: str, url: str) -> None:
        """`Page.navigatedWithinDocument`: pushState or a fragment; nothing but the URL changes."""
        known = self._frames.get(page.FrameId(frame_id))
        if known is None or self._hosted_elsewhere(known, session):
            return
        self._put(replace(known, url=url))
        self._report(
            DocumentChange(known.id, known.loader_id, known.loader_id, "same-document", url, known.is_main)
        )

    def started(self, session: Session, frame_id: str, loader_id: network.LoaderId) -> None:
        """`Page.lifecycleEvent` "init": the only event for the first, empty document of a new iframe."""
        known = self._frames.get(page.FrameId(frame_id))
        if known is None or known.loader_id or known.session is not session:
            return
        frame = replace(known, loader_id=loader_id, url="about:blank", mime_type="text/html")
        self._frames[frame.id] = frame
        self._arrive(known, frame, restored=False)

    # Replies of `Page.getFrameTree`

    def expect_tree(self) -> int:
        """Call when `Page.getFrameTree` is sent; events after this moment are newer than the answer."""
        token = max(self._asked, default=0) + 1
        self._asked[token] = self._clock
        return token

    def apply_tree(self, session: Session, tree: page.FrameTree, token: int) -> None:
        """Join the answer of one session; frames that events changed since `expect_tree` are left as they are."""
        since = self._asked.pop(token, self._clock)
        seen: set[page.FrameId] = set()
        stack = [tree]
        while stack:
            node = stack.pop()
            stack.extend(reversed(node.child_frames or []))
            seen.add(node.frame.id)
            self._join(session, node.frame, since)
        gone = [f.id for f in self._frames.values() if f.session is session and f.id not in seen]
        for frame_id in gone:
            if self._touched.get(frame_id, 0) <= since:
                self._drop(frame_id)
        self._forget_touches()

    def forget_expected(self, token: int) -> None:
        """The request of `expect_tree` will not be answered."""
        self._asked.pop(token, None)
        self._forget_touches()

    def clear(self) -> None:
        """The tab is gone: every document ends."""
        if self._main is not None:
            self._drop(self._main)
        for frame_id in list(self._frames):
            self._drop(frame_id)

    # Steps

    def _join(self, session: Session, payload: page.Frame, since: int) -> None:
        if self._touched.get(payload.id, 0) > since:
            return
        known = self._frames.get(payload.id)
        if known is not None and self._hosted_elsewhere(known, session):
            return
        frame = frame_record(session, payload, known)
        if frame.parent_id is None:
            self._main = frame.id
        if known == frame:
            return
        if known is not None and known.loader_id and known.loader_id != frame.loader_id:
            self._leave(known, restored=False)
        self._moved.discard(frame.id)
        # An answer describes the past: it does not override events that came after its request.
        self._frames[frame.id] = frame
        if known is None or known.loader_id != frame.loader_id:
            self._arrive(known, frame, restored=False)

    def _hosted_elsewhere(self, known: Frame, session: Session) -> bool:
        """Whether the frame has its own session, so that another session's report about it is outdated."""
        return known.session is not session and known.session.target_id == known.id

    def _put(self, frame: Frame) -> None:
        self._clock += 1
        if self._asked:
            self._touched[frame.id] = self._clock
        self._frames[frame.id] = frame

    def _arrive(self, known: Frame | None, frame: Frame, *, restored: bool) -> None:
        old = known.loader_id if known is not None else NO_LOADER
        back = self._left.pop(frame.loader_id, None)
        kind: DocumentChangeKind = (
            "restored" if restored or (back is not None and old != frame.loader_id) else "navigated"
        )
        self._report(DocumentChange(frame.id, old or None, frame.loader_id, kind, frame.url, frame.is_main))
        if kind == "restored":
            self._revive(frame, back or ())

    def _revive(self, frame: Frame, children: tuple[Frame, ...]) -> None:
        for child in children:
            present = self._frames.get(child.id)
            if present is None and child.session is frame.session:
                self._put(child)
                self._arrive(None, child, restored=True)

    def _leave(self, known: Frame, *, restored: bool) -> None:
        """Replace a document; its frames are stored, because the cache may restore it."""
        # The frames below one that has just moved to another process belong to its new document.
        children = () if known.id in self._moved else self.children(known.id)
        # Chrome ends the cross-process frames of the old document before it reports the next one, and attaches
        # those of a document from the cache before it reports that one.
        early = {child.id for child in children if restored and child.is_oopif}
        if known.loader_id:
            self._remember(known.loader_id, tuple(child for child in children if child.id not in early))
        for child in children:
            if child.id not in early:
                self._drop(child.id)

    def _drop_below(self, frame_id: page.FrameId) -> None:
        for child in self.children(frame_id):
            self._drop(child.id)

    def _drop(self, frame_id: page.FrameId) -> None:
        frame = self._frames.pop(frame_id, None)
        if frame is None:
            return
        self._moved.discard(frame_id)
        children = self.children(frame_id)
        if frame.loader_id:
            self._remember(frame.loader_id, children)
        for child in children:
            self._drop(child.id)
        self._clock += 1
        if self._asked:
            self._touched[frame_id] = self._clock
        if self._main == frame_id:
            self._main = None
        if frame.loader_id:
            self._report(
                DocumentChange(frame_id, frame.loader_id, None, "detached", frame.url, frame.is_main)
            )

    def _remember(self, loader_id: network.LoaderId, children: tuple[Frame, ...]) -> None:
        self._left[loader_id] = children
        self._left.move_to_end(loader_id)
        while len(self._left) > _KEPT_DOCUMENTS:
            self._left.popitem(last=False)

    def _forget_touches(self) -> None:
        if not self._asked:
            self._touched.clear()
