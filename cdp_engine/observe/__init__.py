"""Observing a page: a tab comes in, an immutable `Snapshot` goes out.

Capture asks the browser (I/O); tables, merge and classification are pure. Secrets typed into a page are
dropped while replies are read, so nothing behind this room can show them. Nothing here acts on a page, gives
out refs (see track) or turns a snapshot into text (see views).
"""

from cdp_engine.observe.capture import capture
from cdp_engine.observe.collector import collector_paused
from cdp_engine.observe.columns import DocumentInfo, Flag, NodeColumns, ShadowKind
from cdp_engine.observe.counts import SnapshotStats
from cdp_engine.observe.element_pictures import pictured, take_pictures
from cdp_engine.observe.geometry import Box, Placement
from cdp_engine.observe.masking import masked
from cdp_engine.observe.node import VirtualNode
from cdp_engine.observe.options import CaptureMode, CaptureOptions
from cdp_engine.observe.refs import RefIssuer, ScopedRef
from cdp_engine.observe.retouch import marks_left, retouch
from cdp_engine.observe.scroll import Scroll
from cdp_engine.observe.snapshot import LeftOut, PageContext, Snapshot, use_views
from cdp_engine.observe.tables import Cell, Table, is_table, read_table

__all__ = [
    "Box",
    "CaptureMode",
    "CaptureOptions",
    "Cell",
    "DocumentInfo",
    "Flag",
    "LeftOut",
    "NodeColumns",
    "PageContext",
    "Placement",
    "RefIssuer",
    "ScopedRef",
    "Scroll",
    "ShadowKind",
    "Snapshot",
    "SnapshotStats",
    "Table",
    "VirtualNode",
    "capture",
    "collector_paused",
    "is_table",
    "marks_left",
    "masked",
    "pictured",
    "read_table",
    "retouch",
    "take_pictures",
    "use_views",
]
