"""A page as numbered lines for a model that reads data out of it: only what a person could see (pure)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin

from cdp_engine.observe import Snapshot, VirtualNode, item_list, text_runs
from cdp_engine.views import token_counter

_FIELDS = frozenset(("input", "select", "textarea"))
_TO_A_MODEL = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|other)\b.{0,40}"
    r"\b(?:instruction|prompt|rule|command|direction|text|data|value|price)s?\b"
    r"|\b(?:AIs?|LLMs?|GPT|language models?|chatbots?|(?:AI|automated|web|data) (?:agents?|assistants?|scrapers?|"
    r"crawlers?|models?|systems?))\b.{0,60}\b(?:must|should|shall|please|are to|report|return|output|respond|answer|"
    r"extract|record|fill)\b"
    r"|\b(?:if you are|dear|attention|note to|instructions? (?:for|to))\b.{0,12}\b(?:an? )?(?:AIs?|LLMs?|language "
    r"models?|agents?|assistants?|models?|bots?)\b"
    r"|^\W*(?:system|assistant|developer)(?: prompt| note| message| instructions?)?\s*[:\]>]"
    r"|<\/?(?:system|instructions?|prompt|assistant)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """One numbered text: its element, the addresses it links to, and the number of the row of a table it is in."""

    number: int
    node: VirtualNode
    text: str
    links: tuple[str, ...] = ()
    row: int | None = None
    begins_item: bool = False

    @property
    def gives_orders(self) -> bool:
        """Whether the text addresses a model instead of a reader."""
        return _TO_A_MODEL.search(self.text) is not None

    @property
    def url(self) -> str:
        """The address of its document."""
        snapshot = self.node.snapshot
        return snapshot.documents[snapshot.columns.document[self.node.index]].url

    def line(self, *, links: bool) -> str:
        """The text as a model reads it."""
        node = self.node
        if node.tag in _FIELDS:
            said = f"({node.name or node.placeholder or 'field'}) {self.text}"
        elif node.tag == "img":
            said = f"(image) {self.text}"
        else:
            said = f"# {self.text}" if node.role == "heading" else self.text
        states = [state for state in node.states if state in ("checked", "selected", "unchecked")]
        return " ".join([str(self.number), said, *states, *(f"<{url}>" for url in self.links if links)])


def passages_of(snapshot: Snapshot, within: VirtualNode | None = None, first: int = 1) -> list[Passage]:
    """The texts of a page, or of one element, in reading order, numbered from `first`."""
    listed = item_list(snapshot)
    begins = {item.node.index for item in listed.items} if listed is not None else set[int]()
    found: list[Passage] = []
    for node, text in text_runs(snapshot, 0 if within is None else within.index):
        above = _above(node)
        links = tuple(
            dict.fromkeys(
                urljoin(_document_url(one), one.href)
                for one in (node, *above[:3])
                if one.tag == "a" and one.href and not one.href.startswith("javascript:")
            )
        )
        source = node.attribute("src") if node.tag == "img" else None
        links = (*links, urljoin(_document_url(node), source)) if source else links
        row = next((one.index for one in above if one.role == "row" or one.tag == "tr"), None)
        around = {node.index, *(one.index for one in above)} & begins
        begins -= around
        found.append(Passage(first + len(found), node, text, links, row, bool(around)))
    return found


def _above(node: VirtualNode) -> list[VirtualNode]:
    found: list[VirtualNode] = []
    at = node.parent
    while at is not None and at.tag not in ("body", "#document"):
        found.append(at)
        at = at.parent
    return found


def _document_url(node: VirtualNode) -> str:
    snapshot = node.snapshot
    return snapshot.documents[snapshot.columns.document[node.index]].url


def written(passages: Iterable[Passage], *, links: bool) -> str:
    """The lines; cells of one row of a table are on one line."""
    lines: list[str] = []
    row: int | None = None
    for passage in passages:
        line = passage.line(links=links)
        if passage.row is not None and passage.row == row:
            lines[-1] += f" | {line}"
        else:
            lines.append(line)
        row = passage.row
    return "\n".join(lines)


def parts_of(passages: Sequence[Passage], tokens: int, *, links: bool) -> list[list[Passage]]:
    """The passages in parts of at most so many tokens; an item of a list is not cut in two where that is possible."""
    count = token_counter().count
    parts: list[list[Passage]] = []
    part: list[Passage] = []
    size = 0
    for passage in passages:
        cost = count(passage.line(links=links)) + 2
        if part and size + cost > tokens:
            cut = next((at for at in range(len(part) - 1, 0, -1) if part[at].begins_item), None)
            cut = len(part) if passage.begins_item or cut is None else cut
            parts.append(part[:cut])
            part = part[cut:]
            size = sum(count(one.line(links=links)) + 2 for one in part)
        part.append(passage)
        size += cost
    return [*parts, part] if part else parts
