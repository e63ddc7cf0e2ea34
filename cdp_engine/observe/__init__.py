"""Observing a page: what the browser says of it becomes one immutable `Snapshot`.

In:  a `Tab`, and which capture is wanted (`fast`, `hybrid`, or an earlier snapshot to bring up to date).
Out: a `Snapshot`: every node with role, name, states, box and visibility, all frames included.

Capture asks the browser (I/O); tables, merge and classification are pure. Secrets typed into a page are
dropped while replies are read, so nothing behind this room can show them.

Never done here: acting on a page, issuing refs (see `track`), turning a snapshot into text (see `views`).
"""

from cdp_engine.observe.capture.capture import capture
from cdp_engine.observe.capture.element_screenshots import pictured, take_pictures
from cdp_engine.observe.capture.gc_pause import collector_paused
from cdp_engine.observe.capture.handler_readings import were_held
from cdp_engine.observe.capture.seek_text import Sought, seek_text
from cdp_engine.observe.incremental.incremental import marks_left, update_snapshot
from cdp_engine.observe.model.column_scans import Stayed, differing
from cdp_engine.observe.model.columns import (
    TEXT_AFTER,
    WRITTEN_TEXT,
    DocumentInfo,
    Flag,
    NodeColumns,
    ShadowKind,
)
from cdp_engine.observe.model.geometry import Box, Placement, Scroll
from cdp_engine.observe.model.html_tables import Cell, Table, is_table, read_table
from cdp_engine.observe.model.html_vocabulary import FRAME_TAGS, LANDMARKS, TEST_IDS
from cdp_engine.observe.model.node import VirtualNode
from cdp_engine.observe.model.options import CaptureMode, CaptureOptions
from cdp_engine.observe.model.page_tree import LeftOut, PageContext, PageTree
from cdp_engine.observe.model.refs import RefIssuer, ScopedRef
from cdp_engine.observe.model.snapshot import Snapshot, keep_origin, origin_of, set_version, use_views
from cdp_engine.observe.model.stats import SnapshotStats
from cdp_engine.observe.records.data_tables import data_tables
from cdp_engine.observe.records.item_fields import ItemCell, ItemList, ItemRow, item_list
from cdp_engine.observe.records.text_runs import text_runs
from cdp_engine.observe.semantics.number_masking import masked
from cdp_engine.observe.sources.row_changes import common_from, place_near
from cdp_engine.observe.sources.secret_memory import SecretMemory
from cdp_engine.observe.sources.secret_words import HIDDEN, forms_of, without_beginnings

__all__ = [
    "FRAME_TAGS",
    "HIDDEN",
    "LANDMARKS",
    "TEST_IDS",
    "TEXT_AFTER",
    "WRITTEN_TEXT",
    "Box",
    "CaptureMode",
    "CaptureOptions",
    "Cell",
    "DocumentInfo",
    "Flag",
    "ItemCell",
    "ItemList",
    "ItemRow",
    "LeftOut",
    "NodeColumns",
    "PageContext",
    "PageTree",
    "Placement",
    "RefIssuer",
    "ScopedRef",
    "Scroll",
    "SecretMemory",
    "ShadowKind",
    "Snapshot",
    "SnapshotStats",
    "Sought",
    "Stayed",
    "Table",
    "VirtualNode",
    "capture",
    "collector_paused",
    "common_from",
    "data_tables",
    "differing",
    "forms_of",
    "is_table",
    "item_list",
    "keep_origin",
    "marks_left",
    "masked",
    "origin_of",
    "pictured",
    "place_near",
    "read_table",
    "seek_text",
    "set_version",
    "take_pictures",
    "text_runs",
    "update_snapshot",
    "use_views",
    "were_held",
    "without_beginnings",
]
