"""Refs of a dialog are never those of the next one, however alike they look (EX-06, SX-11)."""

from __future__ import annotations

import pytest

from cdp_engine import Observation
from cdp_engine.engine.acting import success
from cdp_engine.verify import NOTHING_CHANGED, Evidence, NoEffect
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-06", "SX-11")]

PAGE = """<button id=a aria-haspopup=dialog onclick="show(this)">Start</button>
<button id=b aria-haspopup=dialog onclick="show(this)">End</button><div id=root></div><script>pressed = [];
close_ = () => root.innerHTML = ''; show = by => { %s; root.innerHTML =
`<div style='position:fixed;inset:0;background:#0008'></div><div role=dialog aria-modal=true %s
style='position:fixed;left:50px;top:50px;background:#fff;z-index:1300'><p>Select date</p><button>15</button>
<button id=ok onclick="pressed.push('${by.id}');close_()">OK</button></div>` }</script>"""
LABELLED = PAGE % ("", "aria-label=${by.textContent}")
EXPANDED = PAGE % ("for (const x of [a, b]) x.setAttribute('aria-expanded', x === by)", "")
ALIKE = PAGE % ("", "")


@pytest.mark.parametrize("html", [LABELLED, EXPANDED, ALIKE], ids=["name", "opener", "nothing"])
@pytest.mark.parametrize("closes", [True, False])
async def test_the_old_button_never_presses_the_new_dialogs(bench: Bench, html: str, closes: bool) -> None:
    await bench.show(html)
    await bench.page.observe()
    await bench.page.click(await bench.ref("#a"))
    old = await bench.ref("#ok")
    if closes:
        await bench.run("close_()")
        await bench.page.observe()
    await bench.run("show(b)")
    seen = await bench.page.observe(since=(await bench.page.snapshot()).version)
    result = await bench.page.click(old)
    assert not result.success, (result.message, seen.text)
    assert await bench.run("pressed") == []
    assert await bench.ref("#ok") != old


async def test_a_dialog_that_is_drawn_again_keeps_its_refs(bench: Bench) -> None:
    await bench.show(LABELLED)
    await bench.page.click(await bench.ref("#a"))
    ok = await bench.ref("#ok")
    await bench.run("show(a)")
    result = await bench.page.click(ok)
    assert result.success, result.message
    assert await bench.run("pressed") == ["a"]


def refs_in(line: str) -> set[str]:
    found: set[str] = set()
    for word in line.split():
        first, _, last = word.partition("-")
        if first[1:].isdigit() and first[0] == "e":
            found |= {f"e{number}" for number in range(int(first[1:]), int((last or first)[1:]) + 1)}
    return found


async def test_no_answer_lists_a_ref_as_gone_and_as_kept(bench: Bench) -> None:
    await bench.show(EXPANDED)
    await bench.page.observe()
    for script in ("show(a)", "show(b)", "show(b)", "close_()", "show(b)", "show(a)", "close_()"):
        await bench.run(script)
        seen: Observation = await bench.page.observe(since=(await bench.page.snapshot()).version)
        lines = seen.text.split("\n")
        gone = {ref for line in lines if line.startswith("gone ") for ref in refs_in(line)}
        kept = {ref for line in lines if line.startswith("= ") for ref in refs_in(line)}
        assert not gone & kept, seen.text


async def test_a_text_in_capitals_that_is_still_there_did_not_go_by(bench: Bench) -> None:
    await bench.show(
        '<style>b { text-transform: uppercase }</style><button id=go onclick="o.innerHTML ='
        " '<div role=alert>Some words <b>in capitals</b></div>'\">Go</button><div id=o></div>"
    )
    await bench.page.observe()
    result = await bench.page.click(await bench.ref("#go"))
    assert result.observation is not None
    assert "ago" not in result.observation.text
    assert result.message == "click done: the page changed"


FOCUSED = """
<style>#list { display: none; position: absolute; z-index: 9; background: #fff; border: 1px solid }
 %s #list { display: block }</style>
<p>Plain text beside it</p><div id=box><input id=f aria-label=Name><div id=list role=listbox aria-label=Names>
<div role=option>Ada</div><div role=option>Grace</div></div></div><p id=end>End</p>
"""


@pytest.mark.req("EX-02")
async def test_an_overlay_that_closed_with_the_action_is_an_effect(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing else was seen to change, the effect, the message and the view of the answer agree."""
    await bench.show(FOCUSED % "#box:focus-within")
    await bench.page.observe()
    opened = await bench.page.click(await bench.ref("#f"))
    assert opened.observation is not None
    assert opened.observation.kind == "overlay_opened"

    def unseen(*_: object, evidence: Evidence, **__: object) -> NoEffect:
        return NoEffect(why=NOTHING_CHANGED, evidence=evidence)

    monkeypatch.setattr(success, "effect_of", unseen)
    result = await bench.page.press("Tab", since=opened.observation.version)
    assert result.observation is not None
    assert result.observation.kind == "overlay_closed"
    assert (result.effect.kind, result.message) == ("confirmed", "press done: an overlay closed")


@pytest.mark.req("EX-02")
async def test_an_overlay_that_closed_before_the_action_is_none_of_its_effect(bench: Bench) -> None:
    await bench.show(FOCUSED % "#box.open")
    await bench.page.observe()
    await bench.run("box.className = 'open'; 0")
    opened = await bench.page.observe()
    await bench.run("box.className = ''; 0")
    result = await bench.page.press("Escape", since=opened.version)
    assert result.observation is not None
    assert result.observation.kind == "overlay_closed"
    assert result.effect.kind == "no_effect", result.message
