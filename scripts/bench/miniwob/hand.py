"""What a policy works with: the agent's tools, and nothing of the page but what their answers say."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Literal

import anyio

from cdp_engine.agent import ToolBox, ToolResult
from scripts.bench.miniwob.reading import Element, Outline, Thing, page_text, read_full, read_outline

MAX_TOKENS = 30_000
LOOK_AGAIN = 0.1
"""Seconds between two observations of a page that runs a short animation."""
WORDS = re.compile(r'"([^"]*)"')
ORDINALS = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")


class Stuck(Exception):
    """A tool failed, or the view does not show what the policy needs."""


class Hand:
    """Acts through a toolbox and stores the last view."""

    def __init__(self, box: ToolBox) -> None:
        self._box = box
        self.view = Outline((), ())
        self.calls = 0

    @property
    def goal(self) -> str:
        """The instruction of the page that was looked at last."""
        return self.view.goal

    @property
    def quoted(self) -> list[str]:
        """The texts in double quotes in the instruction."""
        return WORDS.findall(self.goal)

    @property
    def ordinal(self) -> int:
        """The first ordinal of the instruction: 3 for "3rd". Raises `Stuck` where there is none."""
        found = ORDINALS.search(self.goal)
        if found is None:
            raise Stuck(f"no ordinal in {self.goal!r}")
        return int(found[1])

    def heard(self, pattern: str) -> tuple[str, ...]:
        """The groups of a pattern in the instruction. Raises `Stuck` where it does not fit."""
        found = re.search(pattern, self.goal)
        if found is None:
            raise Stuck(f"{self.goal!r} is not like {pattern!r}")
        return found.groups()

    async def call(self, tool: str, **arguments: object) -> ToolResult:
        """Call a tool, whatever comes of it."""
        self.calls += 1
        return await self._box.call(tool, arguments)

    async def act(self, tool: str, **arguments: object) -> str:
        """Call a tool that must succeed; the page's words of its answer. Raises `Stuck`."""
        answer = await self.call(tool, **arguments)
        if not answer.success:
            raise Stuck(f"{tool} {arguments}: {answer.text[:600]}")
        return page_text(answer.text)

    async def look(self) -> Outline:
        """The page as it is now, as an outline."""
        self.view = read_outline(await self.act("observe", max_tokens=MAX_TOKENS))
        return self.view

    async def read(self) -> Element:
        """The page as it is now, with attributes: where an icon or a colour has no words."""
        return read_full(await self.act("observe", format="full", max_tokens=MAX_TOKENS))

    def all(self, role: str = "", name: str | None = None) -> list[Thing]:
        """The elements of the last outline of that role and name."""
        return [
            thing
            for thing in self.view.things
            if (not role or thing.role == role) and (name is None or thing.name == name)
        ]

    def one(self, role: str = "", name: str | None = None, *, at: int = 0) -> Thing:
        """One of them. Raises `Stuck` where there is none."""
        found = self.all(role, name)
        if not -len(found) <= at < len(found):
            raise Stuck(f"no {role or 'element'} {name or ''} ({at + 1}) in:\n" + "\n".join(self.view.lines))
        return found[at]

    async def until(self, role: str = "", name: str | None = None, *, seconds: float = 5.0) -> Thing:
        """The first element of that role and name, looking again until it is there. Raises `Stuck`."""
        with anyio.move_on_after(seconds):
            while not self.all(role, name):
                await anyio.sleep(LOOK_AGAIN)
                await self.look()
        return self.one(role, name)

    async def click(self, target: Thing | Element | str, **more: object) -> str:
        """Click an element."""
        return await self.act("click", ref=ref_of(target), **more)

    async def press_button(self, name: str = "Submit") -> str:
        """Click the element of that name, a button where there are several."""
        return await self.click(self.one("button" if self.all("button", name) else "", name))

    async def fill(self, target: Thing | Element | str, text: str) -> str:
        """Replace what a field holds."""
        return await self.act("fill", ref=ref_of(target), text=text)

    async def type(self, target: Thing | Element | str, text: str, **more: object) -> str:
        """Type with real keys."""
        return await self.act("type", ref=ref_of(target), text=text, **more)

    async def press(self, keys: str | list[str], target: Thing | Element | str | None = None) -> str:
        """Press keys on an element, or on the focused one."""
        on = {} if target is None else {"ref": ref_of(target)}
        return await self.act("press", keys=keys, **on)

    async def select(self, target: Thing, *values: str) -> str:
        """Choose options."""
        return await self.act("select", ref=target.ref, values=list(values))

    async def drag(self, target: Thing | Element | str, to: Thing | Element | str) -> str:
        """Drag one element onto another."""
        return await self.act("drag", ref=ref_of(target), to=ref_of(to))

    async def scroll(
        self, target: Thing | Element | str, direction: Literal["up", "down", "top", "bottom"]
    ) -> str:
        """Scroll a container."""
        return await self.act("scroll", ref=ref_of(target), direction=direction)

    async def await_text(self, text: str, *, gone: bool = False, seconds: float = 5.0) -> bool:
        """Wait until a text is there (or gone); whether it came true."""
        return (await self.call("wait", text=text, gone=gone, seconds=seconds)).success

    async def find(self, text: str | None = None, role: str | None = None) -> list[tuple[str, str]]:
        """Ref and line of what the `find` tool lists."""
        words = await self.act("find", text=text, role=role)
        return [(line.split()[0], line) for line in words.splitlines() if line.startswith("e")]


def ref_of(target: Thing | Element | str) -> str:
    """The ref of whatever names an element. Raises `Stuck` for an element that has none."""
    ref = target if isinstance(target, str) else target.ref
    if not ref:
        raise Stuck(f"there is no ref for {target}")
    return ref


Policy = Callable[[Hand], Awaitable[None]]
POLICIES: dict[str, Policy] = {}
"""The policy for each task that is tried, by the task's name."""


def policy(*tasks: str) -> Callable[[Policy], Policy]:
    """Names the tasks that a policy can do."""

    def enter(do: Policy) -> Policy:
        for task in tasks:
            POLICIES[task] = do
        return do

    return enter
