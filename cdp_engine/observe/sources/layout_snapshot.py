"""`DOMSnapshot.captureSnapshot` -> document tables.

The browser returns the flat tree: slots are filled, shadow content is in place and built-in shadow roots are left out;
parents always come before their children.
"""

from __future__ import annotations

from itertools import compress

from cdp_engine.observe.model.columns import GENERATED, NO_ATTRIBUTES, TEXT, Attributes
from cdp_engine.observe.model.html_vocabulary import FRAME_TAGS, VOID_OF_TEXT
from cdp_engine.observe.sources.attribute_flags import traits_of
from cdp_engine.observe.sources.computed_styles import NO_PAINT, StyleReader
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable
from cdp_engine.observe.sources.line_boxes import LineBoxes
from cdp_engine.observe.sources.replies import Bounds, LayoutDocument, LayoutReply
from cdp_engine.observe.sources.secret_fields import SENSITIVE_ATTRIBUTES, cleaned, without

GUARDED_TAGS = FRAME_TAGS | {"input", "script", "style", "link"}
"""Tags whose attributes are checked for secrets."""


def tables_of_layout(reply: LayoutReply) -> list[DocumentTable]:
    """The tables of every document in the reply, the session's own document first."""
    strings = reply.strings
    strings.append("")  # position -1 means the empty string
    styles = StyleReader(strings)
    return [_table(document, strings, styles) for document in reply.documents]


def _table(document: LayoutDocument, strings: list[str], styles: StyleReader) -> DocumentTable:
    nodes = document.nodes
    look_up = strings.__getitem__
    lowered = {position: strings[position].lower() for position in set(nodes.node_name)}
    table = DocumentTable(
        frame_id=strings[document.frame_id],
        url=strings[document.document_url],
        title=strings[document.title],
        scroll=(document.scroll_offset_x, document.scroll_offset_y),
        content_size=(document.content_width, document.content_height),
        parent=nodes.parent_index,
        kind=nodes.node_type,
        tag=list(map(lowered.__getitem__, nodes.node_name)),
        backend=nodes.backend_node_id,
        text=list(map(look_up, nodes.node_value)),
        lines=LineBoxes(document),
    )
    _read_attributes(table, nodes.attributes, strings)
    _read_layout(table, document, strings, styles)
    _read_state(table, document, strings)
    _read_generated(table, document, strings)
    _read_first_letters(table, document, strings)
    return table


class _AttributeReader(dict[tuple[int, ...], tuple[Attributes, int]]):
    """Attributes and their traits by string positions; equal ones are decoded once."""

    def __init__(self, strings: list[str]) -> None:
        super().__init__()
        self._look_up = strings.__getitem__
        self._traits: dict[tuple[int, ...], int] = {}
        self._sensitive: set[tuple[int, ...]] = set()

    def __missing__(self, row: tuple[int, ...]) -> tuple[Attributes, int]:
        names = row[::2]
        traits = self._traits.get(names)
        if traits is None:
            traits = self._traits[names] = traits_of(map(self._look_up, names))
            if not SENSITIVE_ATTRIBUTES.isdisjoint(map(self._look_up, names)):
                self._sensitive.add(names)
        attributes = tuple(map(self._look_up, row))
        if names in self._sensitive:
            attributes = without(attributes, SENSITIVE_ATTRIBUTES)
        found = self[row] = (attributes, traits)
        return found


def _read_attributes(table: DocumentTable, flat: list[tuple[int, ...]], strings: list[str]) -> None:
    """Attributes without secrets, and the bits of the relevant ones."""
    known = _AttributeReader(strings)
    known[()] = (NO_ATTRIBUTES, 0)
    known_pairs = list(map(known.__getitem__, flat))
    table.attributes = attributes = [one for one, _ in known_pairs]
    table.traits = [traits for _, traits in known_pairs]
    tags = table.tag
    for row in compress(range(len(tags)), map(GUARDED_TAGS.__contains__, tags)):
        if flat[row]:
            attributes[row], secret = cleaned(tags[row], attributes[row])
            if secret:
                table.secret.add(row)


