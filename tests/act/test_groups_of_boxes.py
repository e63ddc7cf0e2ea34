"""Groups of check boxes and of radio buttons: set as one field, by the group or by one of its radio buttons."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, fill_field, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

HELD = "[...document.querySelectorAll('#g input:checked')].map(one => one.value)"

SEARCHED = """<div id=g role=group aria-labelledby=l><label id=l>Products</label>
<a href='#' onclick='return false'>All</a> <input id=search placeholder='Search query'>
<label><input type=checkbox> Selected only</label>
<div><label><input type=checkbox name=p value=1 checked> Student</label></div>
<div><label><input type=checkbox name=p value=2> VIP</label></div>
<div><label><input type=checkbox name=p value=3> T-Shirt</label></div></div>"""


@pytest.mark.parametrize(
    ("wanted", "held"), [(["VIP", "T-Shirt"], ["2", "3"]), (["Student"], ["1"]), ([], [])]
)
async def test_exactly_the_named_boxes_of_a_group_are_checked(
    stage: Stage, wanted: list[str], held: list[str]
) -> None:
    await stage.show_html(SEARCHED)
    done = await select(stage.tab, await stage.ref("#g"), *wanted)
    assert (done.as_wanted, done.value_after) == (True, ", ".join(wanted))
    assert await stage.eval(f"[{HELD}, search.value]") == [held, ""]


async def test_a_choice_that_a_group_lacks_presses_nothing(stage: Stage) -> None:
    await stage.show_html(SEARCHED)
    with pytest.raises(NotActionable, match="no option 'Nope'") as raised:
        await select(stage.tab, await stage.ref("#g"), "VIP", "Nope")
    assert "'Student', 'VIP', 'T-Shirt'" in raised.value.hint
    assert await stage.eval(f"[{HELD}, search.value, document.activeElement.localName]") == [
        ["1"],
        "",
        "body",
    ]


DISABLED = """<fieldset id=g><legend>Days</legend>
<label><input type=checkbox value=1 checked disabled> Monday</label>
<label><input type=checkbox value=2> Tuesday</label></fieldset>"""


async def test_a_box_that_stays_checked_is_told_before_anything_is_pressed(stage: Stage) -> None:
    await stage.show_html(DISABLED)
    with pytest.raises(NotActionable, match="'Monday' is checked and disabled"):
        await select(stage.tab, await stage.ref("#g"), "Tuesday")
    assert await stage.eval(HELD) == ["1"]


DRAWN = """<div id=g><div role=checkbox tabindex=0 aria-checked=false>Red</div>
<div role=checkbox tabindex=0 aria-checked=true>Blue</div></div>
<script>g.onclick = e => { const at = e.target.closest('[role=checkbox]');
at.setAttribute('aria-checked', String(at.getAttribute('aria-checked') !== 'true')); };</script>"""


async def test_boxes_that_a_page_draws_in_a_plain_box_are_a_group(stage: Stage) -> None:
    await stage.show_html(DRAWN)
    done = await fill_field(stage.tab, await stage.ref("#g"), ["Red"])
    assert done.as_wanted
    assert await stage.eval("[...g.children].map(one => one.ariaChecked)") == ["true", "false"]


RADIOS = """<div id=g role=group aria-label='Ask for names'>
<label><input type=radio name=r value=no checked> Do not ask</label>
<label><input type=radio name=r value=ask> Ask and require input<br><small>Of each guest</small></label></div>"""


@pytest.mark.parametrize("target", ["#g", "[value=no]"])
@pytest.mark.parametrize("action", [fill_field, select, fill])
@pytest.mark.parametrize("words", ["Ask and require input", "Ask and require input Of each guest"])
async def test_a_radio_button_is_chosen_by_its_words(
    stage: Stage, target: str, action: object, words: str
) -> None:
    await stage.show_html(RADIOS)
    if action is fill and target == "#g":
        return
    assert callable(action)
    done = await action(stage.tab, await stage.ref(target), words)
    assert done.as_wanted
    assert await stage.eval(HELD) == ["ask"]


NUMBERED = """<style>li{list-style:none}</style><ul id=g>
<li><input type=checkbox id=d0 name=day[0] value=0 checked><label for=d0>Monday</label></li>
<li><input type=checkbox id=d1 name=day[1] value=1><label for=d1>Tuesday</label></li>
<li><input type=checkbox id=d2 name=day[2] value=2><label for=d2>Friday</label></li></ul>
<input type=checkbox name=all[1] value=9 aria-label=Monday>"""


async def test_boxes_of_one_name_with_numbers_are_a_group(stage: Stage) -> None:
    await stage.show_html(NUMBERED)
    done = await select(stage.tab, await stage.ref("#d0"), "Tuesday", "Friday")
    assert (done.as_wanted, done.value_after) == (True, "Tuesday, Friday")
    assert await stage.eval(HELD) == ["1", "2"]


SEGMENTS = """<style>li{display:inline-block;position:relative;list-style:none}
#g input{position:absolute;left:0;top:0;margin:0;width:1px;height:1px;opacity:0}
#g label{display:inline-block;position:relative;padding:6px 20px;background:#ddd}
#g li:active input{z-index:2} #g input:checked + label{background:#88f}</style>
<ul id=g><li><input type=radio id=s1 name=show value=1 checked><label for=s1>Recent</label></li><li><input type=radio
id=s2 name=show value=2><label for=s2>Open</label></li><li><input type=radio id=s3 name=show value=3><label
for=s3>History</label></li></ul>"""


async def test_a_radio_button_of_a_pixel_is_pressed_through_its_label(stage: Stage) -> None:
    """A press on its own pixel begins on the label and ends on the button."""
    await stage.show_html(SEGMENTS)
    done = await select(stage.tab, await stage.ref("#s1"), "History")
    assert (done.as_wanted, done.value_after) == (True, "History")
    assert await stage.eval(HELD) == ["3"]


async def test_a_radio_button_is_still_checked_by_true(stage: Stage) -> None:
    await stage.show_html(RADIOS)
    await fill_field(stage.tab, await stage.ref("[value=ask]"), "true")
    assert await stage.eval(HELD) == ["ask"]


TWO = """<fieldset id=g style='width:300px'><legend>Form</legend>
<div><label><input type=radio name=a value=1> One</label><label><input type=radio name=a value=2> Two</label></div>
<div><label><input type=radio name=b value=3> One</label><label><input type=radio name=b value=4> Two</label></div>
</fieldset><script>let presses = 0; onpointerdown = () => { presses += 1; };</script>"""


async def test_a_group_of_several_questions_is_refused_and_not_pressed(stage: Stage) -> None:
    await stage.show_html(TWO)
    with pytest.raises(NotActionable, match="not a <select>"):
        await select(stage.tab, await stage.ref("#g"), "One")
    assert await stage.eval(f"[{HELD}, presses]") == [[], 0]


CAPTIONS = """<form id=g><div><span id=size>Size</span><div><label><input type=checkbox value=s> Small</label>
<label><input type=checkbox value=m> Medium</label></div></div>
<h3 id=top>Toppings</h3><p><label><input type=checkbox value=h> Ham</label></p>
<p><label><input type=checkbox value=c> Cheese</label></p>
<div id=colour>Colour</div><input type=radio name=r id=r value=r><label for=r>Red</label><input type=radio name=r id=b
value=b><label for=b>Blue</label>
<div id=news>Newsletter</div><input aria-label=Address><label><input type=checkbox value=n> Weekly</label>
<label><input type=checkbox value=d> Daily</label></form>"""


@pytest.mark.parametrize(
    ("caption", "wanted", "held"),
    [("#size", ["Medium"], ["m"]), ("#top", ["Ham", "Cheese"], ["h", "c"]), ("#colour", ["Blue"], ["b"])],
)
async def test_choices_are_set_by_the_text_before_them(
    stage: Stage, caption: str, wanted: list[str], held: list[str]
) -> None:
    await stage.show_html(CAPTIONS)
    done = await select(stage.tab, await stage.ref(caption), *wanted)
    assert (await stage.eval(HELD), done.as_wanted) == (held, True)


async def test_a_text_before_a_field_of_another_kind_is_no_caption(stage: Stage) -> None:
    await stage.show_html(CAPTIONS)
    with pytest.raises(NotActionable, match="is not a list"):
        await select(stage.tab, await stage.ref("#news"), "Daily")
    assert await stage.eval(HELD) == []


async def test_a_list_of_one_choice_before_check_boxes_is_no_caption(stage: Stage) -> None:
    """It is drawn as a field, and makes its choices only as it opens."""
    await stage.show_html("""<div id=f style="border:1px solid; width:90px">Blue</div>
    <label><input type=checkbox> Remember</label><label><input type=checkbox> Tell</label><script>
    const list = '<ul role=listbox><li role=option>Blue<li role=option>Grey</ul>';
    f.onclick = () => { f.insertAdjacentHTML('afterend', list); document.querySelector('ul').onclick = ({ target }) => {
      f.textContent = target.textContent; target.parentNode.remove(); }; };
    </script>""")
    done = await select(stage.tab, await stage.ref("#f"), "Grey")
    assert await stage.eval("f.textContent") == "Grey"
    assert done.as_wanted is not False


SHARED = """<form><fieldset id=g><legend>Permissions</legend>
<label><input type=checkbox name=p value=1 checked> Read</label>
<label><input type=checkbox name=p value=2> Write</label>
<label><input type=checkbox name=p value=3> Share</label></fieldset>
<fieldset><label><input type=checkbox name=q value=4 checked> News</label></fieldset></form>"""
ALL_HELD = HELD.replace("#g ", "")


@pytest.mark.parametrize("page", [SHARED, SHARED.replace("fieldset", "div")])
async def test_several_names_for_one_box_are_chosen_in_its_group(stage: Stage, page: str) -> None:
    await stage.show_html(page)
    done = await select(stage.tab, await stage.ref("[value='2']"), "Write", "Share")
    assert (done.as_wanted, done.value_after) == (True, "Write, Share")
    assert await stage.eval(ALL_HELD) == ["2", "3", "4"]
    with pytest.raises(NotActionable, match="no option 'News'"):
        await select(stage.tab, await stage.ref("[value='2']"), "Read", "News")
    assert await stage.eval(ALL_HELD) == ["2", "3", "4"]


async def test_one_name_for_one_box_leaves_the_others(stage: Stage) -> None:
    await stage.show_html(SHARED)
    done = await select(stage.tab, await stage.ref("[value='2']"), "Write")
    assert done.as_wanted
    assert await stage.eval(ALL_HELD) == ["1", "2", "4"]


async def test_a_box_without_others_of_its_name_takes_one(stage: Stage) -> None:
    await stage.show_html(SHARED)
    with pytest.raises(NotActionable, match="takes one option"):
        await select(stage.tab, await stage.ref("[value='4']"), "News", "Read")
    assert await stage.eval(ALL_HELD) == ["1", "4"]


TITLED = """<fieldset id=g><legend>Date</legend>
<label><input type=radio name=d value=full checked> <b>Full</b> day, month and year</label>
<label><input type=radio name=d value=partial> <span><b>Partial</b> only the year</span></label>
<label><input type=radio name=d value=none> <b>None</b> of them</label>
<label><input type=radio name=d value=no> <b>None</b> at all</label></fieldset>"""


@pytest.mark.parametrize("target", ["#g", "[value=full]"])
async def test_a_radio_button_is_chosen_by_the_title_in_the_line_of_its_label(
    stage: Stage, target: str
) -> None:
    await stage.show_html(TITLED)
    done = await select(stage.tab, await stage.ref(target), "Partial")
    assert done.as_wanted
    assert await stage.eval(HELD) == ["partial"]
    with pytest.raises(NotActionable, match="no option 'None'"):
        await select(stage.tab, await stage.ref(target), "None")
    assert await stage.eval(HELD) == ["partial"]


WITHIN = """<label><input type=radio name=when value=never checked> Never</label><label><input type=radio name=when
value=on> On <button type=button id=b aria-haspopup=menu aria-expanded=false>Day</button></label>
<div role=menu id=m hidden style="position:absolute;background:#fff"><div role=menuitem>Monday</div>
<div role=menuitem>Friday</div></div><script>
b.onclick = () => { m.hidden = !m.hidden; b.ariaExpanded = String(!m.hidden); };
m.onclick = (event) => { b.textContent = event.target.textContent; m.hidden = true; b.ariaExpanded = "false"; };
</script>"""


async def test_a_button_in_the_label_of_a_radio_button_is_itself(stage: Stage) -> None:
    await stage.show_html(WITHIN)
    done = await select(stage.tab, await stage.ref("#b"), "Friday")
    assert done.chosen == ("Friday",)
    assert await stage.eval("[b.textContent, document.querySelector('input:checked').value]") == [
        "Friday",
        "never",
    ]


TWO_LABELS = (
    "<label for=r>Size</label><div id=g role=radiogroup><input type=radio name=r id=r value=s checked><label for=r>S"
    "</label><input type=radio name=r id=b value=m><label for=b>M</label></div>"
)


async def test_radio_buttons_within_buttons_are_named_by_them(stage: Stage) -> None:
    one = "<button type=button onclick='this.firstChild.checked = true'><input type=radio name=r value={0}>{1}</button>"
    await stage.show_html("<div id=g>" + one.format(0, "Day") + one.format(1, "Week") + "</div>")
    done = await select(stage.tab, await stage.ref("input"), "Week")
    assert done.as_wanted
    assert await stage.eval("document.querySelector(':checked').value") == "1"


async def test_the_label_of_a_group_names_no_choice_of_it(stage: Stage) -> None:
    await stage.show_html(TWO_LABELS)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#r"), "XL")
    assert "It offers 'S', 'M'" in refused.value.hint
