"""Screenshots of purely visual elements: canvases, images, drawings, videos (CD-10). Opt in, for vision models."""

from __future__ import annotations

from cdp_engine.observe.model.node import VirtualNode
from cdp_engine.observe.model.snapshot import Snapshot
from cdp_engine.tab import ImageFormat, Tab

SHOWN_TAGS = frozenset(("canvas", "img", "svg", "video", "object", "embed"))
SMALLEST = 24.0
"""Width and height in CSS px below which an image counts as decoration."""


def pictured(snapshot: Snapshot, *, smallest: float = SMALLEST) -> list[VirtualNode]:
    """The visible canvases and images of a page that are large enough, canvases and large ones first."""
    found: list[tuple[bool, float, VirtualNode]] = []
    for node in snapshot.nodes():
        if node.tag not in SHOWN_TAGS or not node.visible:
            continue
        box = node.box
        if box is not None and box.width >= smallest and box.height >= smallest:
            found.append((node.tag != "canvas", -box.area, node))
    return [node for _, _, node in sorted(found, key=lambda item: item[:2])]


async def take_pictures(
    tab: Tab,
    snapshot: Snapshot,
    *,
    most: int = 8,
    smallest: float = SMALLEST,
    format: ImageFormat = "png",
    timeout: float = 15.0,
) -> dict[str, bytes]:
    """Screenshots of at most `most` elements, by short ref. Take them at once: boxes move when the page scrolls.

    Raises what `Tab.screenshot` raises.
    """
    taken: dict[str, bytes] = {}
    for node in pictured(snapshot, smallest=smallest)[:most]:
        box = node.box
        if box is not None:
            clip = (box.x, box.y, box.width, box.height)
            taken[node.ref] = await tab.screenshot(clip=clip, format=format, timeout=timeout)
    return taken