def _read_layout(
    table: DocumentTable, document: LayoutDocument, strings: list[str], styles: StyleReader
) -> None:
    layout, count = document.layout, len(table.parent)
    drawn, boxes = styles.drawn(layout.styles), layout.bounds
    orders = layout.paint_orders or [0] * len(boxes)
    described = min(len(layout.node_index), len(drawn), len(boxes), len(orders))
    texts = [*layout.text[:described], *([-1] * (described - len(layout.text)))]
    nodes = layout.node_index[:described]
    bounds: list[Bounds | None] = [None] * count
    style, paint_order, paint = [NO_STYLE] * count, [0] * count, [NO_PAINT] * count
    text, kind = table.text, table.kind
    # The first of several boxes of one node counts (a list marker adds one), so it is written last.
    backwards = zip(
        reversed(nodes),
        reversed(boxes[:described]),
        reversed(drawn[:described]),
        reversed(orders[:described]),
        reversed(texts),
        strict=True,
    )
    for node, box, (bits, colours, _), order, position in backwards:
        bounds[node], style[node], paint[node], paint_order[node] = box, bits, colours, order
        if position >= 0 and kind[node] == TEXT:
            text[node] = strings[position]
    table.bounds, table.style, table.paint_order = bounds, style, paint_order
    table.paint, table.palette = paint, styles.palette()
    table.has_boundaries = styles.has_boundaries
    if any(one.z_index for one in styles.values()):
        table.z_index = {node: one.z_index for node, one in zip(nodes, drawn, strict=False) if one.z_index}
    if not FRAME_TAGS.isdisjoint(table.tag):
        tags = table.tag
        for node, written in zip(nodes, layout.styles, strict=False):
            if tags[node] in FRAME_TAGS:
                table.insets.setdefault(node, styles.inset(written))


def _read_state(table: DocumentTable, document: LayoutDocument, strings: list[str]) -> None:
    nodes = document.nodes
    tag, kind, text, parent = table.tag, table.kind, table.text, table.parent
    inside = dict(nodes.shadow_root_type.pairs())
    table.shadowed = set(inside)
    for row, position in inside.items():
        # a marked row under a marked parent is a child of the shadow root only where the parent is a host itself
        if parent[row] not in inside or "-" in tag[parent[row]]:
            table.shadow[row] = "closed" if strings[position] == "closed" else "open"
    table.clickable = {row for row in nodes.is_clickable.index if kind[row] == 1}
    for pairs in (nodes.input_value.pairs(), nodes.text_value.pairs()):
        for row, position in pairs:
            if row in table.secret:
                table.typed.add(strings[position])
            else:
                table.values[row] = strings[position]
    table.checked = set(nodes.input_checked.index)
    table.selected = set(nodes.option_selected.index)
    table.child_tables = dict(nodes.content_document_index.pairs())
    for row, _ in nodes.pseudo_type.pairs():
        kind[row] = GENERATED
    if not VOID_OF_TEXT.isdisjoint(tag):
        for row, above in enumerate(parent):
            if above >= 0 and kind[row] == TEXT and tag[above] in VOID_OF_TEXT:
                text[row] = ""


def _read_generated(table: DocumentTable, document: LayoutDocument, strings: list[str]) -> None:
    """The text of `::before` and `::after`, which is in their own boxes: one for each string, counter and quote."""
    sides = {row: strings[position] for row, position in document.nodes.pseudo_type.pairs()}
    parts: dict[int, list[str]] = {row: [] for row, side in sides.items() if side in ("before", "after")}
    if not parts:
        return
    layout = document.layout
    for row, position in zip(layout.node_index, layout.text, strict=False):
        if position >= 0 and row in parts:
            parts[row].append(strings[position])
    for row, found in parts.items():
        if found:
            table.write_generated(row, sides[row], "".join(found))


def _read_first_letters(table: DocumentTable, document: LayoutDocument, strings: list[str]) -> None:
    """Put first letters, which have boxes of their own where a style sheet draws them otherwise, before their texts."""
    kinds = document.nodes.pseudo_type.pairs()
    letters = {row: "" for row, position in kinds if strings[position] == "first-letter"}
    if not letters:
        return
    layout = document.layout
    for row, position in zip(layout.node_index, layout.text, strict=False):
        if position >= 0 and row in letters:
            letters[row] += strings[position]
    for row, letter in letters.items():
        rest = _first_text(table, row) if letter else None
        if rest is None:
            continue
        box = table.bounds[rest]
        if box is None or not (box[2] or box[3]):  # it is all of its text
            table.bounds[rest], table.style[rest] = table.bounds[row], table.style[row]
            table.paint[rest], table.paint_order[rest] = table.paint[row], table.paint_order[row]
            table.text[rest] = letter
        else:
            table.text[rest] = letter + table.text[rest]


def _first_text(table: DocumentTable, letter: int) -> int | None:
    """The first text with words after the box of a first letter, below the same element."""
    kind, parent, text = table.kind, table.parent, table.text
    around = parent[letter]
    for row in range(letter + 1, len(kind)):
        if parent[row] < around:
            return None
        if kind[row] == TEXT and (table.bounds[row] is not None or text[row].strip()):
            return row
    return None
