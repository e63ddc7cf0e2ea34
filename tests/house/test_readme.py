"""The quick start of the README runs as it is printed."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from scripts.rooms import ROOT
from tests.support.chromium import RunningChromium
from tests.support.site import Site

pytestmark = pytest.mark.live


def block(beginning: str) -> str:
    """The Python block of the README that contains a line."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    [found] = [one for one in blocks if beginning in one]
    return found


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
@pytest.mark.req("EN-02", "EN-04", "EN-05")
def test_the_quick_start_observes_and_clicks(site: Site, backend: str) -> None:
    removals = [
        site.route("/readme", "<!doctype html><title>Start</title><a href='/readme-2'>Read more</a>"),
        site.route("/readme-2", "<!doctype html><title>End</title>arrived"),
    ]
    program = block("anyio.run(main)").replace("https://example.com", site.url("/readme"))
    program = program.replace("anyio.run(main) ", f"anyio.run(main, backend={backend!r}) ")
    assert f"backend={backend!r})" in program
    shown = run(program)
    for remove in removals:
        remove()
    assert "Read more" in shown
    assert len(site.requests_to("/readme-2")) >= 1


@pytest.mark.req("EN-06")
def test_the_example_of_attaching_lists_the_pages(chromium_endpoint: str, chromium: RunningChromium) -> None:
    body = block("cdp_engine.connect(").replace("http://127.0.0.1:9222", chromium_endpoint)
    indented = "\n".join(f"    {line}" for line in body.splitlines())
    shown = run(f"import anyio, cdp_engine\nasync def main():\n{indented}\nanyio.run(main)\n")
    assert "about:blank" in shown
    assert chromium.process.poll() is None


def test_the_example_of_the_raw_protocol_sends_and_listens(chromium_endpoint: str, site: Site) -> None:
    body = block("network.RequestWillBeSent").replace("https://example.com", site.url("/readme-raw"))
    remove = site.route("/readme-raw", "<!doctype html><title>Raw</title>")
    indented = "\n".join(f"        {line}" for line in body.splitlines())
    shown = run(
        "import anyio, cdp_engine\nasync def main():\n"
        f"    async with cdp_engine.connect({chromium_endpoint!r}) as browser:\n"
        "        page = await browser.new_page()\n"
        f"{indented}\n        await page.close()\nanyio.run(main)\n"
    )
    remove()
    assert shown.strip() == site.url("/readme-raw")


@pytest.mark.req("EX-02", "SX-14")
def test_the_example_of_changes_tells_what_the_click_did(chromium_endpoint: str, site: Site) -> None:
    body = block("since=result.observation.version").replace('"e3"', 'view.snapshot.find(role="link")[0].ref')
    removals = [
        site.route("/readme-shop", "<!doctype html><title>Shop</title><a href='/readme/cart'>Buy</a>"),
        site.route("/readme/cart", "<!doctype html><title>Cart</title><p>In your cart: 1"),
    ]
    indented = "\n".join(f"        {line}" for line in body.splitlines())
    shown = run(
        "import anyio, cdp_engine\nasync def main():\n"
        f"    async with cdp_engine.connect({chromium_endpoint!r}) as browser:\n"
        f"        page = await browser.new_page({site.url('/readme-shop')!r})\n"
        f"{indented}\n        await page.close()\nanyio.run(main)\n"
    )
    for remove in removals:
        remove()
    assert shown.startswith("True Navigated(")
    assert shown.rstrip().endswith("no_change")
