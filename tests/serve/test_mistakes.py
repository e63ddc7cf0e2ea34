"""Ordinary mistakes: one line, a hint, the exit code; never a traceback unless asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cdp_engine.serve import main
from tests.serve.command import call, environment, is_one_error_report
from tests.support.warm import words

pytestmark = pytest.mark.req("EN-09")

MISTAKES = [
    (["bogus"], "No such command 'bogus'"),
    (["observe"], "Missing argument"),
    (["observe", "about:blank", "--nonsense"], "No such option"),
    (["observe", "exa mple"], "'exa mple' is not an address"),
    (["observe", ""], "the address is empty"),
    (["observe", "word"], "'word' is not an address"),
    (["observe", "no-such-file.html"], "there is no file"),
    (["observe", "javascript:alert(1)"], "javascript:"),
    (["observe", "about:blank", "--format", "nope"], "outline"),
    (["observe", "about:blank", "--max-text", "many"], "--max-text"),
    (["observe", "about:blank", "--capture", "slow"], "capture=slow"),
    (["observe", "about:blank", "--timeout", "0"], "--timeout 0"),
    (["observe", "about:blank", "--wait-until", "never"], "--wait-until"),
    (["observe", "about:blank", "--output", "/no/such/folder/x"], "/no/such/folder/x cannot be written"),
    (["observe", "about:blank", "--backend", "curio"], "--backend"),
    (["observe", "about:blank", "--connect", "ftp://host"], "ftp://"),
    (["observe", "about:blank", "--connect", ":1", "--headed"], "--headed"),
    (["observe", "about:blank", "--connect", ":1", "--executable", "x"], "--executable"),
    (["shell", "exa mple"], "'exa mple' is not an address"),
    (["launch", "--port", "70000"], "--port"),
    (["launch", "--port", "9222", "--connect", ":1"], "--port"),
]


@pytest.mark.parametrize(("arguments", "said"), MISTAKES, ids=lambda value: " ".join(value)[:50] or "-")
def test_wrong_use_is_reported_in_one_line(
    arguments: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_one_error_report(err), err
    assert said in err


@pytest.mark.parametrize(
    "command", [["observe", "about:blank"], ["shell"], ["doctor"], ["launch"]], ids=lambda c: c[0]
)
@pytest.mark.parametrize("executable", ["/no/such/browser", "no-such-browser"])
def test_without_a_browser_every_command_says_so(
    command: list[str], executable: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--executable", executable]) == 3
    out, err = capfd.readouterr()
    assert out == ""
    assert is_one_error_report(err), err
    assert executable in err


@pytest.mark.parametrize(
    "command", [["observe", "about:blank"], ["shell"], ["doctor"], ["launch"]], ids=lambda c: c[0]
)
def test_a_closed_port_is_no_browser(
    command: list[str], closed_port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--connect", f"http://127.0.0.1:{closed_port}"]) == 3
    _, err = capfd.readouterr()
    assert is_one_error_report(err), err
    assert str(closed_port) in err


def test_a_program_that_is_no_browser_is_distinguished_from_one(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["observe", "about:blank", "--executable", "/bin/false"]) == 3
    _, err = capfd.readouterr()
    assert is_one_error_report(err), err


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_debug_shows_the_traceback_too(backend: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["observe", "exa mple", "--debug", "--backend", backend]) == 2
    _, err = capfd.readouterr()
    assert "Traceback (most recent call last)" in err
    assert is_one_error_report("\n".join(err.splitlines()[-2:]))


def test_a_port_that_is_taken_is_refused_before_anything_starts(
    capfd: pytest.CaptureFixture[str],
) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["launch", "--port", str(taken.getsockname()[1])]) == 2
    _, err = capfd.readouterr()
    assert is_one_error_report(err), err


def test_no_words_at_all_show_the_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capfd.readouterr()
    assert all(command in out + err for command in ("launch", "observe", "shell", "doctor"))
    assert "error" not in err


def test_help_and_version_are_no_mistakes(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capfd.readouterr().out.startswith("cdp-engine ")
    assert main(["observe", "--help"]) == 0
    assert "--interactive-only" in capfd.readouterr().out


def test_a_file_made_for_a_result_that_never_came_is_removed(tmp_path: Path) -> None:
    kept, made = tmp_path / "kept", tmp_path / "made"
    kept.write_text("before")
    for file in (kept, made):
        assert main(["observe", "about:blank", "-o", str(file), "--executable", "/no/such/browser"]) == 3
    assert kept.read_text() == "before"
    assert not made.exists()


def test_without_the_extra_one_line_says_how_to_install_it() -> None:
    script = "import sys; sys.modules['typer'] = None; from cdp_engine.serve import main; sys.exit(main(['doctor']))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=environment()
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "error: the command line needs more packages: pip install 'cdp-engine[cli]'"
    ]


def test_the_module_is_the_console_script() -> None:
    assert call("--version", fresh=True).stdout.startswith("cdp-engine ")
    assert call("bogus", fresh=True).returncode == 2
    assert words("x")[1:3] == ["-m", "cdp_engine"]
