"""When an action is over: slow reactions are seen, animations end, answers that nobody reads hold nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cdp_engine.verify import NoEffect
from cdp_engine.verify.evidence import action_watcher, coming_to_rest
from cdp_engine.verify.evidence.records import Rested
from tests.support.site import Response
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-02", "EX-02")]

LATE = "<p id=p>Waiting</p><button onclick='setTimeout(() => {{ p.textContent = \"Saved\" }}, {ms})'>Save</button>"


async def test_a_reaction_after_100_ms_is_seen(stage: Stage) -> None:
    await stage.show(LATE.format(ms=100))
    result = await stage.page.click(await stage.ref("Save"))
    assert result.success
    assert not isinstance(result.effect, NoEffect), result
    assert result.observation is not None
    assert "Saved" in result.observation.text


async def test_a_page_whose_timers_start_late_gets_its_time_to_react(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document answers at once, as if it had no timers, where its first one has not run yet."""
    ask = coming_to_rest.rest_of
    asked: list[int] = []

    async def ask_early(document: Any, patience: int, *given: Any, **named: Any) -> Rested | None:
        asked.append(patience)
        rested = await ask(document, 0 if len(asked) == 1 else patience, *given, **named)
        return rested if rested is None or len(asked) > 1 else msgspec.structs.replace(rested, timed=False)

    monkeypatch.setattr(coming_to_rest, "rest_of", ask_early)
    await stage.show(LATE.format(ms=600))
    result = await stage.page.click(await stage.ref("Save"), quiet=1.5)
    assert asked == [1500, 1500]
    assert result.observation is not None
    assert "Saved" in result.observation.text


async def test_a_page_that_waits_for_a_second_click_is_waited_for(stage: Stage) -> None:
    """A calendar opens its form once the first click cannot become a double click any more."""
    await stage.show(
        "<div id=slot style='width:90px;height:90px'>Slot</div><p id=p></p>"
        "<script>slot.onclick = () => setTimeout(() => { p.textContent = 'New event' }, 300)</script>"
    )
    result = await stage.page.click('text "Slot"')
    assert not isinstance(result.effect, NoEffect), result
    assert result.observation is not None
    assert "New event" in result.observation.text


async def test_a_page_that_follows_its_closed_shadow_root_a_little_later_is_waited_for(stage: Stage) -> None:
    await stage.show(
        "<div id=host></div><button id=add disabled>Add to cart</button><script>"
        "const root = host.attachShadow({ mode: 'closed' });"
        "root.innerHTML = '<button role=radio aria-checked=false aria-label=Medium>M</button>';"
        "root.firstChild.onclick = (event) => { event.target.setAttribute('aria-checked', 'true');"
        " setTimeout(() => { add.disabled = false; add.textContent = 'Add a medium one' }, 15) }</script>"
    )
    result = await stage.page.click(await stage.ref("Medium"))
    assert result.observation is not None
    assert "Add a medium one" in result.observation.text


async def test_a_page_gets_as_long_to_react_as_the_caller_says(stage: Stage) -> None:
    await stage.show(LATE.format(ms=900))
    save = await stage.ref("Save")
    assert isinstance((await stage.page.click(save, quiet=0)).effect, NoEffect)
    await stage.eval("new Promise(done => setTimeout(done, 1000)).then(() => { p.textContent = 'Waiting' })")
    result = await stage.page.click(save, quiet=3)
    assert result.observation is not None
    assert "Saved" in result.observation.text


