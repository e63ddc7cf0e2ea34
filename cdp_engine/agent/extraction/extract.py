"""`Page.extract`: captures, the model that reads them, and the result as the caller's schema."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any

from cdp_engine.agent.extraction.checked_answer import without_gaps
from cdp_engine.agent.extraction.page_reader import PageReader, cut_to
from cdp_engine.agent.extraction.schema_shape import instance_of, json_schema_of, shape_of
from cdp_engine.agent.models import model_named
from cdp_engine.engine import Extent, Extraction, ExtractionPlan, Page, walk
from cdp_engine.errors import InvalidInput

_NAMED = 5


async def extract(
    page: Page, schema: type[Any] | Mapping[str, Any], options: ExtractionPlan
) -> Extraction[Any]:
    """See `Page.extract`."""
    if options.limit is not None and options.limit < 1:
        raise InvalidInput(f"invalid limit {options.limit}", hint="Give 1 or more entries.")
    shape = shape_of(json_schema_of(schema))
    extent = Extent(pages=options.pages, scrolls=options.scrolls, next=options.next)
    async with AsyncExitStack() as stack:
        model = options.model
        if isinstance(model, str):
            model = await stack.enter_async_context(model_named(model))
        reader = PageReader(model, shape, options)
        walked = await walk(page, extent, reader.take)
    data, fields = reader.data, reader.fields
    if options.limit is not None:
        data = cut_to(data, fields, options.limit)
    whole, gaps = without_gaps(shape, data)
    value, misfit = None, ""
    try:
        value = instance_of(schema, whole)
    except ValueError as error:  # of pydantic and of msgspec, too
        misfit = str(error).strip()
    refused = [path for path, field in fields.items() if field.status == "ungrounded"]
    problem = "; ".join(
        filter(
            None,
            (
                f"not on the page: {_listed(refused)}" if refused else "",
                f"required and not found: {_listed(gaps)}" if gaps else "",
                misfit if misfit and not gaps else "",
                walked.message,
                "the budget of tokens is used up" if reader.over_budget else "",
            ),
        )
    )
    lacking = [gap for gap in gaps if not any(step.isdigit() for step in gap.split("."))]
    return Extraction(
        value=None if lacking else value,
        data=data,
        fields=fields,
        success=not problem,
        problem=problem,
        pages=walked.pages,
        calls=reader.calls,
        tokens_read=reader.usage.read,
        tokens_written=reader.usage.written,
        ended="budget" if reader.over_budget else walked.ended,
    )


def _listed(paths: list[str]) -> str:
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return ", ".join(path or "the value" for path in paths[:_NAMED]) + more
