"""One tab: its frames, navigation, readiness, requests, dialogs, downloads, scripts, screenshots, emulation, storage.

In:  a `Chrome` and the id of a tab; the events of every session of that tab.
Out: a `Tab` whose state is current whenever a reply resolves, and results within their deadlines.

`attachment` keeps a tab attached, `session_setup` prepares each of its sessions, `state/` is the state built from their
events, `state_view` the part of it that `Tab` exposes. `navigation/`, `evaluation/`, `media/` and `storage/` do what
their names say; `policy/` is emulation and allowed domains; `changes/` reads the recorders in the documents,
which come from `injected/`. Pure: all of `state/` but `dialogs`, `download_folder` and `wakeup`; `urls`,
`script_values`, `stored_state`; all of `policy/` but `session_policy`, `request_interception`, `request_backstop` and
`permissions`.

Never done here: reading what the page shows, choosing elements, input events, deciding what a model sees.
"""

from cdp_engine.tab.changes.change_fingerprint import STYLING, Trace
from cdp_engine.tab.changes.node_listeners import Listener, ListenersReply, listeners_in
from cdp_engine.tab.changes.recorded_changes import (
    Around,
    ChangedList,
    NewNode,
    Restyled,
    TextChanges,
    WrittenText,
)
from cdp_engine.tab.changes.recorder import FramePulse, RawPulse, ShownText, at_once
from cdp_engine.tab.changes.redrawn_parts import DrawnElement, DrawnText, Generated, LayerKind, Redrawn
from cdp_engine.tab.changes.settling import (
    LEAST_QUIET,
    SETTLE_LIMIT,
    TWO_FRAMES,
    Settled,
    SettleStatus,
)
from cdp_engine.tab.changes.trace_ahead import ProofAhead
from cdp_engine.tab.evaluation.evaluate import World
from cdp_engine.tab.injected.source import page_function, page_module
from cdp_engine.tab.injected.toolkit import Toolkit, is_context_lost, read_answer
from cdp_engine.tab.media.action_overlay import ActionOverlay
from cdp_engine.tab.media.screenshots import Clip, ImageFormat
from cdp_engine.tab.navigation.urls import check_url, typed_scheme, typed_url
from cdp_engine.tab.policy.devices import DEVICES, Device
from cdp_engine.tab.policy.domain_guard import BlockedRequest, DomainGuard
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
    joined_headers,
    refuse_unknown,
)
from cdp_engine.tab.policy.mocks import Mock
from cdp_engine.tab.policy.permissions import SitePermissions, permission_settings
from cdp_engine.tab.policy.proxy import proxy_settings
from cdp_engine.tab.policy.request_backstop import RequestBackstop
from cdp_engine.tab.policy.request_interception import RequestInterceptors
from cdp_engine.tab.state.dialogs import Dialog, DialogPolicy, Dialogs
from cdp_engine.tab.state.download_folder import report_downloads, save_downloads_to
from cdp_engine.tab.state.downloads import Download
from cdp_engine.tab.state.frame import DocumentChange, DocumentChangeKind, Frame
from cdp_engine.tab.state.frames import FrameTree
from cdp_engine.tab.state.load_state import WaitUntil
from cdp_engine.tab.state.navigation_state import NavigationOutcome, NavigationResult
from cdp_engine.tab.state.requests import Request, RequestMark, RequestTable
from cdp_engine.tab.state.websockets import ANSWER_SECONDS
from cdp_engine.tab.storage.storage import restore_state, save_state, visits_of
from cdp_engine.tab.storage.stored_state import StoredState, cookie_params, plain_cookies, read_state
from cdp_engine.tab.storage.visits import Visits
from cdp_engine.tab.tab import Tab, open_tab
from cdp_engine.tab.webmcp import PageTool, PageTools, ToolAnswer, ToolList

__all__ = [
    "ANSWER_SECONDS",
    "DEVICES",
    "EMULATION_OPTIONS",
    "LEAST_QUIET",
    "NO_DOMAINS",
    "NO_EMULATION",
    "SETTLE_LIMIT",
    "STYLING",
    "THROTTLES",
    "TWO_FRAMES",
    "ActionOverlay",
    "Around",
    "BlockedRequest",
    "ChangedList",
    "Clip",
    "Credentials",
    "Device",
    "Dialog",
    "DialogPolicy",
    "Dialogs",
    "DocumentChange",
    "DocumentChangeKind",
    "DomainGuard",
    "Domains",
    "Download",
    "DrawnElement",
    "DrawnText",
    "Emulation",
    "EmulationOptions",
    "Frame",
    "FramePulse",
    "FrameTree",
    "Generated",
    "Geolocation",
    "ImageFormat",
    "LayerKind",
    "Listener",
    "ListenersReply",
    "Mock",
    "NavigationOutcome",
    "NavigationResult",
    "NewNode",
    "PageTool",
    "PageTools",
    "ProofAhead",
    "RawPulse",
    "Redrawn",
    "Request",
    "RequestBackstop",
    "RequestInterceptors",
    "RequestMark",
    "RequestTable",
    "Restyled",
    "SettleStatus",
    "Settled",
    "ShownText",
    "SitePermissions",
    "StoredState",
    "Tab",
    "TextChanges",
    "Throttle",
    "ToolAnswer",
    "ToolList",
    "Toolkit",
    "Trace",
    "Visits",
    "WaitUntil",
    "World",
    "WrittenText",
    "at_once",
    "blocked_in_short",
    "check_url",
    "cookie_params",
    "domains_of",
    "is_context_lost",
    "joined_headers",
    "listeners_in",
    "open_tab",
    "page_function",
    "page_module",
    "permission_settings",
    "plain_cookies",
    "proxy_settings",
    "read_answer",
    "read_state",
    "refuse_unknown",
    "report_downloads",
    "restore_state",
    "save_downloads_to",
    "save_state",
    "typed_scheme",
    "typed_url",
    "visits_of",
]
