"""A snapshot from its changed sources; the browser is asked again about what these leave undecided (CD-17)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import anyio

from cdp_engine.observe.build import Origin
from cdp_engine.observe.capture.ax_queries import MOST, ask_about
from cdp_engine.observe.capture.gc_pause import collector_paused
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.observe.rebuild import rebuilt, undecided_in
from cdp_engine.observe.sources.merge import ProcessTables
from cdp_engine.protocol import dom
from cdp_engine.tab import Tab


async def rebuilt_again(
    tab: Tab,
    snapshot: Snapshot,
    origin: Origin,
    read: Callable[[], Awaitable[None]],
    timeout: float,
    *,
    same_tree: bool = True,
) -> Snapshot | str:
    """The snapshot from its changed sources; where a capture is needed, why.

    `read` is called once the page was asked for everything. `same_tree`: the nodes are the same. `timeout`: seconds.
    """
    was_told = not origin.is_untold
    if was_told and not await _ask_again(tab, origin, timeout):
        return "many undecided elements"
    await read()
    with collector_paused():
        made = rebuilt(snapshot, origin, same_tree=same_tree, same_semantics=was_told)
    return made or "undecided elements"


async def _ask_again(tab: Tab, origin: Origin, timeout: float) -> bool:
    """Ask the browser about the undecided elements of each process; returns whether they were few enough."""
    with collector_paused():
        questions = undecided_in(origin)
    if sum(len(nodes) for _, nodes in questions) > MOST:
        return False

    async def ask(process: ProcessTables, nodes: Sequence[dom.BackendNodeId]) -> None:
        frame = tab.frames.get(process.tables[0].frame_id)
        process.asked = [] if frame is None else await ask_about(frame.session, nodes, timeout)

    async with anyio.create_task_group() as tasks:
        for process, nodes in questions:
            tasks.start_soon(ask, process, nodes)
    return True
