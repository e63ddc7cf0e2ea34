"""The option `--tools`: the everyday tools with further groups, or the seven."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from cdp_engine.agent import (
    ABOUT_TABS,
    GROUPS,
    INSTRUCTIONS,
    SEVEN_INSTRUCTIONS,
    ToolBox,
    Workspace,
    checked_groups,
    everyday,
    seven,
)

EVERYDAY_SET, SEVEN_SET = "everyday", "seven"

Tools = Annotated[
    str,
    typer.Option(
        "--tools",
        metavar="GROUPS",
        help=f"Groups of tools, as in core,network,vision: {', '.join(GROUPS)}, or all; core is always there. "
        "Or seven: those with snapshots and one-time refs.",
    ),
]


def box_of_tools(written: str) -> tuple[Callable[[Workspace], ToolBox], str]:
    """What the option says: how a box of those tools is made, and its instructions. Raises `InvalidInput`."""
    if written.strip() == SEVEN_SET:
        return seven, SEVEN_INSTRUCTIONS
    groups = checked_groups(name for name in written.split(",") if name.strip() != EVERYDAY_SET)
    about = f" {ABOUT_TABS}" if "tabs" in groups else ""
    return partial(everyday, groups=groups), INSTRUCTIONS + about
