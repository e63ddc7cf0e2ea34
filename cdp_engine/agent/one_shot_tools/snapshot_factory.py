"""The snapshot that the seven tools answer with: at most 100 elements, a picture, the viewport (AL-03)."""

from __future__ import annotations

import base64
from typing import Any

from cdp_engine.agent.one_shot_tools.ref_registry import ElementRegistry
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import ConnectionLost, EngineError

REQUIRED = ("snapshot_id", "timestamp", "elements", "focused", "page", "screenshot", "viewport")

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


async def take_snapshot(
    workspace: Workspace, registry: ElementRegistry, *, viewport_only: bool = True
) -> dict[str, Any]:
    """A snapshot of the page in front, its elements numbered anew. Raises what looking at a page raises."""
    page = await workspace.page()
    seen = workspace.seen = await controller_of(page).observer.capture()
    plain: dict[str, Any] = seen.data("elements", offscreen=not viewport_only)
    listed: list[dict[str, Any]] = plain["elements"]
    names = registry.register(plain["snapshot_id"], (one["ref"].removeprefix("@") for one in listed))
    for one in listed:
        _renumber(one, names)
    focused = plain.get("focused")
    plain["focused"] = None if focused is None else names.get(focused.removeprefix("@"))
    plain["screenshot"] = await _picture(page)
    return {name: plain[name] for name in REQUIRED}


def _renumber(element: dict[str, Any], names: dict[str, str]) -> None:
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
    """The viewport as base64 PNG; empty where the page cannot be painted now."""
    try:
        return base64.b64encode(await page.screenshot()).decode()
    except ConnectionLost:
        raise
    except EngineError:
        return ""
