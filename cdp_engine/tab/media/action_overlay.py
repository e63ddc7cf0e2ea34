"""Shows people where the program acts: a frame around the element, a cursor, a ripple (CD-12).

Drawn by the browser's own overlay (the `Overlay` domain), outside every document. So it is not in the DOM, the
accessibility tree or a layout snapshot, receives no events, and no content security policy applies. Nothing here waits
for the page: effects that cannot be shown are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import anyio
from anyio.abc import TaskGroup

from cdp_engine.errors import EngineError
from cdp_engine.protocol import Command, dom, overlay
from cdp_engine.rpc import Session

Box = tuple[float, float, float, float]
"""x, y, width, height in CSS px of the main viewport."""

Point = tuple[float, float]

SHOWN_SECONDS = 0.8
"""How long the cursor stays after the last action."""

_RIPPLE_RADII = (6.0, 11.0, 17.0, 24.0)
_RIPPLE_STEP_SECONDS = 0.035
_ANSWER_SECONDS = 1.0
_CURSOR = ((0.0, 0.0), (15.0, 13.0), (6.5, 13.5), (0.0, 20.0))
"""An arrow of four corners, its tip first."""

_CURSOR_FILL = dom.RGBA(r=20, g=20, b=20, a=0.95)
_CURSOR_LINE = dom.RGBA(r=255, g=255, b=255, a=1)
_FRAME_FILL = dom.RGBA(r=66, g=133, b=244, a=0.12)
_FRAME_LINE = dom.RGBA(r=66, g=133, b=244, a=0.9)


def cursor_quad(point: Point) -> dom.Quad:
    """The cursor with its tip at a point (pure)."""
    return dom.Quad([part for x, y in _CURSOR for part in (point[0] + x, point[1] + y)])


def ripple_quad(point: Point, radius: float) -> dom.Quad:
    """One ring of the ripple, as a diamond around a point (pure)."""
    x, y = point
    return dom.Quad([x, y - radius, x + radius, y, x, y + radius, x - radius, y])


class ActionOverlay:
    """The effects of one tab. Calls return at once; the effects end by themselves."""

    def __init__(self, session: Callable[[], Session], tasks: TaskGroup) -> None:
        """`session` returns the page's current session."""
        self._session = session
        self._tasks = tasks
        self._enabled: Session | None = None
        self._latest = 0
        self._shown = False

    def point_at(self, point: Point, box: Box | None = None, *, ripple: bool = False) -> None:
        """Show the cursor at a point of the main viewport (CSS px), with a frame around `box`."""
        self._latest += 1
        self._shown = True
        self._tasks.start_soon(self._play, self._latest, point, box, ripple)

    @property
    def shown(self) -> bool:
        """Whether any effect is shown, or about to be."""
        return self._shown

    async def clear(self) -> None:
        """Remove all effects, for instance before a screenshot."""
        self._latest += 1
        if self._shown:
            self._shown = False
            await self._send(overlay.hide_highlight(), overlay.set_show_hinge())

    async def _play(self, number: int, point: Point, box: Box | None, ripple: bool) -> None:
        hinge = _frame(box) if box is not None else None
        await self._draw(number, overlay.set_show_hinge(hinge_config=hinge), _cursor(point))
        if ripple:
            for radius in _RIPPLE_RADII:
                # An animation for people; no other code waits for it.
                await anyio.sleep(_RIPPLE_STEP_SECONDS)
                await self._draw(number, _ring(point, radius))
            await self._draw(number, _cursor(point))
        await anyio.sleep(SHOWN_SECONDS)
        if number == self._latest:
            await self.clear()

    async def _draw(self, number: int, *commands: Command[None]) -> None:
        """Draw, unless a newer effect is shown or all were cleared."""
        if number == self._latest:
            await self._send(*commands)

    async def _send(self, *commands: Command[None]) -> None:
        """Ignore failures: a page that is busy, blocked by a dialog or gone shows no effect."""
        with suppress(EngineError):
            session = self._session()
            if session is not self._enabled:
                # The overlay requires the DOM domain to be enabled first.
                await session.send_all(dom.enable(), overlay.enable(), timeout=_ANSWER_SECONDS)
                self._enabled = session
            await session.send_all(*commands, timeout=_ANSWER_SECONDS)


def _cursor(point: Point) -> Command[None]:
    return overlay.highlight_quad(cursor_quad(point), color=_CURSOR_FILL, outline_color=_CURSOR_LINE)


def _ring(point: Point, radius: float) -> Command[None]:
    fill = dom.RGBA(r=66, g=133, b=244, a=max(0.1, 0.6 - radius / 50))
    return overlay.highlight_quad(ripple_quad(point, radius), color=fill, outline_color=_FRAME_LINE)


def _frame(box: Box) -> overlay.HingeConfig:
    x, y, width, height = box
    return overlay.HingeConfig(
        rect=dom.Rect(x=x, y=y, width=width, height=height),
        content_color=_FRAME_FILL,
        outline_color=_FRAME_LINE,
    )
