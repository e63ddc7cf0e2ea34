"""Computed styles as bits: each distinct row of styles is read once, however many nodes share it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntFlag
from typing import NamedTuple

from cdp_engine.observe.sources.replies import StyleRow, read_style_row

STYLES = (
    "display", "visibility", "opacity", "cursor", "pointer-events", "overflow", "position",
    "clip", "clip-path", "content-visibility",
    "z-index", "color", "background-color", "background-image",
)  # fmt: skip
"""The computed styles that a capture asks for, in this order. Each costs the browser 2–3 % of the reply."""
BOUNDARY_STYLES = ("border-width", "box-shadow")
"""Requested after those where a view lists what has a visible boundary (SX-15)."""
FRAME_STYLES = ("border-left-width", "border-top-width", "padding-left", "padding-top")
"""Requested last, where a page has frames: the offset of their content."""

NEEDED = STYLES.index("z-index")
"""The number of styles that visibility requires; the others only refine it."""

_BOUNDED = len(STYLES) + len(BOUNDARY_STYLES)
_WITH_BOUNDARIES = (_BOUNDED, _BOUNDED + len(FRAME_STYLES))
"""The lengths of rows that hold `BOUNDARY_STYLES`."""

NO_CLIP_PATH = ("none", "")


class Style(IntFlag):
    """The relevant parts of a node's computed style."""

    HIDDEN = 1
    TRANSPARENT = 2
    POINTER = 4
    NO_POINTER_EVENTS = 8
    CLIPS_X = 16
    CLIPS_Y = 32
    SCROLLS = 64
    FIXED = 128
    ABSOLUTE = 256
    CLIPPED_AWAY = 512
    CONTENT_HIDDEN = 1024
    CONTENT_AUTO = 2048
    INLINE = 4096
    """Continues the line it is in."""
    TABLE_CELL = 8192
    POSITIONED = 32768
    BENEATH = 131072
    """Painted below the content of its container (negative `z-index`)."""
    STICKY = 65536
    INLINE_BOX = 524288
    """An atomic inline box (`inline-block` and the like)."""
    ARRANGES = 262144
    """Lays out its children as flex or grid items, which paint one after another."""
    GRABS = 1048576
    """Shows the open hand: it can be dragged."""
    RESIZES = 2097152
    """Shows the double arrow of an edge that resizes something."""
    BOUNDED = 4194304
    """Paints a background of its own, or, where `BOUNDARY_STYLES` were requested, a border or a shadow."""


Colour = tuple[int, int, int, float]
"""Red, green, blue (0–255) and opacity (0–1)."""


class Paint(NamedTuple):
    """The colours of a node's text and its own background, and whether it has a background image."""

    colour: Colour | None
    background: Colour | None
    pictured: bool
    bare: bool
    """Whether it paints no background of its own."""


NO_PAINT = Paint(None, None, pictured=False, bare=True)


class Drawn(NamedTuple):
    """The decoded form of a row of styles."""

    bits: int
    """`Style` bits."""
    paint: Paint
    z_index: int = 0
    """0 where it is `auto`, or was not requested."""


class StyleReader(dict[bytes, Drawn]):
    """Decodes style rows (positions in one reply's string table).

    Equal rows are decoded once, however many nodes share them.
    """

    __slots__ = ("_paints", "_strings", "has_boundaries")

    def __init__(self, strings: Sequence[str]) -> None:
        super().__init__()
        self._strings = strings
        self._paints: dict[tuple[int, ...], Paint] = {}
        self.has_boundaries = False
        """Whether a row read so far has `BOUNDARY_STYLES`."""

    def drawn(self, rows: Iterable[StyleRow]) -> list[Drawn]:
        """The decoded rows; equal rows share one object."""
        return list(map(self.__getitem__, map(bytes, rows)))

    def palette(self) -> frozenset[Paint]:
        """The paints of all rows read so far."""
        return frozenset(self._paints.values())

    def __missing__(self, written: bytes) -> Drawn:
        row = read_style_row(written)
        paint = self._painted(row)
        self.has_boundaries |= len(row) in _WITH_BOUNDARIES
        bounded = Style.BOUNDED if not paint.bare or self._has_edge(row) else Style(0)
        drawn = self[written] = Drawn(int(self._read(row) | bounded), paint, self._z_index(row))
        return drawn

    def inset(self, written: StyleRow) -> tuple[float, float]:
        """Left and top of a frame's content inside its border box, in CSS px; 0 where not requested."""
        row = read_style_row(bytes(written))
        if len(row) < len(STYLES) + len(FRAME_STYLES):
            return 0.0, 0.0
        last = row[-len(FRAME_STYLES) :]
        left, top, pad_left, pad_top = (_pixels(self._strings[position]) for position in last)
        return left + pad_left, top + pad_top

    def _has_edge(self, row: tuple[int, ...]) -> bool:
        """Whether a box has a border or a shadow; False where not requested."""
        if len(row) not in _WITH_BOUNDARIES:
            return False
        width, shadow = (self._strings[position] for position in row[len(STYLES) : _BOUNDED])
        return any(_pixels(side) for side in width.split()) or shadow not in ("none", "")

    def _painted(self, row: tuple[int, ...]) -> Paint:
        three = row[NEEDED + 1 : NEEDED + 4]
        if three not in self._paints:
            self._paints[three] = self._paint(three, whole=len(row) >= len(STYLES))
        return self._paints[three]

    def _z_index(self, row: tuple[int, ...]) -> int:
        written = self._strings[row[NEEDED]] if len(row) >= len(STYLES) else ""
        return int(written) if written.lstrip("-").isdigit() else 0

    def _paint(self, three: tuple[int, ...], *, whole: bool) -> Paint:
        if not whole:
            return NO_PAINT
        colour, background, picture = (self._strings[position] for position in three)
        own, pictured = read_colour(background), picture not in ("none", "")
        bare = not pictured and own is not None and own[3] <= 0.01
        return Paint(read_colour(colour), own, pictured, bare)

    def _read(self, row: tuple[int, ...]) -> Style:
        if len(row) < NEEDED:
            return Style(0)
        display, visibility, opacity, cursor, events, overflow, position, clip, path, content = (
            self._strings[place] for place in row[:NEEDED]
        )
        bits = _overflow(overflow) | _position(position, clip) | _display(display)
        if visibility != "visible":
            bits |= Style.HIDDEN
        if _number(opacity) < 0.01:
            bits |= Style.TRANSPARENT
        if cursor == "pointer":
            bits |= Style.POINTER
        elif cursor in ("grab", "move"):
            bits |= Style.GRABS
        elif cursor.endswith("-resize"):
            bits |= Style.RESIZES
        if events == "none":
            bits |= Style.NO_POINTER_EVENTS
        if path not in NO_CLIP_PATH and _insets_everything(path):
            bits |= Style.CLIPPED_AWAY
        if content == "hidden":
            bits |= Style.CONTENT_HIDDEN
        elif content == "auto":
            bits |= Style.CONTENT_AUTO
        if len(row) >= len(STYLES) and self._strings[row[NEEDED]].startswith("-"):
            bits |= Style.BENEATH
        return bits


