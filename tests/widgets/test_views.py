"""What a person sees in a widget is in its view, in few words."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live]


async def text_of(lab: Lab) -> str:
    """The view of the page."""
    return (await lab.page.observe()).text


@pytest.mark.req("VD-05", "CD-02")
async def test_controls_by_their_names_and_their_look(lab: Lab) -> None:
    """Class names and test ids name controls whose clicks a listener of the document handles."""
    await lab.show("delegated")
    shown = [node.name for node in (await lab.page.snapshot()).interactive()]
    assert shown == ["Save order", "Send", "Second page", "Third page", "Archive"]
    for name in shown:
        pressed = await lab.call("click", ref=f'clickable "{name}"')
        assert pressed.success, (name, pressed.message)
    assert (await lab.holds())["pressed"] == shown
