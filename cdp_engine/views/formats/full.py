"""`full`: the whole page as HTML, only on explicit request (SX-02's last mode).

    <html><body>
    <div class="card">
    <h2 id="t">Apples</h2>
    <button class="buy" data-ref="e7">Buy</button>
    </div></body></html>

Every element with its attributes, hidden ones included (`hidden=False` drops them); scripts, styles and templates are
empty. Interactive elements have `data-ref`. Shadow roots are `<template shadowrootmode>`, with what is slotted in its
slot; the document of a frame is its `srcdoc`, which only `&` and `'` are escaped in. Texts of style sheets are comments
(`<!-- ::before ★ -->`). Text is escaped again, so the HTML parses back to the same tree, except for nestings that no
HTML can write, such as a paragraph in a paragraph.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from cdp_engine.observe import WRITTEN_TEXT, Flag, Snapshot, VirtualNode
from cdp_engine.views.formats.facts import SHOWN, VISIBLE, comments, manifest_lines
from cdp_engine.views.registry import View, register
from cdp_engine.views.scope import Scope, ViewOptions, scope_of
from cdp_engine.views.text.nested import Written, fit_nested
from cdp_engine.views.text.page_text import CONTROL_SIGNS, plain

GENERATED, ELEMENT, TEXT = 0, 1, 3
RENDERED, REDACTED, INLINE = int(Flag.RENDERED), int(Flag.REDACTED), int(Flag.INLINE)
UNSEEN, CLOSED = int(Flag.UNSEEN), int(Flag.CLOSED)
UNTRUSTED = "<!-- untrusted: no human eye reads this -->"
NOT_SHOWN = "<!-- untrusted: not shown -->"
"""The mark before text of elements that are not laid out, such as closed or collapsed ones."""
NEVER_LAID_OUT = frozenset(("title", "option", "optgroup", "style", "script"))
VOID = frozenset(
    ("area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
     "meta", "param", "source", "track", "wbr")
)  # fmt: skip
MUTE = frozenset(("script", "style", "noscript", "template"))
RAW = frozenset(("xmp", "noembed", "noframes"))
"""Elements whose text has no escapes."""
UNMARKED = RAW | {"textarea", "title"}
"""Elements whose text is text to the end: a comment in it would be part of it."""
PREFORMATTED = frozenset(("pre", "textarea", "listing"))
"""Elements whose first line break does not count as text."""
ENDLESS = "plaintext"
"""The tag that nothing closes; its element is written as `pre`."""


class FullOptions(ViewOptions, frozen=True, kw_only=True):
    """Options of `full`, beside those of every format."""

    values: bool = False
    """The values of form controls (never those of secret fields)."""
    hidden: bool = True
    """Also elements that are not visible."""
    attributes: bool = True
    """All attributes, not only `data-ref`."""


class _FrameEnd(NamedTuple):
    """The end of a frame element: its opening tag without the last sign, and its closing tag."""

    opening: str
    closing: str

    def whole(self, document: str) -> str:
        """The element with its document."""
        written = document.lstrip("\n").replace("&", "&amp;").replace("'", "&#39;")
        return f"{self.opening} srcdoc='{written}'>{self.closing}"


_Step = int | str | _FrameEnd
"""What is still to be written: a row, a text, the end of a frame."""


class _Writer:
    def __init__(self, snapshot: Snapshot, options: FullOptions, scope: Scope, *, mark: bool) -> None:
        self._snapshot, self._options, self._scope, self._mark = snapshot, options, scope, mark
        self._columns = snapshot.columns
        self._wanted = self._needed()
        self._preformatted = 0
        self.own: list[tuple[int, str]] = []

    def _needed(self) -> bytearray | None:
        """With a mask: the rows to write and their ancestors."""
        mask, parents = self._scope.mask, self._columns.parent
        if mask is None:
            return None
        needed = bytearray(mask)
        needed[self._scope.top] = 1
        for row in range(len(parents) - 1, 0, -1):
            above = parents[row]
            if needed[row] and above >= 0 and not needed[above]:
                needed[above] = 1
                while parents[above] >= 0 and not needed[parents[above]]:
                    above = parents[above]
                    needed[above] = 1
        return needed

    def text(self) -> str:
        parts: list[str] = []
        frames: list[tuple[list[str], _FrameEnd]] = []
        stack: list[_Step] = [self._scope.top]
        while stack:
            current = stack.pop()
            if isinstance(current, str):
                self._preformatted -= current == "</pre>"
                parts.append(current)
            elif isinstance(current, _FrameEnd):
                around, end = frames.pop()
                around.append(end.whole("".join(parts)))
                parts = around
            elif self._wanted is None or self._wanted[current]:
                frame = self._write(current, parts, stack)
                if frame is not None:
                    frames.append((parts, frame))
                    parts = []
        return "".join(parts).lstrip("\n")

    def _write(self, row: int, parts: list[str], stack: list[_Step]) -> _FrameEnd | None:
        """Write a row's own text or opening tag, and push the rest onto the stack; the end of a frame that begins."""
        kind = self._columns.kind[row]
        if kind == TEXT:
            self._text(row, parts)
            return None
        below = self._snapshot.child_rows(row)
        gap = self._gap(below) if self._mark else []
        if kind == ELEMENT:
            return self._element(row, below, gap, parts, stack)
        if kind != GENERATED:
            stack += gap
            stack += reversed(below)
        return None

    def _text(self, row: int, parts: list[str]) -> None:
        columns = self._columns
        if columns.tag[row] != WRITTEN_TEXT:  # of a style sheet: no part of the document
            self._comment(row, parts)
            return
        above = columns.parent[row]
        around = columns.tag[above] if above >= 0 else ""
        written = columns.text[row].translate(CONTROL_SIGNS)
        if around in PREFORMATTED and written.startswith("\n") and self._snapshot.child_rows(above)[0] == row:
            written = "\n" + written
        if around not in RAW or f"</{around}" in written.lower():
            written = escape(written, quote=False)
        marked = around not in UNMARKED
        if columns.flags[row] & UNSEEN:
            if not self._options.hidden:
                return
            written = UNTRUSTED + written if marked else written
        elif marked and self._is_folded(row):
            written = NOT_SHOWN + written
        parts.append(written)
        if written.strip():
            self.own.append((row, written))

    def _comment(self, row: int, parts: list[str]) -> None:
        """Write the text of a `::before` or `::after`."""
        text = escape(plain(self._columns.text[row]), quote=False)
        parts.append(f"<!-- {self._columns.tag[row]} {text} -->")
        self.own.append((row, parts[-1]))

    def _element(
        self, row: int, below: Sequence[int], gap: list[str], parts: list[str], stack: list[_Step]
    ) -> _FrameEnd | None:
        columns = self._columns
        flags, tag = columns.flags[row], columns.tag[row]
        if not self._options.hidden and not flags & (RENDERED | VISIBLE):
            return None
        framed = bool(below) and columns.document[below[0]] != columns.document[row]
        opening = self._opening(row, framed=framed)
        if flags & SHOWN == SHOWN or tag in VOID:
            self.own.append((row, opening))
        # a line break only where it adds to no text
        breaks = not flags & INLINE and not self._preformatted and (not parts or parts[-1].endswith(">"))
        opening = "\n" + opening if breaks else opening
        closing = "" if tag in VOID else "</pre>" if tag == ENDLESS else f"</{tag}>"
        if framed:
            end = _FrameEnd(opening[:-1], closing)
            stack += (end, *gap, *reversed(below))
            return end
        parts.append(opening)
        if tag in VOID:
            return None
        self._preformatted += closing == "</pre>"
        stack.append(closing)
        if tag in MUTE:
            return None
        stack += gap
        inside = [child for child in below if child in columns.shadow]
        stack += reversed([child for child in below if child not in columns.shadow])
        if inside:
            stack.append("</template>")
            stack += reversed(inside)
            stack.append(f'<template shadowrootmode="{columns.shadow[inside[0]]}">')
        return None

    def _is_folded(self, row: int) -> bool:
        """Whether a text is never shown."""
        columns = self._columns
        above = columns.parent[row]
        return not (
            (columns.flags[row] & (RENDERED | VISIBLE) and not columns.flags[row] & CLOSED)
            or columns.text[row].isspace()
            or (above >= 0 and columns.tag[above] in NEVER_LAID_OUT)
        )

    def _gap(self, below: Sequence[int]) -> list[str]:
        """The comment for children that a budget left out."""
        wanted = self._wanted or bytearray()
        flags = self._columns.flags
        drawn = [
            row for row in below if flags[row] & (RENDERED | VISIBLE) and self._columns.kind[row] == ELEMENT
        ]
        missing = [row for row in drawn if not wanted[row]]
        if not missing:
            return []
        return [f"<!-- {len(missing)} more: expand {VirtualNode(self._snapshot, missing[0]).ref} -->"]

    def _opening(self, row: int, *, framed: bool) -> str:
        columns = self._columns
        tag, flags, flat = columns.tag[row], columns.flags[row], columns.attributes[row]
        parts = [f"<{'pre' if tag == ENDLESS else tag}"]
        if self._options.attributes and tag not in MUTE:
            parts += [
                f'{name}="{escape(value.translate(CONTROL_SIGNS))}"' if value else name
                for name, value in zip(flat[::2], flat[1::2], strict=True)
                if self._keeps(row, name, framed=framed)
            ]
        if self._options.values and tag == "input" and not flags & REDACTED and columns.value.get(row):
            parts = [part for part in parts if not part.startswith("value=")]
            parts.append(f'value="{escape(columns.value[row].translate(CONTROL_SIGNS))}"')
        if flags & SHOWN == SHOWN:
            parts.append(f'data-ref="{VirtualNode(self._snapshot, row).ref}"')
        return " ".join(parts) + ">"

    def _keeps(self, row: int, name: str, *, framed: bool) -> bool:
        """Whether an attribute of the page is written."""
        if name == "value":
            held = self._columns.tag[row] in ("input", "textarea") and not self._options.values
            return not held and not self._columns.flags[row] & REDACTED
        if name == "data-ref" or (framed and name == "srcdoc"):
            return False
        return name.isprintable() and not set(name) & set("\"'<>/= ")


def _write(snapshot: Snapshot, options: FullOptions, scope: Scope, *, mark: bool) -> Written:
    writer = _Writer(snapshot, options, scope, mark=mark)
    text = writer.text()
    left_out = comments(manifest_lines(snapshot, scope.dropped, whole=scope.whole))
    return Written("\n".join([text, *left_out]), writer.own)


def render(snapshot: Snapshot, options: FullOptions) -> str:
    """The view as text."""
    scope = scope_of(snapshot, options)
    return fit_nested(snapshot, scope, options, lambda part, mark: _write(snapshot, options, part, mark=mark))


def data(snapshot: Snapshot, options: FullOptions) -> dict[str, Any]:
    """The view as data."""
    return {"mode": "full", "url": snapshot.context.url, "dom": render(snapshot, options)}


FULL = register(
    View(name="full", summary="the whole page as HTML", options=FullOptions, render=render, data=data)
)
