"""Controlled fields of real framework builds follow what is done to them (VD-10, fact 26)."""

from __future__ import annotations

import pytest

from cdp_engine.act import check, click, fill, select, type_text, uncheck
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]


@pytest.mark.parametrize("framework", ["react", "vue"])
async def test_the_state_of_the_component_changes(stage: Stage, framework: str) -> None:
    await stage.show(f"act/{framework}.html")
    tab = stage.tab
    assert (await fill(tab, await stage.ref("#text"), "Ada")).as_wanted
    assert (await fill(tab, await stage.ref("#text"), "Ada Lovelace")).as_wanted
    upper = await fill(tab, await stage.ref("#upper"), "shout")
    assert (upper.value_after, upper.as_wanted) == ("SHOUT", False)
    await type_text(tab, await stage.ref("#area"), "line one\nline two ü")
    assert (await fill(tab, await stage.ref("#date"), "2026-02-17")).as_wanted
    assert (await fill(tab, await stage.ref("#level"), "8")).as_wanted
    assert (await select(tab, await stage.ref("#pick"), "B")).as_wanted
    assert (await select(tab, await stage.ref("#many"), "y", "z")).as_wanted
    assert (await check(tab, await stage.ref("#agree"))).as_wanted
    assert (await check(tab, await stage.ref("#size-m"))).as_wanted
    assert (await click(tab, await stage.ref("#button"), count=2)).received
    state = await stage.eval("JSON.parse(JSON.stringify(state))")
    assert state == {
        "text": "Ada Lovelace",
        "upper": "SHOUT",
        "area": "line one\nline two ü",
        "date": "2026-02-17",
        "pick": "b",
        "many": ["y", "z"],
        "agree": True,
        "size": "m",
        "clicks": 2,
        "level": "8",
    }
    assert (await uncheck(tab, await stage.ref("#agree"))).as_wanted
    assert (await fill(tab, await stage.ref("#text"), "")).as_wanted
    assert (await stage.eval("[state.agree, state.text]")) == [False, ""]
