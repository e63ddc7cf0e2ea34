"""What counts as an effect: what a person sees and what the action brought about, pictures included (EX-02)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdp_engine.verify import Confirmed, NoEffect
from tests.support.site import Response
from tests.verify.conftest import HEAD, Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-02")]

HIDDEN = (
    "hidden",
    "style='display:none'",
    "style='visibility:hidden'",
    "style='opacity:0'",
    "style='position:absolute;left:-9999px'",
    "style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)'",
)


@pytest.mark.parametrize("how", HIDDEN)
async def test_hidden_text_is_not_quoted(stage: Stage, how: str) -> None:
    await stage.show(
        f'<button onclick="o.append(t.content.cloneNode(true))">Go</button><div id=o></div>'
        f"<template id=t><p {how}>Unseen words</p></template>"
    )
    result = await stage.page.click(await stage.ref("Go"))
    assert isinstance(result.effect, Confirmed)
    assert "Unseen" not in f"{result.message} {result.effect.what} {result.effect.evidence.mutations.added}"


async def test_only_the_part_that_is_seen_is_quoted(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"o.innerHTML = '<p>Seen <i hidden>unseen</i></p>'\">Go</button><div id=o></div>"
    )
    result = await stage.page.click(await stage.ref("Go"))
    assert isinstance(result.effect, Confirmed)
    assert result.effect.what == "the page changed, it now says “Seen”"


async def test_text_that_is_shown_a_moment_after_it_came_is_quoted(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"o.innerHTML = '<p id=p hidden>Later</p>'; requestAnimationFrame(() => p.hidden = false)\">"
        "Go</button><div id=o></div>"
    )
    result = await stage.page.click(await stage.ref("Go"))
    assert isinstance(result.effect, Confirmed)
    assert result.effect.what == "the page changed, it now says “Later”"


@pytest.mark.req("EX-02")
async def test_a_list_that_is_written_again_says_what_is_new_in_it(stage: Stage) -> None:
    await stage.show(
        "<ul id=l><li>Zurich<li>Bern<li>Oslo</ul><button>Add</button><script>document.querySelector('button').onclick ="
        "() => l.replaceChildren(...['Zurich', 'Lake', 'Oslo'].map(one => Object.assign(document.createElement('li'),"
        " { textContent: one })))</script>"
    )
    result = await stage.page.click(await stage.ref("Add"))
    assert isinstance(result.effect, Confirmed)
    assert result.effect.what == "the page changed, it now says “Lake”"


async def test_what_the_observation_lists_is_not_said_twice(stage: Stage) -> None:
    await stage.show("<button onclick=\"o.textContent = 'Your order is placed'\">Go</button><p id=o></p>")
    await stage.page.observe()
    result = await stage.page.click(await stage.ref("Go"))
    assert "Your order is placed" in str(result.observation)
    assert result.message == "click done: the page changed"


async def test_a_change_that_the_view_does_not_show_is_said_to_be_one(stage: Stage) -> None:
    """The selected text is bold now, as in Etherpad: the page changed, and no line of the view."""
    await stage.show(
        """<button onmousedown="event.preventDefault()" onclick="o.style.fontWeight = 'bold'">Bold</button>
        <p id=o>Third line</p>"""
    )
    await stage.page.observe()
    result = await stage.page.click(await stage.ref("Bold"))
    assert result.effect.kind == "confirmed"
    assert result.observation is not None
    assert result.observation.kind == "no_change"
    assert result.message == "click done: the page changed, in nothing that the view shows"


FAR = (
    "<div><div><button onclick='%s'>Save</button></div></div><section><div>%s</div></section>"
    "<script>n = 0; %s</script>"
)
AMBIENT = {
    "a rotating banner": (
        "<p id=p>x</p>",
        "setInterval(() => p.textContent = ['Big sale', 'Free shipping', 'New here'][n++ % 3], 120)",
    ),
    "a banner that is built again": (
        "<div id=p></div>",
        "setInterval(() => p.innerHTML = '<b>' + ['Big sale', 'Free shipping'][n++ % 2] + '</b>', 120)",
    ),
    "slides": (
        "<div id=p><b>A</b><b hidden>B</b></div>",
        "setInterval(() => { for (const b of p.children) b.hidden = !b.hidden }, 120)",
    ),
    "a ticker": (
        "<ul id=p><li>one<li>two<li>three</ul>",
        "setInterval(() => p.append(p.firstElementChild), 120)",
    ),
    "a date": ("<p id=p>x</p>", "setInterval(() => p.textContent = new Date(n++ * 4e9).toDateString(), 120)"),
}
TURNS = (
    "new Promise(done => { let left = 4; const watch = new MutationObserver(() => {"
    " if (!--left) { watch.disconnect(); done(true) } });"
    " watch.observe(p, {subtree: true, childList: true, characterData: true, attributes: true}) })"
)


@pytest.mark.parametrize("what", AMBIENT)
async def test_what_changes_by_itself_is_no_effect(stage: Stage, what: str) -> None:
    html, script = AMBIENT[what]
    await stage.show(FAR % ("", html, script))
    await stage.eval(TURNS)
    result = await stage.page.click(await stage.ref("Save"))
    assert isinstance(result.effect, NoEffect), result.message
    assert "by itself" in result.message


async def test_a_clock_beside_the_button_is_no_effect(stage: Stage) -> None:
    await stage.show(
        "<div><button>Save</button><p id=p></p></div>"
        "<script>n = 0; setInterval(() => p.textContent = new Date(n++ * 4e9).toDateString(), 60)</script>"
    )
    await stage.eval(TURNS)
    result = await stage.page.click(await stage.ref("Save"))
    assert isinstance(result.effect, NoEffect), result.message


async def test_a_click_that_changes_the_banner_has_an_effect(stage: Stage) -> None:
    html, script = AMBIENT["a rotating banner"]
    await stage.show(FAR % ('p.textContent = "Closed"; clearInterval(i)', html, "i = " + script))
    await stage.eval(TURNS)
    result = await stage.page.click(await stage.ref("Save"))
    assert isinstance(result.effect, Confirmed), result.message
    assert "Closed" in result.effect.what


async def test_what_had_the_focus_does_not_go_away_by_itself(stage: Stage) -> None:
    """As a grid's filter closes on Escape, in a box that the grid redraws in its own time."""
    await stage.show(
        "<div id=p><b>1</b><div id=d><input aria-label=Maker></div></div><script>n = 0; d.onkeydown = () => setTimeout("
        "() => d.remove(), 20); setInterval(() => p.firstChild.replaceWith(document.createElement('b')), 120)</script>"
    )
    await stage.eval("d.firstChild.focus(), " + TURNS)
    result = await stage.page.press("Escape")
    assert isinstance(result.effect, Confirmed), result.message


