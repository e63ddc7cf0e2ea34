"""What a line keeps is not said again, and the answers put together are still exact."""

from __future__ import annotations

import pytest

from cdp_engine.track import Line, Replaced
from cdp_engine.views.unchanged_parts import (
    only_focus,
    with_focus,
    with_options,
    without_focus,
    without_options,
)

pytestmark = pytest.mark.req("FP-07", "FP-08")

ZONES = "Abidjan|Accra|Addis Ababa|Algiers|Oslo (x)|C +x|… 444 more"


@pytest.mark.parametrize(
    ("before", "now", "short"),
    [
        (
            f'[e7 combobox Zone ="Accra" of {ZONES} +focused]',
            f'[e7 combobox Zone ="Oslo" of {ZONES}] in winter',
            '[e7 combobox Zone ="Oslo" of …] in winter',
        ),
        (
            f"[e2 Help] | [e7 combobox Zone of {ZONES}] | x",
            f"[e2 Help] | [e7 combobox Zone of {ZONES} +focused +under:e9] | x",
            "[e2 Help] | [e7 combobox Zone of … +focused +under:e9] | x",
        ),
    ],
)
def test_options_that_stay_are_not_said_again(before: str, now: str, short: str) -> None:
    assert without_options(before, now, "e7") == short
    assert with_options(before, short, "e7") == now


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ('[e7 combobox Size ="S" of S|M|L]', '[e7 combobox Size ="L" of S|M|L]'),
        (f"[e7 combobox Zone of {ZONES}]", f"[e7 combobox Zone of Bergen|{ZONES}]"),
        ("[e7 button A of B|C]", "[e7 button A of …]"),
    ],
)
def test_short_lists_and_other_options_are_said(before: str, now: str) -> None:
    assert without_options(before, now, "e7") is None
    assert with_options(before, now, "e7") == now


def test_a_text_of_the_page_that_reads_like_it_is_not_taken_for_it() -> None:
    before, now = f"[e7 combobox Zone of {ZONES}]", "[e7 combobox Zone of …]"
    with pytest.raises(ValueError, match="own text"):
        without_options(before, now, "e7")


def test_a_long_line_that_only_got_or_lost_the_focus_is_named_by_its_ref() -> None:
    long = 'Body: [e1 textbox Body ="' + "words of a long text " * 8 + '" +required{} +under:e9] of it'
    base = [
        Line("e1", long.format("")),
        Line("e2", long.replace("e1", "e2").format(" +focused")),
        Line("e3", "[e3 a]"),
    ]
    now = [
        base[0].text.replace(" +under", " +focused +under"),
        base[1].text.replace(" +focused", ""),
        "[e3 a +focused]",
    ]
    rest, got, lost = only_focus(base, [Replaced(at, text) for at, text in enumerate(now)])
    assert (rest, got, lost) == ([Replaced(2, "[e3 a +focused]")], ["e1"], ["e2"])
    assert [with_focus(base[0].text, "e1"), without_focus(base[1].text, "e2")] == now[:2]
