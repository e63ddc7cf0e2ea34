"""The actions of a page: what a person does with mouse and keyboard, each answered with an `ActionResult`."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Unpack, overload

import anyio

from cdp_engine import act
from cdp_engine.act import Button, Choice, Direction, Performed
from cdp_engine.engine.acting.action_runner import Asked, Checks, perform
from cdp_engine.engine.observing.reporter import Memory, Wish
from cdp_engine.engine.results import ActionResult, Observation
from cdp_engine.errors import InvalidInput
from cdp_engine.observe import ScopedRef, Snapshot
from cdp_engine.tab import RequestMark, Tab
from cdp_engine.track import RefTable, Target

ACTION_SECONDS = 5.0


class Standing:
    """What a tab had set going by a certain moment; the beginning of the last action, mostly."""

    def __init__(self, tab: Tab | None) -> None:
        """None: the time before anything was done to the page."""
        self.requests = RequestMark(0) if tab is None else tab.network.mark()
        self.downloads = frozenset(d.guid for d in tab.downloads) if tab else frozenset[str]()
        self.opened = frozenset(str(info.target_id) for info in tab.opened) if tab else frozenset[str]()
        self.dialogs = max((d.number for d in tab.dialogs.history), default=0) if tab else 0


class Actions:
    """What `Page` can do to the page in it.

    A `target` is a ref as any view printed it (`e12`, `loader:12`, `frame:loader:12`, `@e12`), a node id, or an
    `ElementRef`. An action waits up to `timeout` seconds until the element can take it, sends real input events, lets
    the page settle and reports what was seen. It never raises for what the page did: that is `success=False` with a
    code and a next step. It raises `InvalidInput` (`UnknownRef` included) and `ConnectionLost`.

    Every action also takes `expect`, an outcome to verify (built with `cdp_engine.expect`, or a model's mapping), which
    then decides about the success (SX-14), and `measure`, to have its cost in the result (CD-16). Without `expect` an
    action is a success when its event reached the element, or the element holds what it was given, and nothing was seen
    that speaks against it; its `effect` says what it did (EX-02).
    """

    def __init__(self) -> None:
        self.memory = Memory()
        """What the caller was shown so far."""
        self._turn = anyio.Lock()
        self._standing: Standing | None = None

    @property
    def refs(self) -> RefTable:
        """The short refs that this page has issued."""
        return self.memory.refs

    async def attach(self, *, timeout: float = 10.0) -> Tab:
        """The tab, attached."""
        raise InvalidInput("only a page of a browser can act")

    async def look(self) -> Snapshot:
        """The page now, in the cheapest way that is sound; nobody is told."""
        raise InvalidInput("only a page of a browser can be looked at")

    async def tell(self, snapshot: Snapshot, **wish: Unpack[Wish]) -> Observation:
        """The answer to a caller who is told of that snapshot."""
        raise InvalidInput("only a page of a browser can be looked at")

    def touched(self) -> None:
        """Something was, or is about to be, done to the page: nothing seen before counts any more (CD-05)."""

    async def _act(
        self,
        action: str,
        since: int | None,
        deed: Callable[[Tab], Awaitable[Performed]],
        target: Target | None = None,
        **asked: Unpack[Asked],
    ) -> ActionResult:
        async def noted(tab: Tab) -> Performed:
            self._standing = Standing(tab)
            return await deed(tab)

        async with self._turn:
            return await perform(self, action, since, noted, target, **asked)

    def standing_before(self) -> Standing:
        """How the tab stood as the last action began; where there was none, from its beginning."""
        return self._standing or Standing(None)

    @overload
    def named(self, tab: Tab, target: Target) -> ScopedRef: ...
    @overload
    def named(self, tab: Tab, target: None) -> None: ...
    def named(self, tab: Tab, target: Target | None) -> ScopedRef | None:
        """The element that `target` names. Raises `UnknownRef`, `StaleRef`."""
        if target is None:
            return None
        frames = tab.frames
        return self.refs.resolve(
            target,
            main_frame=frames.main.id,
            loaders={frame.id: frame.loader_id for frame in frames.all()},
        )

    async def click(
        self,
        target: Target,
        *,
        button: Button = "left",
        count: int = 1,
        modifiers: Sequence[str] = (),
        position: tuple[float, float] | None = None,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Press and release a mouse button on an element, `count` times in a row (2: double click).

        `modifiers` are held keys (Shift, Control, Alt, Meta, ControlOrMeta); `position` is CSS px from the element's
        top left corner, None for the best visible point (VD-09). An option of a closed `<select>` is chosen.
        """
        return await self._act(
            "click",
            since,
            lambda tab: act.click(
                tab,
                self.named(tab, target),
                button=button,
                count=count,
                modifiers=modifiers,
                position=position,
                timeout=timeout,
            ),
            target,
            **checks,
        )

    async def hover(
        self,
        target: Target,
        *,
        modifiers: Sequence[str] = (),
        position: tuple[float, float] | None = None,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Move the mouse over an element."""
        return await self._act(
            "hover",
            since,
            lambda tab: act.hover(
                tab, self.named(tab, target), modifiers=modifiers, position=position, timeout=timeout
            ),
            target,
            **checks,
        )

    async def fill(
        self,
        target: Target,
        text: str,
        *,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Replace what a field holds; dates, times, colours and ranges too. The value is read back (VD-10).

        A `<select>` takes a value or label of its options, a check box, radio button or switch `true` or `false`.
        """
        return await self._act(
            "fill",
            since,
            lambda tab: act.fill(tab, self.named(tab, target), text, timeout=timeout),
            target,
            wanted=text,
            **checks,
        )

    async def type(
        self,
        target: Target,
        text: str,
        *,
        delay: float = 0.0,
        clear: bool = False,
        enter: bool = False,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Type with real key events, `delay` seconds apart; `clear` empties the field first, `enter` ends with
        Enter."""
        return await self._act(
            "type",
            since,
            lambda tab: act.type_text(
                tab,
                self.named(tab, target),
                text,
                delay=delay,
                clear=clear,
                enter=enter,
                timeout=timeout,
            ),
            target,
            wanted=text,
            submits=enter,
            **checks,
        )

    async def press(
        self,
        keys: str | Sequence[str],
        target: Target | None = None,
        *,
        repeat: int = 1,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Press a key or chord (`Enter`, `Control+A`), or several one after the other, on the focused element or on
        `target`."""
        return await self._act(
            "press",
            since,
            lambda tab: act.press(tab, keys, self.named(tab, target), repeat=repeat, timeout=timeout),
            target,
            **checks,
        )

    async def select(
        self,
        target: Target,
        *values: str | int | Choice,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Choose options of a list by value, label or index (none: clear it); what is chosen is read back.

        Of a `<select>`, and of lists that the page draws itself (comboboxes, listboxes, menus), which are opened,
        searched and scrolled as needed.
        """
        return await self._act(
            "select",
            since,
            lambda tab: act.select(tab, self.named(tab, target), *values, timeout=timeout),
            target,
            wanted=", ".join(map(str, values)),
            **checks,
        )

    async def check(
        self,
        target: Target,
        *,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Check a checkbox, radio button or switch; one that is checked already is left alone."""
        return await self._act(
            "check",
            since,
            lambda tab: act.check(tab, self.named(tab, target), timeout=timeout),
            target,
            wanted="true",
            **checks,
        )

    async def uncheck(
        self,
        target: Target,
        *,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Uncheck a checkbox or switch."""
        return await self._act(
            "uncheck",
            since,
            lambda tab: act.uncheck(tab, self.named(tab, target), timeout=timeout),
            target,
            wanted="false",
            **checks,
        )

    async def scroll(
        self,
        target: Target | None = None,
        direction: Direction = "down",
        amount: float | None = None,
        *,
        until_text: str | None = None,
        since: int | None = None,
        timeout: float | None = None,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Scroll the page, or the scroll container that `target` is or lies in, by `amount` CSS px (None: most of
        what is visible; a `target` that does not scroll is brought into view); the offset is read back.

        `until_text` scrolls on, loading and drawing more on the way, until that text is to be read (case and white
        space do not count), and brings it into view; `timeout` is then 15 s, else 5 s.
        """
        seconds = (ACTION_SECONDS if until_text is None else act.SEEK_SECONDS) if timeout is None else timeout

        async def deed(tab: Tab) -> Performed:
            named = self.named(tab, target)
            if until_text is not None:
                return await act.scroll_to_text(tab, until_text, named, direction, timeout=seconds)
            return await act.scroll(tab, named, direction, amount, timeout=seconds)

        return await self._act("scroll", since, deed, target, **checks)

    async def drag(
        self,
        source: Target,
        destination: Target,
        *,
        source_position: tuple[float, float] | None = None,
        position: tuple[float, float] | None = None,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Drag one element onto another, by HTML5 drag and drop where the page uses it, else by the pointer."""
        return await self._act(
            "drag",
            since,
            lambda tab: act.drag(
                tab,
                self.named(tab, source),
                self.named(tab, destination),
                source_position=source_position,
                position=position,
                timeout=timeout,
            ),
            source,
            **checks,
        )

    async def upload(
        self,
        target: Target,
        *paths: str | os.PathLike[str],
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Give files to a file input. Raises `InvalidInput` for a file that does not exist."""
        return await self._act(
            "upload",
            since,
            lambda tab: act.upload(tab, self.named(tab, target), *paths, timeout=timeout),
            target,
            **checks,
        )

    async def focus(
        self,
        target: Target,
        *,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Give an element the keyboard focus."""
        return await self._act(
            "focus",
            since,
            lambda tab: act.focus(tab, self.named(tab, target), timeout=timeout),
            target,
            **checks,
        )

    async def blur(
        self,
        target: Target,
        *,
        since: int | None = None,
        timeout: float = ACTION_SECONDS,
        **checks: Unpack[Checks],
    ) -> ActionResult:
        """Take the keyboard focus from an element."""
        return await self._act(
            "blur",
            since,
            lambda tab: act.blur(tab, self.named(tab, target), timeout=timeout),
            target,
            **checks,
        )
