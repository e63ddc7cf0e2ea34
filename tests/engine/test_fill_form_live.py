"""A whole form in one call: fields of every kind, each verified, each reported."""

from __future__ import annotations

import pytest

from cdp_engine.errors import InvalidInput, UnknownRef
from tests.engine.conftest import Bench
from tests.support.site import Request

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-10", "EX-02")]

FORM = """
<form id=f>
<label>Name <input id=name></label>
<label>Age <input type=number id=age></label>
<label>Born <input type=date id=born></label>
<label>About <textarea id=about></textarea></label>
<label>Country <select id=country><option>Chile<option value=pe>Peru</select></label>
<label>Tags <select id=tags multiple><option>red<option>green<option>blue</select></label>
<label><input type=checkbox id=terms> Terms</label>
<label><input type=checkbox id=news checked> News</label>
<label><input type=radio name=size value=l id=large> Large</label>
<div role=switch aria-checked=false tabindex=0 aria-label=Dark id=dark
  onclick="this.ariaChecked = String(this.ariaChecked !== 'true')">Dark</div>
<label>Password <input type=password id=pw></label>
<label>Volume <input type=range id=volume max=10></label>
</form>
"""
HELD = (
    "[name_.value, age.value, born.value, about.value, country.value, "
    "[...tags.selectedOptions].map(o => o.value).join(), "
    "terms.checked, news.checked, large.checked, dark.ariaChecked, pw.value, volume.value].map(String)"
).replace("name_", "document.getElementById('name')")


async def test_a_field_that_is_given_twice_is_not_filled(bench: Bench) -> None:
    await bench.show(FORM)
    name = await bench.ref("#name")
    with pytest.raises(InvalidInput, match="given twice"):
        await bench.page.fill_form({name: "Ada", 'textbox "Name"': "Grace", 'textbox "Password"': "sesame"})
    assert await bench.run("document.getElementById('name').value + pw.value") == ""


async def test_fields_of_all_kinds(bench: Bench) -> None:
    await bench.show(FORM)
    ref = bench.ref
    result = await bench.page.fill_form(
        {
            await ref("#name"): "Ada",
            await ref("#age"): 36,
            await ref("#born"): "1815-12-10",
            await ref("#about"): "one\ntwo",
            'combobox "Country"': "Peru",
            'listbox "Tags"': ["red", "blue"],
            await ref("#terms"): True,
            await ref("#news"): False,
            await ref("#large"): True,
            'checkbox "Dark"': True,
            'textbox "Password"': "sesame",
            'slider "Volume"': 7,
        }
    )
    assert result.success, result.message
    assert await bench.run(HELD) == [
        *("Ada", "36", "1815-12-10", "one\ntwo", "pe", "red,blue"),
        *("true", "false", "true", "true", "sesame", "7"),
    ]
    assert len(result.fields) == 12
    assert all(field.success for field in result.fields)
    assert result.effect.kind == "confirmed"
    assert "sesame" not in result.message
    for field in result.fields:
        assert f"{field.ref}" in result.message


async def test_fields_that_fail_are_named_and_the_others_filled(bench: Bench) -> None:
    await bench.show(
        "<label>A <input id=a></label><label>B <input id=b disabled></label>"
        "<label>C <input id=c oninput=\"this.value='no'\"></label><label>D <input id=d></label>"
    )
    a, b, c, d = [await bench.ref(f"#{name}") for name in "abcd"]
    given = {a: "1", b: "2", c: "3", d: "4", 'textbox "Nowhere"': "5"}
    result = await bench.page.fill_form(given, timeout=0.3)
    assert not result.success
    assert [field.success for field in result.fields] == [True, False, False, True, False]
    assert [field.code for field in result.fields] == ["", "disabled", "value_mismatch", "", "not_found"]
    assert result.message.startswith("fill_form failed (disabled): 3 of 5 fields: ")
    for word in (b, c, "Nowhere", f"Filled: {a}, {d}"):
        assert word in result.message
    assert await bench.run("[a.value, b.value, c.value, d.value]") == ["1", "", "no", "4"]


