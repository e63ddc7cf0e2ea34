"""A click that leads to another document, or another part of an application, is answered with what it comes to show."""

from __future__ import annotations

import pytest

from tests.verify.conftest import HEAD, Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02", "SX-03")]

LATE = {
    "timer after the load": "addEventListener('load', () => setTimeout(show, 100))",
    "timer": "setTimeout(show, 130)",
    "frames": "let n = 0; (function next() { n++ < 6 ? requestAnimationFrame(next) : show(); })()",
}


@pytest.mark.parametrize("script", LATE.values(), ids=LATE)
async def test_what_a_new_document_shows_after_its_load_is_in_the_answer(stage: Stage, script: str) -> None:
    shown = "const show = () => { document.querySelector('h2').textContent = 'Orders of today'; };"
    page = f"{HEAD}<p>{'Words of the page. ' * 8}</p><button>Back</button><h2></h2><script>{shown}{script}</script>"
    remove = stage.site.route("/verify/late", page)
    await stage.show("<a href=/verify/late>Orders</a>")
    result = await stage.page.click(await stage.ref("Orders", "link"))
    remove()
    assert result.effect.kind == "navigated"
    assert result.observation is not None
    assert "Orders of today" in result.observation.text


async def test_a_page_that_only_says_that_it_leads_on_is_waited_for(stage: Stage) -> None:
    leads = "<p>Signing you in…</p><script>setTimeout(() => location.replace('/verify/in'), 150)</script>"
    undo = [
        stage.site.route("/verify/sign", HEAD + leads),
        stage.site.route("/verify/in", f"{HEAD}<h1>Welcome</h1>"),
    ]
    await stage.show("<a href=/verify/sign>Sign in</a>")
    result = await stage.page.click(await stage.ref("Sign in", "link"))
    for remove in undo:
        remove()
    assert result.observation is not None
    assert "Welcome" in result.observation.text


@pytest.mark.parametrize(
    ("leads", "event"),
    [
        ("<a href=#two>Two</a>", "hashchange"),
        ("<button onclick=history.back()>Two</button>", "popstate"),
    ],
)
async def test_a_timer_that_the_change_of_the_address_sets_is_waited_for(
    stage: Stage, leads: str, event: str
) -> None:
    await stage.show(
        f"{leads}<div id=part></div><script>history.pushState(1, '', '#one'); on{event} = () => setTimeout(() => {{"
        " part.innerHTML = '<h2>Second part</h2>'; }, 120)</script>"
    )
    result = await stage.page.click(await stage.ref("Two"))
    assert result.observation is not None
    assert "Second part" in result.observation.text
