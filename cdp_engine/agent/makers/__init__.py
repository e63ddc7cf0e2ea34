"""The makers' own browser toolsets over our tools: Claude's `browser_toolset_20260801`, OpenAI's `BrowserToolset`.

In:  a workspace; the members that a model calls, as the maker's SDK reads them.
Out: results in the SDK's own shapes; what did not happen as its error, with the reason.

Needs the SDK of the maker, which is imported on the first use. Never done here: talking to a model (its SDK does that).
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from cdp_engine.errors import InvalidInput

if TYPE_CHECKING:
    from cdp_engine.agent.makers.claude import ClaudeBrowserToolset
    from cdp_engine.agent.makers.openai import FileGrant, OpenAIBrowserDriver, openai_toolset

__all__ = ["ClaudeBrowserToolset", "FileGrant", "OpenAIBrowserDriver", "openai_toolset"]

_PLACES = {
    "ClaudeBrowserToolset": ("anthropic", "claude"),
    "FileGrant": ("openai", "openai"),
    "OpenAIBrowserDriver": ("openai", "openai"),
    "openai_toolset": ("openai", "openai"),
}


def __getattr__(name: str) -> Any:
    """A driver, with the SDK that it is for. Raises `InvalidInput` where that is not installed."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    sdk, module = _PLACES[name]
    if find_spec(sdk) is None:
        raise InvalidInput(f"the SDK {sdk!r} is not installed", hint=f"pip install 'cdp-engine[{sdk}]'")
    return getattr(import_module(f"{__name__}.{module}"), name)
