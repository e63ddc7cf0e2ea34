"""A real component library (Quasar on Vue): its comboboxes, menus, dialogs, tabs, date picker and sliders."""

from __future__ import annotations

import pytest

from cdp_engine.act import check, click, drag, fill, select, type_text, uncheck
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]


async def test_a_component_library_follows(stage: Stage) -> None:
    await stage.show("act/quasar.html")
    await stage.eval(
        "new Promise(done => { const wait = () => window.ready ? done(1) : setTimeout(wait, 10); wait() })"
    )
    tab = stage.tab
    assert (await select(tab, await stage.ref("#colour"), "green")).as_wanted
    assert (await stage.eval("state.colour")) == "green"
    assert (await select(tab, await stage.ref("#far"), "Choice 321", timeout=20)).as_wanted
    assert (await stage.eval("state.far")) == "Choice 321"
    assert (
        await select(tab, await stage.ref("input[aria-label=Person]"), "Ada Lovelace", timeout=15)
    ).as_wanted
    assert (await stage.eval("state.found")) == "Ada Lovelace"
    await select(tab, await stage.ref("#sizes"), "M", "L")
    assert (await stage.eval("state.sizes.slice().sort().join()")) == "L,M"
    assert (await fill(tab, await stage.ref("input[aria-label=Name]"), "Ada")).as_wanted
    await type_text(tab, await stage.ref("textarea[aria-label=Notes]"), "two\nlines")
    assert (await check(tab, await stage.ref("#agree"))).as_wanted
    assert (await check(tab, await stage.ref("#live"))).as_wanted
    assert (await check(tab, await stage.ref("#paid"))).as_wanted
    assert (await stage.eval("[state.name, state.notes, state.agree, state.live, state.plan]")) == [
        "Ada", "two\nlines", True, True, "paid",
    ]  # fmt: skip
    assert (await uncheck(tab, await stage.ref("#agree"))).as_wanted
    assert (await click(tab, await stage.ref("#two"))).received
    await select(tab, await stage.ref("#menu"), "Sign out")
    await click(tab, await stage.ref("#ask"))
    while not await stage.eval("!!document.querySelector('#yes')"):
        await tab.changed(0.1)
    await click(tab, await stage.ref("#yes"))
    day = "(Array.from(document.querySelectorAll('#day button')).find(b => b.innerText.trim() === '17'))"
    await click(tab, await stage.ref(day))
    assert (await stage.eval("[state.tab, state.last, state.clicked, state.day]")) == [
        "two", "out", 1, "2026/02/17",
    ]  # fmt: skip
    await drag(
        tab,
        await stage.ref("#level"),
        await stage.ref("#level"),
        source_position=(130, 20),
        position=(380, 20),
    )
    assert (await stage.eval("state.level")) == 9
