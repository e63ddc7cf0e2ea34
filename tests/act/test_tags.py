"""Fields of several choices that badges, ticks or a number show, in lists that mark where the keys are."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

PAGE = """<style>.box,.pop{border:1px solid;padding:4px;background:#fff;width:260px} .pop{position:absolute;top:90px}
[role=option]{height:22px} .badge{margin:2px;background:#ddd} .off{opacity:0}</style>
<button id=field type=button aria-haspopup=dialog aria-controls=pop aria-expanded=false class=box></button>
<div id=pop role=dialog class=pop hidden><input id=seek role=combobox aria-expanded=true aria-controls=list>
  <div id=list role=listbox></div></div>
<script>
  // The list says aria-selected of the option that the keys are at, as cmdk does, and toggles what is pressed.
  window.toggles = [];
  const held = new Set(), all = ['sea', 'cold', 'wet', 'winter'], field = document.getElementById('field');
  const badge = (t) => `<span class=badge>${t}CROSS</span>`;
  const draw = (at) => {
    field.innerHTML = COUNTED ? (held.size ? held.size + ' selected' : 'Choose')
      : [...held].map(badge).join(' ') || 'Choose';
    list.innerHTML = all.map((t, i) => `<div role=option id=o${i} aria-selected=${t === at}>` +
      `<svg width=9 height=9 class=${held.has(t) ? 'on' : 'off'}><path d="M0 5L4 9L9 0"/></svg>${t}</div>`).join('');
    seek.setAttribute('aria-activedescendant', 'o' + all.indexOf(at)); };
  const show = (open) => { pop.hidden = !open; field.ariaExpanded = String(open);
    if (open) { seek.value = ''; seek.focus(); } };
  field.onclick = (e) => { const off = e.target.dataset?.off;
    if (!off) return show(pop.hidden); toggles.push(off); held.delete(off); draw('sea'); };
  addEventListener('keydown', (e) => { if (e.key === 'Escape') show(false); });
  list.onclick = (e) => { const t = e.target.closest('[role=option]')?.innerText.trim(); if (!t) return;
    toggles.push(t); held.has(t) ? held.delete(t) : held.add(t); draw(t); };
  for (const t of START) held.add(t);
  draw('sea');
</script>"""
CROSS = '<span role=button aria-label="Remove ${t}" data-off=${t}>×</span>'


def page(kind: str, start: list[str]) -> str:
    html = PAGE.replace("START", str(start)).replace("COUNTED", str(kind == "count").lower())
    return html.replace("CROSS", CROSS if kind == "crosses" else "")


@pytest.mark.parametrize("kind", ["badges", "crosses", "count"])
@pytest.mark.parametrize("opened", [False, True])
async def test_what_is_held_is_not_pressed_again(stage: Stage, kind: str, opened: bool) -> None:
    await stage.show_html(page(kind, ["sea", "cold"]))
    target = await stage.ref("#seek" if opened else "#field")
    if opened:
        await stage.eval("show(true)")
    for wanted, pressed in (
        (["sea", "cold", "wet"], ["wet"]),
        (["sea", "cold", "wet"], []),
        (["wet"], ["cold", "sea"]),
    ):
        await stage.eval("toggles.length = 0")
        done = await select(stage.tab, target, *wanted)
        assert sorted(await stage.eval("toggles")) == pressed, wanted
        assert sorted(await stage.eval("[...held]")) == sorted(wanted)
        assert done.as_wanted is not False, wanted
        assert await stage.eval("pop.hidden") is not opened


async def test_the_values_of_badges_are_told_without_their_crosses(stage: Stage) -> None:
    await stage.show_html(page("crosses", ["sea"]))
    done = await select(stage.tab, await stage.ref("#field"), "sea", "wet")
    assert (done.as_wanted, done.value_before, done.value_after) == (True, "sea", "sea, wet")


async def test_a_number_of_choices_that_is_another_is_not_as_wanted(stage: Stage) -> None:
    html = page("count", ["sea", "cold"]).replace("toggles.push(t);", "if (t === 'wet') return;")
    await stage.show_html(
        html.replace("svg", "b").replace("<button id=field", "<button id=field role=combobox")
    )
    done = await select(stage.tab, await stage.ref("#field"), "sea", "cold", "wet")
    assert done.as_wanted is False


async def test_a_field_is_not_opened_by_a_press_on_the_cross_in_its_middle(stage: Stage) -> None:
    html = page("crosses", ["sea", "cold", "wet"]).replace(
        "class=box>", "class=box style='position:relative'>", 1
    )
    middle = "<style>[data-off=wet]{position:absolute;left:30%;top:20%;width:40%;height:60%}</style>"
    await stage.show_html(middle + html)
    done = await select(stage.tab, await stage.ref("#field"), "wet")
    assert done.value_after == "wet"
    assert sorted(await stage.eval("toggles")) == ["cold", "sea"]


async def test_items_with_a_tick_of_their_own_are_several_choices(stage: Stage) -> None:
    """The list is a menu that does not say how many it takes."""
    await stage.show_html(
        "<button id=c role=combobox aria-expanded=false aria-controls=m>Kinds</button><div id=m role=menu hidden>"
        "<div role=menuitemcheckbox aria-checked=false>Beach</div><div role=menuitemcheckbox aria-checked=false>City"
        "</div><div role=menuitemcheckbox aria-checked=false>Hike</div></div><script>"
        "const show = (open) => { m.hidden = !open; c.ariaExpanded = String(open) }; c.onclick = () => show(m.hidden);"
        "addEventListener('keydown', (event) => { if (event.key === 'Escape') show(false) });"
        "const held = () => [...m.children].filter((o) => o.ariaChecked === 'true').map((o) => o.innerText).join(', ');"
        "for (const o of m.children) o.onclick = () => { o.ariaChecked = String(o.ariaChecked !== 'true');"
        "c.textContent = held() || 'Kinds' }</script>"
    )
    done = await select(stage.tab, await stage.ref("#c"), "Beach", "Hike")
    assert (done.as_wanted, done.value_after) == (True, "Beach, Hike")


CHIPS = """<div id=box style="border:1px solid;width:300px"><div role=listbox id=chips aria-label="Chosen guests"></div>
<input id=c role=combobox aria-label=Guests aria-expanded=false style="border:0;background:none"></div>
<div id=m role=listbox hidden></div><script>
  const held = [], all = ['Ann', 'Bob', 'Cleo'];
  const drawn = (texts, tag) => texts.map((t) => `<${tag} role=option>${t}</${tag}>`).join('');
  const show = (open) => { m.hidden = !open; c.ariaExpanded = String(open);
    open ? c.setAttribute('aria-controls', 'm') : c.removeAttribute('aria-controls');
    chips.innerHTML = drawn(held, 'button'); m.innerHTML = drawn(all.filter((t) => !held.includes(t)), 'div'); };
  box.onclick = () => { c.focus(); show(true); };
  c.onkeydown = (event) => { if (event.key === 'Escape') show(false); };
  m.onclick = (event) => { held.push(event.target.innerText); c.value = ''; show(false); };
</script>"""


async def test_chips_may_be_options_of_a_list_of_their_own(stage: Stage) -> None:
    await stage.show_html(CHIPS)
    done = await select(stage.tab, await stage.ref("#c"), "Bob", "Cleo")
    assert (done.as_wanted, done.value_after) == (True, "Bob, Cleo")
    assert await stage.eval("held") == ["Bob", "Cleo"]


# As rsuite, Tagify and Arco do it: no list, a text is a tag by Enter, and the tag fades in.
NO_LIST = """<form onsubmit="window.sent = true; return false"><div id=box style="width:300px;border:1px solid">
<input id=c style="border:0"></div><input id=other></form><style>
@keyframes in { from { opacity: 0; transform: scale(0) } } .t { animation: in .3s }</style><script>
  const held = [];
  const draw = () => { box.querySelectorAll('.t').forEach((t) => t.remove());
    for (const text of held) c.insertAdjacentHTML('beforebegin',
      `<span class=t><span>${text}</span><b aria-label="remove ${text}" role=button>×</b></span>`);
    for (const b of box.querySelectorAll('b')) b.onclick = () => { held.splice(held.indexOf(b.ariaLabel.slice(7)), 1);
      draw(); }; };
  c.onkeydown = (event) => { if (event.key !== 'Enter' || !ALLOWED.test(c.value) || held.includes(c.value)) return;
    held.push(c.value); c.value = ''; draw(); };
</script>"""


async def test_tags_without_a_list_are_typed_and_replace_the_others(stage: Stage) -> None:
    await stage.show_html(NO_LIST.replace("ALLOWED", "/./"))
    done = await select(stage.tab, await stage.ref("#c"), "sea", "cold")
    assert (await stage.eval("held"), done.as_wanted, done.value_after) == (
        ["sea", "cold"],
        True,
        "sea, cold",
    )
    done = await select(stage.tab, await stage.ref("#c"), "cold", "wet")
    assert (await stage.eval("held"), done.as_wanted, done.value_after) == (
        ["cold", "wet"],
        True,
        "cold, wet",
    )
    assert await stage.eval("window.sent ?? false") is False


async def test_a_field_that_makes_no_tags_keeps_its_text(stage: Stage) -> None:
    await stage.show_html(NO_LIST.replace("ALLOWED", "/^s/"))
    await stage.eval("c.value = 'kept'")
    with pytest.raises(NotActionable, match="takes any text"):
        await select(stage.tab, await stage.ref("#c"), "cold")
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#c"), "sea", "cold")
    assert await stage.eval("[held.join(), c.value, window.sent ?? false]") == ["sea", "kept", False]


OFFERED = (
    NO_LIST.replace("ALLOWED", "/./").replace("<input id=c", "<input id=c aria-label='NAMED'")
    + """<div id=m role=listbox hidden><div role=option>sea</div><div role=option>snow</div></div><script>
  c.onfocus = () => { m.hidden = false }; c.onblur = () => { m.hidden = true };
  for (const one of m.children) one.onmousedown = (event) => {
    event.preventDefault(); held.push(one.innerText); draw() };
</script>"""
)


async def test_a_field_of_tags_takes_new_ones_beside_a_list_of_those_in_use(stage: Stage) -> None:
    await stage.show_html(OFFERED.replace("NAMED", "Tag name"))
    done = await select(stage.tab, await stage.ref("#c"), "cold", "sea")
    assert (await stage.eval("held"), done.as_wanted) == (["cold", "sea"], True)


async def test_what_a_list_offers_is_no_tag_yet(stage: Stage) -> None:
    """TiddlyWiki draws its list again at every key and each focus; a tag that it offered was reported as held."""
    await stage.show_html(
        OFFERED.replace("NAMED", "Tag name")
        + """<script>
  const list = ['sea', 'snow'];
  const again = () => { m.innerHTML = list.map((one) => `<div role=option>${one}</div>`).join(''); m.hidden = false };
  c.oninput = again; c.onfocus = again; c.onblur = null; again();
</script>"""
    )
    done = await select(stage.tab, await stage.ref("#c"), "sea", "cold")
    assert (await stage.eval("held"), done.as_wanted) == (["sea", "cold"], True)


async def test_any_other_field_with_a_list_takes_none(stage: Stage) -> None:
    await stage.show_html(OFFERED.replace("NAMED", "Place"))
    with pytest.raises(NotActionable) as caught:
        await select(stage.tab, await stage.ref("#c"), "cold")
    assert caught.value.code == "option_not_found"
    assert await stage.eval("[held, c.value]") == [[], ""]


# As the filters of Prefect: the other fields of the row are buttons that open their lists, one with a cross beside it.
BESIDE = """<div><div><div><label>Dates</label><div><button aria-haspopup=dialog>Past 7 days</button><button
aria-label="Clear dates" onclick="window.cleared = true">x</button></div></div><div><label>Flows</label>
<button aria-haspopup=listbox>All flows</button></div><div><label>Tags</label><div style="border:1px solid">
<span id=chips></span><input id=c aria-label="All tags"></div></div></div></div><script>window.held = [];
c.onkeydown = (event) => { if (event.key !== 'Enter') return;
  held.push(c.value); c.value = '';
  chips.innerHTML = held.map((one) => `<span class=badge>${one}<button aria-label="Remove ${one}"><svg width=9 height=9
    ></svg></button></span>`).join(''); };
document.querySelector('[aria-label="Clear dates"]').innerHTML = '<svg width=9 height=9></svg>';
</script>"""


@pytest.mark.parametrize("lists", [True, False])
async def test_the_value_of_another_field_with_a_cross_is_no_tag(stage: Stage, lists: bool) -> None:
    await stage.show_html(BESIDE if lists else BESIDE.replace("aria-haspopup=listbox", ""))
    done = await select(stage.tab, await stage.ref("#c"), "prod")
    assert (await stage.eval("held"), done.as_wanted) == (["prod"], True)
    assert await stage.eval("window.cleared ?? null") is None
