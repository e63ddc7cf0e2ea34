"""One tab: its frames, navigation, readiness, requests, dialogs, downloads, scripts, pictures, emulation, effects.

In:  a `Chrome` and the id of a tab; the events of every session of that tab.
Out: a `Tab` whose state is current whenever a reply resolves, and answers within their deadlines.

Pure: `frames`, `loading`, `requests`, `navigation`, `addresses`, `values`, `contexts`, `downloads`,
`openings`, `domains`, `devices`, `emulation`, `client_hints`, `overrides`, `stored_state`.
Never done here: reading what the page shows, choosing elements, input events, deciding what a model sees.
"""

from cdp_engine.tab.changes.change_fingerprint import Trace
from cdp_engine.tab.changes.recorded_changes import Around, TextChanges, WrittenText
from cdp_engine.tab.changes.recorder import FramePulse, Said
from cdp_engine.tab.changes.settling import Settled, SettleStatus
from cdp_engine.tab.evaluation.evaluate import World
from cdp_engine.tab.injected import script
from cdp_engine.tab.media.action_overlay import Effects
from cdp_engine.tab.media.screenshots import Clip, PictureFormat
from cdp_engine.tab.navigation.urls import check_url
from cdp_engine.tab.policy.devices import DEVICES, Device
from cdp_engine.tab.policy.domain_guard import BlockedRequest, Guard
from cdp_engine.tab.policy.domain_guard import in_short as blocked_in_short
from cdp_engine.tab.policy.domain_rules import NO_DOMAINS, Domains, domains_of
from cdp_engine.tab.policy.emulation import (
    EMULATION_OPTIONS,
    NO_EMULATION,
    THROTTLES,
    Credentials,
    Emulation,
    EmulationOptions,
    Geolocation,
    Throttle,
    refuse_unknown,
)
from cdp_engine.tab.policy.permissions import permission_settings, reset_permissions, set_permissions
from cdp_engine.tab.policy.request_interception import GuardPost
from cdp_engine.tab.state.dialogs import Dialog, DialogPolicy, Dialogs
from cdp_engine.tab.state.download_folder import save_downloads_to
from cdp_engine.tab.state.downloads import Download
from cdp_engine.tab.state.frames import ChangeKind, DocumentChange, Frame, FrameTree
from cdp_engine.tab.state.load_state import WaitUntil
from cdp_engine.tab.state.navigation_state import NavigationResult, Outcome
from cdp_engine.tab.state.requests import Mark, Request, RequestTable
from cdp_engine.tab.storage.storage import restore_state, save_state
from cdp_engine.tab.storage.stored_state import StoredState, cookie_params, plain_cookies, read_state
from cdp_engine.tab.tab import Tab, open_tab
from cdp_engine.tab.webmcp import PageTool, PageTools, ToolAnswer, ToolList

__all__ = [
    "DEVICES",
    "EMULATION_OPTIONS",
    "NO_DOMAINS",
    "NO_EMULATION",
    "THROTTLES",
    "Around",
    "BlockedRequest",
    "ChangeKind",
    "Clip",
    "Credentials",
    "Device",
    "Dialog",
    "DialogPolicy",
    "Dialogs",
    "DocumentChange",
    "Domains",
    "Download",
    "Effects",
    "Emulation",
    "EmulationOptions",
    "Frame",
    "FramePulse",
    "FrameTree",
    "Geolocation",
    "Guard",
    "GuardPost",
    "Mark",
    "NavigationResult",
    "Outcome",
    "PageTool",
    "PageTools",
    "PictureFormat",
    "Request",
    "RequestTable",
    "Said",
    "SettleStatus",
    "Settled",
    "StoredState",
    "Tab",
    "TextChanges",
    "Throttle",
    "ToolAnswer",
    "ToolList",
    "Trace",
    "WaitUntil",
    "World",
    "WrittenText",
    "blocked_in_short",
    "check_url",
    "cookie_params",
    "domains_of",
    "open_tab",
    "permission_settings",
    "plain_cookies",
    "read_state",
    "refuse_unknown",
    "reset_permissions",
    "restore_state",
    "save_downloads_to",
    "save_state",
    "script",
    "set_permissions",
]
