"""Dialogs, drawers, menus, pickers, snackbars of five libraries: what opens, what closes, what lies beneath.

Every answer, put together, is the page; nothing is reported as closed while it is shown, and no ref is lost unsaid.
"""

from __future__ import annotations

import re

import pytest

from cdp_engine import ActionResult
from cdp_engine.views import Replay
from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("FP-05", "FP-06")]

_REFS = re.compile(r"\[(e\d+)[ \]]")


class JoinedAnswers:
    """The answers to the actions on one page, put together."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.replay = Replay()
        self.shown: set[str] = set()
        """The refs that were shown and are not reported as gone."""

    async def begin(self, name: str) -> None:
        await self.lab.show(name)
        first = await self.lab.page.observe()
        self.replay.take("full", first.text)
        self.shown = set(_REFS.findall(first.text))

    async def act(self, action: str, *arguments: str) -> ActionResult:
        """Carry out an action; whatever it reports has to be what the page shows."""
        done: ActionResult = await getattr(self.lab.page, action)(*arguments)
        assert done.success, (arguments, done.message)
        assert done.observation is not None
        self.take(done.observation.kind, done.observation.text)
        now = done.observation.snapshot
        if not self.replay.overlays:
            assert self.replay.lines == now.render().split("\n"), arguments
            there = set(_REFS.findall(now.render()))
            assert self.shown <= there, (arguments, self.shown - there)
        return done

    def take(self, kind: str, text: str) -> None:
        self.replay.take(kind, text)
        self.shown |= set(_REFS.findall(text))
        for gone in re.findall(r"^gone (.*)$", text, re.MULTILINE):
            for first, last in re.findall(r"e(\d+)(?:-e(\d+))?", gone):
                self.shown -= {f"e{number}" for number in range(int(first), int(last or first) + 1)}


@pytest.fixture
def answers(lab: Lab) -> JoinedAnswers:
    return JoinedAnswers(lab)


def text_of(done: ActionResult) -> str:
    return str(done.observation)


async def test_vuetify(answers: JoinedAnswers) -> None:
    await answers.begin("overlays-vuetify")
    opened = await answers.act("click", 'button "Account"')
    assert "Sign out" in text_of(opened)
    closed = await answers.act("click", 'text "Profile"')
    assert "last: Profile" in text_of(closed)
    await answers.act("click", 'button "Edit"')
    await answers.act("fill", 'textbox "Title"', "Report")
    saved = await answers.act("click", 'button "Save"')
    assert saved.observation is not None
    assert "closed #1" in text_of(saved), "the dialog that fades out"
    assert "Saved Report" in text_of(saved)
    await answers.act("click", 'button "Undo"')
    assert not answers.replay.overlays
    chosen = await answers.act("select", 'combobox "Colour"', "Green")
    assert "Chosen: Green" in text_of(chosen)


async def test_element_plus(answers: JoinedAnswers) -> None:
    await answers.begin("overlays-element-plus")
    assert "Settings of the shop" in text_of(await answers.act("click", 'button "Settings"'))
    assert "closed #1" in text_of(await answers.act("click", 'button "Done"'))
    await answers.act("click", 'button "Remove"')
    removed = await answers.act("click", 'button "Yes"')
    assert "Removed: true" in text_of(removed)
    if "overlay closed" in text_of(removed):  # it goes a moment later
        assert "gone" in text_of(removed)
    await answers.lab.page.wait_for("Remove it?", gone=True)
    assert "Leave without saving?" in text_of(await answers.act("click", 'button "Leave"'))
    assert "last: stayed" in text_of(await answers.act("click", 'button "Stay"'))
    first = await answers.act("click", 'combobox "Start"')
    assert "button March" in text_of(first)
    second = await answers.act("click", 'combobox "End"')
    assert "button June" in text_of(second)
    assert "button March" not in text_of(second)
    await answers.act("press", "Escape")
    assert not answers.replay.overlays
    assert "combobox Start" in answers.replay.text


async def test_ant_design(answers: JoinedAnswers) -> None:
    await answers.begin("overlays-antd")
    await answers.act("click", 'button "Account"')
    assert "last: Sign out" in text_of(await answers.act("click", 'menuitem "Sign out"'))
    assert "Remove it?" in text_of(await answers.act("click", 'button "Remove"'))
    assert "Removed: true" in text_of(await answers.act("click", 'button "Yes"'))
    await answers.act("click", 'button "About"')
    more = await answers.act("click", 'button "More"')
    assert "last: More" in text_of(more), "a tip with a button holds nothing back"
    await answers.act("press", "Escape")
    await answers.act("click", 'button "Edit"')
    await answers.act("fill", 'textbox "Title"', "Report")
    assert "closed #1" in text_of(await answers.act("click", 'button "Save"'))
    await answers.act("click", 'button "Settings"')
    drawn = await answers.act("press", "Escape")
    assert "closed #1" in text_of(drawn), drawn.settled
    assert "Reset" not in answers.replay.text
    # The drawer gives the focus back once it has left; a list that was opened before would be closed by that.
    await answers.lab.page.wait_for(function="!document.querySelector('.ant-drawer-open, [class*=-leave]')")
    opened = await answers.act("click", 'textbox "Start"')
    assert "button Choose a month] Mar" in text_of(opened)
    assert "clickable Last year" not in text_of(opened), "the box around the calendar"
    second = await answers.act("click", 'textbox "End"')
    assert "button Choose a month] Jun" in text_of(second)
    await answers.act("press", "Escape")
    assert "The letter is on its way" in text_of(await answers.act("click", 'button "Notify"'))


async def test_mui(answers: JoinedAnswers) -> None:
    await answers.begin("overlays-mui")
    await answers.act("click", 'button "MORE"')
    assert "Last: Sign out" in text_of(await answers.act("click", 'menuitem "Sign out"'))
    await answers.act("click", 'button "EDIT"')
    await answers.act("fill", 'textbox "Title"', "Report")
    assert "Saved Report" in text_of(await answers.act("click", 'button "SAVE"'))
    assert "Last: Undone" in text_of(await answers.act("click", 'button "UNDO"'))
    await answers.act("click", 'button "Choose date, selected date is Mar 10, 2026"')
    turned = await answers.act("click", 'button "Next month"')
    assert "April 2026" in text_of(turned)
    days = re.findall(r"\[e\d+ (?:gridcell )?(\d+)\]", answers.replay.text)
    assert days == [str(day) for day in range(1, 31)], "one month only"
    await answers.act("press", "Escape")
    assert not answers.replay.overlays
