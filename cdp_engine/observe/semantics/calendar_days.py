"""The days of calendars: which are chosen, which is today, and which belong to the month before or after. Pure.

Date pickers draw a month as numbers and say the rest by classes and colours. A calendar is found by its numbers: at
least 28 in turn, in elements of one kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress, islice

from cdp_engine.observe.model.action_words import words_in
from cdp_engine.observe.model.attributes import read_text
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.model.states import store
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.row_changes import FoundRows

VISIBLE, SHOWN = int(Flag.VISIBLE), int(Flag.VISIBLE | Flag.INTERACTIVE)
INTERACTIVE, CLICKABLE = int(Flag.INTERACTIVE), int(Flag.CLICKABLE)
PAGE_TAGS = words("html body main form")
AROUND, LARGEST = 9, 480.0
"""How many elements around a day may listen for all days, and the largest side of such a box, CSS px."""
LEAST, LAST = 28, 31
LEVELS = 6
ALIKE = 3
"""How many elements around a day of the next month have the same tags as those around the day before it."""
CHOSEN = words("selected active current chosen checked picked")
FEW_DAYS = 7
"""Fewer than the days of its weekends."""
ENDS, RANGES = words("start end"), words("range date day selection selected")
TODAY = words("today now")
NUMBERS = {text: number for number in range(1, LAST + 1) for text in (str(number), f"{number:02}")}


@dataclass(slots=True)
class Day:
    """One number of a calendar."""

    number: int
    row: int
    chain: Sequence[int]
    """The elements around it that contain no other day, from the inside out."""

    def control(self, columns: NodeColumns) -> int | None:
        """The element to press."""
        return next((row for row in self.chain if columns.flags[row] & SHOWN == SHOWN), None)


def describe_days(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, found: FoundRows
) -> None:
    """Add what a person sees of the days in one document's calendars to their states and names."""
    numbers = found.rows("numbers of days", partial(_numbers, table))
    for month in _months(columns, document, numbers):
        days = _with_chains(columns, month)
        _mark_chosen(columns, document, table, days)
        _name_other_months(columns, days)


def offer_days(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, found: FoundRows) -> None:
    """Let the cells of a month be controls where a small box around them listens for them all, as in a date picker."""
    flags = columns.flags
    numbers = found.rows("numbers of days", partial(_numbers, table))
    for month in _months(columns, document, numbers):
        cells = [columns.parent[row] for _, row in month]
        if any(columns.tag[cell] != "td" or flags[cell] & INTERACTIVE for cell in cells):
            continue
        if any(
            flags[at] & CLICKABLE or at - document.first_row in table.handled
            for at in islice(columns.ancestors(cells[0]), AROUND)
            if _is_small(columns, at)
        ):
            for cell in cells:
                flags[cell] |= INTERACTIVE


def _is_small(columns: NodeColumns, row: int) -> bool:
    box = columns.bounds[row]
    return box is not None and box[2] <= LARGEST and box[3] <= LARGEST and columns.tag[row] not in PAGE_TAGS


def _numbers(table: DocumentTable, rows: Iterable[int]) -> Iterator[int]:
    """The texts among some rows that are the number of a day."""
    kinds, texts = table.kind, table.text
    written = [row for row in rows if kinds[row] == TEXT]
    return compress(written, map(NUMBERS.__contains__, map(str.strip, map(texts.__getitem__, written))))


def _months(
    columns: NodeColumns, document: DocumentInfo, numbers: Iterable[int]
) -> Iterator[list[tuple[int, int]]]:
    """The runs of numbers that are calendars: (number, row of its text). `numbers` are rows of the document."""
    run: list[tuple[int, int]] = []
    depth = 0
    flags, texts = columns.flags, columns.text
    for row in map(document.first_row.__add__, numbers):
        if not flags[row] & VISIBLE:
            continue
        number = NUMBERS[texts[row].strip()]
        here = _depth(columns, row)
        if not (run and abs(here - depth) <= 1 and _follows(columns, run[-1], number, row)):
            if len(run) >= LEAST:
                yield run
            run, depth = [], here
        run.append((number, row))
    if len(run) >= LEAST:
        yield run


def _follows(columns: NodeColumns, before: tuple[int, int], number: int, row: int) -> bool:
    """Whether a number goes on with a month, or begins the next one in the same grid of days."""
    if number == before[0] + 1:
        return True
    return number == 1 and before[0] >= LEAST and _tags(columns, before[1]) == _tags(columns, row)


