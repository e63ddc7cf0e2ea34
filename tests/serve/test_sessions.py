"""One-shot commands over a living session: words, sockets, the process, the skill."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import stat
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from cdp_engine.agent import EVERYDAY, GROUP_TOOLS
from cdp_engine.errors import InvalidInput
from cdp_engine.serve import main
from cdp_engine.serve.commands.skill import agents_section, skill_text, with_section
from cdp_engine.serve.sessions.client import read_call
from cdp_engine.serve.sessions.sockets import NoPlace, session_folder, socket_of
from cdp_engine.serve.sessions.tool_arguments import (
    OTHER_WORDS,
    arguments,
    command_names,
    in_our_words,
    usage,
)
from cdp_engine.views import token_counter
from tests.chrome.processes import become_true, browsers_of, users_of
from tests.serve.command import call, environment
from tests.support.site import Response, Site

pytestmark = pytest.mark.req("AG-02")
TOOLS = {tool.name: tool for tool in (*EVERYDAY, *GROUP_TOOLS)}
PAGE = """<!doctype html><title>Shop</title><h1>Order</h1><a href="/help">Help</a>
<input aria-label=Name><select aria-label=Size><option>Small<option>Large</select>
<button onclick="setTimeout(() => { document.querySelector('p').textContent = 'Thank you, '
  + document.querySelector('input').value }, 100)">Order</button><p></p>
<script>console.log('hello from the shop')</script><div style="height: 2000px"></div>"""


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("click", "e12", {"ref": "e12"}),
        ("click", "e12 right --modifiers Shift --modifiers Alt",
         {"ref": "e12", "button": "right", "modifiers": ["Shift", "Alt"]}),
        ("click", 'e1 --expect {"type":"navigation"}', {"ref": "e1", "expect": {"type": "navigation"}}),
        ("click", "e1 --expect=any_change", {"ref": "e1", "expect": "any_change"}),
        ("fill", "e3 -- --text", {"ref": "e3", "text": "--text"}),
        ("type", "e3 Ada", {"ref": "e3", "text": "Ada"}),
        ("type", "Ada", {"text": "Ada"}),
        ("type", "focused Ada", {"ref": "focused", "text": "Ada"}),
        ("fill_form", "e3=Ada e5=a=b", {"fields": {"e3": "Ada", "e5": "a=b"}}),
        ("mouse", "right 10 20.5", {"do": "right", "x": "10", "y": "20.5"}),
        ("mouse", "10 20", {"x": "10", "y": "20"}),
        ("click", "right e3", {"button": "right", "ref": "e3"}),
        ("fill_form", "e3=one e5=x e3=two e3=3", {"fields": {"e3": ["one", "two", "3"], "e5": "x"}}),
        ("type", "e3 abc --enter", {"ref": "e3", "text": "abc", "enter": True}),
        ("press", "Control+A Delete", {"keys": ["Control+A", "Delete"]}),
        ("press", "Enter --ref e3", {"keys": "Enter", "ref": "e3"}),
        ("select", "e4 Large", {"ref": "e4", "values": "Large"}),
        ("scroll", "e3 down 400", {"ref": "e3", "direction": "down", "amount": "400"}),
        ("tabs", "new example.com", {"do": "new", "url": "example.com"}),
        ("tabs", "select 2", {"do": "select", "tab": "2"}),
        ("dialog", "true", {"accept": "true"}),
        ("dialog", "accept", {"accept": "true"}),
        ("dialog", "dismiss", {"accept": "false"}),
        ("dialog", "no", {"accept": "false"}),
        ("observe", "--no-interactive-only tree", {"interactive_only": False, "format": "tree"}),
        ("observe", "--since v19", {"since": "19"}),
        ("cdp", 'DOM.getDocument --params {"depth":1}', {"method": "DOM.getDocument", "params": {"depth": 1}}),
    ],
)  # fmt: skip
def test_words_are_arguments_of_the_tool(name: str, words: str, expected: dict[str, Any]) -> None:
    given = arguments(TOOLS[name], words.split())
    assert given == expected
    TOOLS[name].read(given)


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [("click", "e1 --buton left", "--button"), ("fill", "e1 two words", "quotes"),
     ("click", "e1 --count", "click REF")],
)  # fmt: skip
def test_wrong_words_are_refused_with_a_hint(name: str, words: str, said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        arguments(TOOLS[name], words.split())
    assert said in caught.value.hint


def test_every_tool_has_a_command() -> None:
    assert {usage(tool).split()[0] for tool in EVERYDAY} <= set(command_names())
    assert {"open", "click", "fill", "view", "tabs", "close"} <= set(command_names())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["help", "click"], "click REF"),
        (["dialog", "--help"], "dialog yes|no"),
        (["fill_form", "-h"], "fill-form FIELDS"),
        (["goto", "--help"], "open URL"),
        (["help"], "save [FILE]"),
    ],
)
def test_help_needs_no_session(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert main(words) == 0
    assert said in capsys.readouterr().out


def test_words_of_other_tools_are_understood() -> None:
    assert in_our_words(["goto", "x.test"]) == ["open", "x.test"]
    assert in_our_words(["dblclick", "e5"]) == ["click", "--count", "2", "e5"]
    assert in_our_words(["reload"]) == ["back", "--go", "reload"]
    assert in_our_words(["fill_form", "e1=a_b"]) == ["fill-form", "e1=a_b"]
    assert in_our_words(["dblclick", "e1"]) == ["click", "--count", "2", "e1"]
    assert in_our_words(["uncheck", "e1"]) == ["fill-form", "e1=false"]
    assert {in_our_words([word])[0] for word in OTHER_WORDS} <= set(command_names())


def test_the_client_takes_its_own_options_and_no_more() -> None:
    read = read_call(["-s", "one", "click", "e1", "--json", "-o", "x.png", "--", "-s", "--json"])
    assert (read.name, read.json, read.output) == ("one", True, "x.png")
    assert read.words == ["click", "e1", "--", "-s", "--json"]


def test_the_client_imports_next_to_nothing() -> None:
    program = "import sys; from cdp_engine.serve import main; main(['sessions']) or main(['--version'])"
    done = subprocess.run(
        [sys.executable, "-c", program + "; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {
        "typer",
        "rich",
        "anyio",
        "msgspec",
        "asyncio",
        "cdp_engine.engine",
        "cdp_engine.agent",
    }


def test_a_folder_that_others_can_reach_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert stat.S_IMODE(session_folder().stat().st_mode) == 0o700
    with pytest.raises(NoPlace):
        socket_of("../up")
    session_folder().chmod(0o755)
    with pytest.raises(NoPlace):
        session_folder()
    session_folder_link = tmp_path / "cdp-engine"
    session_folder_link.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    session_folder_link.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NoPlace):
        session_folder()


@pytest.fixture
def env(folder: Path) -> Iterator[dict[str, str]]:
    """Sessions in a folder of the test's own; none is left behind."""
    env = environment(TMPDIR=str(folder), XDG_RUNTIME_DIR=str(folder), XDG_CONFIG_HOME=str(folder))
    yield env
    for name in call("sessions", env=env).stdout.split():
        if (folder / "cdp-engine" / f"{name}.sock").exists():
            call("close", "-s", name, env=env)
    assert become_true(lambda: not users_of(str(folder)))


