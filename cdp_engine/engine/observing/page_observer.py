"""Observations of one page: captured once for all callers, reported to each as the changes since its last one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Unpack, overload

import anyio

from cdp_engine.engine.observing.observation_cache import CaptureCache
from cdp_engine.engine.observing.reporter import PreparedAnswer, Reporter, ReportOptions
from cdp_engine.engine.observing.shared_captures import SharedCaptures
from cdp_engine.engine.results import Observation
from cdp_engine.engine.tab_access import TabAccess
from cdp_engine.engine.webmcp import OfferedTools
from cdp_engine.errors import InvalidInput
from cdp_engine.observe import CaptureOptions, ScopedRef, SecretMemory, Snapshot, collector_paused
from cdp_engine.tab import Tab
from cdp_engine.track import Target, focused_element, named_element, read_name
from cdp_engine.views import view_of, view_options

_CAPTURE_OPTIONS = frozenset(CaptureOptions.__struct_fields__)
_LASTING = ("respect_opt_out", "boundaries")
"""The options of a capture that hold for the later ones of the page, too."""


def _checked(options: Mapping[str, Any]) -> None:
    """Raise `InvalidInput` for an option that does not exist."""
    unknown = sorted(options.keys() - _CAPTURE_OPTIONS)
    if unknown:
        raise InvalidInput(
            f"unknown capture option {unknown[0]!r}; the options are {', '.join(sorted(_CAPTURE_OPTIONS))}"
        )


class PageObserver:
    """Captures one page and reports on it. `reporter` records what the caller was shown so far."""

    def __init__(self, access: TabAccess, tools: OfferedTools, secrets: SecretMemory) -> None:
        self.secrets = secrets
        """What was typed into secret fields of the page's context."""
        self.reporter = Reporter()
        self._access = access
        self._tools = tools
        self.captures = SharedCaptures()
        """The running captures; whatever acts on the page makes them invalid (CD-05)."""
        self._cache = CaptureCache(secrets)
        self._usual = CaptureOptions()
        self._captured: Tab | None = None
        """The tab of the last capture."""
        access.on_document_change(self.reporter.tracker.document_changed)

    def capture_options(self, options: Mapping[str, Any]) -> CaptureOptions:
        """Options by name. Raises `InvalidInput` for one that does not exist.

        A given `respect_opt_out` or `boundaries` holds from now on: actions on the page observe it as well (CD-11).
        """
        _checked(options)
        usual = {name: getattr(self._usual, name) for name in _LASTING}
        chosen = CaptureOptions(**usual | dict(options))
        self._usual = CaptureOptions(**{name: getattr(chosen, name) for name in _LASTING})
        return chosen

    @property
    def refusals(self) -> Mapping[str, int]:
        """How many observations of a changed page took a capture, by reason."""
        return self._cache.captured

    @property
    def spared(self) -> int:
        """How many observations of a changed page took none."""
        return self._cache.spared

    @overload
    def resolve(self, tab: Tab, target: Target) -> ScopedRef: ...
    @overload
    def resolve(self, tab: Tab, target: None) -> None: ...
    def resolve(self, tab: Tab, target: Target | None) -> ScopedRef | None:
        """The element that `target` names. Raises `UnknownRef`, `StaleRef`."""
        if target is None:
            return None
        return self.reporter.refs.resolve(
            target,
            main_frame=tab.frames.main.id,
            loaders={frame.id: frame.loader_id for frame in tab.frames.all()},
        )

    async def found(self, target: Target | None) -> Target | None:
        """The ref of the element that a name means (`button "Save"`, `focused`); any other target as it is.

        Raises `NameNotFound`, `NameAmbiguous`.
        """
        name = read_name(target)
        return target if name is None else named_element(await self.capture_to_show(), name).ref

    async def focused(self) -> Target | None:
        """The ref of the focused element; None where nothing has the focus."""
        node = focused_element(await self.capture())
        return None if node is None else node.ref

    async def capture_to_show(self) -> Snapshot:
        """The page now, for a caller that is shown refs of it without an answer that the next one counts from."""
        snapshot = await self.capture()
        self.reporter.tracker.glimpsed()
        return snapshot

    async def capture(
        self, options: CaptureOptions | None = None, *, fresh: bool = False, laid_out: bool = False
    ) -> Snapshot:
        """The page now, with refs tracked; not shown to any caller. Raises as `Page.snapshot` does.

        Unless `fresh`, a page on which nothing happened is not captured again (CD-17). `laid_out` says that its only
        document has just answered with its layout done, which spares a question.
        """
        async with self._access.use() as tab:
            if tab.failure is not None and not tab.frames.known:
                raise tab.failure  # crashed or closed: there is nothing to capture
            chosen = options or self._usual
            key = (chosen, fresh)
            return await self.captures.capture(key, lambda: self._take(tab, chosen, fresh, laid_out))

    async def snapshot(self, options: Mapping[str, Any]) -> Snapshot:
        """See `Page.snapshot`."""
        snapshot = await self.capture(self.capture_options(options), fresh=True)
        self.reporter.tracker.glimpsed()
        self._prepare()
        return snapshot

    def _prepare(self) -> None:
        """Have what actions need installed in the documents, while the caller does something with its answer."""
        if self._captured is not None:
            for shown in self._captured.frames.by_session().values():
                self._captured.toolkit(shown[0]).prepare()

    async def is_current(self, snapshot: Snapshot) -> bool:
        """See `Page.is_current`."""
        now = await self.capture()
        same = now.documents[0].loader_id == snapshot.documents[0].loader_id
        return same and (now is snapshot or (now.version == snapshot.version and now.refs == snapshot.refs))

    def look_ahead(self) -> Callable[[Callable[[], bool]], Awaitable[None]] | None:
        """A capture while the page may still change: where it does not, the next `capture` costs nothing more.

        Its argument says whether the page is at rest.

        None where captures of this page take too long for that, or cannot be proved to hold.
        """
        return self._capture_ahead if self._cache.pays_ahead(self._usual) else None

    async def _capture_ahead(self, rests: Callable[[], bool]) -> None:
        async with self._access.use() as tab:
            laid_out = len(tab.frames.all()) == 1
            usual, refs = self._usual, self.reporter.refs
            take = partial(self._cache.take, tab, usual, refs, fresh=False, laid_out=laid_out, ahead=rests)
            await self.captures.capture((usual, "ahead"), take)

    async def report(self, snapshot: Snapshot, **options: Unpack[ReportOptions]) -> Observation:
        """The answer to a caller, with the announcements on the page since the last one (SX-08)."""
        shown_texts = self._cache.shown_texts()
        with collector_paused():
            answer = self.reporter.answer(
                snapshot, shown_texts=shown_texts, at=anyio.current_time(), **options
            )
        return await self._tools.added_to(answer)

    def earlier(self, snapshot: Snapshot, since: int) -> PreparedAnswer | None:
        """What has changed since the caller's version, to be reported apart from what an action is about to do.

        Not committed yet. None where nothing has changed, or where only the whole page would say what.
        """
        if self.reporter.validate(snapshot, since) == "current":
            return None
        format, options = self.reporter.view
        with collector_paused():
            answer = self.reporter.prepare(
                snapshot,
                shown_texts=self._cache.shown_texts(),
                at=anyio.current_time(),
                since=since,
                format=format,
                options=options,
            )
        return None if answer.observation.kind in ("full", "no_change") else answer

    def commit(self, answer: PreparedAnswer | None, *, given: bool) -> PreparedAnswer | None:
        """Record that the caller gets an answer that was prepared; None where it is not given."""
        if answer is None or not given:
            return None
        self.reporter.commit(answer)
        return answer

    async def observe(self, since: int | None, format: str, options: Mapping[str, Any]) -> Observation:
        """See `Page.observe`; options of the view and of the capture are distinguished by name."""
        names = _CAPTURE_OPTIONS - view_options(format)
        for_capture = {name: value for name, value in options.items() if name in names}
        for_view = {name: value for name, value in options.items() if name not in for_capture}
        if view_of(format).bounded:
            for_capture.setdefault("boundaries", True)
        snapshot = await self.capture(self.capture_options(for_capture), fresh=since is None)
        full = since is None
        answer = await self.report(snapshot, since=since, full=full, format=format, options=for_view)
        self._prepare()
        return answer

    async def _take(self, tab: Tab, options: CaptureOptions, fresh: bool, laid_out: bool) -> Snapshot:
        snapshot = await self._cache.take(
            tab,
            options,
            self.reporter.refs,
            fresh=fresh,
            laid_out=laid_out,
            idle=self.reporter.tracker.frees,
        )
        self._captured = tab
        with collector_paused():
            self.reporter.tracker.track(snapshot)
        return snapshot
