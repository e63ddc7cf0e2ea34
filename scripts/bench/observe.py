"""Observing against the three raw calls (tree, accessibility, layout), undecoded and pipelined, on the same page.

Our side includes everything that Python does; their side decodes nothing. Also measured: `getAnnotatedPageContent`, the
browser's own page extractor, which the fast capture has to stay near on huge pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial

from cdp_engine.chrome import LaunchOptions, launch_chrome
from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.protocol import Command, accessibility, dom, dom_snapshot, page
from cdp_engine.tab import Tab, open_tab
from cdp_engine.track import RefTable
from scripts.bench.interleave import Line, compare, interleave
from scripts.webserver import Request, Response, WebServer

SIZES = {"1k": 90, "5k": 420, "17k": 1440}
"""Rows of a shop's table, 12 elements each."""
SMALL = 100
"""Up to so many rows a round takes a tenth of a second and is easily disturbed: there are six times as many."""
HUGE = 4200
STYLES = (
    "display",
    "visibility",
    "opacity",
    "cursor",
    "pointer-events",
    "overflow-x",
    "overflow-y",
    "position",
)
SECONDS = 120.0
CAPTURE_SECONDS = 30.0
HYBRID_GOAL = 1.25
HUGE_GOAL = 2.0


def shop_table(rows: int) -> str:
    """A page of `rows` × 12 elements: links, prices, buttons and labelled checkboxes."""
    cells = "".join(
        f'<tr><td>{i}</td><td><a href="/p/{i}">Product {i}</a></td><td><span class=price>${i}.00</span></td>'
        f'<td><button aria-label="Buy product {i}">Buy</button></td>'
        f"<td><div><input type=checkbox id=c{i}><label for=c{i}>Pick {i}</label></div></td></tr>"
        for i in range(rows)
    )
    head = "<!doctype html><title>Shop</title><h1>Shop</h1><tr><th>No<th>Name<th>Price<th>Buy<th>Pick</tr>"
    return head.replace("<tr>", "<table><tr>") + cells + "</table>"


def answer(request: Request) -> Response:
    """`/<rows>` is a table of so many rows."""
    name = request.path.strip("/")
    return Response(shop_table(int(name))) if name.isdigit() else Response(status=404)


async def raw(tab: Tab, *commands: Command[object]) -> None:
    """The calls written back to back, their replies read but not decoded."""
    with ExitStack() as held:
        for reply in [
            held.enter_context(tab.session.start(command, timeout=SECONDS)) for command in commands
        ]:
            await reply.raw()


def three_calls() -> Sequence[Command[object]]:
    """Tree, accessibility and layout without rects."""
    return (
        dom.get_document(depth=-1, pierce=True),
        accessibility.get_full_ax_tree(),
        dom_snapshot.capture_snapshot(list(STYLES), include_paint_order=True),
    )


async def observe(tab: Tab, mode: CaptureMode) -> None:
    """One capture of ours, from the call to the finished snapshot."""
    await capture(tab, CaptureOptions(capture=mode, timeout=CAPTURE_SECONDS), RefTable())


async def measure(rounds: int) -> list[Line]:
    """Hybrid and fast captures at three sizes, and the fast one on a page of 50 000 elements."""
    lines: list[Line] = []
    server = WebServer(answer)
    try:
        async with launch_chrome(LaunchOptions()) as chrome:
            target_id = await chrome.create_page()
            async with open_tab(chrome, target_id) as tab:
                for name, rows in SIZES.items():
                    await tab.goto(f"{server.origin()}/{rows}", wait_until="load", timeout=SECONDS)
                    samples = await interleave(
                        {
                            "raw": partial(raw, tab, *three_calls()),
                            "hybrid": partial(observe, tab, "hybrid"),
                            "fast": partial(observe, tab, "fast"),
                        },
                        rounds=max(3, rounds // 3 if rows > SMALL else 2 * rounds),
                    )
                    goal = 0.6 if name == "1k" else 0.4
                    what = f"{name} elements"
                    lines.append(
                        compare(f"{what}: hybrid / raw calls", samples, "hybrid", "raw", goal=HYBRID_GOAL)
                    )
                    lines.append(compare(f"{what}: fast / raw calls", samples, "fast", "raw", goal=goal))
                await tab.goto(f"{server.origin()}/{HUGE}", wait_until="load", timeout=SECONDS)
                samples = await interleave(
                    {
                        "annotated": partial(raw, tab, page.get_annotated_page_content()),
                        "fast": partial(observe, tab, "fast"),
                    },
                    rounds=max(3, rounds // 5),
                )
                lines.append(
                    compare(
                        "50k elements: fast / annotated content", samples, "fast", "annotated", goal=HUGE_GOAL
                    )
                )
    finally:
        server.close()
    return lines
