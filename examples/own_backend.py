"""An agent that plans on a server of its own: here a few rules in place of one, on a page in place of a shop.

    python examples/own_backend.py

The page has two buttons of the same name, so the rules ask for the whole page before they choose; the last request
reports what the click came to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import anyio
import msgspec

import cdp_engine
from cdp_engine import AgentRequest, PageRequests

SHOP = """<!doctype html><title>Shop</title>
<h2>Red shirt</h2><button>Add</button><h2>Blue shirt</h2><button id=blue>Add</button><p role=status></p>
<script>
document.querySelector('#blue').onclick = () => {
  document.querySelector('[role=status]').textContent = 'Blue shirt added'
}
</script>"""


class Planner:
    """Plays the server: reads a request as JSON and answers by the protocol."""

    def __init__(self) -> None:
        self.read: list[dict[str, Any]] = []

    async def answer(self, request: AgentRequest) -> Mapping[str, Any]:
        """Ask for the whole page, click the button after the right heading, stop when the page says that it worked."""
        body = msgspec.to_builtins(request)
        self.read.append(body)
        if body.get("has_success"):
            return {"status": "done"}
        if not body["dom"]:
            return {"status": "needs_full_dom", "needsFullDomReason": "two buttons have the same name"}
        after = body["dom"].split("Blue shirt")[1]
        return {"status": "ok", "elementId": re.findall(r'<button[^>]*"(e\d+)"', after)[0]}


async def main(planner: Planner) -> None:
    """Work until the planner is content."""
    async with cdp_engine.launch() as browser:
        page = await browser.new_page(f"data:text/html,{quote(SHOP)}")
        requests = PageRequests(page, "Put the blue shirt in the basket")
        for _step in range(5):
            answer = await requests.negotiate(planner.answer)
            if answer["status"] == "done":
                break
            requests.note(await page.click(answer["elementId"]), answer["elementId"])
    for body in planner.read:
        print(body["domMode"], body.get("lastActionStatus", ""), body.get("recent_events", ""))


if __name__ == "__main__":
    anyio.run(main, Planner())
