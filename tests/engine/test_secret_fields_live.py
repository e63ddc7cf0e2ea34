"""What was secret stays secret: after "show password", in copies on the page, in every format and in every answer."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cdp_engine import Page
from cdp_engine.views import formats
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-08")]

SECRET = "hunter2-And-More"
PAGE = """<!doctype html><meta charset=utf-8><title>Sign in</title>
<label>Password <input id=pass type=password></label>
<button id=show onclick="pass.type = pass.type === 'password' ? 'text' : 'password'">Show password</button>
<button id=copy onclick="copied.textContent = 'You typed ' + pass.value; mirror.value = pass.value;
 mirror.setAttribute('title', pass.value)">Copy</button>
<button id=toast onclick="const t = Object.assign(document.createElement('div'), { role: 'status',
 textContent: 'Saved ' + pass.value }); document.body.append(t); setTimeout(() => t.remove(), 30)">Toast</button>
<p id=copied></p><input id=mirror aria-label=Mirror><p>An everyday text</p>"""


async def show(page: Page, site: Site) -> dict[str, str]:
    site.route("/engine/secret", PAGE)
    await page.goto(site.url("engine/secret"))
    return {node.name: node.ref for node in (await page.snapshot()).interactive()}


def everything(*answers: Any) -> str:
    """All that a program or a model could read of answers."""
    plain = [
        {
            name: getattr(answer, name)
            for name in answer.__struct_fields__
            if name not in ("snapshot", "observation")
        }
        for answer in answers
    ]
    return msgspec.json.encode(plain, enc_hook=repr).decode() + "".join(
        observation.text
        for answer in answers
        if (observation := getattr(answer, "observation", None)) is not None
    )


async def test_a_password_that_the_page_shows_stays_hidden_from_us(page: Page, site: Site) -> None:
    refs = await show(page, site)
    filled = await page.fill(refs["Password"], SECRET)
    shown = await page.click(refs["Show password"])
    assert await page.evaluate("pass.type") == "text"
    typed = await page.type(refs["Password"], "!")
    again = await page.fill(refs["Password"], SECRET)
    assert all(result.success for result in (filled, shown, typed, again))
    assert SECRET not in everything(filled, shown, typed, again)
    for format in formats():
        options = {"values": True} if format != "factpack" else {}
        text = (await page.observe(format=format, **options)).text
        assert SECRET not in text, format
        assert SECRET not in (await page.observe(format=format, **options)).snapshot.render(format, **options)
    for mode in ("hybrid", "fast"):
        snapshot = await page.snapshot(capture=mode)
        assert SECRET not in repr(vars_of(snapshot.columns)), mode
        assert snapshot.get(refs["Password"]).value is None


def vars_of(columns: Any) -> dict[str, Any]:
    return {name: getattr(columns, name) for name in columns.__dataclass_fields__}


async def test_what_is_copied_from_a_password_is_hidden(page: Page, site: Site) -> None:
    refs = await show(page, site)
    await page.fill(refs["Password"], SECRET)
    copied = await page.click(refs["Copy"])
    assert copied.success
    toasted = await page.click(refs["Toast"])
    later = await page.observe(since=toasted.observation.version if toasted.observation else None)
    whole = await page.observe()
    assert SECRET not in everything(copied, toasted, later, whole)
    assert "You typed •••" in whole.text
    assert "An everyday text" in whole.text
    assert whole.snapshot.get(refs["Mirror"]).value == "•••"
    assert SECRET not in repr(vars_of(whole.snapshot.columns))
    await page.evaluate("copied.textContent = `Again: ${pass.value}`")
    small = await page.observe(since=whole.version)
    assert SECRET not in small.text + repr(vars_of(small.snapshot.columns))


async def test_an_everyday_word_as_a_password_hides_no_page(page: Page, site: Site) -> None:
    refs = await show(page, site)
    await page.fill(refs["Password"], "everyday")
    assert "An everyday text" in (await page.observe()).text