@pytest.mark.parametrize("delay", [0, 30, 90])
async def test_a_tip_is_no_effect(stage: Stage, delay: int) -> None:
    await stage.show(
        "<div><button>Save</button></div><script>document.querySelector('button').onmouseenter = () => setTimeout("
        "() => document.body.insertAdjacentHTML('beforeend', '<div><div role=tooltip>Saves the file</div></div>'), "
        f"{delay})</script>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert isinstance(result.effect, NoEffect), result.message


async def test_a_box_of_text_that_a_click_opens_is_an_effect(stage: Stage) -> None:
    await stage.show(
        '<button onclick="t.hidden = false">Help</button><div id=t role=tooltip hidden>Write to us</div>'
    )
    assert isinstance((await stage.page.click(await stage.ref("Help"))).effect, Confirmed)


EMPTY = "new Promise(done => { const look = () => o.innerHTML ? setTimeout(look, 10) : done(1); look() })"


@pytest.mark.parametrize("how", ["aria-live=assertive", "role=alert"])
@pytest.mark.parametrize("text", ["Saved", "Draft kept", "Page 2 of 10"])
async def test_an_urgent_announcement_is_not_an_error(stage: Stage, how: str, text: str) -> None:
    await stage.show(
        f"<button onclick=\"o.textContent = '{text}'; setTimeout(() => o.textContent = '', 50)\">Go</button>"
        f"<p id=o {how}></p><button id=b>Next</button>"
    )
    await stage.page.observe()
    first = await stage.page.click(await stage.ref("Go"))
    assert first.effect.evidence.errors == ()
    await stage.eval(EMPTY)
    second = await stage.page.click(await stage.ref("Next"))
    said = f"{first} {second} {second.observation}"
    assert "error:" not in said
    assert "error" not in f"{first.message} {second.message}"


async def test_an_error_is_still_named_one(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"o.innerHTML = '<p class=alert-danger role=alert>Karte abgelehnt</p>';"
        " setTimeout(() => o.innerHTML = '', 50)\">Pay</button><div id=o></div><button>Next</button>"
    )
    await stage.page.observe()
    reported = str((await stage.page.click(await stage.ref("Pay"))).observation)
    await stage.eval(EMPTY)
    reported += str((await stage.page.click(await stage.ref("Next"))).observation)
    assert "error" in reported or "Karte abgelehnt" in reported


async def test_what_comes_into_the_top_layer_is_an_effect(stage: Stage) -> None:
    """A popover and fullscreen change nothing of the document; the answer shows them all the same."""
    await stage.show(
        "<button popovertarget=pop>Options</button>"
        "<div id=pop popover>Copy <button popovertarget=pop>Close</button></div>"
        "<button onclick='panel.requestFullscreen()'>Full</button>"
        "<div id=panel>Panel <button onclick='document.exitFullscreen()'>Leave</button></div>"
    )
    for opens, closes in (("Options", "Close"), ("Full", "Leave")):
        await stage.page.observe()
        opened = await stage.page.click(f'button "{opens}"')
        assert isinstance(opened.effect, Confirmed), opened.message
        assert opened.observation is not None
        assert opened.observation.kind == "overlay_opened"
        closed = await stage.page.click(f'button "{closes}"')
        assert isinstance(closed.effect, Confirmed), closed.message
        assert closed.observation is not None
        assert closed.observation.kind == "overlay_closed"


CANVAS = (
    "<canvas id=c width=300 height=150 aria-label=Board></canvas><button id=b>Draw</button>"
    "<script>x = c.getContext('2d'); x.fillRect(0, 0, 10, 10); %s</script>"
)


@pytest.mark.parametrize("target", ["c", "b"])
async def test_a_picture_that_changes_is_an_effect(stage: Stage, target: str) -> None:
    await stage.show(CANVAS % f"{target}.onclick = () => x.fillRect(100, 100, 3, 3)")
    result = await stage.page.click(await canvas_ref(stage, target))
    assert isinstance(result.effect, Confirmed), result.message
    assert result.effect.what == "the picture on a canvas changed"


@pytest.mark.parametrize("target", ["c", "b"])
@pytest.mark.parametrize(
    "script",
    [
        "",
        "(function step() { x.clearRect(0, 0, 300, 30); x.fillRect(Math.random() * 250, 9, 9, 9);"
        " requestAnimationFrame(step) })()",
    ],
    ids=["still", "moving"],
)
async def test_a_picture_that_stays_or_moves_by_itself_is_no_effect(
    stage: Stage, target: str, script: str
) -> None:
    await stage.show(CANVAS % script)
    result = await stage.page.click(await canvas_ref(stage, target))
    assert isinstance(result.effect, NoEffect), result.message


async def test_drawing_by_a_drag_is_an_effect(stage: Stage) -> None:
    await stage.show(
        CANVAS % "down = false; c.onpointerdown = () => down = true; c.onpointerup = () => down = false;"
        "c.onpointermove = e => down && x.fillRect(e.offsetX, e.offsetY, 4, 4)"
    )
    board = await canvas_ref(stage, "c")
    result = await stage.page.drag(board, board, source_position=(20, 20), position=(200, 90))
    assert isinstance(result.effect, Confirmed), result.message


WEBGL = (
    "<canvas id=c width=300 height=150 aria-label=Board></canvas><p>Beside it</p><button id=b>Draw</button>"
    "<style>button:hover { background: red }</style><script>x = c.getContext('webgl');"
    "paint = (red) => { x.clearColor(red, 0.2, 0.2, 1); x.clear(x.COLOR_BUFFER_BIT) }; paint(red = 0.5);"
    "addEventListener('click', ({ target }) => { if (target.id === '%s') paint(red = 1.4 - red) })%s</script>"
)
TAINTED = (
    "<canvas id=c width=300 height=150 aria-label=Board></canvas><script>x = c.getContext('2d'); i = new Image();"
    "done = new Promise(go => i.onload = () => { x.drawImage(i, 0, 0); go(true) }); i.src = '%s';"
    "c.onclick = ({ offsetX }) => offsetX > 150 && x.fillRect(50, 50, 90, 90)</script>"
)
SQUARE = (
    b"<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40'/></svg>"
)


@pytest.mark.parametrize("target", ["c", "b"])
async def test_a_picture_that_no_script_can_read_is_compared(stage: Stage, target: str) -> None:
    await stage.show(WEBGL % (target, ""))
    drawn = await stage.page.click(await canvas_ref(stage, target))
    assert isinstance(drawn.effect, Confirmed), drawn.message
    assert drawn.effect.what == "the picture on a canvas changed"
    other = await stage.page.click(await canvas_ref(stage, "b" if target == "c" else "c"))
    assert isinstance(other.effect, NoEffect), other.message


async def test_a_picture_that_moves_by_itself_is_no_effect_of_webgl(stage: Stage) -> None:
    await stage.show(
        WEBGL % ("none", "; (step = () => { paint(Math.random()); requestAnimationFrame(step) })()")
    )
    result = await stage.page.click(await canvas_ref(stage, "c"))
    assert isinstance(result.effect, NoEffect), result.message


async def test_a_canvas_with_an_image_of_another_origin_is_compared(stage: Stage) -> None:
    remove = stage.site.route("/verify/square", Response(SQUARE, content_type="image/svg+xml"))
    await stage.show(TAINTED % stage.site.url("verify/square", host="localhost"))
    assert await stage.eval("done")
    remove()
    board = await canvas_ref(stage, "c")
    left = await stage.page.click(board, position=(20, 20))
    assert isinstance(left.effect, NoEffect), left.message
    right = await stage.page.click(board, position=(200, 20))
    assert isinstance(right.effect, Confirmed), right.message


async def canvas_ref(stage: Stage, name: str) -> str:
    nodes = (await stage.page.snapshot()).nodes()
    return next(node.ref for node in nodes if node.attributes.get("id") == name)


FILES = """<button onclick="shown.click()">Picture</button><label>Paper<input id=shown type=file></label>
<button onclick="Object.assign(document.createElement('input'), { type: 'file' }).click()">On the fly</button>
<iframe srcdoc="<button onclick='f.click()'>Framed</button><input id=f type=file hidden>"></iframe>
<button onclick="showOpenFilePicker().catch(() => 0)">Picker</button>"""


async def test_a_page_that_asks_for_a_file_is_said_to(stage: Stage, tmp_path: Path) -> None:
    """A headless browser shows no file dialog, so without this the click would be called a dead one."""
    await stage.show(FILES)
    for name in ("Picture", "On the fly", "Framed"):
        result = await stage.page.click(await stage.ref(name))
        assert isinstance(result.effect, Confirmed), name
        assert result.effect.what == "the page asks for a file: upload one with the same ref"
    picker = await stage.page.click(await stage.ref("Picker"))
    assert isinstance(picker.effect, NoEffect), "its dialog has no field that could be given a file"

    paper = tmp_path / "paper.txt"
    paper.write_text("words")
    uploaded = await stage.page.upload(await stage.ref("Picture"), paper)
    assert uploaded.success, uploaded.message
    assert "asks for a file" not in uploaded.message
    assert await stage.eval("shown.files[0].name") == "paper.txt"
    again = await stage.page.press("Enter", await stage.ref("Picture"))
    assert isinstance(again.effect, Confirmed), "asked for again after an upload"


async def test_a_choice_is_confirmed_in_the_words_of_its_options(stage: Stage) -> None:
    await stage.show(
        "<label>Sizes<select multiple><option value=s>Small<option value=m>Medium<option value=l>Large</select></label>"
        "<label>Country<select><option value=de>Germany<option value=fr>France</select></label>"
    )
    several = await stage.page.select(await stage.ref("Sizes"), "s", "Large")
    assert several.message == "select done: it holds 'Small, Large'"
    one = await stage.page.select(await stage.ref("Country"), "fr")
    assert (one.message, one.effect.evidence.value) == ("select done: it holds 'France'", "fr")


HANDLERS = (
    "b.onclick = () => requestAnimationFrame(change)",
    "b.onclick = () => setTimeout(change, 60)",
    "b.onmousedown = change",
)
CHANGES = (
    "n.textContent = 'Count ' + ++count",
    "p.hidden = !p.hidden",
    "p.style.display = p.style.display ? '' : 'none'",
    "o.setAttribute('aria-expanded', String(++count % 2 === 1))",
)
ELSEWHERE = (
    "<div><div><div><button id=b>Go</button></div></div></div><section><button id=o>More</button><p id=n>Count 0</p>"
    "<p id=p>Panel</p></section><script>let count = 0; const change = () => {{ {change} }}; {handler}</script>"
)


async def click_three_times(stage: Stage, page: str, effect: type[Confirmed | NoEffect]) -> None:
    await stage.show(page)
    for _ in range(3):
        result = await stage.page.click(await stage.ref("Go"))
        assert isinstance(result.effect, effect), result.message


@pytest.mark.parametrize("handler", HANDLERS)
@pytest.mark.parametrize("change", CHANGES)
async def test_what_changes_elsewhere_is_an_effect_after_the_click_too(
    stage: Stage, change: str, handler: str
) -> None:
    """A number alone, too, where the browser traces its paint back to the click."""
    await click_three_times(stage, ELSEWHERE.format(change=change, handler=handler), Confirmed)


async def test_what_a_press_of_the_mouse_changes_elsewhere_is_an_effect(stage: Stage) -> None:
    page = ELSEWHERE.format(change="p.className = 'at-' + ++count", handler="b.onmousedown = change")
    await click_three_times(stage, page, Confirmed)


@pytest.mark.parametrize("change", ["p.className = 'at-' + ++count", "p.style.scale = ++count % 2"])
@pytest.mark.parametrize(
    "handler",
    [
        "b.onclick = () => requestAnimationFrame(() => requestAnimationFrame(change))",
        "b.onclick = () => setTimeout(change)",
        "b.onclick = () => setTimeout(change, 80)",
    ],
)
async def test_what_an_element_elsewhere_looks_like_right_after_a_click_is_an_effect(
    stage: Stage, change: str, handler: str
) -> None:
    await click_three_times(stage, ELSEWHERE.format(change=change, handler=handler), Confirmed)


@pytest.mark.parametrize("event", ["keydown", "keyup"])
async def test_what_the_timer_of_a_key_changes_elsewhere_is_an_effect(stage: Stage, event: str) -> None:
    handler = f"addEventListener('{event}', (event) => event.key === 'F8' && setTimeout(change, 80))"
    await stage.show(ELSEWHERE.format(change="p.className = 'at-' + ++count", handler=handler))
    for _ in range(2):
        result = await stage.page.press("F8")
        assert isinstance(result.effect, Confirmed), result.message


async def test_what_moves_by_itself_is_no_effect_of_a_click(stage: Stage) -> None:
    page = (
        "<button>Go</button><p id=c>Here</p><script>(function turn(now) { c.style.rotate = now + 'deg';"
        " requestAnimationFrame(turn) })(0)</script>"
    )
    await click_three_times(stage, page, NoEffect)


async def test_a_clock_is_no_effect_of_a_click(stage: Stage) -> None:
    page = (
        "<button>Go</button><p id=c>0</p><script>setInterval(() => c.textContent = Date.now(), 60)</script>"
    )
    await click_three_times(stage, page, NoEffect)


MARKED = (
    "<div><button id=b><span id=s>Go</span></button></div><script>"
    "b.onmousedown = () => { b.classList.add('active'); b.tabIndex = -1; s.style.opacity = '.5' };"
    "b.onmouseup = () => setTimeout(() => { b.classList.remove('active'); b.removeAttribute('tabindex');"
    " s.removeAttribute('style') }, 30); {after}</script>"
)


async def test_the_mark_of_a_press_that_is_gone_again_is_no_effect(stage: Stage) -> None:
    """As Quasar marks its buttons."""
    await click_three_times(stage, MARKED.replace("{after}", ""), NoEffect)


# As the tool bar of Etherpad: the item around a button is marked, until the editor has nothing in bold.
BAR = (
    "<ul><li id=i class=item><a><button>Go</button></a><li class=item><button>I</button></ul><p id=p>0</p>"
    "<script>const b = document.querySelector('button');"
    "b.onclick = () => { i.classList.add('pressed'); {after} }</script>"
)


async def test_the_mark_around_a_pressed_button_that_is_gone_again_is_no_effect(stage: Stage) -> None:
    after = "requestAnimationFrame(() => i.classList.remove('pressed'))"
    await click_three_times(stage, BAR.replace("{after}", after), NoEffect)


@pytest.mark.parametrize("after", ["i.className = `item on-${performance.now()}`", "p.textContent++"])
async def test_what_stays_around_a_pressed_button_is_an_effect(stage: Stage, after: str) -> None:
    await click_three_times(stage, BAR.replace("{after}", after), Confirmed)


async def test_what_stays_on_a_pressed_button_is_an_effect(stage: Stage) -> None:
    page = MARKED.replace("{after}", "let n = 0; b.onclick = () => b.className = `on-${++n}`")
    await click_three_times(stage, page, Confirmed)


KEYED = (
    "<div id=t tabindex=0 role=group aria-label=Target>Target</div><input id=v aria-label=V>"
    "<div id=s style='height:60px;overflow:auto'><div style='height:600px'>tall</div></div><script>{handler}</script>"
)


@pytest.mark.parametrize(
    ("handler", "told"),
    [
        ("t.onkeydown = () => { s.scrollTop += 20 }", "a part of the page scrolled"),
        ("t.onkeyup = () => v.focus()", "the focus is on"),
    ],
)
async def test_a_key_that_scrolls_a_part_or_moves_the_focus_has_an_effect_each_time(
    stage: Stage, handler: str, told: str
) -> None:
    await stage.show(KEYED.replace("{handler}", handler))
    for _ in range(2):
        result = await stage.page.press("F8", await stage.ref("Target"))
        assert isinstance(result.effect, Confirmed), result.message
        assert told in result.message


@pytest.mark.parametrize("html", ["<input aria-label=Target>", "<button>Target</button>"])
async def test_the_focus_that_a_key_needs_is_no_effect_of_the_key(stage: Stage, html: str) -> None:
    await stage.show(html)
    result = await stage.page.press("F8", await stage.ref("Target"))
    assert isinstance(result.effect, NoEffect), result.message


@pytest.mark.parametrize("host", ["127.0.0.1", "frame.test"])
async def test_a_button_in_a_frame_that_only_takes_the_focus_has_no_effect(stage: Stage, host: str) -> None:
    """The document around it reports that its frame element has the focus now."""
    remove = stage.site.route("/verify/framed", HEAD + "<button>Plain</button>")
    source = stage.site.url("verify/framed", host=host)
    await stage.show(f"<label>Name <input></label><iframe src='{source}'></iframe>")
    await stage.page.fill(await stage.ref("Name"), "Ann")
    for _ in range(2):
        result = await stage.page.click(await stage.ref("Plain"))
        assert result.effect.kind == "no_effect", result.message
    remove()


# As a line of filters in Label Studio: what is chosen draws the whole line again, and closes the box around it.
REPLACED = """<div id=box><button id=b aria-haspopup=listbox aria-expanded=false><span>text</span> <i>data</i></button>
</div><ul id=l role=listbox hidden><li role=option>Created at<li role=option>Updated at</ul><p id=p></p><script>
  b.onclick = () => { l.hidden = !l.hidden; b.setAttribute('aria-expanded', !l.hidden) };
  l.onclick = ({ target }) => {
    b.innerHTML = '<span>textdata</span>'; l.hidden = true; box.remove(); p.textContent = target.textContent;
  };
</script>"""


async def test_a_list_whose_choice_removes_its_field_says_what_was_pressed(stage: Stage) -> None:
    await stage.show(REPLACED)
    result = await stage.page.select(await stage.ref("text data", "button"), "Created at")
    assert await stage.eval("p.textContent") == "Created at"
    assert result.success, result.message
    assert "'Created at' was pressed in its list; the field is gone now" in result.message