async def test_each_of_several_fields_that_fail_has_its_own_hint(bench: Bench) -> None:
    await bench.show(
        "<select id=a><option>Apple<option>Pear</select><select id=b><option>Oak<option>Elm</select><input id=c>"
    )
    a, b, c = [await bench.ref(f"#{name}") for name in "abc"]
    result = await bench.page.fill_form({a: "Apples", b: "Oaks", c: "1"}, timeout=0.3)
    assert (
        f"{a}: no option 'Apples' (Did you mean 'Apple'?); {b}: no option 'Oaks' (Did you mean"
        in result.message
    )
    result = await bench.page.fill_form({a: "Apples", c: "1"}, timeout=0.3)
    assert result.message.endswith("Did you mean 'Apple'?")


async def test_a_value_that_the_page_takes_back_later_is_no_success(bench: Bench) -> None:
    await bench.show(
        "<label>A <input id=a></label><label>B <input id=b></label>"
        "<script>b.oninput = () => queueMicrotask(() => { a.value = 'reset' })</script>"
    )
    a, b = await bench.ref("#a"), await bench.ref("#b")
    result = await bench.page.fill_form({a: "one", b: "two"})
    assert not result.success
    assert [(field.ref, field.code) for field in result.fields] == [(a, "value_mismatch"), (b, "")]
    assert "reset" in result.message
    assert "Seen:" not in result.message, "it would name the field that failed"


async def test_a_formatted_value_is_the_value(bench: Bench) -> None:
    await bench.show(
        "<label>Sum <input id=a onblur=\"this.value = Number(this.value).toLocaleString('en')\"></label>"
        "<label>B <input id=b></label>"
    )
    result = await bench.page.fill_form({await bench.ref("#a"): 1234567, await bench.ref("#b"): "x"})
    assert result.success, result.message
    assert result.fields[0].value == "1,234,567"


async def test_fields_that_come_with_others(bench: Bench) -> None:
    """A field that is re-created, and one that is drawn once another has a value."""
    await bench.show(
        "<label>Kind <select id=kind><option>None<option>Card</select></label><div id=more></div>"
        "<script>kind.onchange = () => more.innerHTML = '<label>Number <input id=number></label>'</script>"
    )
    result = await bench.page.fill_form({'combobox "Kind"': "Card", 'textbox "Number"': "42"})
    assert result.success, result.message
    assert await bench.run("number.value") == "42"


async def test_what_is_after_the_end_of_the_page_is_not_done(bench: Bench) -> None:
    await bench.show(
        "<label>Go <select id=go onchange=\"location.href='about:blank'\"><option>here<option>there</select></label>"
        "<label>B <input id=b></label>"
    )
    result = await bench.page.fill_form(
        {await bench.ref("#go"): "there", await bench.ref("#b"): "x"}, timeout=0.5
    )
    assert not result.success
    assert not result.fields[1].success


async def test_what_was_never_shown_fills_nothing(bench: Bench) -> None:
    await bench.show("<label>A <input id=a></label>")
    with pytest.raises(UnknownRef):
        await bench.page.fill_form({await bench.ref("#a"): "x", "e999": "y"})
    assert await bench.run("a.value") == ""
    with pytest.raises(InvalidInput):
        await bench.page.fill_form({})


async def test_a_number_that_views_mask_is_held(bench: Bench) -> None:
    """And a read-only combobox takes a choice."""
    await bench.show(
        "<label>Card <input id=card></label><label for=lang>Language</label>"
        "<input id=lang role=combobox readonly aria-haspopup=listbox aria-expanded=false aria-controls=langs>"
        "<ul id=langs role=listbox hidden><li role=option>English<li role=option>German</ul><script>"
        "lang.onclick = () => { langs.hidden = false; lang.ariaExpanded = 'true'; };"
        "langs.onclick = (event) => { lang.value = event.target.textContent; langs.hidden = true;"
        " lang.ariaExpanded = 'false'; };</script>"
    )
    fields = {'textbox "Card"': "4111 1111 1111 1111", 'combobox "Language"': "German"}
    result = await bench.page.fill_form(fields)
    assert result.success, result.message
    assert await bench.run("[card.value, lang.value]") == ["4111 1111 1111 1111", "German"]
    assert "4111 1111" not in str(result.fields)


