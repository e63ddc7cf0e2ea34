"""Pages that stop answering: every action ends near its deadline and claims nothing it could not see (EX-07)."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import anyio
import pytest

from cdp_engine.errors import ConnectionLost
from cdp_engine.verify.evidence.document_watcher import WatchedDocument
from tests.support.site import Response, Site
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-07", "EX-02")]


async def test_a_click_that_sets_off_an_endless_script(stage: Stage) -> None:
    await stage.show("<button onclick='for (;;);'>Spin</button><button>Other</button>")
    spin, other = await stage.ref("Spin"), await stage.ref("Other")
    with anyio.fail_after(15):
        result = await stage.page.click(spin, timeout=1.0)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "busy"
    assert result.settled is not None
    assert not result.settled.answers

    with anyio.fail_after(15):
        again = await stage.page.click(other, timeout=1.0)
    assert not again.success

    await stage.page.goto("data:text/html,<button>Next</button>")
    view = await stage.page.observe()
    assert (await stage.page.click(view.snapshot.find(role="button", name="Next")[0].ref)).success


async def test_a_page_that_never_finishes_loading_does_not_hold_an_action(stage: Stage, site: Site) -> None:
    ended = threading.Event()

    def slowly() -> Iterator[bytes]:
        yield b"<!doctype html><button onclick='document.title = 1'>Early</button>"
        ended.wait(60)

    remove = site.route("/verify/endless", lambda _request: Response(slowly()))
    try:
        await stage.page.goto(site.url("/verify/endless"), wait_until="commit")
        await stage.page.wait_for(role="button", name="Early")
        view = await stage.page.observe()
        result = await stage.page.click(view.snapshot.find(role="button", name="Early")[0].ref)
        assert await stage.page.evaluate("document.readyState") == "loading"
    finally:
        ended.set()
        remove()
    assert result.success
    assert result.settled is not None
    assert result.settled.status == "stable", result.settled


async def test_a_connection_that_is_lost_before_the_action_is_raised_as_itself(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in a group of errors, which no program of ours expects."""
    await stage.show("<button>Save</button>")
    ref = await stage.ref("Save")

    async def lost(*_given: object, **_options: object) -> None:
        raise ConnectionLost("the browser closed the pipe")

    monkeypatch.setattr(WatchedDocument, "open", lost)
    with pytest.raises(ConnectionLost):
        await stage.page.click(ref)
