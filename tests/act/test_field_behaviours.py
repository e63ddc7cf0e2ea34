"""What other engines' suites check of filling, choosing, checking, focus and keys, on pages of ours."""

from __future__ import annotations

import pytest

from cdp_engine.act import Choice
from tests.act.behaviours import (
    Case,
    check,
    click,
    fill,
    focus,
    press,
    script,
    select,
    table,
    type_text,
    uncheck,
)
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

COMPOSED = (
    "<div id=h></div><script>s = []; const r = h.attachShadow({mode: 'open'}"
    "); r.innerHTML = `%s`; t = r.getElementById('t');"
    "for (const k of ['input', 'change']) document.addEventListener(k, e "
    "=> s.push(k + ':' + e.composed), true)</script>"
)
STEALS = (
    "<input id=t><input id=o><script>t.addEventListener('focus', () => queueMicrotask(() => o.focus()), {once: %s})"
    "</script>"
)
SEEN = (
    "<script>s = []; for (const k of ['keydown', 'keypress', 'beforeinput',"
    " 'input', 'keyup']) addEventListener(k, e => s.push(k), true)</script>"
)


@table(
    Case("text area", "<textarea id=t>old</textarea>", fill("#t", "some value"), "t.value", "some value"),
    *[
        Case(f"input {kind}", f"<input id=t type={kind}>", fill("#t", "text 1"), "t.value", "text 1")
        for kind in ("password", "search", "tel", "text", "url", "", "unknown")
    ],
    Case("email", "<input id=t type=email>", fill("#t", "a@b.c"), "t.value", "a@b.c"),
    *[
        Case(
            f"refused {kind}",
            f"<input id=t type={kind}>",
            fill("#t", "x", timeout=0.5),
            "t.value.length < 3 || t.value === 'Submit'",
            True,
            "not_editable",
        )
        for kind in ("button", "checkbox", "file", "image", "radio", "reset", "submit")
    ],
    Case(
        "focus taken away once", STEALS % "true", fill("#t", "a text"), "`${t.value}|${o.value}`", "a text|"
    ),
    Case(
        "focus always taken away",
        STEALS % "false",
        fill("#t", "a text", timeout=0.5),
        "`${t.value}|${o.value}`",
        "|",
        "not_editable",
    ),
    Case("range", "<input id=t type=range min=0 max=100>", fill("#t", "42"), "t.value", "42"),
    Case(
        "range that is no number",
        "<input id=t type=range>",
        fill("#t", "foo", timeout=0.4),
        "t.value",
        "50",
        "not_editable",
    ),
    Case("colour", "<input id=t type=color>", fill("#t", "#AABBCC"), "t.value", "#aabbcc"),
    Case(
        "colour that is none",
        "<input id=t type=color>",
        fill("#t", "badcolor", timeout=0.8),
        "t.value",
        "#000000",
        "not_editable",
    ),
    Case(
        "date after a click",
        "<input id=t type=date>",
        [click("#t"), fill("#t", "2020-03-02")],
        "t.value",
        "2020-03-02",
    ),
    Case(
        "date that does not exist",
        "<input id=t type=date>",
        fill("#t", "2020-13-02", timeout=0.4),
        "t.value",
        "",
        "not_editable",
    ),
    Case("time", "<input id=t type=time>", fill("#t", "13:15"), "t.value", "13:15"),
    Case(
        "time that does not exist",
        "<input id=t type=time>",
        fill("#t", "25:05", timeout=0.4),
        "t.value",
        "",
        "not_editable",
    ),
    Case("month", "<input id=t type=month>", fill("#t", "2020-07"), "t.value", "2020-07"),
    Case(
        "month that does not exist",
        "<input id=t type=month>",
        fill("#t", "2020-13", timeout=0.4),
        "t.value",
        "",
        "not_editable",
    ),
    Case("week", "<input id=t type=week>", fill("#t", "2020-W50"), "t.value", "2020-W50"),
    Case(
        "week that is none",
        "<input id=t type=week>",
        fill("#t", "2020-123", timeout=0.4),
        "t.value",
        "",
        "not_editable",
    ),
    Case(
        "local date and time",
        "<input id=t type=datetime-local>",
        fill("#t", "2020-03-02T05:15"),
        "t.value",
        "2020-03-02T05:15",
    ),
    Case(
        "local date that is none",
        "<input id=t type=datetime-local>",
        fill("#t", "abc", timeout=0.4),
        "t.value",
        "",
        "not_editable",
    ),
    *[
        Case(
            f"events of {kind} cross shadow roots",
            COMPOSED % f"<input id=t type={kind}>",
            fill("(t)", value),
            "s.includes('input:true')",
            True,
        )
        for kind, value in (
            ("color", "#aaaaaa"),
            ("date", "2020-03-02"),
            ("time", "13:15"),
            ("month", "2020-07"),
            ("range", "42"),
            ("week", "2020-W50"),
            ("text", "x"),
        )
    ],
    Case(
        "content editable",
        "<div id=t contenteditable>old <b>bold</b></div>",
        fill("#t", "some value"),
        "t.textContent",
        "some value",
    ),
    Case(
        "content editable, lines",
        "<div id=t contenteditable></div>",
        fill("#t", "John\nDoe"),
        "t.innerText.replace(/\\n+/g, '|')",
        "John|Doe",
    ),
    Case(
        "content editable that moves the caret on focus",
        "<div id=t contenteditable>old value</div><script>t.onfocus = () => { "
        "const r = document.createRange(); r.selectNodeContents(t);"
        "r.collapse(); getSelection().removeAllRanges(); getSelection().addRange(r) }</script>",
        fill("#t", "new"),
        "t.textContent",
        "new",
    ),
    Case(
        "existing value and selection",
        "<input id=t value='value one'>",
        [script("t.setSelectionRange(2, 4)"), fill("#t", "another")],
        "t.value",
        "another",
    ),
    Case(
        "no field", "<span id=t>x</span>", fill("#t", "x", timeout=0.4), "t.textContent", "x", "not_editable"
    ),
    Case(
        "disabled for a while",
        "<input id=t disabled><script>setTimeout(() => t.disabled = false, 200)</script>",
        fill("#t", "x"),
        "t.value",
        "x",
    ),
    Case(
        "read-only for a while",
        "<textarea id=t readonly></textarea><script>setTimeout(() => t.readOnly = false, 200)</script>",
        fill("#t", "x"),
        "t.value",
        "x",
    ),
    Case(
        "invisible for a while",
        "<input id=t style='display:none'><script>setTimeout(() => t.style.display = '', 200)</script>",
        fill("#t", "x"),
        "t.value",
        "x",
    ),
    Case(
        "the body",
        "<body contenteditable id=t>",
        fill("#t", "some value"),
        "document.body.textContent.trim()",
        "some value",
    ),
    Case("fixed", "<input id=t style='position:fixed'>", fill("#t", "x"), "t.value", "x"),
    Case(
        "focus in the wrong frame",
        "<input id=t><iframe srcdoc='<input id=u>'></iframe>",
        [focus("0>#u"), fill("#t", "x"), fill("0>#u", "y")],
        "[t.value, document.querySelector('iframe').contentDocument.getElementById('u').value]",
        ["x", "y"],
    ),
    Case("number", "<input id=t type=number>", fill("#t", "42"), "t.value", "42"),
    Case("number with exponent", "<input id=t type=number>", fill("#t", "-10e5"), "t.value", "-10e5"),
    Case("number emptied", "<input id=t type=number value=5>", fill("#t", ""), "t.value", ""),
    Case(
        "number that is none",
        "<input id=t type=number>",
        fill("#t", "abc", timeout=0.4),
        "t.value",
        "",
        "not_editable",
    ),
    Case("cleared", "<input id=t value=x>", fill("#t", ""), "t.value", ""),
    Case("label", "<label id=l for=t>x</label><input id=t>", fill("#l", "x"), "t.value", "x"),
    Case(
        "input and change",
        "<input id=t><p id=p tabindex=0>x<script>s = []; t.oninput = t.onchange "
        "= e => s.push(e.type)</script>",
        [fill("#t", "x"), focus("#p")],
        "s",
        ["input", "change"],
    ),
    Case("maximal length", "<input id=t maxlength=3>", fill("#t", "abcdef"), "t.value", "abc"),
    Case(
        "many fields back to back",
        "<input id=t><input id=u><textarea id=v></textarea>",
        [fill("#t", "a"), fill("#u", "b"), fill("#v", "c")],
        "t.value + u.value + v.value",
        "abc",
    ),
    Case(
        "a patched value setter",
        "<input id=t><script>const d = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype,"
        " 'value'); n = 0;"
        "Object.defineProperty(t, 'value', {get() { return d.get.call(this) }"
        ", set(v) { n++; d.set.call(this, v) }})</script>",
        fill("#t", "x"),
        "[d.get.call(t), n]",
        ["x", 0],
    ),
    Case(
        "textarea over several lines",
        "<textarea id=t></textarea>",
        fill("#t", "a\nb\n\nc"),
        "t.value",
        "a\nb\n\nc",
    ),
)
async def test_fills(stage: Stage, case: Case) -> None:
    await case.run(stage)


