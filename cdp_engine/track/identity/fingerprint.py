"""The traits of an element, and the similarity of two elements (VD-06, SX-11, EX-06; pure)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from cdp_engine.observe import Flag, Snapshot, VirtualNode

MATCH_LIMIT = 0.6
_OTHER_NUMBER = 0.9
WORTH_NAMING = 0.1
"""The least confidence of a candidate; one of very many equal elements does not help."""
_TEXT_LENGTH = 100
_SPACE = re.compile(r"\s+")
_DIGITS = re.compile(r"\d+")
_COUNTER = re.compile(r"[(\[]\s*\d{1,5}\+?\s*[)\]]")
_LONE_NUMBER = re.compile(r"\d{1,3}\+?\Z")
_MADE_ID = re.compile(
    r"\d{3,}|:|^(?:radix|headlessui|react|mui|ember|yui|ext-gen|__)|[0-9a-f]{8}", re.IGNORECASE
)

_COUNTED_ID = re.compile(r"(?:^|[-_.\[])\d+[-_.\]]")


class Fingerprint(NamedTuple):
    """The lasting traits of one element, as a caller sees it; not its node."""

    tag: str
    role: str = ""
    label: str = ""
    text: str = ""
    html_id: str = ""
    test_id: str = ""
    href: str = ""
    kind: str = ""
    region: str = ""


class Candidate(NamedTuple):
    """An element that may have replaced a lost one, with the confidence (0–1) and the evidence.

    `name` is what a caller knows it by: its name, or else its value or text; never empty.
    """

    ref: str
    role: str
    name: str
    confidence: float
    why: str


def fingerprint(node: VirtualNode) -> Fingerprint:
    """The traits of a node."""
    attributes = node.attributes
    return Fingerprint(
        tag=node.tag,
        role=node.role,
        label=normal(node.name or attributes.get("aria-label", "")),
        text=normal(node.text[: _TEXT_LENGTH * 2]),
        html_id=attributes.get("id", ""),
        test_id=node.test_id or "",
        href=attributes.get("href", ""),
        kind="|".join(attributes.get(name, "") for name in ("type", "name", "placeholder")),
        region=node.region or "",
    )


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """The text with normalised white space and case, cut at 100 characters."""
    return _SPACE.sub(" ", text).strip().casefold()[:_TEXT_LENGTH]


@lru_cache(maxsize=4096)
def skeleton(text: str) -> str:
    """The label with every number masked, equal for labels that differ by a count."""
    return _DIGITS.sub("#", normal(text))


@lru_cache(maxsize=4096)
def counterless(text: str) -> str:
    """The label with counters masked: `cart (2)` and a lone `2` are masked, `chapter 2` is not."""
    plain = normal(text)
    if _LONE_NUMBER.match(plain):
        return "#"
    return _COUNTER.sub("(#)", plain)


def lasting_id(value: str) -> str:
    """An authored id; empty for ids that frameworks generate at every rendering or count up."""
    return "" if not value or _MADE_ID.search(value) or value[-1:].isdigit() else value


def names_one_element(value: str) -> bool:
    """Whether an id alone identifies its element: `form-0-done` is whatever comes first in a list."""
    return not _COUNTED_ID.search(value)


def likeness(first: str, second: str) -> float:
    """How much two texts have in common, 0 to 1."""
    if first == second:
        return 1.0
    if not first or not second:
        return 0.0
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() > 0.3 else 0.0


def similarity(old: Fingerprint, new: Fingerprint) -> float:
    """The share of weighted traits two elements have in common, 0 to 1; 0 for different tags (VD-06).

    Role weighs 3, the label 2, the text 2, the link target 1.
    """
    if old.tag != new.tag:
        return 0.0
    score = 3.0 * (old.role == new.role)
    score += 2.0 * likeness(counterless(old.label), counterless(new.label))
    score += 2.0 * likeness(counterless(old.text), counterless(new.text))
    score += 1.0 * (old.href == new.href)
    return score / 8.0


def ranked_candidates(
    lost: Fingerprint,
    snapshot: Snapshot,
    *,
    limit: int = 5,
    beside: Callable[[str], bool] = lambda _ref: False,
) -> tuple[Candidate, ...]:
    """Elements on the page that may be the lost one, best first, for the caller to choose from.

    Confidence is the similarity, lowered where the id or the label differs, and divided among equals: three equal
    buttons get at most 1/3 each. Elements without name, value and text are left out: nobody could choose one; so are
    those of another role, or whose ref stood `beside` that of the lost one, unless they now have its label.
    """
    rated: list[tuple[float, Fingerprint, VirtualNode]] = []
    for node in _visible_elements(snapshot):
        if node.tag != lost.tag and (not lost.role or node.role != lost.role):
            continue
        found = fingerprint(node)
        score = similarity(lost._replace(tag=found.tag), found) * (1.0 if found.tag == lost.tag else 0.8)
        if lost.html_id and found.html_id == lost.html_id:
            score = max(score, 0.9)
        elif lasting_id(lost.html_id) and lasting_id(found.html_id):
            score *= 0.7
        if lost.label and found.label != lost.label:
            alike = likeness(skeleton(lost.label), skeleton(found.label))
            score *= 0.5 + 0.5 * alike if alike < 1 else _OTHER_NUMBER
        if found.region != lost.region:
            score *= 0.9
        if score >= 0.3:
            rated.append((score, found, node))
    rated.sort(key=lambda entry: -entry[0])
    twins: dict[Fingerprint, int] = {}
    for _, found, _ in rated:
        twins[found] = twins.get(found, 0) + 1
    shared = ((score / twins[found], found, node) for score, found, node in rated)
    return tuple(islice(_candidates(lost, shared, beside), limit))


def _candidates(
    lost: Fingerprint, rated: Iterable[tuple[float, Fingerprint, VirtualNode]], beside: Callable[[str], bool]
) -> Iterator[Candidate]:
    for confidence, found, node in rated:
        name = _called(node)
        another = (found.label or found.text) != (lost.label or lost.text)
        unrelated = another and (found.role != lost.role or beside(node.ref))
        if name and confidence >= WORTH_NAMING and not unrelated:
            yield Candidate(node.ref, node.role or node.tag, name, round(confidence, 2), _why(lost, found))


def _called(node: VirtualNode) -> str:
    return (node.name or node.value or node.text)[:_TEXT_LENGTH].strip()


def _why(lost: Fingerprint, found: Fingerprint) -> str:
    shared: list[str] = []
    if lost.html_id and lost.html_id == found.html_id:
        shared.append("same id")
    if lost.test_id and lost.test_id == found.test_id:
        shared.append("same test id")
    if lost.label and lost.label == found.label:
        shared.append("same name")
    elif lost.label and skeleton(lost.label) == skeleton(found.label):
        shared.append("same name but for a number")
    if lost.href and lost.href == found.href:
        shared.append("same link")
    if lost.role and lost.role == found.role:
        shared.append("same role")
    if lost.region and lost.region == found.region:
        shared.append(f"also in {lost.region}")
    return ", ".join(shared) or "similar"


def _visible_elements(snapshot: Snapshot) -> Iterator[VirtualNode]:
    columns = snapshot.columns
    wanted, interactive = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
    for row, flags in enumerate(columns.flags):
        if flags & wanted and columns.kind[row] == 1 and (flags & interactive or columns.role[row]):
            yield VirtualNode(snapshot, row)
