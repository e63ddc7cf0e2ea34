"""Fields hold what they were given, and the page heard of it as from a person."""

from __future__ import annotations

import pytest

from cdp_engine.act import Choice, blur, check, fill, focus, select, uncheck
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

LOG = """<script>window.seen = [];
for (const type of ['input', 'change', 'focusin', 'focusout', 'keydown'])
  addEventListener(type, e => seen.push(
    type + ':' + (e.target.id || e.target.localName) + (e.isTrusted ? '' : '!')), true);
</script>"""


@pytest.mark.req("VD-09")
@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("<input id=f value=old>", "new text"),
        ("<input id=f type=email value=a@b.test>", "c@d.test"),
        ("<input id=f type=number value=3>", "42"),
        ("<input id=f type=tel>", "+49 30"),
        ("<textarea id=f>old\nold</textarea>", "one\ntwo"),
        ("<input id=f value=old>", ""),
        ("<textarea id=f>old</textarea>", ""),
        ("<input id=f value=old>", "日本語 🙂 e\u0301"),
    ],
)
async def test_text_replaces_what_was_there(stage: Stage, field: str, text: str) -> None:
    await stage.show_html(LOG + field)
    done = await fill(stage.tab, await stage.ref("#f"), text)
    assert await stage.eval("f.value") == text
    assert (done.value_after, done.as_wanted, done.method) == (text, True, "insert")
    seen = await stage.eval("seen")
    assert "input:f" in seen
    assert "focusin:f" in seen
    assert "\n" in text or seen.count("input:f") == 1


@pytest.mark.req("VD-09")
@pytest.mark.parametrize(
    ("kind", "extra", "text", "value"),
    [
        ("date", "", "2026-02-17", "2026-02-17"),
        ("time", "", "07:05", "07:05"),
        ("datetime-local", "", "2026-02-17T07:05", "2026-02-17T07:05"),
        ("month", "", "2026-02", "2026-02"),
        ("week", "", "2026-W07", "2026-W07"),
        ("color", "", "#A0b0C0", "#a0b0c0"),
        ("range", "min=0 max=10 step=1", "7", "7"),
        ("date", "value=2026-02-17", "", ""),
    ],
)
async def test_pickers_are_set_to_the_value(
    stage: Stage, kind: str, extra: str, text: str, value: str
) -> None:
    await stage.show_html(LOG + f"<input id=f type={kind} {extra}>")
    done = await fill(stage.tab, await stage.ref("#f"), text)
    assert await stage.eval("f.value") == value
    assert (done.as_wanted, done.method) == (True, "assign")
    assert [e for e in await stage.eval("seen") if "focus" not in e] == ["input:f!", "change:f!"]


@pytest.mark.parametrize(
    ("slider", "ends"),
    [
        ("<input id=f type=range min=2 max=10 value=4>", "2 to 10"),
        ("<input id=f type=range value=4>", "0 to 100"),
        (
            "<div id=f role=slider tabindex=0 aria-label=Pace aria-valuemin=0 aria-valuemax=3 aria-valuenow=1 "
            "style='width:200px;height:20px' onkeydown='this.ariaValueNow = 3'></div>",
            "0 to 3",
        ),
    ],
)
async def test_a_slider_does_not_stop_at_its_end_short_of_a_value(
    stage: Stage, slider: str, ends: str
) -> None:
    await stage.show_html(slider)
    before = await stage.eval("f.value || f.ariaValueNow")
    with pytest.raises(NotActionable, match=f"goes from {ends}"):
        await fill(stage.tab, await stage.ref("#f"), "101")
    assert await stage.eval("f.value || f.ariaValueNow") == before


