"""A workspace with a page of its own, and pages that a test writes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count

import pytest

from cdp_engine import Browser
from cdp_engine.agent import Rules, ToolBox, ToolResult, Workspace, everyday, open_workspace
from cdp_engine.engine import controller_of
from tests.support.site import Site

_numbers = count(1)


class Bench:
    """Tools at a workspace, and the site that its page is on."""

    def __init__(self, box: ToolBox, site: Site) -> None:
        self.box = box
        self.site = site

    @property
    def workspace(self) -> Workspace:
        return self.box.workspace

    def url(self, html: str) -> str:
        """The address of a page of the test's own."""
        path = f"/agent/own-{next(_numbers)}"
        self.site.route(path, "<!doctype html><meta charset=utf-8><title>Own</title>" + html)
        return self.site.url(path)

    async def call(self, name: str, **arguments: object) -> ToolResult:
        return await self.box.call(name, arguments)

    async def done(self, name: str, **arguments: object) -> ToolResult:
        """Call a tool that must succeed."""
        answer = await self.call(name, **arguments)
        assert answer.success, answer.text
        return answer

    async def show(self, html: str) -> ToolResult:
        return await self.done("navigate", url=self.url(html))

    async def ref(self, name: str, role: str | None = None) -> str:
        """The ref of the element of that name."""
        page = await self.workspace.page()
        snapshot = await controller_of(page).observer.capture()
        return next(
            node.ref
            for node in snapshot.interactive()
            if node.name == name and (role is None or node.role == role)
        )


@pytest.fixture
def rules() -> Rules:
    return Rules()


@pytest.fixture
async def bench(browser: Browser, site: Site, rules: Rules) -> AsyncIterator[Bench]:
    async with open_workspace(browser, rules=rules, isolated=True) as workspace:
        yield Bench(everyday(workspace), site)
