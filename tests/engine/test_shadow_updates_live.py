"""A page with open shadow roots is updated like any other, by what changes in them and around them."""

from __future__ import annotations

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look, seen_and_fresh

__all__ = ("captures",)

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

# Each card has slotted words, and a label, a field and a drawing in its shadow tree; one style sheet serves all.
PAGE = """<style>x-card { display: block } x-card.on { border: 2px solid } x-card.on::part(head) { color: red }
  #beside + p { color: gray } .icon { overflow: visible }</style>
  <p id=top>top</p>""" + (
    "<x-card><b slot=head>Head</b> words <i>slotted</i> <button>Buy</button>\n</x-card>" * 40
    + """<p id=beside>beside</p><p id=end>end</p><label id=own>Own</label><script>
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:host { margin: 2px } :host([wide]) { width: 300px } :host([wide]) .body { letter-spacing: 2px }
    .head { display: flex; gap: 4px } .body { padding: 2px } .body.open { padding: 9px }
    .body.open::before { content: "open" }
    .tip { display: none } .row:hover .tip { display: inline } ::slotted(.mark) { font-size: 30px }
    :host(:state(busy)) .row { display: none } .group > :hover { z-index: 1 }`);
  customElements.define('x-card', class extends HTMLElement {
    constructor() {
      super();
      this.inner = this.attachInternals();
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet];
      root.innerHTML = `<div class=head part=head><slot name=head></slot><svg class=icon width=9 height=9>
        <rect width=9 height=9></rect></svg><label class=said>Said<!-- --> </label></div>
        <div class=body><slot></slot><div class=row><button class=more>More</button> <span class=tip>a tip</span>
        <em class=count>0</em></div><label>Name <input class=name></label></div>`;
    }
  });
  own.onclick = () => {};
  var card = document.querySelector('x-card'), body = card.shadowRoot.querySelector('.body');
  var count = body.querySelector('.count'), field = body.querySelector('.name');
</script>"""
)


@pytest.mark.parametrize(
    "change",
    [
        "count.textContent = 'seven'",
        "count.firstChild.data = '12345'",
        "count.after(document.createElement('hr'))",
        "body.querySelector('.row').append('more words ', document.createElement('button'))",
        "body.querySelector('.row').remove()",
        "body.className = 'body open'",
        "body.hidden = true",
        "body.querySelector('.more').disabled = true",
        "body.querySelector('.more').ariaLabel = 'Even more'",
        "field.value = 'Ada'",
        "field.focus()",
        "card.setAttribute('wide', '')",
        "card.className = 'on'",
        "card.inner.states.add('busy')",
        "card.querySelector('i').className = 'mark'",
        "card.querySelector('i').textContent = 'other words in the slot'",
        "card.querySelector('i').append(document.createElement('u'), 'and more')",
        "card.style.display = 'none'",
        "top.textContent = 'another top'",
        "document.getElementById('top').after(document.createElement('hr'))",
        "document.getElementById('top').remove()",
        "document.querySelectorAll('x-card')[7].remove()",
    ],
)
async def test_an_update_is_what_a_capture_finds(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(PAGE)
    await quiet_look(bench)
    captures.clear()
    await bench.run(f"{change}; 0")
    await controller_of(bench.page).tab.changes.settle(limit=10)
    seen = await controller_of(bench.page).observer.capture()
    assert captures == [], dict(controller_of(bench.page).observer.refusals)
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
    assert seen.render() == fresh.render()


@pytest.mark.parametrize(
    "change",
    [
        "sheet.insertRule('.count { display: none }')",
        "sheet.cssRules[3].style.display = 'block'",
        "card.append('straight into the slot')",
        "card.querySelector('i').slot = 'head'",
        "card.shadowRoot.querySelector('slot').name = 'tail'",
        "end.attachShadow({ mode: 'open' }).innerHTML = '<button>In a new root</button>'",
        "end.attachShadow({ mode: 'closed' }).innerHTML = '<button>In a closed root</button>'",
        "card.shadowRoot.append(document.createElement('hr'))",
        "end.after(document.createElement('x-card'))",
    ],
)
async def test_what_is_not_certain_is_captured(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(PAGE)
    await quiet_look(bench)
    seen, fresh = await seen_and_fresh(bench, change)
    assert differences(seen.columns, fresh.columns) == []
    assert seen.render() == fresh.render()


async def test_the_pointer_in_a_shadow_tree(bench: Bench, captures: list[CaptureOptions]) -> None:
    await bench.show(PAGE)
    await quiet_look(bench)
    for name in ("More", "Buy", "More"):
        ref = next(node.ref for node in (await bench.page.snapshot()).interactive() if node.name == name)
        await quiet_look(bench)
        captures.clear()
        assert (await bench.page.hover(ref)).success
        seen = await controller_of(bench.page).observer.capture()
        assert captures == [], dict(controller_of(bench.page).observer.refusals)
        fresh = await bench.page.snapshot()
        assert differences(seen.columns, fresh.columns) == []
        assert seen.render() == fresh.render()
        assert ("a tip" in seen.render()) == (name == "More")


async def test_a_shadow_root_that_comes_back_with_its_host_is_followed_again(bench: Bench) -> None:
    """While it was away the document was looked at, and its own style sheet hides something now."""
    await bench.show(PAGE)
    await quiet_look(bench)
    for script in (
        "card.remove()",
        "top.textContent = 'looked at without it'",
        "end.before(card)",
        "sheet.insertRule('.count { display: none }')",
        "count.textContent = 'eight'; body.querySelector('.more').textContent = 'Most'",
    ):
        seen, fresh = await seen_and_fresh(bench, script)
        assert differences(seen.columns, fresh.columns) == [], script
