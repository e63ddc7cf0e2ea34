"""`DOMSnapshot.captureSnapshot` -> document tables.

The browser gives the tree that it draws: slots are filled, shadow content is in place and built-in shadow
roots are left out; parents always stand before their children.
"""

from __future__ import annotations

from cdp_engine.observe.columns import NO_ATTRIBUTES, TEXT, Attributes
from cdp_engine.observe.privacy import cleaned
from cdp_engine.observe.replies import Bounds, LayoutDocument, LayoutReply
from cdp_engine.observe.styles import STYLES, StyleReader
from cdp_engine.observe.table import NO_STYLE, DocumentTable
from cdp_engine.observe.vocabulary import VOID_OF_TEXT

FRAME_TAGS = frozenset(("iframe", "frame", "object", "embed", "fencedframe"))
GUARDED_TAGS = FRAME_TAGS | {"input", "script", "style", "link"}
"""Tags whose attributes are looked through for what may not be kept."""


def tables_of_layout(reply: LayoutReply) -> list[DocumentTable]:
    """The tables of every document in the reply, the session's own document first."""
    strings = reply.strings
    strings.append("")  # position -1 means the empty string
    styles = StyleReader(strings)
    return [_table(document, strings, styles) for document in reply.documents]


def _table(document: LayoutDocument, strings: list[str], styles: StyleReader) -> DocumentTable:
    nodes = document.nodes
    count = len(nodes.parent_index)
    lowered = {position: strings[position].lower() for position in set(nodes.node_name)}
    table = DocumentTable(
        frame_id=strings[document.frame_id],
        url=strings[document.document_url],
        title=strings[document.title],
        scroll=(document.scroll_offset_x, document.scroll_offset_y),
        content_size=(document.content_width, document.content_height),
        parent=nodes.parent_index,
        kind=nodes.node_type,
        tag=[lowered[position] for position in nodes.node_name],
        backend=nodes.backend_node_id,
        text=[strings[position] for position in nodes.node_value],
        style=[NO_STYLE] * count,
        bounds=[None] * count,
        paint_order=[0] * count,
    )
    _read_attributes(table, nodes.attributes, strings)
    _read_layout(table, document, strings, styles)
    _read_state(table, document, strings)
    _read_generated(table, document, strings)
    return table


def _read_attributes(table: DocumentTable, flat: list[list[int]], strings: list[str]) -> None:
    """Attributes, with everything that may not be kept already gone."""
    look_up = strings.__getitem__
    attributes: list[Attributes] = [list(map(look_up, row)) if row else NO_ATTRIBUTES for row in flat]
    table.attributes = attributes
    for row, tag in enumerate(table.tag):
        if tag in GUARDED_TAGS and attributes[row]:
            attributes[row], secret = cleaned(tag, attributes[row])
            if secret:
                table.secret.add(row)


def _read_layout(
    table: DocumentTable, document: LayoutDocument, strings: list[str], styles: StyleReader
) -> None:
    layout = document.layout
    bits = styles.bits(layout.styles)
    bounds: list[Bounds | None] = table.bounds
    style, paint_order, kind, text = table.style, table.paint_order, table.kind, table.text
    orders = layout.paint_orders or [0] * len(layout.node_index)
    texts = layout.text or [-1] * len(layout.node_index)
    rows = zip(layout.node_index, bits, layout.bounds, orders, texts, strict=False)
    for node, row_bits, box, order, drawn in rows:
        if bounds[node] is not None:
            continue  # a further box of the same node, such as a list marker
        bounds[node] = box
        style[node] = row_bits
        paint_order[node] = order
        if drawn >= 0 and kind[node] == TEXT:
            text[node] = strings[drawn]
    for node, paint in zip(layout.node_index, styles.paints(layout.styles), strict=False):
        if kind[node] == TEXT or not paint.bare:
            table.paint.setdefault(node, paint)
    if len(next(filter(None, layout.styles), ())) > len(STYLES):  # the document's own row has none
        frames = {row for row, tag in enumerate(table.tag) if tag in FRAME_TAGS}
        for position, node in enumerate(layout.node_index if frames else ()):
            if node in frames:
                table.insets.setdefault(node, styles.inset(layout.styles[position]))


def _read_state(table: DocumentTable, document: LayoutDocument, strings: list[str]) -> None:
    nodes = document.nodes
    tag, kind, text, parent = table.tag, table.kind, table.text, table.parent
    inside = dict(nodes.shadow_root_type.pairs())
    table.shadowed = set(inside)
    for row, position in inside.items():
        # a marked row under a marked parent is the root's child only where the parent is a host itself
        if parent[row] not in inside or "-" in tag[parent[row]]:
            table.shadow[row] = "closed" if strings[position] == "closed" else "open"
    table.clickable = {row for row in nodes.is_clickable.index if kind[row] == 1}
    for pairs in (nodes.input_value.pairs(), nodes.text_value.pairs()):
        for row, position in pairs:
            if row not in table.secret:
                table.values[row] = strings[position]
    table.checked = set(nodes.input_checked.index)
    table.selected = set(nodes.option_selected.index)
    table.child_tables = dict(nodes.content_document_index.pairs())
    for row, _ in nodes.pseudo_type.pairs():
        kind[row] = 0
    for row, above in enumerate(parent):
        if above >= 0 and kind[row] == TEXT and tag[above] in VOID_OF_TEXT:
            text[row] = ""


def _read_generated(table: DocumentTable, document: LayoutDocument, strings: list[str]) -> None:
    """The text of `::before` and `::after`, which stands in further boxes of theirs."""
    sides = {row: strings[position] for row, position in document.nodes.pseudo_type.pairs()}
    sides = {row: side for row, side in sides.items() if side in ("before", "after")}
    if not sides:
        return
    layout = document.layout
    for row, position in zip(layout.node_index, layout.text, strict=False):
        if position >= 0 and row in sides:
            text = strings[position]
            if text and not text.isspace():
                table.generated.setdefault(table.parent[row], []).append((sides[row], text))
