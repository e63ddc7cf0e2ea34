"""`cdp-engine extract`: data of a page as JSON, by a schema and a model, or by structure alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from cdp_engine.agent import items_data, model_named, table_data
from cdp_engine.engine import Page
from cdp_engine.errors import InvalidInput, ModelFailed
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.output_file import output_file
from cdp_engine.serve.cli.runner import run
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.commands.observe import Address, Output
from cdp_engine.serve.commands.run import ModelName, ModelUrl
from cdp_engine.serve.reports.extracted import extraction_data, schema_in

Schema = Annotated[
    Path | None,
    typer.Option("--schema", metavar="FILE", help="A JSON Schema, or FILE.py:NAME; needs --model."),
]
Instruction = Annotated[str, typer.Option("--instruction", metavar="TEXT", help="What is meant.")]
Tables = Annotated[bool, typer.Option("--tables", help="The tables as rows, without a model.")]
Items = Annotated[bool, typer.Option("--items", help="What repeats as rows, without a model.")]
By = Annotated[
    str | None,
    typer.Option(
        "--by", metavar="NAME", help='With --items: an item (link "Blue shirt"), or the role of all.'
    ),
]
Pages = Annotated[int, typer.Option("--pages", min=1, max=500, help="Pages of a list to read in all.")]
Scrolls = Annotated[int, typer.Option("--scrolls", min=0, max=500, help="Screens to scroll down on each.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="The most entries of a list.")]
Budget = Annotated[int, typer.Option("--max-tokens", min=1, help="Tokens that the model may read in all.")]


@takes_browser()
def extract(
    url: Address,
    schema: Schema = None,
    model: ModelName = "",
    model_url: ModelUrl = None,
    instruction: Instruction = "",
    tables: Tables = False,
    items: Items = False,
    by: By = None,
    pages: Pages = 1,
    scrolls: Scrolls = 0,
    limit: Limit = None,
    max_tokens: Budget = 60_000,
    output: Output = None,
    *,
    chosen: BrowserOptions,
) -> int:
    """Print data of a page as JSON: a schema filled in by a model, or tables and items by structure alone.

    Every value comes with its evidence: the text that it was taken from, and the ref of its element. A value that the
    page does not say is null; the exit code is then 1.
    """

    async def read(page: Page) -> dict[str, Any]:
        if tables:
            return {"success": True, "tables": [table_data(one) for one in await page.tables()]}
        if items:
            found = await page.items(by, pages=pages, scrolls=scrolls)
            return {"success": found is not None, "items": None if found is None else items_data(found)}
        if schema is None or not model.strip():
            raise InvalidInput(
                f"{'--schema' if schema is None else '--model'} is missing",
                hint="Give --schema FILE and --model MODEL, or --tables, or --items.",
            )
        wanted = schema_in(schema)
        client = model_named(model, url=model_url)
        try:
            client.check_key()
        except ModelFailed as missing:
            raise InvalidInput(missing.message, hint=missing.hint) from missing
        async with client:
            return extraction_data(
                await page.extract(
                    wanted,
                    model=client,
                    instruction=instruction,
                    pages=pages,
                    scrolls=scrolls,
                    limit=limit,
                    max_tokens=max_tokens,
                )
            )

    async def task() -> int:
        address = address_of(url)
        if [tables, items, schema is not None].count(True) != 1:
            raise InvalidInput("choose one", hint="Give --schema FILE, or --tables, or --items.")
        with output_file(output) as place:
            async with open_browser(chosen) as browser:
                page = await browser.new_page(address)
                try:
                    data = await read(page)
                finally:
                    if chosen.connect is not None and not browser.closed:
                        await page.close()
            place.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return 0 if data["success"] else 1

    return run(chosen, task)
