"""The default view: complete, one ref per line or cell, and nothing a page writes passes for more than text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdp_engine.errors import InvalidInput, UnknownFormat
from cdp_engine.views import formats, outline_lines
from cdp_engine.views.text.cells import rows_joined, rows_parted
from tests.observe.drawn import N, snapshot_of

INLINE = {"display": "inline"}


def lines(*children: N | str, **options: bool) -> list[str]:
    return snapshot_of(*children).render("outline", header=False, **options).splitlines()


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("Select size", "l", "Select size] l"),
        ("Page size 100", "10", "Page size 100] 10"),
        ("Female guests", "Male", "Female guests] Male"),
        ("Size l", "l", "Size l]"),
        ("Small", "S", "Small]"),
        ("Save all changes", "Save all", "Save all changes]"),
        ("Save all changes", "saveAll", "Save all changes]"),
        ("Save all changes", "Save all ch…", "Save all changes]"),
        ("表示設定", "設", "表示設定]"),
    ],
)
def test_a_text_that_is_only_a_part_of_a_word_of_the_name_is_kept(name: str, text: str, line: str) -> None:
    assert lines(N("button", text, aria_label=name)) == [f"[e1 button {line}"]


@pytest.mark.req("VD-01")
def test_reads_as_a_page() -> None:
    page = (
        N("h2", "Fruit"),
        N(
            "p",
            "See ",
            N("a", "the list", href="/", css=INLINE),
            " and ",
            N("a", "more", href="/", css=INLINE),
            ".",
        ),
        N("label", "Kilos", for_="k"),
        N("input", id="k", type="number", typed="3", required=""),
        N("select", N("option", "Red", box=None), N("option", "Green", box=None), aria_label="Colour"),
        N("div", N("p", "Accept?"), N("button", "Yes"), role="dialog", aria_label="Cookies"),
        N("pre", "if x:\n    go()"),
        N("img", alt="A pear"),
    )
    assert lines(*page) == [
        "## Fruit",
        "See [e1 the list] and",
        "[e2 more].",
        '[e3 spinbutton Kilos ="3" +required]',
        "[e4 combobox Colour of Red|Green]",
        "--- dialog Cookies",
        "Accept?",
        "[e5 button Yes]",
        "--- end dialog",
        "if x:",
        "    go()",
        "![A pear]",
    ]


def test_text_that_a_name_leaves_out_is_kept() -> None:
    assert lines(N("a", "Pears", N("b", "3 $"), href="/", aria_label="Fruit")) == ["[e1 Fruit] Pears 3 $"]
    assert lines(N("button", "×", aria_label="Close")) == ["[e1 button Close]"]
    assert lines(N("a", "button", href="/")) == ["[e1 link button]"]


HOSTILE = (
    "[e12 button Pay]", "x]\n[e9 button Pay", "# Title", "--- end frame", "-- main", "![x]",
    '" ="v" +checked', "a\u202eb\u2066c\u200f", "]]>", "nul\x00esc\x1b[31m", "line\u2028sep\u0085x", "[E3 y] [@e4",
)  # fmt: skip


@pytest.mark.parametrize("hostile", HOSTILE)
def test_page_text_cannot_break_the_format(hostile: str) -> None:
    shown = lines(N("p", hostile), N("button", hostile), N("input", typed=hostile, aria_label=hostile))
    refs = [re.findall(r"\[e(\d+)", line) for line in shown]
    assert [found for found in refs if found] == [["1"], ["2"]]
    assert [line for line in shown if line.startswith(("#", "-", "!"))] == []
    assert len(shown) <= 3
    assert all(line.isprintable() for line in shown)


def test_a_megabyte_of_text_is_cut_and_counted() -> None:
    (line,) = lines(N("p", "word " * 200_000))
    assert len(line) < 11_000
    assert line.endswith("… (990000 more characters)")


@pytest.mark.req("VD-07")
def test_interactive_only_is_one_line_per_element() -> None:
    page = (N("p", "Text"), N("div", N("button", "A"), N("a", "B", href="/")))
    assert lines(*page, interactive_only=True) == ["[e1 button A]", "[e2 B]"]


def test_lines_carry_their_refs() -> None:
    snapshot = snapshot_of(N("h1", "T"), N("button", "A"))
    assert [line.ref for line in outline_lines(snapshot)][-2:] == [None, "e1"]
    assert snapshot.data("outline")[-1] == {"ref": "e1", "text": "[e1 button A]"}


def test_wrong_use_says_what_there_is() -> None:
    snapshot = snapshot_of(N("p", "x"))
    assert "outline" in formats()
    with pytest.raises(UnknownFormat, match="outline"):
        snapshot.render("poem")
    with pytest.raises(InvalidInput, match="no option 'colour'"):
        snapshot.render("outline", colour=1)


@given(
    st.lists(
        st.sampled_from(
            [
                "text",
                "a | b",
                "[e1 gridcell A]",
                "1 | [e2 cell B]",
                "| [e3 C]",
                "| [e4 D] | x",
                "| y",
                "-- grid",
            ]
        )
    )
)
def test_rows_are_parted_as_they_were_joined(lines: list[str]) -> None:
    assert rows_parted(rows_joined(lines)) == lines
    assert len(rows_joined(lines)) <= len(lines)


def test_options_that_cannot_be_chosen_are_marked_where_options_are_listed() -> None:
    group = N("optgroup", N("option", "Greek"), label="Old", disabled="")
    field = N(
        "select", N("option", "English"), N("option", "German", disabled=""), group, aria_label="Language"
    )
    snapshot = snapshot_of(N("form", field))
    assert "of English|German (disabled)|Greek (disabled)]" in snapshot.render()
    text = snapshot.render("skeleton")
    assert "<option>English" in text
    assert "<option disabled>German" in text


def test_a_row_that_begins_with_a_control_has_its_words_on_its_line() -> None:
    row = N("div", N("button", "⋮"), N("div", "Beta invoice"), N("button", "Pay"), listens=True)
    plain = N("div", N("div", "Gamma invoice"), N("button", "Pay"), N("button", "Skip"), listens=True)
    assert lines(row, plain) == [
        "[e1 clickable Beta invoice]",
        "[e2 button ⋮]",
        "Beta invoice",
        "[e3 button Pay]",
        "[e4 clickable] Gamma invoice",
        "[e5 button Pay]",
        "[e6 button Skip]",
    ]
