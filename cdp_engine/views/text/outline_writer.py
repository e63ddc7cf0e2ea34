"""Writes the lines of an outline: walks the tree in reading order and joins the parts of a line (see `outline`)."""

from __future__ import annotations

from collections.abc import Callable

from cdp_engine.observe import FRAME_TAGS, LANDMARKS, Flag, Snapshot, VirtualNode
from cdp_engine.views.scope import Limit, Scope, ViewOptions
from cdp_engine.views.text.beside_names import (
    child_text,
    holds_text,
    is_inner,
    name_and_rest,
    repeats_text,
    texts_of_label,
    texts_of_value,
    words_within,
)
from cdp_engine.views.text.cells import DATA_ROLES, GRIDS, SORTED, is_cell, is_short, rows_in_all
from cdp_engine.views.text.controls_text import control_text, controls_within, is_whole
from cdp_engine.views.text.gauges import GAUGES, gauge
from cdp_engine.views.text.line_filler import BAR, INLINE_TAGS, LineFiller
from cdp_engine.views.text.page_text import body, first, is_preformatted, label, plain
from cdp_engine.views.text.places import heading_level, indentation, places_of_namesakes, words_before
from cdp_engine.views.text.rows_of_cells import is_first, row_around

VISIBLE, INTERACTIVE, RENDERED = int(Flag.VISIBLE), int(Flag.INTERACTIVE), int(Flag.RENDERED)
INLINE, CELL = int(Flag.INLINE), int(Flag.CELL)
SHOWN = VISIBLE | INTERACTIVE
ELEMENT, TEXT = 1, 3

NAMED_LANDMARKS = frozenset(("region", "form"))
"""Landmarks that count only with a name."""
DIALOGS = frozenset(("dialog", "alertdialog"))
STRUCTURE_ROLES = LANDMARKS | GRIDS | GAUGES | {"heading", "image"}
STRUCTURE_TAGS = frozenset(("img", "label"))
SHORT_NAME = 40
SKIP, NOTHING = "skip", ""
"""What to write for an element: nothing, not even its content; or its content only."""


class OutlineOptions(ViewOptions, frozen=True, kw_only=True):
    """Options of `outline`, beside those of every format."""

    interactive_only: bool = False
    """Only the interactive elements, each on its own line."""
    values: bool = True
    """The values of form controls (never those of secret fields)."""
    boxes: bool = False
    """Each element's box: `@x,y,width,height` in CSS px of the viewport."""
    header: bool = True
    """A header with title, address and scroll position."""
    manifest: bool = True
    """A manifest at the end: what was left out and why."""
    max_text: int = 10_000
    """The most characters of one text; the rest is counted."""
    max_name: Limit = None
    """The most characters of an element's name; with `interactive_only` 40."""


