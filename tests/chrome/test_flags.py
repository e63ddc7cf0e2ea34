from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cdp_engine.chrome.launch.flags import HEADLESS, QUIET, STEADY, THROWAWAY, Surroundings, command_line

pytestmark = pytest.mark.req("EN-05")

PLAIN = Surroundings(root=False, container=False, shared_memory=8 << 30)


def line(**changes: Any) -> list[str]:
    options: dict[str, Any] = {
        "profile": Path("/p"),
        "temporary": True,
        "headless": True,
        "transport": "pipe",
        "sandbox": None,
        "args": (),
        "surroundings": PLAIN,
    }
    return command_line(Path("/usr/bin/chromium"), **{**options, **changes})


@pytest.mark.req("EN-04")
def test_a_browser_is_quiet_headless_and_on_a_pipe() -> None:
    argv = line()
    assert argv[0] == "/usr/bin/chromium"
    assert argv[-1] == "about:blank"
    assert {
        "--headless=new",
        "--remote-debugging-pipe",
        "--user-data-dir=/p",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
    } <= set(argv)
    assert not [flag for flag in argv if flag.startswith("--remote-debugging-port")]


def test_no_flag_is_given_twice() -> None:
    names = [flag.partition("=")[0] for flag in line(transport="websocket")]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("table", [QUIET, STEADY, THROWAWAY, HEADLESS])
def test_every_flag_has_its_reason(table: tuple[tuple[str, str], ...]) -> None:
    assert all(flag.startswith("--") and len(reason) > 8 for flag, reason in table)


@pytest.mark.req("EX-08")
def test_a_websocket_launch_keeps_the_pipe_as_lifeline() -> None:
    argv = line(transport="websocket")
    assert {"--remote-debugging-pipe", "--remote-debugging-port=0"} <= set(argv)


def test_a_port_of_the_callers_own_is_taken() -> None:
    argv = line(transport="websocket", args=["--remote-debugging-port=9333"])
    assert [flag for flag in argv if "port" in flag] == ["--remote-debugging-port=9333"]


@pytest.mark.parametrize(
    ("root", "container", "asked", "off"),
    [
        (False, False, None, False),
        (True, False, None, True),
        (False, True, None, True),
        (True, True, True, False),
        (False, False, False, True),
    ],
)
def test_the_sandbox_is_off_only_where_it_cannot_work_or_is_not_wanted(
    root: bool, container: bool, asked: bool | None, off: bool
) -> None:
    argv = line(sandbox=asked, surroundings=Surroundings(root, container, None))
    assert ("--no-sandbox" in argv) is off


@pytest.mark.parametrize(("bytes_", "avoided"), [(64 << 20, True), (8 << 30, False), (None, False)])
def test_small_shared_memory_is_not_used(bytes_: int | None, avoided: bool) -> None:
    argv = line(surroundings=Surroundings(False, False, bytes_))
    assert ("--disable-dev-shm-usage" in argv) is avoided


def test_a_kept_profile_keeps_its_keyring() -> None:
    assert "--use-mock-keychain" in line(temporary=True)
    assert not {flag for flag, _ in THROWAWAY} & set(line(temporary=False))


def test_a_window_is_shown_when_asked() -> None:
    assert not {flag for flag, _ in HEADLESS} & set(line(headless=False))


def test_own_arguments_come_last_and_pages_after_all_flags() -> None:
    argv = line(args=["https://example.com/", "--window-size=300,200", "--lang=de"])
    assert argv[-3:] == ["--window-size=300,200", "--lang=de", "https://example.com/"]
    assert "about:blank" not in argv


def test_features_are_joined_because_chromium_obeys_the_last_list_only() -> None:
    argv = line(args=["--disable-features=Foo,Translate", "--enable-features=MediaRouter:x/1", "--x"])
    lists = [flag for flag in argv if flag.startswith("--disable-features=")]
    assert len(lists) == 1
    names = lists[0].partition("=")[2].split(",")
    assert "Foo" in names
    assert names.count("Translate") == 1
    assert "MediaRouter" not in names
    assert "--enable-features=MediaRouter:x/1,WebMCP" in argv
    assert not any("enable-features=WebMCP" in flag for flag in line(args=["--disable-features=WebMCP"]))
    assert argv.index(lists[0]) < argv.index("--x")


def test_the_surroundings_of_this_machine_can_be_read() -> None:
    assert Surroundings.observe({"KUBERNETES_SERVICE_HOST": "10.0.0.1"}).container


@pytest.mark.req("RA-08")
def test_a_headless_browser_has_a_mouse_and_keeps_the_callers_own_settings() -> None:
    [own] = [flag for flag in line() if flag.startswith("--blink-settings=")]
    assert set(own.partition("=")[2].split(",")) == {
        "primaryHoverType=2", "availableHoverTypes=2", "primaryPointerType=4", "availablePointerTypes=4",
    }  # fmt: skip
    [joined] = [
        flag
        for flag in line(args=["--blink-settings=imagesEnabled=false,primaryHoverType=1"])
        if flag.startswith("--blink-settings=")
    ]
    assert {"imagesEnabled=false", "primaryHoverType=1", "primaryPointerType=4"} <= set(
        joined.partition("=")[2].split(",")
    )
    assert not [flag for flag in line(headless=False) if flag.startswith("--blink-settings")]
