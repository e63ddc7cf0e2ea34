"""The actions of a page: mouse, keyboard and touch input, each with an `ActionResult`.

Each method names its row of `act.ACTIONS` and passes on its arguments; the action runner does the rest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Unpack, cast

from cdp_engine.act import ACTIONS, SEEK_SECONDS, Button, Choice, Direction, FieldValue, Position
from cdp_engine.engine.acting.action_call import ActionCall, ActionOptions
from cdp_engine.engine.acting.outcome_check import OutcomeCheck
from cdp_engine.engine.handle import Handle
from cdp_engine.engine.page_controller import PageController
from cdp_engine.engine.results import ActionResult
from cdp_engine.errors import InvalidInput
from cdp_engine.track import Target, field_name
from cdp_engine.verify import Expected


class PageActions(Handle[PageController]):
    """The actions of `Page`.

    A `target` is a ref as printed by any view (`e12`, `loader:12`, `frame:loader:12`, `@e12`), a node id, or an
    `ElementRef`; or a name that only one element has: `button "Save"` (role and name), `text "Try it out"`, `focused`.
    The result's `meant` is the ref that a name stood for.

    An action waits up to `timeout` seconds until the element can take it, sends real input events, lets the page settle
    and reports what was observed. It never raises for what the page did: then `success` is False, with a code and a
    next step. It raises `InvalidInput` (`UnknownRef` included) and `ConnectionLost`.

    Every action also takes `since`, `timeout`, `expect`, `measure` and `quiet`; see `ActionOptions`. `expect` is an
    outcome to verify (built with `cdp_engine.expect`, or a model's mapping), which then decides the success (SX-14).
    Without it an action is a success when its event reached the element, or the element holds the given value, and no
    sign of a failure was observed; its `effect` says what it did (EX-02).
    """

    async def click(
        self,
        target: Target,
        *,
        button: Button = "left",
        count: int = 1,
        modifiers: Sequence[str] = (),
        position: Position | None = None,
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Press and release a mouse button on an element, `count` times in a row (2: double click).

        `modifiers` are held keys (Shift, Control, Alt, Meta, ControlOrMeta); `position` is a point of the element,
        CSS px from the top left corner of its `box`, border included, `(30, 12)` or shares of its size
        `("50%", "20%")`; None for the best visible point (VD-09). An option of a closed `<select>` is chosen.
        """
        return await self._act(
            "click", target, options, button=button, count=count, modifiers=modifiers, position=position
        )

    async def hover(
        self,
        target: Target,
        *,
        modifiers: Sequence[str] = (),
        position: Position | None = None,
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Move the mouse over an element; `position` as for `click`."""
        return await self._act("hover", target, options, modifiers=modifiers, position=position)

    async def fill(self, target: Target, text: str, **options: Unpack[ActionOptions]) -> ActionResult:
        """Replace what a field holds; dates, times, colours and ranges too. The value is read back (VD-10).

        A `<select>` takes a label or value of its options, a check box, radio button or switch `true` or `false`.
        """
        return await self._act("fill", target, options, _text(text), wanted=text)

    async def fill_form(
        self,
        fields: Mapping[str, FieldValue],
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Fill several fields of any kind: `{"e3": "Ada", "e5": True, 'combobox "Country"': "Peru", "Tags": ["a"]}`.

        A key is a ref, a name, or the field's label.

        Text, numbers and dates are filled in as `fill` does, true and false check and uncheck, a list of texts (or a
        text for a control that takes choices alone) chooses as `select` does. Each is read back; one that fails does
        not keep the others from being filled. `fields` of the result has them one by one; `timeout` counts for each.
        """
        if not fields:
            raise InvalidInput("no field was given", hint='Give fields with their values: {"e3": "Ada"}.')
        given = tuple((field_name(key), value) for key, value in fields.items())
        return await self._act("fill_form", None, options, fields=given)

    async def type(
        self,
        target: Target | None,
        text: str,
        *,
        delay: float = 0.0,
        clear: bool = False,
        enter: bool = False,
        blur: bool = False,
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Type with real key events into an element (None: the focused one, at its caret), `delay` seconds apart;
        `clear` empties the field first, `enter` ends with Enter, `blur` then takes the focus from it."""
        return await self._act(
            "type",
            target,
            options,
            _text(text),
            wanted=text,
            submits=enter,
            delay=delay,
            clear=clear,
            enter=enter,
            blur=blur,
        )

    async def press(
        self,
        keys: str | Sequence[str],
        target: Target | None = None,
        *,
        repeat: int = 1,
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Press a key or chord (`Enter`, `Control+A`), or several one after the other, on the focused element or on
        `target`; `repeat` presses each that often."""
        return await self._act("press", target, options, keys, repeat=repeat)

    async def select(
        self,
        target: Target,
        *values: str | int | Choice | Sequence[str | int | Choice],
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Choose options of a list by label, value or index (none: clear it); the choice is read back, and what is
        chosen already is left as it is. Several are given one by one or as a list.

        Of a `<select>`, and of lists that the page draws itself (comboboxes, listboxes, menus), which are opened,
        searched and scrolled as needed.
        """
        chosen = list(_options(values))
        return await self._act("select", target, options, *chosen, wanted=", ".join(map(str, chosen)))

    async def check(self, target: Target, **options: Unpack[ActionOptions]) -> ActionResult:
        """Check a checkbox, radio button or switch; no effect on one that is checked already."""
        return await self._act("check", target, options, wanted="true")

    async def uncheck(self, target: Target, **options: Unpack[ActionOptions]) -> ActionResult:
        """Uncheck a checkbox or switch."""
        return await self._act("uncheck", target, options, wanted="false")

    async def scroll(
        self,
        target: Target | None = None,
        direction: Direction = "down",
        amount: float | None = None,
        *,
        until_text: str | None = None,
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Scroll the page, or the scroll container that `target` is or lies in, by `amount` CSS px (None: most of
        what is visible; a `target` that does not scroll is brought into view); the offset is read back.

        `until_text` scrolls on, loading more on the way, until that text is shown (case and white space are ignored),
        and brings it into view; `timeout` is then 15 s if not given.
        """
        if until_text is not None and options.get("timeout") is None:
            options["timeout"] = SEEK_SECONDS
        return await self._act("scroll", target, options, direction, amount, until_text=until_text)

    async def drag(
        self,
        source: Target,
        destination: Target,
        *,
        source_position: Position | None = None,
        position: Position | None = None,
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Drag one element onto another, by HTML5 drag and drop where the page uses it, else by the pointer.

        `source_position` and `position` are points of the two, as for `click`; None: their middles.
        """
        return await self._act(
            "drag",
            source,
            options,
            also=(destination,),
            source_position=source_position,
            position=position,
        )

    async def upload(
        self,
        target: Target,
        *paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Give files to a file input, one by one or in a list. Raises `InvalidInput` for a file that does not exist."""
        return await self._act("upload", target, options, *_paths(paths))

    async def focus(self, target: Target, **options: Unpack[ActionOptions]) -> ActionResult:
        """Give an element the keyboard focus."""
        return await self._act("focus", target, options)

    async def blur(self, target: Target, **options: Unpack[ActionOptions]) -> ActionResult:
        """Take the keyboard focus from an element."""
        return await self._act("blur", target, options)

    async def tap(
        self,
        target: Target,
        *,
        modifiers: Sequence[str] = (),
        position: Position | None = None,
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Touch an element with one finger and lift it; `emulate(touch=True)`, or a device, lets pages expect it."""
        return await self._act("tap", target, options, modifiers=modifiers, position=position)

    async def swipe(
        self,
        target: Target | None = None,
        direction: Direction = "up",
        distance: float | None = None,
        **options: Unpack[ActionOptions],
    ) -> ActionResult:
        """Move a finger over an element, or the page, by `distance` CSS px (None: most of it).

        `direction` is the finger's: a swipe up shows content further down.
        """
        return await self._act("swipe", target, options, direction, distance)

    async def pinch(
        self, target: Target | None = None, scale: float = 2.0, **options: Unpack[ActionOptions]
    ) -> ActionResult:
        """Draw two fingers apart (`scale` above 1) or together (below 1) on an element, or the page."""
        return await self._act("pinch", target, options, scale)

    def verify(
        self, expected: Expected | None = None, *, after: str = "click", target: Target | None = None
    ) -> AbstractAsyncContextManager[OutcomeCheck]:
        """Verify an outcome of whatever the block of an `async with` does, by this engine or not (SX-14).

        The page is recorded before the block; at its end the outcome is waited for, up to the expectation's timeout,
        and `check.verification` is the verdict. `expected` is written as in `expect=`; without it the usual outcome
        `after` an action is verified: `click`, `fill`, … or `navigate`. `target` is the element whose value or state
        is meant. Blocks of one page do not overlap. Raises `InvalidInput`, and what attaching to the page raises.
        """
        return self._controller.outcomes.verify(expected, after=after, target=target)

    async def _act(
        self,
        name: str,
        target: Target | None,
        options: ActionOptions,
        *positional: Any,
        also: tuple[Target, ...] = (),
        fields: tuple[tuple[Target, FieldValue], ...] = (),
        wanted: str | None = None,
        submits: bool = False,
        **arguments: Any,
    ) -> ActionResult:
        call = ActionCall(
            action=ACTIONS[name],
            targets=(target, *also),
            options=options,
            positional=positional,
            arguments=arguments,
            fields=fields,
            wanted=wanted,
            submits=submits,
        )
        return await self._controller.actions.run(call)


def _text(given: object) -> str:
    """The text. Raises `InvalidInput` for what is none."""
    if not isinstance(given, str):
        raise InvalidInput(f"text must be a str, not {type(given).__name__}", hint="Convert it with str().")
    return given


def _paths(given: Iterable[object]) -> Iterator[str | os.PathLike[str]]:
    """Paths, and those in lists, one by one. Raises `InvalidInput` for anything but a path."""
    for one in _one_by_one(given):
        if not isinstance(one, str | os.PathLike):
            raise InvalidInput(f"{one!r} is not a path", hint="Give the path of a file on this machine.")
        yield cast("str | os.PathLike[str]", one)


def _options(given: Iterable[object]) -> Iterator[str | int | Choice]:
    """What names options, lists of them one by one. Raises `InvalidInput` for what names none."""
    for one in _one_by_one(given):
        if isinstance(one, bool) or not isinstance(one, str | int | Choice):
            raise InvalidInput(
                f"{one!r} is not a valid option",
                hint="Give the label or value as a str, the index as an int, or nothing to clear the list.",
            )
        yield one


def _one_by_one(given: Iterable[object]) -> Iterator[object]:
    """What was given, also in lists, in lists of lists."""
    for one in given:
        if isinstance(one, list | tuple):
            yield from _one_by_one(cast("Iterable[object]", one))
        else:
            yield one
