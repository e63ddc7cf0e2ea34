"""Elements that come, go, move, are shown and hidden cost no capture, and the snapshot equals one (CD-17)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions, Snapshot, capture
from cdp_engine.observe.capture import listeners
from cdp_engine.protocol.runtime import RemoteObjectId
from cdp_engine.tab.changes import change_fingerprint
from cdp_engine.tab.changes.change_fingerprint import LEAST_MEASURED
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import LIST, captures, differences, quiet_look
from tests.support.whole_builds import judge_rebuilt

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

__all__ = ["captures"]

CHANGES = (Path(__file__).parent / "random_structure.js").read_text(encoding="utf-8")
RULES = (
    ".off { display: none }", ".a { color: red; padding: 3px }", ".b:hover { background: blue }",
    ".c::before { content: 'c ' }",
    "li:nth-child(2n) { color: green }", "p + p { margin-top: 4px }", "div:empty { height: 10px }",
    ".e > :first-child { margin: 9px }",
    ".d { display: inline-block; width: 20px; height: 9px }", "li:not(:last-child) { border-bottom: 1px solid }",
    ".a ~ .b { cursor: pointer }",
    "ul { list-style: none }", ".card { display: flex; gap: 4px }",
    ".pos { position: absolute; top: 5px; right: 5px }",
    ".faint { opacity: 0.4 }", "div:has(> .e) { background: pink }", "button:disabled { cursor: wait }",
    "input:checked + * { display: none }",
    ".card::after { content: ''; display: block }", "section p:only-child { color: gray }",
    "h2 { text-transform: uppercase }", ".s { overflow: auto; height: 30px }",
    ".c { padding: 3%; width: 90px; box-sizing: border-box }", ".b { position: relative; left: 10% }",
    ".a { display: contents }", ".e { display: grid; grid: auto / 1fr 2fr; align-items: baseline }",
    ".s { overflow: auto; max-height: 90px; width: 200px }", ".c { position: sticky; top: 0 }",
    ".e { height: 120px } .e > * { height: 50% }", ".b { display: inline-block; vertical-align: middle }",
    "i { position: absolute; bottom: 2px }", ".card { display: inline }",
)  # fmt: skip
LEAVES = (
    "<p>Some <b>bold</b> words</p>", "<button>Go</button>", "<a href=#>link</a>", "<span class=b>span</span>", "text",
    "<label>Name <input value=x></label>", "<input type=checkbox>", "<i class=d></i>", "<h2>Title</h2>", "<br>",
    "<svg width=20 height=20><path d='M1 1h9v9z'/></svg>", "<details><summary>More</summary><p>inner</p></details>",
    "<hr>",
    "<table><tr><td>a<td>b<tr><td>c<td>d</table>", "<div style='overflow:auto;height:40px'><p>1<p>2<p>3</div>",
    "<!-- c -->",
    "<textarea rows=1>t</textarea>", "<select><option>one<option>two</select>",
    "<div hidden><p>hidden</p></div>", " \n ",
    "<span>a <em>few <b>words</b></em> in <i>line</i> and <span>more</span></span>",
    "<div style='padding:5%;width:80px;box-sizing:border-box'><p>in percent</p></div>",
    "<label><input type=checkbox> Every <input id=days value=3> days</label>",
    "<input id=named value=n><button aria-labelledby=named>by a field</button>",
    "<label class=b>Card <input autocomplete=cc-number></label>",
)  # fmt: skip


@pytest.fixture(autouse=True)
def judged_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What updates take over of rows is what a whole build finds."""
    judge_rebuilt(monkeypatch)


