"""When the page's own world is read for the handlers of frameworks, and what it said last (SX-06).

Reading it may take too long because an application starts or the machine is under load, or because the page holds it
forever. So it is read again at the next capture, then once twice as many captures have passed each time: a page that
always holds it costs a few readings, one that did so in a busy moment is known in full again. Until then the
elements that were handled before count as handled still. A page that replaced the functions is not read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

from cdp_engine.protocol import Command, dom, runtime
from cdp_engine.tab import Frame, Tab, page_function, page_module

HELD = "the page's own scripts hold what reads its handlers; clickable elements of frameworks may be missing"
REPLACED = (
    "the page replaced functions that read its handlers; clickable elements of frameworks may be missing"
)
READ_MS = 1500
"""How long the page's own world is read; a page of 100 000 elements takes 300 ms."""
_READ = "readHandled"
_GROUP = "cdp-engine-handlers"
_MOST_TRIES = 8
_OFTEN = 5
"""How many readings may be held before a view without handlers is not made again while nothing changes."""
_MOST_CAPTURES = 1024


def reading() -> Command[runtime.EvaluateReply]:
    """The command that reads a document; Chrome ends it at its first side effect."""
    return runtime.evaluate(
        f"{page_module('framework_handlers')}.{_READ}(document)",
        throw_on_side_effect=True,
        return_by_value=True,
        silent=True,
        timeout=runtime.TimeDelta(READ_MS),
    )


async def are_plain(frame: Frame, nodes: Sequence[dom.BackendNodeId], seconds: float) -> bool:
    """Whether no framework handles some new nodes of a document that had none; Chrome ends this as a `reading`."""
    session = frame.session
    asked = [dom.resolve_node(backend_node_id=node, object_group=_GROUP) for node in nodes]
    try:
        handles = [reply.object_.object_id for reply in await session.send_all(*asked, timeout=seconds)]
        others = [runtime.CallArgument(object_id=handle) for handle in handles[1:]]
        command = runtime.call_function_on(
            page_function("framework_handlers"),
            object_id=handles[0],
            arguments=[runtime.CallArgument(value="arePlain"), *others],
            throw_on_side_effect=True,
            return_by_value=True,
            silent=True,
        )
        return (await session.send(command, timeout=seconds)).result.value is True
    finally:
        if session.closed is None:
            session.start(runtime.release_object_group(_GROUP)).abandon()


async def read_to_its_end(frame: Frame, answer: runtime.EvaluateReply) -> runtime.EvaluateReply:
    """The answer of a reading that came to its end, within a few tries; else the last one.

    A browser without windows makes the script context of a frame without scripts when its document is asked for.
    This is a side effect: a reading gets as far as the first such frame, and the next one further.
    """
    for _ in range(_MOST_TRIES):
        if answer.exception_details is None:
            break
        answer = await frame.session.send(reading())
    return answer


class HandlerReadings:
    """The readings of one tab's documents, which are named by their loaders."""

    def __init__(self) -> None:
        self._replaced: set[str] = set()
        self._held: dict[str, int] = {}
        """How many readings were held, less those that came to an end since …"""
        self._waits: dict[str, int] = {}
        """… and how many captures pass before the next one."""
        self._handled: dict[str, frozenset[int]] = {}

    def is_due(self, loader: str) -> bool:
        """Whether a document is to be read at this capture."""
        return loader not in self._replaced and not self._waits.get(loader)

    def passes(self, loader: str) -> None:
        """Record a capture at which a document is not read."""
        if self._waits.get(loader):
            self._waits[loader] -= 1

    def note_of(self, loader: str) -> str:
        """Why a document is not read now; empty where it is."""
        return REPLACED if loader in self._replaced else HELD if self._waits.get(loader) else ""

    def replaced(self, loader: str) -> str:
        """Record that the page would notice; returns the note for the view."""
        self._replaced.add(loader)
        return REPLACED

    def held(self, loader: str) -> str:
        """Record that a reading had to be ended; returns the note for the view."""
        times = self._held[loader] = self._held.get(loader, 0) + 1
        self._waits[loader] = min(2**times, _MOST_CAPTURES) if times > 1 else 0
        return HELD

    def ended(self, loader: str) -> None:
        """Record that a reading came to its end."""
        if times := self._held.get(loader):
            self._held[loader] = times - 1

    def is_open(self, loader: str) -> bool:
        """Whether a document that was held is worth another look although nothing changed."""
        return loader not in self._replaced and self._held.get(loader, 0) < _OFTEN

    def keep(self, loader: str, handled: Iterable[int], loaders: Sequence[str]) -> None:
        """Record which nodes of a document are handled, by backend id; `loaders` are those of the tab's documents."""
        self._handled = {known: held for known, held in self._handled.items() if known in loaders}
        self._handled[loader] = frozenset(handled)

    def kept(self, loader: str) -> frozenset[int]:
        """The nodes that were handled when a document was read last."""
        return self._handled.get(loader, frozenset())


_readings: WeakKeyDictionary[Tab, HandlerReadings] = WeakKeyDictionary()


def readings_of(tab: Tab) -> HandlerReadings:
    """The readings of a tab."""
    found = _readings.get(tab)
    if found is None:
        found = _readings[tab] = HandlerReadings()
    return found


def were_held(tab: Tab, notes: Sequence[str]) -> bool:
    """Whether a capture lacks handlers that a later one may have, though the page is the same."""
    readings, shown = readings_of(tab), tab.frames.by_session().values()
    return HELD in notes and any(readings.is_open(documents[0].loader_id) for documents in shown)
