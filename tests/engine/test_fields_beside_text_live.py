"""A hidden field of a form is no code editor, whatever the box around it says."""

from __future__ import annotations

import pytest

from tests.engine.conftest import Bench

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("RA-07")]

RULE = """<style>.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
<form><fieldset style='width:500px'><p>These settings are for professionals.</p>
<div class=unseen><textarea name=rules>{}</textarea></div><label>Name <input name=a></label></fieldset></form>"""


async def test_the_text_around_a_hidden_field_is_not_its_value(bench: Bench) -> None:
    await bench.show(RULE)
    view = await bench.page.observe()
    assert [node.name for node in view.snapshot.interactive()] == ["Name"]
    assert "professionals" in view.text
