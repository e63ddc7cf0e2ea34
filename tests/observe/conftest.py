"""A tab for every live test of observation."""

from __future__ import annotations

import pytest

import cdp_engine.views
from cdp_engine.tab import Tab

assert cdp_engine.views.formats()


@pytest.fixture
def tab(lent_tab: Tab) -> Tab:
    return lent_tab
