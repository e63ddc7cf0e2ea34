"""A tracked change as text: the smallest update that keeps the caller's outline exact (FP-07, FP-08).

    v5 delta docked #1 from v4             the first overlay is part of the page from now on (`closed`: it is gone)
    gone e7 e9-e12                         refs that must not be used any more; their lines are gone
    @ main                                 the region of what follows
    after e3                               these follow the line of e3 now:
    + [e45 button Buy]                       a new line
    > e14*2                                  two lines that moved here, the first is that of e14
    ~ [e5 button Cart (2)]                 the line of e5 reads like this now
    ~ [e6 combobox Zone ="Oslo" of …]      the same, with the options that it had
    ~ | [e8 10]                            the cell of e8, in the row of the cell before it, reads like this now
    ~e5+1 two more                         the first line below that of e5 reads like this now
    no longer focused: e9                  the line of e9, a long one, reads as before but for this (`focused:` too)
    same options as e6: e45                the long list of e6 is also that of e45, whose line says `of …`
    - 4 lines e8+1*2                       so many lines are gone in all; named are those without a ref

A line is named by its ref, or by the ref above it and the distance (`e5+1`), or by its number where there is no ref
above (`^2`). All names refer to the lines that the caller had. `replay` (see replay.py) applies the update; page text
cannot be mistaken for a mark, because it only follows a mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cdp_engine.track import (
    Line,
    LineDelta,
    Overlay,
    Rebound,
    Seen,
    TrackedChange,
    TransientReport,
    diff_lines,
    region_of,
)
from cdp_engine.views.covered_lines import cover_line, covered_together, ref_ranges, said_once
from cdp_engine.views.formats.outline import (
    OUTLINE,
    OutlineOptions,
    in_rows,
    outline_body,
    outline_lines,
    whole_page,
)
from cdp_engine.views.registry import register
from cdp_engine.views.rendered_answer import FullMaker, RenderedAnswer
from cdp_engine.views.splicing import PLAIN, body_again
from cdp_engine.views.text.cells import rows_joined
from cdp_engine.views.text.page_text import plain, quoted
from cdp_engine.views.unchanged_parts import (
    BLURRED,
    FOCUSED,
    LONG,
    MANY,
    SAME,
    Alike,
    alike_lines,
    only_focus,
    options_once,
    without_options,
)

SINCE = "--- since the last answer"
"""In a full answer, the heading above the texts that came and went; the page itself ends before it."""


def render_answer(
    change: TrackedChange, tracker: FullMaker, options: OutlineOptions | None = None
) -> RenderedAnswer:
    """The answer to a change as outline or difference of outlines.

    Where the difference would not be shorter than the page, the page is shown instead; where no line differs, the kind
    is `no_change`. Commit its `change`, not the change that was given.
    """
    options = options or OutlineOptions()
    if change.kind == "full":
        return RenderedAnswer("full", _full_text(change, options), change)
    delta = _line_delta(change, options)
    text = render_change(change, options, delta)
    on_page = change.scope is None and not change.opened
    if on_page and change.kind != "overlay_closed" and not (delta or change.dead_refs or change.focus):
        quiet = replace(change, kind="no_change", reason="nothing that the view shows has changed")
        return RenderedAnswer("no_change", render_change(quiet, options, delta), quiet)
    if on_page and change.kind != "overlay_closed":
        if not _is_longer(change, options, len(text)):
            change = tracker.full(change, "the difference is not shorter than the page")
            return RenderedAnswer("full", _full_text(change, options), change)
    elif delta:
        in_overlay = change.scope is not None
        whole = replace(change, whole_layer=in_overlay, whole_page=not in_overlay)
        shown = render_change(whole, options)
        if len(shown) < len(text):
            return RenderedAnswer(change.kind, shown, whole)
    return RenderedAnswer(change.kind, text, change)


def lines_of(seen: Seen, options: OutlineOptions, top: int = 0) -> list[Line]:
    """The outline's lines of a state of the page, or of one element in it; rendered once and cached."""
    key = ("outline", options, top)
    known = seen.written.get(key)
    if known is None and options == PLAIN and not top:
        body = seen.bodies[key] = outline_body(seen.snapshot)
        known = seen.written[key] = whole_page(seen.snapshot, body)
    elif known is None:
        outline = outline_lines(seen.snapshot, options, top=top)
        known = seen.written[key] = [Line(line.ref, line.text) for line in outline]
    return known


