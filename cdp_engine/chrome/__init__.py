"""A Chromium and its targets: find, start or attach, track, stop.

In:  how to start a browser (`LaunchOptions`), or where one runs (an endpoint).
Out: a `Chrome`: its targets, sessions to its pages with every frame process and worker below them,
     contexts; for a launched browser, the guarantee that none of its processes outlives the block.

Pure: `flags`, `endpoint`, `targets`, `session_tree`, `output_tail`. Never done here: enabling a domain,
reading a page, changing a browser that others started beyond the caller's requests.
"""

from cdp_engine.chrome.background import background_tasks
from cdp_engine.chrome.chrome import Chrome
from cdp_engine.chrome.endpoints.attach import connect_chrome
from cdp_engine.chrome.endpoints.endpoint import (
    Endpoint,
    GridEndpoint,
    HttpEndpoint,
    ProfileEndpoint,
    WebSocketEndpoint,
    parse_endpoint,
)
from cdp_engine.chrome.launch.flags import Transport
from cdp_engine.chrome.launch.guard import guard_command
from cdp_engine.chrome.launch.launch import LaunchOptions, launch_chrome
from cdp_engine.chrome.launch.locate import BROWSER_VARIABLE, find_browser
from cdp_engine.chrome.launch.process import BrowserProcess
from cdp_engine.chrome.launch.profile import Sweep, sweep_leftovers
from cdp_engine.chrome.targets.expected_target import ExpectedTarget
from cdp_engine.chrome.targets.new_targets import Reception
from cdp_engine.chrome.targets.page_sessions import ChildSession, PageSessions, Prepare
from cdp_engine.chrome.targets.targets import Change, TargetChange, TargetTree, parent_of

__all__ = [
    "BROWSER_VARIABLE",
    "BrowserProcess",
    "Change",
    "ChildSession",
    "Chrome",
    "Endpoint",
    "ExpectedTarget",
    "GridEndpoint",
    "HttpEndpoint",
    "LaunchOptions",
    "PageSessions",
    "Prepare",
    "ProfileEndpoint",
    "Reception",
    "Sweep",
    "TargetChange",
    "TargetTree",
    "Transport",
    "WebSocketEndpoint",
    "background_tasks",
    "connect_chrome",
    "find_browser",
    "guard_command",
    "launch_chrome",
    "parent_of",
    "parse_endpoint",
    "sweep_leftovers",
]
