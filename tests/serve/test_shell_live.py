"""`cdp-engine shell`: lines from a pipe, lines from a person."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.chrome.processes import become_true, users_of
from tests.serve.command import at_terminal, call, ended, own_folder, started
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.req("EN-09")]

BOTH_LOOPS = pytest.mark.parametrize("backend", ["asyncio", "trio"])
PAGE = """<!doctype html><title>Form</title><h1>Order</h1>
<button onclick="this.textContent = 'Bought'">Buy</button>
<input aria-label=Name>
<select aria-label=Size><option>Small<option>Very large</select>
<label><input type=checkbox> Gift</label>
<a href="/serve/second" target=_blank>Elsewhere</a>
<div style="height: 3000px"></div>"""


@pytest.fixture
def form(site: Site) -> Iterator[str]:
    removals = [
        site.route("/serve/form", PAGE),
        site.route("/serve/second", "<title>Second</title><h1>Two</h1>"),
    ]
    yield site.url("serve/form")
    for remove in removals:
        remove()


def answers(output: str) -> dict[str, str]:
    """Each line that was typed, and what came after it."""
    _, *parts = f"\n{output}".split("\ncdp> ")
    return {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}


@BOTH_LOOPS
@pytest.mark.req("EN-02")
def test_a_script_acts_and_sees(form: str, chromium_endpoint: str, backend: str, tmp_path: Path) -> None:
    picture = tmp_path / "a picture.png"
    script = f"""
# the order of the refs is that of the page
click e1
fill e2 Ada  "the first" Lovelace
eval document.querySelector("input").value
press Control+A Delete e2
type e2 Grace
select e3 Very large
check e4
hover e1
scroll down
find order
eval document.querySelector('input').value
screenshot '{picture}'
observe outline interactive_only=true
back
quit
fill e2 never
"""
    done = call("shell", form, "--connect", chromium_endpoint, "--backend", backend, typed=script)
    said = answers(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert "Bought" in said["click e1"]
    assert said['eval document.querySelector("input").value'].strip() == '"Ada  \\"the first\\" Lovelace"'
    assert said["eval document.querySelector('input').value"].strip() == '"Grace"'
    assert "Very large" in said["select e3 Very large"]
    assert "checked" in said["check e4"]
    assert said["scroll down"].startswith("✓ scroll")
    assert "Order" in said["find order"]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "# Order" not in said["observe outline interactive_only=true"]
    assert "fill e2 never" not in said


@pytest.mark.req("EN-02")
def test_elements_go_by_name_in_the_shell(form: str, chromium_endpoint: str, tmp_path: Path) -> None:
    script = """
