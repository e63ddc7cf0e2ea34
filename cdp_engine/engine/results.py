"""The results of `observe` and of every action."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.observe import Snapshot
from cdp_engine.tab import PageTool, Settled
from cdp_engine.track import ObservationKind
from cdp_engine.verify import Cost, Effect, NoEffect, Verification


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """The page as the caller should see it now.

    `text` is the view to show a model: the whole page for `full`, else only what differs from version `base`.
    `version` counts up over the life of the page, navigations included (FP-04); hand it back as `since=`.
    `reason` says in a few words why the answer has this kind. `snapshot` is the complete page behind the text.
    """

    kind: ObservationKind
    text: str
    version: int
    reason: str
    snapshot: Snapshot
    base: int | None = None
    before: Observation | None = None
    """The answer to an action with `since`: what had changed before the action. `text` begins with its text, headed by
    its number of lines; what follows is what changed since then (FP-09). Where most of its elements are gone again,
    `text` counts them instead, and all of it is what changed since `base`."""
    tools: tuple[PageTool, ...] = ()
    """Tools that the page itself offers (EX-10); a whole view names them in its text, too."""
    recent_events: tuple[str, ...] = ()
    """Texts that came or went since the last answer, in every format, at most ten: `[2s ago] Added: 'Saved'`."""
    has_errors: bool = False
    """Whether one of them reports an error."""
    has_success: bool = False
    """Whether one of them reports a success."""

    @property
    def timestamp(self) -> str:
        """When the page was read, in ISO 8601 and UTC."""
        return self.snapshot.timestamp

    def __str__(self) -> str:
        return self.text


class ActionError(msgspec.Struct, frozen=True, kw_only=True):
    """Why an action did not succeed.

    `code` is stable, for programs: `not_visible`, `obscured`, `disabled`, `detached`, `not_editable`,
    `option_not_found`, `takes_one`, `cannot_uncheck`, `not_done`, `unstable`, `stale`, `timeout`, `dialog`, `crashed`,
    `closed`, … `hint` is the next step,
    `covered_by` the ref of the element in the way and `closer` that of the control which closes it (EX-03);
    `candidates` are refs of elements that may have replaced a lost one (EX-06).
    """

    code: str
    message: str
    hint: str
    covered_by: str | None = None
    closer: str | None = None
    candidates: tuple[str, ...] = ()
    sent: bool = False
    """Whether something was pressed before it was clear that the action cannot be done: the page may have changed."""


class FieldOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one field of `fill_form`."""

    ref: str
    """Its ref; what the caller wrote, where that names nothing."""
    success: bool
    value: str | None = None
    """What it holds; passwords as dots."""
    method: str = ""
    code: str = ""
    message: str = ""
    hint: str = ""


class Changes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The page's changes during and after an action, as far as they were observed."""

    navigated: bool = False
    url: str = ""
    dialogs: tuple[str, ...] = ()
    new_tabs: tuple[str, ...] = ()
    downloads: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    """The requests that the lists of domains blocked meanwhile, in the whole context (EX-09)."""
    value: str | None = None
    scrolled: bool = False
    """Whether the page or a part of it is scrolled elsewhere than before, by the page or to reach the element."""


class ActionResult(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one action (VD-09, CD-06).

    `success` rests on observation only. `message` is one line for a model. `duration` is in seconds, the settling of
    the page included. `effect` is the one effect that was observed (EX-02), `verification` says whether the expectation
    came true (SX-14), `cost` what the action added to the page, with `measure=True` (CD-16). `evidence` is what the
    action itself recorded: point, values read back, event received.
    """

    action: str
    success: bool
    message: str
    error: ActionError | None = None
    effect: Effect = NoEffect()
    verification: Verification | None = None
    cost: Cost | None = None
    changes: Changes = Changes()
    meant: tuple[str, ...] = ()
    """The refs of the elements, where the caller called one of them by its name: both ends of a drag."""
    fields: tuple[FieldOutcome, ...] = ()
    """`fill_form`: each field in its turn."""
    observation: Observation | None = None
    settled: Settled | None = None
    """How the page settled afterwards (FP-03)."""
    duration: float = 0.0
    timestamp: str = msgspec.field(default_factory=_now)
    """When the action and its observation were complete, in ISO 8601 and UTC."""
    evidence: Any = None

    def raise_for_error(self) -> ActionResult:
        """Return self, or raise `EngineError` with the failure's message and hint."""
        if self.error is not None:
            raise EngineError(f"{self.action}: {self.error.message}", hint=self.error.hint)
        return self
