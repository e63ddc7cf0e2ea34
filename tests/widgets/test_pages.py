"""Every page of the lab runs: its bundles are served, its application starts, its controls are shown."""

from __future__ import annotations

import re

import pytest

from scripts.webassets import vendor_file
from tests.support.site import ROOT
from tests.widgets.conftest import Lab

PAGES = sorted(file.stem for file in (ROOT / "widgets").glob("*.html"))


@pytest.mark.parametrize("name", PAGES)
def test_the_bundles_of_a_page_are_built(name: str) -> None:
    text = (ROOT / "widgets" / f"{name}.html").read_text(encoding="utf-8")
    named = re.findall(r'"/vendor/([^"]+)"', text)
    missing = [file for file in named if vendor_file(file) is None]
    assert named
    assert missing == [], "run `make setup`: the widget libraries are missing"


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.parametrize("anyio_backend", ["asyncio"], scope="module")
@pytest.mark.parametrize("name", PAGES)
async def test_every_page_runs_and_shows_its_controls(lab: Lab, name: str) -> None:
    """On one loop, as the tests of each library drive its pages on both."""
    await lab.show(name)
    shown = await lab.page.snapshot()
    assert sum(1 for _ in shown.interactive()) >= 2
