"""A stage for one test: a fresh tab, short names for its elements, and what its page says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from cdp_engine import Page
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import dom, runtime
from cdp_engine.tab import Frame, Tab
from tests.support.site import Site


@dataclass
class Stage:
    tab: Tab
    site: Site

    async def show(self, page: str, *, host: str = "127.0.0.1") -> None:
        await self.tab.goto(self.site.url(page, host=host), wait_until="load")

    async def show_html(self, html: str, *, host: str = "127.0.0.1") -> None:
        remove = self.site.route("/act/one-off", "<!doctype html><meta charset=utf-8>" + html)
        try:
            await self.tab.goto(self.site.url("act/one-off", host=host), wait_until="load")
        finally:
            remove()

    async def ref(self, expression: str, frame: Frame | None = None) -> ScopedRef:
        """The ref of a CSS selector, or of any expression that starts with a dot-path or a bracket."""
        where = frame or self.tab.frames.main
        script = expression if expression.startswith("(") else f"document.querySelector({expression!r})"
        world = await self.tab.isolated_world(where) if not expression.startswith("(") else None
        found = await where.session.send(runtime.evaluate(script, context_id=world))
        assert found.result.object_id, f"{expression} is not on the page: {found}"
        node = (await where.session.send(dom.describe_node(object_id=found.result.object_id))).node
        return ScopedRef(where.id, where.loader_id, node.backend_node_id)

    async def eval(self, expression: str, frame: Frame | None = None) -> Any:
        return await self.tab.evaluate(expression, frame=frame)

    async def frame(self, part_of_url: str) -> Frame:
        """The frame whose address contains the text, once its document is there and loaded."""
        while True:
            for frame in self.tab.frames:
                if part_of_url in frame.url and await self.loaded(frame):
                    return frame
            await self.tab.changed(1.0)

    async def loaded(self, frame: Frame) -> bool:
        return await self.eval(
            "new Promise(done => document.readyState === 'complete'"
            " ? done(true) : addEventListener('load', () => done(true)))",
            frame,
        )


@pytest.fixture
def stage(lent_tab: Tab, site: Site) -> Stage:
    return Stage(lent_tab, site)


@pytest.fixture
def page(lent_page: Page) -> Page:
    """Each test begins by showing a page of its own."""
    return lent_page