PACES = ["slow", "steady", "fast", "mad"]
DRAWN_PACE = """<div id=f role=slider tabindex=0 aria-label=Pace aria-valuemin=0 aria-valuemax=3 aria-valuenow=1
aria-valuetext=steady style="width:200px;height:20px"></div><script>
  f.onkeydown = e => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key] || 0;
    const now = Math.max(0, Math.min(3, Number(f.getAttribute('aria-valuenow')) + step));
    f.setAttribute('aria-valuenow', now);
    setTimeout(() => f.setAttribute('aria-valuetext', NAMES[now]), 30);
  };
</script>"""
NATIVE_PACE = """<input id=f type=range aria-label=Pace min=0 max=3 value=1 aria-valuetext=steady><script>
  f.oninput = () => f.setAttribute('aria-valuetext', NAMES[f.value]);
</script>"""


async def test_two_numbers_for_one_handle_are_refused_with_both_where_they_were(stage: Stage) -> None:
    """As Web Awesome: one handle pushes the other along, which its steps would not bring back."""
    await stage.show_html(
        """<div id=low role=slider tabindex=0 aria-valuemin=0 aria-valuemax=9 aria-valuenow=2 aria-valuetext=2>low</div>
        <div id=high role=slider tabindex=0 aria-valuemin=0 aria-valuemax=9 aria-valuenow=5 aria-valuetext=5>high</div>
        <script>
          const now = one => Number(one.getAttribute('aria-valuenow'));
          const set = (one, to) => ['aria-valuenow', 'aria-valuetext'].forEach(name => one.setAttribute(name, to));
          low.onkeydown = e => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key] || 0;
            set(low, Math.max(0, Math.min(9, now(low) + step)));
            if (now(low) > now(high)) set(high, now(low));
          };
        </script>"""
    )
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#low"), "3 - 8")
    assert "a slider for each" in refused.value.hint
    assert await stage.eval("[now(low), now(high)].join()") == "2,5"


@pytest.mark.req("VD-09")
@pytest.mark.parametrize("slider", [DRAWN_PACE, NATIVE_PACE], ids=["drawn", "native"])
async def test_a_slider_of_words_is_moved_to_one_of_them(stage: Stage, slider: str) -> None:
    await stage.show_html(slider.replace("NAMES", str(PACES)))
    ref = await stage.ref("#f")
    for wish in ("Fast", "slow"):
        done = await fill(stage.tab, ref, wish)
        assert (done.as_wanted, done.value_after) == (True, wish.lower())
        assert await stage.eval("f.getAttribute('aria-valuetext')") == wish.lower()
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, ref, "brisk")
    assert refused.value.code == "option_not_found"
    assert "'steady'" in refused.value.hint
    assert await stage.eval("f.getAttribute('aria-valuetext')") == "slow", "it is left where it was"
    done = await fill(stage.tab, ref, "2")
    assert done.as_wanted
    assert await stage.eval("f.value ?? f.getAttribute('aria-valuenow')") == "2"


@pytest.mark.req("VD-09")
@pytest.mark.parametrize("slider", [DRAWN_PACE, NATIVE_PACE], ids=["drawn", "native"])
async def test_a_slider_whose_steps_are_other_numbers_is_moved_by_what_it_shows(
    stage: Stage, slider: str
) -> None:
    """Its steps 0 to 3 are called 1, 2, 5 and 10: a person who wants 2 means the second, not the third."""
    await stage.show_html(slider.replace("NAMES", str(["1", "2", "5", "10"])).replace("=steady", "=2"))
    ref = await stage.ref("#f")
    for wish in ("10", "2"):
        done = await fill(stage.tab, ref, wish)
        assert (done.as_wanted, done.value_after) == (True, wish)
        assert await stage.eval("f.getAttribute('aria-valuetext')") == wish
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, ref, "3")
    assert refused.value.code == "option_not_found"


