"""A page that shows what a test writes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from cdp_engine import Page
from tests.support.site import Site

_numbers = count(1)


@dataclass
class Bench:
    """A page and the site that it is on."""

    page: Page
    site: Site

    async def show(self, html: str, *, host: str = "127.0.0.1") -> None:
        """Open a page of the test's own."""
        path = f"/engine/own-{next(_numbers)}"
        self.site.route(path, "<!doctype html><meta charset=utf-8><title>Own</title>" + html)
        await self.page.goto(self.site.url(path, host=host), wait_until="load")

    async def ref(self, selector: str) -> str:
        """The short ref of the element that a CSS id names, as a view would print it."""
        snapshot = await self.page.snapshot()
        return next(
            node.ref for node in snapshot.nodes() if node.attributes.get("id") == selector.removeprefix("#")
        )

    async def run(self, script: str) -> Any:
        """Do something to the page behind the engine's back."""
        return await self.page.evaluate(script)


@pytest.fixture
async def bench(lent_page: Page, site: Site) -> Bench:
    return Bench(lent_page, site)
