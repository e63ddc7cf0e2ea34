"""Showing a snapshot: text or JSON-ready data for a model, within a budget of tokens.

In:  a `Snapshot` or a delta, the name of a format, its options.
Out: a `RenderedAnswer`: the text or the data, what it cost, and what was left out.

One module per format, looked up by name. Reading a node's `ref` while it is shown is what issues it.

Never done here: asking the browser, changing a snapshot, deciding what an element is.
"""

from cdp_engine.views.budget.filter_stats import FilterStats, filter_stats
from cdp_engine.views.budget.relevance import ranked
from cdp_engine.views.budget.tokens import EstimatedTokens, ExactTokens, TokenCounter, token_counter
from cdp_engine.views.delta import RenderedAnswer, lines_of, render_answer, render_change, transient_lines
from cdp_engine.views.factpack_changes import render_factpack
from cdp_engine.views.formats.controls import Control, ControlsOptions
from cdp_engine.views.formats.elements import ElementInfo, ElementsOptions, ElementsView
from cdp_engine.views.formats.factpack import FactpackOptions
from cdp_engine.views.formats.full import FullOptions
from cdp_engine.views.formats.hybrid import MARKS_LEGEND, HybridOptions
from cdp_engine.views.formats.outline import OutlineLine, OutlineOptions, outline_lines
from cdp_engine.views.formats.schemas import json_schema, options_schema
from cdp_engine.views.formats.semantic import LEGEND, SemanticNode, SemanticOptions
from cdp_engine.views.formats.skeleton import SkeletonOptions
from cdp_engine.views.formats.tree import TreeNode, TreeOptions
from cdp_engine.views.marks import Mark, draw_marks, marks_of
from cdp_engine.views.payload import (
    ACTION_WORDS,
    VISUAL_WORDS,
    AgentRequest,
    Chosen,
    ClientObservations,
    DomChanges,
    LastActionError,
    LastActionResult,
    Mode,
    Wanted,
    agent_request,
    fallback_mode,
    first_that_works,
)
from cdp_engine.views.recent_events import RecentEvents, recent_events, render_with_events, with_events
from cdp_engine.views.registry import (
    View,
    data,
    formats,
    read_options,
    register,
    render,
    view_of,
    view_options,
)
from cdp_engine.views.rendered_answer import text_with_earlier
from cdp_engine.views.replay import Replay
from cdp_engine.views.scope import ViewOptions
from cdp_engine.views.text.markdown_text import markdown
from cdp_engine.views.text.page_text import body, harmless

__all__ = [
    "ACTION_WORDS",
    "LEGEND",
    "MARKS_LEGEND",
    "VISUAL_WORDS",
    "AgentRequest",
    "Chosen",
    "ClientObservations",
    "Control",
    "ControlsOptions",
    "DomChanges",
    "ElementInfo",
    "ElementsOptions",
    "ElementsView",
    "EstimatedTokens",
    "ExactTokens",
    "FactpackOptions",
    "FilterStats",
    "FullOptions",
    "HybridOptions",
    "LastActionError",
    "LastActionResult",
    "Mark",
    "Mode",
    "OutlineLine",
    "OutlineOptions",
    "RecentEvents",
    "RenderedAnswer",
    "Replay",
    "SemanticNode",
    "SemanticOptions",
    "SkeletonOptions",
    "TokenCounter",
    "TreeNode",
    "TreeOptions",
    "View",
    "ViewOptions",
    "Wanted",
    "agent_request",
    "body",
    "data",
    "draw_marks",
    "fallback_mode",
    "filter_stats",
    "first_that_works",
    "formats",
    "harmless",
    "json_schema",
    "lines_of",
    "markdown",
    "marks_of",
    "options_schema",
    "outline_lines",
    "ranked",
    "read_options",
    "recent_events",
    "register",
    "render",
    "render_answer",
    "render_change",
    "render_factpack",
    "render_with_events",
    "text_with_earlier",
    "token_counter",
    "transient_lines",
    "view_of",
    "view_options",
    "with_events",
]
