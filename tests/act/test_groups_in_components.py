"""Groups of boxes that components draw: shown by slots, in a list, each around a check box of the form."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As in the components of Carbon and Web Awesome: the group is in one shadow tree, each of its choices in another.
SLOTTED = """<choice-group>KINDS</choice-group><script>
  customElements.define('choice-group', class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML =
        '<fieldset id=g style="padding:40px"><legend>Which</legend><slot></slot></fieldset>';
    }
  });
  customElements.define('a-choice', class extends HTMLElement {
    connectedCallback() {
      const type = this.getAttribute('type');
      this.attachShadow({ mode: 'open' }).innerHTML = `<label><input type=${type}><slot></slot></label>`;
      this.box = this.shadowRoot.querySelector('input');
      this.box.onchange = () => {
        if (type === 'radio') for (const one of this.parentNode.children) one.box.checked = one === this;
      };
    }
  });
  window.group = document.querySelector('choice-group').shadowRoot.querySelector('#g');
  window.held = () => [...document.querySelectorAll('a-choice')].filter((one) => one.box.checked)
    .map((one) => one.innerText);
</script>"""


def _slotted(kind: str) -> str:
    names = ("Wifi", "Parking", "Pool")
    return SLOTTED.replace("KINDS", "".join(f"<a-choice type={kind}>{name}</a-choice>" for name in names))


@pytest.mark.parametrize(
    ("kind", "wanted"), [("checkbox", ["Wifi", "Pool"]), ("radio", ["Parking"])], ids=["boxes", "radios"]
)
async def test_what_the_slots_of_a_group_show_is_chosen(stage: Stage, kind: str, wanted: list[str]) -> None:
    await stage.show_html(_slotted(kind))
    done = await select(stage.tab, await stage.ref("(group)"), *wanted)
    assert (await stage.eval("held()"), done.as_wanted) == (wanted, True)


# As in UI5: what draws a box holds the one of the form, unseen.
NESTED = """<div id=g role=group aria-label=Boxes><script>
  for (const name of ['Wifi', 'Parking', 'Pool']) {
    document.write(`<div role=checkbox tabindex=0 aria-checked=false>${name}
      <input type=checkbox tabindex=-1 style="position:absolute;opacity:0;pointer-events:none"></div>`);
  }
  g.onclick = (event) => {
    const box = event.target.closest('[role=checkbox]');
    const on = box.ariaChecked !== 'true';
    box.ariaChecked = String(on); box.querySelector('input').checked = on;
  };</script></div>"""


async def test_a_box_in_a_drawn_one_is_no_other_choice(stage: Stage) -> None:
    await stage.show_html(NESTED)
    done = await select(stage.tab, await stage.ref("#g"), "Wifi", "Pool")
    assert await stage.eval("[...g.querySelectorAll('[role=checkbox]')].map((one) => one.ariaChecked)") == [
        "true",
        "false",
        "true",
    ]
    assert (done.value_after, done.as_wanted) == ("Wifi, Pool", True)


# As in Semi: the whole line of each takes the press.
LISTED = """<div id=g role=list><script>
  window.presses = 0;
  for (const name of ['Wifi', 'Parking', 'Pool'])
    document.write(`<div role=listitem onclick="presses++; box = this.querySelector('input');
      if (event.target !== box) box.checked = !box.checked"><input type=checkbox aria-labelledby=${name}>
      <span id=${name}>${name}</span></div>`);</script></div>"""


async def test_a_list_of_boxes_is_a_group(stage: Stage) -> None:
    await stage.show_html(LISTED)
    done = await select(stage.tab, await stage.ref("#g"), "Wifi", "Pool")
    checked = "[...g.querySelectorAll('input')].map((one) => one.checked)"
    assert await stage.eval(f"[{checked}, presses]") == [[True, False, True], 2]
    assert (done.value_after, done.as_wanted) == ("Wifi, Pool", True)
