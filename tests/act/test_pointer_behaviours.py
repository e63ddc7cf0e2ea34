"""What other engines' suites check of clicks, hovers and drags, on pages of ours."""

from __future__ import annotations

import pytest

from tests.act.behaviours import Case, click, drag, hover, script, table
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

GO = "<button id=b onclick='hit=true'>Go</button>"
WHERE = "<script>addEventListener('mousedown', e => at = [e.offsetX, e.offsetY, e.target.id], true)</script>"
KINDS = (
    "<script>kinds = []; for (const k of ['pointerdown','mousedown','pointerup',"
    "'mouseup','click','auxclick',"
    "'contextmenu','dblclick']) addEventListener(k, e => kinds.push(k), true)</script>"
)


@table(
    Case(
        "svg shape",
        "<svg width=100 height=100><circle id=t cx=50 cy=50 r=40 onclick='hit=true'/></svg>",
        click("#t"),
    ),
    Case(
        "the page has no window.Node",
        GO + "<script>delete window.Node; delete window.MouseEvent</script>",
        click("#b"),
    ),
    Case(
        "the page lies about its size",
        GO + "<script>window.innerWidth = 0; window.innerHeight = 0</script>",
        click("#b"),
    ),
    Case(
        "patched prototypes",
        GO + "<script>Element.prototype.getBoundingClientRect = () => null;"
        "Document.prototype.elementFromPoint = () => null; Array.prototype.map = null</script>",
        click("#b"),
    ),
    Case(
        "span with inline child",
        "<style>span::before{content:'q'}</style><span id=t onclick='hit=true'></span>",
        click("#t"),
    ),
    Case("aligned 1x1", "<div id=t style='width:1px;height:1px' onclick='hit=true'></div>", click("#t")),
    Case(
        "half aligned 1x1",
        "<body style='margin:20.5px 11.5px'><div id=t style='width:1px;height:1px' onclick='hit=true'></div>",
        click("#t"),
    ),
    Case(
        "unaligned 1x1",
        "<body style='margin:20.23px 11.65px'><div id=t style='width:1px;height:1px' "
        "onclick='hit=true'></div>",
        click("#t"),
    ),
    Case(
        "unaligned 1x1 b",
        "<body style='margin:20.68px 11.13px'><div id=t style='width:1px;height:1px' "
        "onclick='hit=true'></div>",
        click("#t"),
    ),
    Case(
        "inline part out of sight",
        "<i style='position:absolute;top:-1000px;left:-1000px;width:10px;height:10px;"
        "display:block' id=far></i>"
        "<span id=t onclick='hit=true'><i style='position:absolute;top:-1000px'>"
        "x</i><b>woo</b></span>",
        click("#t"),
    ),
    Case(
        "triple click selects a paragraph",
        "<textarea id=t>some words in a line</textarea>",
        click("#t", count=3),
        "t.value.slice(t.selectionStart, t.selectionEnd).trim()",
        "some words in a line",
    ),
    Case(
        "ten buttons off the edge",
        "<body style='width:3000px;position:relative'>"
        + "".join(
            f"<button id=b{i} style='position:absolute;left:{i * 300}px;top:{i * 300}px' "
            f"onclick='(window.hits ||= []).push({i})'>x</button>"
            for i in range(6)
        ),
        [click(f"#b{i}") for i in range(6)],
        "hits",
        [0, 1, 2, 3, 4, 5],
    ),
    Case(
        "visible after display none",
        "<button id=b style='display:none' onclick='hit=true'>x</button>"
        "<script>setTimeout(() => b.style.display = '', 150)</script>",
        click("#b"),
    ),
    Case(
        "visible after visibility hidden",
        "<button id=b style='visibility:hidden' onclick='hit=true'>x</button>"
        "<script>setTimeout(() => b.style.visibility = '', 150)</script>",
        click("#b"),
    ),
    Case(
        "visible after its parent",
        "<div id=p style='display:none'>" + GO + "</div>"
        "<script>setTimeout(() => p.style.display = '', 150)</script>",
        click("#b"),
    ),
    Case(
        "wrapped link",
        "<p style='width:120px'>12345678901234 <a id=t href='#y' onclick='hit=true'>"
        "12345678901234 12345678901234</a>",
        click("#t"),
    ),
    Case("check box", "<input type=checkbox id=t>", click("#t"), "t.checked"),
    Case(
        "check box label", "<label id=l for=t>x</label><input type=checkbox id=t>", click("#l"), "t.checked"
    ),
    Case(
        "rotated",
        "<button id=b style='margin:200px;transform:rotate(47deg)' onclick='hit=true'>"
        "a long button text</button>",
        click("#b"),
    ),
    Case(
        "partly covered",
        "<div style='position:absolute;left:0;top:0;width:60px;height:90px;background:red'>"
        "</div>"
        "<button id=b style='width:200px;height:60px' onclick='hit=true'>x</button>",
        click("#b"),
    ),
    Case(
        "fixed in a frame",
        "<iframe srcdoc=\"<button id=b style='position:fixed;bottom:0;right:0' "
        "onclick='top.hit=true'>x</button>"
        "<div style='height:2000px'>\"></iframe>",
        click("0>#b"),
    ),
    Case(
        "frameset",
        "<div style='height:50px'></div><iframe style='border:20px solid' srcdoc=\"<button "
        "id=b onclick='top.hit=true'>x</button>\"></iframe>",
        click("0>#b"),
    ),
    Case(
        "frame with border and padding",
        "<iframe style='border:13px solid;padding:17px 4px 3px 29px' srcdoc=\"<button "
        "id=b onclick='top.hit=true'>x</button>\"></iframe>",
        click("0>#b"),
    ),
    Case(
        "frames turned within turned ones",
        "<iframe style='transform:rotate(20deg) scale(.8);margin:80px' srcdoc=\"<iframe "
        "style='transform:skewX(10deg)"
        " scale(.7)' srcdoc='<button id=b onclick=top.hit=true>x</button>'></iframe>"
        '" width=500 height=400></iframe>',
        click("0>0>#b"),
    ),
    Case(
        "sticky header",
        "<div style='position:sticky;top:0;height:80px;background:#ccc'>bar</div>"
        "<div style='height:3000px'></div>" + GO + "<div style='height:100px'></div>",
        [script("scrollTo(0, 9999)"), script("scrollTo(0, 2990)"), click("#b")],
    ),
    Case(
        "absolute header",
        "<div style='height:300px;overflow:auto;position:relative;width:300px'>"
        "<div style='height:1000px'></div>"
        + GO
        + "</div><div style='position:absolute;top:0;left:0;width:300px;height:60px;"
        "background:#ccc'></div>",
        click("#b"),
    ),
    Case(
        "position with px border",
        WHERE + "<button id=b style='border:8px solid;width:100px;height:60px'>x</button>",
        click("#b", position=(20, 10)),
        "[at[0] + 8, at[1] + 8]",
        [20, 10],
    ),
    Case(
        "position in a large button",
        WHERE + "<button id=b style='width:2000px;height:2000px'>x</button>",
        click("#b", position=(1900, 1910)),
        "[Math.round(at[0] / 10), Math.round(at[1] / 10)]",
        [190, 191],
    ),
    Case(
        "position in a scroller",
        WHERE + "<div style='width:200px;height:200px;overflow:auto'><button id=b style='width:2000px;"
        "height:2000px'>x</button></div>",
        click("#b", position=(1900, 1910)),
        "[Math.round(at[0] / 10), Math.round(at[1] / 10)]",
        [190, 191],
    ),
    Case(
        "position on a scaled page",
        "<meta name=viewport content='width=device-width'><body style='zoom:1.5'>"
        + WHERE
        + "<button id=b style='width:200px;height:100px'>x</button>",
        click("#b"),
        "at[2]",
        "b",
    ),
    Case(
        "moving, then still",
        "<style>@keyframes m{from{left:0}to{left:400px}}#b{position:absolute;"
        "animation:m .5s linear forwards}</style>" + GO,
        click("#b"),
    ),
    Case(
        "from outside the window",
        "<style>@keyframes m{from{left:-300px}to{left:100px}}#b{position:absolute;"
        "animation:m .5s linear forwards}</style>" + GO,
        click("#b"),
    ),
    Case(
        "becomes the one that is hit",
        GO + "<div id=o style='position:fixed;inset:0;background:#0003'></div><script>"
        "setTimeout(() => o.remove(), 200)</script>",
        click("#b"),
    ),
    Case(
        "becomes enabled",
        "<button id=b disabled onclick='hit=true'>x</button><script>setTimeout(()"
        " => b.disabled = false, 200)</script>",
        click("#b"),
    ),
    Case(
        "a span in a button that becomes enabled",
        "<button id=b disabled onclick='hit=true'><span id=s>x</span></button>"
        "<script>setTimeout(() => b.disabled = false, 200)</script>",
        click("#s"),
    ),
    Case("a div with a disabled attribute", "<div id=t disabled onclick='hit=true'>x</div>", click("#t")),
    Case(
        "a button with pointer-events none for a while",
        "<button id=b style='pointer-events:none' onclick='hit=true'>x</button>"
        "<script>setTimeout(() => b.style.pointerEvents = '', 200)</script>",
        click("#b"),
    ),
    Case(
        "a label with pointer-events none for a while",
        "<label id=l style='pointer-events:none' onclick='hit=true'>x</label>"
        "<script>setTimeout(() => l.style.pointerEvents = '', 200)</script>",
        click("#l"),
    ),
    Case(
        "label inside a button ignores the pointer",
        "<button onclick='hit=true'><label id=l style='pointer-events:none'>x</label></button>",
        click("#l"),
    ),
    Case(
        "inside role=button",
        "<div role=button onclick='hit=true'><span id=t style='pointer-events:none'>x</span></div>",
        click("#t"),
    ),
    Case(
        "inside an anchor",
        "<a href='#x' onclick='hit=true'><span id=t style='pointer-events:none'>x</span></a>",
        click("#t"),
    ),
    Case(
        "inside role=link",
        "<div role=link onclick='hit=true'><span id=t style='pointer-events:none'>x</span></div>",
        click("#t"),
    ),
    Case(
        "zero size input by its label",
        "<label for=t>x</label><input id=t type=checkbox style='width:0;height:0;appearance:none;margin:0'>",
        click("#t"),
        "t.checked",
    ),
    Case("block inside inline", "<span><div id=t onclick='hit=true'>Block</div></span>", click("#t")),
    Case(
        "blocks in inlines in a link",
        "<a href='#n'><div><span><div><h3 id=t>Text</h3></div></span></div></a>",
        click("#t"),
        "location.hash",
        "#n",
    ),
    Case(
        "block in inline in a shadow root",
        "<div id=h></div><script>r = h.attachShadow({mode: 'open'}); r.innerHTML "
        "= '<span><div id=t>Hello</div></span>';"
        "r.getElementById('t').onclick = () => hit = true</script>",
        click("(h.shadowRoot.getElementById('t'))"),
    ),
    Case(
        "custom element",
        "<x-b id=t></x-b><script>customElements.define('x-b', class extends HTMLElement "
        "{ constructor() { super();"
        "this.attachShadow({mode: 'open'}).innerHTML = '<button>x</button>'; "
        "this.onclick = () => window.hit = true } })</script>",
        click("#t"),
    ),
    Case(
        "slotted div",
        "<x-s id=h><div id=t onclick='hit=true'>x</div></x-s><script>h.attachShadow({mode: "
        "'open'}).innerHTML = '<slot></slot>'</script>",
        click("#t"),
    ),
    Case(
        "display contents",
        "<div style='height:2000px'></div><div id=t style='display:contents' "
        "onclick='hit=true'><b>inside</b></div>",
        click("#t"),
    ),
    Case(
        "not the scroll bar",
        "<select id=t size=3 style='width:100px' onmousedown='hit=true'>" + "<option>x" * 20 + "</select>",
        click("#t"),
    ),
    Case("removed on mousedown", "<button id=b onmousedown='hit=true;this.remove()'>x</button>", click("#b")),
    Case(
        "removed on pointerup",
        "<button id=b onclick='hit=true'>x</button><script>b.onpointerup = ()"
        " => { hit = true; b.remove() }</script>",
        click("#b"),
    ),
    Case(
        "order of a right click",
        KINDS + GO,
        click("#b", button="right"),
        "kinds.join()",
        "pointerdown,mousedown,contextmenu,pointerup,mouseup,auxclick",
    ),
    Case("left after right", KINDS + GO, [click("#b", button="right"), click("#b")]),
    Case(
        "order of a double click",
        KINDS + GO,
        click("#b", count=2),
        "kinds.filter(k => k.endsWith('click')).join()",
        "click,click,dblclick",
    ),
    Case(
        "pressure",
        "<button id=b>x</button><script>p = []; b.onpointerdown = e => p.push(e.pressure)"
        "; b.onpointerup = e => p.push(e.pressure)</script>",
        click("#b"),
        "p",
        [0.5, 0],
    ),
    Case(
        "buttons",
        "<button id=b>x</button><script>p = []; for (const k of ['mousemove',"
        " 'mousedown', 'mouseup']) b.addEventListener(k, e => p.push([k, e.button,"
        " e.buttons]))</script>",
        click("#b", button="middle"),
        "p.slice(-3)",
        [["mousemove", 0, 0], ["mousedown", 1, 4], ["mouseup", 1, 0]],
    ),
    Case(
        "modifiers",
        "<button id=b onclick='m = [event.shiftKey, event.ctrlKey, event.altKey, event.metaKey]'>x</button>",
        [click("#b", modifiers=["Shift", "Alt"])],
        "m",
        [True, False, True, False],
    ),
    Case(
        "no modifiers are left",
        "<button id=b onclick='m = [event.shiftKey, event.ctrlKey]'>x</button>",
        [click("#b", modifiers=["Control", "Shift"]), click("#b")],
        "m",
        [False, False],
    ),
    Case(
        "events are tasks of their own",
        "<button id=b>x</button><script>s = []; b.addEventListener('mousedown',"
        " () => { s.push('down'); Promise.resolve().then(() => s.push('micro')"
        ") });"
        "b.addEventListener('mouseup', () => s.push('up')); b.addEventListener('click',"
        " () => s.push('click'))</script>",
        click("#b"),
        "s.join()",
        "down,micro,up,click",
    ),
    Case(
        "an open select covers the button",
        "<select id=s style='width:200px'>" + "<option>x" * 20 + "</select><br>" + GO,
        [click("#s"), click("#b")],
    ),
    Case(
        "programmatic events pass",
        GO + "<script>made = 0; b.addEventListener('mousemove', () => b.dispatchEvent(new "
        "MouseEvent('click')));"
        "b.addEventListener('click', e => made += !e.isTrusted)</script>",
        click("#b"),
        "hit && made > 0",
    ),
    Case(
        "moves as the pointer comes",
        "<button id=b style='position:absolute;left:0' onclick='hit=true'>x</button>"
        "<script>n = 0; b.addEventListener('mousemove', () => { if (!n++) b.style.left "
        "= '200px' })</script>",
        click("#b"),
    ),
    Case(
        "again after document.write",
        GO,
        [
            click("#b"),
            script(
                'document.open(); document.write(\'<button id=b2 onclick="hit2=true">'
                "y</button>'); document.close()"
            ),
            click("#b2"),
        ],
        "hit2",
    ),
)
async def test_clicks(stage: Stage, case: Case) -> None:
    await case.run(stage)


