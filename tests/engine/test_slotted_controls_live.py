"""Controls that a custom element draws and holds in a slot: their state is seen, and they have its name."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-05", "SX-06")]

ROWS = """<ul id=rows></ul><script>
  const DRAWN = `<style>:host { display: inline-block } .c { display: grid }
    .b, ::slotted(input) { grid-area: 1 / 1; width: 18px; height: 18px; margin: 0 }
    ::slotted(input) { opacity: 0 } .b { background: silver }</style>
    <div class=c><div class=b></div><slot name=input></slot><slot name=label></slot></div>`;
  customElements.define('my-check', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = DRAWN;
    const id = 'c' + rows.children.length + document.querySelectorAll('input').length;
    this.innerHTML = `<label slot=label for=${id}></label><input slot=input type=checkbox id=${id}>`;
    this.addEventListener('click', () => {}); } });
  rows.innerHTML = ['Ada', 'Bob'].map((name) => `<li><my-check aria-label="Pick ${name}"></my-check>${name}`).join('');
</script>"""


async def test_a_check_box_in_a_slot_of_what_draws_it(bench: Bench) -> None:
    """As Vaadin's grid has one in each row: transparent, over a box in the shadow root of its custom element."""
    await bench.show(ROWS)
    snapshot = await bench.page.snapshot()
    found = [(node.tag, node.role, node.name) for node in snapshot.interactive()]
    assert found == [("input", "checkbox", "Pick Ada"), ("input", "checkbox", "Pick Bob")]
    result = await bench.page.click('checkbox "Pick Bob"')
    assert result.success, result.message
    boxes = (await bench.page.snapshot()).interactive()
    assert ["checked" in box.states for box in boxes] == [False, True]
