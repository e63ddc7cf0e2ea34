"""Identity over time: which element a ref names, what the caller has seen of the page, and what differs from that.

In:  snapshots, one after the other, and what of each was shown to the caller.
Out: short refs that keep naming the same element, versions, and the changes between two snapshots.

Everything here is pure.

Never done here: asking the browser, rendering text, counting something as shown before it was shown.
"""

from cdp_engine.track.caller_state import CallerState, Layer
from cdp_engine.track.changes.change import Lost, ObservationKind, TrackedChange
from cdp_engine.track.changes.comparison import Comparison, same
from cdp_engine.track.changes.content import Fact, Seen, region_of
from cdp_engine.track.changes.lines import Line, LineDelta, Moved, Placed, Replaced, apply_lines, diff_lines
from cdp_engine.track.changes.node_changes import Added, ChangeType, Modified, NodeDelta, Removed
from cdp_engine.track.changes.row_content import content_digest
from cdp_engine.track.changes.row_runs import Rows, differing_rows, with_rows_now
from cdp_engine.track.changes.versions import Validation, ValidationStatus, Versioned, Versions
from cdp_engine.track.identity.fingerprint import Candidate, Fingerprint, fingerprint, lasting_id
from cdp_engine.track.identity.identity import Rebound
from cdp_engine.track.identity.matching import Alignment, align
from cdp_engine.track.identity.proposals import Match
from cdp_engine.track.identity.ref_entries import DocumentEvent, Invalidation
from cdp_engine.track.identity.ref_table import RefTable
from cdp_engine.track.identity.targets import ElementRef, Target
from cdp_engine.track.names.element_names import (
    ElementName,
    derived_roles,
    described,
    element_of,
    field_name,
    focused_element,
    named_element,
    read_name,
)
from cdp_engine.track.names.whereabouts import whereabouts
from cdp_engine.track.overlays import Overlay, OverlayKind, find_overlays
from cdp_engine.track.tracker import FULL_AFTER, PageTracker
from cdp_engine.track.transient import TransientReport, TransientText, TransientTexts, spelled_out

__all__ = [
    "FULL_AFTER",
    "Added",
    "Alignment",
    "CallerState",
    "Candidate",
    "ChangeType",
    "Comparison",
    "DocumentEvent",
    "ElementName",
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
    "ObservationKind",
    "Overlay",
    "OverlayKind",
    "PageTracker",
    "Placed",
    "Rebound",
    "RefTable",
    "Removed",
    "Replaced",
    "Rows",
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
    "derived_roles",
    "described",
    "diff_lines",
    "differing_rows",
    "element_of",
    "field_name",
    "find_overlays",
    "fingerprint",
    "focused_element",
    "lasting_id",
    "named_element",
    "read_name",
    "region_of",
    "same",
    "spelled_out",
    "whereabouts",
    "with_rows_now",
]
