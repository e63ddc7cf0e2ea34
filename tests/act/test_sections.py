"""What is entered in each part of a date whose parts are spin buttons (pure)."""

from __future__ import annotations

import pytest

from cdp_engine.act.dates.sections import Section, Sections, texts_of

YEAR, MONTH, DAY = Section("YYYY", 1, 9999), Section("MM", 1, 12), Section("DD", 1, 31)
HOURS, HALF, MINUTES, MERIDIEM = (
    Section("hh", 0, 23),
    Section("hh", 1, 12),
    Section("mm", 0, 59),
    Section("aa"),
)


@pytest.mark.req("VD-10")
@pytest.mark.parametrize(
    ("parts", "text", "wanted"),
    [
        ((MONTH, DAY, YEAR), "3/9/2026", ("03", "09", "2026")),
        ((MONTH, DAY, YEAR), "2026-03-09", ("03", "09", "2026")),
        ((DAY, MONTH, YEAR), "2026-03-09", ("09", "03", "2026")),
        ((YEAR, MONTH, DAY), "2026-03-09", ("2026", "03", "09")),
        (
            (MONTH, DAY, YEAR, HALF, MINUTES, MERIDIEM),
            "2026-03-09T14:30",
            ("03", "09", "2026", "02", "30", "PM"),
        ),
        ((DAY, MONTH, YEAR, HOURS, MINUTES), "2026-03-09 14:30", ("09", "03", "2026", "14", "30")),
        ((HALF, MINUTES, MERIDIEM), "00:15", ("12", "15", "AM")),
        ((HALF, MINUTES, MERIDIEM), "02:30 PM", ("02", "30", "PM")),
        ((HOURS, MINUTES), "14:30:00", ("14", "30")),
        ((MONTH, DAY, YEAR), "", ("", "", "")),
        ((MONTH, DAY, YEAR), "2026-03", None),
        ((MONTH, DAY, YEAR), "---", None),
    ],
)
def test_a_date_is_entered_in_the_order_of_the_field(
    parts: tuple[Section, ...], text: str, wanted: tuple[str, ...] | None
) -> None:
    assert texts_of(Sections(-1, parts), text) == wanted


@pytest.mark.req("VD-10")
def test_a_single_number_means_the_part_that_is_the_target() -> None:
    assert texts_of(Sections(1, (MONTH, DAY, YEAR)), "9") == (None, "09", None)
    assert texts_of(Sections(-1, (MONTH, DAY, YEAR)), "9") is None
