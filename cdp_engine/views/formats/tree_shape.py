"""The types of `tree`: a page, its nodes, and the lists of frames and shadow roots of `sections`."""

from __future__ import annotations

import msgspec

from cdp_engine.views.formats.facts import Manifest


class BoundingBox(msgspec.Struct, frozen=True):
    """Whole CSS px of the viewport."""

    x: int
    y: int
    width: int
    height: int


class TreeNode(
    msgspec.Struct,
    kw_only=True,
    omit_defaults=True,
    rename={
        "aria_label": "aria-label",
        "input_type": "inputType",
        "bounding_box": "boundingBox",
        "test_id": "data-testid",
    },
):
    """One element."""

    id: str
    tag: str
    role: str | None = None
    aria_label: str | None = None
    text: str | None = None
    value: str | None = None
    href: str | None = None
    placeholder: str | None = None
    input_type: str | None = None
    url: str | None = None
    """Of the document of a frame."""
    title: str | None = None
    """Of the document of a frame."""
    options: tuple[str, ...] = ()
    """The names of a list's options."""
    clickable: bool = False
    """Whether it takes clicks although neither its tag nor its role says so."""
    test_id: str | None = None
    """Its `data-testid`, `data-test-id`, `data-test` or `data-cy`."""
    disabled: bool = False
    checked: bool | str | None = None
    required: bool = False
    expanded: bool | None = None
    states: tuple[str, ...] = ()
    """Other states that hold."""
    covered: str | None = None
    """The ref of its cover."""
    visible: bool = True
    offscreen: bool = False
    bounding_box: BoundingBox | None = None
    screenshot: str | None = None
    """Base64 of its picture, where the option `pictures` has one."""
    children: list[TreeNode] = []


class FramePart(msgspec.Struct, omit_defaults=True):
    """A frame's content, with `sections`."""

    url: str
    title: str
    body: TreeNode


class ShadowPart(msgspec.Struct, rename="camel"):
    """A shadow root's content, with `sections`."""

    host_id: str
    body: TreeNode


class TreeContext(msgspec.Struct):
    """The page as a whole."""

    url: str
    title: str


class TreePage(msgspec.Struct, omit_defaults=True, rename={"shadow_doms": "shadowDoms"}):
    """The contents of the format."""

    context: TreeContext
    body: TreeNode
    iframes: list[FramePart] = []
    shadow_doms: list[ShadowPart] = []
    manifest: Manifest | None = None


class TreeView(msgspec.Struct):
    """The whole format."""

    page: TreePage


class Draft:
    """A node under construction; with `shadow` the shadow root of the element of its row."""

    __slots__ = ("children", "missing", "row", "shadow", "texts")

    def __init__(self, row: int, *, shadow: bool = False) -> None:
        self.row = row
        self.shadow = shadow
        self.texts: list[str] = []
        self.children: list[Draft] = []
        self.missing: list[int] = []
