"""A tab for every live test, and the addresses that do special things."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from cdp_engine.chrome import Chrome
from cdp_engine.tab import Tab, open_tab
from tests.support.site import Request, Response, Site

CACHEABLE = {"Cache-Control": "max-age=600"}


@pytest.fixture
async def own_tab(chrome: Chrome) -> AsyncIterator[Tab]:
    target_id = await chrome.create_page()
    async with open_tab(chrome, target_id) as opened:
        yield opened
    await chrome.close_target(target_id)


@pytest.fixture
def tab(own_tab: Tab) -> Tab:
    """A new tab, unless the module says that the tab of all its tests is enough."""
    return own_tab


def _redirect(request: Request) -> Response:
    return Response(status=302, headers={"Location": request.query["to"]})


def _hanging(request: Request) -> Response:
    request.hold(20)
    return Response("late")


def _cached(request: Request) -> Response:
    """A page that the back/forward cache may keep."""
    return Response(
        f"<title>{request.query['name']}</title><h1>{request.query['name']}</h1>", headers=CACHEABLE
    )


def _events(request: Request) -> Response:
    def body() -> Iterator[bytes]:
        yield b"data: hello\n\n"
        request.hold(20)

    return Response(body(), content_type="text/event-stream")


def _frames(request: Request) -> Response:
    """A document the cache may keep: a frame of another site, which holds one of the first, and a local one."""
    port = request.headers["host"].partition(":")[2]
    html = (
        f'<h1>outer</h1><iframe id=far src="http://b.test:{port}/tab/middle.html"></iframe>'
        '<iframe id=near srcdoc="<p>near</p>"></iframe>'
    )
    return Response(html, headers=CACHEABLE)


@pytest.fixture(scope="session")
def pages(site: Site) -> Iterator[Site]:
    """The site with the routes of this room."""
    remove = [
        site.route("/tab/redirect", _redirect),
        site.route("/tab/hang", _hanging),
        site.route("/tab/204", Response(status=204)),
        site.route("/tab/500", Response("<h1>broken</h1>", status=500)),
        site.route("/tab/empty-500", Response(status=500)),
        site.route("/tab/cached", _cached),
        site.route("/tab/frames", _frames),
        site.route("/tab/events", _events),
        site.route(
            "/tab/file.bin",
            Response(
                b"x" * 100,
                content_type="application/octet-stream",
                headers={"Content-Disposition": 'attachment; filename="file.bin"'},
            ),
        ),
    ]
    yield site
    site.release()
    for undo in remove:
        undo()
