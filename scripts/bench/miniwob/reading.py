"""What a view says, taken apart again: the lines of an `outline` and the elements of a `full` view (pure).

The engine is not used here. A policy knows only the text of an answer, as a model does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

ROLES = frozenset(
    ("button", "checkbox", "clickable", "color", "combobox", "date", "datetime", "gridcell", "heading", "image",
     "label", "link", "listbox", "listitem", "menu", "menubar", "menuitem", "option", "radio", "searchbox", "slider",
     "spinbutton", "summary", "switch", "tab", "tabpanel", "textbox", "time", "tree", "treeitem")
)  # fmt: skip
"""The words that may precede a name; a link has none."""

_CONTROL = re.compile(r'\[(e\d+)((?:"(?:\\.|[^"\\])*"|[^"\]])*)\]')
_WORD = re.compile(r'=?"(?:\\.|[^"\\])*"|[^\s"]+')
_FENCE = "[page "
_PANEL = ("Last reward:", "Last 10 average:", "Time left:", "Episodes done:")
_SCROLL = re.compile(r"in view -?\d+--?\d+ of \d+px")
NEWS = "--- since the last answer"
_UNSEEN = "untrusted:"
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)


@dataclass(frozen=True, slots=True)
class Thing:
    """One element of an outline: the contents of its brackets, and its line."""

    ref: str
    role: str
    name: str
    value: str
    states: frozenset[str]
    line: int


@dataclass(frozen=True, slots=True)
class Outline:
    """An outline without its header and without the benchmark's own score panel."""

    lines: tuple[str, ...]
    things: tuple[Thing, ...]

    @property
    def goal(self) -> str:
        """The instruction: the first line below the header."""
        return self.lines[0] if self.lines else ""

    def between(self, above: int, below: int | None = None) -> tuple[Thing, ...]:
        """The elements on the lines from `above` to before `below`."""
        end = len(self.lines) if below is None else below
        return tuple(thing for thing in self.things if above <= thing.line < end)


def page_text(answer: str) -> str:
    """The page's words in a tool's answer: the text inside the fence."""
    lines = answer.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith(_FENCE)]
    if not starts:
        return ""
    end = f"[end {lines[starts[0]].split()[1]}"
    return "\n".join(lines[starts[0] + 1 : lines.index(end)])


def read_outline(text: str) -> Outline:
    """The lines and elements of an outline as `page_text` gave it."""
    rows = text.splitlines()[1:]
    if rows and _SCROLL.fullmatch(rows[0]):
        rows = rows[1:]
    if NEWS in rows:
        rows = rows[: rows.index(NEWS)]
    lines = tuple(row for row in rows if not row.startswith(_PANEL))
    return Outline(lines, tuple(_things(lines)))


def _things(lines: tuple[str, ...]) -> Iterator[Thing]:
    for number, line in enumerate(lines):
        for found in _CONTROL.finditer(line):
            yield _thing(found[1], found[2], number)


def _thing(ref: str, inside: str, line: int) -> Thing:
    words: list[str] = _WORD.findall(inside)
    role = words.pop(0) if words and words[0] in ROLES else "link"
    named: list[str] = []
    states: set[str] = set()
    value, in_options = "", False
    while words:
        word = words.pop(0)
        if word.startswith('="'):
            value = _unquoted(word[1:])
        elif word.startswith("+"):
            states.add(word[1:])
        elif word == "of" and role in ("combobox", "listbox"):
            in_options = True
        elif word == "hint" and words and words[0].startswith('"'):
            words.pop(0)
        elif not in_options and not word.startswith("closed-by:"):
            named.append(_unquoted(word))
    return Thing(ref, role, " ".join(named), value, frozenset(states), line)


def _unquoted(word: str) -> str:
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if word.startswith('"') else word


@dataclass(eq=False, slots=True)
class Element:
    """An element of a `full` view. Text that the view marks as not shown is left out."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    content: list[Element | str] = field(default_factory=list["Element | str"])

    @property
    def ref(self) -> str:
        """Its ref; empty for what cannot be acted on."""
        return self.attributes.get("data-ref", "")

    @property
    def id(self) -> str:
        """Its id."""
        return self.attributes.get("id", "")

    @property
    def classes(self) -> frozenset[str]:
        """Its class names."""
        return frozenset(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """Its visible text, on one line."""
        return " ".join("".join(self._pieces()).split())

    def _pieces(self) -> Iterator[str]:
        for part in self.content:
            if isinstance(part, str):
                yield part
            else:
                yield from part._pieces()

    def walk(self) -> Iterator[Element]:
        """It and everything in it, in document order."""
        yield self
        for part in self.content:
            if isinstance(part, Element):
                yield from part.walk()

    def all(self, tag: str = "", *, cls: str = "") -> list[Element]:
        """The elements in it of that tag and class."""
        return [one for one in self.walk() if (not tag or one.tag == tag) and (not cls or cls in one.classes)]

    def style(self, name: str) -> str:
        """A property of its `style` attribute, or else the attribute of that name."""
        for rule in self.attributes.get("style", "").split(";"):
            key, _, value = rule.partition(":")
            if key.strip() == name:
                return value.strip()
        return self.attributes.get(name, "")

    def number(self, name: str) -> float:
        """An attribute that is a number; 0 where it is none."""
        try:
            return float(self.attributes.get(name, ""))
        except ValueError:
            return 0.0


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.top = self._at = Element("", {})
        self._unseen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self._at)
        self._at.content.append(element)
        self._unseen = False
        if tag not in _VOID:
            self._at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._at.content.append(Element(tag, {name: value or "" for name, value in attrs}, self._at))

    def handle_endtag(self, tag: str) -> None:
        at: Element | None = self._at
        while at is not None and at.tag != tag:
            at = at.parent
        if at is not None and at.parent is not None:
            self._at = at.parent
        self._unseen = False

    def handle_comment(self, data: str) -> None:
        self._unseen = data.strip().startswith(_UNSEEN)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._at.content.append(data)
        self._unseen = False


def read_full(text: str) -> Element:
    """The tree of a `full` view as `page_text` gave it."""
    builder = _Builder()
    builder.feed(text)
    builder.close()
    return builder.top
