"""`robots.txt`: read as its standard says, once for each origin, and honoured by `capture` (CD-11)."""

from __future__ import annotations

import pytest

from cdp_engine.engine import connect
from cdp_engine.errors import PageRefused
from cdp_engine.serve.batch.page import CaptureSettings, capture_page
from cdp_engine.serve.batch.robots import Robots, allows, rules_for
from cdp_engine.serve.batch.url_list import ListedPage
from tests.support.site import Request, Response, Site

pytestmark = pytest.mark.req("CD-11")

TEXT = """\ufeff# ours
User-agent: Googlebot
User-agent: shopbot
Disallow: /
Allow: /open

User-Agent: *
Disallow: /private/   # people only
Disallow: /*.pdf$
Disallow: /search?q=
Allow: /private/press
Disallow:
Crawl-delay: 9
"""
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "path", "allowed"),
    [
        (CHROME, "/", True),
        (CHROME, "/private/x", False),
        (CHROME, "/private/press/1", True),
        (CHROME, "/private", True),
        (CHROME, "/a/b.pdf", False),
        (CHROME, "/a/b.pdf.html", True),
        (CHROME, "/search?q=shoes", False),
        ("Mozilla/5.0 (compatible; ShopBot/2.1; +https://shop.test)", "/private/press", False),
        ("Mozilla/5.0 (compatible; ShopBot/2.1; +https://shop.test)", "/open/x", True),
        ("shop/1.0", "/x", True),
    ],
)
def test_rules_of_a_robots_file(agent: str, path: str, allowed: bool) -> None:
    assert allows(rules_for(TEXT, agent), path) is allowed


def test_a_file_without_rules_allows_all() -> None:
    assert allows(rules_for("<html>not found", CHROME), "/x")
    assert not allows(rules_for("User-agent: *\nDisallow: /", CHROME), "/x")


@pytest.mark.live
@pytest.mark.anyio
async def test_capture_reads_only_what_robots_txt_allows(chromium_endpoint: str, site: Site) -> None:
    asked: list[str] = []

    def robots(request: Request) -> Response:
        asked.append(request.headers.get("User-Agent", "") or request.headers.get("user-agent", ""))
        return Response("User-agent: OurBot\nDisallow: /robots-closed\n", content_type="text/plain")

    removes = [
        site.route("/robots.txt", robots),
        site.route("/robots-open", "<title>Open</title><button>Buy</button>"),
        site.route("/robots-closed", "<title>Closed</title><button>Secret</button>"),
        site.route("/robots-moved", Response("", status=302, headers={"Location": "/robots-closed"})),
    ]
    settings = CaptureSettings(
        robots=Robots(), context={"user_agent": "Mozilla/5.0 (compatible; OurBot/1.0)"}
    )
    try:
        async with connect(chromium_endpoint) as browser:
            taken = {
                path: await capture_page(browser, ListedPage(site.url(path), path), settings)
                for path in ("robots-open", "robots-closed", "robots-moved")
            }
    finally:
        for remove in removes:
            remove()
    entry, text = taken["robots-open"]
    assert entry.error is None
    assert text is not None
    assert "Buy" in text
    for path in ("robots-closed", "robots-moved"):
        entry, text = taken[path]
        assert (entry.error, text) == (PageRefused.code, None)
        assert entry.message.endswith("/robots.txt does not allow /robots-closed")
    assert asked == ["Mozilla/5.0 (compatible; OurBot/1.0)"]
