"""CSS selectors on a snapshot: which rows match `nav a[href^="/docs"]:not(.old)`.

`cssselect` parses the selector; matching walks the snapshot's flat tree, so combinators cross shadow roots and frames.
Only pseudo-classes that a static page can answer are supported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from cssselect.parser import (
    Attrib,
    Class,
    CombinedSelector,
    Element,
    Function,
    Hash,
    Matching,
    Negation,
    Pseudo,
    Relation,
    SelectorError,
    SpecificityAdjustment,
    Tree,
    parse,
    parse_series,
)

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Snapshot

ELEMENT = 1
Test = Callable[["_Page", int], bool]


def select(snapshot: Snapshot, selector: str) -> list[int]:
    """The rows of the elements that match, in the snapshot's order. Raises `InvalidInput` for a bad selector."""
    tests = _tests(selector)
    page = _Page(snapshot)
    columns = snapshot.columns
    return [
        row
        for row in range(len(columns))
        if columns.kind[row] == ELEMENT and any(test(page, row) for test in tests)
    ]


@lru_cache(maxsize=64)
def _tests(selector: str) -> tuple[Test, ...]:
    try:
        return tuple(_compiled(one.parsed_tree) for one in parse(selector))
    except SelectorError as error:
        raise InvalidInput(f"{selector!r} is not a valid CSS selector: {error}") from None