@contextlib.contextmanager
def shop(site: Site) -> Generator[None]:
    file = Response(
        "hello", content_type="text/plain", headers={"Content-Disposition": "attachment; filename=out.txt"}
    )
    removals = [
        site.route("/", PAGE),
        site.route("/help", "<title>Help</title><h1>Help</h1>"),
        site.route("/file", file),
    ]
    yield
    for remove in removals:
        remove()


@pytest.mark.live
def test_a_session_acts_and_ends(site: Site, env: dict[str, str], folder: Path) -> None:
    with shop(site):
        assert call("click", "e1", env=env).returncode == 3
        opened = call("open", site.url("/"), env=env)
        assert "[e4 button Order]" in opened.stdout, opened.stderr
        path = folder / "cdp-engine" / "default.sock"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert "it holds 'Ada'" in call("fill", "e2", "Ada", env=env).stdout
        answer = json.loads(call("click", "e4", "--json", env=env).stdout)
        assert answer["success"]
        assert answer["text"].startswith("click ok")
        assert answer["effect"]["kind"]
        assert call("wait", "Thank you", env=env).returncode == 0
        assert "Thank you, Ada" in call("view", env=env).stdout
        picture = folder / "page.png"
        assert f"saved: {picture}" in call("screenshot", "-o", picture, env=env).stdout
        assert picture.read_bytes().startswith(b"\x89PNG")
        stale = call("click", "e99", env=env)
        assert (stale.returncode, stale.stdout.split(".")[0]) == (1, "failed: ref_invalid")
        assert call("click", env=env).returncode == 2
        wrong = call("click", "e1", "--buton", "x", env=env)
        assert (wrong.returncode, "Did you mean --button?" in wrong.stderr) == (2, True)
        assert call("juggle", env=env).returncode == 2
        off = call("eval", "1 + 1", env=env)
        assert (off.returncode, "evaluate is off" in off.stderr, "--evaluate" in off.stderr) == (
            2,
            True,
            True,
        )
        again = call("open", site.url("/help"), "--headed", env=env)
        assert (again.returncode, "It is open already" in again.stderr) == (2, True)
        assert "# Help" in call("goto", site.url("/help"), env=env).stdout
        assert "# Help" in call("reload", env=env).stdout
        (folder / "local.html").write_text("<title>Local</title><h1>Of this machine</h1>")
        assert "# Of this machine" in call("open", "local.html", env=env, cwd=folder).stdout
        tab = call("tabs", "new", "--url", "./local.html", env=env, cwd=folder).stdout
        assert "# Of this machine" in tab
        assert "there is no file" in call("open", "./local.htm", env=env, cwd=folder).stdout
        long = f"data:text/html,<h1>Long</h1>{'x' * 5000}"  # no name of a file can be so long
        assert "# Long" in call("open", long, env=env, cwd=folder).stdout
        arrived = call("open", site.url("/file"), env=env).stdout
        saved = re.search(r"out\.txt: 5 bytes, text/plain, (/.+)", arrived)
        assert saved is not None, arrived
        assert Path(saved[1]).read_text() == "hello"
        assert call("sessions", env=env).stdout == "default\n"
        assert call("close", env=env).returncode == 0
        assert not path.exists()
        assert not users_of(str(folder))


