"""Boxes with `content-visibility: auto`: what is hidden in one has no ref, whether or not it is laid out yet."""

from __future__ import annotations

import pytest

import cdp_engine
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-04")]

HIDDEN = [
    "<div hidden><select aria-label=Sort><option>Newest</select></div>",
    "<div role=button tabindex=0><div popover><span>Newest</span></div></div>",
    "<div style='color: red; display: none'><button>Newest</button></div>",
    "<dialog><button>Newest</button></dialog>",
]
BY_STYLE_SHEET = "<div class=menu><button>Newest</button></div>"


@pytest.mark.parametrize(
    ("above", "hidden"),
    [("", [*HIDDEN, BY_STYLE_SHEET]), ("<div style='height: 9000px'></div>", HIDDEN)],
    ids=["in view", "far below"],
)
async def test_what_is_hidden_in_a_box_that_may_not_be_laid_out_is_not_shown(
    lent_page: cdp_engine.Page, site: Site, above: str, hidden: list[str]
) -> None:
    boxes = "".join(f"<div style='content-visibility: auto'>{one}</div>" for one in hidden)
    shown = "<div style='content-visibility: auto'><p>Seen<p><button>Open</button></div>"
    style = "<style>.menu { display: none }</style>"
    remove = site.route("/observe/deferred", f"<!doctype html>{style}{above}{boxes}{shown}")
    await lent_page.goto(site.url("observe/deferred"))
    remove()
    view = await lent_page.observe()
    assert [node.name for node in view.snapshot.interactive() if node.name] == ["Open"]
    assert "Seen" in view.text
    assert "Newest" not in view.text
