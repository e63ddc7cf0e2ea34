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


UNSAID = "<script>window.sorted = 0</script><table><tr>%s</tr><tr><td>Ann</table>"
SAYING_NOTHING = {
    "a head": "<th id=h onclick='sorted++'>Name</th>",
    "a role": "<td id=h role=columnheader onclick='sorted++'>Name</td>",
    "a class": "<th onclick='sorted++'><span id=h tabindex=0 class=name-sorter>Name</span></th>",
    "a mark": "<th onclick='sorted++'><span id=h tabindex=0>Name</span><i class=icon-sort></i></th>",
    "a title": "<th onclick='sorted++' title='Sort by name'><span id=h tabindex=0>Name</span></th>",
}


@pytest.mark.parametrize("head", SAYING_NOTHING.values(), ids=list(SAYING_NOTHING))
async def test_a_head_that_says_nothing_of_its_order_is_not_pressed_either(stage: Stage, head: str) -> None:
    await stage.show_html(UNSAID % head)
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#h"), "Ann")
    assert (refused.value.code, refused.value.sent) == ("not_editable", False)
    assert await stage.eval("sorted") == 0


@pytest.mark.parametrize(
    "head",
    [
        "<th id=b class='filter-menu' onclick='l.hidden = false'>All",
        "<th><b id=b onclick='l.hidden = false'>All</b>",
    ],
    ids=["by its class", "in a head"],
)
async def test_a_head_that_may_open_a_list_is_pressed(stage: Stage, head: str) -> None:
    await stage.show_html(
        UNSAID % f"{head}</th>"
        + "<ul id=l role=listbox hidden><li role=option onclick='b.textContent = \"Ann\"; l.hidden = true'>Ann</ul>"
    )
    performed = await select(stage.tab, await stage.ref("#b"), "Ann")
    assert performed.as_wanted


async def test_a_button_of_such_a_head_that_opens_a_list_is_pressed(stage: Stage) -> None:
    await stage.show_html(
        TABLE
        % "><span>Name</span> <button id=b type=button aria-haspopup=listbox onclick='l.hidden = false'>All</button>"
        "<ul id=l role=listbox hidden><li role=option onclick='b.textContent = \"Ann\"; l.hidden = true'>Ann</ul>"
    )
    performed = await select(stage.tab, await stage.ref("#b"), "Ann")
    assert performed.as_wanted