SELECT = (
    "<select id=t{}><option value=black>Black<option value=blue> Dark \n "
    "Blue <option value=red>Red<option value=gold disabled>Gold</select>"
    "<script>s = []; t.oninput = t.onchange = e => s.push(e.type)</script>"
)
ONE, MANY = SELECT.format(""), SELECT.format(" multiple")
CHOSEN = "Array.from(t.selectedOptions, o => o.value)"


@table(
    Case("value", ONE, select("#t", "blue"), "[t.value, s.join()]", ["blue", "input,change"]),
    Case("label", ONE, select("#t", "Red"), "t.value", "red"),
    Case("label with white space", ONE, select("#t", "Dark Blue"), "t.value", "blue"),
    Case("explicit label", ONE, select("#t", Choice(label="Red")), "t.value", "red"),
    Case("index", ONE, select("#t", 2), "t.value", "red"),
    Case("several criteria", ONE, select("#t", Choice(value="red", label="Red", index=2)), "t.value", "red"),
    Case(
        "criteria that contradict",
        ONE,
        select("#t", Choice(value="red", label="Black"), timeout=0.4),
        "t.value",
        "black",
        "option_not_found",
    ),
    Case("no such option", ONE, select("#t", "42", timeout=0.4), "t.value", "black", "option_not_found"),
    Case("disabled option", ONE, select("#t", "gold", timeout=0.4), "t.value", "black", "disabled"),
    Case(
        "two for a list of one",
        ONE,
        select("#t", "blue", "red", timeout=0.4),
        "t.value",
        "black",
        "takes_one",
    ),
    Case("many", MANY, select("#t", "blue", "red"), CHOSEN, ["blue", "red"]),
    Case("none of many", MANY, [select("#t", "blue", "red"), select("#t")], CHOSEN, []),
    Case("bubbles", "<div onchange='hit=true'>" + ONE + "</div>", select("#t", "red")),
    Case(
        "composed",
        COMPOSED % "<select id=t><option>a<option>b</select>",
        select("(t)", "b"),
        "s.includes('input:true')",
    ),
    Case(
        "the page redefines Event",
        "<script>window.Event = null</script>" + ONE,
        select("#t", "red"),
        "t.value",
        "red",
    ),
    Case(
        "an option that comes later",
        ONE + "<script>setTimeout(() => t.add(new Option('Green', 'green')), 200)</script>",
        select("#t", "green"),
        "t.value",
        "green",
    ),
    Case(
        "options that come later",
        MANY + "<script>setTimeout(() => { t.add(new Option('a')); t.add(new Option('b')) }, 200)</script>",
        select("#t", "a", "b"),
        CHOSEN,
        ["a", "b"],
    ),
    Case(
        "a select that is enabled later",
        "<select id=t disabled><option>a<option>b</select><script>setTimeout(()"
        " => t.disabled = false, 200)</script>",
        select("#t", "b"),
        "t.value",
        "b",
    ),
    Case(
        "an option that is enabled later",
        ONE + "<script>setTimeout(() => t.options[3].disabled = false, 200)</script>",
        select("#t", "gold"),
        "t.value",
        "gold",
    ),
    Case(
        "a group that is enabled later",
        "<select id=t><option>a<optgroup id=g disabled label=x><option>b</optgroup>"
        "</select><script>setTimeout(() => g.disabled = false, 200)</script>",
        select("#t", "b"),
        "t.value",
        "b",
    ),
    Case(
        "navigates",
        '<select id=t onchange="location.hash = this.value"><option>a<option>b</select>',
        select("#t", "b"),
        "location.hash",
        "#b",
    ),
    Case("through its label", "<label id=l for=t>x</label>" + ONE, select("#l", "red"), "t.value", "red"),
)
async def test_selects(stage: Stage, case: Case) -> None:
    await case.run(stage)