class OutlineWriter(LineFiller):
    """Walks the tree in reading order and fills lines; a line has at most one ref."""

    def __init__(self, snapshot: Snapshot, options: OutlineOptions, scope: Scope) -> None:
        super().__init__()
        self._mask = scope.mask
        self._snapshot = snapshot
        self._options = options
        self._columns = snapshot.columns
        self._silent: set[int] = set()
        self._inner: list[int] | None = None
        self._places = words_before(snapshot)
        self.marks: list[tuple[int, int]] = []
        """Rows that nothing of a line or of a heading is left for, and how many lines are above each."""
        if options.interactive_only:
            for row, words in places_of_namesakes(snapshot).items():
                self._places[row] = " ".join(filter(None, (self._places.get(row), words)))

    def write(self, top: int = 0) -> None:
        """Fill `lines` with a row and everything in it."""
        self._inner = controls_within(self._snapshot, top)
        child_rows = self._snapshot.child_rows if top else self._snapshot.all_child_rows().__getitem__
        lines, above, kinds, enter = self.lines, -1, self._columns.kind, self._enter
        last, write_row = {*self._snapshot.texts_after().values()}, self._row_of_any_kind
        stack: list[int | str] = [top] if len(self._columns) else []
        while stack:
            row = stack.pop()
            if isinstance(row, str):
                self._leave(row)
                continue
            if len(lines) != above and row not in last and self._is_between_lines(row):
                above = len(lines)
                self.marks.append((row, above))
            if kinds[row] == ELEMENT and self._mask is None:
                self._row = row
                after = enter(row)
            else:
                after = write_row(row)
            if after == SKIP:
                continue
            if after:
                stack.append(after)
            below = child_rows(row)
            stack.extend(below if len(below) < 2 else below[::-1])
        self._flush()

    def go_on(self, row: int, is_last: Callable[[int], bool]) -> int:
        """Fill `lines` from a row of `marks`, of a page whose rows are in reading order, up to one for which `is_last`.

        Returns that row, or the number of rows at the end of the page. Only rows of `marks` are asked about.
        """
        parents, above, after_contents = self._columns.parent, -1, self._snapshot.texts_after()
        around = [*self._columns.ancestors(row)][::-1]
        opened = [(outer, self._row_of_any_kind(outer)) for outer in around]
        self.begin_again()
        self.marks.clear()
        while True:
            parent = parents[row] if row < len(parents) else -2
            while opened and opened[-1][0] != parent:
                inner, after = opened.pop()
                if inner in after_contents:
                    self._row_of_any_kind(after_contents[inner])
                if after:
                    self._leave(after)
            if row == len(parents):
                self._flush()
                return row
            if after_contents.get(parent) == row:
                row += 1
                continue
            if self._is_between_lines(row):
                if is_last(row):
                    return row
                if len(self.lines) != above:
                    above = len(self.lines)
                    self.marks.append((row, above))
            after = self._row_of_any_kind(row)
            if after != SKIP:
                opened.append((row, after))
                row += 1
                continue
            row = self._columns.end_of(row)

    def _is_between_lines(self, row: int) -> bool:
        """Whether what was written so far has no influence on a row and what follows it."""
        written = self._line or self._cells or self._mark or self._bare or self._titled or self._ref
        return not written and self._columns.parent[row] != self._celled

    def _row_of_any_kind(self, row: int) -> str:
        """Write what a row itself has to say. Returns what to do after its content, or `SKIP` to leave it out."""
        kind = self._columns.kind[row]
        if self._mask is not None and not self._mask[row]:
            return SKIP if kind == TEXT else NOTHING
        if kind == TEXT:
            texts = not self._options.interactive_only
            if texts and self._columns.flags[row] & VISIBLE and row not in self._silent:
                self._row = row
                self._text(row)
            return SKIP
        if kind != ELEMENT:
            return NOTHING
        self._row = row
        return self._enter(row)

    def _inner_of(self, row: int) -> int:
        """The number of controls in a row."""
        if self._inner is not None:
            return self._inner[row]
        flags = self._columns.flags
        return sum(1 for below in self._columns.rows_within(row) if flags[below] & SHOWN == SHOWN)

    def _enter(self, row: int) -> str:
        """Write an element's own text. Returns what to do after its content, or `SKIP` to leave it out."""
        columns = self._columns
        flags = columns.flags[row]
        if not flags & (RENDERED | VISIBLE):
            return SKIP
        tag, role = columns.tag[row], columns.role[row]
        if tag == "br":
            self._flush()
            return SKIP
        inline = bool(flags & INLINE) or (not flags & RENDERED and tag in INLINE_TAGS)
        if flags & SHOWN == SHOWN:
            return self._control(row, self._inner_of(row), not inline)
        if not flags & VISIBLE:
            return NOTHING
        if tag in FRAME_TAGS:
            return self._frame(row)
        if role in DIALOGS:
            return self._section("modal dialog" if "modal" in columns.states.get(row, ()) else "dialog", row)
        if self._options.interactive_only:
            return NOTHING
        if row in self._places:
            self._break()
            self._piece(self._places[row], spaced=True)
            self._bare = self._space = True
            return "break"
        after = self._structure(row)
        if after is not None:
            return after
        if inline:
            return NOTHING
        self._break()
        return "break"

    def _structure(self, row: int) -> str | None:
        """Write headings, landmarks, images and cells; None for other elements."""
        columns = self._columns
        tag, role = columns.tag[row], columns.role[row]
        if role not in STRUCTURE_ROLES and tag not in STRUCTURE_TAGS:
            return self._cell(row) if is_cell(columns, row) else None
        if role == "heading":
            self._break_line()
            self._mark = "#" * heading_level(columns, row) + " "
            return "flush"
        if role in LANDMARKS and (role not in NAMED_LANDMARKS or row in columns.name):
            self._flush()
            self._put_line(f"-- {role}", self._name(row))
            return "flush"
        if role in GRIDS and (counted := rows_in_all(self._snapshot, row)):
            self._flush()
            self._put_line(f"-- {role}", counted)
            return "flush"
        if tag == "img" or (role == "image" and not child_text(self._snapshot, row)):
            name = self._name(row)
            if name:
                self._piece(f"![{name}]", spaced=True)
            return SKIP
        if role in GAUGES and not child_text(self._snapshot, row):
            self._piece(f"![{gauge(self._snapshot, row)}]", spaced=True)
            return SKIP
        if tag == "label" and row in columns.labels:
            self._silent.update(texts_of_label(self._snapshot, row))
        return self._cell(row) if is_cell(columns, row) else None

    def _leave(self, after: str) -> None:
        if after == "break":
            self._break()
        elif after == "cell":
            self._cells -= 1
        elif after == "flush":
            self._flush()
            self._mark = ""
        elif after.startswith("cell"):
            self._cells -= 1
            self._piece(after.removeprefix("cell "), spaced=True)
        elif after.startswith("---"):
            self._flush()
            self._put_line(after)

    def _cell(self, row: int) -> str:
        parent = row_around(self._columns, row)
        if (self._line or self._celled == parent) and not is_first(self._snapshot, row, parent):
            self._bar()
        self._in_row = -1
        if is_short(self._columns, row):
            self._cells += 1
            self._in_row = parent
            columns = self._columns
            if row in columns.properties and columns.properties[row].get("name_from") == "icon":
                self._piece(f"![{self._name(row)}]", spaced=True)
            if row not in columns.states:
                return "cell"
            return " ".join(["cell", *(f"+{state}" for state in columns.states[row] if state in SORTED)])
        return NOTHING

    def _control(self, row: int, inner: int, block: bool) -> str:
        """Write an interactive element on its own line."""
        snapshot, columns, options = self._snapshot, self._columns, self._options
        in_row = columns.role[row] in DATA_ROLES and not options.interactive_only
        table_row = row_around(columns, row) if in_row else -1
        further = 0 <= table_row == self._celled
        self._begin(row, block, table_row)
        if table_row >= 0:
            self._in_row = self._celled = table_row
        ref = self._ref = VirtualNode(snapshot, row).ref
        name, text = columns.name.get(row, ""), snapshot.text_of(row)
        drawn = columns.tag[row] == "canvas" and bool(text)  # the drawing of a canvas does not name it
        if (inner or drawn) and not is_whole(columns, row):
            if inner == 1:
                self._silent.update(texts_of_value(snapshot, row, text))
            repeated = not options.interactive_only and repeats_text(columns, row, text, inner)
            repeated = repeated and not is_inner(columns, row, inner)
            shown = words_within(columns, row) if repeated else self._short(name)
            repeated = repeated and not shown
            self._piece(control_text(snapshot, row, ref, shown, options), spaced=True)
            self._piece(self._places.get(row, ""), spaced=True)
            self._space = True
            self._bare = repeated
            return "flush" if block else NOTHING
        name, extra = name_and_rest(name, "" if holds_text(columns, row, text) else text)
        if columns.role[row] == "heading":
            self._mark = "#" * heading_level(columns, row) + " "
        shown = control_text(snapshot, row, ref, self._short(name), options, with_role=not further)
        self._piece(shown, spaced=True)
        self._piece(self._places.get(row, ""), spaced=True)
        if extra and not options.interactive_only:
            self._piece(body(extra, options.max_text), spaced=True)
        if block and table_row < 0:
            self._break()
        return SKIP

    def _begin(self, row: int, block: bool, table_row: int) -> None:
        """Begin the line of an interactive element, or go on with the current one; `table_row` is that of a cell."""
        if 0 <= table_row == self._in_row and self._line and self._ref is None:
            self._bar()
        elif self._options.interactive_only or self._ref is not None or (block and not self._cells):
            barred = self._line[-1:] == [BAR]
            if barred:
                del self._line[-2:]
            self._flush()
            if barred or 0 <= table_row == self._celled:
                self._bar()
        if not self._line:
            self._mark = indentation(self._snapshot, row)

    def _short(self, name: str) -> str:
        limit = self._options.max_name or (SHORT_NAME if self._options.interactive_only else 0)
        return name if not limit or len(name) <= limit else name[:limit].rsplit(" ", 1)[0] + "…"

    def _frame(self, row: int) -> str:
        below = self._snapshot.child_rows(row)
        if not below:
            return SKIP
        url = self._snapshot.documents[self._columns.document[below[0]]].url
        return self._section("frame", row, plain(url, 120))

    def _section(self, what: str, row: int, title: str = "") -> str:
        self._flush()
        self._put_line(f"--- {what}", title or self._name(row))
        return f"--- end {what.split()[-1]}"

    def _name(self, row: int) -> str:
        return label(self._columns.name.get(row, ""), 200)

    def _text(self, row: int) -> None:
        text = self._columns.text[row]
        if "\n" in text and is_preformatted(self._columns, row):
            self._code(text[: self._options.max_text])
            return
        content = body(text, self._options.max_text)
        if not content:
            self._space = True
            return
        if not self._line and not self._mark:
            content = first(content)
        self._piece(content, spaced=self._space or text[0].isspace())
        self._space = text[-1].isspace()
