"""What a page copies from a password field: no tool shows it, and nothing that is kept of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdp_engine.agent import SAFE_DOMAINS, Recorder, Rules, everyday, seven
from cdp_engine.protocol import input as protocol_input
from cdp_engine.protocol import runtime
from tests.agent.conftest import Bench
from tests.support.copies import PLACES, found_in

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-09")]

SECRET = "Tr0ub4dor&3-horse"
READING: dict[str, dict[str, object]] = {
    "console": {},
    "network": {},
    "tabs": {},
    "observe": {},
    "find": {"text": "Send"},
    "screenshot": {},
    "markdown": {},
    "tables": {},
    "items": {},
    "downloads": {},
    "cookies": {"do": "list"},
    "storage": {"do": "list"},
    "request": {"number": 2},
    "evaluate": {"expression": "[document.title, kept]"},
    "wait": {"text": "Nothing of this", "seconds": 0.2},
}


async def typed(bench: Bench) -> list[str]:
    """The page with the copies of what a person has typed, and no tool knows; the answers so far."""
    for path, html in PLACES.items():
        bench.site.route(path, html)
    answers = [(await bench.done("navigate", url=bench.site.url("copies/page"))).text]
    page = await bench.workspace.page()
    await page.evaluate("pass.focus()")
    await page.session.send(protocol_input.insert_text(text=SECRET))
    return answers


async def test_no_tool_shows_what_a_page_copies_from_a_password(bench: Bench, tmp_path: Path) -> None:
    bench.box = everyday(bench.workspace, groups=["all"])
    recorded = tmp_path / "steps.jsonl"
    answers = await typed(bench)
    bench.workspace.recorder = Recorder(recorded)

    async def ask(tool: str, **arguments: object) -> None:
        answer = await bench.call(tool, **arguments)
        answers.append(f"{tool}: {answer.text}{answer.data}{answer.reported}")

    for tool, arguments in READING.items():
        await ask(tool, **arguments)
    assert not found_in("".join(answers), SECRET)
    assert "withheld" in next(answer for answer in answers if answer.startswith("screenshot"))
    for name in ("Say", "Save", "Open"):
        await ask("click", ref=f'button "{name}"' if name != "Save" else 'link "Save"')
        if name == "Say":
            await ask("tabs")
            await ask("dialog", accept=True)
    await ask("tabs")
    for tool in ("observe", "network", "console"):
        await ask(tool)
    assert not found_in("".join(answers), SECRET)
    assert not found_in(recorded.read_text(), SECRET)
    assert "Hello •••" in "".join(answers)
    assert "You typed •••" in "".join(answers)
    assert "•••.txt" in "".join(answers)


@pytest.mark.req("CD-13")
async def test_raw_commands_do_not_either(bench: Bench) -> None:
    await bench.show("<p>Before</p>")
    bench.workspace.rules = Rules(cdp=SAFE_DOMAINS)
    bench.box = everyday(bench.workspace)
    page = await bench.workspace.page()
    await page.evaluate(
        "document.body.innerHTML = '<input type=password id=one><input type=password id=two><p id=copy></p>';"
        f"one.value = two.value = copy.textContent = {SECRET!r}; two.type = 'text'"
    )
    handle = await page.session.send(runtime.evaluate("document.body"))
    body = handle.result.object_id
    for method, given in (
        ("DOM.getDocument", {"depth": -1, "pierce": True}),
        ("DOM.getFlattenedDocument", {"depth": -1, "pierce": True}),
        ("DOM.describeNode", {"objectId": body, "depth": -1, "pierce": True}),
        ("DOM.getOuterHTML", {"objectId": body, "includeShadowDOM": True}),
        ("Accessibility.getFullAXTree", {}),
    ):
        answer = await bench.done("cdp", method=method, params=given)
        assert not found_in(answer.text, SECRET), method


async def test_the_seven_tools_show_none_either(bench: Bench) -> None:
    answers = await typed(bench)
    bench.box = seven(bench.workspace)
    for tool, arguments in (("get_snapshot", {}), ("browser_click", {"ref": "@e1"})):
        answer = await bench.call(tool, **arguments)
        answers.append(f"{answer.text}{answer.data}{answer.reported}")
    assert not found_in("".join(answers), SECRET)