TRACK = """<style>#track { position: relative; width: 300px; height: 8px; margin: 60px; background: #ccc }
#f { position: absolute; left: 45px; top: -8px; width: 30px; height: 24px; background: #36c }</style><div id=track>
<div id=f role=slider tabindex=0 aria-label=Price aria-valuemin=0 aria-valuemax=MAX aria-valuenow=20></div></div>
<script>
  let value = 20;
  const show = to => {
    value = Math.max(0, Math.min(100, to));
    f.style.left = value * 3 - 15 + 'px';
    f.setAttribute('aria-valuenow', value.toFixed(1));
    f.setAttribute('aria-valuetext', value.toFixed(2));
  };
  KEYS
  f.onpointerdown = down => {
    const from = value;
    f.setPointerCapture(down.pointerId);
    f.onpointermove = e => show(from + (e.clientX - down.clientX) / 3);
    f.onpointerup = () => { f.onpointermove = null };
  };
</script>"""
BIG_STEPS = "f.onkeydown = e => show(value + ({ ArrowRight: 10, ArrowLeft: -10 }[e.key] || 0));"


@pytest.mark.req("VD-09", "RA-04")
@pytest.mark.parametrize("keys", [BIG_STEPS, ""], ids=["keys", "no-keys"])
@pytest.mark.parametrize("end", ["100", "80"], ids=["track", "shorter"])
async def test_a_slider_is_dragged_to_what_its_keys_do_not_reach(stage: Stage, keys: str, end: str) -> None:
    """`end` is what the slider says of its range: a second thumb may end it before the track does."""
    await stage.show_html(TRACK.replace("KEYS", keys).replace("MAX", end))
    ref = await stage.ref("#f")
    for wish in ("35", "64", "7"):
        done = await fill(stage.tab, ref, wish)
        held = float(await stage.eval("f.getAttribute('aria-valuenow')"))
        assert abs(held - float(wish)) <= 0.2, "as near as a pixel comes"
        assert done.as_wanted is (held == float(wish))


@pytest.mark.req("VD-09", "RA-05")
async def test_a_slider_that_nothing_moves_is_refused(stage: Stage) -> None:
    still = TRACK.replace("KEYS", "").replace("MAX", "100").replace("onpointerdown", "oncopy")
    await stage.show_html(still)
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#f"), "35")
    assert refused.value.code == "not_editable"


async def test_a_date_that_does_not_exist_is_refused_and_nothing_lost(stage: Stage) -> None:
    await stage.show_html("<input id=f type=date value=2026-01-01>")
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#f"), "2026-02-31")
    assert refused.value.code == "not_editable"
    assert await stage.eval("f.value") == "2026-01-01"


@pytest.mark.parametrize("text", ["brand new", "", "two\nlines"])
async def test_an_editable_region(stage: Stage, text: str) -> None:
    await stage.show_html(LOG + "<div id=f contenteditable=true>old <b>bold</b> text</div>")
    done = await fill(stage.tab, await stage.ref("#f"), text)
    assert done.as_wanted, done
    assert (await stage.eval("f.innerText")).strip("\n") == text


async def test_one_paragraph_of_an_editor(stage: Stage) -> None:
    await stage.show_html("<div id=f contenteditable=true><p id=one>one</p><p id=two>two</p></div>")
    await fill(stage.tab, await stage.ref("#two"), "TWO")
    assert await stage.eval("f.innerText.replace(/\\n+/g, '|')") == "one|TWO"


async def test_a_label_stands_for_its_field(stage: Stage) -> None:
    await stage.show_html("<label id=l for=f>Name</label><input id=f>")
    await fill(stage.tab, await stage.ref("#l"), "Ada")
    assert await stage.eval("f.value") == "Ada"


@pytest.mark.req("EX-09")
async def test_a_password_never_leaves_the_page(stage: Stage) -> None:
    await stage.show_html("<input id=f type=password value=geheim>")
    done = await fill(stage.tab, await stage.ref("#f"), "s3cret")
    assert (done.value_before, done.value_after, done.as_wanted) == ("••••••", "••••••", True)
    assert await stage.eval("f.value") == "s3cret"


