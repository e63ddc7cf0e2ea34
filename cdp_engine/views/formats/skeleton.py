"""`skeleton`: the interactive elements as minimal HTML, one per line (SX-02's second mode).

    <a id="e1" href="/home">Home</a>
    <button id="e2" type="submit">Search</button>
    <input id="e3" name="q" type="text" placeholder="Search…" />
    <select id="e4" name="category"><option value="all">All</option></select>

`id` is the short ref, not the page's own. Page text is escaped, so it cannot open or close a tag.
"""

from __future__ import annotations

from html import escape
from typing import Any

from cdp_engine.observe import Flag, Snapshot, VirtualNode
from cdp_engine.views.budget.budget import Elision, Piece, PlainForm, fit
from cdp_engine.views.formats.facts import SHOWN, clean, comments, manifest_lines, name_of
from cdp_engine.views.registry import View, register
from cdp_engine.views.scope import Scope, ViewOptions, scope_of
from cdp_engine.views.text.option_lists import is_disabled_option
from cdp_engine.views.text.page_text import plain

KEPT = ("name", "type", "href", "placeholder", "role", "aria-label", "title", "data-testid", "data-id")
SWITCHES = ("disabled", "readonly", "checked", "required", "expanded", "selected")
VOID = frozenset(("input", "img", "area", "embed"))
TEXTLESS = VOID | {"select", "textarea"}
"""Elements whose name is not what they contain."""
TAGS = frozenset(
    ("a", "button", "input", "select", "textarea", "option", "summary", "label", "img", "area", "canvas")
)
OPTIONS = 50
REDACTED = int(Flag.REDACTED)


class SkeletonOptions(ViewOptions, frozen=True, kw_only=True):
    """Options of `skeleton`, beside those of every format."""

    values: bool = False
    """The values of form controls (never those of secret fields)."""
    hrefs: bool = True
    """The targets of links."""
    frames: bool = True
    """Comments where the elements of a frame begin and end."""


def skeleton_line(node: VirtualNode, options: SkeletonOptions) -> str:
    """One element as HTML."""
    tag = node.tag if node.tag in TAGS else "div"
    attributes = [f'id="{node.ref}"', *_attributes(node, options, tag)]
    opening = f"<{tag} {' '.join(attributes)}"
    if tag in VOID:
        return opening + " />"
    if tag == "select":
        return f"{opening}>{_choices(node, options)}</select>"
    inner = clean(node.value, 500) if tag == "textarea" and options.values and node.value else ""
    if tag != "textarea":
        inner = name_of(node)
    return f"{opening}>{escape(inner, quote=False)}</{tag}>"


def _attributes(node: VirtualNode, options: SkeletonOptions, tag: str) -> list[str]:
    held = node.attributes
    if tag != node.tag and "role" not in held and node.role and node.role != "generic":
        held = {"role": node.role, **held}
    parts: list[str] = []
    for name in KEPT:
        value = held.get(name)
        # What has its name as text needs no label beside it.
        named = name == "aria-label" and tag not in TEXTLESS
        dropped = named or (name == "href" and not options.hrefs)
        if value and not dropped:
            parts.append(f'{name}="{escape(clean(value, 200))}"')
    if tag in TEXTLESS:
        parts += _field_attributes(node, options, tag, held)
    parts += [state for state in SWITCHES if state in node.states]
    if node.covered_by is not None:
        parts.append(f'data-covered-by="{node.covered_by.ref}"')
    return parts


def _field_attributes(
    node: VirtualNode, options: SkeletonOptions, tag: str, held: dict[str, str]
) -> list[str]:
    """The name and value of a field as attributes, since it has no text."""
    parts: list[str] = []
    label = node.name
    if label and "aria-label" not in held and label not in (held.get("placeholder"), held.get("title")):
        parts.append(f'aria-label="{escape(clean(label, 200))}"')
    if options.values and node.value and tag == "input" and not node.flags & REDACTED:
        parts.append(f'value="{escape(clean(node.value, 500))}"')
    return parts


def _choices(node: VirtualNode, options: SkeletonOptions) -> str:
    choices = [below for below in node.walk() if below.tag == "option"]
    parts: list[str] = []
    # The options of a closed list are not drawn: its value shows which of them is chosen.
    held = node.value if options.values and "multiple" not in node.attributes else ""
    for choice in choices[:OPTIONS]:
        value = choice.attribute("value")
        written = choice.attribute("label") or choice.text_content
        chosen = "selected" in choice.states or bool(held and held == " ".join(written.split()))
        held = "" if chosen else held
        parts.append(
            "<option"
            + (f' value="{escape(clean(value, 100))}"' if value else "")
            + (" selected" if options.values and chosen else "")
            + (" disabled" if is_disabled_option(choice) else "")
            + f">{escape(clean(written, 100), quote=False)}</option>"
        )
    if len(choices) > OPTIONS:
        parts.append(f"<!-- {len(choices) - OPTIONS} more options -->")
    return "".join(parts)


def _pieces(snapshot: Snapshot, options: SkeletonOptions, scope: Scope) -> list[Piece]:
    columns = snapshot.columns
    pieces: list[Piece] = []
    current = 0
    for row in (scope.top, *snapshot.rows_below(scope.top)):
        if columns.flags[row] & SHOWN != SHOWN or columns.kind[row] != 1 or not scope.shows(row):
            continue
        if columns.document[row] != current and options.frames:
            current = columns.document[row]
            url = plain(snapshot.documents[current].url, 200) if current else "main"
            pieces.append(Piece(row, f"<!-- frame: {url.replace('--', '- -').replace('>', '')} -->"))
        pieces.append(Piece(row, skeleton_line(VirtualNode(snapshot, row), options), 1))
    return pieces


def _elided(elision: Elision) -> str:
    return f"<!-- {elision.controls} more elements: expand {elision.ref} -->"


def render(snapshot: Snapshot, options: SkeletonOptions) -> str:
    """The view as text."""
    scope = scope_of(snapshot, options)
    pieces = _pieces(snapshot, options, scope)
    tail = list(comments(manifest_lines(snapshot, scope.dropped, whole=scope.whole)))
    form = PlainForm(lambda parts: "\n".join([*parts, *tail]), _elided)
    return fit(snapshot, pieces, form, options).text


def data(snapshot: Snapshot, options: SkeletonOptions) -> dict[str, Any]:
    """The view as data."""
    return {"mode": "skeleton", "url": snapshot.context.url, "skeletonDom": render(snapshot, options)}


SKELETON = register(
    View(
        name="skeleton",
        summary="the elements to act on as minimal HTML, one per line",
        options=SkeletonOptions,
        render=render,
        data=data,
    )
)
