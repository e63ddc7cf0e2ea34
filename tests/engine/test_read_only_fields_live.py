"""A read-only field is refused with the button beside it that opens its calendar."""

from __future__ import annotations

import re

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live]

FIELDS = """<label for=l>Launch</label><div><input id=l readonly><button type=button><i class="icon-calendar"></i>
</button></div><label for=o>Other</label><input id=o readonly value=x><button type=button>Save</button>"""


async def test_the_button_of_the_calendar_is_named(bench: Bench) -> None:
    await bench.show(FIELDS)
    result = await bench.page.fill(await bench.ref("#l"), "2026-03-04")
    assert result.error is not None
    assert result.error.code == "not_editable"
    assert re.search(r"e\d+ \(button 'calendar'\)", result.message), result.message


async def test_the_button_of_another_field_is_not(bench: Bench) -> None:
    await bench.show(FIELDS)
    result = await bench.page.fill(await bench.ref("#o"), "y")
    assert result.error is not None
    assert "calendar" not in result.message
    assert "Save" not in result.message