click button "Buy"
fill textbox "Name" Ada "the first"
eval document.querySelector("input").value
click focused
press End Backspace textbox "Name"
type x
type textbox "Name" y
eval document.querySelector('input').value
select combobox "Size" Very large
check checkbox "Gift"
fill_form textbox "Name" "Eva Klein" e4 false
click textbox "Name" 50%,50%
hover e2 5,5
scroll link "Elsewhere" down
click button "Sell"
"""
    steps = tmp_path / "steps.jsonl"
    done = call("shell", form, "--connect", chromium_endpoint, "--record", steps, typed=script)
    said = answers(done.stdout)
    assert "Bought" in said['click button "Buy"'], done.stdout + done.stderr
    assert said['eval document.querySelector("input").value'].strip() == '"Ada \\"the first\\""'
    assert said["eval document.querySelector('input').value"].strip() == '"Ada \\"the firstxy"'
    assert "Very large" in said['select combobox "Size" Very large']
    assert "checked" in said['check checkbox "Gift"']
    assert said['click textbox "Name" 50%,50%'].startswith("✓ click")
    assert said["hover e2 5,5"].startswith("✓ hover")
    assert "e2, e4 hold what was given" in said['fill_form textbox "Name" "Eva Klein" e4 false']
    assert "not_found" in said['click button "Sell"'] + done.stderr or "no visible element" in done.stdout
    lines = steps.read_text().splitlines()
    assert [json.loads(line)["do"] for line in lines if not line.startswith("#")] == [
        "navigate", "click", "fill", "click", "press", "type", "type", "select", "check", "fill_form", "click", "hover",
        "scroll",
    ]  # fmt: skip


def test_mistakes_are_reported_and_the_shell_goes_on(form: str, chromium_endpoint: str) -> None:
    script = "click e999\nnonsense\nclick\nobserve nope\nscreenshot /no/such/folder/x.png\neval no.such\nclick e1\n"
    done = call("shell", form, "--connect", chromium_endpoint, typed=script)
    assert done.returncode == 2  # the first that failed was a ref that never was
    lines = done.stderr.splitlines()
    assert len(lines) == 12, done.stderr
    assert all(line.startswith(("error: ", "hint: ")[n % 2]) for n, line in enumerate(lines))
    assert "Bought" in answers(done.stdout)["click e1"]


def test_an_action_that_fails_ends_a_script_with_1(site: Site, chromium_endpoint: str) -> None:
    remove = site.route("/serve/disabled", "<button disabled>No</button><button>Yes</button>")
    done = call(
        "shell", site.url("serve/disabled"), "--connect", chromium_endpoint, typed="click e1\nclick e2\n"
    )
    remove()
    assert done.returncode == 1, done.stdout
    assert "✗ click failed (disabled)" in done.stdout
    assert "✓ click done" in done.stdout


def test_tabs_are_listed_and_changed(form: str, chromium_endpoint: str) -> None:
    def tabs() -> list[str]:
        return [tab["id"] for tab in httpx.get(f"{chromium_endpoint}/json/list", trust_env=False).json()]

    before = tabs()
    script = f"new {form}?again\ntabs\nclose\nclick e1\ntab 99\ntab x\n"
    done = call("shell", form, "--connect", chromium_endpoint, typed=script)
    said = answers(done.stdout)
    assert next(line for line in said["tabs"].splitlines() if "(in front)" in line).endswith("?again")
    assert "Bought" in said["click e1"]  # the tab before it is in front again
    assert "there is no tab 99" in done.stderr
    assert tabs() == before


@BOTH_LOOPS
@pytest.mark.req("EN-05")
def test_a_person_can_interrupt_edit_and_leave(form: str, site: Site, folder: Path, backend: str) -> None:
    with at_terminal("shell", form, "--backend", backend, env=own_folder(folder)) as screen:
        assert "Order" in screen.wait_for("cdp> ")
        running = 1 + len(site.requests_to("/serve/second"))
        screen.type(f"eval fetch('/serve/second?{backend}').then(() => new Promise(() => {{}}))\n")
        site.wait_for_request("/serve/second", count=running, timeout=60.0)
        screen.type("\x03")
        screen.wait_for(r"\(interrupted\)")
        screen.wait_for("cdp> ")
        screen.type("half a line")
        screen.wait_for("half a line")
        screen.type_until("\x03", "cdp> ")
        for _ in range(200):
            screen.type("\x03")  # a key that is held down
        screen.type_until("eval 6*7\n", "42\r\n")
        screen.wait_for("cdp> ")
        screen.type("\x1b[A\n")  # the line before, once more
        screen.wait_for("42\r\n")
        screen.wait_for("cdp> ")
        screen.type("click e999\n")
        screen.wait_for("hint: ")
        screen.wait_for("cdp> ")
        screen.type("\x04")
        assert screen.end() == 0
    assert "Traceback" not in screen.seen
    assert become_true(lambda: not users_of(str(folder)))
    assert not list(folder.iterdir())


@BOTH_LOOPS
@pytest.mark.req("EN-05")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["int", "term"]
)
def test_a_signal_in_the_middle_of_a_script_leaves_nothing(
    form: str, folder: Path, backend: str, number: signal.Signals, code: int
) -> None:
    with started("shell", form, "--backend", backend, env=own_folder(folder)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("eval new Promise(() => {})\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("cdp> eval"):
            pass
        ended_with, _, err = ended(process, number)
    assert (ended_with, err) == (code, "")
    assert not users_of(str(folder))
    assert not list(folder.iterdir())


def test_a_browser_that_dies_ends_the_shell(form: str, folder: Path) -> None:
    import os

    with started("shell", form, env=own_folder(folder)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("eval 1+1\n")
        process.stdin.flush()
        while process.stdout.readline().strip() != "2":
            pass
        for pid in users_of(str(folder)):
            if pid != process.pid:
                os.kill(pid, signal.SIGKILL)
        assert become_true(lambda: not set(users_of(str(folder))) - {process.pid})
        out, err = process.communicate("observe\nobserve\n", timeout=60)
    assert process.returncode == 1, err
    assert out.count("cdp> ") == 1
    assert err.count("error: ") == 1
    assert "Traceback" not in err