async def test_a_button_that_says_that_it_opens_a_list_takes_a_choice(bench: Bench) -> None:
    """As lists of components are drawn: a button with its choice as its text. Another button is not pressed."""
    await bench.show("""<button id=b aria-haspopup=listbox aria-expanded=false type=button>Oslo</button>
      <div role=listbox id=l hidden><div role=option>Oslo</div><div role=option>Bern</div></div>
      <button id=other type=button onclick="other.textContent = 'pressed'">Other</button><script>
      b.onclick = () => { l.hidden = !l.hidden; b.ariaExpanded = String(!l.hidden) }
      l.onclick = e => { b.textContent = e.target.textContent; b.onclick() }</script>""")
    result = await bench.page.fill_form({await bench.ref("#b"): "Bern"})
    assert result.success, result.message
    assert await bench.run("b.textContent") == "Bern"
    refused = await bench.page.fill_form({await bench.ref("#other"): "Bern"})
    assert not refused.success
    assert await bench.run("other.textContent") == "Other"


PICKERS = """<table><tr><th role=columnheader tabindex=0>To<th tabindex=0>Kind</table>
<form><label>From <input id=a autocomplete=off></label><br>
<label>*To: <input id=b autocomplete=off inputmode=none aria-haspopup=dialog role=combobox></label>
<br><label for=k>Kind</label><input id=k role=combobox inputmode=none aria-haspopup=listbox aria-expanded=false
aria-controls=ks><ul id=ks role=listbox hidden><li role=option>Cold<li role=option>Warm</ul><button>Book</button></form>
<script>
for (const field of [a, b]) {
  field.onfocus = () => { field.insertAdjacentHTML('afterend',
    "<div role=dialog aria-label='Choose a date' style='position:absolute;background:#eee;z-index:9;height:150px'>"
    + "<table role=grid><tr>" + '<td role=gridcell tabindex=-1>day</td>'.repeat(7) + "</table></div>"); };
  field.onkeydown = (event) => { if (event.key === 'Tab') field.parentNode.querySelector('div').remove(); };
}
k.onbeforeinput = (event) => event.preventDefault();
k.onclick = () => { ks.hidden = false; k.ariaExpanded = 'true'; };
ks.onclick = (event) => { k.value = event.target.textContent; ks.hidden = true; k.ariaExpanded = 'false'; };
document.forms[0].onsubmit = (event) => { event.preventDefault(); window.sent = [a.value, b.value, k.value]; };
</script>"""


BUTTONS = """<style>.list { position: absolute; background: #fff }</style>
<label for=lang>Language</label>
<z-select><button type=button id=lang>English</button><ul class=list hidden>
  <li value=en>English</li><li value=de disabled>German</li><li value=el>Greek</li></ul>
  <input type=hidden name=lang value=en></z-select>
<div role=button tabindex=0 id=more aria-haspopup=true aria-expanded=false>Priority</div>
<ul id=menu hidden role=menu><li role=menuitem>Low</li><li role=menuitem>High</li></ul>
<button type=button id=plain onclick="this.textContent = 'pressed'">Plain</button>
<script>const list = document.querySelector(".list"), sent = document.querySelector("[name=lang]")
lang.onclick = () => { list.hidden = !list.hidden }
list.onclick = ({ target }) => { if (target.hasAttribute("disabled")) return
  lang.textContent = target.textContent; sent.value = target.getAttribute("value"); list.hidden = true }
more.onclick = () => { menu.hidden = !menu.hidden; more.ariaExpanded = String(!menu.hidden) }
menu.onclick = ({ target }) => { more.textContent = target.textContent; menu.hidden = true
  more.ariaExpanded = "false" }</script>"""


