"""Lists whose server searches only some of what a choice is drawn as: they are searched by parts of the text, too."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As trackers offer the parent of a ticket: drawn with kind and number, found by number or words of the subject alone.
TICKETS = """<label>Parent <input id=c autocomplete=off></label>
<ul id=pop hidden style='position:absolute;top:40px;background:#fff'></ul><script>
  const TICKETS = [['Bug', 1, 'Crash at start'], ['Task', 2, 'Write a manual'], ['Bug', 3, 'Manual is wrong']];
  window.entered = [];
  const found = text => TICKETS.filter(([, number, subject]) =>
    text === `#${number}` || subject.toLowerCase().includes(text.toLowerCase()));
  c.oninput = async () => {
    const text = c.value.trim();
    if (text.length < 2) { pop.hidden = true; return; }
    await fetch('?q=' + encodeURIComponent(text));
    if (text !== c.value.trim()) return;
    pop.replaceChildren(...found(text).map(([kind, number, subject]) => {
      const line = document.createElement('li');
      line.setAttribute('role', 'option');
      line.textContent = `${kind} #${number}: ${subject}`;
      line.onmousedown = () => { c.value = String(number); pop.hidden = true; };
      return line;
    }));
    pop.hidden = !pop.children.length;
  };
  c.onkeydown = e => { if (e.key === 'Enter') entered.push(c.value); };
</script>"""


@pytest.mark.parametrize(
    ("text", "number"), [("Bug #1: Crash at start", "1"), ("Task #2: Write a manual", "2")]
)
async def test_a_choice_is_searched_by_parts_of_its_text(stage: Stage, text: str, number: str) -> None:
    await stage.show_html(TICKETS)
    done = await select(stage.tab, await stage.ref("#c"), text, timeout=10)
    assert done.chosen == (text,)
    assert await stage.eval("[c.value, entered]") == [number, []]


async def test_a_part_is_never_entered(stage: Stage) -> None:
    await stage.show_html(TICKETS)
    with pytest.raises(NotActionable, match="no option 'Bug #1: Manual'"):
        await select(stage.tab, await stage.ref("#c"), "Bug #1: Manual", timeout=10)
    assert await stage.eval("[c.value, entered.every(text => text === 'Bug #1: Manual')]") == ["", True]


async def test_a_field_that_is_drawn_again_by_enter_is_refused_for_the_missing_choice(stage: Stage) -> None:
    redrawn = """<script>c.onchange = () => {
      c.outerHTML = `<input id=c value="${c.value}">`; };</script>"""
    await stage.show_html(TICKETS + redrawn)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#c"), "Nothing like it", timeout=10)
    assert "focus" not in str(refused.value)
