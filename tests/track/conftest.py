"""A tab for every live test of tracking."""

from __future__ import annotations

import pytest

from cdp_engine.tab import Tab


@pytest.fixture
def tab(lent_tab: Tab) -> Tab:
    return lent_tab
