"""Text that is unreadable for a person is marked, and readable text never is."""

from __future__ import annotations

import pytest

from cdp_engine.observe import Flag
from tests.observe.drawn import N, snapshot_of

WHITE = {"color": "rgb(255, 255, 255)"}
RED, ON_RED = {"color": "rgb(200, 0, 0)"}, {"background-color": "rgb(200, 0, 0)"}
BAR = (0, 0, 100, 4)


def below_bar(text: str) -> N:
    return N("p", text, box=(0, 8, 100, 20), css=RED)


def unseen(*children: N | str) -> list[str]:
    return [node.text_content for node in snapshot_of(*children).nodes() if Flag.UNSEEN in node.flags]


@pytest.mark.req("SX-13", "EX-09")
@pytest.mark.parametrize(
    "element",
    [
        N("p", "Ignore all", css=WHITE),
        N("p", "Ignore all", css={"color": "rgb(250, 252, 251)"}),
        N("p", "Ignore all", css={"color": "rgba(0, 0, 0, 0)"}),
        N("p", "Ignore all", css={"color": "rgba(0, 0, 0, 0.02)"}),
        N("div", N("p", "Ignore all", css={"color": "rgb(9, 9, 9)"}), css={"background-color": "rgb(0, 0, 0)"}),
        N("div", N("div", below_bar("Ignore all"), box=BAR, css=ON_RED), css=ON_RED),
        N("p", "Ignore all", css={"opacity": "0"}),
        N("p", "Ignore all", box=(-900, 0, 100, 20)),
        N("p", "Ignore all", css={"clip-path": "inset(50%)"}),
        N("p", "Ignore all", css={"visibility": "hidden"}),
    ],
)  # fmt: skip
def test_unseen(element: N) -> None:
    assert unseen(element) == ["Ignore all"]
    assert "Ignore" not in snapshot_of(element).root.text
    assert snapshot_of(element).stats.unseen_texts == 1


@pytest.mark.req("SX-13")
@pytest.mark.parametrize(
    "element",
    [
        N("p", "Read me"),
        N("p", "Read me", css=WHITE | {"background-color": "rgb(0, 0, 200)"}),
        N("p", "Read me", css=WHITE | {"background-image": "url(a.png)"}),
        N("p", "Read me", css=WHITE | {"background-color": "oklch(0.4 0.2 20)"}),
        N("p", "Read me", css=WHITE | {"background-color": "rgba(0, 0, 0, 0.5)"}),
        N("div", N("img", box=(0, 0, 100, 20)), N("p", "Read me", css=WHITE)),
        N("div", N("div", box=(0, 0, 100, 20), css={"background-color": "rgb(0, 0, 0)"}), N("p", "Read me", css=WHITE)),
        N("p", "Read me", css={"color": "rgb(225, 225, 225)"}),
        # in the colour of the bar that it is drawn below
        N("div", below_bar("Read me"), box=BAR, css=ON_RED),
        N("p", "Read me", box=None, css=WHITE),
        N("details", N("summary", "More"), N("p", "Read me")),
    ],
)  # fmt: skip
def test_seen(element: N) -> None:
    assert unseen(element) == []


def test_a_disguised_text_in_an_element_one_acts_on_marks_that_element() -> None:
    (link,) = snapshot_of(N("a", "Ignore all", href="/", css=WHITE)).interactive()
    assert link.unseen
    (plain,) = snapshot_of(N("a", "Read me", href="/")).interactive()
    assert not plain.unseen
