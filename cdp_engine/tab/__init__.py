"""One tab: its frames, navigation, readiness, requests, dialogs, downloads, scripts, pictures, emulation, effects.

In:  a `Chrome` and the id of a tab; the events of every session of that tab.
Out: a `Tab` whose state is current whenever a reply resolves, and answers within their deadlines.

Pure: `frames`, `loading`, `requests`, `navigation`, `addresses`, `values`, `contexts`, `downloads`,
`openings`, `domains`, `devices`, `emulation`, `client_hints`, `overrides`, `stored_state`.
Never done here: reading what the page shows, choosing elements, input events, deciding what a model sees.
"""

from cdp_engine.tab.addresses import check_url
from cdp_engine.tab.devices import DEVICES, Device
from cdp_engine.tab.dialogs import Dialog, DialogPolicy, Dialogs
from cdp_engine.tab.domains import NO_DOMAINS, Domains, domains_of
from cdp_engine.tab.downloads import Download
from cdp_engine.tab.effects import Effects
from cdp_engine.tab.emulation import (
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
from cdp_engine.tab.evaluate import World
from cdp_engine.tab.frames import ChangeKind, DocumentChange, Frame, FrameTree
from cdp_engine.tab.gate import GuardPost
from cdp_engine.tab.guard import BlockedRequest, Guard
from cdp_engine.tab.guard import in_short as blocked_in_short
from cdp_engine.tab.loading import WaitUntil
from cdp_engine.tab.navigation import NavigationResult, Outcome
from cdp_engine.tab.page_tools import PageTool, PageTools, ToolAnswer, ToolList
from cdp_engine.tab.permissions import permission_settings, reset_permissions, set_permissions
from cdp_engine.tab.pictures import Clip, PictureFormat
from cdp_engine.tab.requests import Mark, Request, RequestTable
from cdp_engine.tab.retold import Around, TextChanges, WrittenText
from cdp_engine.tab.saving import save_downloads_to
from cdp_engine.tab.settling import Settled, SettleStatus
from cdp_engine.tab.storage import restore_state, save_state
from cdp_engine.tab.stored_state import StoredState, cookie_params, plain_cookies, read_state
from cdp_engine.tab.tab import Tab, open_tab
from cdp_engine.tab.tracing import Trace
from cdp_engine.tab.watching import FramePulse, Said

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
    "set_permissions",
]
