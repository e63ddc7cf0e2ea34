"""Shadow roots, states and undefined elements that are sought only where they may be are in updates (CD-17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from cdp_engine.protocol import dom
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import LIST, captures, differences, quiet_look, seen_and_fresh

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

__all__ = ["captures"]

HIDING = "<style>x-late:not(:defined) { display: none }</style>"
PAGE = (
    "<dialog id=d><button>Inside</button></dialog><input id=f required><input id=c type=checkbox>"
    "<section id=host></section><x-late id=late>late</x-late><div id=around></div>" + LIST
)
MORE = (
    "document.querySelector('ul').append(Object.assign(document.createElement('li'), {textContent: 'more'}))"
)
ROOT = ".attachShadow({ mode: 'open' }).innerHTML = '<button>In a new root</button>'"


@pytest.mark.parametrize(
    "change",
    [
        f"{MORE}; host{ROOT}",
        f"{MORE}; late{ROOT}",
        f"{MORE}; document.getElementById('new'){ROOT}",
    ],
)
async def test_a_root_on_an_element_that_was_there_is_found_as_others_come(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    """The tags of hosts are known: of those that came with the page, and of those that a script added later."""
    await bench.show(PAGE)
    await quiet_look(bench)
    await seen_and_fresh(bench, "around.innerHTML = '<p><x-new id=new>new</x-new></p>'")
    await seen_and_fresh(bench, MORE)
    for script in (change, MORE):
        seen, fresh = await seen_and_fresh(bench, script)
        assert differences(seen.columns, fresh.columns) == [], script
        assert seen.render() == fresh.render()
        assert "In a new root" in seen.render()


@pytest.mark.parametrize(
    "change",
    [
        "customElements.define('x-late', class extends HTMLElement {})",
        f"{MORE}; customElements.define('x-late', class extends HTMLElement {{}})",
        f"around.innerHTML = '<x-late>another</x-late>'; {MORE}",
        f"d.showModal(); {MORE}",
        f"f.focus(); c.indeterminate = true; {MORE}",
        f"f.setAttribute('aria-invalid', 'true'); {MORE}",
        f"late.remove(); {MORE}",
    ],
)
async def test_states_that_few_elements_have_are_found(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(HIDING + PAGE)
    await quiet_look(bench)
    for script in (change, MORE, "host.textContent = 'other words'", MORE):
        seen, fresh = await seen_and_fresh(bench, script)
        assert differences(seen.columns, fresh.columns) == [], script
        assert seen.render() == fresh.render()


async def test_the_pointer_over_a_list_to_which_items_come(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await bench.show("<style>li:hover { color: red } ul:focus-within > li { margin: 3px }</style>" + LIST)
    await quiet_look(bench)
    for name in ("Item 3", "Item 7"):
        ref = next(node.ref for node in (await bench.page.snapshot()).interactive() if node.name == name)
        await (bench.page.click if name == "Item 7" else bench.page.hover)(ref)
        for script in (MORE, "document.querySelector('li:nth-child(12)').remove()"):
            seen, fresh = await seen_and_fresh(bench, script)
            assert differences(seen.columns, fresh.columns) == [], script
            assert seen.render() == fresh.render()


async def test_what_holds_many_elements_is_not_described_with_them(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reply would grow with the list to which one item came."""
    given: list[int | None] = []
    describe: Callable[..., Any] = dom.describe_node

    def noted(**options: Any) -> Any:
        given.append(options.get("depth"))
        return describe(**options)

    await bench.show(LIST)
    await quiet_look(bench)
    captures.clear()
    monkeypatch.setattr(dom, "describe_node", noted)
    await bench.run(f"{MORE}; document.querySelector('ul').className = 'long'; 0")
    await controller_of(bench.page).tab.changes.settle(limit=10)
    seen = await controller_of(bench.page).observer.capture()
    assert captures == [], dict(controller_of(bench.page).observer.refusals)
    assert sorted(map(str, given)) == ["-1", "0", "0"]
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
