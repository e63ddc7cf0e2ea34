"""The request body for an agent's backend (SX-16), and the modes that it may request in return (SX-02).

    request = agent_request(snapshot, "Search for SpaceX")           # semantic, nothing else
    wanted = Wanted.read({"status": "needs_context", "requestedDomMode": "skeleton"})
    if wanted is not None:
        request = agent_request(snapshot, "Search for SpaceX", wanted=wanted)

The whole HTML is only sent on request. A backend that requests a mode gets that mode and nothing more.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.observe import Snapshot
from cdp_engine.views.formats.semantic import SemanticNode, Viewport
from cdp_engine.views.registry import data, render, view_options
from cdp_engine.views.text.page_text import plain

Mode = Literal["semantic", "skeleton", "hybrid", "full"]
MODES: tuple[Mode, ...] = ("semantic", "skeleton", "hybrid", "full")
"""From the lightest to the heaviest, which is also the order of fallbacks."""


VISUAL_WORDS = (
    *("icon", "image", "logo", "picture", "photo", "avatar", "looks like", "appears", "color", "shape"),
    *("blue", "red", "green", "top", "bottom", "left", "right", "corner", "side", "edge", "next to", "above"),
    *("below", "beside", "near", "between", "first", "second", "third", "last", "middle", "what is"),
    *(
        "what does",
        "how much",
        "price",
        "see",
        "show",
        "chart",
        "graph",
        "table",
        "grid",
        "card",
        "thumbnail",
    ),
)
"""Words of a task for which a screenshot helps."""
ACTION_WORDS = (
    *("click", "type", "fill", "select", "enter", "press", "submit", "check", "uncheck", "toggle", "expand"),
    *("collapse", "open", "close", "scroll", "navigate", "go to", "search", "find"),
)
"""Words of a task for which the skeleton of a page is sufficient."""


def fallback_mode(query: str) -> Mode:
    """The fallback for an empty `semantic` view: `skeleton` for a plain action, `hybrid` for a task about appearance or
    position, and for any other task."""
    folded = " ".join(query.casefold().split())

    def names(words: tuple[str, ...]) -> bool:
        return any(re.search(rf"\b{re.escape(word)}\b", folded) for word in words)

    return "skeleton" if names(ACTION_WORDS) and not names(VISUAL_WORDS) else "hybrid"


class LastActionError(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """Why the last action failed."""

    message: str
    code: str
    action: str
    element_id: str | None = None


class LastActionResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The result of the last action."""

    success: bool
    actual_state: str | None = None


