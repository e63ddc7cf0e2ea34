"""The inspector page, asked as a browser asks it, and as strangers do."""

from __future__ import annotations

import base64
import io
import re
import signal
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx
import pytest

from cdp_engine import Browser
from cdp_engine.agent import Conversation, TaskEvent, open_workspace
from cdp_engine.agent.models import Asked
from cdp_engine.serve.reports.inspector import KEPT_STEPS, Inspector
from cdp_engine.serve.reports.local_web import LocalServer
from cdp_engine.serve.reports.page_image import PageImage
from cdp_engine.serve.reports.run_report import NO_IMAGE, Report
from cdp_engine.serve.reports.step_html import POLICY, Part, Step, beginning, section
from cdp_engine.serve.shell.commands import RULES
from tests.serve.command import ended, started
from tests.support.site import Site

pytestmark = pytest.mark.req("EX-11")

HOSTILE = "</pre><script>parent.pwned=1</script><img src=//evil.test/x>\x1b[2J"
PAGE = f"""<!doctype html><title>Stall</title><h1>Fruit</h1>
<button onclick="document.querySelector('p').textContent='Sold out'">Buy</button><p>Fresh</p>
{"".join(f"<h2>Fruit {n}</h2>" for n in range(20))}
<div id=raw></div><script>raw.textContent = {HOSTILE!r}.replace('<\\\\/', '</')</script>"""


@pytest.fixture
def stall(site: Site) -> Iterator[str]:
    page = PAGE.replace("</script><img", "<\\/script><img").replace("'</pre>", "'<\\/pre>")
    remove = site.route("/inspect/stall", page)
    yield site.url("inspect/stall")
    remove()


@pytest.mark.anyio
@pytest.mark.live
async def test_every_step_is_shown_and_strangers_see_nothing(stall: str, browser: Browser) -> None:
    listening = anyio.Event()
    async with (
        open_workspace(browser, rules=RULES) as workspace,
        anyio.create_task_group() as tasks,
        httpx.AsyncClient(trust_env=False, timeout=60) as client,
    ):
        inspector = Inspector(workspace, borrowed=True)
        web = LocalServer(inspector.answer, policy=POLICY)

        async def serve() -> None:
            await web.serve(0, ready=listening.set)

        tasks.start_soon(serve)
        await inspector.begin(stall)
        await listening.wait()
        origin = f"http://{urlsplit(web.address).netloc}"

        async def do(words: str) -> str:
            form = {"words": words}
            done = await client.post(
                web.address, data=form, headers={"Origin": origin}, follow_redirects=False
            )
            assert done.status_code == 303
            return (await client.get(httpx.URL(web.address).join(done.headers["Location"]))).text

        first = await client.get(web.address)
        assert first.status_code == 200
        for name, value in (("Content-Security-Policy", "default-src 'none'"), ("Cache-Control", "no-store")):
            assert value in first.headers[name]
        assert "Fresh" in first.text
        assert "data:image/webp;base64," in first.text
        assert "pwned" in unescape(first.text)  # the page's words are there, and only as words
        for live in ("<script", "<img src=//", "\x1b"):
            assert live not in first.text
        assert not re.search(r'(?:src|href)="(?!data:)', first.text)

        ref = re.search(r"\[(e\d+) button Buy", first.text)
        assert ref is not None
        after = await do(f"click {ref[1]}")
        assert f"2: click {ref[1]}" in after
        reported = unescape(after.partition("<h2>1: ")[0])
        assert "Sold out" in reported
        assert "delta from v" in reported
        assert re.search(r"view \d+ tokens", reported)
        assert re.search(r"seconds \d+\.\d\d", reported)
        assert "is not a command" in await do("juggle <b>three</b>")
        assert "<b>three" not in first.text
        async with (
            browser.new_context() as context
        ):  # a person's browser, with its own idea of forms and policies
            person = await context.new_page(web.address)
            field = (await person.snapshot()).find(role="textbox")[0]
            assert (await person.fill(field.ref, "look")).success
            assert (await person.press("Enter")).success
            await person.wait_for(text="4: look")

        good = httpx.URL(web.address)
        refused = [
            (await client.get(web.address, headers={"Host": "evil.test"}), 421),
            (await client.get(web.address, headers={"Origin": "http://evil.test"}), 403),
            (await client.post(web.address, data={"words": "reload"}), 403),
            (await client.post(web.address, headers={"Origin": "null"}), 403),
            (await client.get(good.copy_with(path="/")), 404),
            (await client.get(good.copy_with(path=good.path[:-3] + "xx/")), 404),
            (await client.get(f"{web.address}more"), 404),
            (await client.post(web.address, content=b"x" * 70_000, headers={"Origin": origin}), 400),
            (await client.delete(web.address), 405),
        ]
        for answer, status in refused:
            assert answer.status_code == status
            assert "Fruit" not in answer.text
        assert len(inspector.steps) == 4

        await do("quit")
        assert inspector.over.is_set()
        tasks.cancel_scope.cancel()
    assert inspector.steps.maxlen == KEPT_STEPS


