"""Names that a page wrote as HTML are read as text."""

from __future__ import annotations

import pytest

from tests.observe.drawn import N, snapshot_of

pytestmark = pytest.mark.req("SX-07")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("<span class='a b'><b>Size</b></span>", "Size"),
        ("Increase <span>Size</span>", "Increase Size"),
        ("a < b </ c", "a < b </ c"),
        ("Insert <b>", "Insert <b>"),
    ],
)
def test_a_label_in_html(label: str, name: str) -> None:
    (node,) = snapshot_of(N("button", "x", aria_label=label)).interactive()
    assert node.name == name
