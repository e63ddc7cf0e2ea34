"""The effect of an action, one of eight kinds, and its evidence (EX-02). Plain records.

Each kind is a struct of its own; `kind` names it, also in JSON. `evidence` has everything that was observed, whatever
the kind.
"""

from __future__ import annotations

from typing import Literal

import msgspec

EffectKind = Literal[
    "confirmed", "no_effect", "blocked", "navigated", "dialog", "new_tab", "download", "value_mismatch"
]


class RequestSeen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One request that the action triggered (CD-14); `status` is None while it is pending and for failures."""

    url: str
    method: str = "GET"
    status: int | None = None
    kind: str = ""
    """Chrome's resource type: `Document`, `Fetch`, `XHR`, `Image`, …"""
    error: str | None = None
    """Chrome's net error."""
    at: float = 0.0
    """When it was sent, in seconds after the action began."""
    seconds: float | None = None
    """How long it took, or its response where the page does not read the body; None while it is pending."""
    again: bool = False
    """Whether its document had sent one like it before the action: the same method and address, whatever the query."""

    @property
    def reads(self) -> bool:
        """Whether its method changes nothing on a server."""
        return self.method in ("GET", "HEAD", "OPTIONS")

    @property
    def failed(self) -> bool:
        """Whether the server or the network refused it."""
        return self.error is not None or (self.status is not None and self.status >= 400)

    def __str__(self) -> str:
        return f"{self.method} {self.url} → {self.error or self.status or 'pending'}"


class Mutations(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Changes in the document: their number in total and near the target, and the texts."""

    count: int = 0
    near: int = 0
    """In the target itself, its form, dialog, list item or other small container."""
    added: tuple[str, ...] = ()
    """Texts that appeared, at most ten."""
    removed: tuple[str, ...] = ()
    """Texts that disappeared, at most ten."""
    attributes: tuple[str, ...] = ()
    """Attributes of the target and its container, such as `aria-expanded=true`; at most ten."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was observed from just before the action until the page settled. Empty fields: nothing observed."""

    received: bool | None = None
    """Whether the real event was observed at the element; None where none was sent or the page cannot answer."""
    value: str | None = None
    """The field's value once the page has settled; passwords as dots."""
    checked: bool | None = None
    states: dict[str, str] = {}
    """Changed states of the target with their new values: `checked`, `expanded`, `selected`, `pressed`, `open`, …"""
    focus: str | None = None
    """The element that took the focus, in a few words; None where the focus did not move."""
    mutations: Mutations = Mutations()
    requests: tuple[RequestSeen, ...] = ()
    scrolled: tuple[float, float] | None = None
    """How far the page or the container scrolled, CSS px."""
    part_scrolled: bool = False
    """Whether another scrollable part of the page scrolled, by an unknown distance."""
    exceptions: tuple[str, ...] = ()
    """Exceptions of the page's scripts."""
    errors: tuple[str, ...] = ()
    """Texts that the page marks as an error: alerts, toasts, inline validation."""
    successes: tuple[str, ...] = ()
    """Texts that the page marks as a success."""


class EffectBase(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """The fields of every effect."""

    evidence: Evidence = Evidence()

    @property
    def kind(self) -> str:
        """The name of the effect."""
        return str(self.__struct_config__.tag)


class Confirmed(EffectBase, frozen=True, kw_only=True, tag="confirmed"):
    """The page did what the action is for, or reacted to it; `what` says how in a few words."""

    what: str = ""


class NoEffect(EffectBase, frozen=True, kw_only=True, tag="no_effect"):
    """No change was observed, or only a refusal: a validation, an exception, a failed request; also where the action
    could not be carried out at all. `why` says which."""

    why: str = ""


class Blocked(EffectBase, frozen=True, kw_only=True, tag="blocked"):
    """The element could not take the action: `reason` is the code (`obscured`, `disabled`, …), `by` the ref of what
    covers it, `closer` the ref of the control that closes the cover, where there is one (EX-03)."""

    reason: str = "obscured"
    by: str | None = None
    closer: str | None = None


class Navigated(EffectBase, frozen=True, kw_only=True, tag="navigated"):
    """A frame shows another document (`loader_id`, `status`), or the same document at another address."""

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
    """The element does not hold the given value: `wanted` and `held`; passwords as dots."""

    wanted: str = ""
    held: str | None = None


Effect = Confirmed | NoEffect | Blocked | Navigated | DialogOpened | NewTab | Downloaded | ValueMismatch