def _overflow(overflow: str) -> Style:
    bits = Style(0)
    over_x, _, over_y = overflow.partition(" ")
    over_y = over_y or over_x
    if over_x != "visible":
        bits |= Style.CLIPS_X
    if over_y != "visible":
        bits |= Style.CLIPS_Y
    if over_x in ("auto", "scroll") or over_y in ("auto", "scroll"):
        bits |= Style.SCROLLS
    return bits


def _position(position: str, clip: str) -> Style:
    bits = Style(0) if position == "static" else Style.POSITIONED
    if position == "fixed":
        bits |= Style.FIXED
    elif position == "sticky":
        bits |= Style.STICKY
    if position in ("absolute", "fixed"):
        bits |= Style.ABSOLUTE
        if clip != "auto" and _leaves_nothing(clip):
            bits |= Style.CLIPPED_AWAY
    return bits


def _display(display: str) -> Style:
    bits = Style(0)
    if display.startswith("inline") or display in ("contents", "ruby", "ruby-text"):
        bits |= Style.INLINE
        if "-" in display:
            bits |= Style.INLINE_BOX
    elif display == "table-cell":
        bits |= Style.TABLE_CELL
    elif display == "none":  # parts of SVG pictures have a box nevertheless
        bits |= Style.CONTENT_HIDDEN
    if display.endswith(("flex", "grid")):
        bits |= Style.ARRANGES
    return bits


def read_colour(text: str) -> Colour | None:
    """A computed colour in `rgb()` or `rgba()`; None for other notations, such as `oklch()`."""
    if not text.startswith("rgb") or not text.endswith(")"):
        return None
    parts = text[text.index("(") + 1 : -1].replace(",", " ").replace("/", " ").split()
    try:
        red, green, blue = (round(float(part)) for part in parts[:3])
        return red, green, blue, float(parts[3]) if len(parts) > 3 else 1.0
    except ValueError:
        return None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 1.0


def _pixels(text: str) -> float:
    return _number(text.removesuffix("px")) if text.endswith("px") else 0.0


def _leaves_nothing(clip: str) -> bool:
    """Whether `rect(top, right, bottom, left)` shows at most one pixel in a direction."""
    parts = clip.removeprefix("rect(").removesuffix(")").replace(",", " ").split()
    if len(parts) != 4 or "auto" in parts:
        return False
    top, right, bottom, left = (_pixels(part) for part in parts)
    return right - left <= 1 or bottom - top <= 1


def _insets_everything(path: str) -> bool:
    """Whether a common clip path leaves nothing: `inset(50%)`, `inset(100%)`, `circle(0)`."""
    if path.startswith("inset("):
        parts = path[6:-1].split()
        shares = [_number(part.removesuffix("%")) for part in parts if part.endswith("%")]
        if len(shares) != len(parts) or not shares:
            return False
        top = shares[0]
        right = shares[1] if len(shares) > 1 else top
        bottom = shares[2] if len(shares) > 2 else top
        left = shares[3] if len(shares) > 3 else right
        return top + bottom >= 100 or left + right >= 100
    return path.startswith(("circle(0px", "circle(0%", "ellipse(0px"))
