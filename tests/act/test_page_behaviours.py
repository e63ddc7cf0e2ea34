"""What the suites of other engines check of their input layer, through the page: one page, many small cases.

Each case shows a piece of HTML, acts on it as a caller would, and looks at what the page and the answer say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import cdp_engine
from cdp_engine.errors import EngineError, InvalidInput
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09", "EX-02")]

ON_ASYNCIO = pytest.mark.parametrize("anyio_backend", ["asyncio"], scope="module")
ON_TRIO = pytest.mark.parametrize("anyio_backend", ["trio"], scope="module")
"""One loop is enough for what a page does with its input; either loop has its share."""


@pytest.fixture
def page(own_page: cdp_engine.Page) -> cdp_engine.Page:
    """These change what a page is: touch, dialogs, files."""
    return own_page


HEAD = "<!doctype html><meta charset=utf-8><title>behaviours</title>"


@dataclass(frozen=True)
class Step:
    """One call of the page; words that begin with `#` are ids of elements in any frame."""

    method: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]


def do(method: str, *arguments: Any, **options: Any) -> Step:
    return Step(method, arguments, options)


@dataclass(frozen=True)
class Case:
    """`check` is a script whose value must be `wants`; `code` is what the last step must fail with, if with anything.

    `effect` is the kind of effect of the last step. `inner` is served to the case as `/behaviours/inner`.
    """

    name: str
    html: str
    steps: Sequence[Step]
    check: str = "window.hit"
    wants: Any = True
    code: str | None = None
    effect: str | None = None
    inner: str = ""


class Bench:
    def __init__(self, page: cdp_engine.Page, site: Site) -> None:
        self.page = page
        self.site = site

    async def show(self, html: str) -> None:
        remove = self.site.route("/behaviours/page", HEAD + html)
        try:
            await self.page.goto(self.site.url("behaviours/page"), wait_until="load")
        finally:
            remove()

    async def ref(self, word: Any) -> Any:
        if not isinstance(word, str) or not word.startswith("#"):
            return word
        snapshot = await self.page.snapshot()
        return next(node.ref for node in snapshot.nodes() if node.is_element and node.html_id == word[1:])

    async def fault(self, case: Case) -> str | None:
        """What is wrong; None where all is as it should be."""
        await self.show(case.html)
        result: Any = None
        for step in case.steps:
            named = [await self.ref(word) for word in step.arguments]
            result = await getattr(self.page, step.method)(*named, **step.options)
            if step is not case.steps[-1] and not getattr(result, "success", True):
                return f"{step.method}: {result.message}"
        code = getattr(getattr(result, "error", None), "code", None)
        if code != case.code:
            return f"{code} instead of {case.code}: {getattr(result, 'message', result)}"
        if case.effect is not None and result.effect.kind != case.effect:
            return f"effect {result.effect.kind} instead of {case.effect}: {result.message}"
        held = await self.page.evaluate(case.check)
        return None if held == case.wants else f"{case.check} is {held!r} instead of {case.wants!r}"


async def all_right(page: cdp_engine.Page, site: Site, cases: Sequence[Case]) -> None:
    bench = Bench(page, site)
    faults: dict[str, str] = {}
    for case in cases:
        remove = site.route("/behaviours/inner", HEAD + case.inner)
        try:
            fault = await bench.fault(case)
        except (EngineError, StopIteration, KeyError) as error:
            fault = repr(error)
        finally:
            remove()
        if fault is not None:
            faults[case.name] = fault
    assert not faults


LOG = (
    "<script>seen = []; for (const k of ['mouseover', 'mouseenter', 'mousemove', 'mousedown', 'mouseup', 'click',"
    " 'input', 'change']) t.addEventListener(k, e => k === seen.at(-1) || seen.push(k))</script>"
)  # the move is sent twice: a page may see both


@ON_ASYNCIO
async def test_clicks(page: cdp_engine.Page, site: Site) -> None:
    await all_right(
        page,
        site,
        [
            Case(
                "more out of sight than in it",
                "<style>body{overflow:hidden}</style><div id=t style='width:200px;height:200px;position:fixed;"
                "left:-150px;top:-150px' onclick='hit=[event.clientX, event.clientY]'></div>",
                [do("click", "#t")],
                wants=[25, 25],
            ),
            Case(
                "outside of everything",
                "<button id=t style='width:9px;height:9px;position:fixed;left:-20px'></button>",
                [do("click", "#t", timeout=0.3)],
                "window.hit",
                None,
                code="not_visible",
            ),
            Case(
                "order of events on a check box",
                "<input type=checkbox id=t>" + LOG,
                [do("click", "#t")],
                "seen.join() + t.checked",
                "mouseover,mouseenter,mousemove,mousedown,mouseup,click,input,changetrue",
                effect="confirmed",
            ),
            Case(
                "order of events by its label",
                "<label for=t id=l>x</label><input type=checkbox id=t>" + LOG,
                [do("click", "#l")],
                "seen.join() + t.checked",
                "click,input,changetrue",
            ),
            Case(
                "two double clicks are not four",
                "<button id=t>x</button><script>n = 0; d = []; t.ondblclick = () => n++;"
                "t.onclick = e => d.push(e.detail)</script>",
                [do("click", "#t", count=2), do("click", "#t", count=2)],
                "[n, d]",
                [2, [1, 2, 1, 2]],
            ),
            Case(
                "scripts are off",
                "<div style='height:3000px'></div><p style='width:90px'>12 <a id=t href='#there'>a long link</a>"
                "<input id=i><input type=checkbox id=c>",
                [
                    do("emulate", javascript=False),
                    do("click", "#t"),
                    do("fill", "#i", "x"),
                    do("check", "#c"),
                    do("emulate", javascript=None),
                ],
                "[location.hash, i.value, c.checked]",
                ["#there", "x", True],
            ),
            Case(
                "on a phone",
                "<div id=t style='width:60px;height:80px;position:absolute;left:0;top:0'"
                " onclick='hit=[event.clientX, event.clientY]'></div>",
                [
                    do("emulate", viewport=(360, 640), mobile=True),
                    do("click", "#t"),
                    do("emulate", viewport=None, mobile=None),
                ],
                wants=[30, 40],
            ),
            Case(
                "a frameset",
                "<frameset cols='50%,*'><frame src='/behaviours/inner'><frame src='about:blank'></frameset>",
                [do("click", "#t")],
                "hit",
                inner="<p id=t onclick='top.hit = true'>go</p>",
            ),
            Case(
                "a frame in a closed shadow root",
                "<div id=h></div><script>h.attachShadow({mode: 'closed'}).innerHTML ="
                " '<iframe src=/behaviours/inner></iframe>'</script>",
                [do("wait_for", "go there"), do("click", "#t")],
                "hit",
                inner="<button id=t onclick='top.hit = true'>go there</button>",
            ),
            Case(
                "radio buttons under their labels",
                "<style>input{appearance:none;width:20px}label{margin-left:-20px;padding-left:20px;position:relative}"
                "</style><input type=radio name=r id=a checked><label for=a>A</label>"
                "<input type=radio name=r id=t><label for=t>B</label>",
                [do("click", "#t")],
                "[a.checked, t.checked]",
                [False, True],
                effect="confirmed",
            ),
            Case(
                "what comes a moment later",
                "<button id=t onclick=\"setTimeout(() => t.textContent = 'later', 40)\">x</button>",
                [do("click", "#t")],
                "t.textContent",
                "later",
                effect="confirmed",
            ),
            Case(
                "an option of a closed list",
                "<select id=s oninput='(window.s1 ||= []).push(this.value)' onchange='s1.push(this.value)'>"
                "<option value=a>One<optgroup label=g><option id=t value=b>Two</optgroup></select>",
                [do("click", "#t")],
                "[s.value, s1]",
                ["b", ["b", "b"]],
                effect="confirmed",
            ),
            Case(
                "a disabled option of a closed list",
                "<select id=s><option>One<option id=t disabled>Two</select>",
                [do("click", "#t", timeout=0.3)],
                "s.value",
                "One",
                code="disabled",
            ),
            Case(
                "an option that the page takes back",
                "<select id=s onchange='s.selectedIndex = 0'><option>One<option id=t>Two</select>",
                [do("click", "#t")],
                "s.value",
                "One",
                code="value_mismatch",
            ),
            Case(
                "an address that changes without a load",
                "<a id=p onclick=\"history.pushState({}, '', 'pushed')\">p</a><a id=r"
                " onclick=\"history.replaceState({}, '', '/replaced')\">r</a><a id=b onclick='history.back()'>b</a>"
                "<a id=f onclick='history.forward()'>f</a>",
                [do("click", "#p"), do("click", "#r"), do("click", "#b"), do("click", "#f")],
                "location.pathname",
                "/replaced",
                effect="navigated",
            ),
        ],
    )


KEYS = (
    "<textarea id=t></textarea><script>s = []; const m = e => '[' + ['Alt', 'Control', 'Shift'].filter(k =>"
    " e.getModifierState(k)).join(' ') + ']'; t.onkeydown = e => s.push('D', e.key, e.code + m(e));"
    "t.onkeyup = e => s.push('U', e.key); t.oninput = e => s.push('I', e.data)</script>"
)


@ON_TRIO
@pytest.mark.req("VD-10")
async def test_fields_and_keys(page: cdp_engine.Page, site: Site) -> None:
    check_box, radios = (
        "<input id=t type=checkbox>",
        "<input type=radio name=r checked><input id=t type=radio name=r>",
    )
    switch = (
        "<div id=t role=switch aria-checked=mixed style='width:60px;height:20px' onclick=\"this.setAttribute("
        "'aria-checked', this.getAttribute('aria-checked') !== 'true')\"></div>"
    )
    await all_right(
        page,
        site,
        [
            *[
                Case(chord, KEYS, [do("press", chord, "#t")], "s.join(' ')", wants)
                for chord, wants in (
                    ("Shift+!", "D Shift ShiftLeft[Shift] D ! Digit1[Shift] I ! U ! U Shift"),
                    ("Alt+!", "D Alt AltLeft[Alt] D ! Digit1[Alt] U ! U Alt"),
                    ("Control+!", "D Control ControlLeft[Control] D ! Digit1[Control] U ! U Control"),
                )
            ],
            Case(
                "codes of shifted characters",
                KEYS,
                [do("type", "#t", "^~")],
                "s.join(' ')",
                "D ^ Digit6[] I ^ U ^ D ~ Backquote[] I ~ U ~",
            ),
            Case(
                "keys that the page swallows",
                "<textarea id=t></textarea><script>addEventListener('keydown', e => { e.stopImmediatePropagation();"
                "if ('lo'.includes(e.key)) e.preventDefault() })</script>",
                [do("type", "#t", "Hello World!")],
                "t.value",
                "He Wrd!",
                code="value_mismatch",
            ),
            Case(
                "lines and characters without a key",
                "<textarea id=t></textarea>",
                [do("type", "#t", "two lines.\nThis is 嗨.")],
                "t.value",
                "two lines.\nThis is 嗨.",
            ),
            Case(
                "a field that puts its text back twice",
                "<input id=t value=old><script>n = 0; t.oninput = () => { if (!t.value && n++ < 2) t.value = 'old' }"
                "</script>",
                [do("type", "#t", "new", clear=True)],
                "t.value",
                "new",
                effect="confirmed",
            ),
            Case(
                "a field that puts its text before any other",
                "<input id=t value=old><script>t.oninput = () => { if (!t.value.startsWith('old')) t.value ="
                " 'old' + t.value }</script>",
                [do("type", "#t", "new", clear=True)],
                "t.value",
                "oldnew",
                code="value_mismatch",
                effect="value_mismatch",
            ),
            Case(
                "an empty editor at the end of the page",
                "<p>x</p><div id=t contenteditable></div>",
                [do("fill", "#t", "a" * 1000)],
                "t.innerText.length",
                1000,
            ),
            Case("a box is filled", check_box, [do("fill", "#t", "true")], "t.checked", effect="confirmed"),
            Case(
                "a box is filled with no",
                check_box,
                [do("fill", "#t", "true"), do("fill", "#t", "false")],
                "t.checked",
                False,
            ),
            Case("a radio button is filled", radios, [do("fill", "#t", "true")], "t.checked"),
            Case(
                "a radio button is not filled with no",
                radios,
                [do("click", "#t"), do("fill", "#t", "false", timeout=0.3)],
                "t.checked",
                code="cannot_uncheck",
            ),
            Case(
                "a box takes no text",
                check_box,
                [do("fill", "#t", "x", timeout=0.3)],
                "t.checked",
                False,
                code="not_editable",
            ),
            Case(
                "a switch is filled",
                switch,
                [do("fill", "#t", "true"), do("fill", "#t", "false"), do("check", "#t")],
                "t.getAttribute('aria-checked')",
                "true",
            ),
            Case(
                "a list is filled by label, then by value",
                "<select id=t><option value=a>One<option value=b>Two<option value=c>Three</select>",
                [do("fill", "#t", "Two"), do("fill", "#t", "c")],
                "t.value",
                "c",
                effect="confirmed",
            ),
            Case(
                "nothing is chosen",
                "<select id=t><option>One<option selected>Two</select>",
                [do("select", "#t")],
                "[t.value, t.selectedOptions.length]",
                ["", 0],
            ),
        ],
    )


@ON_ASYNCIO
async def test_wheels_and_drags(page: cdp_engine.Page, site: Site) -> None:
    wheel = (
        "<style>body{margin:0}</style><div id=t style='width:200px;height:200px;overflow:hidden'><p id=i>x</p></div>"
        "<script>y = 0; t.addEventListener('wheel', e => { y += e.deltaY; e.preventDefault();"
        "i.style.transform = `translateY(${-y}px)` }, {passive: false})</script>"
    )
    await all_right(
        page,
        site,
        [
            Case(
                "both ways",
                "<div id=t style='height:300px;width:300px;overflow:scroll'><div style='height:900px;width:900px'>x",
                [do("scroll", "#t", "down", 200), do("scroll", "#t", "right", 100)],
                "[t.scrollTop, t.scrollLeft]",
                [200, 100],
            ),
            Case(
                "what follows the wheel by itself",
                wheel,
                [do("scroll", "#t", "down", 120), do("scroll", "#t", "up", 100)],
                "y",
                20,
                effect="confirmed",
            ),
            Case(
                "nothing to scroll",
                "<p id=t>x</p>",
                [do("scroll", "#t", "down", 100)],
                "scrollY",
                0,
                code="not_scrolled",
                effect="no_effect",
            ),
            Case(
                "a text that is nowhere",
                "<p>x</p>",
                [do("scroll", until_text="nowhere", timeout=0.5)],
                "scrollY",
                0,
                code="not_found",
            ),
            Case(
                "a corner is drawn further",
                "<textarea id=t style='width:200px;height:100px;box-sizing:border-box'></textarea>",
                [do("drag", "#t", "#t", source_position=(196, 96), position=(296, 196))],
                "[t.offsetWidth, t.offsetHeight]",
                [300, 200],
            ),
            Case(
                "text is selected",
                "<textarea id=t style='width:400px;height:100px'>some text</textarea>",
                [do("drag", "#t", "#t", source_position=(2, 4), position=(300, 60))],
                "t.value.slice(t.selectionStart, t.selectionEnd)",
                "some text",
            ),
            Case(
                "a captured pointer",
                "<style>div{width:50px;height:50px;position:absolute;left:9px;top:9px;background:red}</style>"
                "<div id=z style='left:300px;top:300px'></div><div id=t></div><script>t.onpointerdown = e =>"
                "t.setPointerCapture(e.pointerId); t.onpointermove = e => { if (t.hasPointerCapture(e.pointerId))"
                "t.style.left = e.clientX - 25 + 'px' }</script>",
                [do("drag", "#t", "#z")],
                "t.style.left",
                "300px",
                effect="confirmed",
            ),
            Case(
                "the button is let go where the destination goes away",
                "<p id=t>drag</p><p id=z>drop</p><script>ups = 0; t.onmousedown = () => z.remove();"
                "addEventListener('mouseup', () => ups++)</script>",
                [do("drag", "#t", "#z", timeout=2)],
                "new Promise(done => { const look = () => ups ? done(ups) : setTimeout(look, 5); look() })",
                1,
                code="detached",
            ),
        ],
    )


@ON_TRIO
@pytest.mark.req("CD-15")
async def test_fingers(page: cdp_engine.Page, site: Site) -> None:
    await page.emulate(touch=True)
    log = (
        "<button id=t>x</button><script>s = []; for (const k of ['pointerdown', 'touchstart', 'pointerup', 'touchend',"
        " 'mousedown', 'mouseup', 'click']) addEventListener(k, e => s.push(k), true)</script>"
    )
    await all_right(
        page,
        site,
        [
            Case(
                "order of events",
                log,
                [do("tap", "#t")],
                "s.join()",
                "pointerdown,touchstart,pointerup,touchend,mousedown,mouseup,click",
            ),
            Case(
                "a touch that makes no click",
                log
                + "<script>t.addEventListener('touchend', e => { e.preventDefault(); t.textContent = 'touched' },"
                "{passive: false})</script>",
                [do("tap", "#t")],
                "s.includes('click')",
                False,
                effect="confirmed",
            ),
            Case(
                "what moved before a tap is no answer to it",
                "<button id=t style='width:99px'>x</button>",
                [do("evaluate", "t.title = 'moved'"), do("tap", "#t")],
                "t.title",
                "moved",
                effect="no_effect",
            ),
        ],
    )


@ON_TRIO
@pytest.mark.req("SX-03")
async def test_waits(page: cdp_engine.Page, site: Site) -> None:
    bench = Bench(page, site)
    later = "<script>setTimeout(() => { %s }, 60)</script>"
    sheet = (
        "const c = new CSSStyleSheet(); c.replaceSync('p{display:block}'); document.adoptedStyleSheets = [c]"
    )
    for html in (
        "<p id=p style='visibility:collapse'>here now</p>" + later % "p.style.visibility = ''",
        "<style>p{display:none}</style><p>here now</p>" + later % sheet,
        "<div id=h></div>" + later % "h.attachShadow({mode: 'open'}).innerHTML = '<h1>here now</h1>'",
        "<script>delete window.MutationObserver</script>" + later % "document.body.append('here now')",
    ):
        await bench.show(html)
        assert await page.wait_for("here now", timeout=10), html
    for change in (
        "p.style.visibility = 'hidden'",
        "p.style.cssText = 'height:0;padding:0;border:0;overflow:hidden'",
    ):
        await bench.show("<button id=p>Go</button>")
        ref = await bench.ref("#p")
        await page.evaluate(f"setTimeout(() => {{ {change} }}, 60)")
        assert await page.wait_for(ref=ref, gone=True, timeout=10), change


@ON_ASYNCIO
async def test_files_by_a_path_that_goes_up_and_a_message_of_any_length(
    page: cdp_engine.Page, site: Site, tmp_path: Path
) -> None:
    bench = Bench(page, site)
    file = tmp_path / "note.txt"
    file.write_text("contents of it")
    await bench.show("<input id=t type=file onchange='s = event.type'><textarea id=x></textarea>")
    assert (await page.upload(await bench.ref("#t"), tmp_path / ".." / tmp_path.name / file.name)).success
    assert await page.evaluate("t.files[0].text()") == "contents of it"
    result = await page.fill(await bench.ref("#x"), "1" * 3000)
    assert result.success
    assert len(result.message) < 200
    assert "3000" in result.message
    with pytest.raises(InvalidInput):
        await page.press("NotARealKey", await bench.ref("#x"))
