"""What a page takes back by a short timer, without asking its server: that is waited for where an action set it."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

PAGE = """<label>Short <input id=f></label><label>Other <input id=o></label>
<label><input type=checkbox id=c> Agree</label><button id=b aria-pressed=false>Like</button><script>
  f.oninput = () => setTimeout(() => { f.value = f.value.slice(0, 2); }, 120);
  f.onblur = () => setTimeout(() => { f.value = ''; }, 60);
  c.onchange = () => setTimeout(() => { c.checked = false; }, 120);
  b.onclick = () => { b.ariaPressed = 'true'; setTimeout(() => { b.ariaPressed = 'false'; }, 140); };
</script>"""


async def test_a_text_that_a_timer_cuts_short_is_not_held(stage: Stage) -> None:
    await stage.show(PAGE)
    result = await stage.page.fill(await stage.ref("Short"), "abcd")
    assert result.error is not None, result.message
    assert result.error.code == "value_mismatch"
    assert "now holds 'ab'" in result.message


async def test_what_a_field_drops_once_another_has_the_focus_is_in_the_answer(stage: Stage) -> None:
    await stage.show(PAGE + "<p>One</p><p>Two</p><p>Three</p>")
    await stage.page.fill(await stage.ref("Short"), "ab")
    result = await stage.page.fill(await stage.ref("Other"), "x")
    assert result.observation is not None
    (field,) = result.observation.snapshot.find(name="Short", role="textbox")
    assert field.value == ""


async def test_a_choice_that_a_timer_takes_back_is_not_made(stage: Stage) -> None:
    await stage.show(PAGE)
    result = await stage.page.check(await stage.ref("Agree"))
    assert result.error is not None, result.message
    assert result.error.code == "value_mismatch"
    assert "it holds 'false' instead of 'true'" in result.message


async def test_a_press_that_a_timer_takes_back_has_no_effect(stage: Stage) -> None:
    await stage.show(PAGE)
    result = await stage.page.click(await stage.ref("Like"))
    assert result.effect.kind == "no_effect", result.message


# The grid says at once which cell is chosen, and opens its editor once it is loaded: React shows that so late.
DRAWN = """<p id=at>None</p><div style="position: relative; width: 200px">
<canvas id=c width=200 height=60 tabindex=0></canvas><div id=l style="position: absolute; inset: 0"></div></div><script>
  let shown = '10'; const draw = () => { const pen = c.getContext('2d'); pen.clearRect(0, 0, 200, 60);
    pen.fillText(shown, 20, 30); }; draw();
  const loaded = () => new Promise((done) => { const { port1, port2 } = new MessageChannel();
    port1.onmessage = done; port2.postMessage(0); });
  const edit = () => { const field = document.createElement('input'); field.value = shown; document.body.append(field);
    field.focus(); field.onkeydown = (event) => { if (event.key !== 'Enter') return;
      shown = field.value; field.remove(); draw(); c.focus(); }; };
  l.onmousedown = (event) => { event.preventDefault(); c.focus(); };
  l.onclick = () => { at.textContent = 'B2'; };
  l.ondblclick = async () => { await loaded(); setTimeout(edit, 320); };
</script>"""


async def test_an_editor_that_a_canvas_opens_late_is_open_once_the_double_click_is_answered(
    stage: Stage,
) -> None:
    await stage.show(DRAWN)
    layer = next(node for node in (await stage.page.snapshot()).interactive() if node.role != "canvas")
    assert (await stage.page.click(layer.ref, position=(20, 30), count=2)).success
    assert await stage.page.evaluate("document.activeElement.localName") == "input"
    result = await stage.page.type(None, "350", clear=True, enter=True)
    assert result.success, result.message
    assert await stage.page.evaluate("shown") == "350"
