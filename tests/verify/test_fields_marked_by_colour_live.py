"""A press by which the label of an empty field turns red and nothing else happens: the page does not go on."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

PAGE = """<div role=dialog aria-label=Device><h2>New device</h2><div id=host></div><my-button></my-button></div><script>
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<style>label { display: block; border: 1px solid } .field--invalid span { color: red }</style>
    <label class=field><span id=l>Network name</span> <input required aria-labelledby=l></label>`;
  const [box, f] = root.querySelectorAll('label, input');
  customElements.define('my-button', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<button>Next</button>';
    this.onclick = () => { PRESSED }; } });
</script>"""
TURNS_RED = "box.classList.add('field--invalid')"

# The page checks its fields by itself: the browser knows of none that is required.
BY_CLASS = """<style>.has-error input { border-bottom: 2px solid red }</style><div role=dialog aria-label=Company>
  <label for=f>Party</label><div id=box class='char required'><input id=f></div><p>
  <label>Note <input></label><p><button type=button onclick="PRESSED">Next</button></div>"""
MARKS = "box.classList.add('has-error'); f.focus()"


@pytest.mark.parametrize(
    ("page", "pressed", "label"), [(PAGE, TURNS_RED, "Network name"), (BY_CLASS, MARKS, "Party")]
)
async def test_a_field_that_only_turns_red_rejects_the_press(
    stage: Stage, page: str, pressed: str, label: str
) -> None:
    await stage.show(page.replace("PRESSED", pressed))
    result = await stage.page.click(await stage.ref("Next"))
    assert result.error is not None, result.message
    assert result.error.code == "rejected"
    assert f"{label}: " in result.error.message


@pytest.mark.parametrize(
    ("page", "pressed"),
    [
        (PAGE.replace("<input required", "<input"), TURNS_RED),
        (PAGE, "f.value = 'Home'; " + TURNS_RED),
        (PAGE, "box.classList.add('ng-invalid')"),
        (BY_CLASS.replace("char required", "char"), MARKS),
        (BY_CLASS, "f.value = 'Ann'; " + MARKS),
        (BY_CLASS, "f.focus()"),
    ],
)
async def test_other_classes_of_fields_reject_nothing(stage: Stage, page: str, pressed: str) -> None:
    await stage.show(page.replace("PRESSED", pressed))
    result = await stage.page.click(await stage.ref("Next"))
    assert result.success, result.message
