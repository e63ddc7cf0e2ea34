"""What a node of `tree` need not say, and the pictures by the rows of their elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from cdp_engine.errors import StaleRef
from cdp_engine.observe import TEST_IDS, Snapshot, VirtualNode
from cdp_engine.views.formats.facts import clean
from cdp_engine.views.text.page_text import squeezed

SAID_BY_TAG = frozenset(
    ("", "generic", "paragraph", "heading", "list", "listitem", "table", "row", "cell", "columnheader", "rowgroup",
     "form", "group", "strong", "emphasis", "code", "time", "figure", "image", "none", "LabelText", "Iframe",
     "blockquote", "article", "section", "main", "navigation", "banner", "contentinfo", "complementary", "StaticText",
     "RootWebArea", "superscript", "subscript", "term", "definition", "separator", "LineBreak",
     "DescriptionList", "legend")
)  # fmt: skip


def own_name(node: VirtualNode, text: str, *, said_by_tag: bool) -> str:
    """The name, where neither the kind of the element nor its text makes it needless."""
    name = "" if said_by_tag and node.tag != "img" else clean(node.name, 250)
    return "" if text and squeezed(text) == squeezed(name) else name


def rows_of_pictures(snapshot: Snapshot, pictures: Mapping[str, bytes]) -> dict[int, bytes]:
    """Pictures by the rows of their elements; an element that is gone has none."""
    found: dict[int, bytes] = {}
    for ref, picture in pictures.items():
        with suppress(StaleRef):
            found[snapshot.get(ref).index] = picture
    return found


def has_test_id(attributes: Sequence[str]) -> bool:
    """Whether an element has a name for tests: it is of the second tier then, and stays in the tree (CD-02)."""
    return bool(attributes) and not TEST_IDS.isdisjoint(attributes[::2])
