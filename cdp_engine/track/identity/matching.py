"""Matches the elements of one snapshot with those of the next (VD-06, SX-11, EX-06; pure).

Backend ids decide first: a node that still exists is the same element. For elements that a script re-created,
similarity only proposes a pair; it counts when it is the only one on both sides, inside containers that are themselves
the same. Ambiguous elements are not paired. Equal siblings are never distinguished by their order, because after a swap
they would look the same; counters that may have taken each other's values are never distinguished by number.

The cost grows with the number of added and removed elements, not with the page.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import NamedTuple

from cdp_engine.observe import DocumentInfo, Snapshot
from cdp_engine.track.identity.answered_again import keys_agree, of_one_class, same_document
from cdp_engine.track.identity.bare_numbers import of_the_same_count
from cdp_engine.track.identity.fingerprint import MATCH_LIMIT, names_one_element, similarity
from cdp_engine.track.identity.kept_contents import KeptRows, keeps_most, same_ends
from cdp_engine.track.identity.overlay_roots import is_overlay_root, overlay_around, same_overlay
from cdp_engine.track.identity.proposals import (
    NUMBERED,
    Match,
    by_names,
    grown,
    large_containers,
    unopposed,
    unrivalled,
)
from cdp_engine.track.identity.resemblance import (
    ELEMENT,
    Item,
    Label,
    Reading,
    record_of,
    same_context,
)
from cdp_engine.track.identity.rewrapping import rewrapped
from cdp_engine.track.identity.written_ids import IdCounts, html_id, id_values, single_ids, test_id


class Alignment(NamedTuple):
    """Two matched snapshots: `rebound` rows are the same elements, re-created.

    `same_rows` says that every row is the same node at the same place.
    """

    rebound: tuple[Match, ...] = ()
    same_rows: bool = False
    answered_again: bool = False
    """The page is another document of the same address, with mostly the same contents."""


def align(old: Snapshot, new: Snapshot, *, opened: bool = False) -> Alignment:
    """Match two snapshots; another document only where an address was answered again, not `opened`."""
    if _same_rows(old, new):
        return Alignment(same_rows=True)
    both: list[tuple[DocumentInfo, DocumentInfo]] = []
    spans: list[_Span] = []
    new_documents = {(info.frame_id, info.loader_id): info for info in new.documents}
    for before in old.documents:
        now = new_documents.get((before.frame_id, before.loader_id))
        if now is None:
            continue
        both.append((before, now))
        was, here = _nodes(old, before), _nodes(new, now)
        first, last = same_ends(was, here)
        if first + last == min(len(was), len(here)):
            continue  # nothing came, or nothing went
        rows, rows_now = _rows(before), _rows(now)
        inside, inside_now = rows[first : len(rows) - last], rows_now[first : len(rows_now) - last]
        gone = len({*was[first : len(was) - last]}.difference(here[first : len(here) - last]))
        if gone and len(here) > len(was) - gone:
            spans.append(_Span(rows, rows_now, inside, inside_now))
    again = {} if opened else same_document(old, new)
    if again:
        rows, rows_now = _rows(old.documents[0]), _rows(new.documents[0])
        spans = [_Span(rows, rows_now, rows, rows_now)]
    if not spans:
        return Alignment(answered_again=bool(again))
    kept = KeptRows()
    for before, now in both:
        kept.add_document(_nodes(old, before), before.first_row, _nodes(new, now), now.first_row)
    for row, row_now in again.items():
        kept.add(row, row_now)
    return Alignment(_Matcher(old, new, kept, again=bool(again)).run(spans), answered_again=bool(again))


class _Span(NamedTuple):
    """The rows of two versions of a document, and those among which all that went and came are."""

    old: range
    new: range
    went: range
    came: range


def _rows(document: DocumentInfo) -> range:
    return range(document.first_row, document.end_row)


def _nodes(snapshot: Snapshot, document: DocumentInfo) -> Sequence[int]:
    return snapshot.columns.backend[document.first_row : document.end_row]


def _same_rows(old: Snapshot, new: Snapshot) -> bool:
    return old.columns.backend == new.columns.backend and [
        (info.frame_id, info.loader_id, info.first_row, info.end_row) for info in old.documents
    ] == [(info.frame_id, info.loader_id, info.first_row, info.end_row) for info in new.documents]


class _Matcher:
    """One run over the removed and added elements."""

    def __init__(self, old: Snapshot, new: Snapshot, image: KeptRows, *, again: bool) -> None:
        self.old = old
        self.new = new
        self.before = Reading(old)
        self.now = Reading(new)
        self.again = again
        self.image = image
        self.found: list[Match] = []
        self.queue: deque[tuple[int, int, Match | None]] = deque()
        self.counts: IdCounts | None = None
        self.emptied: list[int] = []
        """Containers that were removed or have other contents now: a neighbour may have their former contents."""

    def run(self, spans: list[_Span]) -> tuple[Match, ...]:
        kinds, kinds_now = self.old.columns.kind, self.new.columns.kind
        for old_rows, new_rows, went, came in spans:
            lost = [row for row in went if kinds[row] == ELEMENT and row not in self.image]
            come = [row for row in came if kinds_now[row] == ELEMENT and not self.image.has_now(row)]
            if not lost or not come:
                continue
            self._by_written_ids(old_rows, new_rows, lost, come)
            gained = {self.new.columns.parent[row] for row in come}
            for parent in dict.fromkeys(self.old.columns.parent[row] for row in lost):
                if parent < 0 or parent not in self.image:
                    continue
                if self.image[parent] in gained:
                    self.queue.append((parent, self.image[parent], None))
                else:
                    self.emptied.append(parent)
            self._descend()
            self.emptied += [
                row for row in lost if row not in self.image and self.old.columns.parent[row] in self.image
            ]
            if not self.again:
                self._moved_contents(gained)
        return tuple(of_the_same_count(self.found, self.before, self.now))

    def _by_written_ids(self, old_rows: range, new_rows: range, lost: list[int], come: list[int]) -> None:
        """Level one: authored ids and test ids that are unique in the document before and now, but count no places."""
        lost_rows, come_rows = set(lost), set(come)
        for read in (html_id, test_id):
            if id_values(self.old, lost, read).isdisjoint(id_values(self.new, come, read)):
                continue
            before, now = single_ids(self.old, old_rows, read), single_ids(self.new, new_rows, read)
            for value, row in before.items():
                other = now.get(value) if names_one_element(value) else None
                if other is None or row not in lost_rows or other not in come_rows:
                    continue
                score = self._similarity(row, other)
                if score >= MATCH_LIMIT and self._in_same_overlay(row, other) and self._same_keys(row, other):
                    self._propose(Match(row, other, round(max(score, 0.95), 2), "same id"))

    def _in_same_overlay(self, old_row: int, new_row: int) -> bool:
        """Whether two elements are in the same dialog or popup, or both in none."""
        before, now = overlay_around(self.old, old_row), overlay_around(self.new, new_row)
        if before < 0 or now < 0:
            return before == now
        same = self.image.get(before) == now
        return same or same_overlay(self.old, before, self.new, now, self.image)

    def _descend(self) -> None:
        """Levels two and three: the children of containers that are the same, by their labels."""
        while self.queue:
            old_row, new_row, match = self.queue.popleft()
            if match is not None and (old_row in self.image or self.image.has_now(new_row)):
                continue
            if not self._same_context(old_row, new_row):
                if match is None:
                    self.emptied.append(old_row)
                continue
            if match is not None:
                self._accept(match)
            self._children(old_row, new_row)

    def _same_context(self, old_row: int, new_row: int) -> bool:
        """Whether the contents of two containers show that they are the same; most of them are seldom others."""
        before, now = self.before, self.now
        return keeps_most(before, old_row, now, new_row) or same_context(before, old_row, now, new_row)

    def _moved_contents(self, gained: set[int]) -> None:
        """Level four: the contents of a container may be in another one beside it, with exactly the same labels.

        Frameworks without keys fill the boxes of a row from the left: after an insert or a removal each box has the
        re-created contents of its neighbour. Buttons alone do not identify their box; a text beside them does.
        One of the two boxes is a node of both snapshots: the framework wrote into it.
        """
        by_parent: dict[int, list[int]] = {}
        for row in self.emptied:
            by_parent.setdefault(self.old.columns.parent[row], []).append(row)
        for around, rows in by_parent.items():
            image = self.image.get(around, -1)
            boxes = gained.intersection(self.now.element_children(image) if image >= 0 else ())
            if not boxes:
                continue
            offered = {tuple(self.now.labels(box)) for box in boxes}
            rows = [
                row for row in rows if _tells(labels := tuple(self.before.labels(row))) and labels in offered
            ]
            # last, because it reads everything around: that may be the whole page
            if not rows or not self._same_context(around, image):
                continue
            before, now = _single_contents(self.before, around), _single_contents(self.now, image)
            for row in rows:
                labels = tuple(self.before.labels(row))
                box = now.get(labels, -1)
                if before.get(labels, -1) != row or box not in gained:
                    continue
                if row in self.image or self.image.has_node(box):
                    self._children(row, box)
        self._descend()
        self.emptied.clear()

    def _propose(self, match: Match) -> None:
        """Accept a leaf at once; a container only when its contents match."""
        if match.old_row in self.image or self.image.has_now(match.new_row):
            return
        if is_overlay_root(self.new, match.new_row) and not same_overlay(
            self.old, match.old_row, self.new, match.new_row, self.image
        ):
            return
        if self.before.element_children(match.old_row) or self.now.element_children(match.new_row):
            self.queue.append((match.old_row, match.new_row, match))
        else:
            self._accept(match)

    def _accept(self, match: Match) -> None:
        self.image.add(match.old_row, match.new_row)
        self.found.append(match)

    def _children(self, old_parent: int, new_parent: int) -> None:
        old_row_list = self.before.element_children(old_parent)
        new_row_list = self.now.element_children(new_parent)
        lost = [self.before.item(row) for row in old_row_list if row not in self.image]
        come = [self.now.item(row) for row in new_row_list if not self.image.has_now(row)]
        if not lost or not come:
            return
        proposals = unopposed([m for m in by_names(lost, come) if self._credible(m)])
        left = {match.old_row for match in proposals}
        right = {match.new_row for match in proposals}
        lost, come = [i for i in lost if i.row not in left], [i for i in come if i.row not in right]
        proposals = unrivalled(proposals, lost, come, self.before)
        proposals.extend(large_containers(self.old, self.new, old_row_list, new_row_list, lost, come))
        proposed = {match.old_row: match.new_row for match in proposals}
        proposals.extend(self._in_place(old_row_list, new_row_list, lost, come, proposed))
        proposals += rewrapped(self.before, self.now, old_row_list, new_row_list, [*lost, *come])
        if self.again:
            proposals += of_one_class(self.before, old_parent, self.now, new_parent)
        for match in proposals:
            self._propose(match)

    def _in_place(
        self,
        old_rows: list[int],
        new_rows: list[int],
        lost: list[Item],
        come: list[Item],
        proposed: dict[int, int],
    ) -> list[Match]:
        """A single element between the same two neighbours: without a name, or with words added to it or removed."""
        places = {row: place for place, row in enumerate(new_rows)}
        by_place = {places[item.row]: item for item in come}
        old_place = {row: place for place, row in enumerate(old_rows)}
        before, now = Counter(item.label for item in lost), {item.label for item in come}
        found: list[Match] = []
        for item in lost:
            place = old_place[item.row]
            above = old_rows[place - 1] if place else -1
            below = old_rows[place + 1] if place + 1 < len(old_rows) else -1
            at = 0 if above < 0 else places.get(proposed.get(above, self.image.find(above)), -2) + 1
            other = by_place.get(at)
            end = new_rows[at + 1] if at >= 0 and at + 1 < len(new_rows) else -1
            if other is None or end != (-1 if below < 0 else proposed.get(below, self.image.get(below, -2))):
                continue
            single = before[item.label] == 1 and item.label not in now
            match = self._same_place(item, other, single_label=single)
            if match is not None and self._credible(match):
                found.append(match)
        return found

    def _same_place(self, item: Item, other: Item, *, single_label: bool) -> Match | None:
        """Whether two elements between the same neighbours are the same, by their kind and label."""
        if (item.tag, item.role, item.kind, item.leaf) != (other.tag, other.role, other.kind, other.leaf):
            return None
        score = self._similarity(item.row, other.row)
        if score < MATCH_LIMIT:
            return None
        if not item.label and not other.label:
            return Match(item.row, other.row, 0.75, "same kind between the same neighbours")
        if item.leaf and single_label and grown(item.label, other.label):
            return Match(item.row, other.row, round(score, 2), "similar name between the same neighbours")
        return None

    def _credible(self, match: Match) -> bool:
        """Whether no text or attribute of the two elements shows that they are different."""
        for read in (html_id, test_id) if self.old.columns.attributes[match.old_row] else ():
            before, now = read(self.old, match.old_row), read(self.new, match.new_row)
            if before and now and before != now and not self._ids_went_on(before, now):
                return False
        if match.why == NUMBERED and self.before.labels(match.old_row) != self.now.labels(match.new_row):
            return False
        alike = self._similarity(match.old_row, match.new_row) >= MATCH_LIMIT
        return alike and self._same_keys(match.old_row, match.new_row)

    def _ids_went_on(self, before: str, now: str) -> bool:
        if self.counts is None:
            self.counts = IdCounts(self.old, self.new)
        return self.counts.went_on(before, now)

    def _same_keys(self, old_row: int, new_row: int) -> bool:
        same = record_of(self.old, old_row) == record_of(self.new, new_row)
        return same and (not self.again or keys_agree(self.before, old_row, self.now, new_row))

    def _similarity(self, old_row: int, new_row: int) -> float:
        return similarity(self.before.look(old_row), self.now.look(new_row))


def _single_contents(reading: Reading, around: int) -> dict[tuple[Label, ...], int]:
    """The contents of single children of a container, by all their labels; only where one of several is a text."""
    found: dict[tuple[Label, ...], int] = {}
    for child in reading.element_children(around):
        labels = tuple(reading.labels(child))
        if _tells(labels):
            found[labels] = -1 if labels in found else child
    return found


def _tells(labels: tuple[Label, ...]) -> bool:
    """Whether the contents of a box may identify it: several labels, and one of them a text."""
    return len(labels) > 1 and not all(label.control for label in labels)
