"""`factpack`: a page, or what changed on it, as markdown with fully scoped refs (FP-08).

    # Page: Shop
    URL: https://shop.test/

    ## main
    - button[L0:12]: "Buy" (e3) [disabled]

    > left out: 2 aria-hidden elements

Elements are grouped by region; in a view that is cut to a budget they are in reading order, so that `expand` finds the
rest. Refs are those of the state they were read from. What changed is written by `factpack_changes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from cdp_engine.observe import Flag, Snapshot, VirtualNode
from cdp_engine.track import Fact, Seen, region_of
from cdp_engine.views.budget.budget import Elision, Fitted, Piece, PlainForm, fit
from cdp_engine.views.formats.facts import manifest_lines
from cdp_engine.views.registry import View, register
from cdp_engine.views.scope import ViewOptions, counter_for, scope_of, token_limit
from cdp_engine.views.text.page_text import plain, quoted

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)


class FactpackOptions(ViewOptions, frozen=True, kw_only=True):
    """Options of `factpack`, beside those of every format."""

    short_refs: bool = True
    """Also show the short ref of each element, in parentheses."""
    values: bool = True
    """The values of form controls (never those of secret fields)."""


class FactpackNode(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One element as data."""

    ref: str
    kind: str
    label: str
    region: str
    short: str = ""
    value: str = ""
    states: tuple[str, ...] = ()


class _Line(str):
    """The line of an element, with the region that it is in."""

    __slots__ = ("region",)
    region: str

    def __new__(cls, text: str, region: str) -> _Line:
        line = super().__new__(cls, text)
        line.region = region
        return line


def render(snapshot: Snapshot, options: FactpackOptions) -> str:
    """The whole page."""
    return page_markdown(Seen(snapshot), options)


def data(snapshot: Snapshot, options: FactpackOptions) -> list[FactpackNode]:
    """The elements of the page in reading order, as many as the text shows."""
    seen = Seen(snapshot)
    pieces, fitted = _fitted(seen, options, (), ())
    shown = {pieces[part].row: None for part in fitted.parts if isinstance(part, int)}
    return [
        FactpackNode(
            ref=seen.scoped(row).text(snapshot.context.main_frame),
            kind=fact.kind,
            label=fact.label,
            region=region_of(snapshot, row),
            short=_short(seen.node(row), fact, options),
            value=fact.value if options.values else "",
            states=fact.states,
        )
        for row, fact in seen.facts.items()
        if row in shown
    ]


def page_markdown(
    seen: Seen, options: FactpackOptions, before: Sequence[str] = (), after: Sequence[str] = ()
) -> str:
    """A page within its budget, between other lines that count towards it."""
    return _fitted(seen, options, before, after)[1].text


def _fitted(
    seen: Seen, options: FactpackOptions, before: Sequence[str], after: Sequence[str]
) -> tuple[list[Piece], Fitted]:
    snapshot, context = seen.snapshot, seen.snapshot.context
    scope = scope_of(snapshot, options)
    inside = seen.inside(scope.top) if scope.top else None
    pieces = [
        Piece(
            row,
            _Line(fact_line(seen.node(row), fact, options), region_of(snapshot, row)),
            int(snapshot.columns.flags[row] & SHOWN == SHOWN),
        )
        for row, fact in seen.facts.items()
        if scope.shows(row) and (inside is None or row in inside)
    ]
    head = [*before, f"# Page: {plain(context.title, 200)}", f"URL: {plain(context.url, 500)}"]
    manifest = [f"> {line}" for line in manifest_lines(snapshot, scope.dropped, whole=scope.whole)]
    tail = [*(["", *manifest] if manifest else []), *after]
    limit = token_limit(options)
    if limit is not None and counter_for(options).count("\n".join([*head, *tail])) > limit // 3:
        head, tail = [], []

    def whole(parts: Sequence[str]) -> str:
        in_order = len(parts) != len(pieces) or any(not isinstance(part, _Line) for part in parts)
        lines = (
            _contiguous(parts) if in_order else _grouped(part for part in parts if isinstance(part, _Line))
        )
        return "\n".join([*head, *lines, *tail]).lstrip("\n")

    return pieces, fit(snapshot, pieces, PlainForm(whole, _elided), options)


def _grouped(lines: Iterable[_Line]) -> Iterator[str]:
    regions: dict[str, list[str]] = {}
    for line in lines:
        regions.setdefault(line.region, []).append(line)
    for region, group in regions.items():
        yield from ("", f"## {plain(region, 120)}", *group)


def _contiguous(parts: Sequence[str]) -> Iterator[str]:
    """The parts in reading order, with the region wherever it changes."""
    region: str | None = None
    for part in parts:
        if isinstance(part, _Line) and part.region != region:
            region = part.region
            yield from ("", f"## {plain(region, 120)}")
        yield part


def _elided(elision: Elision) -> str:
    return f"> {elision.pieces} more: expand {elision.ref}"


def fact_line(node: VirtualNode, fact: Fact, options: FactpackOptions) -> str:
    """The line of one element."""
    ref = node.scoped_ref.text(node.snapshot.context.main_frame)
    short = _short(node, fact, options)
    tail = f" ({short})" if short else ""
    tail += f" = {quoted(fact.value, 300)}" if fact.value and options.values else ""
    tail += f" [{', '.join(fact.states)}]" if fact.states else ""
    return f"- {plain(fact.kind, 40)}[{ref}]: {quoted(fact.label, 300)}{tail}"


def _short(node: VirtualNode, fact: Fact, options: FactpackOptions) -> str:
    return node.ref if options.short_refs and fact.kind != "text" else ""


FACTPACK = register(
    View(
        name="factpack",
        summary="the page as markdown by region, with fully scoped refs",
        options=FactpackOptions,
        render=render,
        data=data,
    )
)
