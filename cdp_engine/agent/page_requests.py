"""Requests to an agent's backend in the form of the source, with every field filled by the engine (SX-02, SX-16).

    requests = PageRequests(page, "Put the blue shirt in the basket")
    answer = await requests.negotiate(post)          # post: AgentRequest -> the backend's answer
    requests.note(await page.click(answer["elementId"]))

The semantic view is sent first. A backend that answers `needs_context` or `needs_full_dom` gets exactly the requested
mode, once per kind; where the semantic view is empty, the next mode that is not replaces it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from cdp_engine.engine import ActionResult, Observation, Page, controller_of
from cdp_engine.errors import EngineError, ModelFailed
from cdp_engine.observe import Flag, ScopedRef, Snapshot, VirtualNode
from cdp_engine.tab import RequestMark
from cdp_engine.track import Comparison
from cdp_engine.views import (
    AgentRequest,
    ClientObservations,
    DomChanges,
    LastActionError,
    LastActionResult,
    Mode,
    Wanted,
    agent_request,
    fallback_mode,
)

Ask = Callable[[AgentRequest], Awaitable[Mapping[str, Any]]]

MOST_ROUNDS = 4
"""How often a backend may request more context before it acts."""
MOST_OPTIONS = 20
_DROPDOWNS = frozenset(("listbox", "menu", "option", "menuitem", "menuitemradio", "menuitemcheckbox"))
_CHOICES = _DROPDOWNS - {"listbox", "menu"}
_NOTHING_SHOWN: tuple[Mode, ...] = ("skeleton", "hybrid", "full")
"""The fallbacks for an empty view, from the lightest."""


class PageRequests:
    """The requests of one task on one page. `values` shows what fields hold, `max_tokens` bounds each view."""

    def __init__(
        self,
        page: Page,
        query: str,
        *,
        task_id: str | None = None,
        session_id: str | None = None,
        values: bool = False,
        max_tokens: int | None = None,
    ) -> None:
        self._page = page
        self._query = query
        self._ids = {"task_id": task_id, "session_id": session_id}
        self._values = values
        self._max_tokens = max_tokens
        self._before: Snapshot | None = None
        self._mark: RequestMark | None = None
        self._last: ActionResult | None = None
        self._target: str | None = None

    def note(self, result: ActionResult, target: str | None = None) -> None:
        """Store the result of an action, and the ref of its element, for the next request."""
        self._last, self._target = result, target

    async def build(self, wanted: Wanted | None = None) -> AgentRequest:
        """The next request. `wanted` (see `Wanted.read`) is what the backend requested.

        Raises what observing a page raises.
        """
        observation = await self._observe()
        request = await self._request(observation, wanted)
        self._sent(observation.snapshot)
        return request

    async def negotiate(self, ask: Ask) -> Mapping[str, Any]:
        """The backend's final answer. Raises `ModelFailed` where it requests more context too often."""
        observation = await self._observe()
        request = await self._request(observation, None)
        for _round in range(MOST_ROUNDS):
            answer = await ask(request)
            wanted = Wanted.read(answer)
            if wanted is None:
                self._sent(observation.snapshot)
                return answer
            request = await self._request(observation, wanted)
        raise ModelFailed(
            f"the backend requested more context {MOST_ROUNDS} times and did not act",
            hint="It has the whole page.",
        )

    async def _observe(self) -> Observation:
        return await self._page.observe(format="semantic")

    async def _request(self, observation: Observation, wanted: Wanted | None) -> AgentRequest:
        fields = self._filled(observation)
        chosen = wanted if wanted is not None else Wanted(mode="semantic")
        options: dict[str, Any] = {"values": self._values, "max_tokens": self._max_tokens}
        try:
            request = await self._of(observation.snapshot, chosen, options, fields)
            if wanted is not None or request.interactive_tree:
                return request
        except EngineError:
            if chosen.mode == "full":
                raise
        first = fallback_mode(self._query) if chosen.mode == "semantic" else chosen.mode
        for mode in _NOTHING_SHOWN[_NOTHING_SHOWN.index(first) :]:
            instead = Wanted(mode=mode, skeleton=mode != "full", screenshot=mode == "hybrid")
            try:
                return await self._of(observation.snapshot, instead, options, fields)
            except EngineError:
                if mode == "full":
                    raise
        raise AssertionError("the last mode returns or raises")

    async def _of(
        self, snapshot: Snapshot, wanted: Wanted, options: Mapping[str, Any], fields: Mapping[str, Any]
    ) -> AgentRequest:
        picture = await self._page.screenshot(marks=True) if wanted.screenshot else None
        return agent_request(snapshot, self._query, wanted=wanted, screenshot=picture, **options, **fields)

    def _filled(self, observation: Observation) -> dict[str, Any]:
        """The fields on what happened since the last request."""
        now, before, last = observation.snapshot, self._before, self._last
        network = controller_of(self._page).tab.network
        asked = self._mark is not None and bool(network.since(self._mark))
        # What came and went while the action ran is in the answer of the action.
        acted = last.observation if last is not None else None
        answers = [observation] if acted is None else [acted, observation]
        fields: dict[str, Any] = {
            **self._ids,
            "recent_events": [event for one in answers for event in one.recent_events] or None,
            "has_errors": any(one.has_errors for one in answers),
            "has_success": any(one.has_success for one in answers),
        }
        if before is not None:
            fields["client_observations"] = ClientObservations(
                did_network_occur=asked,
                did_dom_mutate=not Comparison(before, now).same_content,
                did_url_change=before.context.url != now.context.url,
            )
        if last is None:
            return fields
        fields["last_action_status"] = "success" if last.success else "failure"
        fields["last_action_result"] = LastActionResult(success=last.success, actual_state=last.message)
        if last.error is not None:
            fields["last_action_error"] = LastActionError(
                message=last.error.message, code=last.error.code, action=last.action, element_id=self._target
            )
        if before is not None:
            fields["dom_changes"] = _changes(before, now, last)
        return fields

    def _sent(self, snapshot: Snapshot) -> None:
        """Make the next request relative to this state."""
        self._before = snapshot
        self._mark = controller_of(self._page).tab.network.mark()
        self._last = self._target = None


def _changes(before: Snapshot, now: Snapshot, last: ActionResult) -> DomChanges:
    then, there = _elements(before), _elements(now)
    new = [node for node in _shown(now) if node.scoped_ref not in then and node.role in _DROPDOWNS]
    return DomChanges(
        added_count=len(there - then),
        removed_count=len(then - there),
        dropdown_detected=bool(new),
        dropdown_options=[node.name or node.text for node in new if node.role in _CHOICES][:MOST_OPTIONS]
        or None,
        stabilization_time=round((last.settled.seconds if last.settled is not None else 0.0) * 1000, 1),
        previous_url=before.context.url,
        url_changed=before.context.url != now.context.url,
        did_network_occur=bool(last.effect.evidence.requests),
    )


def _shown(snapshot: Snapshot) -> Iterator[VirtualNode]:
    return (node for node in snapshot.nodes() if node.is_element and Flag.VISIBLE in node.flags)


def _elements(snapshot: Snapshot) -> frozenset[ScopedRef]:
    """The elements that are shown."""
    return frozenset(node.scoped_ref for node in _shown(snapshot))
