"""The scripts for pages: one bundle, each function found by one name, everything that Python asks for exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cdp_engine.errors import SessionDetached
from cdp_engine.protocol import runtime
from cdp_engine.tab import Tab
from cdp_engine.tab.injected.source import RECORDER, TOOLS, exports, expression, imports, page_module
from tests.support.site import Site

PACKAGE = Path(__file__).resolve().parents[2] / "cdp_engine"
FOLDER = PACKAGE / "tab" / "injected"
IN_THE_PAGE = {"call_with", "first_contents", "framework_handlers", "pack_value"}
"""The modules that run alone, or in the page's own world."""

MODULES = sorted(file.stem for file in FOLDER.glob("*/*.js"))


def test_no_two_functions_share_a_name() -> None:
    names = [name for module in MODULES if module not in IN_THE_PAGE for name in exports(module)]
    assert sorted(names) == sorted(set(names))


def test_every_import_is_exported_and_no_export_is_unused() -> None:
    taken = {(module, name) for one in MODULES for module, names in imports(one).items() for name in names}
    exported = {(module, name) for module in MODULES for name in exports(module)}
    assert taken <= exported
    asked = {name for file in PACKAGE.rglob("*.py") for name in re.findall(r'"(\w+)"', file.read_text())}
    assert {name for _, name in exported - taken} <= asked


def test_the_bundle_holds_every_module() -> None:
    text = expression(TOOLS)
    assert all(f"kit.modules.{module} =" in text for module in MODULES if module not in IN_THE_PAGE)
    assert "kit.modules.hit_test =" not in expression(RECORDER)
    assert "import " not in text
    assert "export " not in text


@pytest.mark.anyio
@pytest.mark.live
async def test_a_document_gets_each_module_once_and_its_page_sees_nothing(tab: Tab, site: Site) -> None:
    await tab.goto(site.url("act/leaf.html"), wait_until="load")
    globals_before = await tab.evaluate("Object.getOwnPropertyNames(globalThis).sort()")
    toolkit = tab.toolkit()
    assert await toolkit.call("reads", None, "no such text", into=bool, timeout=5) is False
    mutations = (await toolkit.value("pulse", timeout=5))[0]
    context = await toolkit.world(timeout=5)
    again = await toolkit.frame.session.send(runtime.evaluate(expression(TOOLS), context_id=context))
    assert again.exception_details is None
    assert (await toolkit.value("pulse", timeout=5))[0] == mutations
    assert await tab.evaluate("typeof cdpEngine") == "undefined"
    assert await tab.evaluate("Object.getOwnPropertyNames(globalThis).sort()") == globals_before


@pytest.mark.anyio
@pytest.mark.live
async def test_functions_come_back_after_the_document_was_opened_again(tab: Tab, site: Site) -> None:
    await tab.goto(site.url("act/leaf.html"), wait_until="load")
    toolkit = tab.toolkit()
    assert await toolkit.call("reads", None, "", into=bool, timeout=5)
    await tab.evaluate("document.open(); document.write('<p>written again'); document.close()")
    assert await tab.toolkit().call("reads", None, "written again", into=bool, timeout=5)


@pytest.mark.anyio
@pytest.mark.live
async def test_the_script_for_the_page_changes_nothing(tab: Tab, site: Site) -> None:
    await tab.goto(site.url("act/leaf.html"), wait_until="load")
    script = f"{page_module('framework_handlers')}.readHandled(document)"
    reply = await tab.session.send(runtime.evaluate(script, throw_on_side_effect=True, return_by_value=True))
    assert reply.exception_details is None
    total = await tab.evaluate("document.querySelectorAll('*').length")
    assert reply.result.value == {"total": total, "handled": [], "plain": True}
    await tab.evaluate("document.querySelector('select').$$click = () => {}")
    reply = await tab.session.send(runtime.evaluate(script, throw_on_side_effect=True, return_by_value=True))
    assert reply.result.value == {"total": total, "handled": [], "plain": False}


KEPT = "[class*=error i], output"
CHANGES = (
    "",
    "b.className = 'Error'",
    "a.className = ''; a.before(b)",
    "document.body.append(Object.assign(document.createElement('div'), { innerHTML: '<output id=o></output>' }))",
    "o.remove()",
    "document.body.prepend(b); a.className = 'an-error'",
    "a.attachShadow({ mode: 'open' }).innerHTML = '<output>'; b.textContent = 'a text'",
    "for (let n = 0; n < 90; n++) { document.body.append(document.createElement('i')); "
    "document.body.lastChild.className = 'error' }",
    "document.querySelectorAll('i').forEach((i) => i.remove())",
    "document.documentElement.replaceWith(document.documentElement.cloneNode(true))",
)


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("CD-17")
async def test_the_elements_that_are_kept_are_those_that_match(lent_tab: Tab, site: Site) -> None:
    site.route("/kept", "<!doctype html><body><p id=a class=error>a</p><p id=b>b</p>")
    await lent_tab.goto(site.url("kept"), wait_until="load")
    await lent_tab.toolkit().call("pulse", None, into=object, timeout=5)
    compared = (
        "cdpEngine.functions.takeWaiting(); "
        "[cdpEngine.functions.keptIn(document, wanted), document.querySelectorAll(wanted)]"
        ".map((found) => Array.from(found, (one) => one.outerHTML))"
    )
    for change in CHANGES:
        await lent_tab.evaluate(f"{{ {change} }}")
        kept, matching = await lent_tab.evaluate(
            f"{{ const wanted = {KEPT!r}; {compared} }}", world="isolated"
        )
        assert kept == matching, change


@pytest.mark.anyio
@pytest.mark.live
async def test_a_call_whose_world_went_away_meanwhile_finds_the_document_gone(
    lent_tab: Tab, site: Site
) -> None:
    """Between `ready` and the command the page may leave: no world is known then."""
    site.route("/left", "<!doctype html><p>Here")
    await lent_tab.goto(site.url("left"), wait_until="load")
    toolkit = lent_tab.toolkit()
    await toolkit.ready(timeout=5)
    nowhere = runtime.call_function_on("() => 1", return_by_value=True)
    with toolkit.frame.session.start(nowhere, timeout=5) as reply, pytest.raises(SessionDetached):
        await toolkit.answer(reply, "pulse", object)
