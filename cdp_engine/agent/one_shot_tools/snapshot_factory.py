"""The snapshot that the seven tools answer with: at most 100 elements, a picture, the viewport (AL-03)."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cdp_engine.agent.one_shot_tools.ref_registry import ElementRegistry
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.observe import Snapshot

PARTS = ("snapshot_id", "timestamp", "elements", "focused", "page", "screenshot", "viewport")

_REF = {"type": "string", "pattern": r"^@e\d+$"}
_WHOLE = {"type": "integer"}
_COUNT = {"type": "integer", "minimum": 0}
_STATES = (
    *("visible", "hidden", "offscreen", "enabled", "disabled", "readonly", "checked", "unchecked", "mixed"),
    *("expanded", "collapsed", "focused", "busy"),
)
SNAPSHOT_SCHEMA: dict[str, Any] = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "required": ["snapshot_id", "timestamp", "elements", "page", "screenshot", "viewport"],
    "properties": {
        "snapshot_id": {"type": "string"},
        "timestamp": {"type": "string", "format": "date-time"},
        "elements": {
            "type": "array",
            "maxItems": 100,
            "items": {
                "type": "object",
                "required": ["ref", "role", "name", "state"],
                "properties": {
                    "ref": _REF,
                    "role": {"type": "string"},
                    "name": {"type": "string", "maxLength": 203},
                    "state": {"type": "array", "items": {"type": "string", "enum": list(_STATES)}},
                    "bbox": {
                        "type": ["object", "null"],
                        "required": ["x", "y", "width", "height"],
                        "properties": dict.fromkeys(("x", "y", "width", "height"), _WHOLE),
                    },
                    "value": {"type": ["string", "null"]},
                    "level": {"type": ["integer", "null"], "minimum": 1, "maximum": 6},
                    "children": {"type": ["array", "null"], "items": _REF},
                },
            },
        },
        "focused": {"type": ["string", "null"], "pattern": r"^@e\d+$"},
        "page": {
            "type": "object",
            "required": ["url", "title"],
            "properties": {"url": {"type": "string", "format": "uri"}, "title": {"type": "string"}},
        },
        "screenshot": {"type": "string"},
        "omitted": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        "viewport": {
            "type": "object",
            "required": ["width", "height", "scroll_x", "scroll_y"],
            "properties": {
                "width": {"type": "integer", "minimum": 1},
                "height": {"type": "integer", "minimum": 1},
                "scroll_x": _COUNT,
                "scroll_y": _COUNT,
            },
        },
    },
}
"""What every snapshot fulfils, as JSON Schema (draft 7)."""


LARGEST_PICTURE = (1024, 768)
OMITTED = {
    "beyond_limit": "after_the_first_100",
    "beyond_depth": "deeper_than_10",
    "offscreen": "outside_the_viewport",
}
"""What the limits cut: names in the manifest of the view, and in the snapshot."""


@dataclass(frozen=True, slots=True)
class TakenSnapshot:
    """A snapshot in the form of the source, and what it was made from."""

    data: dict[str, Any]
    seen: Snapshot
    names: Mapping[str, str]
    """Of every listed element the engine's ref and its `@eN`."""


async def take_snapshot(
    workspace: Workspace, registry: ElementRegistry, *, viewport_only: bool = True
) -> TakenSnapshot:
    """A snapshot of the page in front, its elements numbered again. Raises what observing a page raises."""
    page = await workspace.page()
    seen = workspace.seen = await controller_of(page).observer.capture_to_show()
    plain: dict[str, Any] = seen.data("elements", offscreen=not viewport_only, values=True)
    listed: list[dict[str, Any]] = plain["elements"]
    names = registry.register(plain["snapshot_id"], (one["ref"].removeprefix("@") for one in listed))
    for one in listed:
        _renumber(one, names)
    focused = plain.get("focused")
    plain["focused"] = None if focused is None else names.get(focused.removeprefix("@"))
    plain["screenshot"] = await _picture(page)
    data = {name: plain[name] for name in PARTS}
    omitted = {key: plain.get("manifest", {}).get(name, 0) for name, key in OMITTED.items()}
    if any(omitted.values()):
        data["omitted"] = {key: count for key, count in omitted.items() if count}
    return TakenSnapshot(data, seen, names)


def _renumber(element: dict[str, Any], names: Mapping[str, str]) -> None:
    element["ref"] = names[element["ref"].removeprefix("@")]
    for optional in ("bbox", "value", "level"):
        element.setdefault(optional, None)
    below = [
        names[ref.removeprefix("@")]
        for ref in element.get("children") or ()
        if ref.removeprefix("@") in names
    ]
    element["children"] = below or None


async def _picture(page: Page) -> str:
    """The viewport as base64 PNG of at most 1024 × 768; empty where the page cannot be painted now."""
    try:
        return base64.b64encode(await controller_of(page).tab.screenshot(fit=LARGEST_PICTURE)).decode()
    except ConnectionLost:
        raise
    except EngineError:
        return ""