class DomChanges(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The changes by the last action. `stabilization_time` in milliseconds."""

    added_count: int
    removed_count: int
    dropdown_detected: bool
    stabilization_time: float
    dropdown_options: list[str] | None = None
    previous_url: str | None = None
    url_changed: bool | None = None
    did_network_occur: bool | None = None


class ClientObservations(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The events observed since the last request."""

    did_network_occur: bool | None = None
    did_dom_mutate: bool | None = None
    did_url_change: bool | None = None


class AgentRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The body of one request to the backend."""

    url: str
    query: str
    dom: str
    task_id: str | None = None
    session_id: str | None = None
    last_action_status: Literal["success", "failure", "pending"] | None = None
    last_action_error: LastActionError | None = None
    last_action_result: LastActionResult | None = None
    dom_changes: DomChanges | None = None
    client_observations: ClientObservations | None = None
    dom_mode: Mode | None = None
    interactive_tree: list[SemanticNode] | None = None
    viewport: Viewport | None = None
    page_title: str | None = None
    skeleton_dom: str | None = None
    screenshot: str | None = None
    screenshot_hash: str | None = None
    recent_events: list[str] | None = msgspec.field(default=None, name="recent_events")
    """Texts that came and went since the last request: `[2s ago] Added: 'Saved'`."""
    has_errors: bool | None = msgspec.field(default=None, name="has_errors")
    has_success: bool | None = msgspec.field(default=None, name="has_success")


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The request of a backend for more context instead of an action."""

    mode: Mode
    skeleton: bool = False
    screenshot: bool = False
    reason: str = ""
    element: str = ""

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> Wanted | None:
        """The request in an answer; None where there is none. Raises `InvalidInput` for an unknown mode."""
        status = answer.get("status")
        asked = answer.get("requestedDomMode")
        skeleton = answer.get("needsSkeletonDom") is True
        screenshot = answer.get("needsScreenshot") is True
        if status not in ("needs_context", "needs_full_dom") and not (asked or skeleton or screenshot):
            return None
        if asked is not None and asked not in MODES:
            raise InvalidInput(f"unknown mode {asked!r}", hint=f"Use one of {', '.join(MODES)}.")
        mode: Mode
        if asked is not None:
            mode = asked
        elif status == "needs_full_dom":
            mode = "full"
        elif screenshot:
            mode = "hybrid"
        else:
            mode = "skeleton"
        reason = answer.get("needsFullDomReason") or answer.get("reason") or ""
        return cls(
            mode=mode,
            # The source's hybrid is the skeleton with a picture; a picture alone adds nothing else.
            skeleton=skeleton or mode == "skeleton" or asked == "hybrid",
            screenshot=screenshot or mode == "hybrid",
            reason=str(reason),
            element=str(answer.get("requestedElement") or ""),
        )


def agent_request(
    snapshot: Snapshot,
    query: str,
    *,
    wanted: Wanted | None = None,
    screenshot: bytes | None = None,
    values: bool = False,
    max_tokens: int | None = None,
    **fields: Any,
) -> AgentRequest:
    """The body for a page: semantic, or what the backend `wanted`, with `fields` (other fields of `AgentRequest`).

    `screenshot` (PNG or JPEG bytes) is only sent where it was requested. Raises `InvalidInput` where a screenshot was
    requested and none is given.
    """
    wanted = wanted or Wanted(mode="semantic")
    if wanted.screenshot and screenshot is None:
        raise InvalidInput(
            "the backend requested a screenshot and none was given",
            hint="Pass the result of Page.screenshot(marks=True).",
        )
    shown: dict[str, Any] = {"values": values, "max_tokens": max_tokens}
    tree: list[SemanticNode] | None = None
    if wanted.mode in ("semantic", "hybrid"):
        made = data(snapshot, "semantic", boxes=wanted.mode == "hybrid", **shown)
        tree = msgspec.convert(made["interactive_tree"], list[SemanticNode])
    picture = screenshot if wanted.screenshot else None
    size = snapshot.context.viewport
    return AgentRequest(
        url=snapshot.context.url,
        query=query,
        dom=render(snapshot, "full", **shown) if wanted.mode == "full" else "",
        dom_mode=wanted.mode,
        interactive_tree=tree,
        viewport=Viewport(round(size[0]), round(size[1])),
        page_title=plain(snapshot.context.title, 250),
        skeleton_dom=render(snapshot, "skeleton", **shown) if wanted.skeleton else None,
        screenshot=None if picture is None else base64.b64encode(picture).decode(),
        screenshot_hash=None if picture is None else hashlib.sha256(picture).hexdigest()[:32],
        **fields,
    )


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """The rendered view, and why the modes before it failed."""

    mode: Mode
    text: str
    failed: tuple[str, ...] = ()


def first_that_works(snapshot: Snapshot, first: Mode = "semantic", **options: Any) -> Chosen:
    """The view of the first mode, from `first` on, that is not empty (SX-02's fallback chain).

    `options` that a mode does not have are dropped. Raises the last mode's error where none works.
    """
    failed: list[str] = []
    order = MODES[MODES.index(first) :]
    for mode in order:
        try:
            text = render(snapshot, mode, **_known(mode, options))
        except EngineError as error:
            if mode == order[-1]:
                raise
            failed.append(f"{mode}: {error.message}")
            continue
        if mode == "full" or (text.strip() and '"interactive_tree":[\n\n]' not in text):
            return Chosen(mode=mode, text=text, failed=tuple(failed))
        failed.append(f"{mode}: no interactive element")
    raise InvalidInput("every mode is empty for this page")


def _known(mode: Mode, options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in view_options(mode)}
