"""The progress of a task: its turn, time, tokens and end; reports every step to listeners."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import anyio

from cdp_engine.agent.models import Usage
from cdp_engine.agent.secrets import Vault
from cdp_engine.agent.tasks.result import EventKind, Listener, Reason, TaskEvent


class Progress:
    """The state of one run. `outcome` is None as long as it goes on."""

    def __init__(self, vault: Vault, listeners: Iterable[Listener]) -> None:
        self.vault = vault
        self._listeners = tuple(listeners)
        self.begin()

    def begin(self) -> None:
        """Start from nothing."""
        self.turn = 0
        self.usage = Usage()
        self.outcome: tuple[Reason, str, bool] | None = None
        self._began: float | None = None

    @property
    def seconds(self) -> float:
        """Since the first event."""
        return 0.0 if self._began is None else round(anyio.current_time() - self._began, 3)

    @property
    def over(self) -> bool:
        """Whether the task has ended."""
        return self.outcome is not None

    def end(self, reason: Reason, message: str, *, verified: bool = False) -> None:
        """End the task; the first end counts."""
        if self.outcome is None:
            self.outcome = (reason, self.vault.masked(message), verified)

    def tell(self, kind: EventKind, **data: Any) -> None:
        """One event, without any secret."""
        if self._began is None:
            self._began = anyio.current_time()
        masked = self.vault.masked_data(data)
        event = TaskEvent(at=self.seconds, turn=self.turn, kind=kind, data=masked)
        for listener in self._listeners:
            listener(event)