COVER = "<div id=o style='position:fixed;inset:0' onclick='wrong=true' onmousedown='wrong=true'></div>"


@table(
    Case(
        "covered",
        GO + COVER,
        click("#b", timeout=0.5),
        "[window.hit, window.wrong]",
        [None, None],
        "obscured",
    ),
    Case(
        "disabled",
        "<button id=b disabled onclick='hit=true'>x</button>",
        click("#b", timeout=0.5),
        "window.hit",
        None,
        "disabled",
    ),
    Case(
        "not displayed",
        "<button id=b style='display:none'>x</button>",
        click("#b", timeout=0.5),
        "window.hit",
        None,
        "not_visible",
    ),
    Case(
        "not visible",
        "<button id=b style='visibility:hidden'>x</button>",
        click("#b", timeout=0.5),
        "window.hit",
        None,
        "not_visible",
    ),
    Case(
        "hidden with its parent",
        "<div style='display:none'>" + GO + "</div>",
        click("#b", timeout=0.5),
        "window.hit",
        None,
        "not_visible",
    ),
    Case("a line break", "<p>hi<br id=t>there", click("#t", timeout=0.5), "1", 1, "not_visible"),
    Case(
        "never still",
        "<style>@keyframes m{from{left:0}to{left:400px}}#b{position:absolute;"
        "animation:m .4s linear infinite}</style>" + GO,
        click("#b", timeout=0.7),
        "window.hit",
        None,
        "unstable",
    ),
    Case(
        "a frame over it",
        "<button id=b style='position:absolute;left:50px;top:5px;height:30px' "
        "onclick='hit=true'>x</button>"
        "<iframe srcdoc=\"<body onmousedown='top.wrong=true'>\" style='position:fixed;"
        "left:0;top:0;width:100vw;height:48px'></iframe>",
        click("#b", timeout=0.5),
        "[window.hit, window.wrong]",
        [None, None],
        "obscured",
    ),
    Case(
        "something over its frame",
        "<iframe srcdoc=\"<button id=b onclick='top.hit=true'>x</button>\"></iframe>" + COVER,
        click("0>#b", timeout=0.5),
        "[window.hit, window.wrong]",
        [None, None],
        "obscured",
    ),
    Case(
        "another shadow root over it",
        GO + "<div id=h></div><script>h.attachShadow({mode: 'open'}).innerHTML = \"<div "
        "style='position:fixed;inset:0'></div>\"</script>",
        click("#b", timeout=0.5),
        "window.hit",
        None,
        "obscured",
    ),
    Case(
        "a large header wherever it is scrolled",
        "<div style='position:fixed;top:0;left:0;right:0;height:100vh;background:red'>"
        "</div><div style='height:1000px'></div>" + GO,
        click("#b", timeout=0.6),
        "window.hit",
        None,
        "obscured",
    ),
    Case(
        "jumps away from under the pointer",
        "<button id=b style='position:absolute;left:0' onclick='hit=true'>x</button>"
        "<script>b.addEventListener('mousemove', () =>"
        "b.style.left = (parseInt(b.style.left) ? 0 : 200) + 'px')</script>",
        click("#b", timeout=0.7),
        "window.hit",
        None,
        "unstable",
    ),
    Case(
        "removed after an animation",
        "<style>@keyframes m{from{left:0}to{left:400px}}#b{position:absolute;"
        "animation:m 3s linear}</style>" + GO + "<script>setTimeout(() => b.remove(), 300)</script>",
        click("#b", timeout=2),
        "window.hit",
        None,
        "detached",
    ),
    Case(
        "pointer-events none",
        "<button id=b style='pointer-events:none' onclick='hit=true'>x</button>",
        click("#b", timeout=0.5),
        "window.hit",
        None,
        "obscured",
    ),
    Case("inert", "<div inert>" + GO + "</div>", click("#b", timeout=0.5), "window.hit", None, "disabled"),
)
async def test_refusals_without_side_effects(stage: Stage, case: Case) -> None:
    await case.run(stage)
    await stage.eval("new Promise(done => setTimeout(done, 300))")
    assert await stage.eval(case.check) == case.wants