@pytest.mark.req("EX-02")
async def test_a_field_that_changes_what_it_is_given_is_not_as_wanted(stage: Stage) -> None:
    await stage.show_html("<input id=f oninput='this.value = this.value.toUpperCase().slice(0, 3)'>")
    done = await fill(stage.tab, await stage.ref("#f"), "abcdef")
    assert (done.value_after, done.as_wanted) == ("ABC", False)


@pytest.mark.req("CD-06")
@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<input id=f readonly>", "not_editable"),
        ("<input id=f disabled>", "disabled"),
        ("<fieldset disabled><input id=f></fieldset>", "disabled"),
        ("<input id=f style='display:none'>", "not_visible"),
        ("<input id=f type=checkbox>", "not_editable"),
        ("<div id=f>text</div>", "not_editable"),
        ("<select id=f></select>", "option_not_found"),
    ],
)
async def test_what_cannot_be_filled(stage: Stage, html: str, code: str) -> None:
    await stage.show_html(html)
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#f"), "x", timeout=0.8)
    assert refused.value.code == code


async def test_behind_a_modal_dialog_nothing_is_filled(stage: Stage) -> None:
    await stage.show_html("<input id=f><dialog id=d>Hello</dialog><script>d.showModal()</script>")
    with pytest.raises(NotActionable):
        await fill(stage.tab, await stage.ref("#f"), "x", timeout=0.8)
    assert await stage.eval("f.value") == ""


SELECT = """<select id=s {}><option value=''>Pick<option value=a>Apple<option value=b selected>Banana
<option value=c disabled>Cherry<optgroup label=More><option>Date</optgroup></select>"""


@pytest.mark.req("VD-09")
@pytest.mark.parametrize(
    ("wish", "value"), [("a", "a"), ("Apple", "a"), ("date", "Date"), (1, "a"), (Choice(label="Apple"), "a")]
)
async def test_one_option(stage: Stage, wish: str | int | Choice, value: str) -> None:
    await stage.show_html(LOG + SELECT.format(""))
    done = await select(stage.tab, await stage.ref("#s"), wish)
    assert await stage.eval("s.value") == value
    assert (done.chosen, done.as_wanted, done.value_before) == ((value,), True, "b")
    assert [e for e in await stage.eval("seen") if "focus" not in e] == ["input:s!", "change:s!"]


async def test_the_same_option_again_changes_nothing(stage: Stage) -> None:
    await stage.show_html(LOG + SELECT.format(""))
    done = await select(stage.tab, await stage.ref("#s"), "Banana")
    assert done.as_wanted
    assert not done.changed
    assert not [e for e in await stage.eval("seen") if "focus" not in e]


async def test_many_options(stage: Stage) -> None:
    await stage.show_html(SELECT.format("multiple"))
    done = await select(stage.tab, await stage.ref("#s"), "Date", "Apple")
    assert (done.chosen, done.as_wanted) == (("a", "Date"), True)
    assert (await select(stage.tab, await stage.ref("#s"))).chosen == ()


async def test_an_option_that_is_loaded_late_is_waited_for(stage: Stage) -> None:
    await stage.show_html(
        "<select id=s><option>Loading</select><script>setTimeout(() => s.innerHTML = '<option>x"
        "<option>y', 300)</script>"
    )
    assert (await select(stage.tab, await stage.ref("#s"), "y")).chosen == ("y",)


@pytest.mark.req("RA-04")
async def test_a_list_that_offers_more_at_its_end_is_searched(stage: Stage) -> None:
    await stage.show_html(
        "<input id=s role=combobox aria-expanded=true aria-controls=l>"
        "<ul id=l role=listbox style='list-style: none'></ul><script>const names = ['Ada', 'Ben', 'Mia Okafor'];"
        "const show = text => { l.innerHTML = names.filter(n => text ? n.startsWith(text) : n !== 'Mia Okafor')"
        ".map(n => `<li role=option>${n}</li>`).join('') + (text ? '' :"
        " '<li role=option aria-disabled=true>Loading more results…</li>') }; show('');"
        "s.oninput = () => show(s.value); l.onclick = e => { s.value = e.target.textContent; l.innerHTML = '' }"
        "</script>"
    )
    done = await select(stage.tab, await stage.ref("#s"), "Mia Okafor")
    assert (await stage.eval("s.value"), done.chosen) == ("Mia Okafor", ("Mia Okafor",))


