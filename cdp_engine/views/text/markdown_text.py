"""A page as Markdown, for reading and keeping: headings, lists, links, tables, code. It names no refs.

What the page says cannot look like a mark of Markdown. Only what is shown is in it; what fields hold is not.
"""

from __future__ import annotations

import re
from urllib.parse import urljoin

from cdp_engine.observe import Flag, Snapshot, VirtualNode, is_table, read_table
from cdp_engine.views.text.page_text import plain

_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_INLINE = {"strong": "**", "b": "**", "em": "_", "i": "_", "code": "`", "del": "~~", "s": "~~"}
_FLOWING = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "button",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "u",
        "var",
        "input",
        "select",
        "textarea",
        "svg",
        "picture",
        "wbr",
        "slot",
        "#text",
    ]
)
_SILENT = frozenset(
    ("script", "style", "template", "noscript", "head", "option", "optgroup", "datalist", "textarea")
)
_SPECIAL = re.compile(r"([\\`*_\[\]<])")
_STARTS = re.compile(r"^(\s*)(#{1,6}|[-+>]|\d+[.)]|={3,}|-{3,})(?=\s|$)")
_LONGEST_CELL = 300
_VISIBLE = int(Flag.VISIBLE)


def markdown(snapshot: Snapshot) -> str:
    """The whole page as Markdown."""
    writer = _Writer(snapshot)
    writer.write(snapshot.root)
    return writer.text()


class _Writer:
    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._blocks: list[str] = []
        self._line: list[str] = []
        self._prefix = ""
        self._lists: list[int | None] = []
        self._quotes = 0

    def text(self) -> str:
        self._end()
        return "\n".join(self._blocks).strip() + "\n"

    def write(self, top: VirtualNode) -> None:
        """Every node in the order of the document, without recursion: pages may be nested deeply."""
        waiting: list[tuple[VirtualNode, bool]] = [(top, True)]
        while waiting:
            node, enters = waiting.pop()
            if not enters:
                self._leave(node)
            elif self._enter(node):
                waiting.append((node, False))
                waiting.extend((child, True) for child in reversed(node.children))

    def _enter(self, node: VirtualNode) -> bool:
        """Begin a node; whether what is inside is written, too."""
        tag = node.tag
        if tag == "#text":
            self._say(node)
            return False
        if tag in _SILENT or (tag.isalnum() and tag not in ("html", "body") and not self._shows(node)):
            return False
        if is_table(node):
            return self._table(node)
        if tag == "pre":
            self._end()
            self._blocks += ["", "```", *self._raw(node).strip("\n").split("\n"), "```", ""]
            return False
        if tag in ("img", "input", "hr", "br"):
            self._single(node)
            return False
        if tag not in _FLOWING:
            self._end()
        self._open(node)
        return True

    def _shows(self, node: VirtualNode) -> bool:
        """Whether it, or anything in it, is shown: an element without a box may have children that have one."""
        flags = self._snapshot.columns.flags
        if flags[node.index] & _VISIBLE:
            return True
        return any(flags[row] & _VISIBLE for row in self._snapshot.rows_below(node.index))

    def _open(self, node: VirtualNode) -> None:
        tag = node.tag
        if tag in _HEADINGS:
            self._blocks.append("")
            self._prefix = f"{_HEADINGS[tag]} "
        elif tag in ("ul", "ol", "menu"):
            self._lists.append(1 if tag == "ol" else None)
        elif tag == "li":
            number = self._lists[-1] if self._lists else None
            self._prefix = "  " * max(0, len(self._lists) - 1) + ("- " if number is None else f"{number}. ")
            if number is not None:
                self._lists[-1] = number + 1
        elif tag == "blockquote":
            self._quotes += 1
        elif tag == "a" and node.href:
            self._line.append("[")
        elif tag in _INLINE:
            self._line.append(_INLINE[tag])
        elif tag == "button":
            self._line.append(" [")

    def _leave(self, node: VirtualNode) -> None:
        tag = node.tag
        if tag == "a" and node.href:
            url = urljoin(self._snapshot.context.url, node.href)
            self._close("[", f"]({url.replace(' ', '%20').replace(')', '%29')})")
        elif tag in _INLINE:
            self._close(_INLINE[tag], _INLINE[tag])
        elif tag == "button":
            self._close(" [", "] ")
        elif tag not in _FLOWING:
            self._end()
            if tag in ("ul", "ol", "menu") and self._lists:
                self._lists.pop()
            elif tag == "blockquote":
                self._quotes -= 1
            if tag in ("p", "ul", "ol", "blockquote", *_HEADINGS) and not self._lists:
                self._blocks.append("")

    def _close(self, opened: str, closes: str) -> None:
        """End a mark; one with nothing in it goes."""
        if self._line and self._line[-1] == opened:
            self._line.pop()
            return
        blank = self._line[-1][-1:].isspace() if self._line else False
        if blank:
            self._line[-1] = self._line[-1].rstrip()
        self._line.append(closes + (" " if blank else ""))

    def _say(self, node: VirtualNode) -> None:
        text = self._snapshot.columns.text[node.index]
        words = _escaped(text)
        if words:
            before = " " if text[:1].isspace() else ""
            self._line.append(f"{before}{words}{' ' if text[-1:].isspace() else ''}")
        elif text and self._line:
            self._line.append(" ")

    def _single(self, node: VirtualNode) -> None:
        if node.tag == "br":
            self._end()
        elif node.tag == "hr":
            self._end()
            self._blocks += ["", "---", ""]
        elif node.tag == "img" and node.name:
            self._line.append(f"![{_escaped(node.name)}]")
        elif node.tag == "input" and node.input_type in ("checkbox", "radio"):
            self._line.append("[x] " if "checked" in node.states else "[ ] ")

    def _table(self, node: VirtualNode) -> bool:
        table = read_table(node)
        width = max([len(table.headers), *(len(row) for row in table.rows)], default=0)
        if width < 2 or not table.rows:
            return True  # a table for the layout
        self._end()
        heads = [*table.headers, *[""] * (width - len(table.headers))]
        rows = [[cell.node.text for cell in row] for row in table.rows]
        self._blocks += ["", _row(heads), _row(["---"] * width)]
        self._blocks += [_row([*row, *[""] * (width - len(row))]) for row in rows]
        self._blocks.append("")
        return False

    def _raw(self, node: VirtualNode) -> str:
        columns = self._snapshot.columns
        rows = self._snapshot.rows_below(node.index)
        return "".join(columns.text[row] for row in rows if columns.tag[row] == "#text").replace(
            "```", "` ` `"
        )

    def _end(self) -> None:
        """End the line that is being written."""
        line = re.sub(r" {2,}", " ", "".join(self._line)).strip()
        self._line = []
        if not line:
            return
        safe = line if self._prefix else _STARTS.sub(r"\1\\\2", line)
        self._blocks.append("> " * self._quotes + self._prefix + safe)
        self._prefix = "  " * len(self._lists) if self._lists else ""


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", plain(text))


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(plain(cell, _LONGEST_CELL).replace("|", "\\|") for cell in cells) + " |"
