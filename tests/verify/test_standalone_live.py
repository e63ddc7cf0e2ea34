"""Outcomes of what is done to a page outside the engine's actions, and around several of them (SX-14)."""

from __future__ import annotations

import pytest

from cdp_engine import expect
from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import runtime
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-14")]


async def test_what_a_program_does_is_verified(stage: Stage) -> None:
    await stage.show(
        "<p id=p></p><p id=err role=alert></p><input id=field aria-label=Name>"
        "<input type=checkbox id=box aria-label=Yes><div id=d>Loading</div>"
    )
    page, name, yes = stage.page, await stage.ref("Name"), await stage.ref("Yes")

    async with page.verify(
        {
            "type": "navigation",
            "orOutcome": {"type": "element_appears", "text": "Thank you"},
            "timeout": 2000,
        }
    ) as check:
        await stage.eval("setTimeout(() => p.textContent = 'Thank you', 200); 0")
    assert check.success, check.feedback
    assert check.verification.verified_outcome == "element_appears"
    assert check.verification.page_state.dom_changed

    async with page.verify(expect.navigation(timeout=0.3)) as check:
        await stage.eval(
            "err.textContent = 'Invalid email format'; setTimeout(() => err.textContent = '', 60); 0"
        )
    assert not check.success
    assert check.verification.errors_detected == ("Invalid email format",)
    assert not check.verification.page_state.url_changed

    async with page.verify(expect.value("Ada"), target=name) as check:
        await stage.eval("field.value = 'Ada'; 0")
    assert check.success, check.feedback
    async with page.verify(expect.state("checked", True), target='checkbox "Yes"') as check:
        await page.session.send(runtime.evaluate("box.click()"))
    assert check.success, check.feedback
    async with page.verify(expect.state("checked", False, timeout=0.2), target=yes) as check:
        pass
    assert not check.success
    async with page.verify(expect.disappears("Loading")) as check:
        await stage.eval("d.remove(); 0")
    assert check.success, check.feedback
    async with page.verify(expect.no_change(timeout=0.3)) as check:
        await stage.eval("setTimeout(() => alert('late'), 100); 0")
    assert not check.success


async def test_the_usual_outcomes(stage: Stage) -> None:
    remove = stage.site.route("/verify/thanks", "<h1>Thank you</h1>")
    try:
        await stage.show(
            "<button onclick='this.nextSibling.textContent = 1'>Go</button><p></p><input aria-label=Name>"
        )
        page, name = stage.page, await stage.ref("Name")
        async with page.verify() as check:
            await stage.eval("document.querySelector('button').click()")
        assert check.success, check.feedback
        async with page.verify(after="fill", target=name) as check:
            await stage.eval("document.querySelector('input').value = 'Ada'; 0")
        assert check.success, check.feedback
        async with page.verify(after="navigate") as check:
            await page.goto(stage.site.url("verify/thanks"), wait_until="load")
        assert check.success, check.feedback
        assert check.verification.page_state.url_changed
    finally:
        remove()


async def test_around_several_actions(stage: Stage) -> None:
    await stage.show(
        "<input aria-label=Name><button id=a onclick=\"s.textContent = 'Saving'\">Save</button>"
        "<button id=b onclick=\"setTimeout(() => s.textContent = 'All saved', 300)\">Really</button><p id=s></p>"
    )
    page, name, save = stage.page, await stage.ref("Name"), await stage.ref("Save")
    really = await stage.ref("Really")
    async with page.verify(expect.appears("Saving")) as check:
        typed = await page.type(name, "Ada", expect=expect.value("Ada"))
        assert typed.success, typed.message
        saved = await page.click(save, expect=expect.appears("Saving"))
        assert saved.success, saved.message
        clicked = await page.click(really, expect=expect.appears("All saved"))
        assert clicked.success, clicked.message
    assert check.success, "the first action's text is gone by now, and did appear"
    assert (await page.click(save)).success, "the watch is over"
    async with page.verify(expect.appears("Nobody writes this", timeout=0.2)) as check:
        await page.click(really)
    assert not check.success


async def test_what_is_refused(stage: Stage) -> None:
    await stage.show("<p>x</p>")
    page = stage.page
    with pytest.raises(InvalidInput, match="no action 'fly'"):
        async with page.verify(after="fly"):
            pass
    async with page.verify(expect.any_change(timeout=0.1)) as check:
        with pytest.raises(InvalidInput, match="end of the block"):
            _ = check.success
        with pytest.raises(InvalidInput, match="already"):
            async with page.verify():
                pass
    assert not check.success
    with pytest.raises(ZeroDivisionError):
        async with page.verify():
            _ = 1 / 0
    async with page.verify(expect.any_change(timeout=0.1)) as check:
        await stage.eval("document.body.append('y')")
    assert check.success