@table(
    Case("box", "<input id=t type=checkbox>", check("#t"), "t.checked"),
    Case(
        "checked box",
        "<input id=t type=checkbox checked onclick='hit=true'>",
        check("#t"),
        "[t.checked, window.hit]",
        [True, None],
    ),
    Case("uncheck", "<input id=t type=checkbox checked>", uncheck("#t"), "t.checked", False),
    Case(
        "unchecked box",
        "<input id=t type=checkbox onclick='hit=true'>",
        uncheck("#t"),
        "[t.checked, window.hit]",
        [False, None],
    ),
    Case(
        "radio", "<input type=radio name=r checked><input id=t type=radio name=r>", check("#t"), "t.checked"
    ),
    Case(
        "uncheck radio",
        "<input id=t type=radio checked>",
        uncheck("#t", timeout=0.4),
        "t.checked",
        True,
        "cannot_uncheck",
    ),
    *[
        Case(
            f"role {role}",
            f"<div id=t role={role} aria-checked=false tabindex=0>x</div><script>t.onclick = () => "
            "t.setAttribute('aria-checked', String(t.getAttribute('aria-checked') !== 'true'))</script>",
            check("#t"),
            "t.getAttribute('aria-checked')",
            "true",
        )
        for role in ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option")
    ],
    Case("no box", "<div id=t>x</div>", check("#t", timeout=0.4), "1", 1, "not_editable"),
    Case("text field", "<input id=t>", check("#t", timeout=0.4), "1", 1, "not_editable"),
    Case("box in a button", "<div role=button><input id=t type=checkbox></div>", check("#t"), "t.checked"),
    Case(
        "label around",
        "<label id=l><input id=t type=checkbox style='position:absolute;opacity:0;"
        "width:0;height:0'>x</label>",
        check("#l"),
        "t.checked",
    ),
    Case(
        "label with a link in it",
        "<label id=l for=t style='display:inline-block'><a href='#no'>terms</a>"
        " of agreement and more</label><input id=t type=checkbox>",
        check("#t"),
        "[t.checked, location.hash]",
        [True, ""],
    ),
    Case(
        "drawn box over a hidden input",
        "<label><input id=t type=checkbox style='position:absolute;opacity:0'>"
        "<span style='display:inline-block;width:20px;height:20px;background:red'>"
        "</span></label>",
        check("#t"),
        "t.checked",
    ),
    Case(
        "indeterminate",
        "<input id=t type=checkbox><script>t.indeterminate = true</script>",
        check("#t"),
        "[t.checked, t.indeterminate]",
        [True, False],
    ),
    Case(
        "toggle button",
        "<button id=t aria-pressed=false onclick=\"this.setAttribute('aria-pressed', 'true')\">x</button>",
        check("#t"),
        "t.getAttribute('aria-pressed')",
        "true",
    ),
    Case("change", "<input id=t type=checkbox onchange='hit=this.checked'>", check("#t")),
)
async def test_checks(stage: Stage, case: Case) -> None:
    await case.run(stage)


