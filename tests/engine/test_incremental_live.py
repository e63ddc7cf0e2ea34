"""An observation costs what has changed, and shows what a capture from scratch would show (CD-17)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import compress
from pathlib import Path
from typing import Any

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.engine.observing import observation_cache, update_pause
from cdp_engine.engine.observing.update_pause import CAPTURES_BETWEEN, FAILURES
from cdp_engine.observe import CaptureOptions, Flag, NodeColumns, RefIssuer, Snapshot, capture
from cdp_engine.observe.capture import listeners
from cdp_engine.protocol import heap_profiler
from cdp_engine.protocol import input as inputs
from cdp_engine.tab import Tab
from cdp_engine.tab.changes import change_fingerprint
from cdp_engine.tab.state.tab_state import TabState
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]


@pytest.fixture
def captures(monkeypatch: pytest.MonkeyPatch) -> list[CaptureOptions]:
    """The captures that were made; small documents are updated like large ones, and every update is tried."""
    made: list[CaptureOptions] = []

    async def counted(tab: Tab, options: CaptureOptions, refs: RefIssuer, **more: Any) -> Snapshot:
        made.append(options)
        return await capture(tab, options, refs, **more)

    monkeypatch.setattr(observation_cache, "capture", counted)
    monkeypatch.setattr(change_fingerprint, "LEAST_MEASURED", 0)
    monkeypatch.setattr(update_pause, "FAILURES", 1_000_000)
    return made


def _is_undrawn(columns: NodeColumns, row: int) -> bool:
    """Whether a row is white space of no size, or in closed details: its box depends on what was there before."""
    box = columns.bounds[row]
    if columns.flags[row] & Flag.CLOSED:
        return True
    return (
        columns.tag[row] == "#text"
        and columns.text[row].isspace()
        and (box is None or not (box[2] or box[3]))
    )


def _in_empty_drawings(columns: NodeColumns) -> set[int]:
    """The rows in drawings without a size: the browser leaves them as large as they were last drawn."""
    found: set[int] = set()
    for row, tag in enumerate(columns.tag):
        box = columns.bounds[row]
        if tag == "svg" and box is not None and not (box[2] and box[3]):
            found.update(columns.rows_within(row))
    return found


def differences(one: NodeColumns, other: NodeColumns) -> list[str]:
    """The columns in which two snapshots differ; boxes may by half a pixel, and where nothing is drawn by anything."""
    found: list[str] = []
    for name in NodeColumns.__dataclass_fields__:
        a, b = getattr(one, name), getattr(other, name)
        if name == "z_index" and len(one) == len(other):
            a, b = (
                {row: z for row, z in known.items() if not _is_undrawn(of, row)}
                for of, known in ((one, a), (other, b))
            )
        if name in ("bounds", "paint_order", "flags") and len(a) == len(b):
            empty = _in_empty_drawings(one) & _in_empty_drawings(other) if name == "bounds" else ()
            drawn = [
                row not in empty and not (_is_undrawn(one, row) and _is_undrawn(other, row))
                for row in range(len(a))
            ]
            a, b = list(compress(a, drawn)), list(compress(b, drawn))
        if name == "paint_order":
            # Layers in fields have no rows, as the arrows of a number that the pointer shows; the order counts.
            a, b = ranks(list(a)), ranks(list(b))
        if name == "bounds":
            wrong = [
                (row, x, y)
                for row, (x, y) in enumerate(zip(a, b, strict=False))
                if x != y
                and not (
                    x is not None
                    and y is not None
                    and all(abs(p - q) <= 0.5 for p, q in zip(x, y, strict=True))
                )
            ]
            found += [f"bounds {wrong[:3]}"] if wrong or len(a) != len(b) else []
        elif a != b:
            found.append(name)
    return found


def ranks(numbers: Sequence[int]) -> list[int]:
    """Each number's place among the different ones; 0 stays 0."""
    places = {number: place for place, number in enumerate(sorted({0, *numbers}))}
    return [places[number] for number in numbers]


async def quiet_look(bench: Bench) -> Snapshot:
    """An observation after which the page is known to be at rest: objects of its load have been collected."""
    await controller_of(bench.page).tab.changes.settle(limit=10)
    await controller_of(bench.page).observer.capture()
    return await controller_of(bench.page).observer.capture()