def render_change(change: TrackedChange, options: OutlineOptions, delta: LineDelta | None = None) -> str:
    """A change other than a whole page, as text."""
    if delta is None:
        delta = _line_delta(change, options)
    base = _base_lines(change, options)
    lines = [_headline(change)]
    gone = _gone(change, base, delta)
    if gone:
        lines.append(f"gone {ref_ranges(gone)}")
    kept = [entry for entry in change.rebound if entry.ref not in gone]
    if kept:
        lines.append(_renewed(kept))
    for position, overlay in enumerate(change.opened):
        content = _in_rows(lines_of(change.seen, options, overlay.row))
        depth = len(change.caller_state.layers) - len(change.opened) + position + 1
        lines += [f"overlay #{depth} {_title(overlay)}: {len(content)} lines", *content]
    if change.whole_page or change.whole_layer:
        content = _in_rows(lines_of(change.seen, options, change.scope.row if change.scope else 0))
        lines += [f"{'overlay' if change.scope else 'page'}: {len(content)} lines", *content]
    else:
        if delta.placed:
            lines += _placed(base, delta, _options_known(change, options, delta))
        if delta.replaced:
            lines += _replaced(change, base, delta)
        if delta.removed:
            lines += _removed(base, delta)
    lines += _aside(change, delta)
    return "\n".join(lines)


def _in_rows(lines: Sequence[Line]) -> list[str]:
    return rows_joined([line.text for line in lines])


def _full_text(change: TrackedChange, options: OutlineOptions) -> str:
    lines = in_rows(_full_lines(change.seen, options), options)
    if change.transient:
        lines += [SINCE, *transient_lines(change.transient)]
    return "\n".join(lines)


def _full_lines(seen: Seen, options: OutlineOptions) -> list[str]:
    """The lines of the whole page, as an answer has them."""
    return said_once(lines_of(seen, options))


def _is_longer(change: TrackedChange, options: OutlineOptions, length: int) -> bool:
    """Whether the whole page has at least this length; stops as soon as that is known."""
    for line in _full_lines(change.seen, options):
        length -= len(line) + 1
        if length < 0:
            return True
    after = [SINCE, *transient_lines(change.transient)] if change.transient else []
    return sum(len(line) + 1 for line in after) > length


def _line_delta(change: TrackedChange, options: OutlineOptions) -> LineDelta:
    if change.before is None or change.whole_page or change.whole_layer or change.opened:
        return LineDelta()
    base, key = _base_lines(change, options), ("outline", options, 0)
    if change.scope is None and not change.before_top and key not in change.seen.written:
        body = body_again(change.before, change.before.bodies.get(key), change.seen)
        if body is not None:
            change.seen.bodies[key] = body
            change.seen.written[key] = whole_page(change.seen.snapshot, body)
    return diff_lines(base, lines_of(change.seen, options, change.scope.row if change.scope else 0))


def _base_lines(change: TrackedChange, options: OutlineOptions) -> Sequence[Line]:
    if change.before is None or change.opened:
        return ()
    return lines_of(change.before, options, change.before_top or 0)


def _headline(change: TrackedChange) -> str:
    base = "" if change.base is None else f" from v{change.base}"
    left = ""
    for word, layers in (("closed", change.closed), ("docked", change.docked)):
        # Counted from the page up: 1 is the first overlay over it.
        numbers = (f"#{change.layer_order.index(layer.overlay.root) + 1}" for layer in layers)
        left += f" {word} {','.join(numbers)}" if layers else ""
    words = {
        "delta": "delta",
        "no_change": "no change",
        "overlay_opened": "overlay opened",
        "overlay_closed": "overlay closed",
        "overlay_updated": "overlay changed",
        "full": "full",
    }
    said = words[change.kind]
    left = left.removeprefix(" closed") if said.endswith(" closed") else left
    return f"v{change.version} {said}{left}{base}"


def _title(overlay: Overlay) -> str:
    return f"{overlay.kind} {quoted(overlay.name, 80)}" if overlay.name else overlay.kind


def _gone(change: TrackedChange, base: Sequence[Line], delta: LineDelta) -> dict[str, None]:
    """The refs that the caller must stop using, in the order of the answer."""
    gone = dict.fromkeys(change.dead_refs)
    gone.update((key, None) for key in (base[index].key for index in delta.removed) if key is not None)
    return gone


def _renewed(rebound: Sequence[Rebound]) -> str:
    """Refs whose elements were re-created: reported, because the match is inferred, not observed (SX-11)."""
    least = min(entry.confidence for entry in rebound)
    return f"= re-created, refs kept: {ref_ranges([entry.ref for entry in rebound])} (confidence {least:.2f})"


def _options_known(change: TrackedChange, options: OutlineOptions, delta: LineDelta) -> list[Alike]:
    """The new lines with a long list of options that another line has as well, see `options_once`."""
    new = [item for group in delta.placed for item in group.items if isinstance(item, str)]
    if not any(" of " in text and "|" in text for text in new):
        return []
    return options_once(lines_of(change.seen, options, change.scope.row if change.scope else 0), set(new))


