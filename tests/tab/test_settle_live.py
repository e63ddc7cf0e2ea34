"""A page comes to rest, or says why it did not, within its limit (FP-03)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import anyio
import pytest
from msgspec.structs import replace

from cdp_engine.protocol import dom
from cdp_engine.tab import Tab, TextChanges
from cdp_engine.tab.changes import change_fingerprint
from tests.support.site import Request, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("FP-03")]

_numbers = count(1)


@dataclass
class Ground:
    tab: Tab
    site: Site

    async def show(self, html: str, *, host: str = "127.0.0.1") -> None:
        path = f"/settle/own-{next(_numbers)}"
        self.site.route(path, "<!doctype html><meta charset=utf-8>" + html)
        await self.tab.goto(self.site.url(path, host=host), wait_until="load")


@pytest.fixture
def ground(lent_tab: Tab, site: Site) -> Ground:
    return Ground(lent_tab, site)


async def test_a_quiet_page_is_stable_without_waiting_for_the_limit(ground: Ground) -> None:
    await ground.show("<p>quiet")
    settled = await ground.tab.changes.settle(limit=30)
    assert (settled.status, settled.mutations, settled.warning) == ("stable", 0, "")
    assert settled.seconds < 15


async def test_changes_are_waited_for_and_counted(ground: Ground) -> None:
    await ground.show("<p id=p>")
    before = await ground.tab.changes.pulse()
    await ground.tab.evaluate(
        "let n = 0; const i = setInterval(() => { p.append('x'); if (++n > 9) clearInterval(i) }, 20)"
    )
    # The quiet is long, as timers are late on a loaded machine.
    settled = await ground.tab.changes.settle(before=before, quiet=1.5, limit=30)
    assert settled.status == "stable"
    assert settled.mutations == 10
    assert await ground.tab.evaluate("p.textContent") == "x" * 10


async def test_a_page_that_changes_for_ever_is_given_up_at_the_limit(ground: Ground) -> None:
    await ground.show("<p id=p><script>setInterval(() => p.append('x'), 5)</script>")
    settled = await ground.tab.changes.settle(quiet=0.5, limit=1.0)
    assert settled.status == "timeout"
    assert settled.mutations > 1
    assert "still changing" in settled.warning
    assert 1.0 <= settled.seconds < 20


@pytest.mark.parametrize("changes", ["p.textContent = n++", "p.firstChild.data = n++", "p.title = n++"])
async def test_a_counter_that_never_rests_is_not_waited_for(ground: Ground, changes: str) -> None:
    await ground.show(f"<p id=p>0</p><script>let n = 100; setInterval(() => {{ {changes} }}, 5)</script>")
    await ground.tab.evaluate("new Promise(done => setInterval(() => n > 300 && done(1), 10))")
    settled = await ground.tab.changes.settle(quiet=0.5, limit=30)
    assert (settled.status, settled.warning) == ("stable", "")
    await ground.tab.evaluate("setTimeout(() => { q = document.createElement('q'); p.after(q) }, 200); 0")
    await ground.tab.changes.settle(quiet=0.5, limit=30)
    assert await ground.tab.evaluate("document.querySelector('q') !== null")


async def test_a_text_that_is_being_written_is_still_changing(ground: Ground) -> None:
    await ground.show("<p id=p>A</p><script>setInterval(() => { p.firstChild.data += ' word' }, 20)</script>")
    await ground.tab.evaluate(
        "new Promise(done => setInterval(() => p.innerText.length > 250 && done(1), 10))"
    )
    settled = await ground.tab.changes.settle(quiet=0.5, limit=1.5)
    assert settled.status == "timeout"
    assert "still changing" in settled.warning


async def test_a_request_that_the_action_set_off_is_waited_for(ground: Ground) -> None:
    answer = anyio.Event()

    def slow(request: Request) -> str:
        request.hold()
        return "done"

    ground.site.route("/settle/slow", slow)
    ground.site.forget_requests()
    await ground.show("<p id=p>")
    mark = ground.tab.network.mark()
    await ground.tab.evaluate("fetch('/settle/slow').then(r => r.text()).then(t => p.textContent = t); 0")
    async with anyio.create_task_group() as tasks:

        async def settle() -> None:
            settled = await ground.tab.changes.settle(mark=mark, limit=30)
            assert settled.status == "stable"
            answer.set()

        tasks.start_soon(settle)
        await anyio.to_thread.run_sync(ground.site.wait_for_request, "/settle/slow")
        assert not answer.is_set()
        ground.site.release()
    assert await ground.tab.evaluate("p.textContent") == "done"


@pytest.mark.req("RA-02")
async def test_what_fades_in_after_a_late_answer_is_waited_for(ground: Ground) -> None:
    ground.site.route("/settle/dialog", lambda _: "Delete everything?")
    await ground.show("<style>@keyframes come { from { opacity: 0 } }</style><p id=p>")
    mark, long_ago = ground.tab.network.mark(), anyio.current_time() - 5
    await ground.tab.evaluate(
        "fetch('/settle/dialog').then(r => r.text())"
        ".then(t => { p.textContent = t; p.style.animation = 'come 300ms' }); 0"
    )
    settled = await ground.tab.changes.settle(mark=mark, since=long_ago, limit=30)
    assert settled.status == "stable"
    assert await ground.tab.evaluate("[p.textContent, document.getAnimations().length]") == [
        "Delete everything?",
        0,
    ]


async def test_a_request_that_never_ends_costs_the_limit(ground: Ground) -> None:
    def never(request: Request) -> str:
        request.hold()
        return "late"

    ground.site.route("/settle/never", never)
    await ground.show("<p>")
    mark = ground.tab.network.mark()
    await ground.tab.evaluate("fetch('/settle/never'); 0")
    settled = await ground.tab.changes.settle(mark=mark, limit=0.5)
    ground.site.release()
    assert settled.status == "timeout"
    assert "/settle/never" in settled.warning


async def test_frames_of_both_kinds_count(ground: Ground) -> None:
    ground.site.route("/settle/inner", "<p id=p><script>let n = 0; addEventListener('message', () => {"
                      " const i = setInterval(() => { p.append('y'); if (++n > 4) clearInterval(i) }, 30)"
                      " })</script>")  # fmt: skip
    for host in ("a.test", "b.test"):
        inner = ground.site.url("settle/inner", host=host)
        await ground.show(f"<iframe src='{inner}'></iframe>", host="a.test")
        before = await ground.tab.changes.pulse()
        await ground.tab.evaluate("frames[0].postMessage('go', '*')")
        settled = await ground.tab.changes.settle(before=before, quiet=0.15, limit=30)
        assert (settled.status, settled.mutations) == ("stable", 5), host


async def test_a_navigation_in_the_middle_is_reported(ground: Ground) -> None:
    await ground.show("<p id=p><script>setInterval(() => p.append('x'), 5);"
                      "setTimeout(() => location = '/tab/plain.html', 200)</script>")  # fmt: skip
    settled = await ground.tab.changes.settle(quiet=1.0, limit=20)
    assert settled.status == "error"
    assert "navigated" in settled.warning
    await ground.tab.wait_for_load("load")


async def test_a_document_without_a_body_is_no_reason_to_hang(ground: Ground) -> None:
    await ground.show("<p>")
    await ground.tab.evaluate("document.body.remove()")
    assert (await ground.tab.changes.settle(limit=5)).status in ("stable", "timeout")
    ground.site.route("/settle/frames", "<!doctype html><frameset><frame src=about:blank></frameset>")
    await ground.tab.goto(ground.site.url("settle/frames"), wait_until="load")
    assert (await ground.tab.changes.settle(limit=5)).status == "stable"


async def test_a_script_that_never_ends_costs_the_limit(ground: Ground) -> None:
    await ground.show("<p>")
    await ground.tab.evaluate("setTimeout(() => { for (;;); }, 1)")
    settled = await ground.tab.changes.settle(limit=1.2)  # the page may answer once before its script runs
    assert settled.status == "timeout"
    assert "did not answer" in settled.warning
    await ground.tab.unstick()


async def test_a_page_under_strict_rules_is_watched_too(ground: Ground) -> None:
    from tests.support.site import Response

    ground.site.route(
        "/settle/strict",
        Response(b"<!doctype html><p id=p>", headers={"Content-Security-Policy": "default-src 'none'"}),
    )
    await ground.tab.goto(ground.site.url("settle/strict"), wait_until="load")
    before = await ground.tab.changes.pulse()
    await ground.tab.evaluate("p.append('x')", world="isolated")
    assert (await ground.tab.changes.settle(before=before, limit=20)).mutations == 1


@pytest.mark.req("SX-08")
async def test_texts_that_come_and_go_are_heard_once(ground: Ground) -> None:
    await ground.show("<main>Here</main><div id=t role=alert></div><p id=q>")
    await ground.tab.changes.shown_texts()
    await ground.tab.evaluate(
        "t.textContent = 'Card refused'; setTimeout(() => { t.textContent = ''; q.textContent = 'other' }, 30)"
    )
    await ground.tab.changes.settle(quiet=0.2, limit=20)
    said = await ground.tab.changes.shown_texts()
    assert [(entry.kind, entry.text, entry.live) for entry in said] == [
        ("added", "Card refused", "alert"),
        ("removed", "Card refused", ""),
        ("added", "other", ""),
    ]
    assert said[0].at < said[1].at
    assert await ground.tab.changes.shown_texts() == []


@pytest.mark.req("SX-08")
async def test_a_counter_says_its_last_number_only(ground: Ground) -> None:
    await ground.show("<p id=c>0<p id=q>")
    await ground.tab.changes.shown_texts()
    await ground.tab.evaluate("for (let n = 1; n < 9; n++) { c.textContent = 'tick ' + n; c.offsetWidth }; 0")
    await ground.tab.evaluate(
        "q.textContent = 'Saved'; let n = 0; const i = setInterval(() => {"
        " c.firstChild.data = 'tock ' + ++n; if (n === 9) clearInterval(i) }, 5)"
    )
    await ground.tab.changes.settle(quiet=0.2, limit=20)
    said = [entry.text for entry in await ground.tab.changes.shown_texts()]
    assert "Saved" in said
    assert "tock 9" in said
    assert len(said) < 9


@pytest.mark.req("SX-08")
async def test_ligatures_of_icon_fonts_are_not_texts(ground: Ground) -> None:
    await ground.show("<main>Here</main><p id=q role=status></p>")
    await ground.tab.changes.shown_texts()
    await ground.tab.evaluate(
        "const icon = (text) => `<i class='q-icon material-icons' aria-hidden=true>${text}</i>`;"
        "q.innerHTML = `1-5 of 12 ${icon('first_page')}${icon('chevron_left')} pages`; 0"
    )
    await ground.tab.changes.settle(limit=20)
    await ground.tab.evaluate("q.replaceChildren(); 0")
    await ground.tab.changes.settle(limit=20)
    said = await ground.tab.changes.shown_texts()
    assert {entry.text for entry in said} == {"1-5 of 12", "pages"}


@pytest.mark.req("SX-08")
async def test_what_nobody_could_see_was_not_said(ground: Ground) -> None:
    await ground.show("<div id=h hidden></div><div id=s role=status style='display:none'>Saved</div><p id=q>")
    await ground.tab.changes.shown_texts()
    await ground.tab.evaluate(
        "h.textContent = 'secret'; document.head.append('x'); s.style.display = 'block'"
    )
    await ground.tab.changes.settle(limit=20)
    assert [entry.text for entry in await ground.tab.changes.shown_texts()] == ["Saved"]


@pytest.mark.req("CD-17")
@pytest.mark.parametrize(
    "change",
    [
        "p.firstChild.data = 'two'",
        "p.setAttribute('aria-label', 'x')",
        "c.checked = true",
        "f.value = 'typed'",
        "f.focus()",
        "s.scrollTop = 100",
        "scrollTo(0, 200)",
        "let s = new CSSStyleSheet(); document.adoptedStyleSheets = [s]; s.insertRule('p{opacity:0}')",
        "sheet.sheet.cssRules[0].style.visibility = 'hidden'",
        "p.addEventListener('click', () => 1)",
        "host.attachShadow({mode: 'open'}).append('x')",
        "o.selected = true",
        "document.querySelector('iframe').contentDocument.body.append('x')",
        "document.querySelector('iframe').contentDocument.querySelector('input').value = 'x'",
        "f.setCustomValidity('no')",
        "pop.showPopover()",
        "dlg.showModal()",
    ],
)
async def test_a_trace_differs_after_anything_that_can_be_seen(ground: Ground, change: str) -> None:
    await ground.show(
        "<style id=sheet>.q{color:red}</style><p id=p class=q>one</p><input type=checkbox id=c><input id=f><select>"
        "<option>a<option id=o>b</select><div id=s style='height:50px;overflow:auto'><p style='height:999px'>q</div>"
        "<div id=host></div><div id=pop popover>pop</div><dialog id=dlg>dlg</dialog><iframe srcdoc='<input>'></iframe>"
        "<div style='height:3000px'></div>"
    )
    await ground.tab.changes.settle(limit=10)
    # What the browser itself clears away (listeners of scripts that ended) may make one difference.
    first = await ground.tab.changes.trace()
    second = await ground.tab.changes.trace()
    assert first is not None
    assert second == first
    await ground.tab.evaluate(change + "; 0")
    assert await ground.tab.changes.trace() != second


async def test_what_changed_since_the_mark_comes_with_the_trace_once(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_fingerprint, "LEAST_MEASURED", 0)
    await ground.show("<p id=p>one</p><p id=q class=a>two</p><iframe srcdoc='<b id=b>in</b>'></iframe>")
    await ground.tab.changes.settle(limit=10)
    await ground.tab.changes.trace()
    ground.tab.changes.mark()
    main, inner = ground.tab.frames.all()
    await ground.tab.evaluate("p.textContent = 'One'; frames[0].b.firstChild.data = 'In'; 0")
    plain = await ground.tab.changes.trace()
    assert plain is not None
    assert plain.changes == {}
    reported = await ground.tab.changes.trace(retell=True)
    assert reported is not None
    assert {key: [one.text for one in found.written] for key, found in reported.changes.items()} == {
        main.id: ["One"],
        inner.id: ["In"],
    }
    described = await main.session.send(
        dom.describe_node(backend_node_id=reported.changes[main.id].nodes[0][0])
    )
    assert (described.node.node_type, described.node.node_value) == (3, "One")
    again = await ground.tab.changes.trace(retell=True)
    assert again == reported
    assert again is not None
    nothing = TextChanges([], restyled=[], scroll=(0, 0))
    counted = {key: replace(found, mutations=0) for key, found in again.changes.items()}
    assert counted == {main.id: nothing, inner.id: nothing}  # certain that nothing is styled otherwise
    await ground.tab.evaluate("q.className = 'b'; q.append(p); 0")
    more = await ground.tab.changes.trace(retell=True)
    assert more is not None
    assert replace(more.changes[inner.id], mutations=0) == nothing
    own = more.changes[main.id]
    assert [(one.before, one.between) for one in own.lists] == [(3, []), (1, [-1])]
    assert [[(node.tag, node.text) for node in nodes] for nodes in own.created] == [[("p", ""), ("", "One")]]
    assert reported.changes[main.id].nodes[0] == (own.created_ids[0][1], own.created_ids[0][0])
    await ground.tab.evaluate("document.title = 'other'; 0")
    most = await ground.tab.changes.trace(retell=True)
    assert most is not None
    assert (most.changes.keys(), set(most.uncertain)) == ({inner.id}, {main.id})
