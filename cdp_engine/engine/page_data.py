"""Data out of a page: tables and items by structure, a schema filled in by a model with evidence, requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, Unpack, cast, overload

from cdp_engine.engine.handle import Handle
from cdp_engine.engine.page_controller import PageController
from cdp_engine.engine.reading.extraction import Extraction, ExtractionOptions, ExtractionPlan, extractor
from cdp_engine.engine.reading.list_walk import Extent
from cdp_engine.engine.reading.listed_items import listed_items, named
from cdp_engine.observe import ItemList, Table, data_tables
from cdp_engine.tab import RequestMark
from cdp_engine.track import Target
from cdp_engine.verify import RequestSeen, requests_seen

T = TypeVar("T")


class PageData(Handle[PageController]):
    """The data of a `Page`: what a person could see of it, never hidden text or the contents of secret fields."""

    def request_mark(self) -> RequestMark:
        """A mark for `requests`: those sent from now on count. The page must be attached (`page.attach()`)."""
        return self._controller.access.tab.network.mark()

    def requests(self, *, since: RequestMark | None = None) -> tuple[RequestSeen, ...]:
        """The requests that the page, its frames and workers sent, oldest first; with `since` those after a mark.

        The newest 2,000 are kept, those for the page's icon are not counted; `at` counts from the first that is
        returned. The page must be attached.
        """
        network = self._controller.access.tab.network
        return requests_seen(network.since(RequestMark(0) if since is None else since))

    async def tables(self, *, within: Target | None = None) -> list[Table]:
        """The tables with data, in reading order; each cell has its text, its headers and its element.

        `table.records()` are the rows as header → text. `within` looks in one element only. Raises what `snapshot`
        raises, and `UnknownRef`, `StaleRef`, `NameNotFound` for `within`.
        """
        snapshot = await self._controller.observer.capture(fresh=True)
        return data_tables(snapshot, None if within is None else named(snapshot, within))

    async def items(
        self, by: Target | None = None, *, pages: int = 1, scrolls: int = 0, next: Target | None = None
    ) -> ItemList | None:
        """Elements that repeat (cards, results, messages, rows) as rows; None where nothing repeats.

        `by` is one of the items, a part of one, or the element around them, as a ref or a name; or a role or tag that
        each item has (`article`, `listitem`). Without it the list that is most of the page is taken. `pages` follows
        the control for more (`next`; found by itself otherwise), `scrolls` scrolls each page down so many screens.

        Columns are named as the page's author did, else by what they are: `heading`, `link`, `link_url`, `text`.
        Raises what `snapshot` raises; `InvalidInput`, `UnknownRef`, `NameNotFound` for `by`.
        """
        extent = Extent(pages=pages, scrolls=scrolls, next=next)
        found, _walked = await listed_items(cast("Any", self), by, extent)
        return found

    @overload
    async def extract(self, schema: type[T], **options: Unpack[ExtractionOptions]) -> Extraction[T]: ...
    @overload
    async def extract(
        self, schema: Mapping[str, Any], **options: Unpack[ExtractionOptions]
    ) -> Extraction[Any]: ...
    async def extract(
        self, schema: type[Any] | Mapping[str, Any], **options: Unpack[ExtractionOptions]
    ) -> Extraction[Any]:
        """Have a model fill in a schema from the page; every value comes with its evidence, or is refused.

        `schema` is a pydantic model, msgspec struct, dataclass, typed dict, a list of one of these, or a JSON Schema.
        `model` is a client of `cdp_engine.agent` or its name (`anthropic:NAME`); `instruction` says what is meant.
        The model names for each value the text that it read. The value is compared with that text of the snapshot:
        where it is not in there, the model is asked once more (`attempts`), then the value is refused: null, and
        `ungrounded` in `fields`. Hidden text is not shown to the model; text that gives orders to a model is not
        evidence.

        For a list (or an object with one list in it) `pages` and `scrolls` read on, as in `items`, up to `limit`
        entries. `within` reads one element only. `max_tokens` bounds what the model reads in all; a page that is too
        long for that is read in parts, from its beginning.

        Raises `InvalidInput` for a schema that cannot be filled in, `ModelFailed`, and what `snapshot` raises.
        """
        return await extractor()(cast("Any", self), schema, ExtractionPlan(**options))
