"""All replies of the browser -> a `Snapshot`. Pure, in two steps.

`arrange` joins the documents and determines what is visible and interactive, while the browser still computes its
accessibility trees; `finish` adds roles, names and states from those trees, or from tags and attributes where there are
none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from cdp_engine.observe.drawn.code_editors import write_editor_values
from cdp_engine.observe.drawn.current_items import mark_checked, mark_current_items
from cdp_engine.observe.drawn.icon_words import drop_icon_words
from cdp_engine.observe.drawn.picture_contents import place_areas
from cdp_engine.observe.labels.context_names import name_by_context
from cdp_engine.observe.labels.drawn_fields import name_drawn_fields
from cdp_engine.observe.labels.drawn_lists import name_drawn_lists
from cdp_engine.observe.labels.field_labels import name_labelled_fields
from cdp_engine.observe.labels.icon_cells import name_icon_cells
from cdp_engine.observe.labels.icon_marks import name_icon_marks
from cdp_engine.observe.labels.item_boxes import merge_item_boxes
from cdp_engine.observe.labels.markup_names import drop_unwritten, name_by_kind, read_markup
from cdp_engine.observe.labels.nearby_labels import add_nearby_labels
from cdp_engine.observe.labels.tree_arrows import name_tree_arrows
from cdp_engine.observe.model.columns import TEXT, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.page_tree import LeftOut, PageContext
from cdp_engine.observe.model.refs import RefIssuer
from cdp_engine.observe.model.snapshot import Snapshot, keep_origin
from cdp_engine.observe.model.stats import Took
from cdp_engine.observe.semantics.ax_semantics import add_left_out, apply_accessibility
from cdp_engine.observe.semantics.calendar_days import describe_days
from cdp_engine.observe.semantics.dismiss_controls import find_dismiss_controls
from cdp_engine.observe.semantics.field_values import clean_values
from cdp_engine.observe.semantics.html_semantics import (
    HtmlSemantics,
    label_hidden_controls,
)
from cdp_engine.observe.semantics.icon_names import draws_icon
from cdp_engine.observe.semantics.interactivity import mark_interactivity
from cdp_engine.observe.semantics.number_masking import mask_values
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import DocumentTable
from cdp_engine.observe.sources.drawn_slots import name_slots
from cdp_engine.observe.sources.merge import Joined, ProcessTables, all_processes, join, rows_by_backend
from cdp_engine.observe.sources.row_changes import FoundRows, KnownRows
from cdp_engine.observe.sources.secret_memory import SecretMemory
from cdp_engine.observe.visual.drawn_twins import show_drawn_twins
from cdp_engine.observe.visual.hidden_text import PAPER, Ground, ground_of, mark_unseen
from cdp_engine.observe.visual.hiding import set_covered_aside
from cdp_engine.observe.visual.occlusion import mark_covered
from cdp_engine.observe.visual.scroll_containers import find_scrollers
from cdp_engine.observe.visual.visibility import mark_visibility
from cdp_engine.protocol import page

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)


@dataclass(slots=True, frozen=True)
class Origin:
    """The sources of a snapshot. After small changes to them, the next snapshot is built without a full capture."""

    main: ProcessTables
    others: Mapping[str, ProcessTables]
    loaders: Mapping[str, str]
    include_aria_hidden: bool
    respect_opt_out: bool = False
    known: dict[str, KnownRows] = field(default_factory=dict[str, KnownRows], repr=False, compare=False)
    """What was last worked out of each document, by frame id."""

    def processes(self) -> tuple[ProcessTables, ...]:
        """The page's own process and those of its frames."""
        return (self.main, *self.others.values())

    @property
    def has_trees(self) -> bool:
        """Whether the browser's accessibility trees are among the sources."""
        return any(process.accessibility for process in self.processes())

    @property
    def is_untold(self) -> bool:
        """Whether every role, name and state was computed from the layout, and none came from the browser."""
        return not any(process.accessibility or process.asked for process in self.processes())


@dataclass(slots=True)
class Arranged:
    """A page after `arrange`; its nodes have no roles and names yet."""

    joined: Joined
    labels: list[dict[int, int]]
    """For each document: label row -> row of the control that it names."""
    described: list[object]
    """How each was described then."""
    found: list[FoundRows]
    """What passes over each begin with."""
    seconds: float
    origin: Origin


