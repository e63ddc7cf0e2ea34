"""The elements that an expectation names, by ref or by role and name, before the action and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdp_engine.observe import ScopedRef
from cdp_engine.verify.evidence.document_watcher import WatchedDocument
from cdp_engine.verify.evidence.questions import count_elements, facts_of, quietly
from cdp_engine.verify.evidence.records import TargetFacts
from cdp_engine.verify.expected.expectations import Expectation
from cdp_engine.verify.expected.outcomes import element_key

if TYPE_CHECKING:
    from cdp_engine.tab import Tab

_MOST_DOCUMENTS = 5


class MentionedElements:
    """The elements that are only checked because an expectation names them."""

    def __init__(self, tab: Tab, expected: Expectation) -> None:
        self.named_before: dict[str, TargetFacts] = {}
        self.elements_before: dict[str, int] = {}
        """How many elements of each role and name there were."""
        self._tab = tab
        self._named: dict[str, WatchedDocument] = {}
        self._sought = {element_key(o): o for o in expected.outcomes if o.role or o.name}

    async def arm(self, named: dict[str, ScopedRef]) -> None:
        """Record the state before the action. `named` are the elements that are named by ref."""
        for name, ref in named.items():
            frame = self._tab.frames.get(ref.frame_id)
            if frame is None:
                continue
            document = await quietly(lambda f=frame, r=ref: WatchedDocument.open(self._tab, f, r))
            facts = await facts_of(document) if document is not None else None
            if document is not None and facts is not None:
                self._named[name] = document
                self.named_before[name] = facts
        self.elements_before = await self._count()

    async def now(self) -> tuple[dict[str, int], dict[str, TargetFacts]]:
        """The number of elements of each role and name, and the state of the elements named by ref."""
        named: dict[str, TargetFacts] = {}
        for name, document in self._named.items():
            facts = await facts_of(document)
            if facts is not None:
                named[name] = facts
        return await self._count(), named

    def release(self) -> None:
        """Release the elements without waiting for the answer."""
        for document in self._named.values():
            document.release()

    async def _count(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for key, outcome in self._sought.items():
            counts[key] = 0
            for frame in self._tab.frames.all()[:_MOST_DOCUMENTS] if self._tab.frames.known else ():
                document = await quietly(lambda f=frame: WatchedDocument.open(self._tab, f))
                if document is not None:
                    counts[key] += await quietly(lambda s=document, o=outcome: count_elements(s, o)) or 0
        return counts
