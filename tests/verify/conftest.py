"""A page that shows a piece of HTML, and refs for what is on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import cdp_engine
from tests.support.site import Site

HEAD = "<!doctype html><meta charset=utf-8><title>verify</title>"


@dataclass
class Stage:
    page: cdp_engine.Page
    site: Site

    async def show(self, body: str, *, host: str = "127.0.0.1") -> None:
        remove = self.site.route("/verify/one-off", HEAD + body)
        try:
            await self.page.goto(self.site.url("verify/one-off", host=host), wait_until="load")
        finally:
            remove()

    async def ref(self, name: str, role: str | None = None) -> str:
        """The ref of the element of that accessible name, in any frame."""
        snapshot = await self.page.snapshot()
        found = snapshot.find(role=role, name=name) if role is not None else snapshot.find(name=name)
        nodes = [node for node in found if node.role not in ("StaticText", "text", "generic")]
        assert nodes, f"nothing is called {name!r}:\n{snapshot.render('outline')}"
        return nodes[0].ref

    async def eval(self, expression: str) -> Any:
        return await self.page.evaluate(expression)


@pytest.fixture
def stage(lent_page: cdp_engine.Page, site: Site) -> Stage:
    return Stage(lent_page, site)
