"""Editable text line by line: the view and the message of an action show the lines of the screen."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("VD-06", "VD-09")]

EDITORS = {
    "code": ("<div>def a:</div><div>    one</div><div><br></div><div>b</div>", "def a:\n    one\n\nb"),
    "prose": ("<p>One</p>\n <p><br></p>\n <p>Two<br></p>\n", "One\n\nTwo"),
    "soft": ("One<br><br>Two", "One\n\nTwo"),
    "list": ("<p>Buy</p><ul><li><p>milk</p></li><li><p><br></p></li></ul>", "Buy\n- milk\n-"),
    "table": ("<table><tr><td><br><td><p>b</p><tr><td>c<td><br></table>", " | b\nc |"),
}


async def test_empty_lines(bench: Bench) -> None:
    await bench.show(
        "".join(
            f"<div contenteditable role=textbox aria-label={name} style='white-space:pre-wrap'>{html}</div>"
            if name == "code"
            else f"<div contenteditable role=textbox aria-label={name}>{html}</div>"
            for name, (html, _) in EDITORS.items()
        )
    )
    fields = {node.name: node.value for node in (await bench.page.snapshot()).find(role="textbox")}
    assert fields == {name: lines for name, (_, lines) in EDITORS.items()}
    for name in ("code", "prose", "soft"):
        result = await bench.page.type(f'textbox "{name}"', "!")
        assert result.success, result.message
        assert result.evidence.value_after == EDITORS[name][1] + "!"