def arrange(
    main: ProcessTables,
    others: Mapping[str, ProcessTables],
    loaders: Mapping[str, str],
    *,
    include_aria_hidden: bool = False,
    respect_opt_out: bool = False,
    known: dict[str, KnownRows] | None = None,
) -> Arranged:
    """Join a page's own process and, by frame id, its other processes; mark what is visible and interactive.

    What is `known` of documents is taken over for rows that no change concerns, and brought up to date.
    """
    started = perf_counter()
    known = {} if known is None else known
    joined = join(main, others, loaders, respect_opt_out=respect_opt_out)
    columns = joined.columns
    labels: list[dict[int, int]] = []
    described: list[object] = []
    found: list[FoundRows] = []
    grounds: list[Ground] = []
    for document, (_, table) in zip(joined.documents, joined.sources, strict=True):
        before = known.get(table.frame_id)
        changes = None if before is None else before.changes(table)
        seen = mark_visibility(
            columns,
            document,
            table,
            aria_hidden_counts=not include_aria_hidden,
            known=before,
            changes=changes,
        )
        now = known[table.frame_id] = KnownRows.of(table)
        now.seen = seen
        if before is not None and len(before.plain_names) <= len(table):
            now.plain_names = before.plain_names
        now.scans = columns.scans_of(document.first_row, document.end_row)
        if before is not None and changes is not None:
            now.scans.take(before.scans, changes)
        found.append(FoundRows.of(table, before, changes))
        now.found = found[-1].now
        if not include_aria_hidden:
            show_drawn_twins(columns, document, table)
        described.append(before and before.described)
        place_areas(columns, document)
        if table.has_layout:
            grounds.append(_ground(joined, document, grounds))
            mark_unseen(columns, document, table, grounds[-1], found[-1])
        else:
            grounds.append(None)
        clean_values(columns, document, table)
        labels.append(mark_interactivity(columns, document, table, found[-1]))
        columns.labels |= labels[-1]
    tables = [table for _, table in joined.sources]
    mark_covered(columns, joined.documents, tables)
    if not include_aria_hidden:
        set_covered_aside(columns)
    columns.scrollers = find_scrollers(columns, joined.documents, tables)
    origin = Origin(
        main,
        others,
        loaders,
        include_aria_hidden=include_aria_hidden,
        respect_opt_out=respect_opt_out,
        known=known,
    )
    return Arranged(joined, labels, described, found, perf_counter() - started, origin)


def finish(
    arranged: Arranged,
    refs: RefIssuer,
    *,
    source: str = "hybrid",
    version: int = 0,
    left_out: Sequence[LeftOut] = (),
    notes: Sequence[str] = (),
    capture_seconds: float = 0.0,
    secrets: SecretMemory | None = None,
) -> Snapshot:
    """Add roles, names and states to the nodes, and build the snapshot. What `secrets` knows is removed at the end."""
    started = perf_counter()
    joined, columns = arranged.joined, arranged.joined.columns
    described: set[int] = set()
    for process in all_processes(joined):
        if process.accessibility:
            rows = rows_by_backend(joined, process)
            for nodes in process.accessibility.values():
                described |= apply_accessibility(columns, nodes, rows)
    drawn_lists: list[dict[int, int]] = []
    for at, (document, (process, table), labels, known) in enumerate(
        zip(joined.documents, joined.sources, arranged.labels, arranged.described, strict=True)
    ):
        html = HtmlSemantics(columns, document, table, labels)
        drawn_lists.append(html.drawn_with_role)
        if table.frame_id in process.accessibility:
            html.describe_rest(described)
        else:
            arranged.origin.known[table.frame_id].described = html.describe_all(known, arranged.found[at])
        if process.accessibility or process.asked:
            # what the browser says of a row is not known to differ
            arranged.found[at] = FoundRows(len(table))
    for process in all_processes(joined):
        if process.asked:
            rows = rows_by_backend(joined, process)
            for node in process.asked:
                columns.states.pop(rows.get(node.backend_dom_node_id, -1), None)
            apply_accessibility(columns, process.asked, rows)
    kinds: list[dict[int, str]] = []
    for document, (_, table), labels, drawn in zip(
        joined.documents, joined.sources, arranged.labels, drawn_lists, strict=True
    ):
        kinds.append(drop_unwritten(columns, document, table))
        label_hidden_controls(columns, document, table, labels)
        name_drawn_lists(columns, document, table, labels, drawn)
        name_drawn_fields(columns, document)
        name_labelled_fields(columns, document, table)
        add_left_out(columns, document, table)
        write_editor_values(columns, document)
    _behind_modal(columns)
    top = joined.documents[0]
    missing = [*left_out, *_unplaced(joined), *_opted_out(joined)]
    context = PageContext(
        url=top.url,
        title=top.title,
        viewport=top.viewport,
        scroll=top.scroll,
        content_size=top.content_size,
        main_frame=top.frame_id,
        source=source,
        left_out=tuple(missing),
        notes=tuple(notes),
    )
    for document, (_, table), found, own_kinds in zip(
        joined.documents, joined.sources, arranged.found, kinds, strict=True
    ):
        shown = list(columns.rows_with(SHOWN, document.first_row, document.end_row))
        add_nearby_labels(columns, document, shown, arranged.origin.known[table.frame_id].plain_names)
        name_by_kind(columns, own_kinds)
        name_icon_cells(columns, document, found)
        name_icon_marks(columns, document, found)
        drop_icon_words(columns, document, table, found)
        name_by_context(columns, document, shown)
        name_tree_arrows(columns, document, table)
        name_slots(columns, document, table)
        merge_item_boxes(columns, document, table)
        read_markup(columns, document, table)
        describe_days(columns, document, table, found)
        mark_current_items(columns, document, table)
        mark_checked(columns, document, table)
        _show_generated(columns, document, table)
    columns.closers = find_dismiss_controls(columns, _sticky(joined, set(columns.covered_by.values())))
    mask_values(columns)
    documents = joined.documents
    if secrets is not None and secrets.knows_any:
        secrets.conceal(columns)
        context = secrets.concealed_page(context)
        documents = [secrets.concealed_document(document) for document in documents]
    took = Took(capture_seconds, arranged.seconds + perf_counter() - started)
    snapshot = Snapshot(columns, documents, context, refs, version=version, took=took)
    return keep_origin(snapshot, arranged.origin)


