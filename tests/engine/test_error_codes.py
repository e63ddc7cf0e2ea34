"""Each error has a stable code; it is the one that an action's answer and a tool's answer carry."""

from __future__ import annotations

import pytest

from cdp_engine import errors
from cdp_engine.agent import answer_to, code_of
from cdp_engine.engine.acting.failures import action_error
from cdp_engine.errors import (
    CommandTimeout,
    ConnectionLost,
    DialogBlocking,
    EngineError,
    InvalidInput,
    NavigationBlocked,
    NotActionable,
    ProtocolError,
    SessionDetached,
    StaleRef,
    TargetCrashed,
    UnknownRef,
)

FAMILIES = {"invalid_params", "no_browser", "closed", "timeout", "not_allowed"}
"""Codes that several classes of one family share."""


def classes(root: type[EngineError] = EngineError) -> list[type[EngineError]]:
    return [root, *(below for one in root.__subclasses__() for below in classes(one))]


def test_every_class_has_a_code_that_no_other_family_has() -> None:
    holders: dict[str, list[type[EngineError]]] = {}
    for one in classes():
        holders.setdefault(one.code, []).append(one)
    shared = {code for code, users in holders.items() if len(users) > 1}
    # `NotActionable` says for each error what is wrong with the element; its class has no code of its own.
    assert shared - {EngineError.code} == FAMILIES
    assert set(holders[EngineError.code]) == {EngineError, NotActionable}
    assert all(one.__module__ == errors.__name__ for users in holders.values() for one in users)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (StaleRef("e1", "gone"), "stale"),
        (DialogBlocking("open"), "dialog"),
        (TargetCrashed("crashed"), "crashed"),
        (SessionDetached("detached"), "detached"),
        (CommandTimeout("A.b", 1.0), "timeout"),
        (NavigationBlocked("http://a.test", "http://b.test", "a rule"), "not_allowed"),
        (ProtocolError("A.b", -32000, "no"), "refused"),
        (NotActionable("option_not_found", "no option 'x'"), "option_not_found"),
    ],
)
def test_what_the_page_did_has_the_same_code_in_both_answers(error: EngineError, code: str) -> None:
    failure = action_error(error)
    assert failure is not None
    assert failure.code == error.code == code_of(error) == answer_to(error).error == code


@pytest.mark.parametrize("error", [ConnectionLost("gone"), InvalidInput("no"), UnknownRef("e99")])
def test_what_the_program_did_is_raised(error: EngineError) -> None:
    assert action_error(error) is None
