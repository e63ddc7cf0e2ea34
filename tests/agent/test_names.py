"""Names of the agent room that programs were written for."""

from __future__ import annotations

import pytest

from cdp_engine import agent


@pytest.mark.parametrize(
    ("earlier", "name"),
    [
        ("Desk", "Workspace"),
        ("Picture", "ToolImage"),
        ("ToolAnswer", "ToolResult"),
        ("Trace", "TaskLog"),
        ("open_desk", "open_workspace"),
    ],
)
def test_an_earlier_name_is_the_same_object(earlier: str, name: str) -> None:
    assert getattr(agent, earlier) is getattr(agent, name)


def test_a_name_that_never_was_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = agent.Nonsense