@table(
    Case(
        "hover state",
        "<style>#b:hover{color:rgb(1,2,3)}</style>" + GO,
        hover("#b"),
        "getComputedStyle(b).color",
        "rgb(1, 2, 3)",
    ),
    Case(
        "of a disabled button",
        "<style>#b:hover{color:rgb(1,2,3)}</style><button id=b disabled>x</button>",
        hover("#b"),
        "b.matches(':hover')",
    ),
    Case(
        "without window.Node", GO + "<script>delete window.Node</script>", hover("#b"), "b.matches(':hover')"
    ),
    Case(
        "moves from one to the other",
        "<p id=x>x</p><p id=y>y</p><script>s = []; for (const p of [x, y]) { "
        "p.onmouseenter = () => s.push('+' + p.id); p.onmouseleave = () => s.push('-' "
        "+ p.id) }</script>",
        [hover("#x"), hover("#y")],
        "s.join()",
        "+x,-x,+y",
    ),
    Case(
        "opens a menu that is then clicked",
        "<style>#m{display:none}li:hover #m{display:block}</style><ul><li id=l>"
        "Menu<div id=m><button id=b onclick='hit=true'>x</button></div></ul>",
        [hover("#l"), click("#b")],
    ),
    Case(
        "with modifiers", "<p id=p onmousemove='s = event.shiftKey'>x", hover("#p", modifiers=["Shift"]), "s"
    ),
    Case(
        "at a position",
        "<div id=p style='width:100px;height:100px' onmousemove='at = [event.offsetX, event.offsetY]'></div>",
        hover("#p", position=(11, 22)),
        "at",
        [11, 22],
    ),
    Case(
        "after a context menu",
        GO + "<p id=p onmousemove='hit=true'>x",
        [click("#b", button="right"), hover("#p")],
    ),
    Case(
        "into a frame and out",
        "<p id=p>x<iframe onmouseenter='(window.s ||= []).push(1)' onmouseleave='s.push(0)"
        "' srcdoc='<p id=q>y'></iframe>",
        [hover("0>#q"), hover("#p", position=(1, 1))],
        "s",
        [1, 0],
    ),
)
async def test_hovers(stage: Stage, case: Case) -> None:
    await case.run(stage)