class _Page:
    """A snapshot, indexed for selectors."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.columns = snapshot.columns

    def attribute(self, row: int, name: str) -> str | None:
        flat = self.columns.attributes[row]
        for position in range(0, len(flat), 2):
            if flat[position] == name:
                return flat[position + 1]
        return None

    def parent(self, row: int) -> int:
        row = self.columns.parent[row]
        while row >= 0 and self.columns.kind[row] != ELEMENT:
            row = self.columns.parent[row]
        return row

    def siblings(self, row: int) -> list[int]:
        above = self.columns.parent[row]
        if above < 0:
            return [row]
        return [r for r in self.snapshot.child_rows(above) if self.columns.kind[r] == ELEMENT]


def _compiled(tree: Tree) -> Test:
    match tree:
        case Element():
            return _tag((tree.element or "*").lower())
        case Class() | Hash():
            return _named(tree)
        case Attrib():
            return _attribute(tree)
        case Negation() | Matching() | SpecificityAdjustment():
            return _logical(tree)
        case Relation():
            return _having(tree)
        case Pseudo():
            return _all(_compiled(tree.selector), _pseudo(tree.ident.lower()))
        case Function():
            return _function(tree)
        case CombinedSelector():
            return _combined(tree.combinator, _compiled(tree.selector), _compiled(tree.subselector))
        case _:
            raise InvalidInput(f"the selector contains {tree!r}, which is not supported on a snapshot")


def _tag(wanted: str) -> Test:
    return lambda page, row: wanted == "*" or page.columns.tag[row] == wanted


def _all(one: Test, other: Test) -> Test:
    return lambda page, row: one(page, row) and other(page, row)


def _named(tree: Class | Hash) -> Test:
    """`.name` and `#name`."""
    inner = _compiled(tree.selector)
    if isinstance(tree, Hash):
        wanted = tree.id
        return _all(lambda page, row: page.attribute(row, "id") == wanted, inner)
    name = tree.class_name
    return _all(lambda page, row: name in (page.attribute(row, "class") or "").split(), inner)


def _logical(tree: Negation | Matching | SpecificityAdjustment) -> Test:
    """`:not()`, `:is()` and `:where()`."""
    inner = _compiled(tree.selector)
    if isinstance(tree, Negation):
        without = _compiled(tree.subselector)
        return lambda page, row: inner(page, row) and not without(page, row)
    several = [_compiled(one) for one in tree.selector_list]
    return lambda page, row: inner(page, row) and any(one(page, row) for one in several)


def _attribute(tree: Attrib) -> Test:
    inner, name, operator = _compiled(tree.selector), tree.attrib.lower(), tree.operator
    wanted = "" if tree.value is None else str(tree.value.value)

    def holds(page: _Page, row: int) -> bool:
        value = page.attribute(row, name)
        if value is None:
            return operator == "!="
        match operator:
            case "exists":
                return True
            case "=":
                return value == wanted
            case "!=":
                return value != wanted
            case "~=":
                return bool(wanted) and wanted in value.split()
            case "|=":
                return value == wanted or value.startswith(wanted + "-")
            case "^=":
                return bool(wanted) and value.startswith(wanted)
            case "$=":
                return bool(wanted) and value.endswith(wanted)
            case "*=":
                return bool(wanted) and wanted in value
            case _:
                return False

    return lambda page, row: inner(page, row) and holds(page, row)


def _having(tree: Relation) -> Test:
    """`a:has(> b, c)`: one of the inner selectors matches something in the element."""
    inner = _compiled(tree.selector)
    wanted = [(str(combinator.value), _compiled(one.parsed_tree)) for combinator, one in tree.arguments]
    if any(combinator not in (" ", ">") for combinator, _ in wanted):
        raise InvalidInput("':has()' supports descendants only, not siblings")

    def found(page: _Page, row: int, combinator: str, test: Test) -> bool:
        rows = page.snapshot.child_rows(row) if combinator == ">" else page.snapshot.rows_below(row)
        return any(page.columns.kind[below] == ELEMENT and test(page, below) for below in rows)

    return lambda page, row: inner(page, row) and any(found(page, row, *one) for one in wanted)


def _combined(combinator: str, left: Test, right: Test) -> Test:
    def descends(page: _Page, row: int) -> bool:
        row = page.parent(row)
        while row >= 0:
            if left(page, row):
                return True
            row = page.parent(row)
        return False

    def lies_in(page: _Page, row: int) -> bool:
        above = page.parent(row)
        return above >= 0 and left(page, above)

    def follows(page: _Page, row: int) -> bool:
        siblings = page.siblings(row)
        position = siblings.index(row)
        return position > 0 and left(page, siblings[position - 1])

    def comes_after(page: _Page, row: int) -> bool:
        siblings = page.siblings(row)
        return any(left(page, other) for other in siblings[: siblings.index(row)])

    test = {" ": descends, ">": lies_in, "+": follows, "~": comes_after}[combinator]
    return lambda page, row: right(page, row) and test(page, row)


def _pseudo(name: str) -> Test:
    def has_state(state: str) -> Test:
        return lambda page, row: state in page.columns.states.get(row, ())

    def nth_of(page: _Page, row: int, *, same: bool) -> tuple[int, int]:
        siblings = page.siblings(row)
        if same:
            siblings = [r for r in siblings if page.columns.tag[r] == page.columns.tag[row]]
        return siblings.index(row) + 1, len(siblings)

    def place(test: Callable[[int, int], bool], *, same: bool = False) -> Test:
        return lambda page, row: test(*nth_of(page, row, same=same))

    known: dict[str, Test] = {
        "root": lambda page, row: page.parent(row) < 0,
        "empty": lambda page, row: not page.snapshot.child_rows(row),
        "first-child": place(lambda at, _: at == 1),
        "last-child": place(lambda at, count: at == count),
        "only-child": place(lambda _, count: count == 1),
        "first-of-type": place(lambda at, _: at == 1, same=True),
        "last-of-type": place(lambda at, count: at == count, same=True),
        "only-of-type": place(lambda _, count: count == 1, same=True),
        "disabled": has_state("disabled"),
        "enabled": lambda page, row: "disabled" not in page.columns.states.get(row, ()),
        "checked": lambda page, row: not {"checked", "selected"}.isdisjoint(page.columns.states.get(row, ())),
        "required": has_state("required"),
        "focus": has_state("focused"),
        "link": lambda page, row: page.columns.tag[row] == "a" and page.attribute(row, "href") is not None,
    }
    if name not in known:
        raise InvalidInput(
            f"':{name}' is not supported on a snapshot",
            hint=f"Use one of {', '.join(':' + n for n in known)}.",
        )
    return known[name]


def _function(tree: Function) -> Test:
    inner, name = _compiled(tree.selector), tree.name.lower()
    if name not in ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"):
        raise InvalidInput(f"':{name}()' is not supported on a snapshot")
    try:
        step, start = parse_series(tree.arguments)
    except ValueError:
        raise InvalidInput(f"':{name}()' needs an argument such as 2n+1") from None
    last, same = "last" in name, name.endswith("of-type")

    def holds(page: _Page, row: int) -> bool:
        siblings = page.siblings(row)
        if same:
            siblings = [r for r in siblings if page.columns.tag[r] == page.columns.tag[row]]
        at = len(siblings) - siblings.index(row) if last else siblings.index(row) + 1
        return at == start if step == 0 else (at - start) % step == 0 and (at - start) // step >= 0

    return lambda page, row: inner(page, row) and holds(page, row)
