"""Fields to which a page gives other values: a reaction like a change of its document, though no mutation shows it."""

from __future__ import annotations

import pytest

from cdp_engine.verify import Confirmed, NoEffect
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-02", "RA-05", "RA-09")]

FIELDS = (
    "<input id=total aria-label=Total value='sum 0'><textarea id=note aria-label=Note></textarea>"
    "<input type=checkbox id=all aria-label=All><input type=radio id=one aria-label=One>"
    "<select id=size aria-label=Size><option>S<option>M</select>"
    "<select id=many aria-label=Many multiple><option>A<option>B</select>"
)
PAGE = (
    f"<div><p><button onclick='change()'>Go</button></p></div><hr>{FIELDS}"
    "<script>const change = () => {%s}</script>"
)
CHANGES = {
    "a value of which only the digits differ": "total.value = 'sum 1'",
    "a text": "note.value = 'Taken'",
    "a check box": "all.checked = true",
    "a radio button": "one.checked = true",
    "a choice": "size.value = 'M'",
    "a second choice": "many.options[1].selected = true",
    "after a promise": "Promise.resolve().then(() => { total.value = 'sum 1' })",
    "some frames later": "setTimeout(() => { total.value = 'Taken' }, 40)",
}
PATIENCE = 4.0


@pytest.mark.parametrize("how", CHANGES.values(), ids=CHANGES.keys())
async def test_a_field_that_the_page_changes_is_a_reaction(stage: Stage, how: str) -> None:
    await stage.show(PAGE % how)
    result = await stage.page.click(await stage.ref("Go"), quiet=PATIENCE)
    assert isinstance(result.effect, Confirmed), result
    assert result.settled is not None
    assert result.settled.status == "stable"
    assert result.settled.seconds < PATIENCE / 2


async def test_a_field_in_a_shadow_root_counts(stage: Stage) -> None:
    await stage.show(
        "<p><button onclick='field.value = 7'>Go</button></p><div id=host></div><script>"
        "const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<input aria-label=Inner>';"
        "const field = root.firstChild</script>"
    )
    result = await stage.page.click(await stage.ref("Go"))
    assert isinstance(result.effect, Confirmed), result


BY_ITSELF = {
    "a slider that follows a film": "total.type = 'range';"
    "const next = () => { total.value = ++n % 100; requestAnimationFrame(next) }; next()",
    "a clock": "setInterval(() => { total.value = `12:00:${10 + n++ % 50}` }, 30)",
    "a text that types itself": "setInterval(() => { total.value = 'Sun and rain '.repeat(9).slice(n++ % 99) }, 15)",
}


@pytest.mark.parametrize("how", BY_ITSELF.values(), ids=BY_ITSELF.keys())
async def test_a_field_that_changes_by_itself_shows_no_effect(stage: Stage, how: str) -> None:
    await stage.show(f"{PAGE % ''}<script>let n = 0; {how}</script>")
    result = await stage.page.click(await stage.ref("Go"))
    assert isinstance(result.effect, NoEffect), result


async def test_what_was_entered_is_no_reaction_of_the_page(stage: Stage) -> None:
    await stage.show(PAGE % "")
    result = await stage.page.fill(await stage.ref("Note"), "Mine")
    assert result.success
    assert result.effect.evidence.mutations.count == 0


async def test_a_field_that_vue_writes_is_a_reaction(stage: Stage) -> None:
    """Vue sets values as properties; React writes the attribute, too."""
    await stage.show(
        "<div id=app></div><script type=module>import { createApp } from '/vendor/widgets/vue.js';"
        "createApp({ data: () => ({ count: 1 }), template: `<p><button @click='count += 1'>More</button></p><hr>"
        "<label>Count <input v-model.number='count'></label>` }).mount('#app')</script>"
    )
    await stage.page.observe()
    result = await stage.page.click(await stage.ref("More"))
    assert isinstance(result.effect, Confirmed), result
    assert '="2"' in str(result.observation)


async def test_a_code_editor_that_empties_its_field_later_holds_what_it_draws(stage: Stage) -> None:
    """As CodeMirror 5 does it after a bracket that it closed by itself."""
    await stage.show(
        "<div style='position:relative;width:300px;height:60px'>"
        "<div style='overflow:hidden;position:relative;width:3px;height:0'><textarea id=f aria-label=Code "
        "style='position:absolute;bottom:-1em;width:1000px;height:1em'></textarea></div><pre id=drawn>y = </pre></div>"
        "<script>f.oninput = () => requestAnimationFrame(() => { drawn.textContent += f.value; f.value = '' })</script>"
    )
    result = await stage.page.type(await stage.ref("Code", "textbox"), "print(x)")
    assert await stage.eval("drawn.textContent") == "y = print(x)"
    assert result.success, result.message
    assert "print(x)" in result.message


