"""The table of short refs of one page: `e1`, `e2`, … each issued once, to one element, for ever (FP-01, EX-06).

An entry lives as long as its element: it is suspended while its frame shows another document (the back/forward cache
may restore it), gone once the element left the page, and live again when exactly that element returns. Only a match
that the identity rules proved moves an entry to another node (`rebind`). Entries that are gone long enough are deleted,
so that the table stays as small as the page; their numbers are never used again (FP-02).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import filterfalse

from cdp_engine.errors import StaleRef, UnknownRef
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import network, page
from cdp_engine.track.identity.fingerprint import Fingerprint
from cdp_engine.track.identity.ref_entries import DocumentEvent, Invalidation, Life, RefEntry
from cdp_engine.track.identity.targets import ElementRef, Target, short_ref_number

RETIRED_KEPT = 4096
FORMER_NAMES_KEPT = 4


class RefTable:
    """Issues short refs and resolves targets to elements. One per page; implements `RefIssuer`.

    A number is never given twice. A ref becomes stale when its element left the page or its frame shows another
    document than when it was issued, and is valid again when that element or document returns (back/forward cache).
    """

    __slots__ = (
        "_documents", "_entries", "_former", "_issued", "_kept", "_last", "_numbers", "_pending", "_retired",
        "_retired_in",
    )  # fmt: skip

    def __init__(self, *, retired_kept: int = RETIRED_KEPT) -> None:
        self._entries: dict[int, RefEntry] = {}
        self._numbers: dict[ScopedRef, int] = {}
        self._documents: dict[tuple[str, str], dict[int, int]] = {}
        """By document, the backend ids of the nodes that have a ref, with its number."""
        self._retired: OrderedDict[int, None] = OrderedDict()
        self._retired_in: dict[tuple[str, str], dict[int, None]] = {}  # the same by document
        self._issued: set[int] = set()
        """The numbers issued since what was lost was sought last."""
        self._pending: dict[int, Invalidation] = {}
        self._former: dict[ScopedRef, int] = {}
        self._kept = retired_kept
        self._last = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def last_number(self) -> int:
        """How many refs were ever issued."""
        return self._last

    def issue(self, node_ref: ScopedRef, /) -> str:
        """The short ref of a node; issued on the first call."""
        number = self._numbers.get(node_ref) or self._former.get(node_ref)
        if number is not None:
            return f"e{number}"
        self._last = number = self._last + 1
        self._entries[number] = RefEntry(number, node_ref)
        self._numbers[node_ref] = number
        self._documents.setdefault(_document(node_ref), {})[node_ref.backend_node_id] = number
        self._issued.add(number)
        return f"e{number}"

    def find(self, short_ref: str, /) -> ScopedRef | None:
        """The node a short ref (`e12` or `@e12`) names, or None where it was never issued or was deleted long ago."""
        entry = self._entries.get(short_ref_number(short_ref))
        return entry.scoped if entry else None

    def issued(self, node_ref: ScopedRef) -> str | None:
        """The short ref of a node if it has one; never issues."""
        number = self._numbers.get(node_ref)
        return None if number is None else f"e{number}"

    def successor(self, node_ref: ScopedRef) -> ScopedRef | None:
        """The current node of the element that had this node; None where its ref is not live or was never issued."""
        entry = self._entries.get(self._numbers.get(node_ref) or self._former.get(node_ref) or 0)
        return entry.scoped if entry is not None and entry.life == "live" else None

    def is_gone(self, node_ref: ScopedRef) -> bool:
        """Whether a ref names this node and the node left the page."""
        entry = self._current(node_ref)
        return entry is not None and entry.life == "gone"

    def life(self, short_ref: str) -> tuple[Life, str] | None:
        """Whether a ref is live, suspended or gone, and why; None where it is not in the table."""
        entry = self._entries.get(short_ref_number(short_ref))
        return (entry.life, entry.reason) if entry else None

    def is_live(self, short_ref: str) -> bool:
        """Whether the element of a ref is on the page."""
        entry = self._entries.get(short_ref_number(short_ref))
        return entry is not None and entry.life == "live"

    def fingerprint(self, short_ref: str) -> Fingerprint | None:
        """The traits of a lost element when it was last observed."""
        entry = self._entries.get(short_ref_number(short_ref))
        return entry.fingerprint if entry else None

    def stood_beside(self, short_ref: str, other: str) -> bool:
        """Whether another ref had been issued when the element of this one left the page."""
        entry = self._entries.get(short_ref_number(short_ref))
        return entry is not None and short_ref_number(other) <= entry.last_beside

    def live_in(self, frame_id: str, loader_id: str) -> Iterator[ScopedRef]:
        """The nodes of one document that have a live ref."""
        for number in self._documents.get((frame_id, loader_id), {}).values():
            entry = self._entries[number]
            if entry.life == "live":
                yield entry.scoped

    def lost_in(self, frame_id: str, loader_id: str, there: Set[int]) -> list[ScopedRef]:
        """The nodes of one document that have a live ref and whose backend ids are not among some."""
        numbers = self._documents.get((frame_id, loader_id), {})
        return self.live_among(frame_id, loader_id, filterfalse(there.__contains__, numbers))

    def live_among(self, frame_id: str, loader_id: str, nodes: Iterable[int]) -> list[ScopedRef]:
        """Those of some nodes of one document, by backend id, that have a live ref."""
        numbers = self._documents.get((frame_id, loader_id), {})
        entries = [self._entries[numbers[backend]] for backend in nodes if backend in numbers]
        return [entry.scoped for entry in entries if entry.life == "live"]

    def issued_lately(self) -> list[ScopedRef]:
        """The nodes that got a ref since the last call: perhaps some that had left already."""
        issued, self._issued = self._issued, set()
        entries = [self._entries[number] for number in issued if number in self._entries]
        return [entry.scoped for entry in entries if entry.life == "live"]

    def live_documents(self) -> list[tuple[str, str]]:
        """The documents (frame and loader) with live refs."""
        return [key for key in self._documents if any(True for _ in self.live_in(*key))]

    # Ending, reviving and moving refs

    def rebind(self, old: ScopedRef, new: ScopedRef) -> str:
        """Let the short ref of `old` name `new` from now on: the same element, re-created by the page's script.

        Raises `UnknownRef` where `old` was never issued. Where `new` already has a ref, that one stays.
        """
        number = self._numbers.get(old)
        if number is None:
            raise UnknownRef(f"{old} was never issued")
        taken = self._numbers.get(new)
        if taken is not None:
            return f"e{taken}"
        entry = self._entries[number]
        self._move(entry, new)
        self._revive(entry)
        return entry.ref

    def _move(self, entry: RefEntry, new: ScopedRef) -> None:
        old = entry.scoped
        self._no_longer_retired(entry)  # it is revived where it moves to
        self._leave_document(entry)
        del self._numbers[old]
        self._former.pop(new, None)
        entry.former = (old, *(name for name in entry.former if name != new))
        self._former[old] = entry.number
        for forgotten in entry.former[FORMER_NAMES_KEPT:]:
            self._former.pop(forgotten, None)
        entry.former = entry.former[:FORMER_NAMES_KEPT]
        entry.scoped = new
        self._numbers[new] = entry.number
        self._documents.setdefault(_document(new), {})[new.backend_node_id] = entry.number

    def reappeared(self, present: Callable[[ScopedRef], bool]) -> None:
        """Handle nodes that are on the page again after their ref was rebound to a later copy of them.

        Where the copy is gone the ref returns to the node; else the node is a second element and gets its own ref when
        it is shown.
        """
        for name, number in list(self._former.items()):
            if not present(name):
                continue
            entry = self._entries[number]
            if present(entry.scoped):
                del self._former[name]
                entry.former = tuple(other for other in entry.former if other != name)
            else:
                self._move(entry, name)
                self._revive(entry)

    def remove(self, node_ref: ScopedRef, reason: str, fingerprint: Fingerprint | None = None) -> None:
        """Record that the element left the page. Its ref is dead unless exactly that element returns."""
        entry = self._current(node_ref)
        if entry is not None and entry.life != "gone":
            self._end(entry, "gone", reason)
            entry.fingerprint, entry.last_beside = fingerprint, self._last

    def returned(
        self, present: Callable[[ScopedRef], bool], documents: Iterable[tuple[str, str]] | None = None
    ) -> list[str]:
        """Make refs live again whose element is on the page again; returns the revived refs.

        `documents` are those (frame and loader) that the page consists of; None: any.
        """
        among = self._retired_in if documents is None else documents
        entries = [
            self._entries[number] for document in among for number in self._retired_in.get(document, ())
        ]
        revived = [entry for entry in entries if present(entry.scoped)]
        for entry in revived:
            self._revive(entry)
        return [entry.ref for entry in revived]

    def document_changed(self, event: DocumentEvent) -> None:
        """Follow one change of documents: refs of the one that left are suspended, of one restored revived."""
        if event.kind == "same-document":
            return
        if event.old_loader and event.old_loader != event.new_loader:
            reason = (
                "its frame was removed" if event.kind == "detached" else "its page was replaced by another"
            )
            self.document_left(event.frame_id, event.old_loader, reason)
        if event.new_loader and event.kind != "detached":
            self.document_entered(event.frame_id, event.new_loader)

    def document_left(self, frame_id: str, loader_id: str, reason: str) -> None:
        """Suspend every ref of one document (FP-02). Idempotent."""
        for number in list(self._documents.get((frame_id, loader_id), {}).values()):
            entry = self._entries.get(number)
            if entry is not None and entry.life == "live":
                self._end(entry, "suspended", reason)

    def document_entered(self, frame_id: str, loader_id: str) -> None:
        """Revive the refs that were suspended with this document: the back/forward cache restored it."""
        key = frame_id, loader_id
        numbers = self._documents.get(key, {})
        for entry in [self._entries[number] for number in self._retired_in.get(key, ())]:
            if entry.life == "suspended" and numbers.get(entry.scoped.backend_node_id) == entry.number:
                self._revive(entry)

    def drain(self) -> tuple[Invalidation, ...]:
        """The refs that ended since the last call, in the order of their numbers; reported once (FP-02)."""
        ended = tuple(self._pending[number] for number in sorted(self._pending))
        self._pending.clear()
        return ended

    def reported(self, ended: Iterable[Invalidation]) -> None:
        """Drain these only: what ended after they were read is still to be reported."""
        for entry in ended:
            number = short_ref_number(entry.ref)
            if self._pending.get(number) == entry:
                del self._pending[number]

    @property
    def pending(self) -> tuple[Invalidation, ...]:
        """The refs that the next `drain` will return."""
        return tuple(self._pending[number] for number in sorted(self._pending))

    def _current(self, node_ref: ScopedRef) -> RefEntry | None:
        """The entry that names this node now; not one that was rebound from it to another."""
        number = self._numbers.get(node_ref)
        entry = self._entries[number] if number is not None else None
        return entry if entry is not None and entry.scoped == node_ref else None

    def _end(self, entry: RefEntry, life: Life, reason: str) -> None:
        if entry.life == "live":
            self._pending[entry.number] = Invalidation(entry.ref, entry.scoped, reason)
        entry.life, entry.reason = life, reason
        self._no_longer_retired(entry)
        self._retired[entry.number] = None
        self._retired_in.setdefault(_document(entry.scoped), {})[entry.number] = None
        while len(self._retired) > self._kept:
            oldest = self._entries[next(iter(self._retired))]
            self._no_longer_retired(oldest)
            self._forget(oldest)

    def _no_longer_retired(self, entry: RefEntry) -> None:
        if entry.number in self._retired:
            del self._retired[entry.number], self._retired_in[_document(entry.scoped)][entry.number]
            if not self._retired_in[_document(entry.scoped)]:
                del self._retired_in[_document(entry.scoped)]

    def _revive(self, entry: RefEntry) -> None:
        self._pending.pop(entry.number, None)
        self._no_longer_retired(entry)
        entry.life, entry.reason, entry.fingerprint = "live", "", None

    def _forget(self, entry: RefEntry) -> None:
        self._leave_document(entry)
        self._issued.discard(entry.number)
        del self._entries[entry.number]
        del self._numbers[entry.scoped]
        for name in entry.former:
            self._former.pop(name, None)

    def _leave_document(self, entry: RefEntry) -> None:
        numbers = self._documents[_document(entry.scoped)]
        numbers.pop(entry.scoped.backend_node_id, None)
        if not numbers:
            del self._documents[_document(entry.scoped)]

    # Targets of a caller

    def resolve(
        self,
        target: Target,
        *,
        main_frame: page.FrameId,
        loaders: Mapping[page.FrameId, network.LoaderId],
    ) -> ScopedRef:
        """The node that `target` names, if it is still on the page as far as is known.

        `loaders` has the current loader of every frame. Raises `UnknownRef` for a ref that was never issued and
        `StaleRef` when the element or its document is gone.
        """
        scoped = self._named(target, main_frame, loaders)
        current = loaders.get(scoped.frame_id)
        shown = str(target.ref if isinstance(target, ElementRef) else target)
        if current is None:
            raise StaleRef(shown, "its frame has been removed")
        if current != scoped.loader_id:
            raise StaleRef(shown, "its page has been replaced by another")
        entry = self._current(scoped)
        if entry is not None and entry.life == "gone":
            raise StaleRef(shown, entry.reason)
        return scoped

    def _named(
        self, target: Target, main_frame: page.FrameId, loaders: Mapping[page.FrameId, network.LoaderId]
    ) -> ScopedRef:
        if isinstance(target, ElementRef):
            return self.find(target.ref) or target.scoped
        if isinstance(target, ScopedRef):
            return target
        text = str(target).strip()
        if ":" in text:
            return ScopedRef.parse(text, main_frame)
        if text.isascii() and text.isdigit():
            return ScopedRef.parse(f"{loaders.get(main_frame, '-')}:{text}", main_frame)
        found = self.find(text)
        if found is not None:
            return found
        if 0 < short_ref_number(text) <= self._last:
            raise StaleRef(text, "it left so long ago that it was forgotten")
        known = f"refs go from e1 to e{self._last}" if self._last else "no ref was issued yet"
        raise UnknownRef(f"no element was ever shown as {text!r}; {known}")


def _document(node_ref: ScopedRef) -> tuple[str, str]:
    return node_ref.frame_id, node_ref.loader_id
