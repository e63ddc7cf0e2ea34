"""A workspace with the page of these tests, and a server that speaks wire formats of makers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from cdp_engine import Browser
from cdp_engine.agent import Rules, Secret, Workspace, open_workspace
from tests.agent.makers.office_page import PAGE
from tests.support.models import ModelServer, model_server
from tests.support.site import Response, Site


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


@pytest.fixture
async def workspace(browser: Browser, site: Site, tmp_path: Path) -> AsyncIterator[Workspace]:
    site.route("/makers/page", PAGE)
    site.route("/makers/other", "<!doctype html><title>Other</title><h1>Other</h1>")
    site.route("/makers/report.csv", Response(b"a,b\n", content_type="text/csv"))
    rules = Rules(evaluate=True, files=str(tmp_path))
    async with open_workspace(
        browser, rules=rules, isolated=True, secrets=[Secret("pin", "hunter2", origins=(site.origin(),))]
    ) as opened:
        yield opened
