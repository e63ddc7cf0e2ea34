"""The language of the behaviour tables: a page, what is done on it, what must be true afterwards."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from cdp_engine import act
from cdp_engine.errors import NotActionable
from cdp_engine.observe import ScopedRef
from tests.act.conftest import Stage

Deed = Callable[[Stage], Awaitable[Any]]

MISSING = "nothing was refused"


@dataclass(frozen=True)
class Case:
    """`check` is a script whose value must be `wants`; `refused` is the code with which the last deed must fail."""

    name: str
    html: str
    deeds: Deed | Sequence[Deed]
    check: str = "window.hit"
    wants: Any = True
    refused: str | None = None

    async def run(self, stage: Stage) -> None:
        """Show the page, do the deeds, look."""
        await stage.show_html(self.html)
        deeds = [self.deeds] if callable(self.deeds) else list(self.deeds)
        for deed in deeds[:-1]:
            await deed(stage)
        if self.refused is None:
            await deeds[-1](stage)
        else:
            with pytest.raises(NotActionable) as error:
                await deeds[-1](stage)
            assert error.value.code == self.refused
        assert await stage.eval(self.check) == self.wants


async def found(stage: Stage, target: str) -> ScopedRef:
    """The ref of a selector; `0>1>#b` is `#b` in the second frame within the first one."""
    *path, selector = re.split(r"(?<=^\d)>|(?<=>\d)>", target)
    if not path:
        return await stage.ref(target)
    frame = stage.tab.frames.main
    for index in path:
        while len(children := stage.tab.frames.children(frame.id)) <= int(index):
            await stage.tab.changed(1.0)
        frame = children[int(index)]
        await stage.loaded(frame)
    return await stage.ref(selector, frame)


def table(*cases: Case) -> pytest.MarkDecorator:
    """One test for every case, named after it."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in cases])


def click(target: str, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        done = await act.click(stage.tab, await found(stage, target), **options)
        assert done.received is not False
        return done

    return deed


def hover(target: str, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.hover(stage.tab, await found(stage, target), **options)

    return deed


def fill(target: str, text: str, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.fill(stage.tab, await found(stage, target), text, **options)

    return deed


def type_text(target: str | None, text: str, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.type_text(stage.tab, await found(stage, target) if target else None, text, **options)

    return deed


def press(keys: str | Sequence[str], target: str | None = None, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.press(stage.tab, keys, await found(stage, target) if target else None, **options)

    return deed


def select(target: str, *values: str | int | act.Choice, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.select(stage.tab, await found(stage, target), *values, **options)

    return deed


def check(target: str, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.check(stage.tab, await found(stage, target), **options)

    return deed


def uncheck(target: str, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.uncheck(stage.tab, await found(stage, target), **options)

    return deed


def focus(target: str, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.focus(stage.tab, await found(stage, target), **options)

    return deed


def drag(source: str, destination: str, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.drag(
            stage.tab, await found(stage, source), await found(stage, destination), **options
        )

    return deed


def scroll(*arguments: Any, target: str | None = None, **options: Any) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await act.scroll(
            stage.tab, await found(stage, target) if target else None, *arguments, **options
        )

    return deed


def script(source: str) -> Deed:
    async def deed(stage: Stage) -> Any:
        return await stage.eval(source)

    return deed
