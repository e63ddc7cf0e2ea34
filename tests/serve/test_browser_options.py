"""One set of browser options for every command: from the command line, the environment and the config file."""

from __future__ import annotations

import json
import re
import signal
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.serve.app import run
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.config_file import as_toml, named_in, read_config, save_config
from cdp_engine.serve.cli.option_flags import NAMES
from cdp_engine.serve.sessions.process import read_plan
from tests.serve.command import call, environment, is_one_error_report, started
from tests.support.site import Request, Response, Site

pytestmark = pytest.mark.req("AG-01")
COMMANDS = (
    "launch",
    "observe",
    "shell",
    "run",
    "mcp",
    "capture",
    "inspect",
    "extract",
    "replay",
    "login",
    "doctor",
    "open",
)
ACCOUNT = """<!doctype html><title>Account</title><h1></h1><p></p>
<button onclick="document.cookie = 'who=Ada;max-age=9999'; localStorage.setItem('plan', 'gold'); show()">Log in</button>
<script>const show = () => {
  document.querySelector('h1').textContent = /who=Ada/.test(document.cookie) ? 'Hello Ada' : 'Who are you?';
  document.querySelector('p').textContent = 'Plan: ' + (localStorage.getItem('plan') || 'none');
}; show()</script>"""


@pytest.fixture
def account(site: Site) -> Iterator[str]:
    remove = site.route("/options/account", ACCOUNT)
    yield site.url("/options/account")
    remove()


def alone(folder: Path, **more: str) -> dict[str, str]:
    """An environment without a config file of the user's."""
    return environment(XDG_CONFIG_HOME=str(folder), **more)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_every_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (read_plan(["--help"]) if command == "open" else run([command, "--help"])) == 0
    shown = capsys.readouterr().out
    missing = {name for name in NAMES if f"--{name.replace('_', '-')}" not in shown}
    assert not missing
    assert "--config" in shown
    assert "--save-config" in shown


def test_options_are_made_ready_for_the_browser() -> None:
    chosen = BrowserOptions(
        viewport="800x600", proxy="http://ada:s%40crt@proxy.test:3128", arg=["--mute-audio"], locale="de-DE"
    )
    chosen.check()
    assert chosen.emulation == {
        "locale": "de-DE",
        "viewport": (800, 600),
        "credentials": ("ada", "s@crt"),
    }
    assert chosen.switches == (
        "--proxy-server=http://proxy.test:3128",
        "--proxy-bypass-list=<-loopback>",
        "--mute-audio",
    )


@pytest.mark.parametrize(
    "wrong",
    [{"viewport": "big"}, {"proxy": "http://"}, {"connect": "http://x:1", "proxy": "http://y:1"},
     {"connect": "http://x:1", "profile": "p"}, {"connect": "http://x:1", "arg": ["--x"]}],
)  # fmt: skip
def test_options_that_cannot_be_are_refused_with_a_hint(wrong: dict[str, str]) -> None:
    with pytest.raises(InvalidInput) as caught:
        BrowserOptions(**wrong).check()
    assert caught.value.hint


