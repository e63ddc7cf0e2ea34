"""Who can be seen, decided from layout and attributes alone."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, acted_on, snapshot_of

CLIP = {"overflow-x": "hidden", "overflow-y": "hidden"}
FLAT = (0, 0, 100, 0)
BUTTON = N("button", "Buy")


@pytest.mark.req("VD-04")
@pytest.mark.parametrize(
    "hidden",
    [
        N("div", BUTTON, box=None),
        N("div", BUTTON, css={"visibility": "hidden"}),
        N("div", BUTTON, css={"opacity": "0"}),
        N("div", BUTTON, inert=""),
        N("div", BUTTON, aria_hidden="true"),
        N("div", BUTTON, css=CLIP, box=FLAT),
        N("div", BUTTON, css={**CLIP, "position": "relative"}, box=(0, 0, 1, 1)),
        N("div", BUTTON, css={"position": "absolute", "clip": "rect(0px, 0px, 0px, 0px)"}),
        N("div", BUTTON, css={"clip-path": "inset(50%)"}),
        N("div", BUTTON, css={"content-visibility": "hidden"}),
        N("details", N("summary", "More"), BUTTON),
        N("svg", N("defs", N("a", "Buy", href="/"))),
        N("button", "Buy", box=(-500, 10, 100, 20)),
        N("button", "Buy", box=(10, -50, 100, 20)),
        N(
            "div",
            N("button", "Buy", box=(-200, 0, 100, 20)),
            css={"position": "fixed"},
            box=(-200, 0, 200, 600),
        ),
        N(  # a closed drawer: what scrolls in it is out of view as a whole
            "div",
            N(
                "div",
                N("button", "Buy", box=(-200, 0, 100, 20)),
                css={"overflow-y": "auto", "overflow-x": "auto"},
                box=(-200, 0, 200, 600),
            ),
            css={"position": "fixed"},
            box=(-200, 0, 200, 600),
        ),
        N("button", "Buy", box=(0, 0, 0, 0)),
    ],
)
def test_hidden(hidden: N) -> None:
    snapshot = snapshot_of(hidden)
    assert "Buy" not in [node.name for node in snapshot.interactive()]
    assert "Buy" not in snapshot.root.text.replace("More", "")


@pytest.mark.req("VD-04")
@pytest.mark.parametrize(
    "shown",
    [
        N("button", "Buy", box=(0, 4000, 100, 20)),
        N("div", BUTTON, box=FLAT),
        N("div", N("button", "Buy", css={"visibility": "visible"}), css={"visibility": "hidden"}),
        N("details", N("summary", "More"), BUTTON, open=""),
        N("div", N("div", BUTTON, css={"position": "absolute"}), css=CLIP, box=FLAT),
        N(
            "div",
            N("button", "Buy", box=(0, -500, 100, 20)),
            css={"overflow-y": "auto", "overflow-x": "auto"},
        ),
        N("div", BUTTON, css={"clip-path": "inset(10%)"}),
        N("div", BUTTON, aria_hidden="false"),
    ],
)
def test_shown(shown: N) -> None:
    assert "Buy" in acted_on(shown)


def test_clip_still_holds_for_what_a_positioned_box_contains() -> None:
    inner = N("div", N("div", BUTTON, css={"position": "absolute"}), css={"position": "relative"})
    assert acted_on(N("div", inner, css=CLIP, box=FLAT)) == []


@pytest.mark.req("EX-04")
def test_aria_hidden_is_counted_and_shown_on_request() -> None:
    page = N("div", N("button", "Buy"), aria_hidden="true")
    assert snapshot_of(page).stats.aria_hidden == 2
    assert "--- left out: 2 aria-hidden elements" in snapshot_of(page).render()
    assert [node.name for node in snapshot_of(page, include_aria_hidden=True).interactive()] == ["Buy"]


@pytest.mark.req("RA-03")
def test_a_drawn_title_is_shown_although_it_is_hidden_from_assistive_technology() -> None:
    """React Aria writes the month of a calendar so; the grid around has it as its label."""
    title = N("h2", "December 2026", aria_hidden="true")
    starred = N("div", N("h3", "★", aria_hidden="true"))
    named = N("button", N("h3", "Drawn", aria_hidden="true"), aria_label="Next")
    text = snapshot_of(N("div", N("div", title, named), starred, aria_label="Days, December 2026")).render()
    assert "## December 2026" in text
    assert "★" not in text
    assert "Drawn" not in text