@pytest.mark.live
def test_sessions_are_apart_and_a_state_is_kept(site: Site, env: dict[str, str], folder: Path) -> None:
    with shop(site):
        state = folder / "state.json"
        call("open", site.url("/"), "-s", "one", "--storage-state", state, "--evaluate", env=env)
        call("open", site.url("/"), "-s", "two", "--evaluate", env=env)
        call("evaluate", "document.cookie = 'mine=1;max-age=999'", "-s", "one", env=env)
        cookie = ("evaluate", "document.cookie")
        assert "mine=1" in call(*cookie, "-s", "one", env=env).stdout
        assert "mine=1" not in call(*cookie, "-s", "two", env=env).stdout
        assert call("sessions", env=env).stdout.split() == ["one", "two"]
        assert "are saved" in call("save", folder / "now.json", "-s", "one", env=env).stdout
        for name in ("one", "two"):
            call("close", "-s", name, env=env)
        assert "mine" in state.read_text()


@pytest.mark.live
def test_a_session_ends_when_it_is_idle_or_its_browser_has_gone(
    site: Site, env: dict[str, str], folder: Path
) -> None:
    with shop(site):
        call("open", site.url("/"), "--idle", "0.02", env=env)
        assert become_true(lambda: not users_of(str(folder)))
        call("open", site.url("/"), env=env)
        for pid in browsers_of(str(folder)):
            os.kill(pid, 9)
        assert become_true(lambda: not users_of(str(folder)))
        assert call("view", env=env).returncode == 3


@pytest.mark.live
def test_a_browser_that_cannot_start_is_reported_by_open(env: dict[str, str]) -> None:
    done = call("open", "example.com", "--executable", "/no/such/browser", env=env)
    assert done.returncode == 3
    assert done.stderr.startswith("error: ")
    assert call("sessions", env=env).stdout == "no session is open\n"
    wrong = call("open", "example.com", "--vieport", "1x1", env=env)
    assert (wrong.returncode, "--vieport" in wrong.stderr) == (2, True)


def test_the_skill_is_short_and_has_its_place_in_agents_md(tmp_path: Path) -> None:
    assert token_counter().count(skill_text()) < 900
    assert skill_text().startswith("---\nname: cdp-engine\ndescription: ")
    whole = with_section("# Mine\n\nKeep this.\n", agents_section())
    assert whole.startswith("# Mine\n\nKeep this.\n\n<!--")
    assert with_section(whole + "After.\n", agents_section()) == whole + "After.\n"
    done = call("skill", "-o", tmp_path / "SKILL.md")
    assert (done.returncode, (tmp_path / "SKILL.md").read_text()) == (0, skill_text())
    (tmp_path / "SKILL.md").write_text("another")
    assert call("skill", "-o", tmp_path / "SKILL.md").returncode == 2


@pytest.mark.live
def test_every_command_of_the_skill_works_as_printed(site: Site, env: dict[str, str], tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'arg = "--host-resolver-rules=MAP shop.example 127.0.0.1:{site.port}"')
    env = {**env, "CDP_ENGINE_CONFIG": str(config)}
    blocks = re.findall(r"```sh\n(.*?)```", skill_text(), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.strip()]
    lines = [
        *(line for line in lines if " close " not in line),
        *(line for line in lines if " close " in line),
    ]
    assert len(lines) >= 15
    with shop(site):
        for line in lines:
            program, *words = shlex.split(line, comments=True)
            assert program == "cdp-engine"
            done = call(*words, env=env, cwd=tmp_path)
            assert done.returncode == 0, (line, done.stdout, done.stderr)
    assert (tmp_path / "page.png").exists()