def _sticky(joined: Joined, covers: Iterable[int]) -> set[int]:
    """Those of some rows that are sticky, or in something sticky."""
    columns, documents = joined.columns, joined.documents
    found: set[int] = set()
    for cover in covers:
        at = columns.document[cover]
        first, style = documents[at].first_row, joined.sources[at][1].style
        if any(row >= first and style[row - first] & Style.STICKY for row in columns.upwards(cover)):
            found.add(cover)
    return found


def build(
    main: ProcessTables,
    others: Mapping[str, ProcessTables],
    loaders: Mapping[str, str],
    refs: RefIssuer,
    *,
    source: str = "hybrid",
    include_aria_hidden: bool = False,
) -> Snapshot:
    """Both steps, for a page whose replies are complete."""
    arranged = arrange(main, others, loaders, include_aria_hidden=include_aria_hidden)
    return finish(arranged, refs, source=source)


def _ground(joined: Joined, document: DocumentInfo, grounds: Sequence[Ground]) -> Ground:
    """The colour behind a document that paints no background itself."""
    if document.owner_row < 0:
        return PAPER
    outer = joined.columns.document[document.owner_row]
    around, table = joined.documents[outer], joined.sources[outer][1]
    return ground_of(joined.columns, table, around.first_row, document.owner_row, grounds[outer])


def _show_generated(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> None:
    """Where a person sees what style sheets add, it is a text for all that read the snapshot, else nothing."""
    for local in table.generated_texts():
        row = document.first_row + local
        if not columns.flags[row] & Flag.VISIBLE or draws_icon(columns, row):
            columns.text[row] = ""
            continue
        columns.kind[row] = TEXT
        if not columns.flags[row] & Flag.INLINE:
            columns.text[row] = f" {columns.text[row]} "


def _unplaced(joined: Joined) -> list[LeftOut]:
    return [
        LeftOut(page.FrameId(frame_id), "", "its frame element was not found on the page")
        for frame_id in joined.unplaced
    ]


def _opted_out(joined: Joined) -> list[LeftOut]:
    return [
        LeftOut(page.FrameId(table.frame_id), table.url, "it asks not to be read by a model (data-no-ai)")
        for table in joined.opted_out
    ]


def _behind_modal(columns: NodeColumns) -> None:
    """An open modal dialog blocks every element outside of it: it covers the interactive ones."""
    modal = -1
    for row, states in columns.states.items():
        if "modal" in states and columns.tag[row] == "dialog" and columns.flags[row] & Flag.VISIBLE:
            modal = max(modal, row)
    if modal < 0:
        return
    inside = bytearray(len(columns))
    inside[modal] = 1
    document = columns.document[modal]
    for row in range(len(columns)):
        above = columns.parent[row]
        if above >= 0 and inside[above]:
            inside[row] = 1
        elif columns.document[row] >= document and row != modal:
            columns.flags[row] |= Flag.BEHIND_MODAL
            if columns.flags[row] & Flag.INTERACTIVE:
                columns.covered_by[row] = modal