async def test_buttons_that_open_a_list_take_a_choice_and_others_none(bench: Bench) -> None:
    """Zabbix draws its lists as a button and a list without roles; other buttons say that they open one."""
    await bench.show(BUTTONS)
    done = await bench.page.fill_form({'combobox "Language"': "Greek", await bench.ref("#more"): "High"})
    assert done.success, done.message
    assert await bench.run("[sent.value, more.textContent]") == ["el", "High"]
    refused = await bench.page.fill_form({await bench.ref("#plain"): "High"})
    assert not refused.success
    assert "does not take text" in refused.message
    assert await bench.run("plain.textContent") == "Plain"
    await bench.page.click('combobox "Language"')
    options = [node for node in (await bench.page.snapshot()).interactive() if node.role == "option"]
    assert [(one.name, one.states) for one in options] == [
        ("English", ()),
        ("German", ("disabled",)),
        ("Greek", ("selected",)),
    ]
    await bench.page.click('option "English"')
    assert await bench.run("sent.value") == "en"


async def test_labels_name_fields_and_pickers_are_closed_after_them(bench: Bench) -> None:
    """A date picker that stays open covers the next field and changes its name; an input without keys is a list."""
    await bench.show(PICKERS)
    result = await bench.page.fill_form({"From": "2026-03-11", "To": "2026-03-12", "Kind": "Warm"})
    assert result.success, result.message
    assert await bench.run("document.querySelectorAll('[role=dialog]').length") == 0
    assert (await bench.page.click('button "Book"')).success
    assert await bench.run("window.sent") == ["2026-03-11", "2026-03-12", "Warm"]


TAKEN_BY_KEYS = """
<div aria-haspopup=dialog aria-expanded=false><label>Start <input id=a></label></div>
<label>Note <input id=n></label>
<script>window.held = '2026-11-01'; a.value = held;
a.onkeydown = (event) => { if (event.key === 'Tab' || event.key === 'Enter') held = a.value };</script>"""


@pytest.mark.req("RA-05")
async def test_a_field_of_a_picker_is_left_by_the_key_that_makes_it_take_the_text(bench: Bench) -> None:
    await bench.show(TAKEN_BY_KEYS)
    result = await bench.page.fill_form({"Start": "2026-11-05", "Note": "late"})
    assert result.success, result.message
    assert await bench.run("[held, n.value]") == ["2026-11-05", "late"]


@pytest.mark.req("VD-10")
async def test_a_fill_leaves_the_field_of_a_picker_and_says_when_it_is_refused(bench: Bench) -> None:
    await bench.show(TAKEN_BY_KEYS)
    result = await bench.page.fill('textbox "Start"', "2026-11-05")
    assert result.success, result.message
    assert await bench.run("held") == "2026-11-05"
    await bench.run("a.onblur = () => { a.value = held = '2026-11-01' }")
    await bench.run("a.value = held = '2026-11-01'")
    refused = await bench.page.fill('textbox "Start"', "2031-01-01")
    assert not refused.success
    assert "2026-11-01" in refused.message
    kept = await bench.page.fill('textbox "Note"', "late")
    assert kept.success
    assert await bench.run("document.activeElement === n")


LABELLED = """
<style>.off { position: absolute; opacity: 0; pointer-events: none }</style>
<label for=size>Size</label><span id=size role=combobox tabindex=0 aria-haspopup=listbox aria-controls=sizes
  onclick="sizes.hidden = false">Small</span>
<ul id=sizes role=listbox hidden onclick="size.textContent = event.target.textContent; sizes.hidden = true">
<li role=option>Small<li role=option>Large</ul>
<div><div><input id=city></div><label>City</label></div>
<div><label>Born</label><div><input id=born placeholder=Date></div></div>
<form><p><label>Room</label></p><div><div role=textbox contenteditable aria-label="Type here" id=room></div></div>
<p><label>Tags</label></p><div><div role=textbox contenteditable aria-label="Type here" id=tags></div></div></form>
"""