def random_page(dice: random.Random) -> str:
    """A page of boxes in boxes with some rules."""

    def inside(depth: int) -> str:
        parts: list[str] = []
        for _ in range(dice.randrange(2, 6)):
            if depth and dice.random() < 0.5:
                tag = dice.choice(("div", "section", "ul", "div", "ol", "main", "form"))
                content = inside(depth - 1)
                if tag in ("ul", "ol"):
                    content = "".join(f"<li>{inside(0)}</li>" for _ in range(dice.randrange(1, 5)))
                names = " ".join(
                    dice.sample(("a", "b", "c", "e", "card", "faint", "pos", "z"), dice.randrange(3))
                )
                parts.append(
                    f'<{tag} class="{names}">\n{content}</{tag}>'
                    if dice.random() < 0.7
                    else f"<{tag}>{content}</{tag}>"
                )
            else:
                parts.append(dice.choice(LEAVES))
        return dice.choice(("", " ", "\n")).join(parts)

    rules = "".join(dice.sample(RULES, dice.randrange(len(RULES) // 2)))
    return f"<style>.off{{display:none}}{rules}</style>{inside(3)}<div style='height:600px'></div>"


async def compared(bench: Bench, what: object) -> Snapshot:
    """An observation, which must equal a capture from scratch."""
    seen = await controller_of(bench.page).observer.capture()
    fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
    assert differences(seen.columns, fresh.columns) == [], what
    assert seen.documents == fresh.documents, what
    assert seen.context == fresh.context, what
    assert seen.render() == fresh.render(), what
    return seen


@pytest.mark.parametrize(
    "changes",
    [
        ["panel.hidden = false", "panel.innerHTML = '<p>x</p>'", "panel.hidden = true", "item(20).remove()"],
        [
            "item(7).className = 'off'",
            "item(7).className = ''",
            "b7.style.display = 'none'",
            "item(8).append(item(3))",
        ],
        [
            "b7.insertAdjacentHTML('afterend', '<a href=#>new</a>')",
            "b7.textContent = ''",
            "item(7).after(item(3))",
        ],
        [
            "item(7).insertAdjacentHTML('beforebegin', '<li>\\n <button>nb</button> <i>ni</i></li>')",
            "ul.append(item(3))",
        ],
        [
            "item(7).remove(); b9.textContent = 'nine'; b10.ariaLabel = 'ten'; b3.disabled = true",
            "item(4).remove()",
        ],
        [
            "t.insertAdjacentHTML('beforeend', '<tr><td>5<td>6</tr>')",
            "t.rows[0].cells[0].textContent = 'wide wide'",
        ],
        [
            "h.append(' more')",
            "words.lastChild.data = ' other words'",
            "main.prepend('text')",
            "words.innerHTML = 'All <i>is</i> other'",
        ],
        ["ul.innerHTML = ''", "ul.innerHTML = '<li>one <b>two</b>'", "main.append(ul)"],
    ],
)
async def test_what_comes_goes_and_is_shown_costs_no_capture(
    bench: Bench, captures: list[CaptureOptions], changes: list[str]
) -> None:
    await bench.show(
        f"<style>p {{ margin: 2px }} .off {{ display: none }}</style><main id=main><h1 id=h>Page</h1>{LIST}"
        "<p id=words>Some <b>bold</b> words</p><label>Name <input></label><input type=checkbox>"
        "<div style='height:60px;overflow:auto'><p>a<p>b<p>c<p>d<p>e</div>"
        "<table style='width:300px'><tbody id=t><tr><td>1<td>2<tr><td>3<td>4</table><a href=#>link</a></main>"
        "<div id=panel hidden><p>In the panel <b>bold</b></p><button onclick=0>Ok</button></div>"
        "<label for=hold>Hold on</label><button id=hold type=button onclick=0>Hold</button>"
        "<div style='height:900px'></div><script>const ul = document.querySelector('ul');"
        "const item = n => document.getElementById('b' + n).parentElement</script>"
    )
    await quiet_look(bench)
    captures.clear()
    for change in changes:
        await bench.run(change + "; 0")
        await compared(bench, change)
        assert captures == [], (change, dict(controller_of(bench.page).observer.refusals))


@pytest.mark.parametrize(
    ("change", "lists"),
    [
        ("panel.hidden = !panel.hidden", False),
        ("field.disabled = !field.disabled", False),
        ("box.ariaDisabled = 'true'; box.firstChild.remove()", False),
        ("list.append(document.createElement('li'))", False),
        ("list.append(heard('li')); silence(box)", True),
        ("list.append(handled('li'))", True),
        ("list.append(holding(reacts('b')))", True),
        ("delegate(list, 'b'); list.append(holding(document.createElement('b')))", True),
        ("list.append(heard('li'))", True),
    ],
)
async def test_listeners_are_listed_again_only_where_they_may_be_others(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch, change: str, lists: bool
) -> None:
    listed: list[bool] = []
    listing = listeners.listeners_in

    def noted(node: RemoteObjectId, *, pierce: bool = False) -> object:
        listed.append(pierce)
        return listing(node, pierce=pierce)

    monkeypatch.setattr(listeners, "listeners_in", noted)
    await bench.show(
        "<ul id=list><li>one</ul><div id=panel hidden>Panel</div><div id=box><i>x</i>Box</div>"
        "<button id=field onclick=1>Field</button>"
        "<script>const f = () => {};"
        "const heard = tag => { const made = document.createElement(tag); made.textContent = 'new';"
        " made.addEventListener('click', f); return made };"
        "const handled = tag => { const made = document.createElement(tag); made.textContent = 'new';"
        " made.__click = f; return made };"
        "const reacts = tag => { const made = document.createElement(tag); made.textContent = 'new';"
        " made.__reactProps$a = {onClick: f}; return made };"
        "const holding = one => { const made = document.createElement('li'); made.append('in it ', one); return made };"
        "const delegate = (box, selector) => { box.jQuery1 = {events: {click: [{selector}]}} };"
        "const silence = box => box.removeEventListener('click', f); box.addEventListener('click', f)</script>"
    )
    await quiet_look(bench)
    captures.clear()
    listed.clear()
    for step in range(2):
        await bench.run(change + "; 0")
        seen = await controller_of(bench.page).observer.capture()
        spared, found = captures == [], list(listed)
        fresh = await capture(controller_of(bench.page).tab, CaptureOptions(), controller_of(bench.page).refs)
        assert differences(seen.columns, fresh.columns) == []
        assert spared, dict(controller_of(bench.page).observer.refusals)
        assert lists or found == [], step
        captures.clear()
        listed.clear()


async def test_texts_have_the_z_index_of_what_they_are_in(
    bench: Bench, captures: list[CaptureOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_fingerprint, "LEAST_MEASURED", LEAST_MEASURED)
    await bench.show(
        "<style>.up { position: relative; z-index: 3 } .off { display: none }</style><main id=main>"
        "<div id=row class=up>first</div><div id=other class=up>text <b>bold</b></div></main>"
        f"<div hidden>{'<i></i>' * LEAST_MEASURED}</div>"
    )
    await quiet_look(bench)
    captures.clear()
    for change in (
        "row.innerHTML = '<b>new</b> words'",
        "row.lastChild.remove(); row.append('a', document.createElement('b'), 'b')",
        "other.firstChild.remove()",
        "other.append('more')",
        "other.lastChild.data = ''",
        "row.replaceChildren('whole')",
        "row.firstElementChild?.remove(); other.innerHTML = '<u>in</u> it'",
    ):
        await bench.run(change + "; 0")
        seen = await compared(bench, change)
        assert captures == [], (change, dict(controller_of(bench.page).observer.refusals))
        assert any(seen.columns.tag[row] == "#text" for row in seen.columns.z_index)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_random_structures_look_like_a_capture_from_scratch(
    bench: Bench, captures: list[CaptureOptions], seed: int
) -> None:
    dice = random.Random(seed)
    await bench.show(random_page(dice))
    await quiet_look(bench)
    captures.clear()
    for step in range(20):
        did = await bench.page.evaluate(CHANGES, dice.randrange(1 << 30))
        await compared(bench, (seed, step, did))
    assert len(captures) < 20
