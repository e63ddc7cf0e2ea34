"""Fills the lines of an outline: joins the pieces that belong on one line."""

from __future__ import annotations

from typing import NamedTuple

from cdp_engine.views.text.page_text import body, first

BAR = "|"
INLINE_TAGS = frozenset(
    ("a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "label", "mark", "q", "s", "small",
     "span", "strong", "sub", "sup", "time", "u", "var", "slot")
)  # fmt: skip


class OutlineLine(NamedTuple):
    """One line and the short ref on it, if any."""

    ref: str | None
    text: str
    row: int = 0
    """The row that the line begins with."""


class LineFiller:
    """The finished lines and the current one; a line has at most one ref."""

    def __init__(self) -> None:
        self.lines: list[OutlineLine] = []
        self._row = self._begins = 0
        self._titled = ""
        self._line: list[str] = []
        self._ref: str | None = None
        self._mark = ""
        self._space = self._bare = False
        self._cells = 0
        self._in_row = self._celled = -1  # the table rows that had a cell last, and an interactive cell

    def begin_again(self) -> None:
        """Forget all lines."""
        self.lines.clear()
        self._line, self._ref, self._mark, self._titled = [], None, "", ""
        self._space = self._bare = False
        self._cells = 0
        self._in_row = self._celled = -1

    def _break(self) -> None:
        """A block begins or ends: a new line, or just a space in a short table cell."""
        if self._cells:
            self._space = True
        else:
            self._break_line()

    def _break_line(self) -> None:
        """A new line, unless the current one has only an element whose name comes next."""
        if self._bare:
            self._space = True
        else:
            self._flush()

    def _bar(self) -> None:
        """The mark between two cells of a row."""
        self._piece(BAR, spaced=True)
        self._space = True

    def _code(self, text: str) -> None:
        """Preformatted text: its lines and their indentation stay."""
        for position, line in enumerate(text.split("\n")):
            if position:
                self._flush()
            content = body(line)
            if content and not self._line:
                indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
                content = " " * min(indent, 40) + content if indent else first(content)
            self._piece(content, spaced=line[:1].isspace())
            self._space = line[-1:].isspace()

    def _piece(self, text: str, *, spaced: bool) -> None:
        if not text:
            return
        if not self._line:
            self._begins = self._row
        self._bare = False
        if self._line and (spaced or self._space):
            self._line.append(" ")
        self._space = False
        self._line.append(text)

    def _put_line(self, text: str, title: str = "") -> None:
        self.lines.append(OutlineLine(None, f"{text} {title}" if title else text, self._row))
        self._titled = title and text

    def _flush(self) -> None:
        if self._line:
            text = "".join(self._line)
            if self._titled:
                above = self.lines[-1]
                if self._mark and above.text == f"{self._titled} {text}":
                    self.lines[-1] = above._replace(text=self._titled)  # its heading repeats the name
                self._titled = ""
            self.lines.append(OutlineLine(self._ref, self._mark + text, self._begins))
            self._line = []
            self._mark = ""
        self._ref = None
        self._space = self._bare = False
