"""What a page copies from a password field: no answer, view or record of the engine shows it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cdp_engine import Page, expect
from cdp_engine.engine import controller_of
from cdp_engine.views import formats
from tests.support.copies import PLACES, found_in
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-08")]

SECRET = "Tr0ub4dor&3-horse"


async def open_page(page: Page, site: Site) -> dict[str, str]:
    for path, html in PLACES.items():
        site.route(path, html)
    page.dialogs.policy = "accept"
    await page.goto(site.url("copies/page"))
    return {node.name: node.ref for node in (await page.snapshot()).interactive()}


def all_of(answer: Any) -> str:
    """All that a caller could read of an answer, its snapshot included."""
    snapshots = [
        getattr(answer, "snapshot", None),
        getattr(getattr(answer, "observation", None), "snapshot", None),
    ]
    pages = [
        repr((one.context, one.documents, [getattr(one.columns, name) for name in one.columns.__slots__]))
        for one in snapshots
        if one is not None
    ]
    return msgspec.json.encode(
        answer, enc_hook=lambda one: "" if hasattr(one, "columns") else repr(one)
    ).decode() + "".join(pages)


async def test_no_answer_shows_what_a_page_copies_from_a_password(page: Page, site: Site) -> None:
    refs = await open_page(page, site)
    answers = [await page.fill(refs["Password"], SECRET)]
    for name in ("Say", "Ask", "Save", "Open", "Hide"):
        answers.append(await page.click(refs[name]))
        assert answers[-1].success, answers[-1].message
    async with page.verify(expect.appears("Again")) as check:
        await page.evaluate("note.textContent = 'Again ' + kept; document.title = 'Again ' + kept")
    texts = [all_of(answer) for answer in (*answers, check.verification, await page.observe())]
    for format in formats():
        texts.append((await page.observe(format=format)).text)
        texts.append((await page.snapshot()).render(format))
    texts += [repr(await page.tables()), repr(await page.items())]
    for text in texts:
        assert not found_in(text, SECRET)
    assert "Hello •••" in texts[0]
    popup = page.popups[0]
    assert not found_in(all_of(await popup.observe()), SECRET)
    assert await popup.evaluate("location.search") == "?of=Tr0ub4dor%263-horse"


async def test_what_is_sent_before_it_was_captured_is_hidden(page: Page, site: Site) -> None:
    refs = await open_page(page, site)
    sent = await page.type(refs["Password"], SECRET, enter=True)
    assert sent.effect.kind == "navigated"
    assert page.url.endswith("pass=Tr0ub4dor%263-horse")
    assert not found_in(all_of(sent), SECRET)
    assert "pass=•••" in sent.message
    assert not found_in((await page.observe()).text, SECRET)


async def test_short_and_everyday_passwords_hide_no_page(page: Page, site: Site) -> None:
    refs = await open_page(page, site)
    for value in ("or", "inf", "ordinary"):
        await page.fill(refs["Password"], value)
        assert "An ordinary information" in (await page.observe()).text
    secrets = controller_of(page).observer.secrets
    assert secrets.masked("ordinary") == "•••"
    await page.fill(refs["Password"], "ordinarily")
    assert "An ordinary information" in (await page.observe()).text
