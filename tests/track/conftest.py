"""A tab for every live test of tracking."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cdp_engine.chrome import Chrome
from cdp_engine.tab import Tab, open_tab


@pytest.fixture
async def tab(chrome: Chrome) -> AsyncIterator[Tab]:
    target_id = await chrome.create_page()
    async with open_tab(chrome, target_id) as opened:
        yield opened
    await chrome.close_target(target_id)
