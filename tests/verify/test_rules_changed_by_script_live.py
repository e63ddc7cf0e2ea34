"""An action that changes the rules of a style sheet by script: the document stays, and shows something else."""

from __future__ import annotations

import pytest

from tests.verify.conftest import HEAD, Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

PAGE = """<style id=s>.x { color: black }</style><button id=b>Change</button><button>Idle</button>
<p class=x>One</p><p class=y>Two</p><i id=i></i><style>MORE</style><script>b.onclick = () => { ACT };</script>"""
MOVES = "#i { animation: k 1s infinite } @keyframes k { from { opacity: 0.9 } }"


@pytest.mark.parametrize(
    "act",
    ["s.sheet.insertRule('.y { display: none }', 1)", "s.sheet.cssRules[0].style.display = 'none'"],
)
async def test_what_a_rule_shows_or_hides_is_an_effect(stage: Stage, act: str) -> None:
    await stage.show(PAGE.replace("ACT", act).replace("MORE", ""))
    await stage.page.observe()
    result = await stage.page.click(await stage.ref("Change"))
    assert (result.effect.kind, result.message) == ("confirmed", "click done: the page changed")
    result = await stage.page.click(await stage.ref("Idle"))
    assert result.effect.kind == "no_effect", "it was changed before"


@pytest.mark.parametrize(
    ("act", "more"),
    [("", ""), ("s.sheet.insertRule('.y { color: red }', 1)", ""), ("s.sheet.deleteRule(0)", MOVES)],
)
async def test_what_a_person_does_not_see_is_none(stage: Stage, act: str, more: str) -> None:
    await stage.show(PAGE.replace("ACT", act).replace("MORE", more))
    await stage.page.observe()
    result = await stage.page.click(await stage.ref("Change"))
    assert result.effect.kind == "no_effect", result.message


async def test_what_came_since_the_last_answer_is_not_ascribed_to_an_action(stage: Stage) -> None:
    await stage.show(PAGE.replace("ACT", "").replace("MORE", ""))
    await stage.page.observe()
    ref = await stage.ref("Idle")
    await stage.page.evaluate("document.body.append('More')")
    result = await stage.page.click(ref)
    assert result.effect.kind == "no_effect", result.message


@pytest.mark.parametrize("host", ["127.0.0.1", "frame.test"])
async def test_in_a_frame_it_is_an_effect_too(stage: Stage, host: str) -> None:
    act = "s.sheet.insertRule('.y { display: none }', 1)"
    remove = stage.site.route("/verify/framed", HEAD + PAGE.replace("ACT", act).replace("MORE", ""))
    await stage.show(f"<p>Around</p><iframe src='{stage.site.url('verify/framed', host=host)}'></iframe>")
    await stage.page.observe()
    result = await stage.page.click(await stage.ref("Change"))
    remove()
    assert (result.effect.kind, result.message) == ("confirmed", "click done: the page changed")
    result = await stage.page.click(await stage.ref("Idle"))
    assert result.effect.kind == "no_effect", "it was changed before"
