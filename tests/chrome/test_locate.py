from __future__ import annotations

from pathlib import Path

import pytest

from cdp_engine.chrome import BROWSER_VARIABLE, find_browser
from cdp_engine.errors import BrowserNotFound

pytestmark = pytest.mark.req("EN-05")


def program(folder: Path, name: str, mode: int = 0o755) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


def test_an_explicit_path_wins_over_the_environment(tmp_path: Path) -> None:
    chosen, other = program(tmp_path, "chosen"), program(tmp_path, "other")
    assert find_browser(chosen, environ={BROWSER_VARIABLE: str(other)}) == chosen


def test_the_environment_wins_over_what_is_installed(tmp_path: Path) -> None:
    program(tmp_path / "bin", "chromium")
    named = program(tmp_path, "named")
    environ = {BROWSER_VARIABLE: str(named), "PATH": str(tmp_path / "bin")}
    assert find_browser(environ=environ) == named


@pytest.mark.parametrize(
    "command", ["chromium", "chromium-browser", "google-chrome", "microsoft-edge", "brave-browser"]
)
def test_every_family_is_found_on_the_path(tmp_path: Path, command: str) -> None:
    installed = program(tmp_path, command)
    assert find_browser(environ={"PATH": str(tmp_path)}, platform="linux") == installed


def test_chromium_comes_before_chrome(tmp_path: Path) -> None:
    program(tmp_path, "google-chrome")
    chromium = program(tmp_path, "chromium")
    assert find_browser(environ={"PATH": str(tmp_path)}, platform="linux") == chromium


def test_a_bare_name_is_looked_up_on_the_path(tmp_path: Path) -> None:
    brave = program(tmp_path, "my-brave")
    assert find_browser("my-brave", environ={"PATH": str(tmp_path)}) == brave


def test_bundles_of_macos_are_found_in_the_home_folder(tmp_path: Path) -> None:
    app = program(tmp_path / "Applications/Google Chrome.app/Contents/MacOS", "Google Chrome")
    assert find_browser(environ={"PATH": "", "HOME": str(tmp_path)}, platform="darwin") == app


@pytest.mark.parametrize(
    ("executable", "reported"),
    [("/nowhere/chrome", "no such file"), ("no-such-browser", "no such command")],
)
def test_a_named_browser_that_is_not_there_is_reported_and_not_replaced(
    executable: str, reported: str
) -> None:
    with pytest.raises(BrowserNotFound, match=reported) as caught:
        find_browser(executable)
    assert executable in str(caught.value)
    assert "apt-get install chromium" in caught.value.hint


def test_a_file_that_cannot_be_executed_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BrowserNotFound, match="cannot be executed"):
        find_browser(program(tmp_path, "plain", 0o644))


def test_no_browser_at_all(tmp_path: Path) -> None:
    with pytest.raises(BrowserNotFound, match="/Applications"):
        find_browser(environ={"PATH": str(tmp_path), "HOME": str(tmp_path)}, platform="darwin")
