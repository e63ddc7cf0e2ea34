"""The table of actions: each row can be read by all that depend on it."""

from __future__ import annotations

from inspect import signature

import pytest

from cdp_engine.act import ACTIONS
from cdp_engine.verify import Intent

NAMES = tuple(ACTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_a_row_goes_by_its_own_name(name: str) -> None:
    row = ACTIONS[name]
    assert row.name == name
    assert row.says
    assert not row.says.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_an_action_is_run_on_a_tab_for_a_ref_within_a_time(name: str) -> None:
    parameters = list(signature(ACTIONS[name].run).parameters.values())
    assert parameters[0].name == "tab"
    assert parameters[1].name in ("ref", "source")
    assert "timeout" in {parameter.name for parameter in parameters}


@pytest.mark.parametrize("name", NAMES)
def test_the_default_expectation_is_an_outcome_that_verification_knows(name: str) -> None:
    intent = Intent(name)
    assert intent.default.type == ACTIONS[name].default_expectation["type"]


@pytest.mark.parametrize("name", NAMES)
def test_the_traits_of_a_row_fit_each_other(name: str) -> None:
    row = ACTIONS[name]
    if row.clicks:
        assert row.uses_pointer, "a click is a pointer event"
    if row.sets_state is not None:
        state, value = row.sets_state
        assert row.reads_back
        assert row.default_expectation == {"type": "state_changes", "state": state, "value": value}
    if row.enters_text:
        assert row.default_expectation == {"type": "value_changes"}
