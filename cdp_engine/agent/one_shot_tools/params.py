"""The parameters of the seven tools, and what a model reads of each."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

SCROLL_PX = 300

Ref = Annotated[
    str, Meta(pattern=r"^@e\d+$", description="Ref of an element in the newest snapshot, e.g. @e7")
]


class GetSnapshot(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `get_snapshot`."""

    viewport_only: Annotated[bool, Meta(description="Only elements in the viewport")] = True


class Click(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `browser_click`."""

    ref: Ref


class Fill(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `browser_fill`."""

    ref: Ref
    value: Annotated[str, Meta(description="Text to enter")]
    clear_first: Annotated[bool, Meta(description="Replace what the field holds")] = True


class Select(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `browser_select`."""

    ref: Ref
    value: Annotated[str, Meta(description="Value or visible text of the option")]


class Scroll(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `browser_scroll`."""

    ref: Annotated[str, Meta(pattern=r"^@e\d+$", description="Element to bring into view")] | None = None
    direction: Annotated[
        Literal["up", "down", "top", "bottom"] | None, Meta(description="Where to; needed without ref")
    ] = None
    amount: Annotated[int, Meta(description="Pixels, with direction")] = SCROLL_PX


class ApprovalQuestion(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `request_human_approval`."""

    action: Annotated[str, Meta(description="What is to be done")]
    reason: Annotated[str, Meta(description="Why a person should agree to it")]


class Completion(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `complete_task`."""

    status: Annotated[Literal["success", "failed"], Meta(description="Whether the goal was reached")]
    reason: Annotated[str, Meta(description="How it ended")]


GET = (
    "Show the page: elements with refs, and a screenshot. Use it at the start or when unsure; every action answers "
    "with a fresh snapshot anyway."
)
CLICK = (
    "Click an element. Its state should hold visible and enabled. Fails with ref_invalid, element_disabled, "
    "element_obscured, element_not_visible, timeout or action_failed, each with a fresh snapshot."
)
FILL = "Enter text in a field (textbox, textarea, editable text)."
SELECT = "Choose an option of a dropdown, combobox or listbox."
SCROLL = "Bring an element into view (ref), or scroll the page (direction); one of them is needed."
APPROVAL = (
    "Ask a person before an irreversible or doubtful step. The task waits for the answer; a refusal comes back as "
    "human_rejected."
)
COMPLETE = "Say that the task is over, whether it succeeded or not. Always call this at the end."