@pytest.mark.parametrize("keys", ["Enter", "x", ["Control+End", "Enter"]], ids=str)
async def test_keys_for_no_element_show_their_effect_in_the_focused_field(
    stage: Stage, keys: str | list[str]
) -> None:
    await stage.show(
        "<textarea aria-label=Note>one</textarea><script>document.querySelector('textarea').focus()</script>"
    )
    result = await stage.page.press(keys)
    assert isinstance(result.effect, Confirmed), result


async def test_keys_do_not_overtake_the_watch_on_a_busy_page(stage: Stage) -> None:
    """Chrome hands input to a busy page before the commands that were sent earlier."""
    await stage.show(
        "<ul></ul><script>"
        "const work = () => { const end = performance.now() + 120; while (performance.now() < end); setTimeout(work) };"
        "addEventListener('keydown', () => document.querySelector('ul').append(document.createElement('li'), 'more'));"
        "work()</script>"
    )
    effects = [(await stage.page.press("F2")).effect for _ in range(4)]
    assert [type(effect) for effect in effects] == [Confirmed] * 4


# As the head of a list in Prefect: what it says of the choice is drawn again with the box in it.
DRAWN_AGAIN = """<div id=h></div><script>
  let on = false;
  const draw = () => { h.innerHTML = `<button role=checkbox aria-checked=${on} aria-label="Toggle all">
    </button>${on ? '4 selected' : '4 runs'}`;
    h.querySelector('button').onclick = () => { on = !on; setTimeout(draw, 20); }; };
  draw();
</script>"""


async def test_a_box_that_is_drawn_again_with_its_choice_has_not_taken_it_back(stage: Stage) -> None:
    await stage.show(DRAWN_AGAIN)
    for name, done in (("check", stage.page.check), ("uncheck", stage.page.uncheck)):
        result = await done('checkbox "Toggle all"')
        assert result.success, (name, result.message)
        assert await stage.eval("on") is (name == "check")


# As the rows of Label Studio: all are drawn again with a choice, and the box behind the drawn one lags behind it.
ROWS_DRAWN_AGAIN = """<style>input{opacity:0}</style><div id=h></div><script>
  const on = new Set();
  const draw = () => { h.innerHTML = `<section>${['Oslo', 'Rome', 'Bern'].map((one) => `<div><label><span>
    <input type=checkbox aria-checked=${on.has(one)} aria-label="${on.has(one) ? 'Unselect' : 'Select'} ${one}">
    </span></label><p>${one}</p></div>`).join('')}</section>`;
    for (const box of h.querySelectorAll('input')) box.onclick = (event) => { event.preventDefault();
      const one = box.ariaLabel.split(' ')[1];
      if (!on.delete(one)) on.add(one);
      setTimeout(() => { draw(); h.querySelectorAll('input')[1].checked = !on.has('Rome'); }, 20); }; };
  draw();
</script>"""


async def test_a_box_in_a_row_that_is_drawn_again_is_read_in_its_place(stage: Stage) -> None:
    await stage.show(ROWS_DRAWN_AGAIN)
    result = await stage.page.check('checkbox "Select Rome"')
    assert result.success, result.message
    assert await stage.eval("[...on]") == ["Rome"]
    result = await stage.page.uncheck('checkbox "Unselect Rome"')
    assert result.success, result.message
    assert await stage.eval("[...on]") == []


# As the rows of Label Studio that stay: the box behind the drawn one is a press behind what it says.
LAGS = """<style>input{opacity:0}</style><label><input type=checkbox aria-checked=false aria-label=One id=a></label>
<label><input type=checkbox aria-checked=false aria-label=Two id=b></label><script>
  a.onclick = (event) => { event.preventDefault(); const was = a.ariaChecked;
    setTimeout(() => { a.ariaChecked = was !== 'true'; a.checked = was === 'true'; }, 0); };</script>"""


async def test_a_box_that_lags_behind_what_it_says_is_what_it_says(stage: Stage) -> None:
    await stage.show(LAGS)
    for done, said in ((stage.page.check, "true"), (stage.page.uncheck, "false"), (stage.page.check, "true")):
        result = await done('checkbox "One"')
        assert result.success, result.message
        assert await stage.eval("a.ariaChecked") == said


async def test_what_a_box_always_says_does_not_count(stage: Stage) -> None:
    await stage.show(LAGS)
    for done, checked in ((stage.page.check, True), (stage.page.uncheck, False)):
        result = await done('checkbox "Two"')
        assert result.success, result.message
        assert await stage.eval("b.checked") is checked
