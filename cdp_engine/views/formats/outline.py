"""`outline`: the whole page in reading order, in the fewest tokens. The default format.

    Shop · https://shop.test/
    # Products
    Three for two [e1 see all] until Sunday
    [e2 button Buy apples]
    [e3 checkbox Gift wrap +checked]
    [e4 textbox E-mail ="me@example.com" +required]
    --- frame https://pay.test/form
    [e5 textbox Card number]
    --- end frame

The reasons for this form (tokens of o200k): an element costs three tokens beyond its name (`[e`, number, `]`, where the
last one includes the line break); links are the most common elements, so only other roles are named; there is no
indentation and no list marks, because the reading order is sufficient; a line has at most one ref, so a ref is found by
its line; text around an element stays on its line. A row of cells is one line, `[e7 gridcell Bolt] | [e8 10]`, whose
parts are lines of their own in differences, `| [e8 10]`. Of a list that draws a part of its members, the first and the
last have their places after them, `(12 of 300)`; items of trees are indented.
Page text cannot be mistaken for a ref or a mark (see page_text).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cdp_engine.observe import Snapshot
from cdp_engine.track import Line
from cdp_engine.views.budget.budget import Elision, Piece, PlainForm, fit
from cdp_engine.views.formats.facts import manifest_lines
from cdp_engine.views.registry import View, register
from cdp_engine.views.scope import NOTHING_DROPPED, Scope, counter_for, scope_of, token_limit
from cdp_engine.views.text.cells import rows_joined
from cdp_engine.views.text.controls_text import role_word
from cdp_engine.views.text.line_filler import OutlineLine
from cdp_engine.views.text.outline_writer import OutlineOptions, OutlineWriter
from cdp_engine.views.text.page_text import body, plain
from cdp_engine.views.text.resumed_outline import Body


def outline_lines(
    snapshot: Snapshot, options: OutlineOptions | None = None, *, top: int = 0
) -> list[OutlineLine]:
    """The lines of the outline; with a row as `top`, those of this element alone, without header and manifest."""
    options = options or OutlineOptions()
    scope = scope_of(snapshot, options, top=top)
    limit = token_limit(options)
    if limit is not None and limit < options.max_text:
        options = msgspec.structs.replace(options, max_text=max(80, limit))
    writer = OutlineWriter(snapshot, options, scope)
    writer.write(scope.top)
    head = list(_header(snapshot)) if options.header and scope.whole else []
    manifest = (
        manifest_lines(snapshot, scope.dropped, whole=scope.whole) if options.manifest and not top else ()
    )
    tail = [f"--- {line}" for line in manifest]
    lines = writer.lines
    if limit is not None:
        if counter_for(options).count("\n".join([*head, *tail])) > limit // 3:
            head, tail = [], []
        lines = _fitted(snapshot, lines, head, tail, options)
    above, below = ([OutlineLine(None, line) for line in around] for around in (head, tail))
    return [line for line in (*above, *lines, *below) if line.text]


def outline_body(snapshot: Snapshot) -> Body:
    """The lines of the outline without options, header and manifest, as `resumed` takes them."""
    writer = OutlineWriter(snapshot, OutlineOptions(), Scope(0, None))
    writer.write()
    return Body.of(writer.lines, writer.marks)


def whole_page(snapshot: Snapshot, body: Body) -> list[Line]:
    """The lines of the outline without options."""
    head, tail = _header(snapshot), manifest_lines(snapshot, NOTHING_DROPPED)
    return [
        *(Line(None, line) for line in head if line),
        *body.lines,
        *(Line(None, f"--- {line}") for line in tail),
    ]


def _fitted(
    snapshot: Snapshot, lines: list[OutlineLine], head: list[str], tail: list[str], options: OutlineOptions
) -> list[OutlineLine]:
    """Of the lines between `head` and `tail`, those that the budget leaves room for."""
    pieces = [Piece(line.row, line.text, 0 if line.ref is None else 1) for line in lines]
    form = PlainForm(lambda parts: "\n".join([*head, *parts, *tail]), _elided)
    return [
        lines[part] if isinstance(part, int) else OutlineLine(None, _elided(part))
        for part in fit(snapshot, pieces, form, options).parts
    ]


def _elided(elision: Elision) -> str:
    controls = f", {elision.controls} elements" if elision.controls else ""
    return f"--- {elision.pieces} more lines{controls}: expand {elision.ref}"


def render(snapshot: Snapshot, options: OutlineOptions) -> str:
    """The outline as text."""
    return "\n".join(in_rows([line.text for line in outline_lines(snapshot, options)], options))


def in_rows(lines: list[str], options: OutlineOptions) -> list[str]:
    """The lines of a whole page with the cells of a row in one, unless that takes more tokens than there are."""
    joined, limit = rows_joined(lines), token_limit(options)
    fits = limit is None or counter_for(options).count("\n".join(joined)) <= limit
    return joined if fits else lines


def data(snapshot: Snapshot, options: OutlineOptions) -> list[dict[str, Any]]:
    """The outline's lines with their refs."""
    return [
        {"text": line.text} if line.ref is None else {"ref": line.ref, "text": line.text}
        for line in outline_lines(snapshot, options)
    ]


def _header(snapshot: Snapshot) -> Iterator[str]:
    context = snapshot.context
    yield " · ".join(filter(None, (body(context.title, 200), plain(context.url, 300))))
    height, reach, from_top = context.viewport[1], context.content_size[1], context.scroll[1]
    if reach > height + 1 or from_top > 0:
        yield f"in view {from_top:.0f}-{from_top + height:.0f} of {reach:.0f}px"


OUTLINE = register(
    View(
        name="outline",
        summary="the whole page in reading order, one ref per line or cell, fewest tokens",
        options=OutlineOptions,
        render=render,
        data=data,
    )
)

__all__ = ["OUTLINE", "OutlineLine", "OutlineOptions", "outline_lines", "role_word"]
