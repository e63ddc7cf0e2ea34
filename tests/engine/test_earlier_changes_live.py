"""What came before an action and went with it is counted, not shown and then called gone (FP-09)."""

from __future__ import annotations

import pytest

from cdp_engine.views import Replay
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live]

ROWS = (
    "<button id=b onclick=\"rows.innerHTML = ''; out.textContent = 'opened'\">Open</button><p id=out>closed</p>"
    "<p role=alert id=note></p><div id=rows></div>" + "<p>One more line of text.</p>" * 25
)
LATE = "rows.innerHTML = [1, 2, 3, 4].map(at => `<p><button>Row ${at}</button></p>`).join('')"


@pytest.mark.req("FP-09", "FP-08")
async def test_rows_that_the_action_took_away_are_counted(bench: Bench) -> None:
    """As in MLflow: the list loads late, and the click opens another page of the application."""
    await bench.show(ROWS)
    picture = Replay()
    first = await bench.page.observe()
    picture.take(first.kind, first.text)
    await bench.run(LATE + "; note.textContent = 'Saved the draft'")
    await bench.page.snapshot()
    await bench.run("b.addEventListener('click', () => { note.textContent = '' })")
    result = await bench.page.click(await bench.ref("#b"), since=first.version)
    assert result.success, result.message
    answer = result.observation
    assert answer is not None
    assert "Row 1" not in answer.text
    assert "gone" not in answer.text.split("\n! ")[0], answer.text
    assert answer.text.endswith("\n! before the action, 4 elements changed that are gone now")
    assert "opened" in answer.text
    assert "Saved the draft" in answer.text
    assert answer.has_success, answer.recent_events
    assert answer.before is not None
    assert "Row 1" in answer.before.text
    assert answer.base == first.version
    picture.take(answer.kind, answer.text)
    assert picture.lines == answer.snapshot.render().split("\n")
    assert (await bench.page.observe(since=answer.version)).kind == "no_change"


@pytest.mark.req("FP-09", "FP-06")
async def test_a_dialog_that_came_and_was_closed_by_the_action_is_not_shown(bench: Bench) -> None:
    await bench.show(
        "<main><button id=open>Open</button>" + "<p>One more line of text.</p>" * 25 + "</main>"
        "<dialog id=d aria-label=Hint><p>Did you know?</p><button id=a>More</button>"
        "<button id=ok onclick=d.close()>Got it</button></dialog>"
    )
    first = await bench.page.observe()
    await bench.run("d.showModal()")
    result = await bench.page.click(await bench.ref("#ok"), since=first.version)
    assert result.success, result.message
    answer = result.observation
    assert answer is not None
    assert "Did you know?" not in answer.text
    assert "More" not in answer.text
    assert "before the action, 2 elements changed that are gone now" in answer.text


@pytest.mark.req("FP-09")
async def test_what_stayed_is_shown_apart(bench: Bench) -> None:
    await bench.show(ROWS)
    first = await bench.page.observe()
    await bench.run(LATE)
    await bench.run("b.onclick = () => { rows.firstChild.remove() }")
    answer = (await bench.page.click(await bench.ref("#b"), since=first.version)).observation
    assert answer is not None
    assert answer.text.startswith("before the action, ")
    assert "Row 2" in answer.text
