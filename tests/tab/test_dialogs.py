from __future__ import annotations

import msgspec
import pytest

from cdp_engine.errors import DialogBlocking, InvalidInput
from cdp_engine.protocol import page
from cdp_engine.tab.state.dialogs import Dialogs, answer
from tests.tab.fakes import FakeSession


def opening(kind: str, message: str = "hello", prompt: str = "") -> page.JavascriptDialogOpening:
    payload = {
        "url": "http://a/",
        "type": kind,
        "message": message,
        "defaultPrompt": prompt,
        "hasBrowserHandler": True,
    }
    return msgspec.convert(payload, page.JavascriptDialogOpening)


@pytest.mark.parametrize(
    ("policy", "kind", "verdict"),
    [
        ("dismiss", "alert", False),
        ("dismiss", "confirm", False),
        ("dismiss", "prompt", False),
        ("dismiss", "beforeunload", True),
        ("accept", "confirm", True),
        ("accept", "beforeunload", True),
        ("hold", "alert", None),
        ("hold", "beforeunload", None),
    ],
)
def test_the_policy_decides(policy, kind: str, verdict: bool | None):
    assert answer(policy, kind) is verdict


@pytest.mark.req("EX-07")
def test_a_dialog_is_answered_as_its_event_is_read():
    blocked: list[DialogBlocking | None] = []
    dialogs = Dialogs("dismiss", blocked.append)
    session = FakeSession("main")
    dialogs.opening(session, opening("prompt", prompt="proposal"))
    assert session.started == [("Page.handleJavaScriptDialog", {"accept": False, "promptText": "proposal"})]
    assert dialogs.open is None
    (reported,) = dialogs.history
    assert (reported.type, reported.message, reported.default_prompt, reported.handled) == (
        "prompt",
        "hello",
        "proposal",
        "dismissed",
    )
    assert blocked in ([], [None])


@pytest.mark.req("EX-07")
def test_a_held_dialog_blocks_until_somebody_closes_it():
    blocked: list[DialogBlocking | None] = []
    dialogs = Dialogs("hold", blocked.append)
    session = FakeSession("main")
    dialogs.opening(session, opening("confirm", "sure?"))
    assert session.started == []
    assert isinstance(blocked[-1], DialogBlocking)
    assert "sure?" in str(blocked[-1])
    assert dialogs.open is dialogs.history[-1]
    assert dialogs.open.handled == "open"
    dialogs.closed(msgspec.convert({"result": True, "userInput": ""}, page.JavascriptDialogClosed))
    assert blocked[-1] is None
    assert dialogs.open is None
    assert dialogs.history[-1].handled == "accepted"


def test_the_history_is_bounded_and_the_policy_checked():
    dialogs = Dialogs("accept", lambda _reason: None)
    for number in range(80):
        dialogs.opening(FakeSession("main"), opening("alert", str(number)))
    assert len(dialogs.history) == 50
    assert dialogs.history[-1].message == "79"
    with pytest.raises(InvalidInput, match="perhaps"):
        dialogs.policy = "perhaps"