@pytest.mark.parametrize(("wish", "code"), [("Fig", "option_not_found"), ("Cherry", "disabled")])
async def test_options_that_cannot_be_chosen(stage: Stage, wish: str, code: str) -> None:
    await stage.show_html(SELECT.format(""))
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#s"), wish, timeout=0.8)
    assert refused.value.code == code
    assert await stage.eval("s.value") == "b"


async def test_a_page_that_undoes_the_choice(stage: Stage) -> None:
    await stage.show_html(SELECT.format("onchange='this.value = \"b\"'"))
    done = await select(stage.tab, await stage.ref("#s"), "a")
    assert (done.chosen, done.as_wanted) == (("b",), False)


BOXES = {
    "native": "<input id=c type=checkbox>",
    "label around": "<label><input id=c type=checkbox "
    "style='position:absolute;opacity:0;width:1px;height:1px'>Agree</label>",
    "hidden": "<input id=c type=checkbox hidden><label for=c>Agree</label>",
    "the label": "<label id=l><input id=c type=checkbox hidden>Agree</label>",
    "switch": "<button id=c role=switch aria-checked=false onclick='this.ariaChecked = "
    'this.ariaChecked !== "true"\'>On</button>',
    "late": "<div id=c role=checkbox aria-checked=false tabindex=0 onclick='setTimeout(() => "
    'this.ariaChecked = this.ariaChecked !== "true", 80)\'>x</div>',
}


@pytest.mark.parametrize("kind", BOXES)
async def test_check_and_uncheck(stage: Stage, kind: str) -> None:
    await stage.show_html(LOG + BOXES[kind])
    ref = await stage.ref("#l" if kind == "the label" else "#c")
    state = "(c.checked ?? c.ariaChecked === 'true')"
    done = await check(stage.tab, ref)
    assert (done.value_before, done.value_after, done.as_wanted, done.received) == (
        "false",
        "true",
        True,
        True,
    )
    assert await stage.eval(state)
    again = await check(stage.tab, ref)
    assert again.as_wanted
    assert again.point is None
    assert await stage.eval(state)
    done = await uncheck(stage.tab, ref)
    assert done.as_wanted
    assert not await stage.eval(state)


@pytest.mark.req("EX-02")
async def test_a_check_box_that_refuses_is_not_as_wanted(stage: Stage) -> None:
    await stage.show_html("<input id=c type=checkbox onclick='event.preventDefault()'>")
    done = await check(stage.tab, await stage.ref("#c"))
    assert (done.received, done.value_after, done.as_wanted) == (True, "false", False)


async def test_radio_buttons(stage: Stage) -> None:
    await stage.show_html("<input type=radio name=r id=a checked><input type=radio name=r id=b>")
    assert (await check(stage.tab, await stage.ref("#b"))).as_wanted
    assert await stage.eval("!a.checked && b.checked")
    with pytest.raises(NotActionable) as refused:
        await uncheck(stage.tab, await stage.ref("#b"))
    assert refused.value.code == "cannot_uncheck"


async def test_what_is_no_check_box(stage: Stage) -> None:
    await stage.show_html("<p id=p>text</p>")
    with pytest.raises(NotActionable) as refused:
        await check(stage.tab, await stage.ref("#p"))
    assert refused.value.code == "not_editable"


