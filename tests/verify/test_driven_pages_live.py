"""What went wrong on real applications, each on a small page: drawn lists, labels, messages, broken next pages."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

BESIDE = """<style>.nice{display:inline-block;border:1px solid;position:relative;height:24px;width:120px}
.nice ul{position:absolute;top:100%;left:0;margin:0;background:#fff;opacity:0;pointer-events:none}
.nice.open ul{opacity:1;pointer-events:auto} li{cursor:pointer}</style>
<div><label for=font>Font</label> <select id=font style="display:none"><option>Normal<option>Mono<option>Serif</select
><div class=nice tabindex=0 onclick="this.classList.toggle('open')"><span class=current>Normal</span><ul>
<li>Normal<li>Mono<li>Serif</ul></div></div>
<div><label for=many>Many</label><select id=many multiple style="display:none"><option>One<option>Two</select><a
 href="#x">One</a></div>
<div><label for=agree>Agree</label><input type=checkbox id=agree style="display:none"></div>
<div><select style="display:none"><option>Save later</select><button>Save</button></div>
<script>for (const li of document.querySelectorAll('.nice li')) li.onclick = () => {
  font.value = li.textContent.trim(); document.querySelector('.current').textContent = font.value }</script>"""

WITHIN = """<div id=host></div><script>
const root = host.attachShadow({ mode: 'open' })
root.innerHTML = `<style>.drop{display:none} .open .drop{display:block} .chip,.row{height:20px}</style>
  <div class=choices role=combobox aria-haspopup=true aria-expanded=false style="border:1px solid;width:200px">
  <div class=inner><span class=chips></span><input aria-label=Extras type=search></div>
  <div class=drop><div role=listbox aria-multiselectable=true></div></div></div>`
const box = root.querySelector('.choices'), list = root.querySelector('[role=listbox]'), picked = []
const draw = () => { list.innerHTML = ''
  for (const one of ['Bike', 'Guide', 'Parking'].filter(one => !picked.includes(one))) {
    const row = document.createElement('div'); row.className = 'row'; row.setAttribute('role', 'option')
    row.textContent = one; list.append(row)
    row.onclick = () => { picked.push(one); draw(); root.querySelector('.chips').innerHTML =
      picked.map(chip => `<span class=chip>${chip}<button aria-label="Remove ${chip}">×</button></span>`).join('') } } }
draw(); window.picked = picked
const open = (to) => { box.classList.toggle('open', to); box.setAttribute('aria-expanded', String(to)) }
root.querySelector('input').onfocus = () => open(true); root.querySelector('input').onblur = () => open(false)
list.onmousedown = (event) => event.preventDefault()
</script>"""

SAME_IDS = """<div id=outer></div><script>
const outer = document.getElementById('outer').attachShadow({ mode: 'open' })
for (const name of ['Days', 'Airport', 'Guests']) {
  const host = document.createElement('div'); outer.append(host)
  host.attachShadow({ mode: 'open' }).innerHTML = `<label for=input>${name}</label><input id=input>`
}</script>"""


async def test_a_drawn_list_is_a_field_and_a_label_of_a_hidden_one_is_not(stage: Stage) -> None:
    await stage.show(BESIDE)
    view = await stage.page.observe()
    assert '[e1 combobox Font ="Normal"]' in view.text
    assert view.text.count("Font") == 1
    assert "[e3 checkbox Agree]" in view.text
    assert "Many" in view.text
    assert "listbox" not in view.text, "a press on that label would choose nothing"
    assert "button Save]" in view.text
    done = await stage.page.select("e1", "Mono")
    assert done.success
    assert done.message == "select done: it holds 'Mono'"
    assert done.observation is not None
    assert '="Mono"' in done.observation.text
    assert await stage.page.evaluate("font.value") == "Mono"
    filled = await stage.page.fill_form({"e1": "Serif"})
    assert filled.success
    assert await stage.page.evaluate("font.value") == "Serif"


async def test_a_list_in_its_fields_own_box_takes_several(stage: Stage) -> None:
    await stage.show(WITHIN)
    view = await stage.page.observe()
    (field,) = [node for node in view.snapshot.find(name="Extras") if node.tag == "input"]
    done = await stage.page.select(field.ref, "Bike", "Guide")
    assert done.success, done.message
    assert await stage.page.evaluate("picked") == ["Bike", "Guide"]


CHOICES_ONLY = """<style>[role=listbox]{position:absolute;border:1px solid;background:#fff}</style>
<label>Clerk <input id=c type=search role=combobox aria-autocomplete=list aria-controls=l aria-expanded=false></label>
<div id=l role=listbox hidden></div><label>Note <input></label><label>Fussy <input id=f></label>
<p style="margin-top:200px">anything</p><script>
const names = ['Ada', 'Ken', 'Kenneth']; window.chosen = ''
const show = () => { l.innerHTML = ''; l.hidden = false; c.setAttribute('aria-expanded', 'true')
  for (const name of names.filter(name => name.startsWith(c.value))) {
    const row = document.createElement('div'); row.setAttribute('role', 'option'); row.textContent = name
    row.onmousedown = (event) => { event.preventDefault(); chosen = c.value = name; hide() }; l.append(row) } }
const hide = () => { l.hidden = true; c.setAttribute('aria-expanded', 'false') }
c.onclick = show; c.oninput = () => setTimeout(show, 120)
c.onblur = () => { c.value = chosen; hide() }; f.onblur = () => { f.value = '' }
</script>"""


async def test_a_form_chooses_where_a_text_alone_would_only_search(stage: Stage) -> None:
    await stage.show(CHOICES_ONLY)
    filled = await stage.page.fill_form({await stage.ref("Clerk"): "Ken"})
    assert filled.success
    assert await stage.page.evaluate("[chosen, l.hidden]") == ["Ken", True]
    fussy, note = await stage.ref("Fussy"), await stage.ref("Note")
    emptied = await stage.page.fill_form({fussy: "anything", note: "all"})
    assert not emptied.success, "the page took it away when the focus left"
    assert [one.code for one in emptied.fields] == ["value_mismatch", ""]


async def test_a_label_names_the_control_of_its_own_shadow_tree(stage: Stage) -> None:
    await stage.show(SAME_IDS)
    snapshot = await stage.page.snapshot()
    assert [node.name for node in snapshot.find(role="textbox")] == ["Days", "Airport", "Guests"]


async def test_what_only_looks_like_a_message_is_not_quoted(stage: Stage) -> None:
    await stage.show(
        '<button onclick="o.hidden = false">Go</button><form id=o hidden><label>Name <b class=text-danger>*</b>'
        "<input></label><a class='btn btn-danger' href=#no>Cancel</a></form>"
    )
    result = await stage.page.click(await stage.ref("Go"))
    assert result.success
    assert "says" not in result.message


async def test_a_script_that_fails_on_the_next_page_is_not_the_links_fault(stage: Stage) -> None:
    broken = (
        "<h1>Arrived</h1><script>setTimeout(() => { throw Error('later') }); throw Error('first')</script>"
    )
    remove = stage.site.route("/broken", broken)
    await stage.show("<a href='/broken'>Next</a><button onclick=\"throw Error('mine')\">Throws</button>")
    thrown = await stage.page.click(await stage.ref("Throws"))
    assert thrown.error is not None
    assert thrown.error.code == "handler_threw"
    result = await stage.page.click(await stage.ref("Next"))
    remove()
    assert result.success, result.message


SPOKEN = """<button onclick="go()">Go</button><div id=o></div><div id=far style="height:40px;overflow:auto">
<div style="height:400px">Top</div><div id=low></div></div><p>Budget: <b id=b>100 .. 400</b></p><script>
const go = () => {
  const box = document.createElement('div')
  box.innerHTML = '<b>Kind</b> <i>is</i><select style="display:none"><option>in<option>not</select> <u>novel</u>'
  o.append(box); low.innerHTML = '<p>Nothing <b>to</b> report</p>'
  const toast = document.createElement('p'); toast.textContent = 'Item was moved'; document.body.append(toast)
  b.firstChild.data = '150 .. 400'
  setTimeout(() => { toast.remove(); b.firstChild.data = '200 .. 600' }, 10)
}</script>"""


async def test_only_what_came_and_went_is_reported_apart(stage: Stage) -> None:
    await stage.show(SPOKEN)
    await stage.page.observe()
    result = await stage.page.click(await stage.ref("Go"))
    assert result.observation is not None
    apart = [line for line in result.observation.text.splitlines() if line.startswith("! ")]
    assert [line.partition(": ")[2] for line in apart] == ['"Item was moved"']
    assert "200 .. 600" in result.observation.text


DRAWN_AGAIN = """<nav id=n><a href=#a>Browse</a> <a href=#b>Structure</a> <a href=#c>Search</a></nav>
<button>Save</button><p id=o>2 rows</p><script>
document.querySelector('button').onclick = () => {
  const again = document.createElement('div')
  again.innerHTML = n.innerHTML
  for (const link of n.querySelectorAll('a')) link.remove()
  n.replaceChildren(again)
  if (window.says) o.textContent = '3 rows'
}</script>"""


async def test_parts_that_were_drawn_again_are_not_quoted_as_new(stage: Stage) -> None:
    await stage.show(DRAWN_AGAIN)
    result = await stage.page.click('button "Save"')
    assert result.effect.what == "the page changed"
    await stage.eval("window.says = true")
    result = await stage.page.click('button "Save"')
    assert result.effect.what.endswith("it now says “3 rows”")


COMMANDS = """<div id=t contenteditable role=textbox aria-label=Block style="min-height:20px"></div><script>
addEventListener('keydown', e => {
  if (e.key !== 'Enter' || !t.textContent.startsWith('/')) return
  e.preventDefault()
  const heading = document.createElement('h2'); heading.contentEditable = 'true'; heading.ariaLabel = 'Heading'
  t.replaceWith(heading); heading.focus()
})</script>"""


async def test_a_text_that_is_gone_is_not_told_as_held(stage: Stage) -> None:
    """As in WordPress, where Enter makes a block of what was typed as a command."""
    await stage.show(COMMANDS)
    result = await stage.page.type('textbox "Block"', "/heading", enter=True)
    assert result.success
    assert "holds" not in result.message
    assert "'/heading' was entered; the field is gone now" in result.message


async def test_keys_that_select_a_text_have_an_effect(stage: Stage) -> None:
    await stage.show("<p>Some words</p><input aria-label=Name value=Ada><iframe srcdoc='<p>Inner'></iframe>")
    await stage.page.focus('textbox "Name"')
    for target, said in (('textbox "Name"', "3 characters are selected"), (None, "characters are selected")):
        if target is None:
            await stage.eval("document.activeElement.blur(), getSelection().empty()")
        result = await stage.page.press("Control+A", target)
        assert said in result.message
        assert (await stage.page.press("Control+A", target)).effect.kind == "no_effect"


@pytest.mark.parametrize(
    "field",
    [
        "<input aria-label=Text value=Ada>",
        "<div contenteditable role=textbox aria-label=Text>Ada</div>",
        "<iframe srcdoc='<body contenteditable aria-label=Text role=textbox>Ada'></iframe>",
    ],
)
async def test_keys_that_move_the_caret_have_an_effect(stage: Stage, field: str) -> None:
    await stage.show(field)
    await stage.page.focus('textbox "Text"')
    await stage.page.press("Home", 'textbox "Text"')
    for key, said in (
        ("End", "the caret moved"),
        ("ArrowLeft", "the caret moved"),
        ("Shift+Home", "2 characters"),
    ):
        result = await stage.page.press(key, 'textbox "Text"')
        assert said in result.message, (key, result.message)
    await stage.page.press("ArrowLeft", 'textbox "Text"')
    assert (await stage.page.press("ArrowLeft", 'textbox "Text"')).effect.kind == "no_effect"


@pytest.mark.parametrize(
    ("bar", "works"),
    [
        ("aria-hidden=true style='height:0;overflow:hidden'", False),
        ("aria-hidden=true style='height:4px'", False),
        ("style='height:0'", False),
        ("style='height:4px'", True),
    ],
)
async def test_an_idle_bar_is_no_work(stage: Stage, bar: str, works: bool) -> None:
    """As Vuetify's cards and tables draw one in advance."""
    await stage.show(
        "<button onclick='o.innerHTML = `<p>Card</p><div role=progressbar "
        + bar.replace("'", '"')
        + "></div>`'>"
        "Show</button><div id=o></div><script>new WebSocket('ws://' + location.host + '/no')</script>"
    )
    result = await stage.page.click('button "Show"')
    assert result.success
    assert bool(result.settled is not None and result.settled.at_work) is works