BOXES = "<style>#a,#z{width:100px;height:100px;margin:20px;background:#9cf}</style>"
NATIVE = (
    BOXES + "<div id=a draggable=true>drag</div><div id=z>drop</div><script>s = [];"
    " a.ondragstart = e => { s.push('start');"
    "e.dataTransfer.setData('text/plain', 'data'); e.dataTransfer.effectAllowed "
    "= 'copy' }; z.ondragenter = e => { s.push('enter'); e.preventDefault()"
    " };"
    "z.ondragover = e => { if (s.at(-1) !== 'over') s.push('over'); e.preventDefault()"
    "; e.dataTransfer.dropEffect = 'copy' };"
    "z.ondrop = e => { s.push('drop:' + e.dataTransfer.getData('text/plain')"
    "); e.preventDefault() }; a.ondragend = e => s.push('end:' + e.dataTransfer.dropEffect)"
    "</script>"
)


@table(
    Case("order of events", NATIVE, drag("#a", "#z"), "s.join()", "start,enter,over,drop:data,end:copy"),
    Case(
        "a target that takes nothing",
        NATIVE + "<script>z.ondragover = z.ondragenter = null</script>",
        drag("#a", "#z"),
        "s.some(e => e.startsWith('drop'))",
        False,
    ),
    Case(
        "effects that do not fit",
        NATIVE + "<script>z.ondragover = e => { e.preventDefault(); e.dataTransfer.dropEffect "
        "= 'move' }</script>",
        drag("#a", "#z"),
        "s.some(e => e.startsWith('drop'))",
        False,
    ),
    Case(
        "the page cancels the drag",
        NATIVE + "<script>a.ondragstart = e => { s.push('start'); e.preventDefault() }"
        "; a.onmousedown = () => s.push('down'); onmouseup = () => s.push('up')"
        "</script>",
        drag("#a", "#z"),
        "s.join()",
        "down,start,up",
    ),
    Case(
        "a listener that only looks on",
        NATIVE + "<script>addEventListener('dragstart', () => {}, true)</script>",
        drag("#a", "#z"),
        "s.join()",
        "start,enter,over,drop:data,end:copy",
    ),
    Case(
        "not a drag at all",
        BOXES + "<div id=a>x</div><div id=z>y</div><script>s = []; a.onmousedown = ()"
        " => s.push('down'); z.onmouseup = () => s.push('up')</script>",
        drag("#a", "#z"),
        "s.join()",
        "down,up",
    ),
    Case(
        "buttons while dragging",
        BOXES + "<div id=a>x</div><div id=z>y</div><script>s = new Set(); onmousemove "
        "= e => s.add(e.buttons); onmouseup = e => last = e.buttons</script>",
        drag("#a", "#z"),
        "[s.has(1), last]",
        [True, 0],
    ),
    Case(
        "positions",
        BOXES + "<div id=a>x</div><div id=z>y</div><script>a.onmousedown = e => from "
        "= [e.offsetX, e.offsetY]; z.onmouseup = e => to = [e.offsetX, e.offsetY]</script>",
        drag("#a", "#z", source_position=(34, 7), position=(10, 20)),
        "[from, to]",
        [[34, 7], [10, 20]],
    ),
    Case(
        "what is dragged is destroyed",
        NATIVE + "<script>a.addEventListener('dragstart', () => setTimeout(() => a.remove(), 0))</script>",
        drag("#a", "#z"),
        "s[0]",
        "start",
    ),
    Case(
        "moves under the pointer",
        BOXES + "<div id=a style='position:relative'>x</div><div id=z>y</div><script>"
        "a.onmousedown = () => { a.style.pointerEvents = 'none'; onmousemove "
        "= e =>"
        "{ a.style.left = e.clientX + 'px' } }; onmouseup = e => hit = document.elementFromPoint(e.clientX,"
        " e.clientY).id</script>",
        drag("#a", "#z"),
        "hit",
        "z",
    ),
    Case(
        "inside a frame",
        f'<iframe width=500 height=400 style="margin:60px 80px" srcdoc="{NATIVE.replace(chr(34), "&quot;")}"></iframe>',
        drag("0>#a", "0>#z"),
        "document.querySelector('iframe').contentWindow.s.join()",
        "start,enter,over,drop:data,end:copy",
    ),
    Case(
        "into a frame",
        BOXES
        + "<div id=a draggable=true>drag</div>"
        + "<script>s = []; a.ondragstart = e => e.dataTransfer.setData('text/plain',"
        " 'data')</script>"
        + "<iframe width=300 height=200 srcdoc=\"<div id=z style='width:90px;height:90px' "
        "ondragover='event.preventDefault()' ondrop='top.hit = event.dataTransfer.getData(&quot;"
        "text/plain&quot;)'>z</div>\"></iframe>",
        drag("#a", "0>#z"),
        "hit",
        "data",
    ),
    Case(
        "text that is selected",
        BOXES + "<p id=a style='user-select:none'>x</p><div id=z>y</div><script>z.onmouseup "
        "= () => hit = true</script>",
        drag("#a", "#z"),
    ),
    Case(
        "a range slider by pointer",
        "<input id=a type=range value=0 style='width:200px'><span id=z>end</span>",
        drag("#a", "#a", source_position=(8, 8), position=(192, 8)),
        "+a.value > 90",
    ),
)
async def test_drags(stage: Stage, case: Case) -> None:
    await case.run(stage)


async def test_a_frame_of_another_process_takes_what_lies_around_it(stage: Stage) -> None:
    await stage.show_html(
        "<div style='height:700px'></div><iframe style='border:9px solid;padding:8px;"
        "margin-left:40px' "
        f"src='{stage.site.url('act/leaf.html', host='b.test')}'></iframe>"
    )
    frame = await stage.frame("leaf.html")
    from cdp_engine import act

    assert (await act.click(stage.tab, await stage.ref("#b", frame), modifiers=["Shift"])).received
    assert (await act.hover(stage.tab, await stage.ref("#c", frame))).received
    assert (await act.check(stage.tab, await stage.ref("#c", frame))).as_wanted
    assert await stage.eval("seen.includes('click:b')", frame)
