"""A browser engine for language-model agents and async services: raw Chrome DevTools Protocol, no driver process.

    import cdp_engine

    async with cdp_engine.launch() as browser:
        page = await browser.new_page("https://example.com")
        view = await page.observe()
        result = await page.click("e3")

Everything public is here; the rooms behind it are loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cdp_engine.agent import PageRequests
    from cdp_engine.engine import (
        ActionError,
        ActionResult,
        Browser,
        Changes,
        Context,
        Observation,
        Page,
        connect,
        launch,
    )
    from cdp_engine.errors import EngineError
    from cdp_engine.observe import Box, CaptureOptions, ScopedRef, Snapshot, VirtualNode
    from cdp_engine.track import ElementRef
    from cdp_engine.verify import Effect, Evidence, Expectation, Outcome, Verification, expect
    from cdp_engine.views import AgentRequest, Wanted, agent_request

__version__ = "0.1.0"

_HOMES = {
    "ActionError": "engine",
    "AgentRequest": "views",
    "PageRequests": "agent",
    "Wanted": "views",
    "agent_request": "views",
    "ActionResult": "engine",
    "Box": "observe",
    "Browser": "engine",
    "CaptureOptions": "observe",
    "Changes": "engine",
    "Context": "engine",
    "Effect": "verify",
    "ElementRef": "track",
    "EngineError": "errors",
    "Evidence": "verify",
    "Expectation": "verify",
    "Observation": "engine",
    "Outcome": "verify",
    "Page": "engine",
    "ScopedRef": "observe",
    "Snapshot": "observe",
    "Verification": "verify",
    "VirtualNode": "observe",
    "connect": "engine",
    "expect": "verify",
    "launch": "engine",
}

__all__ = [
    "ActionError",
    "ActionResult",
    "AgentRequest",
    "Box",
    "Browser",
    "CaptureOptions",
    "Changes",
    "Context",
    "Effect",
    "ElementRef",
    "EngineError",
    "Evidence",
    "Expectation",
    "Observation",
    "Outcome",
    "Page",
    "PageRequests",
    "ScopedRef",
    "Snapshot",
    "Verification",
    "VirtualNode",
    "Wanted",
    "agent_request",
    "connect",
    "expect",
    "launch",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = importlib.import_module(f"{__name__}.{home}")
    if home == "engine":
        room.use_extractor(_extractor)
    value = getattr(room, name)
    globals()[name] = value
    return value


def _extractor() -> Any:
    """How `Page.extract` works: the room of the models is loaded when it is first called."""
    return importlib.import_module(f"{__name__}.agent").extract


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
