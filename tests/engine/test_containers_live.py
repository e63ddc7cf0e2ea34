"""What styles ask of the size of a container, which no mutation shows, is updated like a new capture (CD-17)."""

from __future__ import annotations

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look, seen_and_fresh

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

LIST = "<ul>" + "".join(f"<li><a href=#{n}>Line {n}</a> <b>{n}</b>" for n in range(120)) + "</ul>"
CARD = (
    "<div id=row style='display:flex;width:600px'><p id=side style='white-space:nowrap'>x</p>"
    "<div id=card class=card style='flex:1;height:60px'><button>Buy</button> <em class=tip>a tip</em></div></div>"
    "<p id=far>far</p>"
)
SHOWN = ".tip { visibility: hidden } "
ASKED = "{ .tip { visibility: visible } button { opacity: 0 } }"
STYLES = {
    "type": f".card {{ container-type: inline-size }} @container (max-width: 300px) {ASKED}",
    "name": f".card {{ container: card / inline-size }} @container card (width < 300px) {ASKED}",
    "nested": ".card { container-type: inline-size } .tip { @container (width < 300px) { visibility: visible } }",
    "declared": f"#row {{ & .card {{ container-type: inline-size }} }} @container (width < 300px) {ASKED}",
    "units": ".card { container-type: inline-size } .tip { opacity: calc((400px - 100cqw) / 1px) }",
}
CHANGES = {
    "style": "card.style.maxWidth = '200px'",
    "above": "row.style.width = '250px'",
    "text": "side.textContent = 'x'.repeat(60)",
    "beside": "side.append(Object.assign(document.createElement('i'), {textContent: 'x'.repeat(60)}))",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
async def test_what_a_container_of_another_size_shows_is_seen(
    bench: Bench, captures: list[CaptureOptions], style: str, change: str
) -> None:
    await bench.show(f"<style>{SHOWN}{style}</style>{CARD}{LIST}")
    await quiet_look(bench)
    seen, fresh = await seen_and_fresh(bench, change)
    assert differences(seen.columns, fresh.columns) == []
    assert seen.render() == fresh.render()


async def test_containers_of_the_same_size_cost_no_capture(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await bench.show(f"<style>{SHOWN}{STYLES['type']}</style>{CARD}{LIST}")
    await quiet_look(bench)
    captures.clear()
    seen, fresh = await seen_and_fresh(bench, "far.textContent = 'near'")
    assert len(captures) == 1, controller_of(bench.page).observer.refusals
    assert differences(seen.columns, fresh.columns) == []