def _placed(base: Sequence[Line], delta: LineDelta, alike: Sequence[Alike]) -> list[str]:
    """The marks of new and moved lines; cells of a new row are in one line, as on a whole page."""
    lines: list[str] = []
    short = {field.text: field.short for field in alike}
    for group in delta.placed:
        lines.append(f"after {_address(base, group.after)}" if group.after >= 0 else "at top")
        new: list[str] = []
        for item in group.items:
            if isinstance(item, str):
                new.append(short.get(item, item))
                continue
            lines += [f"+ {line}" for line in rows_joined(new)]
            new.clear()
            count = f"*{item.count}" if item.count > 1 else ""
            shift = f" shift {item.shift}" if item.shift else ""
            lines.append(f"> {_address(base, item.start)}{count}{shift}")
        lines += [f"+ {line}" for line in rows_joined(new)]
    return lines + alike_lines(alike, ref_ranges)


def _replaced(change: TrackedChange, base: Sequence[Line], delta: LineDelta) -> list[str]:
    lines: list[str] = []
    region = ""
    long = any(len(entry.text) >= LONG for entry in delta.replaced)
    rest, got, lost = only_focus(base, delta.replaced) if long else (delta.replaced, [], [])
    alone, covered = covered_together(base, rest)
    for entry in alone:
        key, before = base[entry.at]
        here = _region(change.seen, key)
        if here and here != region:
            lines.append(f"@ {plain(here, 80)}")
            region = here
        lines.append(
            f"~{_address(base, entry.at)} {entry.text}"
            if key is None
            else _replacement(key, before, entry.text)
        )
    lines += [cover_line(cover, ref_ranges(refs)) for cover, refs in covered.items()]
    return lines + [mark + ref_ranges(refs) for mark, refs in ((FOCUSED, got), (BLURRED, lost)) if refs]


def _replacement(ref: str, before: str, now: str) -> str:
    if len(now) < MANY and SAME not in now:
        return f"~ {now}"
    try:
        return f"~ {without_options(before, now, ref) or now}"
    except ValueError:
        return f"~{ref}+0 {now}"


def _region(seen: Seen, key: str | None) -> str:
    scoped = seen.snapshot.refs.find(key) if key is not None else None
    row = seen.row_of(scoped) if scoped is not None else None
    return region_of(seen.snapshot, row) if row is not None else ""


def _removed(base: Sequence[Line], delta: LineDelta) -> list[str]:
    bare = [index for index in delta.removed if base[index].key is None]
    names: list[str] = []
    start = 0
    while start < len(bare):
        end = start + 1
        while end < len(bare) and bare[end] == bare[end - 1] + 1:
            end += 1
        names.append(_address(base, bare[start]) + (f"*{end - start}" if end - start > 1 else ""))
        start = end
    count = len(delta.removed)
    return [" ".join([f"- {count} line{'s' if count > 1 else ''}", *names])]


def _aside(change: TrackedChange, delta: LineDelta) -> list[str]:
    """The focus, the changes waiting beneath, and the texts that came and went in between."""
    lines: list[str] = []
    if change.focus is not None and not any("+focused" in entry.text for entry in delta.replaced):
        refs = change.seen.snapshot.refs
        now = change.focus[1]
        lines.append(f"focus {refs.issue(now) if now is not None else 'none'}")
    if change.beneath:
        plural = "s" if change.beneath > 1 else ""
        lines.append(f"! {change.beneath} change{plural} of the page beneath; shown when the overlay closes")
    if change.transient:
        lines += transient_lines(change.transient)
    return lines


def transient_lines(report: TransientReport) -> list[str]:
    """Texts that came and went, with their age: `! 2s ago error: "Invalid card"`."""
    return [
        " ".join(
            [
                f"! {report.age(event):.0f}s ago",
                *([event.tone] if event.tone != "neutral" else []),
                *(["removed"] if event.kind == "removed" else []),
                *([f"{event.times} times"] if event.times > 1 else []),
            ]
        )
        + f": {quoted(event.text, 200)}"
        for event in report.events
    ]


def _address(base: Sequence[Line], index: int) -> str:
    """The name of a base line: by ref, by ref and distance, or by number."""
    for above in range(index, -1, -1):
        key = base[above].key
        if key is not None:
            return key if above == index else f"{key}+{index - above}"
    return f"^{index + 1}"


# The outline itself is registered without differences, which depend on it.
register(replace(OUTLINE, render_change=render_answer))
