"""Pages of a running browser: frames in other processes, workers, popups, crashes, ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import anyio
import anyio.lowlevel
import pytest

from cdp_engine.chrome import Change, Chrome, PageSessions, TargetChange, connect_chrome
from cdp_engine.errors import (
    CommandTimeout,
    ConnectionLost,
    DeadlineExceeded,
    EngineError,
    SessionDetached,
    TargetClosed,
    TargetCrashed,
)
from cdp_engine.protocol import page, runtime, target
from cdp_engine.protocol.target import TargetID, TargetInfo
from cdp_engine.rpc import Session
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.windows, pytest.mark.req("EN-07")]


class Recorder:
    """Prepares sessions as a tab would, and records its calls."""

    def __init__(self) -> None:
        self.prepared: list[tuple[str, str]] = []
        self.gone: list[Session] = []

    async def prepare(self, session: Session, info: TargetInfo) -> None:
        self.prepared.append((info.type, info.target_id))
        if info.type in ("page", "iframe"):
            await session.send(page.enable())
        await session.send(runtime.enable())


@pytest.fixture(autouse=True)
def pages(site: Site) -> None:
    """a.test > b.test > a.test, and pages with a worker, a popup, an endless script."""
    outer = site.url("chrome/outer", host="b.test")
    inner = site.url("chrome/inner", host="a.test")
    site.route("/chrome/top", f"<title>top</title><iframe id=f src='{outer}'></iframe>")
    site.route("/chrome/outer", f"<title>outer</title><iframe id=g src='{inner}'></iframe>")
    site.route("/chrome/inner", "<title>inner</title><script>window.ran = 'inner'</script>")
    site.route("/chrome/plain", "<title>plain</title>")
    site.route(
        "/chrome/worker",
        """<title>worker</title><script>
        const code = 'setInterval(() => 0, 1000); postMessage("up")';
        const worker = new Worker(URL.createObjectURL(new Blob([code])));
        worker.onmessage = () => document.title = 'worker up';
        </script>""",
    )


@asynccontextmanager
async def opened(
    chrome: Chrome, url: str, recorder: Recorder, timeout: float = 30.0
) -> AsyncIterator[PageSessions]:
    """A new tab at `url`, attached before it goes there; closed with the block."""
    target_id = await chrome.create_page()
    sessions = await attached(chrome, target_id, recorder, timeout)
    try:
        await sessions.root.send(page.navigate(url))
        yield sessions
    finally:
        with anyio.CancelScope(shield=True):
            await chrome.close_target(target_id)


async def attached(
    chrome: Chrome, target_id: TargetID, recorder: Recorder, timeout: float = 30.0
) -> PageSessions:
    return await chrome.attach_page(
        target_id, prepare=recorder.prepare, on_child_gone=recorder.gone.append, timeout=timeout
    )


async def pause() -> None:
    await anyio.sleep(0.01)


async def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    with anyio.fail_after(seconds):
        while not condition():
            await pause()


async def value(session: Session, expression: str) -> object:
    return (await session.send(runtime.evaluate(expression, return_by_value=True))).result.value


async def until_value(session: Session, expression: str, expected: object) -> None:
    with anyio.fail_after(20):
        while await value(session, expression) != expected:
            await pause()


def id_of(sessions: PageSessions) -> TargetID:
    assert sessions.root.target_id is not None
    return sessions.root.target_id


def child(sessions: PageSessions, path: str) -> Session | None:
    return next((it.session for it in sessions.children.values() if it.info.url.endswith(path)), None)


def found(sessions: PageSessions, path: str) -> Session:
    session = child(sessions, path)
    assert session is not None
    return session


async def test_nested_frame_processes_are_found_and_prepared_as_they_appear(
    chrome: Chrome, site: Site
) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/top", host="a.test"), recorder) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        outer, inner = found(sessions, "/chrome/outer"), found(sessions, "/chrome/inner")
        await until(lambda: len(recorder.prepared) == 3)
        assert recorder.prepared[0][0] == "page"
        assert {kind for kind, _ in recorder.prepared[1:]} == {"iframe"}
        await until_value(inner, "window.ran", "inner")  # it was let run
        assert str(await value(outer, "location.host")).startswith("b.test")
        assert inner.id is not None
        assert sessions.children[inner.id].parent == outer.id
        assert all(it.failure is None for it in sessions.children.values())
        page_id = sessions.root.target_id
        assert page_id is not None
        assert [it.target_id for it in chrome.targets.descendants(page_id)] == [
            outer.target_id,
            inner.target_id,
        ]


async def test_all_that_is_there_is_prepared_when_an_attach_returns(chrome: Chrome, site: Site) -> None:
    first = Recorder()
    async with opened(chrome, site.url("chrome/top", host="a.test"), first) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        assert sessions.root.target_id is not None
        second = Recorder()
        again = await attached(chrome, sessions.root.target_id, second)
        assert [kind for kind, _ in second.prepared] == ["page", "iframe", "iframe"]
        assert child(again, "/chrome/inner") is not None
        await again.aclose()
        assert not second.gone


async def test_new_frames_run_nothing_before_they_are_prepared(chrome: Chrome, site: Site) -> None:
    class Early(Recorder):
        async def prepare(self, session: Session, info: TargetInfo) -> None:
            await super().prepare(session, info)
            if info.type == "iframe":
                await session.send(page.add_script_to_evaluate_on_new_document("window.early = !window.ran"))

    early = Early()
    async with opened(chrome, site.url("chrome/top", host="a.test"), early) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        inner = found(sessions, "/chrome/inner")
        await until_value(inner, "document.title", "inner")
        assert await value(inner, "window.early") is True


async def test_a_removed_frame_ends_its_session_and_all_below_it(chrome: Chrome, site: Site) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/top", host="a.test"), recorder) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        outer, inner = found(sessions, "/chrome/outer"), found(sessions, "/chrome/inner")
        await value(sessions.root, "document.getElementById('f').remove()")
        await until(lambda: len(recorder.gone) == 2)
        assert recorder.gone == [inner, outer]
        assert isinstance(inner.closed, SessionDetached)
        assert not sessions.children
        assert sessions.root.closed is None
        with pytest.raises(SessionDetached):
            await inner.send(runtime.evaluate("1"))


async def test_a_frame_that_comes_back_into_its_parents_process_ends_its_session(
    chrome: Chrome, site: Site
) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/top", host="a.test"), recorder) as sessions:
        await until(lambda: child(sessions, "/chrome/outer") is not None)
        plain = site.url("chrome/plain", host="a.test")
        await value(sessions.root, f"document.getElementById('f').src = '{plain}'; 0")
        await until(lambda: not sessions.children)
        outer = site.url("chrome/outer", host="b.test")
        await value(sessions.root, f"document.getElementById('f').src = '{outer}'; 0")
        # and out again: the same target id, a new session
        await until(lambda: child(sessions, "/chrome/inner") is not None)


async def test_workers_are_sessions_too(chrome: Chrome, site: Site) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/worker", host="a.test"), recorder) as sessions:
        await until(lambda: any(it.session.kind == "worker" for it in sessions.children.values()))
        [worker] = [it.session for it in sessions.children.values()]
        assert await value(worker, "typeof postMessage") == "function"
        await until_value(sessions.root, "document.title", "worker up")
        await value(sessions.root, "worker.terminate()")
        await until(lambda: recorder.gone == [worker])


@pytest.mark.parametrize("features", ["", "noopener"])
async def test_a_popup_is_caught_by_its_opener(chrome: Chrome, site: Site, features: str) -> None:
    async with opened(chrome, site.url("chrome/plain", host="a.test"), Recorder()) as sessions:
        opener = sessions.root.target_id
        assert opener is not None
        url = site.url("chrome/outer", host="a.test")
        with chrome.expect_target(lambda it: it.opener_id == opener and it.url == url) as expected:
            call = runtime.evaluate(f"window.open('{url}', '', '{features}'); 0", user_gesture=True)
            await sessions.root.send(call)
            popup = await expected.wait(20)
        assert [it.target_id for it in chrome.targets.opened_by(opener)] == [popup.target_id]
        assert await chrome.wait_for_target(lambda it: it.url == url, timeout=1) == chrome.targets.get(
            popup.target_id
        )
        await chrome.close_target(popup.target_id)


async def test_a_target_that_never_comes_is_reported_after_its_deadline(chrome: Chrome) -> None:
    with pytest.raises(DeadlineExceeded, match=r"no new target within 0\.05 s"):
        await chrome.wait_for_target(lambda _it: False, timeout=0.05)


async def test_the_tree_follows_a_tabs_life(chrome: Chrome, site: Site) -> None:
    changes: list[TargetChange] = []
    stop = chrome.watch_targets(changes.append)
    target_id = await chrome.create_page(site.url("chrome/plain", host="a.test"))
    assert target_id in chrome.targets
    await chrome.close_target(target_id)
    await until(lambda: target_id not in chrome.targets)
    stop()
    kinds = [change.kind for change in changes if change.info.target_id == target_id]
    assert (kinds[0], kinds[-1]) == (Change.APPEARED, Change.GONE)
    await chrome.close_target(target_id)  # gone already: no error


# Ends.


@pytest.mark.req("EX-07")
async def test_a_closed_tab_fails_its_calls(chrome: Chrome, site: Site) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/top", host="a.test"), recorder) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        assert sessions.root.target_id is not None
        never = runtime.evaluate("new Promise(() => {})", await_promise=True)
        with sessions.root.start(never, timeout=60) as reply:
            await chrome.close_target(sessions.root.target_id)
            with anyio.fail_after(20), pytest.raises(TargetClosed):
                await reply.result()
        await until(lambda: not sessions.children)
        assert len(recorder.gone) == 2
        with pytest.raises(TargetClosed):
            await attached(chrome, sessions.root.target_id, recorder)


@pytest.mark.req("EX-07")
async def test_a_crashed_page_fails_its_calls_and_lives_again_in_a_new_session(
    chrome: Chrome, site: Site
) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/plain", host="crash.test"), recorder) as sessions:
        target_id = id_of(sessions)
        await chrome.wait_for_target(
            lambda it: it.target_id == target_id and it.url.endswith("/chrome/plain"), timeout=20
        )
        never = runtime.evaluate("new Promise(() => {})", await_promise=True)
        with sessions.root.start(never, timeout=60) as reply:
            sessions.root.start(page.crash()).abandon()
            with anyio.fail_after(20), pytest.raises(TargetCrashed, match=r"crash\.test"):
                await reply.result()
        assert chrome.targets.crashed[target_id]
        again = await revived(chrome, target_id, recorder)
        assert await value(again.root, "1 + 1") == 2
        assert target_id not in chrome.targets.crashed


async def revived(chrome: Chrome, target_id: TargetID, recorder: Recorder) -> PageSessions:
    """A crashed tab answers nothing until it is reloaded, so reload it from within the preparation."""

    async def reload(session: Session, info: TargetInfo) -> None:
        await session.send(page.reload())
        await recorder.prepare(session, info)

    return await chrome.attach_page(target_id, prepare=reload, on_child_gone=recorder.gone.append)


@pytest.mark.req("EX-07")
async def test_a_crashed_frame_ends_alone_and_comes_back_when_it_is_loaded_again(
    chrome: Chrome, site: Site
) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/top", host="a.test"), recorder) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        outer = found(sessions, "/chrome/outer")
        with outer.start(page.crash()):
            await until(lambda: outer in recorder.gone)
        assert isinstance(outer.closed, TargetCrashed)
        assert await value(sessions.root, "1 + 1") == 2
        url = site.url("chrome/plain", host="b.test")
        await value(sessions.root, f"document.getElementById('f').src = '{url}'; 0")
        await until(lambda: child(sessions, "/chrome/plain") is not None)
        assert await value(found(sessions, "/chrome/plain"), "1 + 1") == 2


# Pages that do not answer, callers that go away, callbacks that fail.


@pytest.mark.req("EN-06", "EX-07")
async def test_a_stuck_page_is_reported_within_the_deadline_and_the_next_works(
    chrome: Chrome, site: Site
) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/plain", host="stuck.test"), recorder) as stuck:
        target_id = id_of(stuck)
        with stuck.root.start(runtime.evaluate("for (;;);"), timeout=60):
            await anyio.lowlevel.checkpoint()
            with anyio.fail_after(20), pytest.raises((DeadlineExceeded, CommandTimeout)):
                await attached(chrome, target_id, recorder, timeout=0.5)
            assert len(chrome.connection.sessions) == 1  # the failed attach left no session behind
            async with opened(chrome, site.url("chrome/plain", host="a.test"), recorder) as other:
                assert await value(other.root, "1 + 1") == 2


@pytest.mark.req("EX-07")
async def test_a_stuck_frame_does_not_hold_its_page(
    chrome: Chrome, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cdp_engine.chrome.targets.page_sessions.SETTLE_SECONDS", 0.3)
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/top", host="a.test"), recorder) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        target_id = id_of(sessions)
        with found(sessions, "/chrome/outer").start(runtime.evaluate("for (;;);"), timeout=60):
            with anyio.fail_after(20):
                again = await attached(chrome, target_id, Recorder(), timeout=1.0)
            assert await value(again.root, "1 + 1") == 2
            stuck = [it for it in again.children.values() if it.info.url.endswith("/chrome/outer")]
            await until(lambda: stuck[0].failure is not None)


async def test_a_cancelled_attach_leaves_no_session(chrome: Chrome, site: Site) -> None:
    started = anyio.Event()

    async def endless(_session: Session, _info: TargetInfo) -> None:
        started.set()
        await anyio.sleep_forever()

    await until(lambda: not chrome.connection.sessions)  # those of tabs that earlier tests have closed
    target_id = await chrome.create_page(site.url("chrome/plain", host="a.test"))
    attach = partial(chrome.attach_page, target_id, prepare=endless, on_child_gone=lambda _session: None)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(attach)
        await started.wait()
        assert len(chrome.connection.sessions) == 1
        tasks.cancel_scope.cancel()
    assert not chrome.connection.sessions
    reply = await chrome.root.send(target.get_target_info(target_id=target_id))
    assert not reply.target_info.attached  # the browser has heard of it
    await chrome.close_target(target_id)


async def test_a_failing_preparation_of_the_page_is_raised_and_of_a_frame_is_kept(
    chrome: Chrome, site: Site
) -> None:
    class Failing(Recorder):
        def __init__(self, kind: str) -> None:
            super().__init__()
            self.kind = kind

        async def prepare(self, session: Session, info: TargetInfo) -> None:
            if info.type == self.kind:
                raise LookupError(info.type)

    async with opened(chrome, site.url("chrome/top", host="a.test"), Recorder()) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        target_id = id_of(sessions)
        with pytest.raises(LookupError, match="page"):
            await attached(chrome, target_id, Failing("page"))
        again = await attached(chrome, target_id, Failing("iframe"))
        assert [type(it.failure) for it in again.children.values()] == [LookupError, LookupError]
        assert await value(found(again, "/chrome/inner"), "window.ran") == "inner"


async def test_letting_a_page_go_leaves_the_tab_and_other_sessions(chrome: Chrome, site: Site) -> None:
    recorder = Recorder()
    async with opened(chrome, site.url("chrome/top", host="a.test"), recorder) as sessions:
        await until(lambda: child(sessions, "/chrome/inner") is not None)
        target_id = id_of(sessions)
        other = await attached(chrome, target_id, Recorder())
        await sessions.aclose()
        await sessions.aclose()
        assert not recorder.gone
        assert not sessions.children
        with pytest.raises(SessionDetached):
            await sessions.root.send(runtime.evaluate("1"))
        assert await value(other.root, "document.title") == "top"
        assert len(other.children) == 2


# Contexts, and two engines at once.


async def test_contexts_keep_their_cookies_apart_and_take_their_pages_with_them(
    chrome: Chrome, site: Site
) -> None:
    site.forget_requests()
    context = await chrome.create_context(proxy_server="http://127.0.0.1:1", proxy_bypass=["*.test"])
    target_id = await chrome.create_page(site.url("chrome/plain", host="a.test"), context=context)
    info = chrome.targets.get(target_id)
    assert info is not None
    assert info.browser_context_id == context
    # by the exception from the proxy, on which nothing listens
    await until(lambda: bool(site.requests_to("/chrome/plain")))
    await chrome.dispose_context(context)
    await until(lambda: target_id not in chrome.targets)
    await chrome.dispose_context(context)


@pytest.mark.req("EN-06")
async def test_two_engines_on_one_page_do_not_disturb_each_other(
    chrome: Chrome, chromium_endpoint: str, site: Site
) -> None:
    ours, theirs = Recorder(), Recorder()
    async with opened(chrome, site.url("chrome/plain", host="a.test"), ours) as sessions:
        target_id = id_of(sessions)
        async with connect_chrome(chromium_endpoint) as other:
            others = await attached(other, target_id, theirs)
            # a frame held by two engines runs when both have let it go
            await sessions.root.send(page.navigate(site.url("chrome/top", host="a.test")))
            for it in (sessions, others):
                await until(lambda it=it: child(it, "/chrome/inner") is not None)
                inner = found(it, "/chrome/inner")
                await until_value(inner, "window.ran", "inner")
            context = await other.create_context()
            theirs_only = await other.create_page(context=context)
        assert await value(sessions.root, "document.title") == "top"
        assert len(sessions.children) == 2
        assert not ours.gone
        await until(lambda: theirs_only not in chrome.targets)  # contexts go with their connection
        with pytest.raises(ConnectionLost):
            await others.root.send(runtime.evaluate("1"))


@pytest.mark.req("EN-06")
async def test_the_browser_runs_on_when_an_engine_closes_or_fails(chromium_endpoint: str) -> None:
    async with connect_chrome(chromium_endpoint) as first:
        await first.close()
        with pytest.raises(EngineError):
            await first.create_page()
    with pytest.raises(LookupError):
        async with connect_chrome(chromium_endpoint) as second:
            raise LookupError(second.endpoint)
    async with connect_chrome(chromium_endpoint) as third:
        assert third.process is None
        assert third.targets.pages()


async def test_what_is_awaited_ends_with_the_connection(chromium_endpoint: str) -> None:
    async with connect_chrome(chromium_endpoint) as chrome:
        with chrome.expect_target(lambda _it: False) as expected:
            await chrome.close()
            with anyio.fail_after(10), pytest.raises(ConnectionLost):
                await expected.wait(60)
        with pytest.raises(ConnectionLost):
            await chrome.wait_for_target(lambda _it: False, timeout=60)
