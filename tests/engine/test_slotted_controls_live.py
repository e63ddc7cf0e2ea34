"""What a custom element draws in slots: controls with their state and its name, rows with their cells."""

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


TABLE = """<my-table role=grid></my-table><script>
  customElements.define('my-row', class extends HTMLElement { connectedCallback() {
    this.role = 'row';
    const names = ['one', 'two'];
    this.attachShadow({ mode: 'open' }).innerHTML = '<style>:host { display: flex } div { width: 40px }</style>' +
      '<div role=gridcell>No.</div>' + names.map((name) => `<slot name=${name}></slot>`).join('');
    this.innerHTML = names.map((name, at) =>
      `<my-cell role=gridcell slot=${name} style="display: flex">${this.lang.split(' ')[at]}</my-cell>`).join(''); } });
  document.querySelector('my-table').innerHTML = '<my-row lang="Ada 36"></my-row><my-row lang="Bob 41"></my-row>';
</script>"""


async def test_the_cells_of_a_row_that_draws_each_in_a_slot_are_parted(bench: Bench) -> None:
    """As UI5's table does."""
    await bench.show(TABLE)
    lines = (await bench.page.observe()).text.splitlines()
    assert [line for line in lines if "No." in line] == ["No. | Ada | 36", "No. | Bob | 41"]
