"""A message of the page is quoted without the words of what closes it."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

PAGE = """<form id=form><label>Name <input></label><button id=b>Save</button></form><div id=m></div><script>
  form.onsubmit = e => { e.preventDefault(); m.innerHTML = `BOX` };
</script>"""


@pytest.mark.parametrize(
    "box",
    [
        "<div role=alert><button>×</button> Name is required</div>",
        "<div class=error><a>close</a> Name is required</div>",
        "<div class=error>Name is required<br><span>Close</span></div>",
    ],
)
async def test_the_words_of_what_closes_a_message_are_no_part_of_it(stage: Stage, box: str) -> None:
    await stage.show(PAGE.replace("BOX", box))
    result = await stage.page.click(await stage.ref("Save"))
    assert result.error is not None, result.message
    assert "rejects it: “Name is required”" in result.message
