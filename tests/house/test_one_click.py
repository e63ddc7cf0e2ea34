"""The life of one action: how many round trips come before the input and after it, and how much of the package runs."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from scripts.one_click import ActionTrace, small_page, trace_action, traced
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

MOST_BEFORE = 3
"""Resolve the ref; aim and begin to watch; move and look again. Then the press goes out."""
MOST_AFTER = 8
"""The rest (after the value, for a field), an update meanwhile (three or four), the trace that proves it; the end."""
MOST_UNTIL_REST = 2
MOST_COMMANDS = 27
MOST_TRACES = 4
MOST_FILES = {"act": 10, "engine": 17, "tab": 19, "track": 15, "verify": 15, "views": 16}
MOST_FUNCTIONS = {"act": 31, "engine": 74, "tab": 96, "track": 73, "verify": 80, "views": 76}
"""Of the rooms that carry an action out and write its answer, on its warm path.

`act` takes one fewer where the arrival of the move is known with the press: then nothing is left to be disarmed.
"""


async def traced_action(page: Page, site: Site, name: str) -> ActionTrace:
    path = "/house/one-action"
    remove = site.route(path, small_page())
    try:
        await page.goto(site.url(path), wait_until="load")
    finally:
        remove()
    return await trace_action(page, name)


@pytest.mark.parametrize("name", ["click", "hover", "fill", "press"])
async def test_at_most_three_round_trips_before_the_input(lent_page: Page, site: Site, name: str) -> None:
    for _ in range(MOST_TRACES):
        # Garbage that the browser collected in between is counted as a change, and costs a second capture. Of two
        # questions that are asked side by side, one may be sent after the answer to the other.
        trace = await traced_action(lent_page, site, name)
        is_long = trace.trips_before_input > MOST_BEFORE or trace.trips_after_input > MOST_AFTER
        if not is_long and len(trace.commands) <= MOST_COMMANDS:
            break
    assert trace.trips_before_input <= MOST_BEFORE, trace.table()
    assert trace.trips_after_input <= MOST_AFTER, trace.table()
    rest = next(sent.trip for sent in trace.commands if sent.what == "rest")
    assert rest - trace.trips_before_input - 1 <= MOST_UNTIL_REST, trace.table()
    assert len(trace.commands) <= MOST_COMMANDS, trace.table()


async def test_nothing_is_asked_twice_by_one_click(lent_page: Page, site: Site) -> None:
    trace = await traced_action(lent_page, site, "click")
    if len(trace.commands) > MOST_COMMANDS:
        trace = await traced_action(lent_page, site, "click")  # garbage, as above
    asked = [str(sent) for sent in trace.commands]
    once = ("DOM.resolveNode", "takeAim", "begin", "arm", "rest", "Runtime.releaseObject")
    for word in once:
        assert len([what for what in asked if word in what.split()]) == 1, trace.table()
    # Nothing that the action does adds a listener, so those of the page need not be listed again.
    assert "DOMDebugger.getEventListeners" not in asked, trace.table()
    for word in ("report", "look", "aim"):
        assert not [what for what in asked if what == f"Runtime.callFunctionOn {word}"], trace.table()


async def test_a_click_runs_through_no_more_of_the_package_than_it_must(lent_page: Page, site: Site) -> None:
    trace = await traced_action(lent_page, site, "click")
    if any(len(_functions(trace, room)) > most for room, most in MOST_FUNCTIONS.items()):
        trace = await traced_action(lent_page, site, "click")  # garbage, as above
    for room, most in MOST_FILES.items():
        assert len([file for file in trace.files if file.startswith(f"{room}/")]) <= most, trace.table()
    for room, most in MOST_FUNCTIONS.items():
        assert len(_functions(trace, room)) <= most, trace.table(functions=True)


async def test_a_first_look_takes_two_round_trips(lent_page: Page, site: Site) -> None:
    path = "/house/one-look"
    remove = site.route(path, small_page())
    try:
        await lent_page.goto(site.url(path))
        await lent_page.observe()  # asks once for each tab which tools pages offer
        await lent_page.goto(site.url(path))
    finally:
        remove()
    with traced("look") as trace:
        await lent_page.observe()
    *asked, last = trace.commands
    trips = {str(sent): sent.trip for sent in asked}
    assert last.method == "Runtime.evaluate"  # the scripts of actions, when the caller has its answer
    # Whether frameworks are there may be known a little later than what the recorder says.
    assert trips["Runtime.callFunctionOn trace"] == 1, trace.commands
    assert trips["Performance.getMetrics"] == 2, trace.commands
    assert max(trips.values()) == trips["DOMSnapshot.captureSnapshot"] <= 3, trace.commands


def _functions(trace: ActionTrace, room: str) -> list[str]:
    """The functions of a room that an action ran through."""
    return [name for file, name in trace.functions if file.startswith(f"{room}/")]
