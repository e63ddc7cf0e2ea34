"""Fields that grids open to edit a cell: what the cell shows once Enter has left them."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-02", "RA-04")]

GRID = """<style>td{width:120px;height:24px;padding:0} input{width:110px;height:20px;border:0} .over{position:absolute}
</style><table role=grid><tr role=row><td role=gridcell tabindex=0>Bolt<td role=gridcell tabindex=0 id=c>$300.00
</table><script>
  let price = 300, over = OVER;
  const draw = () => { c.textContent = `$${price.toFixed(2)}`; };
  c.ondblclick = () => {
    const field = document.createElement('input'), box = c.getBoundingClientRect();
    field.ariaLabel = 'Price';
    field.value = over ? c.textContent : price;
    if (over) { field.className = 'over'; field.style.left = box.x + 'px'; field.style.top = box.y + 'px'; }
    if (!over) c.textContent = '';
    (over ? document.body : c).append(field);
    field.focus();
    field.onkeydown = (event) => { if (event.key !== 'Enter') return;
      const wrong = !(Number(field.value) <= 500);
      if (wrong && BLOCKS) { if (MARKS) c.classList.add('validation-fail'); return; }
      if (!wrong) price = Number(field.value);
      field.remove(); draw(); c.focus(); };
  };
</script>"""


async def _show(stage: Stage, *, over: bool = False, blocks: bool = False, marks: bool = True) -> None:
    page = GRID
    for word, state in (("OVER", over), ("BLOCKS", blocks), ("MARKS", marks)):
        page = page.replace(word, str(state).lower())
    await stage.show(page)
    await stage.page.click('gridcell "$300.00"', count=2)


@pytest.mark.parametrize("over", [False, True])
async def test_the_cell_is_quoted_once_its_field_is_gone(stage: Stage, over: bool) -> None:
    await _show(stage, over=over)
    result = await stage.page.type('textbox "Price"', "77", clear=True, enter=True)
    assert result.success
    assert result.message.endswith("its cell shows '$77.00'")


@pytest.mark.parametrize("over", [False, True])
async def test_a_value_that_the_grid_dropped_was_not_entered(stage: Stage, over: bool) -> None:
    await _show(stage, over=over)
    result = await stage.page.type('textbox "Price"', "900", clear=True, enter=True)
    assert (result.success, result.error and result.error.code) == (False, "value_mismatch")
    assert "'$300.00' instead of '900'" in result.message


async def test_a_cell_that_keeps_its_field_open_and_is_marked_has_not_taken_it(stage: Stage) -> None:
    await _show(stage, blocks=True)
    result = await stage.page.type('textbox "Price"', "900", clear=True, enter=True)
    assert (result.success, result.error and result.error.code) == (False, "rejected")


@pytest.mark.parametrize("over", [False, True])
async def test_a_cell_that_keeps_its_field_open_without_a_mark_has_not_taken_it(
    stage: Stage, over: bool
) -> None:
    await _show(stage, over=over, blocks=True, marks=False)
    result = await stage.page.type('textbox "Price"', "900", clear=True, enter=True)
    assert (result.success, result.error and result.error.code) == (False, "rejected")
    assert "open still, with '900' in it" in result.message


ALWAYS = """<table role=grid><tr><td role=gridcell><input aria-label=Part value=Bolt><td role=gridcell><input
aria-label=Price value=3></table>"""


async def test_a_field_that_a_cell_always_has_takes_a_value_and_stays(stage: Stage) -> None:
    await stage.show(ALWAYS)
    result = await stage.page.type('textbox "Price"', "4", clear=True, enter=True)
    assert result.success, result.message


ROWS = """<table><tr><td>Bolt<td>3<tbody id=b></tbody><tr id=n><td><input aria-label=Part><td></table><script>
  const wire = () => { n.querySelector('input').onkeydown = (event) => { if (event.key !== 'Enter') return;
    const row = b.insertRow(); row.insertCell().textContent = event.target.value; row.insertCell();
    n.innerHTML = '<td><input aria-label=Part><td>'; wire(); }; };
  wire();
</script>"""


async def test_a_row_of_fields_that_adds_rows_is_none_of_them(stage: Stage) -> None:
    await stage.show(ROWS)
    result = await stage.page.type('textbox "Part"', "Nut", enter=True)
    assert result.success
    assert "'Nut' was entered" in result.message


SORTED = """<table role=grid><tbody id=b></table><script>
  let rows = ['Bolt', 'Nut', 'Pin'];
  const draw = () => { b.innerHTML = rows.map((one) => `<tr><td role=gridcell tabindex=0>${one}`).join(''); };
  b.ondblclick = (event) => { const was = event.target.innerText;
    event.target.innerHTML = `<input aria-label=Name value=${was}>`;
    const field = event.target.firstChild;
    field.focus();
    field.onkeydown = ({ key }) => { if (key !== 'Enter') return;
      rows = rows.map((one) => (one === was ? field.value : one)).sort(); draw(); }; };
  draw();
</script>"""


async def test_rows_that_are_sorted_again_do_not_make_it_fail(stage: Stage) -> None:
    await stage.show(SORTED)
    await stage.page.click('gridcell "Bolt"', count=2)
    result = await stage.page.type('textbox "Name"', "Zinc", clear=True, enter=True)
    assert result.success, result.message
    assert "Nut" not in result.message
