"""A page of real widgets per module: shown once, driven control by control, judged by what the application holds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from cdp_engine import ActionResult, Browser, Page
from cdp_engine.agent import ToolBox, everyday, open_workspace
from tests.support.site import Site

READY = "new Promise(done => { const wait = () => window.ready ? done(true) : setTimeout(wait, 20); wait() })"
FIELDS = ("combobox", "listbox", "textbox", "searchbox", "spinbutton", "button", "clickable")
"""The roles that a field to choose from may have, the likeliest first."""


class Lab:
    """Pages of `tests/site/widgets/`: each keeps what its application holds in `window.state`."""

    def __init__(self, page: Page, site: Site, box: ToolBox) -> None:
        self.page = page
        self.site = site
        self.box = box

    async def show(self, name: str) -> None:
        """Show `tests/site/widgets/<name>.html` afresh, once its application runs."""
        await self.page.goto(self.site.url(f"widgets/{name}.html"))
        await self.page.evaluate(READY)

    async def ref(self, name: str, *roles: str) -> str:
        """The ref of the control of that name, as a reader of the page would find it."""
        snapshot = await self.page.snapshot()
        named = [node for node in snapshot.interactive() if node.name.rstrip(":* ") == name]
        if not named:  # a button that opens a list is named by its label and by what it shows
            named = [node for node in snapshot.interactive() if node.name.startswith(f"{name} ")]
        for role in roles or FIELDS:
            for node in named:
                if node.role == role:
                    return node.ref
        if named and not roles:
            return named[0].ref
        shown = sorted({f"{node.role} {node.name!r}" for node in snapshot.interactive()})
        raise AssertionError(f"no {' or '.join(roles) or 'control'} {name!r} on the page; there are {shown}")

    async def holds(self, key: str | None = None) -> Any:
        """What the application holds (of one control)."""
        return await self.page.evaluate(
            f"JSON.parse(JSON.stringify(state{'.' + key if key else ''} ?? null))"
        )

    async def eval(self, expression: str) -> Any:
        return await self.page.evaluate(expression)

    async def call(self, tool: str, **arguments: object) -> ActionResult:
        """The result of an action that a model would call."""
        answer = await self.box.call(tool, arguments)
        assert answer.result is not None, answer.text
        return answer.result


@pytest.fixture(scope="module")
async def lab(browser: Browser, site: Site) -> AsyncIterator[Lab]:
    async with open_workspace(browser, isolated=True) as workspace:
        yield Lab(await workspace.page(), site, everyday(workspace))
