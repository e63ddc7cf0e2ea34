"""`DOM.getDocument` -> document tables where no layout is available, and nodes that the layout tree leaves out.

Uses an explicit stack: pages may be nested deeper than Python's recursion limit.
"""

from __future__ import annotations

from cdp_engine.observe.model.columns import ELEMENT, NO_ATTRIBUTES, TEXT, Attributes, ShadowKind
from cdp_engine.observe.model.html_vocabulary import VOID_OF_TEXT
from cdp_engine.observe.sources.attribute_flags import traits_of
from cdp_engine.observe.sources.computed_styles import NO_PAINT
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable
from cdp_engine.observe.sources.replies import DomNode, DomShape, read_attributes
from cdp_engine.observe.sources.secret_fields import readable_attributes

SKIPPED_KINDS = frozenset((2, 4, 7, 8))
"""Attributes, CDATA sections, processing instructions, comments."""


def tables_of_dom(root: DomNode, frame_id: str) -> list[DocumentTable]:
    """The tables of a document and of the frames in its process, without any layout."""
    tables: list[DocumentTable] = []
    pending = [(root, frame_id)]
    while pending:
        document, frame = pending.pop(0)
        table = DocumentTable(frame_id=frame, url=document.document_url, has_layout=False)
        tables.append(table)
        _fill(table, document, pending, len(tables))
        _find_title(table)
    return tables


def _fill(table: DocumentTable, document: DomNode, documents: list[tuple[DomNode, str]], made: int) -> None:
    by_backend: dict[int, DomNode] = {}
    stack: list[tuple[DomNode, int, ShadowKind | None]] = [(document, -1, None)]
    while stack:
        node, parent, shadow = stack.pop()
        row = add_node(table, node, parent, shadow)
        inside = node.content_document
        if inside is not None:
            documents.append((inside, node.frame_id or inside.frame_id))
            table.child_tables[row] = made + len(documents) - 1
        elif node.frame_id and row > 0:
            table.child_frames[row] = node.frame_id
        children, kind = _composed(node, by_backend)
        stack.extend((child, row, kind) for child in reversed(children))


def _composed(node: DomNode, by_backend: dict[int, DomNode]) -> tuple[list[DomNode], ShadowKind | None]:
    """The children in the flat tree: a host's shadow content, a slot's assigned nodes."""
    for root in node.shadow_roots:
        if root.shadow_root_type in ("open", "closed"):
            for light in node.children:
                by_backend[light.backend_node_id] = light
            return root.children, "open" if root.shadow_root_type == "open" else "closed"
    if node.assigned:
        assigned = [
            by_backend[item.backend_node_id] for item in node.assigned if item.backend_node_id in by_backend
        ]
        if assigned:
            return assigned, None
    return node.children, None


def add_node(table: DocumentTable, node: DomNode, parent: int, shadow: ShadowKind | None) -> int:
    """Add one node below a row, without layout. Returns its row; secrets are dropped here."""
    row = len(table.parent)
    tag = node.node_name.lower()
    attributes: Attributes = NO_ATTRIBUTES
    if node.node_type == ELEMENT:
        raw = bytes(node.attributes)
        if len(raw) > 2:
            attributes, secret = readable_attributes(tag, read_attributes(raw))
            if secret:
                table.secret.add(row)
    silent = node.node_type == TEXT and parent >= 0 and table.tag[parent] in VOID_OF_TEXT
    table.parent.append(parent)
    table.kind.append(node.node_type)
    table.tag.append(tag)
    table.backend.append(node.backend_node_id)
    table.text.append("" if silent else node.node_value)
    table.attributes.append(attributes)
    table.traits.append(traits_of(attributes[::2]))
    table.bounds.append(None)
    table.style.append(NO_STYLE)
    table.paint_order.append(0)
    table.paint.append(NO_PAINT)
    if shadow is not None:
        table.shadow[row] = shadow
    return row


def _find_title(table: DocumentTable) -> None:
    for row, tag in enumerate(table.tag):
        if tag == "title" and row + 1 < len(table) and table.kind[row + 1] == TEXT:
            table.title = " ".join(table.text[row + 1].split())
            return


def has_undrawn(tables: list[DocumentTable], root: DomShape) -> bool:
    """Whether the layout tree leaves out nodes that the document has."""
    known = {backend for table in tables for backend in table.backend}
    stack = [root]
    while stack:
        node = stack.pop()
        if node.backend_node_id not in known and node.node_type not in SKIPPED_KINDS and node.node_type != 11:
            return True
        if node.children:
            stack += node.children
        for shadow in node.shadow_roots:
            if shadow.shadow_root_type in ("open", "closed"):
                stack.append(shadow)
        if node.content_document is not None:
            stack.append(node.content_document)
    return False


def add_undrawn(tables: list[DocumentTable], root: DomNode) -> int:
    """Add the nodes that the layout tree leaves out (unassigned slot content and the like) to its tables.

    Such nodes have no layout box. Returns how many there were.
    """
    table_of = {table.backend[0]: table for table in tables if table.backend}
    rows_of = {
        id(table): {backend: row for row, backend in enumerate(table.backend)} for table in table_of.values()
    }
    added = 0
    stack: list[tuple[DomNode, DocumentTable | None, int]] = [(root, None, -1)]
    while stack:
        node, table, parent = stack.pop()
        if node.node_type == 9:
            table = table_of.get(node.backend_node_id)
            row = 0
        elif table is None or node.node_type in SKIPPED_KINDS:
            continue
        elif node.node_type == 11:
            row = parent
        else:
            known = rows_of[id(table)].get(node.backend_node_id)
            if known is None:
                known = add_node(table, node, parent, None)
                added += 1
            row = known
        for child in node.children:
            stack.append((child, table, row))
        for shadow in node.shadow_roots:
            if shadow.shadow_root_type in ("open", "closed"):
                stack.append((shadow, table, row))
        if node.content_document is not None:
            stack.append((node.content_document, None, -1))
    return added