async def seen_and_fresh(bench: Bench, script: str) -> tuple[Snapshot, Snapshot]:
    """After a script has run and the page is at rest: what the engine says of it, and a new capture."""
    await bench.run(f"{script}; 0")
    await controller_of(bench.page).tab.changes.settle(limit=10)
    return await controller_of(bench.page).observer.capture(), await bench.page.snapshot()


TWINS = """<style>.read { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
#away { position: absolute; left: -9999px }</style>
<p id=chip><span class=read id=says>Tag harbour, 1 of 2</span><span aria-hidden=true id=drawn>harbour</span></p>
<p><span id=away>$19.99</span><span aria-hidden=true><b>$</b><b>19</b><b>.</b><sup>99</sup></span></p>
<p>Shown <span class=read>and read</span><span aria-hidden=true>beside what is shown</span></p>
<button><span class=read>Rate 1</span><span aria-hidden=true>one star</span></button>
<p><span class=read>Checked</span><i aria-hidden=true>✓</i></p><p aria-hidden=true>decoration</p>"""


async def test_a_text_drawn_in_place_of_one_that_is_only_read_is_shown(bench: Bench) -> None:
    await bench.show(TWINS)
    text = (await quiet_look(bench)).render()
    assert "harbour\n$19.99\nShown\n" in text
    assert not [
        said for said in ("Tag harbour", "beside what", "one star", "✓", "decoration") if said in text
    ]
    for script, shown in (
        ("drawn.textContent = 'boats'", "boats\n$19.99"),
        ("says.classList.remove('read')", "Tag harbour, 1 of 2\n$19.99"),
        ("says.classList.add('read')", "boats\n$19.99"),
        ("says.remove()", "\n$19.99"),
    ):
        seen, fresh = await seen_and_fresh(bench, script)
        assert shown in seen.render()
        assert ("boats" in seen.render()) == ("boats" in shown)
        assert differences(seen.columns, fresh.columns) == []


async def test_nothing_new_costs_no_capture(bench: Bench, captures: list[CaptureOptions]) -> None:
    await bench.show("<p>one</p><button>Go</button>")
    first = await quiet_look(bench)
    captures.clear()
    assert await controller_of(bench.page).observer.capture() is first
    assert captures == []


LIST = (
    "<ul>" + "".join(f"<li><button id=b{n}>Item {n}</button> <i>note</i></li>" for n in range(30)) + "</ul>"
)


