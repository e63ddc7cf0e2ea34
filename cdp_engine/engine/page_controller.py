"""The internals of a `Page`: its tab, its observations, its actions, and the tools that the page itself offers."""

from __future__ import annotations

from cdp_engine.engine.acting.action_runner import ActionRunner
from cdp_engine.engine.acting.outcome_check import OutcomeChecks
from cdp_engine.engine.observing.page_observer import PageObserver
from cdp_engine.engine.tab_access import TabAccess
from cdp_engine.engine.webmcp import OfferedTools
from cdp_engine.observe import SecretMemory
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable


class PageController:
    """The parts of a page that the rooms need but programs do not use."""

    def __init__(self, access: TabAccess, secrets: SecretMemory) -> None:
        self.access = access
        """Attaches to the tab and detaches from it."""
        self.tools = OfferedTools(access)
        self.observer = PageObserver(access, self.tools, secrets)
        self.actions = ActionRunner(access, self.observer)
        self.outcomes = OutcomeChecks(access, self.observer, self.actions.turn)

    @property
    def tab(self) -> Tab:
        """The tab of the page. Raises `InvalidInput` before its first use."""
        return self.access.tab

    @property
    def refs(self) -> RefTable:
        """The short refs that the page has issued."""
        return self.observer.reporter.refs
