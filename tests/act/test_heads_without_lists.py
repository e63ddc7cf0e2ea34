"""The head of a column by which the page sorts holds no list: looking for one in it would sort."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

TABLE = "<script>window.sorted = 0</script><table><tr><th id=h aria-sort=none %s</th></tr><tr><td>Ann</table>"
HEADS = {
    "itself": "onclick='sorted++' tabindex=0>Name",
    "a button": "><button id=b type=button onclick='sorted++'>Name</button>",
    "a link to nowhere": "><a id=b tabindex=0 onclick='sorted++'>Name</a>",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=list(HEADS))
async def test_a_head_that_sorts_is_not_pressed_in_search_of_a_list(stage: Stage, head: str) -> None:
    await stage.show_html(TABLE % head)
    at = await stage.ref("#b" if "id=b" in head else "#h")
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, at, "Ann")
    assert (refused.value.code, refused.value.sent) == ("not_editable", False)
    assert await stage.eval("sorted") == 0


async def test_a_button_of_such_a_head_that_opens_a_list_is_pressed(stage: Stage) -> None:
    await stage.show_html(
        TABLE
        % "><span>Name</span> <button id=b type=button aria-haspopup=listbox onclick='l.hidden = false'>All</button>"
        "<ul id=l role=listbox hidden><li role=option onclick='b.textContent = \"Ann\"; l.hidden = true'>Ann</ul>"
    )
    performed = await select(stage.tab, await stage.ref("#b"), "Ann")
    assert performed.as_wanted
