"""The one effect that an action had, of eight kinds, and the evidence for it (EX-02). Plain records.

Each kind is a struct of its own; `kind` names it, also in JSON. What was seen beside the effect itself is in its
`evidence`, whatever the kind.
"""

from __future__ import annotations

from typing import Literal

import msgspec

EffectKind = Literal[
    "confirmed", "no_effect", "blocked", "navigated", "dialog", "new_tab", "download", "value_mismatch"
]


class RequestSeen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One request that the action set off (CD-14); `status` is None while it is pending and for failures."""

    url: str
    method: str = "GET"
    status: int | None = None
    kind: str = ""
    """Chrome's resource type: `Document`, `Fetch`, `XHR`, `Image`, …"""
    error: str | None = None
    """Chrome's net error."""

    @property
    def failed(self) -> bool:
        """Whether the server or the network refused it."""
        return self.error is not None or (self.status is not None and self.status >= 400)

    def __str__(self) -> str:
        return f"{self.method} {self.url} → {self.error or self.status or 'pending'}"


class Mutations(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What changed in the document: how much in all, how much of it near the target, and the texts."""

    count: int = 0
    near: int = 0
    """In the target itself, its form, dialog, list item or other small container."""
    added: tuple[str, ...] = ()
    """Texts that came, at most ten."""
    removed: tuple[str, ...] = ()
    """Texts that went, at most ten."""
    attributes: tuple[str, ...] = ()
    """Of the target and its container: `aria-expanded=true`, at most ten."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was seen from just before the action until the page came to rest. Empty fields: nothing seen."""

    received: bool | None = None
    """Whether the real event was seen at the element; None where the action sends none or it could not be asked."""
    value: str | None = None
    """What the field holds once the page has come to rest; passwords as dots."""
    checked: bool | None = None
    states: dict[str, str] = {}
    """States of the target that changed, as they are now: `checked`, `expanded`, `selected`, `pressed`, `open`, …"""
    focus: str | None = None
    """What took the focus, in a few words; None where the focus stayed."""
    mutations: Mutations = Mutations()
    requests: tuple[RequestSeen, ...] = ()
    scrolled: tuple[float, float] | None = None
    """How far the page or the container moved, CSS px."""
    exceptions: tuple[str, ...] = ()
    """What the page's scripts threw."""
    errors: tuple[str, ...] = ()
    """What the page itself calls an error: alerts, toasts, inline validation."""
    successes: tuple[str, ...] = ()
    """What the page itself calls a success."""


class EffectBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every effect has."""

    evidence: Evidence = Evidence()

    @property
    def kind(self) -> str:
        """The name of the effect."""
        return str(self.__struct_config__.tag)


class Confirmed(EffectBase, frozen=True, kw_only=True, tag="confirmed"):
    """The page was seen to do what the action is for, or to react to it; `what` says how in a few words."""

    what: str = ""


class NoEffect(EffectBase, frozen=True, kw_only=True, tag="no_effect"):
    """Nothing was seen to change, or nothing but a refusal: a validation, an exception, a failed request; also where
    the action could not be carried out at all. `why` says which."""

    why: str = ""


class Blocked(EffectBase, frozen=True, kw_only=True, tag="blocked"):
    """The element could not take the action: `reason` is the code (`obscured`, `disabled`, …), `by` the ref of what
    covers it, `closer` the ref of the control that closes the cover, where there is one (EX-03)."""

    reason: str = "obscured"
    by: str | None = None
    closer: str | None = None


class Navigated(EffectBase, frozen=True, kw_only=True, tag="navigated"):
    """A frame shows another document (`loader_id`, `status`), or another address within the same one."""

    url: str = ""
    loader_id: str = ""
    status: int | None = None
    same_document: bool = False
    frame: str | None = None
    """The frame, where it was not the main one."""


class DialogOpened(EffectBase, frozen=True, kw_only=True, tag="dialog"):
    """An alert, confirm, prompt or beforeunload dialog; `answer` is how it was answered, `open` while it is not."""

    type: str = "alert"
    message: str = ""
    answer: str = ""


class NewTab(EffectBase, frozen=True, kw_only=True, tag="new_tab"):
    """A tab or window was opened."""

    target: str = ""
    url: str = ""


class Downloaded(EffectBase, frozen=True, kw_only=True, tag="download"):
    """A download began: `state` is `in progress`, `completed` or `canceled`; `path` where it is known."""

    name: str = ""
    url: str = ""
    state: str = "in progress"
    path: str | None = None


class ValueMismatch(EffectBase, frozen=True, kw_only=True, tag="value_mismatch"):
    """The element does not hold what it was given: `wanted` and `held`; passwords as dots."""

    wanted: str = ""
    held: str | None = None


Effect = Confirmed | NoEffect | Blocked | Navigated | DialogOpened | NewTab | Downloaded | ValueMismatch