@pytest.mark.req("SX-07")
async def test_fields_by_the_labels_that_a_person_reads(bench: Bench) -> None:
    """Labels that name nothing in HTML: of drawn lists, after fields, in boxes of their own."""
    await bench.show(LABELLED)
    given = {"Size": "Large", "City": "Bern", "Born": "1815", "Room": "12", "Tags": "red"}
    result = await bench.page.fill_form(given)
    assert result.success, result.message
    held = "[size.textContent, city.value, born.value, room.innerText, tags.innerText]"
    assert await bench.run(held) == [*given.values()]
    assert (await bench.page.fill('textbox "Born"', "")).success
    assert await bench.run("born.value") == ""
    await bench.run("document.querySelectorAll('label')[2].textContent = 'Birthday'")
    assert (await bench.page.fill('"Birthday"', "1852")).success
    assert not (await bench.page.fill('"Born"', "1900", timeout=0.3)).success


BUSY = """<label>First <input id=first></label><label>Next <input id=next></label><label>Last <input id=last></label>
<script>
  const spin = seconds => { for (const end = performance.now() + seconds * 1000; performance.now() < end;); };
  first.oninput = () => { setTimeout(spin, 0, 2.6) };
  %s
</script>"""


async def test_a_page_that_was_busy_with_one_field_is_given_the_next_one(bench: Bench) -> None:
    await bench.show(BUSY % "")
    result = await bench.page.fill_form(
        {await bench.ref(f"#{name}"): name for name in ("first", "next", "last")}
    )
    assert result.success, result.message
    assert await bench.run("[first.value, next.value, last.value].join()") == "first,next,last"


async def test_a_field_after_the_page_went_away_says_so(bench: Bench) -> None:
    await bench.show(BUSY % "next.oninput = () => { location = 'about:blank' };")
    names = ("next", "last")
    result = await bench.page.fill_form({await bench.ref(f"#{name}"): name for name in names})
    assert not result.success
    assert "not filled: the page went away before its turn" in result.message


CREATES = """<label for=key>Key</label><input id=key role=combobox aria-expanded=false aria-controls=m autocomplete=off>
<div id=m role=listbox hidden></div><output id=made></output><label>Value <input id=value></label><script>
  const show = open => { m.hidden = !open; key.ariaExpanded = String(open); };
  key.oninput = () => { m.innerHTML = `<div role=option>Add tag "${key.value}"</div>`; show(true); };
  m.onmousedown = event => event.preventDefault();
  m.onclick = () => { made.textContent = key.value; key.value = ''; show(false); };
  key.onblur = () => { key.value = ''; show(false); };
</script>"""


async def test_a_text_of_which_a_field_offers_to_make_a_choice(bench: Bench) -> None:
    await bench.show(CREATES)
    result = await bench.page.fill_form({"Key": "stage", "Value": "prod"})
    assert result.success, result.message
    assert await bench.run("[made.textContent, value.value].join()") == "stage,prod"


CHECKED = """<form novalidate><label>Day <input id=day></label><label>Month <input id=month></label>
<label>Tags <select id=tags required size=3></select></label></form><script>
  day.oninput = month.oninput = () => document.forms[0].checkValidity();
</script>"""


async def test_what_a_script_finds_of_other_fields_while_a_form_is_filled_is_not_said(bench: Bench) -> None:
    await bench.show(CHECKED)
    result = await bench.page.fill_form({"Day": "4", "Month": "5"})
    assert result.success
    assert "the page says" not in result.message


DRAWN_AGAIN = """
<form id=f>
<label>Priority <select id=p><option value=1>Low<option value=2 selected>Normal<option value=3>High</select></label>
<label>Category <select id=c><option><option value=7>Frontend</select></label>
<label>Assignee <select id=a><option value=me>me<option value=1>Ada</select></label>
<label><input type=checkbox id=t> Private</label>
<label>Kind <select id=k><option>Bug<option>Feature</select></label>
</form>
<script>
  const first = f.innerHTML;
  f.addEventListener("change", (event) => {
    if (event.target.id !== "k") return;
    const kind = k.value;
    f.innerHTML = first;
    k.value = kind;
    a.value = "1";
  });
</script>
"""