async def test_time_in_which_the_page_cannot_run_is_no_time_to_react(stage: Stage) -> None:
    await stage.show(
        "<p id=p>Waiting</p><button>Save</button><script>document.querySelector('button').onclick = () => {"
        "setTimeout(() => { const end = performance.now() + 500; while (performance.now() < end); }, 5);"
        "setTimeout(() => setTimeout(() => { p.textContent = 'Saved' }, 60), 30) }</script>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert result.observation is not None
    assert "Saved" in result.observation.text


@pytest.mark.req("RA-09")
async def test_the_time_to_react_begins_with_the_input(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a busy program takes until it asks whether the page is at rest, the page has had."""
    await stage.show("<button onclick='pressed = performance.now()'>Dead</button>")
    ask = coming_to_rest.rest_of

    async def ask_late(*given: Any, **named: Any) -> Rested | None:
        await stage.eval("new Promise(done => setTimeout(done, 1000))")
        return await ask(*given, **named)

    monkeypatch.setattr(coming_to_rest, "rest_of", ask_late)
    result = await stage.page.click(await stage.ref("Dead"), quiet=1.5)
    assert isinstance(result.effect, NoEffect)
    assert 1400 < await stage.eval("performance.now() - pressed") < 2400


@pytest.mark.req("RA-09")
async def test_frames_count_only_after_the_last_change(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames from the time before the question, in which the page was quiet, say nothing about the next ones."""
    await stage.show(
        "<p id=p>0</p><button onclick='p.textContent = 1; setTimeout(() => later(4), 300)'>Go</button><script>"
        "const later = n => { p.textContent += n; if (n) requestAnimationFrame(() => later(n - 1)) }</script>"
    )
    ask = coming_to_rest.rest_of

    async def ask_in_the_middle(*given: Any, **named: Any) -> Rested | None:
        await stage.eval(
            "new Promise(done => new MutationObserver(done).observe(p, { childList: true })).then(() => 0)"
        )
        return await ask(*given, **named)

    monkeypatch.setattr(coming_to_rest, "rest_of", ask_in_the_middle)
    result = await stage.page.click(await stage.ref("Go"))
    assert result.observation is not None
    assert "143210" in result.observation.text


@pytest.mark.parametrize(
    "how",
    [
        "transition: opacity .3s, transform .3s",
        "animation: out .3s forwards",
    ],
)
async def test_what_fades_out_is_gone_in_the_answer(stage: Stage, how: str) -> None:
    await stage.show(
        "<style>@keyframes out { to { opacity: 0 } } #old.leaving { opacity: 0; transform: scale(.9);"
        f" {how} }} </style>"
        "<div id=box><div id=old><p>October</p></div></div>"
        "<button onclick=\"old.className = 'leaving'; box.insertAdjacentHTML('beforeend', '<p>November</p>');"
        'const end = () => old.remove(); old.ontransitionend = end; old.onanimationend = end">Next month</button>'
    )
    result = await stage.page.click(await stage.ref("Next month"))
    assert result.observation is not None
    snapshot = result.observation.snapshot
    assert snapshot.find(text="November")
    assert not snapshot.find(text="October"), result.observation.text


async def test_web_animations_end_before_the_answer(stage: Stage) -> None:
    await stage.show(
        '<p id=p>Shown</p><button onclick="p.animate([{opacity: 1}, {opacity: 0}], 250)'
        '.onfinish = () => p.remove()">Hide</button>'
    )
    result = await stage.page.click(await stage.ref("Hide"))
    assert result.observation is not None
    assert not result.observation.snapshot.find(text="Shown")


async def test_endless_and_long_animations_hold_nothing(stage: Stage) -> None:
    await stage.show(
        "<style>@keyframes turn { to { rotate: 360deg } } #a { animation: turn 1s infinite }"
        "#b { animation: turn 30s }</style><i id=a>*</i><i id=b>+</i><p id=p>0</p>"
        "<button onclick='p.textContent = 1 + +p.textContent'>Add</button>"
    )
    result = await stage.page.click(await stage.ref("Add"))
    assert result.success
    assert result.settled is not None
    assert result.settled.status == "stable", result.settled
    assert await stage.eval("a.getAnimations().length + b.getAnimations().length") == 2


async def test_an_answer_that_nobody_reads_holds_no_action(stage: Stage) -> None:
    def long(_request: object) -> Response:
        return Response("x" * 4_000_000)

    removes = [
        stage.site.route("/verify/telemetry", lambda _request: Response("{}")),
        stage.site.route("/verify/long", long),
    ]
    try:
        await stage.show(
            '<p id=p>0</p><button onclick="p.textContent = 1 + +p.textContent;'
            "for (const name of ['telemetry', 'long']) fetch('/verify/' + name)"
            '.then(answer => (window.kept ||= []).push(answer))">Add</button>'
        )
        result = await stage.page.click(await stage.ref("Add"))
    finally:
        for remove in removes:
            remove()
    assert result.settled is not None
    assert result.settled.status == "stable", result.settled
    assert await stage.eval("kept.length") == 2


@pytest.mark.req("FP-03", "RA-03")
async def test_what_comes_some_time_after_the_answer_of_the_server_is_waited_for(stage: Stage) -> None:
    """A page that has not reacted gets the same time after an answer as after the click itself."""
    await stage.show(
        "<div><div><div><button onclick='fetch(location).then((answer) => answer.text()).then(() => setTimeout("
        "() => { p.hidden = !p.hidden }, 100))'>Save</button></div></div></div><p id=p hidden>Saved</p>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert result.observation is not None
    assert "\nSaved" in result.observation.text, result.observation.text
    assert result.message == "click done: the page changed"


@pytest.mark.parametrize("unseen", ["opacity: 0", "visibility: hidden", "position: fixed; left: -500vw"])
async def test_what_is_placed_unseen_and_shown_some_frames_later_is_waited_for(
    stage: Stage, unseen: str
) -> None:
    """Libraries draw a popup unseen, measure it, and let it in some frames later."""
    await stage.show(
        '<button onclick=\'const add = (box) => box.appendChild(document.createElement("div"));'
        f'p = add(add(document.body)); p.style = "{unseen}";'
        'p.textContent = "Choose a month"; later(6)\'>Open</button><script>'
        "const later = n => n ? requestAnimationFrame(() => later(n - 1)) : p.removeAttribute('style');"
        "</script>"
    )
    result = await stage.page.click(await stage.ref("Open"))
    assert result.observation is not None
    assert "Choose a month" in result.observation.text
    assert "no human eye" not in result.observation.text


@pytest.mark.req("RA-03")
async def test_the_contents_of_another_page_are_waited_for_beyond_its_splash_screen(stage: Stage) -> None:
    app = (
        "<style>@keyframes t { to { rotate: 1turn } } #splash i { animation: t 1s infinite }</style><div id=root>"
        "<div id=splash style='position: fixed; inset: 0'><i>o</i> Loading…</div></div><script>"
        "setTimeout(() => { root.innerHTML = '<h1>Orders</h1><button>Add</button>' }, 900)</script>"
    )
    remove = stage.site.route("/verify/app", app)
    await stage.show("<a href=/verify/app>Enter</a>")
    result = await stage.page.click(await stage.ref("Enter"))
    remove()
    assert result.success
    assert result.observation is not None
    assert "Add" in result.observation.text


async def test_a_reaction_while_the_page_is_being_read_is_seen(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the answer shows is not called without effect: a busy page reacts after it seemed to be at rest."""
    await stage.show("<p id=p>Waiting</p><button>Save</button>")
    rest = action_watcher.ActionWatcher.rest

    async def then_reacts(watcher: action_watcher.ActionWatcher, *arguments: Any) -> Any:
        settled = await rest(watcher, *arguments)
        await stage.eval("p.textContent = 'Saved', 1")
        return settled

    monkeypatch.setattr(action_watcher.ActionWatcher, "rest", then_reacts)
    result = await stage.page.click(await stage.ref("Save"))
    assert "Saved" in str(result.observation)
    assert not isinstance(result.effect, NoEffect), result.message


WORKING = """<style>@keyframes spin { to { rotate: 1turn } } i { display: inline-block; width: 9px; height: 9px;
animation: spin 1s linear infinite }</style><p id=p>Waiting</p><button id=b>Save</button><script>
b.onclick = () => { %s; setTimeout(() => { b.textContent = 'Save'; b.ariaBusy = null; p.textContent = 'Saved' }, 900) }
</script>"""


@pytest.mark.parametrize(
    "shows", ["b.textContent = 'LOADING'", "b.ariaBusy = 'true'", "b.innerHTML = '<i></i> Save'"]
)
async def test_a_button_that_shows_that_it_is_at_work_is_waited_for(stage: Stage, shows: str) -> None:
    """No request says so here, and where one does, its page may take its time after the answer."""
    await stage.show(WORKING % shows)
    result = await stage.page.click(await stage.ref("Save"))
    assert result.observation is not None
    assert "Saved" in result.observation.text


async def test_a_button_that_has_shown_it_before_the_click_is_not(stage: Stage) -> None:
    await stage.show((WORKING % "0").replace(">Save<", "><i></i> Save<"))
    result = await stage.page.click(await stage.ref("Save"))
    assert result.observation is not None
    assert "Saved" not in result.observation.text
