"""Which changed texts are written into a snapshot, with nothing else computed again (CD-17)."""

from __future__ import annotations

import pytest

from cdp_engine.observe.incremental.patch import Patch, named_by
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]


async def test_no_text_is_patched_that_is_drawn_as_the_value_of_a_field(bench: Bench) -> None:
    await bench.show("<div id=box><textarea aria-label=Code></textarea><b>one</b></div>")
    snapshot = await bench.page.snapshot()
    columns = snapshot.columns.draft()
    field, box, text = columns.tag.index("textarea"), columns.tag.index("div"), columns.text.index("one")
    patch = Patch(boxes={}, texts={text: "six"}, nodes={})
    assert named_by(snapshot, patch) == []
    columns.editors = {field: box}
    assert named_by(snapshot.with_columns(columns), patch) is None