async def test_choices_that_another_field_took_back_are_failures(bench: Bench) -> None:
    """Redmine's form is drawn again for another tracker: priority, category and assignee were called filled."""
    await bench.show(DRAWN_AGAIN)
    result = await bench.page.fill_form(
        {
            'combobox "Priority"': "High",
            'combobox "Category"': "Frontend",
            'combobox "Assignee"': "me",
            'checkbox "Private"': True,
            'combobox "Kind"': "Feature",
        }
    )
    assert [one.success for one in result.fields] == [False, False, True, False, True], result.fields
    assert not result.success
    assert result.error is not None
    assert "now holds 'Normal'" in result.error.message
    again = await bench.page.fill_form(
        {'combobox "Priority"': "High", 'combobox "Category"': "Frontend", 'checkbox "Private"': True}
    )
    assert again.success, again.error
    assert await bench.page.evaluate("[p.value, c.value, t.checked].join()") == "3,7,true"


ORDERED = """<form><label>From <input id=a value=5></label><label>To <input id=b value=6></label><div id=m></div></form>
<script>a.oninput = b.oninput = () => {
  m.innerHTML = +a.value > +b.value ? '<div role=alert>Error: the end lies before the start.</div>' : '';
};</script>"""


async def test_what_the_page_said_between_two_fields_and_took_back_is_not_said(bench: Bench) -> None:
    await bench.show(ORDERED)
    result = await bench.page.fill_form({"From": "8", "To": "9"})
    assert result.success
    assert "the page says" not in result.message
    result = await bench.page.fill_form({"To": "10", "From": "11"})
    assert "Error: the end lies before the start." in result.message


async def test_a_form_that_a_choice_draws_again_is_waited_for_before_the_next_field(bench: Bench) -> None:
    """Its page fetches the form for the choice, with what the fields held when it asked."""
    asked: list[Request] = []
    fields = (
        "<label>Subject <input id=subject></label><label>Priority <select id=priority><option>Low<option>High"
    )

    def form(request: Request) -> str:
        asked.append(request)
        request.hold(0.4)
        return fields

    remove = bench.site.route("/engine/form", form)
    try:
        await bench.show(
            "<label>Tracker <select id=tracker><option>Bug<option>Feature</select></label><div id=rest>"
            f"{fields}</select></label></div><script>tracker.onchange = () => fetch('/engine/form')"
            ".then(answer => answer.text()).then(text => { rest.innerHTML = text })</script>"
        )
        result = await bench.page.fill_form(
            {
                'combobox "Tracker"': "Feature",
                'textbox "Subject"': "Dark mode",
                'combobox "Priority"': "High",
            }
        )
    finally:
        remove()
    assert asked
    assert result.success, result.message
    assert await bench.run("[tracker.value, subject.value, priority.value]") == [
        "Feature",
        "Dark mode",
        "High",
    ]


async def test_a_text_that_leaving_its_field_drops_is_chosen_from_the_list(bench: Bench) -> None:
    """Webix: its list opens by a press or by real keys, not by a text, and the next field's focus empties it."""
    await bench.show("""<div role=combobox id=c aria-expanded=false style="width:160px">
      <input id=f aria-label=Product></div>
      <div id=p role=listbox hidden style="position:absolute;top:60px"><div role=option>Bag</div>
      <div role=option>Lens</div></div><label style="display:block;margin-top:120px">Title <input id=t></label><script>
      let held = '';
      f.onclick = () => { p.hidden = false; };
      for (const one of p.children) one.onclick = () => { held = f.value = one.textContent; p.hidden = true; };
      t.onfocus = () => { f.value = held; p.hidden = true; };</script>""")
    result = await bench.page.fill_form({await bench.ref("#f"): "Bag", await bench.ref("#t"): "Strap"})
    assert result.success, result.message
    assert await bench.run("[held, f.value, t.value]") == ["Bag", "Bag", "Strap"]