def test_a_report_that_is_cut_off_holds_all_steps_so_far() -> None:
    step = Step(
        title=HOSTILE, facts={"read": HOSTILE}, parts=(Part(HOSTILE, HOSTILE, folded=True),), good=False
    )
    html = beginning(HOSTILE) + section(step)
    assert "<script" not in html
    assert "<img" not in html
    assert "\x1b" not in html
    assert html.count("&lt;script&gt;") == 6
    assert html.index("Content-Security-Policy") < html.index("&lt;script")


def test_a_run_is_reported_turn_by_turn_and_a_crash_leaves_what_was() -> None:
    file = io.BytesIO()
    report = Report(file)
    talk = Conversation(system="Be good.", messages=(Asked("[e3 button Buy]"),))

    def tell(kind: Any, **data: Any) -> None:
        report(TaskEvent(at=1.5, turn=1, kind=kind, data=data))

    tell("start", goal="Buy <fruit>", model="m", service="any")
    report.record_request(PageImage(None, b"picture"), talk, 0.25)
    tell("model", text="I buy.", usage={"read": 0, "written": 7})
    tell("tool", name="click", arguments='{"ref": "e3"}')
    tell("checkpoint", reason="dear")
    tell("answer", text="v2 delta from v1", success=True, effect={"type": "confirmed"})
    report.record_request(PageImage(None, None, "withheld: it shows a secret"), talk, 0.25)
    tell("model", text="And now?", usage={})
    report.record_request(
        NO_IMAGE, talk, 0.25
    )  # the model called no tool and is asked again: its turn is over
    html = unescape(file.getvalue().decode())  # the program ends here
    for reported in (
        "Run: Buy <fruit>",
        'Turn 1: > click {"ref": "e3"}',
        "[e3 button Buy]",
        "I buy.",
        "checkpoint: dear",
        '"effect":{"type":"confirmed"}',
        "v2 delta from v1",
        "written 7 tokens",
        "model 0.2 s",
        base64.b64encode(b"picture").decode(),
        "withheld: it shows a secret",
        "And now?",
    ):
        assert reported in html, reported
    assert re.search(r"read [1-9]\d* tokens", html)  # ours, where the maker counts none


@pytest.mark.live
@pytest.mark.req("EN-09")
def test_the_command_prints_the_address_and_ends_with_ctrl_c(stall: str, chromium_endpoint: str) -> None:
    with started("inspect", f"{stall}?own", "--connect", chromium_endpoint, "--backend", "trio") as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert "Fresh" in httpx.get(address, trust_env=False, timeout=60).text
        code, _, reported = ended(process, signal.SIGINT)
    assert code == 0, reported
    pages = httpx.get(f"{chromium_endpoint}/json/list", trust_env=False).text
    assert "/inspect/stall?own" not in pages
