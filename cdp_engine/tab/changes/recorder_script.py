"""The script that stands in every document of a tab and notes what changes (injected/recorder.js)."""

from __future__ import annotations

from functools import cache

from cdp_engine.protocol import Command, page
from cdp_engine.tab.injected import script
from cdp_engine.tab.state.execution_contexts import WORLD_NAME


@cache
def recorder() -> str:
    """The recorder's source."""
    return script("recorder")


def watch_every_document() -> Command[page.AddScriptToEvaluateOnNewDocumentReply]:
    """Puts the recorder into every document of a session, those that stand already included."""
    return page.add_script_to_evaluate_on_new_document(
        recorder(), world_name=WORLD_NAME, run_immediately=True
    )
