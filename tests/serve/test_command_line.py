"""The pure parts: addresses, lines of the shell, options, errors, text for terminals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from cdp_engine.errors import (
    BrowserNotFound,
    ConnectionFailed,
    ConnectionLost,
    EngineError,
    InvalidInput,
    InvalidURL,
    NavigationFailed,
    UnknownFormat,
    UnknownRef,
)
from cdp_engine.serve.cli.error_output import report_of, root_cause
from cdp_engine.serve.cli.signals import Interrupted, Interrupts
from cdp_engine.serve.cli.terminal_text import harmless, one_line
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.cli.view_options import pairs, typed_options, with_flags
from cdp_engine.serve.doctor.protocol_diff import Items, items_of, named, our_items
from cdp_engine.serve.shell.parser import Line, choices_of, first_word, is_ref, read_line, text_of, words
from cdp_engine.tab import WaitUntil


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://example.com/a?b#c", "https://example.com/a?b#c"),
        ("  http://example.com ", "http://example.com"),
        ("example.com", "https://example.com"),
        ("example.com:8080/x y".replace(" ", "%20"), "https://example.com:8080/x%20y"),
        ("sub.example.co.uk/path", "https://sub.example.co.uk/path"),
        ("localhost:8000", "http://localhost:8000"),
        ("localhost", "http://localhost"),
        ("127.0.0.1:9/x", "http://127.0.0.1:9/x"),
        ("[::1]:80/", "http://[::1]:80/"),
        ("192.168.1.4", "https://192.168.1.4"),
        ("web:3000/x", "http://web:3000/x"),
        ("about:blank", "about:blank"),
        ("data:text/html,<p>hi", "data:text/html,<p>hi"),
    ],
)
def test_what_people_type_becomes_a_url(typed: str, url: str) -> None:
    assert address_of(typed) == url


@pytest.mark.parametrize(
    "typed",
    ["", "exa mple", "word", "htp://example.com", "http://", "http://exa mple/", "javascript:1", "./no.html", "no.html",
     "~nobody-of-that-name/x", "/no/such/file", "a\x00b"],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_a_hint(typed: str) -> None:
    with pytest.raises(InvalidURL) as caught:
        address_of(typed)
    assert caught.value.hint


def test_a_file_that_exists_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a page.html"
    file.write_text("x")
    assert address_of(str(file)) == file.as_uri()
    monkeypatch.chdir(tmp_path)
    assert address_of("a page.html") == file.as_uri()


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("click e12\n", Line("click", "e12")),
        ("  FILL e3  two  spaces ", Line("fill", "e3  two  spaces")),
        ("quit", Line("quit", "")),
        ("", None),
        ("   \n", None),
        ("# a comment", None),
        ("\ufeffback\r\n", Line("back", "")),
    ],
)
def test_lines_are_read(typed: str, line: Line | None) -> None:
    assert read_line(typed) == line


def test_free_text_stays_as_it_was_typed() -> None:
    assert text_of('say "hi" to \\ him') == 'say "hi" to \\ him'
    assert text_of('"  padded "') == "  padded "
    assert text_of('""') == ""
    assert text_of('"a" and "b"') == '"a" and "b"'
    assert choices_of("Courier, tomorrow") == ["Courier, tomorrow"]
    assert choices_of("'one two' three") == ["one two", "three"]
    assert first_word("e3  some text", "a ref") == ("e3", "some text")


def test_what_is_missing_is_named() -> None:
    with pytest.raises(InvalidInput, match="the ref is missing"):
        first_word("", "the ref")
    with pytest.raises(InvalidInput, match="quot"):
        words('"never closed')


@pytest.mark.parametrize("ref", ["e1", "@e12", "E3", "0A1B-2C:17", "F00:0A1B:17"])
def test_refs_are_distinguished_from_words(ref: str) -> None:
    assert is_ref(ref)
    assert not is_ref("Enter")
    assert not is_ref("Control+A")
    assert not is_ref("end")


def test_steering_characters_are_taken_out() -> None:
    hostile = "a\x1b[31mb\x1b]0;title\x07c\x9b2Jd\re\x7f\tf\ng\x00"
    assert harmless(hostile) == "a[31mb]0;titlec2Jde\tf\ng"
    assert one_line("first\n  second \x1b[2J\n\n third") == "first; second [2J; third"
    assert len(one_line("x" * 5000)) < 1100


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidURL("x"), 2),
        (UnknownFormat("x"), 2),
        (UnknownRef("x"), 2),
        (BrowserNotFound("x"), 3),
        (ConnectionFailed("x"), 3),
        (ConnectionLost("x"), 1),
        (NavigationFailed("u", "net::X"), 1),
        (RuntimeError("x"), 1),
    ],
)
def test_errors_have_exit_codes_and_hints(error: Exception, code: int) -> None:
    complaint = report_of(error)
    assert complaint.code == code
    assert complaint.hint


def test_the_cause_is_found_in_groups_of_groups() -> None:
    wanted = EngineError("x")
    group = BaseExceptionGroup("a", [ValueError(), BaseExceptionGroup("b", [TypeError(), wanted])])
    assert root_cause(group) is wanted
    assert isinstance(root_cause(BaseExceptionGroup("a", [KeyboardInterrupt()])), KeyboardInterrupt)


def test_options_are_read_from_text() -> None:
    assert pairs(["interactive-only", "max_text=12", "--boxes=false"]) == {
        "interactive_only": "true",
        "max_text": "12",
        "boxes": "false",
    }
    given = pairs(["interactive-only", "max_text=12", "capture=hybrid"])
    assert typed_options("outline", given) == {"interactive_only": True, "max_text": 12, "capture": "hybrid"}


@pytest.mark.parametrize("wrong", [{"max_text": "many"}, {"capture": "slow"}, {"no_such": "1"}])
def test_options_that_do_not_fit_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(InvalidInput) as caught:
        typed_options("outline", wrong)
    assert next(iter(wrong)) in caught.value.message


def test_every_option_of_a_format_is_a_flag() -> None:
    def command(format: str, **view: object) -> int:
        return len(view)

    import inspect

    flagged = with_flags(command)
    assert {"format", "interactive_only", "capture"} <= set(inspect.signature(flagged).parameters)
    assert "view" not in inspect.signature(flagged).parameters
    call: Callable[..., int] = flagged
    assert call(format="outline", boxes=True) == 1


def test_the_states_to_wait_for_are_those_of_the_tab() -> None:
    from typing import get_args

    from cdp_engine.serve.commands.observe import Until

    assert {until.value for until in Until} == set(get_args(WaitUntil))


def test_the_protocols_are_compared_by_name() -> None:
    described = msgspec.json.encode(
        {
            "version": {"major": "1"},
            "domains": [
                {"domain": "DOM", "commands": [{"name": "enable"}, {"name": "gone"}], "events": []},
                {"domain": "Old", "commands": [{"name": "x"}], "events": [{"name": "y"}]},
            ],
        }
    )
    theirs = items_of(described)
    assert theirs.commands == {"DOM.enable", "DOM.gone", "Old.x"}
    ours = Items(frozenset({"DOM"}), frozenset({"DOM.enable"}), frozenset())
    assert named(theirs - ours) == "all of Old, DOM.gone"
    assert len(theirs - ours) == 3
    many = Items(frozenset(), frozenset(f"DOM.c{n}" for n in range(50)), frozenset({"CSS.e"}))
    assert named(many) == "1 of CSS, 50 of DOM"
    with pytest.raises(msgspec.DecodeError):
        items_of(b"<html>")


def test_our_own_items_are_all_counted() -> None:
    ours = our_items()
    assert {"DOM.getDocument", "Page.navigate"} <= ours.commands
    assert "Page.loadEventFired" in ours.events
    assert len(ours.domains) > 50


def test_signals_interrupt_only_where_that_is_allowed() -> None:
    import signal

    interrupts = Interrupts()
    before = signal.getsignal(signal.SIGINT)
    with interrupts.installed():
        signal.raise_signal(signal.SIGINT)  # kept
        with pytest.raises(Interrupted) as caught, interrupts.allowed():
            raise AssertionError("the signal that waited did not interrupt")
        assert caught.value.by_hand
        with interrupts.allowed():
            pass
        with pytest.raises(Interrupted) as caught, interrupts.allowed():
            signal.raise_signal(signal.SIGTERM)
        assert not caught.value.by_hand
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)  # an end outranks an interruption
        with pytest.raises(Interrupted) as caught, interrupts.allowed():
            pass
        assert caught.value.number == signal.SIGTERM
    assert signal.getsignal(signal.SIGINT) is before
