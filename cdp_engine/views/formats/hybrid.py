"""`hybrid`: the semantic view with boxes, for a model that also sees the screenshot with numbered marks (SX-02, SX-12).

    {"mode":"hybrid","url":"https://shop.test/",…,"interactive_tree":[
    {"i":"e12","r":"btn","n":"Submit","xy":[400,350],"box":[350,330,100,40]}
    ],"screenshot":"iVBORw0…"}

The number 12 on the screenshot is the element e12. The data has a screenshot only where one is given (`screenshot=`,
base64); `Page.screenshot(marks=True)` takes it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cdp_engine.observe import Snapshot
from cdp_engine.views.formats.semantic import LEGEND, SemanticOptions, SemanticView, semantic_text
from cdp_engine.views.registry import View, register

MARKS_LEGEND = (
    "The screenshot shows a numbered frame around each element in view: number 12 is the element e12."
)


class HybridOptions(SemanticOptions, frozen=True, kw_only=True):
    """Options of `hybrid`: those of `semantic`, and the screenshot."""

    boxes: bool = True
    """`box`: left, top, width, height."""
    screenshot: str = ""
    """Base64 of the marked screenshot, to be included in the data."""


def render(snapshot: Snapshot, options: HybridOptions) -> str:
    """The view as text, without the screenshot."""
    text = semantic_text(snapshot, options, "hybrid", {})
    return f"{LEGEND}\n{MARKS_LEGEND}\n{text}" if options.legend else text


def data(snapshot: Snapshot, options: HybridOptions) -> dict[str, Any]:
    """The view as data."""
    made = msgspec.json.decode(semantic_text(snapshot, options, "hybrid", {}))
    return made | {"screenshot": options.screenshot} if options.screenshot else made


HYBRID = register(
    View(
        name="hybrid",
        summary="the semantic view with boxes, beside a screenshot with numbered marks",
        options=HybridOptions,
        render=render,
        data=data,
        bounded=True,
        shape=SemanticView,
    )
)