@pytest.mark.parametrize(
    "change",
    [
        "b7.textContent = 'Other 7'",
        "b7.firstChild.data = 'A much longer label than it had before'",
        "b7.textContent = 'x'; b8.textContent = 'y'; document.querySelectorAll('i')[20].textContent = 'N'",
        "b9.ariaLabel = 'with a text'; b10.textContent = 'beside'",
        "b7.disabled = true; b8.disabled = true; b8.textContent = 'Off'",
        "check.checked = true; field.value = 'typed'",
        "t.textContent = 'Much more text in the paragraph'",
        "frame.contentDocument.querySelector('b').textContent = 'inside'",
        "lab.textContent = 'Name'",
        "own.textContent = 'Named by me'; b7.style.display = 'none'",
        "t.textContent = 'text that needs several lines '.repeat(90)",
        "cell.textContent = 'wide wide wide wide'",
    ],
)
async def test_changed_texts_cost_no_capture(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(
        f"{LIST}<p>Count <b id=t>5</b> left over</p><input id=field><input type=checkbox id=check>"
        "<table style='width:300px'><tr><td id=cell>a<td>b<tr><td>c<td>d</table>"
        "<iframe id=frame srcdoc='<p>The <b>text</b> in it</p>'></iframe><label id=lab for=field>First</label>"
        "<span id=own>Mine</span><button aria-labelledby=own></button>"
    )
    before = await quiet_look(bench)
    captures.clear()
    await bench.run(change + "; 0")
    seen = await controller_of(bench.page).observer.capture()
    assert captures == []
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
    assert seen.render() != before.render()
    assert seen.render() == fresh.render()


@pytest.mark.parametrize(
    "change",
    [
        "b7.setAttribute('aria-expanded', 'true'); b8.ariaPressed = 'true'",
        "b7.setAttribute('aria-label', 'Called otherwise'); b9.dataset.turn = '2'",
        "b7.className = 'no rule is about'; b7.setAttribute('role', 'tab'); b7.setAttribute('aria-selected', 'true')",
        "panel.setAttribute('aria-hidden', 'true')",
        "panel.setAttribute('aria-disabled', 'true'); inner.setAttribute('tabindex', '0')",
        "own.id = 'else'; here.setAttribute('href', '/there'); field.required = true",
        "lab.htmlFor = 'other'; field.name = 'renamed'; pass.setAttribute('data-value', 'hunter')",
        "box.setAttribute('class', 'btn'); inner.setAttribute('role', 'button')",
        "frame.contentDocument.querySelector('button').setAttribute('aria-pressed', 'mixed')",
        "host.shadowRoot.querySelector('button').setAttribute('aria-label', 'In the shadow')",
    ],
)
async def test_changed_attributes_cost_no_capture(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(
        f"{LIST}<div id=panel><b id=inner>In</b> <button>Within</button></div><span id=own>Mine</span>"
        "<button aria-labelledby=own>x</button><label id=lab for=field>First</label><input id=field required>"
        "<label><input id=other type=checkbox>Second</label><a id=here href=#here>here</a>"
        "<input id=pass type=password value=hunter><div id=box>Box</div><div id=host></div>"
        "<iframe id=frame srcdoc='<button>framed</button>'></iframe>"
        "<script>host.attachShadow({mode: 'open'}).innerHTML = '<button>deep</button>'</script>"
    )
    await quiet_look(bench)
    for attempt in (change, "b0.ariaExpanded = 'true'", "b0.ariaExpanded = null"):
        # The listeners that captures have left are collected now, not during the attempt.
        await bench.page.session.send(heap_profiler.collect_garbage(), timeout=30)
        await controller_of(bench.page).observer.capture()
        captures.clear()
        await bench.run(attempt + "; 0")
        seen = await controller_of(bench.page).observer.capture()
        assert captures == [], (attempt, dict(controller_of(bench.page).observer.refusals))
        assert "hunter" not in repr(seen.columns)
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == [], attempt
        assert seen.stats.interactive == fresh.stats.interactive
        assert seen.render() == fresh.render()


async def test_what_a_capture_marks_is_no_news(bench: Bench, captures: list[CaptureOptions]) -> None:
    await bench.show(
        f"{LIST}<i id=i0>listens</i><input id=field><input type=checkbox required><script>field.focus()</script>"
    )
    await quiet_look(bench)
    captures.clear()
    before = await controller_of(bench.page).observer.capture()
    assert "focused" in before.columns.states.values().__repr__()
    assert await controller_of(bench.page).observer.capture() is before
    await bench.run("b0.ariaExpanded = 'true'; 0")
    seen = await controller_of(bench.page).observer.capture()
    assert await controller_of(bench.page).observer.capture() is seen
    assert captures == []
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
    for change in ("addEventListener('click', b0.own = () => {})", "removeEventListener('click', b0.own)"):
        await bench.run(f"i0.{change}; 0")
        seen = await controller_of(bench.page).observer.capture()
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == []


async def test_texts_and_attributes_in_turn_cost_no_capture(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await bench.show(LIST)
    await quiet_look(bench)
    captures.clear()
    for change in (
        "b3.textContent = 'A much longer label than before'",
        "b3.ariaExpanded = 'false'; b4.dataset.seen = '1'",
        "b5.firstChild.data = 'Five'",
        "b5.ariaLabel = 'Number five'",
    ):
        await bench.run(change + "; 0")
        seen = await controller_of(bench.page).observer.capture()
        assert captures == [], change
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == [], change
        assert seen.render() == fresh.render()


FOLLOWED = (
    "b7.insertAdjacentHTML('afterend', '<a href=#>new</a>')",
    "b7.textContent = ''",
    "up.textContent = 'shown in capitals'",
    "b8.setAttribute('aria-expanded', 'true')",
)
"""Changes after which it is known what a rule with `:has()` may style, and in which letters a text is drawn."""


@pytest.mark.parametrize(
    "change",
    [
        "b7.setAttribute('data-on', '1')",
        "b9.setAttribute('slot', 'x')",
        "b9.setAttribute('onclick', 'go()')",
        "check.setAttribute('aria-labelledby', ''); check.ariaLabelledByElements = [b9]",
        *FOLLOWED,
        "document.title = 'Else'",
        "up.style.textTransform = 'capitalize'",
    ],
)
async def test_what_reaches_further_costs_a_capture_and_is_right(
    bench: Bench, captures: list[CaptureOptions], change: str
) -> None:
    await bench.show(
        f"{LIST}<label id=lab for=field>First</label><input id=field><span id=own>Mine</span>"
        "<button aria-labelledby=own></button><div><span id=near>Size</span><input></div><p id=big>small</p>"
        "<input type=checkbox id=check><p id=up style='text-transform:uppercase'>loud</p>"
        "<table><tr><td id=cell>a<td>b<tr><td>c<td>d</table>"
        "<style>[data-on] { opacity: 0 } li:has([aria-expanded=true]) i { visibility: hidden }</style>"
    )
    await quiet_look(bench)
    captures.clear()
    await bench.run(change + "; 0")
    seen = await controller_of(bench.page).observer.capture()
    assert len(captures) == (0 if change in FOLLOWED else 1)
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []


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


ACTED_ON = (
    "<style>li {{ margin: 1px }} {rule}</style><nav><button id=other>Other</button> <i>note</i></nav>"
    f"{LIST}<p>Count <b id=t>5</b> left</p><label>Name <input id=field required></label>"
    "<script>b7.onclick = () => {{ {change} }}</script>"
)


@pytest.mark.parametrize(
    ("rule", "change", "spared"),
    [
        ("", "t.textContent = 'six'", True),
        ("button:hover { color: red; background: black }", "t.textContent = 'six'", True),
        ("li:hover i { visibility: hidden }", "b7.ariaPressed = 'true'", True),
        (".on { opacity: 0.5; cursor: pointer }", "b7.title = 'On'", True),
        (".on + i { cursor: pointer }", "b7.classList.add('on')", True),
        ("button:disabled { cursor: wait }", "b7.disabled = true", True),
        (":invalid { cursor: help }", "field.value = 'typed'", True),
        ("button:focus + i { display: none }", "1", True),
        (".on { position: relative; z-index: 2 }", "b7.className = 'on'", False),
        ("body:has(.on) p { opacity: 0 }", "b7.className = 'on'", False),
        ("button:hover { text-transform: uppercase }", "1", True),
        ("button:hover { text-transform: capitalize }", "1", False),
        ("button:hover::before { content: 'x' }", "1", True),
        ("", "document.styleSheets[0].cssRules[0].style.visibility = 'hidden'; t.textContent = 'six'", False),
        ("", "document.adoptedStyleSheets = [new CSSStyleSheet()]; t.textContent = 'six'", False),
    ],
)
async def test_what_a_click_changes_is_right_and_costs_a_capture_only_in_doubt(
    bench: Bench, captures: list[CaptureOptions], rule: str, change: str, spared: bool
) -> None:
    await bench.show(ACTED_ON.format(rule=rule, change=change))
    (await bench.page.click(await bench.ref("#other"))).raise_for_error()
    target = await bench.ref("#b7")
    await quiet_look(bench)
    captures.clear()
    result = await bench.page.click(target)
    assert result.observation is not None
    seen = await controller_of(bench.page).observer.capture()
    assert (captures == []) is spared
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []
    assert seen.render() == fresh.render()


@pytest.mark.parametrize(
    ("change", "reads"),
    [
        ("b7.disabled = !b7.disabled", False),
        ("b7.disabled = !b7.disabled; b7.addEventListener('click', () => {})", True),
        ("b7.disabled = !b7.disabled; b7.after(document.createElement('i'))", True),
    ],
)
async def test_frameworks_are_looked_for_again_only_where_an_element_or_a_listener_came(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch, change: str, reads: bool
) -> None:
    read: list[str] = []
    reading = vars(listeners)["_reading"]

    def counted() -> object:
        read.append("")
        return reading()

    monkeypatch.setattr(listeners, "_reading", counted)
    await bench.show(
        ACTED_ON.format(rule="", change="1") + f"<script>other.onclick = () => {{ {change} }}</script>"
    )
    other = await bench.ref("#other")
    for _ in range(2):
        (await bench.page.click(other)).raise_for_error()
        await quiet_look(bench)
    for _ in range(3):  # listeners that the browser has just collected are other listeners, too
        captures.clear()
        read.clear()
        (await bench.page.click(other)).raise_for_error()
        seen = await controller_of(bench.page).observer.capture()
        if bool(read) is reads:
            break
    assert (captures, bool(read)) == ([], reads)  # a page that moves on while it is read is read again
    fresh = await bench.page.snapshot()
    assert differences(seen.columns, fresh.columns) == []


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


CHANGES = (Path(__file__).parent / "random_changes.js").read_text()


async def test_a_small_document_is_captured_again_where_elements_came(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_fingerprint, "LEAST_MEASURED", 10_000)
    await bench.show(LIST)
    await quiet_look(bench)
    captures.clear()
    for change in ("b7.remove()", "b8.style.display = 'none'"):
        await bench.run(change + "; 0")
        seen = await controller_of(bench.page).observer.capture()
        assert len(captures) == 1
        assert differences(seen.columns, (await bench.page.snapshot()).columns) == []
        captures.clear()
    assert controller_of(bench.page).observer.refusals["a small document"] >= 2


async def test_updates_that_fail_again_and_again_are_not_tried_for_a_while(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []
    traced = change_fingerprint.trace

    async def counted(
        state: TabState, *, retell: bool = False, **more: Any
    ) -> change_fingerprint.Trace | None:
        tried.append(retell)
        return await traced(state, retell=retell, **more)

    async def changed(script: str) -> tuple[bool, bool]:
        """Whether an update was tried, and whether a capture was made."""
        tried.clear()
        captures.clear()
        await bench.run(script + "; 0")
        seen = await observer.capture()
        found = any(tried), bool(captures)
        assert await observer.capture() is seen
        assert differences(seen.columns, (await capture(tab, CaptureOptions(), tab_refs)).columns) == []
        return found

    page = f"{LIST}<style>li:has(+ li [data-on='1']) i {{ opacity: 0 }}</style><p>shown</p>"
    await bench.show(page)
    tab, observer = controller_of(bench.page).tab, controller_of(bench.page).observer
    tab_refs = controller_of(bench.page).refs
    monkeypatch.setattr(change_fingerprint, "trace", counted)
    monkeypatch.setattr(update_pause, "FAILURES", FAILURES)
    # A collection while no update is tried drops listeners of earlier captures, and the page counts as changed.
    await bench.page.session.send(heap_profiler.collect_garbage(), timeout=30)
    await quiet_look(bench)
    before = Counter(observer.refusals)
    scripts = [f"b7.setAttribute('data-on', {step % 2})" for step in range(FAILURES + CAPTURES_BETWEEN)]
    found = [await changed(script) for script in scripts]
    assert found == [(True, True)] * FAILURES + [(False, True)] * CAPTURES_BETWEEN
    assert list((Counter(observer.refusals) - before).values()) == [len(scripts)]
    assert await changed("b8.textContent = 'Eight'") == (True, False)
    for script in scripts[1 : 1 + FAILURES]:
        assert await changed(script) == (True, True)
    assert await changed(scripts[0]) == (False, True), observer.refusals
    await bench.show(page)
    await quiet_look(bench)
    assert await changed("b8.textContent = 'Eight'") == (True, False)


async def test_random_changes_look_like_a_capture_from_scratch(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await bench.show(
        f"<style id=sheet>p{{margin:2px}}</style><main><h1>Page</h1>{LIST}<p>Some <b>bold</b> words</p>"
        "<label>Name <input></label><input type=checkbox><div id=box style='height:60px;overflow:auto'><p>a<p>b<p>c"
        "<p>d<p>e</div><table style='width:300px'><tr><td>1<td>2<tr><td>3<td>4</table><a href=#>link</a></main>"
        "<iframe srcdoc='<p>framed</p>'></iframe><div style='height:900px'></div>"
    )
    await quiet_look(bench)
    captures.clear()
    dice = random.Random(4)
    spared = 0
    for step in range(70):
        did = await bench.page.evaluate(CHANGES, dice.randrange(1 << 30))
        made = len(captures)
        seen = await controller_of(bench.page).observer.capture()
        spared += len(captures) == made
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == [], (step, did)
        assert seen.documents == fresh.documents, (step, did)
        assert seen.context.url == fresh.context.url, (step, did)
        assert seen.render() == fresh.render(), (step, did)
    assert spared >= 16