async def test_focus_and_blur(stage: Stage) -> None:
    await stage.show_html(LOG + "<input id=a><input id=b><p id=p>text</p>")
    assert (await focus(stage.tab, await stage.ref("#b"))).focused
    assert await stage.eval("document.activeElement.id") == "b"
    assert await stage.eval("seen") == ["focusin:b"]
    gone = await blur(stage.tab, await stage.ref("#b"))
    assert gone.as_wanted
    assert await stage.eval("document.activeElement.localName") == "body"
    assert (await blur(stage.tab, await stage.ref("#b"))).as_wanted is False
    with pytest.raises(NotActionable) as refused:
        await focus(stage.tab, await stage.ref("#p"), timeout=0.8)
    assert refused.value.code == "not_editable"


PART = """<div id=c role=switch aria-checked=false style='width:600px;padding:4px'><i style='EXTRA'>more</i>
<b style='cursor:pointer;display:inline-block;width:30px;height:12px;background:#888'></b></div><script>pressed = 0;
c.querySelector('b').onclick = () => { pressed++; c.ariaChecked = String(c.ariaChecked !== 'true'); }</script>"""


@pytest.mark.req("VD-09", "RA-04")
async def test_a_switch_is_pressed_where_it_takes_the_press(stage: Stage) -> None:
    """Bokeh: the element with the role is as wide as its column, and only the track in it listens."""
    await stage.show_html(PART)
    assert (await check(stage.tab, await stage.ref("#c"))).as_wanted
    assert (await uncheck(stage.tab, await stage.ref("#c"))).as_wanted
    assert await stage.eval("pressed") == 2
    await stage.show_html(PART.replace("EXTRA", "cursor:pointer"))
    assert (await check(stage.tab, await stage.ref("#c"))).as_wanted is False
    assert await stage.eval("pressed") == 0


@pytest.mark.req("VD-09", "RA-05")
async def test_a_switch_whose_hidden_box_lags_behind_it(stage: Stage) -> None:
    """What the library says of the switch that it draws counts, and a second `check` does not switch it off."""
    await stage.show_html(
        "<label for=b id=c>Live</label><input id=b type=checkbox role=switch aria-checked=false style='opacity:0'>"
        "<script>window.on = false; b.onchange = () => { on = !on; b.ariaChecked = String(on); b.checked = false }"
        "</script>"
    )
    for _ in range(2):
        assert (await check(stage.tab, await stage.ref("#c"))).as_wanted
        assert await stage.eval("on")
    assert (await uncheck(stage.tab, await stage.ref("#c"))).as_wanted
    assert not await stage.eval("on")


@pytest.mark.parametrize(("opens", "held", "tries"), [("click", "Sales", 2), ("dblclick", "Old", 2)])
async def test_a_field_that_takes_text_once_it_was_clicked(
    stage: Stage, opens: str, held: str, tries: int
) -> None:
    """As titles that are edited in place; one that keeps its value is tried twice."""
    await stage.show_html(
        "<input id=f value=Old><script>let open = false; window.tries = 0;"
        f"f.addEventListener('{opens}', () => {{ open = true; }});"
        "f.oninput = () => { tries++; if (!open) f.value = 'Old'; };</script>"
    )
    done = await fill(stage.tab, await stage.ref("#f"), "Sales")
    assert (done.value_after, done.as_wanted) == (held, held == "Sales")
    assert await stage.eval("tries") == tries


async def test_a_field_that_changed_anything_is_not_tried_again(stage: Stage) -> None:
    await stage.show_html(
        "<input id=f value=Old><input id=g><script>window.tries = 0;"
        "f.oninput = () => { tries++; f.value = f.value.slice(0, 3); };"
        "g.oninput = () => { tries++; g.value = ''; };</script>"
    )
    assert (await fill(stage.tab, await stage.ref("#f"), "Sales")).value_after == "Sal"
    assert (await fill(stage.tab, await stage.ref("#g"), "Sales")).value_after == ""
    assert await stage.eval("tries") == 2