AREA = "<textarea id=t></textarea>"
CARET = "[t.selectionStart, t.selectionEnd]"


@table(
    Case("typing", AREA, type_text("#t", "Type in this text!"), "t.value", "Type in this text!"),
    Case(
        "arrows move the caret",
        AREA,
        [
            type_text("#t", "Hello World!"),
            press("ArrowLeft"),
            type_text(None, "inserted "),
            press(["Shift+ArrowLeft"] * 9),
            press("Backspace"),
        ],
        "t.value",
        "Hello World!",
    ),
    Case("a press sends a character", AREA, press("a", "#t"), "t.value", "a"),
    Case(
        "a press that is prevented",
        AREA + "<script>addEventListener('keydown', e => e.preventDefault(), true)</script>",
        press("a", "#t"),
        "t.value",
        "",
    ),
    Case(
        "order of events",
        AREA + SEEN,
        press("a", "#t"),
        "s.join()",
        "keydown,keypress,beforeinput,input,keyup",
    ),
    Case(
        "composed text makes no keys",
        AREA + SEEN,
        type_text("#t", "嗨"),
        "[t.value, s.includes('keydown')]",
        ["嗨", False],
    ),
    Case(
        "composition",
        AREA + "<script>s = []; for (const k of ['compositionstart', 'compositionend'])"
        " t.addEventListener(k, e => s.push(k + e.data))</script>",
        type_text("#t", "a日本b"),
        "[t.value, s.join()]",
        ["a日本b", "compositionstart,compositionend日本"],
    ),
    Case(
        "composition in an editor",
        "<div id=t contenteditable>x</div>",
        type_text("#t", "日本 ok"),
        "t.textContent.replace(/\\u00a0/g, ' ')",
        "x日本 ok",
    ),
    Case("emoji", AREA, type_text("#t", "👹 Tokyo street Japan 🇯🇵"), "t.value", "👹 Tokyo street Japan 🇯🇵"),
    Case(
        "emoji in a frame",
        "<iframe srcdoc='<textarea id=t></textarea>'></iframe>",
        type_text("0>#t", "👹 x 🇯🇵"),
        "document.querySelector('iframe').contentDocument.getElementById('t').value",
        "👹 x 🇯🇵",
    ),
    Case(
        "shift key is reported",
        AREA + "<script>s = []; t.onkeydown = e => s.push([e.key, e.shiftKey])</script>",
        press("Shift+a", "#t"),
        "s",
        [["Shift", True], ["A", True]],
    ),
    Case(
        "several modifiers",
        AREA + "<script>s = []; t.onkeydown = e => s.push([e.key, e.ctrlKey, e.altKey, e.shiftKey])</script>",
        press("Control+Alt+Shift+m", "#t"),
        "s.at(-1)",
        ["M", True, True, True],
    ),
    Case(
        "plus",
        AREA + "<script>t.onkeydown = e => hit = [e.key, e.code]</script>",
        press("+", "#t"),
        "hit",
        ["+", "Equal"],
    ),
    Case(
        "shift and plus",
        AREA + "<script>t.onkeydown = e => hit = [e.key, e.code]</script>",
        press("Shift++", "#t"),
        "hit",
        ["+", "Equal"],
    ),
    Case(
        "raw codes with shift",
        AREA + "<script>t.onkeydown = e => hit = [e.key, e.code]</script>",
        press("Shift+Digit3", "#t"),
        "hit",
        ["#", "Digit3"],
    ),
    Case(
        "location",
        AREA + "<script>s = []; t.onkeydown = e => s.push(e.location)</script>",
        press(["Digit5", "ControlLeft", "ControlRight", "NumpadSubtract"], "#t"),
        "s",
        [0, 1, 2, 3],
    ),
    Case("new line", AREA, [type_text("#t", "a"), press("Enter"), type_text(None, "b")], "t.value", "a\nb"),
    Case(
        "media keys",
        AREA + "<script>s = []; t.onkeydown = e => s.push(e.key)</script>",
        press(["MediaTrackNext", "AudioVolumeUp", "F5", "F1"][:2], "#t"),
        "s",
        ["MediaTrackNext", "AudioVolumeUp"],
    ),
    Case(
        "select all and delete",
        AREA,
        [type_text("#t", "some text"), press("ControlOrMeta+A"), press("Backspace")],
        "t.value",
        "",
    ),
    Case(
        "select all that is prevented",
        AREA + "<script>t.onkeydown = e => { if (e.ctrlKey) e.preventDefault() }</script>",
        [type_text("#t", "some text"), press("Control+A"), press("Backspace")],
        "t.value",
        "some tex",
    ),
    Case("meta types nothing", AREA, press(["Meta", "Meta+m"], "#t"), "t.value", ""),
    Case(
        "page down scrolls",
        "<body tabindex=0><div style='height:5000px'>x<script>moved = new Promise(r "
        "=> addEventListener('scroll', () => r(true), {once: true}))</script>",
        [script("document.body.focus()"), press("PageDown")],
        "moved",
    ),
    Case(
        "selection in an editor",
        "<div id=t contenteditable>test content</div>",
        press(["Home", "Shift+End", "Delete"], "#t"),
        "t.textContent",
        "",
    ),
    Case("space clicks", "<button id=t onclick='hit=true'>x</button>", press("Space", "#t")),
    Case("enter clicks", "<button id=t onclick='hit=true'>x</button>", press("Enter", "#t")),
    Case(
        "enter submits", "<form onsubmit='hit=true; return false'><input id=t></form>", press("Enter", "#t")
    ),
    Case(
        "copy and paste",
        AREA + "<textarea id=u></textarea>",
        [
            type_text("#t", "123"),
            press("ControlOrMeta+A"),
            press("ControlOrMeta+C"),
            focus("#u"),
            press("ControlOrMeta+V"),
            press("ControlOrMeta+V"),
        ],
        "u.value",
        "123123",
    ),
    Case(
        "cut and paste",
        AREA,
        [
            type_text("#t", "123"),
            press("ControlOrMeta+A"),
            press("ControlOrMeta+X"),
            press("ControlOrMeta+V"),
        ],
        "t.value",
        "123",
    ),
    Case(
        "undo and redo",
        AREA,
        [
            type_text("#t", "123"),
            press("ControlOrMeta+Z"),
            script("undone = t.value"),
            press("ControlOrMeta+Shift+Z"),
        ],
        "[undone, t.value]",
        ["", "123"],
    ),
    Case(
        "editor in a shadow root",
        "<div id=h></div><script>t = (h.attachShadow({mode: 'open'}).innerHTML "
        "= '<div contenteditable id=t></div>', h.shadowRoot.getElementById('t')"
        ")</script>",
        [type_text("(t)", "abc"), type_text("(t)", "def")],
        "t.textContent",
        "abcdef",
    ),
    Case(
        "field in a shadow root",
        "<div id=h></div><script>t = (h.attachShadow({mode: 'open'}).innerHTML "
        "= '<input id=t>', h.shadowRoot.getElementById('t'))</script>",
        [type_text("(t)", "abc"), type_text("(t)", "def")],
        "t.value",
        "abcdef",
    ),
    Case(
        "a new caret is behind the text",
        "<input id=t value=hello>",
        type_text("#t", "world"),
        "t.value",
        "helloworld",
    ),
    Case(
        "a selection that is there is replaced",
        "<input id=t value=hello>",
        [focus("#t"), script("t.setSelectionRange(2, 4)"), type_text("#t", "world")],
        "t.value",
        "heworldo",
    ),
    Case(
        "number field", "<input id=t type=number value=2>", type_text("#t", "13", clear=True), "t.value", "13"
    ),
    Case(
        "after a context menu",
        AREA,
        [click("#t", button="right"), press("Escape"), type_text("#t", "x")],
        "t.value",
        "x",
    ),
    Case(
        "escape closes a dialog",
        "<dialog id=d>x<input id=t></dialog><script>d.showModal()</script>",
        press("Escape", "#t"),
        "d.open",
        False,
    ),
    Case(
        "tab goes round",
        "<input id=t><input id=u><button id=v>x</button>",
        [
            focus("#t"),
            press("Tab"),
            script("s = [document.activeElement.id]"),
            press("Tab"),
            script("s.push(document.activeElement.id)"),
            press("Shift+Tab"),
            script("s.push(document.activeElement.id)"),
        ],
        "s.join()",
        "u,v,u",
    ),
    Case(
        "focus and blur events",
        "<input id=t><input id=u><script>s = []; t.onfocus = t.onblur = e => s.push(e.type)</script>",
        [focus("#t"), focus("#u")],
        "s.join()",
        "focus,blur",
    ),
    Case(
        "what cannot hold the focus",
        "<p id=t>x</p><input id=u>",
        [focus("#u"), focus("#t", timeout=0.4)],
        "document.activeElement.id",
        "u",
        "not_editable",
    ),
    Case(
        "clear and enter",
        "<form onsubmit='hit=u.value; return false'><input id=u value=old></form>",
        type_text("#u", "new", clear=True, enter=True),
        "hit",
        "new",
    ),
    Case(
        "a widget driven by keys",
        "<div id=t tabindex=0></div><script>t.onkeydown = e => t.textContent += e.key + ' '</script>",
        type_text("#t", "ab\n", delay=0.01),
        "t.textContent",
        "a b Enter ",
    ),
    Case(
        "repeat",
        AREA + "<script>n = 0; t.onkeyup = () => n++</script>",
        press("x", "#t", repeat=5),
        "[t.value, n]",
        ["xxxxx", 5],
    ),
    Case(
        "date field by keys",
        "<input id=t type=date lang=en-US>",
        type_text("#t", "02172026"),
        "t.value",
        "2026-02-17",
    ),
)
async def test_keys(stage: Stage, case: Case) -> None:
    await case.run(stage)