def test_a_config_file_is_written_beside_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "config.toml"
    save_config(file, {"locale": "de-DE", "allow_domain": ["a.test"]}, "run", {"max_turns": 7})
    save_config(file, {"locale": 'fr-"FR"\x7f\n'}, "mcp", {"http": True})
    expected = {
        "locale": 'fr-"FR"\x7f\n',
        "allow_domain": ["a.test"],
        "run": {"max_turns": 7},
        "mcp": {"http": True},
    }
    assert read_config(file) == expected
    assert tomllib.loads(as_toml(expected)) == {
        "locale": 'fr-"FR"\x7f\n',
        "allow-domain": ["a.test"],
        "run": {"max-turns": 7},
        "mcp": {"http": True},
    }
    assert file.stat().st_mode & 0o077 == 0
    assert named_in(["run", "--config=x.toml"]) == Path("x.toml")
    assert named_in(["run", "--", "--config", "x.toml"]) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [("lokale = 'x'", "Did you mean locale?"), ("[rum]\nx = 1", "Did you mean run?"), ("a b", "is not TOML"),
     ("[observe]\nmax-tokenz = 1", "Did you mean max-tokens?")],
)  # fmt: skip
def test_a_config_file_with_a_mistake_is_refused(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(content)
    done = call("observe", "about:blank", "--config", file)
    assert done.returncode == 2
    assert said in done.stderr
    assert is_one_error_report(done.stderr)


@pytest.mark.live
def test_what_pages_believe_comes_from_file_environment_and_command_line(
    site: Site, chromium_endpoint: str, tmp_path: Path
) -> None:
    page = """<h1></h1><script>document.querySelector('h1').textContent = [innerWidth, navigator.language,
      Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.userAgent].join(' ')</script>"""
    remove = site.route("/options/believes", page)
    config = tmp_path / "cdp-engine" / "config.toml"
    url = site.url("/options/believes")
    kept = call(
        "observe", url, "--locale", "de-DE", "--viewport", "640x480", "--timezone", "Asia/Tokyo", "--max-tokens", "900",
        "--connect", chromium_endpoint, "--save-config", env=alone(tmp_path),
    )  # fmt: skip
    assert kept.returncode == 0, kept.stderr
    assert "640 de-DE Asia/Tokyo" in kept.stdout
    assert read_config(config)["observe"] == {"max_tokens": 900}
    env = alone(tmp_path, CDP_ENGINE_USER_AGENT="from the environment")
    done = call("observe", url, "--timezone", "Europe/Paris", env=env)
    remove()
    assert "640 de-DE Europe/Paris from the environment" in done.stdout, done.stderr


@pytest.mark.live
def test_a_login_made_in_one_process_is_there_in_the_next_in_all_commands(
    account: str, tmp_path: Path
) -> None:
    state, env = tmp_path / "state.json", alone(tmp_path)
    script = "observe outline\nclick e1\nquit\n"
    done = call("shell", account, "--storage-state", state, typed=script, env=env)
    assert "Who are you?" in done.stdout
    assert "Hello Ada" in done.stdout
    assert state.stat().st_mode & 0o077 == 0

    kept = ("--storage-state", state)
    seen = {
        "observe": call("observe", account, *kept, env=env).stdout,
        "shell": call("shell", account, *kept, typed="quit\n", env=env).stdout,
    }
    (tmp_path / "list").write_text(account)
    call("capture", tmp_path / "list", "-o", tmp_path / "pages", *kept, env=env)
    seen["capture"] = "".join(file.read_text() for file in (tmp_path / "pages").glob("*.txt"))
    with started("inspect", account, *kept, env=env) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        seen["inspect"] = call("observe", address, env=env).stdout
        process.send_signal(signal.SIGINT)
        process.wait(60)
    with started("launch", *kept, env=env) as process:
        assert process.stdout is not None
        seen["launch"] = call(
            "observe", account, "--connect", process.stdout.readline().strip(), env=env
        ).stdout
        process.send_signal(signal.SIGINT)
        process.wait(60)
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    }
    calls = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "navigate", "arguments": {"url": account}}},
    ]
    with started("mcp", *kept, env=env) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for one in calls:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **one}) + "\n")
        process.stdin.flush()
        seen["mcp"] = process.stdout.readline() + process.stdout.readline()
        process.stdin.close()
        assert process.wait(60) == 0
    for command, shown in seen.items():
        assert "Hello Ada" in shown, (command, shown)
        assert "Plan: gold" in shown, (command, shown)


@pytest.mark.live
def test_a_profile_keeps_a_login(account: str, tmp_path: Path) -> None:
    options = ("--profile", tmp_path / "profile")
    call("shell", account, *options, typed="click e1\nquit\n", env=alone(tmp_path))
    assert "Hello Ada" in call("observe", account, *options, env=alone(tmp_path)).stdout


@pytest.mark.live
def test_a_proxy_is_asked_also_for_this_machine_and_let_in_by_name(site: Site, tmp_path: Path) -> None:
    def answer(request: Request) -> Response:
        if request.headers.get("proxy-authorization") is None:
            return Response("who?", status=407, headers={"Proxy-Authenticate": "Basic realm=x"})
        return Response("<h1>By proxy</h1>")

    site.route("http://127.0.0.1:45999/anything", answer)
    site.route("/anything", answer)
    proxy = site.origin().replace("http://", "http://ada:secret@")
    done = call("observe", "http://127.0.0.1:45999/anything", "--proxy", proxy, env=alone(tmp_path))
    assert "By proxy" in done.stdout, done.stderr


@pytest.mark.live
def test_a_person_logs_in_and_the_state_is_kept(account: str, chromium_endpoint: str, tmp_path: Path) -> None:
    state, env = tmp_path / "ada.json", alone(tmp_path)
    mine = f"{account}?login"
    with started("login", mine, "--save", state, "--connect", chromium_endpoint, env=env) as process:
        assert process.stderr is not None
        assert "press Enter" in process.stderr.readline()
        tabs = call("shell", "--connect", chromium_endpoint, typed="tabs\n", env=env).stdout
        number = re.search(rf"(\d+)\b[^\n]*{re.escape(mine)}", tabs)
        assert number is not None, tabs
        call("shell", "--connect", chromium_endpoint, typed=f"tab {number[1]}\nclick e1\n", env=env)
        out, err = process.communicate("\n", timeout=60)
    assert process.returncode == 0, err
    assert str(state) in out
    assert any(cookie["name"] == "who" for cookie in json.loads(state.read_text())["cookies"])
    assert "Hello Ada" in call("observe", account, "--storage-state", state, env=env).stdout


@pytest.mark.live
def test_a_state_that_cannot_be_written_is_reported_before_any_work(account: str, tmp_path: Path) -> None:
    done = call("observe", account, "--storage-state", tmp_path / "no" / "x.json", env=alone(tmp_path))
    assert done.returncode == 2
    assert is_one_error_report(done.stderr)
    assert not list(tmp_path.iterdir())
