"""What a person does to a page with fingers, and what the page is made to believe (CD-15)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Unpack

from cdp_engine import act
from cdp_engine.act import Direction, Performed
from cdp_engine.engine.acting.action_runner import Asked
from cdp_engine.engine.acting.actions import ACTION_SECONDS, Actions
from cdp_engine.engine.results import ActionResult
from cdp_engine.tab import NO_EMULATION, Emulation, EmulationOptions, Tab
from cdp_engine.track import Target

_WITHOUT_POINTER = frozenset({"fill", "type", "press", "select", "focus", "blur", "upload"})


class Touches(Actions):
    """Touch gestures, and the emulation of one page. `target` and the results are as in `Actions`."""

    def __init__(self) -> None:
        super().__init__()
        self._emulation = NO_EMULATION

    async def _act(
        self,
        action: str,
        since: int | None,
        deed: Callable[[Tab], Awaitable[Performed]],
        target: Target | None = None,
        **asked: Unpack[Asked],
    ) -> ActionResult:
        async def shown(tab: Tab) -> Performed:
            if tab.action_overlay is not None and target is not None and action in _WITHOUT_POINTER:
                await act.show(tab, self.named(tab, target))
            return await deed(tab)

        return await super()._act(action, since, shown, target, **asked)

    @property
    def emulation(self) -> Emulation:
        """What this page is made to believe."""
        return self._emulation

    async def emulate(self, **options: Unpack[EmulationOptions]) -> None:
        """Change some of it, at once and for every navigation, frame and worker to come; see `EmulationOptions`.

        None takes an option back to what the browser does by itself. Raises `InvalidInput` for an option or a value
        that cannot be; all is then as before.
        """
        changed = self._emulation.changed(options)
        tab = await self.attach()
        self.touched()
        await tab.emulate(changed)
        self._emulation = changed
        self.touched()

    async def tap(
        self,
        target: Target,
        *,
        modifiers: Sequence[str] = (),
        position: tuple[float, float] | None = None,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
    ) -> ActionResult:
        """Touch an element with one finger and let go (`touch=True`, or a device that has it, lets pages expect it)."""
        return await self._act(
            "tap",
            since,
            lambda tab: act.tap(
                tab, self.named(tab, target), modifiers=modifiers, position=position, timeout=timeout
            ),
            target,
        )

    async def swipe(
        self,
        target: Target | None = None,
        direction: Direction = "up",
        distance: float | None = None,
        *,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
    ) -> ActionResult:
        """Draw a finger over an element, or the page, by `distance` CSS px (None: most of it).

        `direction` is the finger's: a swipe up brings what is further down into sight.
        """
        return await self._act(
            "swipe",
            since,
            lambda tab: act.swipe(tab, self.named(tab, target), direction, distance, timeout=timeout),
            target,
        )

    async def pinch(
        self,
        target: Target | None = None,
        scale: float = 2.0,
        *,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
    ) -> ActionResult:
        """Draw two fingers apart (`scale` above 1) or together (below 1) on an element, or the page."""
        return await self._act(
            "pinch",
            since,
            lambda tab: act.pinch(tab, self.named(tab, target), scale, timeout=timeout),
            target,
        )
