"""Refuses an action on a list row that has another item than the one the caller was shown (EX-06; pure)."""

from __future__ import annotations

from cdp_engine.engine.acting.action_call import ActionCall
from cdp_engine.engine.observing.reporter import Reporter
from cdp_engine.errors import StaleRef
from cdp_engine.observe import ScopedRef


def reused_target(
    reporter: Reporter, call: ActionCall, refs: tuple[ScopedRef | None, ...], *, reads_all: bool
) -> StaleRef | None:
    """Why one of the elements is another item's by now.

    Only for a caller whose last answer is known, by its version or because it `reads_all`; a name is always looked up
    on the page as it is.
    """
    since = call.options.get("since")
    if call.meant or (since is None and not reads_all):
        return None
    for target, ref in zip(call.targets, refs, strict=False):
        found = reporter.tracker.reused(ref, since) if ref is not None else None
        if found is not None:
            reused, now = found
            there = f" That is {now} now." if now else ""
            return StaleRef(
                str(target),
                f"its row had “{reused.before}” when it was shown, and has “{reused.now}” now",
                hint=f"Nothing was done.{there} The list has changed: choose from it as it is now.",
            )
    return None
