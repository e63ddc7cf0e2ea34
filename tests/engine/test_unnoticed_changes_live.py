"""What no mutation reports, or what lies beside it, is seen in an update as in a capture from scratch (CD-17)."""

from __future__ import annotations

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions, capture
from cdp_engine.protocol import input as inputs
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import LIST, captures, differences, quiet_look, seen_and_fresh

__all__ = ["captures"]

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]


@pytest.mark.parametrize(
    "change",
    [
        "history.pushState({}, '', '?other')",
        "frames[0].history.replaceState({}, '', '/engine/elsewhere')",
        "location.hash = '#aim'",
        "host.attachShadow({ mode: 'open' }).innerHTML = '<button>open</button>'",
        "host.attachShadow({ mode: 'closed' }).innerHTML = '<button>closed</button>'",
        "customElements.define('x-late', class extends HTMLElement { constructor() { super();"
        " this.attachShadow({ mode: 'open' }).innerHTML = '<button>late</button>'; } })",
        "aside.setHTMLUnsafe('') ?? document.adoptedStyleSheets.push(new CSSStyleSheet())",
        "document.styleSheets[0].insertRule('#aim { display: block }')",
        "document.styleSheets[0].cssRules[2].style.cursor = 'pointer'",
        "document.styleSheets[0].cssRules[0].style.display = 'block'",
        "document.styleSheets[0].insertRule('li:nth-child(3) i { visibility: hidden }')",
        "document.styleSheets[0].insertRule('li:has(> button) { cursor: pointer }')",
        "aside.innerHTML = '<style>li:has(i) { cursor: pointer } ul > li + li { opacity: 0 }</style>'",
        "b3.focus(); b4.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))",
        "aside.append(b20, b21); b22.closest('ul').prepend(b22.parentElement)",
        "aside.innerHTML = '<p>  two  words\\n on lines  </p> <i> one </i> <pre> a\\n  b</pre>'",
        "aside.innerHTML = '<p>New <b>and</b> more</p><!-- note --><a href=/x>link</a><input value=typed>'",
        "b5.parentElement.remove(); b6.parentElement.style.display = 'none'; scrollTo(0, 90)",
    ],
)
async def test_what_no_mutation_tells_is_seen_beside_a_changed_text(bench: Bench, change: str) -> None:
    await bench.show(
        LIST + "<style>#aim { display: none } #aim:target { display: block }"
        " #aim, #host, x-late { position: fixed; right: 0; bottom: 0 }</style><div id=aim><a href=/a>Aim</a>"
        "</div><div id=host></div><x-late></x-late><div id=aside></div><iframe src=/engine/frame></iframe>"
    )
    await quiet_look(bench)
    seen, fresh = await seen_and_fresh(bench, f"b7.textContent = 'Other 7'; {change}")
    assert differences(seen.columns, fresh.columns) == []
    assert seen.context.url == fresh.context.url
    assert [info.url for info in seen.documents] == [info.url for info in fresh.documents]
    assert seen.render() == fresh.render()


@pytest.mark.parametrize("control", ["textarea", "select", "button", "input"])
async def test_a_label_takes_clicks_where_its_control_does(bench: Bench, control: str) -> None:
    await bench.show(f"{LIST}<label>Note <{control} id=note></{control}></label>")
    await quiet_look(bench)
    seen, fresh = await seen_and_fresh(bench, "b7.textContent += '!'; note.onclick = () => {}")
    assert differences(seen.columns, fresh.columns) == []


MANY_RULES = "<style>" + "u { color: red }" * 700 + "</style>"
SHEETS = (
    "document.adoptedStyleSheets = [sheet('li { cursor: help }')]",
    "document.adoptedStyleSheets[0].replaceSync('li { cursor: help }')",
    "document.adoptedStyleSheets[0].disabled = true",
    "document.adoptedStyleSheets[0].cssRules[0].style.cursor = 'help'",
)


