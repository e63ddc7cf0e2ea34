"""A snapshot brought up to date where the frames of its page differ only in what the recorders report (CD-17)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from cdp_engine.engine.observing.update_pause import OTHER_DOCUMENTS
from cdp_engine.errors import EngineError
from cdp_engine.observe import Snapshot, update_snapshot
from cdp_engine.tab import STYLING, Tab, Trace

_UPDATE_SECONDS = 2.0
"""A capture would take longer still where the browser is that slow."""
_MOST_FRAMES = 3
_BOXES_OF_A_VALUE = 2
_DRAWN, _LISTENERS = slice(-1), slice(-1, None)
"""Of the counters: how often styles and layout were calculated, and the number of event listeners."""
_MOVED = {
    1: "events that may change anything", 6: "other style sheets", 7: "another viewport", 8: "another viewport",
    9: "a document is loading", 10: "another address",
}  # fmt: skip
"""Why no update is certain where the number at this place of a trace is another."""
_STEADY = slice(STYLING.stop, max(_MOVED) + 1)


async def updated(
    tab: Tab, snapshot: Snapshot, before: Trace, trace: Trace, read: Callable[[], Awaitable[None]]
) -> Snapshot | str:
    """The last snapshot with the texts, attributes and styles that changed; why not, where anything else can have.

    `read` is called once the page was asked for everything that the update needs.
    """
    frames = _changed_frames(before, trace)
    if isinstance(frames, str):
        return frames
    if len(frames) > _MOST_FRAMES:
        return "many frames changed"
    undrawn = before.counters == trace.counters
    relistened = _differing(before, trace, _LISTENERS)
    # A replaced text makes one box, a field's value two. More boxes mean that something was shown without a mutation,
    # as by a new shadow root; they are explained by what is known to be drawn now.
    written = sum(_BOXES_OF_A_VALUE * len(changes.values) for changes in trace.changes.values())
    boxes = trace.boxes - before.boxes - (trace.mutations - before.mutations) - written
    for frame_id in frames:
        frame = tab.frames.get(frame_id)
        if frame is None:
            return OTHER_DOCUMENTS
        changes = trace.changes.get(frame_id) or trace.scrolled(frame_id)
        try:
            made = await update_snapshot(
                tab,
                snapshot,
                frame,
                changes,
                undrawn=undrawn,
                relisten=trace.sessions[frame_id] in relistened,
                boxes=boxes,
                timeout=_UPDATE_SECONDS,
                read=read if frame_id == frames[-1] else None,
            )
        except EngineError:
            return "no answer of a document"
        if isinstance(made, str):
            return made
        snapshot = made
    return snapshot


def _changed_frames(before: Trace, now: Trace) -> list[str] | str:
    """The frames in which only mutations, known styles and the scroll position differ; a reason where more does."""
    if [frame[:2] for frame in before.frames] != [frame[:2] for frame in now.frames]:
        return OTHER_DOCUMENTS
    certain = {frame_id for frame_id, changes in now.changes.items() if changes.restyled is not None}
    relistened = _differing(before, now, _LISTENERS)
    drawn = _differing(before, now, _DRAWN)
    others = now.restyled_frames(relistened)
    changed: list[str] = []
    for (frame_id, _, was), (_, _, found) in zip(before.frames, now.frames, strict=True):
        if (was[1], was[_STEADY]) != (found[1], found[_STEADY]):
            return _moved(was, found)
        if was[STYLING] != found[STYLING] and frame_id not in certain:
            return now.uncertain.get(frame_id, "styles that are not certain")
        if was[0] != found[0] and frame_id not in now.changes:
            return now.uncertain.get(frame_id, "changes of another kind")
        if frame_id in now.uncertain and now.sessions[frame_id] in drawn:
            return now.uncertain[frame_id]  # rules may have been edited, or an animation is running
        if was != found or frame_id in others:
            changed.append(frame_id)
    if relistened - {now.sessions[frame_id] for frame_id in certain}:
        return "other listeners"
    return changed or "drawn again without a known cause"


def _moved(was: Sequence[object], found: Sequence[object]) -> str:
    """What differs in a frame, where it is more than mutations, styles and the scroll position."""
    return next(why for at, why in _MOVED.items() if was[at] != found[at])


def _differing(before: Trace, now: Trace, counted: slice) -> set[str]:
    """The sessions in which some of the browser's own counters are others."""
    earlier = dict(before.counters)
    return {
        session for session, values in now.counters if earlier.get(session, ())[counted] != values[counted]
    }
