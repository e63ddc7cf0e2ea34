"""What an action costs the page, by the browser's own counters (CD-16; `Performance.getMetrics`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.errors import EngineError
from cdp_engine.protocol import performance
from cdp_engine.verify.expected.verdict import Cost

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_SECONDS = 2.0


class Meter:
    """Reads the counters before and after. They are those of the main frame's process."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._before: dict[str, float] = {}

    async def start(self) -> Meter:
        """Read the counters; where the page cannot answer, no cost is reported."""
        try:
            await self._tab.session.send(performance.enable(), timeout=_SECONDS)
            self._before = await self._read()
        except EngineError:
            self._before = {}
        return self

    async def stop(self) -> Cost | None:
        """The difference; None where it could not be read or another process shows the page now."""
        if not self._before:
            return None
        try:
            after = await self._read()
            self._tab.session.start(performance.disable()).abandon()
        except EngineError:
            return None
        return cost_between(self._before, after)

    async def _read(self) -> dict[str, float]:
        reply = await self._tab.session.send(performance.get_metrics(), timeout=_SECONDS)
        return {metric.name: metric.value for metric in reply.metrics}


def cost_between(before: dict[str, float], after: dict[str, float]) -> Cost:
    """The difference between two readings (pure).

    Counters start again with a new process: then their value is the cost of the new document.
    """

    def added(name: str, *, grows: bool = True) -> float:
        now, then = after.get(name, 0.0), before.get(name, 0.0)
        return now if grows and now < then else now - then

    return Cost(
        nodes=int(added("Nodes", grows=False)),
        heap_bytes=int(added("JSHeapUsedSize", grows=False)),
        layouts=int(added("LayoutCount")),
        style_recalculations=int(added("RecalcStyleCount")),
        script_seconds=added("ScriptDuration"),
    )
