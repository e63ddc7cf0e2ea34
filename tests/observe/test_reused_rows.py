"""What is taken over of rows that no change concerns is what a whole build finds, on random pages and changes."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence

import pytest

from cdp_engine.observe import NodeColumns
from cdp_engine.observe.build import arrange, finish
from cdp_engine.observe.incremental.moved_boxes import write_undrawn
from cdp_engine.observe.incremental.moved_rows import children_of, with_lists
from cdp_engine.observe.model.columns import ELEMENT, GENERATED, TEXT
from cdp_engine.observe.model.html_vocabulary import words
from cdp_engine.observe.sources.document_table import DocumentTable, end_of
from cdp_engine.observe.sources.layout_snapshot import tables_of_layout
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.observe.sources.row_changes import FoundRows, KnownRows
from cdp_engine.protocol import dom
from cdp_engine.tab import TextChanges
from cdp_engine.tab.changes.recorded_changes import ChangedList, NewNode
from cdp_engine.track import RefTable
from tests.observe.drawn import N, reply

PAGES, STEPS, SIZE = int(os.environ.get("REUSE_PAGES", "12")), 20, 120
TAGS = words(
    "div span a button p ul li table tbody tr td th label input select option fieldset legend details summary"
    " header footer article h2 svg title img textarea dialog nav section x-box b form iframe canvas video"
)
ATTRIBUTES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("id", ("a", "b", "c")),
    ("class", ("btn", "icon-close", "selected", "card", "ant-picker today")),
    ("role", ("button", "grid", "tab", "treeitem", "presentation", "listbox", "dialog", "checkbox", "row")),
    ("aria-label", ("Close", "Name", "")),
    ("aria-labelledby", ("a", "b c", "")),
    ("aria-hidden", ("true", "false")),
    ("aria-expanded", ("true", "false")),
    ("aria-disabled", ("true", "false")),
    ("aria-modal", ("true",)),
    ("aria-posinset", ("1", "2")),
    ("for", ("a", "b")),
    ("href", ("#", "/x")),
    ("title", ("Tip",)),
    ("tabindex", ("0", "-1")),
    ("disabled", ("",)),
    ("open", ("",)),
    ("inert", ("",)),
    ("hidden", ("",)),
    ("contenteditable", ("true", "false")),
    ("type", ("checkbox", "submit", "text", "radio", "password")),
    ("alt", ("", "Picture")),
    ("scope", ("row", "col")),
    ("placeholder", ("Type",)),
    ("onclick", ("go()",)),
    ("popovertarget", ("a",)),
)
HIDING = ("aria-hidden", "hidden", "inert", "aria-modal", "contenteditable")
STYLES: tuple[dict[str, str], ...] = (
    *({},) * 12,
    {"display": "inline"},
    {"display": "inline"},
    {"display": "flex"},
    {"cursor": "pointer"},
    {"cursor": "pointer", "display": "inline"},
    {"visibility": "hidden"},
    {"opacity": "0"},
    *({"overflow-x": "hidden", "overflow-y": "hidden"},) * 3,
    {"overflow-x": "auto", "overflow-y": "auto"},
    {"position": "absolute"},
    {"position": "fixed"},
    {"position": "relative"},
    {"pointer-events": "none"},
    {"background-color": "rgb(200, 0, 0)"},
    {"color": "rgb(255, 255, 255)"},
)
WORDS = ("Save", "1", "2", "28", " ", "Name:", "Total 12.00", "\n  ", "Close it", "x")


def box(dice: random.Random) -> tuple[float, float, float, float]:
    size = dice.choice(((100, 20), (300, 200), (16, 16), (0, 0), (40, 1), (800, 600), (120, 30), (200, 40)))
    return (dice.choice((0, 10, 60, 400, -500)), dice.choice((0, 0, 40, 60, 300, 900, -200)), *size)


def attributes(dice: random.Random) -> dict[str, str]:
    chosen = dice.sample(ATTRIBUTES, dice.choice((0, 0, 1, 1, 2, 3)))
    given = {name: dice.choice(values) for name, values in chosen}
    return {name: value for name, value in given.items() if name not in HIDING or dice.random() < 0.2}


def page(dice: random.Random) -> list[N | str]:
    left = SIZE

    def node(depth: int) -> N | str:
        nonlocal left
        left -= 1
        if dice.random() < 0.25:
            return dice.choice(WORDS)
        inside: list[N | str] = []
        while left > 0 and depth < 9 and dice.random() < 0.7:
            inside.append(node(depth + 1))
        return N(
            dice.choice(sorted(TAGS)),
            *inside,
            box=None if dice.random() < 0.06 else box(dice),
            css=dice.choice(STYLES),
            listens=dice.random() < 0.08,
            order=dice.choice((None, None, None, 2, 5)),
            typed=dice.choice((None, "typed")),
            **attributes(dice),
        )

    found: list[N | str] = []
    while left > 0:
        found.append(node(0))
    return found


def restyle(table: DocumentTable, dice: random.Random) -> None:
    row, other = dice.randrange(1, len(table)), dice.randrange(1, len(table))
    if table.bounds[row] is not None and table.bounds[other] is not None:
        table.write_style(row, table.style[other], table.paint[other])


def reattribute(table: DocumentTable, dice: random.Random) -> None:
    row = dice.choice(table.elements())
    table.write_attributes(row, tuple(text for pair in attributes(dice).items() for text in pair))


def rewrite(table: DocumentTable, dice: random.Random) -> None:
    texts = [row for row, kind in enumerate(table.kind) if kind == TEXT]
    if texts:
        table.text[dice.choice(texts)] = dice.choice(WORDS)


def resize(table: DocumentTable, dice: random.Random) -> None:
    row = dice.randrange(1, len(table))
    if table.bounds[row] is not None:
        table.reshape(row, box(dice))


def shift(table: DocumentTable, dice: random.Random) -> None:
    top = dice.randrange(1, len(table))
    right, down = dice.choice(((0, 30), (0, -70), (-500, 0), (600, 0)))
    for row in range(top, end_of(table, top)):
        if (was := table.bounds[row]) is not None:
            table.move(row, was, right, down)


def undraw(table: DocumentTable, dice: random.Random) -> None:
    top = dice.randrange(min(4, len(table) - 1), len(table))
    for row in range(top, end_of(table, top)):
        write_undrawn(table, row)


def draw(table: DocumentTable, dice: random.Random) -> None:
    top = dice.randrange(min(4, len(table) - 1), len(table))
    for row in range(top, end_of(table, top)):
        if table.bounds[row] is None and table.bounds[table.parent[row]] is not None:
            table.reshape(row, box(dice))
            other = dice.choice([at for at, style in enumerate(table.style) if style >= 0])
            table.write_style(row, table.style[other], table.paint[other])
            table.paint_order[row] = table.paint_order[other]


def listen(table: DocumentTable, dice: random.Random) -> None:
    rows = dice.choice((table.clickable, table.handled, table.checked, table.selected))
    rows ^= {dice.choice(table.elements())}


def hold(table: DocumentTable, dice: random.Random) -> None:
    row = dice.choice(table.elements())
    if table.tag[row] in ("input", "textarea") and row not in table.secret:
        table.values[row] = dice.choice(WORDS)
    else:
        table.marked[row] = {dice.choice(("focused", "invalid"))}


def move_children(table: DocumentTable, dice: random.Random) -> None:
    row = dice.choice([row for row in table.elements() if table.tag[row] not in ("html", "#document")])
    children = children_of(table, row)
    places = [*range(len(children)), *[-1] * dice.choice((0, 0, 1, 1, 2))]
    dice.shuffle(places)
    between = [place for place in places if place < 0 or dice.random() < 0.8]
    created: list[list[NewNode]] = []
    for _ in range(between.count(-1)):
        flat = [text for pair in attributes(dice).items() for text in pair]
        top = NewNode(-1, ELEMENT, dice.choice(sorted(TAGS)), flat, "")
        created.append([top, NewNode(0, TEXT, "", [], dice.choice(WORDS))])
    number = max(table.backend) + 1
    ids = tuple(
        tuple(dom.BackendNodeId(number + 2 * at + part) for part in (0, 1)) for at in range(len(created))
    )
    lists = [ChangedList(0, 0, len(children), between)]
    of = (dom.BackendNodeId(table.backend[row]),)
    assert with_lists(table, TextChanges([], lists=lists, created=created, elements=of, created_ids=ids))


CHANGES: tuple[Callable[[DocumentTable, random.Random], None], ...] = (
    restyle, reattribute, reattribute, rewrite, resize, shift, undraw, draw, draw, listen, hold, move_children,
    move_children,
)  # fmt: skip


def built(tables: list[DocumentTable], known: dict[str, KnownRows]) -> NodeColumns:
    arranged = arrange(ProcessTables(tables), {}, {"F": "L"}, known=known)
    return finish(arranged, RefTable()).columns


@pytest.mark.req("CD-17")
@pytest.mark.parametrize("seed", range(PAGES))  # `REUSE_PAGES=400` for a long run
def test_a_build_that_takes_rows_over_is_a_whole_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cdp_engine.observe.sources.row_changes.MOST", 0.9)
    dice = random.Random(seed)
    tables = tables_of_layout(reply(*page(dice)))
    known: dict[str, KnownRows] = {}
    built(tables, known)
    for step in range(STEPS):
        done = dice.choices(CHANGES, k=dice.choice((1, 1, 1, 2, 3)))
        for change in done:
            change(tables[0], dice)
        taken_over, whole = built(tables, known), built(tables, {})
        for name in NodeColumns.__dataclass_fields__:
            assert getattr(taken_over, name) == getattr(whole, name), (name, seed, step, done)


@pytest.mark.req("CD-17")
def test_only_rows_that_are_others_are_sought_again() -> None:
    table = tables_of_layout(reply(*(N("p", str(number)) for number in range(50))))[0]
    known = KnownRows.of(table)
    looked_at: list[int] = []

    def texts(rows: Sequence[int]) -> list[int]:
        looked_at.extend(rows)
        return [row for row in rows if table.kind[row] == TEXT]

    whole = FoundRows.of(table, None, None)
    known.found = whole.now
    assert whole.rows("texts", texts) == [row for row, kind in enumerate(table.kind) if kind == TEXT]
    looked_at.clear()
    table.text[whole.now["texts"][7]] = "other"
    assert FoundRows.of(table, known, known.changes(table)).rows("texts", texts) == whole.now["texts"]
    assert looked_at == [whole.now["texts"][7]]


@pytest.mark.req("CD-17")
def test_a_row_of_the_same_size_has_only_moved() -> None:
    table = tables_of_layout(reply(N("p", "One", box=(0, 40, 100, 20)), N("p", "Two", box=(0, 60, 100, 20))))[
        0
    ]
    KnownRows.of(table)
    first, second = (row for row, tag in enumerate(table.tag) if tag == "p")
    table.reshape(first, (0, 40, 100, 20))
    assert (table.reshaped, table.moved) == (set(), False)
    table.reshape(second, (0, 90, 100, 20))
    assert (table.reshaped, table.moved) == (set(), True)
    table.reshape(first, (0, -40, 100, 20))  # where scrolling does not reach
    table.reshape(second, (0, 90, 100, 30))
    assert table.reshaped == {first, second}


@pytest.mark.req("CD-17")
def test_what_style_sheets_add_to_new_elements_comes_with_them() -> None:
    table = tables_of_layout(reply(N("ul", N("li", "One"))))[0]
    row = table.tag.index("ul")
    of = (dom.BackendNodeId(table.backend[row]),)
    number = dom.BackendNodeId(max(table.backend) + 1)
    ids = ((number, dom.BackendNodeId(number + 1), dom.BackendNodeId(number + 2)),)
    new = [
        NewNode(-1, ELEMENT, "li", [], ""),
        NewNode(0, ELEMENT, "b", [], ""),
        NewNode(1, TEXT, "", [], "Two"),
    ]
    marker = described("::marker", ELEMENT, number + 3)
    inner = described("b", ELEMENT, number + 1, children=[described("#text", TEXT, number + 2)])
    top = described("li", ELEMENT, number, children=[inner], pseudo_elements=[marker])
    lists = [ChangedList(1, 0, 1, [-1])]
    changes = TextChanges([], lists=lists, created=[new], elements=of, created_ids=ids, described=(top,))
    came = with_lists(table, changes)
    first = table.backend.index(number)
    assert table.tag[first : first + 4] == ["li", "::marker", "b", "#text"]
    assert table.parent[first : first + 4] == [row, first, first, first + 2]
    assert table.kind[first + 1] == GENERATED
    assert came is not None
    assert came.new == {first, first + 2, first + 3}


def described(
    name: str,
    kind: int,
    backend: int,
    children: list[dom.Node] | None = None,
    pseudo_elements: list[dom.Node] | None = None,
) -> dom.Node:
    """A node as the browser describes it."""
    return dom.Node(
        node_id=dom.NodeId(0),
        backend_node_id=dom.BackendNodeId(backend),
        node_type=kind,
        node_name=name,
        local_name=name,
        node_value="",
        children=children,
        pseudo_elements=pseudo_elements,
    )