@pytest.mark.parametrize(
    ("beside", "furniture", "changes"),
    [
        ("b7.textContent = 'Other 7'", "", SHEETS),
        ("b7.textContent = 'Other 7'", MANY_RULES, SHEETS[:-1]),  # so many are not compared one by one
        ("b7.onkeyup = () => {}", "<div id=host></div><iframe src=/engine/frame></iframe>", SHEETS),
    ],
)
async def test_rules_that_are_as_many_as_before_are_compared(
    bench: Bench, beside: str, furniture: str, changes: tuple[str, ...]
) -> None:
    for change in changes:
        await bench.show(
            f"{LIST}{furniture}<script>const sheet = text => {{ const made = new CSSStyleSheet();"
            " made.replaceSync(text); return made };"
            "document.adoptedStyleSheets = [sheet('li { cursor: pointer }')];"
            "if (self.host) host.attachShadow({ mode: 'open' }).innerHTML = '<b>in</b>'</script>"
        )
        await quiet_look(bench)
        seen, fresh = await seen_and_fresh(bench, f"{beside}; {change}")
        assert differences(seen.columns, fresh.columns) == [], change


async def test_a_listener_beside_a_frame_of_another_process_is_heard(bench: Bench) -> None:
    foreign = bench.site.url("engine/foreign.html", host="b.test")
    await bench.show(
        f"{LIST}<div id=host></div><iframe src='{foreign}'></iframe><script>host.attachShadow({{ mode: 'open' }})"
        ".innerHTML = '<b>in</b>'</script>"
    )
    await quiet_look(bench)
    for change in ("addEventListener('click', b0.own = () => {})", "removeEventListener('click', b0.own)"):
        await bench.run(f"host.{change}; 0")
        seen = await controller_of(bench.page).observer.capture()
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == [], change


async def test_an_animation_in_a_shadow_root_is_waited_for(bench: Bench) -> None:
    await bench.show(
        "<div id=host></div><button id=b>Turn</button><script>const root = host.attachShadow({ mode: 'open' });"
        "root.innerHTML = '<style>i { display: block; width: 40px; height: 20px; transition: transform 0.4s }"
        " .on { transform: translateX(300px) }</style><i>moves</i>';"
        "b.onclick = () => root.querySelector('i').classList.add('on')</script>"
    )
    result = await bench.page.click(await bench.ref("#b"))
    assert result.observation is not None
    fresh = await bench.page.snapshot()
    assert differences(result.observation.snapshot.columns, fresh.columns) == []


@pytest.mark.parametrize(
    "scrolled",
    ["hidden", "auto", "clipped", "area", "list", "inner", "document.scrollingElement", "document.body"],
)
async def test_what_a_script_scrolls_is_seen_before_any_event_of_it(bench: Bench, scrolled: str) -> None:
    lines = "".join(f"<p>line {n}</p>" for n in range(9))
    await bench.show(
        f"<div id=hidden style='height:40px;overflow:hidden'>{lines}</div>"
        f"<div id=auto style='height:40px;overflow-y:auto'>{lines}</div>"
        f"<div id=clipped style='height:40px;overflow:hidden clip'>{lines}</div>"
        "<textarea id=area rows=1>a\nb\nc\nd</textarea><select id=list size=2><option>1<option>2<option>3<option>4"
        "</select><div id=host></div><p id=t>text</p><div style='height:2000px'></div><script>"
        "const root = host.attachShadow({ mode: 'open' }); root.append(hidden.cloneNode(true));"
        "const inner = root.firstChild</script>"
    )
    await quiet_look(bench)
    for change in ("t.setAttribute('data-on', 1)", f"{scrolled}.scrollTop = 25", f"{scrolled}.scrollTop = 3"):
        await bench.run(f"{change}; 0")
        seen = await controller_of(bench.page).observer.capture()
        fresh = await bench.page.snapshot()
        assert differences(seen.columns, fresh.columns) == []
        assert seen.context == fresh.context


async def test_what_the_pointer_shows_is_seen_beside_a_changed_text(bench: Bench) -> None:
    await bench.show(
        "<style>.sub { display: none; position: absolute; top: 90px } .menu:hover .sub { display: block }</style>"
        "<p id=out>away</p><div class=menu onmouseenter=\"out.textContent = 'here'\"><button>Menu</button>"
        "<div class=sub><a href=/a>First</a></div></div>"
    )
    # A pointer that somebody else moves, as a person before a headed browser.
    move = bench.page.session.send
    await move(inputs.dispatch_mouse_event("mouseMoved", 400, 5))
    await quiet_look(bench)
    await move(inputs.dispatch_mouse_event("mouseMoved", 20, 60))
    await controller_of(bench.page).tab.changes.settle(limit=10)
    seen = await controller_of(bench.page).observer.capture()
    assert [node.name for node in seen.interactive()] == ["Menu", "First"]
    assert "here" in seen.render()