def _tags(columns: NodeColumns, row: int) -> list[str]:
    return [columns.tag[above] for above in islice(columns.ancestors(row), ALIKE)]


def _depth(columns: NodeColumns, row: int) -> int:
    return sum(1 for _ in columns.ancestors(row))


def _with_chains(columns: NodeColumns, month: list[tuple[int, int]]) -> list[Day]:
    lines = [list(islice(columns.ancestors(row), LEVELS)) for _, row in month]
    days: list[Day] = []
    for at, (number, row) in enumerate(month):
        shared = {above for line in (*lines[max(0, at - 1) : at], *lines[at + 1 : at + 2]) for above in line}
        days.append(Day(number, row, [above for above in lines[at] if above not in shared]))
    return days


def _mark_chosen(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, days: Sequence[Day]
) -> None:
    """Add `selected` and `current` by ARIA, else by class names that few days have, else by a background."""
    rare = _rare_tokens(columns, days)
    chosen = _chosen(columns, days, rare)
    if not chosen:
        painted = [at for at, day in enumerate(days) if _is_painted(columns, document, table, day)]
        one = len(painted) == 1 or _are_painted_alike(rare, painted)
        if one and not any(_said(columns, day) for day in days):
            chosen = set(painted)
    for at, day in enumerate(days):
        found = {"selected"} if at in chosen else set[str]()
        if any(not TODAY.isdisjoint(words_in(token)[-1:]) for token in rare[at]):
            found.add("current")
        row = day.control(columns)
        if row is not None and found:
            store(columns, row, found.union(columns.states.get(row, ())), columns.properties.get(row, {}))


def _chosen(columns: NodeColumns, days: Sequence[Day], rare: Sequence[set[str]]) -> set[int]:
    """The places of the chosen days, as far as attributes say."""
    said = [_said(columns, day) for day in days]
    if any(said):
        return {at for at, found in enumerate(said) if found == "true"}
    return {at for at, found in enumerate(rare) if any(map(_says_chosen, found))}


def _rare_tokens(columns: NodeColumns, days: Sequence[Day]) -> list[set[str]]:
    """The class names of each day that fewer than half of the days have."""
    tokens = [
        {token for row in day.chain for token in read_text(columns.attributes[row], "class").split()}
        for day in days
    ]
    common = Counter(token for found in tokens for token in found)
    return [{token for token in found if 2 * common[token] < len(days)} for found in tokens]


def _said(columns: NodeColumns, day: Day) -> str:
    """What ARIA says about the choice of a day."""
    found = (read_text(columns.attributes[row], "aria-selected") for row in day.chain)
    return next(filter(None, found), "")


def _says_chosen(token: str) -> bool:
    parts = words_in(token)
    if "week" in parts:
        return False
    return not CHOSEN.isdisjoint(parts[-1:]) or not (ENDS.isdisjoint(parts) or RANGES.isdisjoint(parts))


def _is_painted(columns: NodeColumns, document: DocumentInfo, table: DocumentTable, day: Day) -> bool:
    """Whether a day has a background of its own."""
    shown = (row for row in day.chain if columns.flags[row] & VISIBLE)
    return any(table.has_ground(row - document.first_row) for row in shown)


def _are_painted_alike(rare: Sequence[set[str]], painted: Sequence[int]) -> bool:
    """Whether a few painted days are so by one class for the main colour, `bg-primary`, as several that are chosen."""
    if not 1 < len(painted) <= FEW_DAYS:
        return False
    shared = [token for token in rare[painted[0]] if all(token in rare[at] for at in painted)]
    return any("primary" in words_in(token) for token in shared)


def _name_other_months(columns: NodeColumns, days: Sequence[Day]) -> None:
    """Say of numbers before the first and after the last day of a month that they belong to another one."""
    numbers = [day.number for day in days]
    begins = [at for at, number in enumerate(numbers) if number == 1]
    if not begins:
        return
    ends = len(days) if len(days) - begins[-1] >= LEAST else begins[-1]
    for at, day in enumerate(days):
        row = day.control(columns)
        if begins[0] <= at < ends or row is None or NUMBERS.get(columns.name.get(row, "")) != day.number:
            continue
        month = "previous" if at < begins[0] else "next"
        columns.name[row] = f"{columns.name[row]} {month} month"
        columns.properties.setdefault(row, {})["name_from"] = "place in a calendar"
