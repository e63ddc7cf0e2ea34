"""How much the flattened tree saves against the complete tree of virtual nodes, each with all its fields (VD-03)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cdp_engine import Page
from cdp_engine.observe import VirtualNode
from tests.support.site import Site
from tests.support.tokens import exact_tokens

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-03", "CD-03")]

SAMPLE = """<header><nav><a href="/">Home</a><a href="/about">About</a></nav></header>
<main><h1>Welcome</h1><p>This is a page to try.</p><form><label for=name>Name:</label>
<input id=name placeholder="Enter your name"><button>Submit</button></form></main><footer><p>© 2025</p></footer>"""
CARDS = "".join(
    f"<div class=card><div class=body><h3>Product {n}</h3><p>${n}.99</p><div class=row><span>4.{n % 10}</span>"
    "<button>Add to cart</button></div></div></div>"
    for n in range(30)
)
SOUP = "".join(f"<div><div><div><span><a href=/x{n}>Link {n}</a></span></div></div></div>" for n in range(30))
PROSE = "<h1>News</h1>" + "".join(f"<p>Paragraph {n} says something of interest.</p>" for n in range(20))


def complete(node: VirtualNode) -> dict[str, Any]:
    """A node as the source's tree has it, defaults included: the 100 % of its 40 to 60 % that flattening saves."""
    text = "".join(child.text for child in node.children if not child.is_element).strip()
    more = {"href": node.href, "inputType": node.input_type, "placeholder": node.placeholder}
    fields = {
        "node_id": node.ref,
        "tag": node.tag,
        "role": node.role,
        "aria-label": node.name,
        "text": text,
        "visible": node.visible,
        "metadata": {
            "inViewport": not node.offscreen,
            **{key: value for key, value in more.items() if value},
        },
        "children": [complete(child) for child in node.children if child.is_element],
    }
    return {key: value for key, value in fields.items() if value not in ("", [], None)}


async def test_it_saves_what_the_source_says(page: Page, site: Site) -> None:
    saved: dict[str, int] = {}
    for name, html in (("sample", SAMPLE), ("cards", CARDS), ("soup", SOUP), ("prose", PROSE)):
        site.route("/flat", f"<!doctype html><title>Flat</title><body>{html}")
        await page.goto(site.url("flat"))
        snapshot = await page.snapshot()
        body = next(node for node in snapshot.nodes() if node.tag == "body")
        whole = json.dumps(complete(body), ensure_ascii=False, separators=(",", ":"))
        flat = snapshot.render("tree")
        saved[name] = round(100 - 100 * exact_tokens().count(flat) / exact_tokens().count(whole))
        if name == "sample":
            names = [node["tag"] for node in json.loads(flat)["page"]["body"]["children"]]
            assert names == ["a", "a", "h1", "p", "form", "p"]
    assert 40 <= saved["sample"] <= 60, saved
    assert saved["cards"] >= 50, saved
    assert saved["soup"] >= 60, saved
    # Nothing to flatten: what is saved are the defaults. Such pages cost more as JSON than as HTML.
    assert saved["prose"] >= 30, saved
