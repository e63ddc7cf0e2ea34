"""Identity over time: snapshots come in, short refs that stay true and what changed between two looks go out.

What this room knows is which element a ref names, what the caller has seen of the page and what differs from that.
Everything here is pure: it never asks the browser, never renders text, and counts nothing as told before it is told so.
"""

from cdp_engine.track.changes import Added, ChangeType, Modified, NodeDelta, Removed
from cdp_engine.track.comparison import differing, same
from cdp_engine.track.content import Fact, Seen, region_of
from cdp_engine.track.digest import content_digest
from cdp_engine.track.fingerprint import Candidate, Fingerprint
from cdp_engine.track.identity import Rebound
from cdp_engine.track.lines import Line, LineDelta, Moved, Placed, Replaced, apply_lines, diff_lines
from cdp_engine.track.matching import Alignment, align
from cdp_engine.track.overlays import Overlay, OverlayKind, find_overlays
from cdp_engine.track.picture import Layer, Picture
from cdp_engine.track.proposals import Match
from cdp_engine.track.table import DocumentEvent, ElementRef, Invalidation, RefTable, Target
from cdp_engine.track.told import ChangeKind, Lost, TrackedChange
from cdp_engine.track.tracker import FULL_AFTER, PageTracker
from cdp_engine.track.transient import TransientReport, TransientText, TransientTexts
from cdp_engine.track.versions import Validation, ValidationStatus, Versioned, Versions

__all__ = [
    "FULL_AFTER",
    "Added",
    "Alignment",
    "Candidate",
    "ChangeKind",
    "ChangeType",
    "DocumentEvent",
    "ElementRef",
    "Fact",
    "Fingerprint",
    "Invalidation",
    "Layer",
    "Line",
    "LineDelta",
    "Lost",
    "Match",
    "Modified",
    "Moved",
    "NodeDelta",
    "Overlay",
    "OverlayKind",
    "PageTracker",
    "Picture",
    "Placed",
    "Rebound",
    "RefTable",
    "Removed",
    "Replaced",
    "Seen",
    "Target",
    "TrackedChange",
    "TransientReport",
    "TransientText",
    "TransientTexts",
    "Validation",
    "ValidationStatus",
    "Versioned",
    "Versions",
    "align",
    "apply_lines",
    "content_digest",
    "diff_lines",
    "differing",
    "find_overlays",
    "region_of",
    "same",
]
