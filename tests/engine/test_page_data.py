"""`page.tables` and `page.items`: rows by structure alone, over scrolls and pages, without what nobody sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from cdp_engine import Page
from cdp_engine.errors import InvalidInput, UnknownRef
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("AG-06")]
Shown = Callable[[str], Any]
_numbers = count(1)

CARDS = (
    "<nav><ul><li><a href=/a>A</a><li><a href=/b>B</a><li><a href=/c>C</a></ul></nav><main><div class='grid row'>"
    + "".join(
        f"<div class=col><article class='product-card{' featured' if n == 2 else ''}'>"
        f"<h2><a href='/p/{n}'>Shirt {n}</a></h2><p class=price>{n}9.95 €</p>"
        f"{'<span class=badge>Sale</span>' if n % 2 else ''}<span style='display:none'>secret {n}</span>"
        "<button>Add</button></article></div>"
        for n in range(1, 6)
    )
    + "</div></main><footer><ul><li>Terms of all kinds</li><li>Privacy of all kinds</li></ul></footer>"
)
ROWS_OF_CARDS = "".join(
    "<div class=row>"
    + "".join(f"<div><h3>Name {row}{at}</h3><span>Price {row}{at}</span></div>" for at in "abc")
    + "</div>"
    for row in range(3)
)
TURNS = (
    "<table>"
    + "".join(
        f"<tr class=story><td class=rank>{n}.</td><td><a href='https://x.test/{n}'>Story {n}</a></td></tr>"
        f"<tr><td></td><td><span class=score>{n}0 points</span> by <a href=/u>ada</a></td></tr>"
        "<tr class=spacer><td style='height:5px'></td></tr>"
        for n in range(1, 6)
    )
    + "</table>"
)


@pytest.fixture
def page(lent_page: Page) -> Page:
    """The module's page, as every test shows a page of its own first."""
    return lent_page


@pytest.fixture
def shown(page: Page, site: Site) -> Iterator[Shown]:
    removals: list[Callable[[], None]] = []

    async def show(html: str) -> None:
        path = f"/data/own-{next(_numbers)}"
        removals.append(site.route(path, "<!doctype html><meta charset=utf-8><title>Own</title>" + html))
        await page.goto(site.url(path))

    yield show
    for remove in removals:
        remove()


async def test_cards_become_rows_with_the_authors_names_and_refs_that_act(page: Page, shown: Shown) -> None:
    await shown(
        f"<div id=f></div>{CARDS}<script>document.querySelectorAll('button').forEach((b, n) => "
        "b.onclick = () => f.textContent = 'added ' + (n + 1))</script>"
    )
    found = await page.items()
    assert found is not None
    first, second = found.records()[:2]
    assert (first["heading"], first["price"], first["badge"]) == ("Shirt 1", "19.95 €", "Sale")
    assert second["heading_url"].endswith("/p/2")
    assert "badge" not in second
    assert len(found.items) == 5
    assert not any("secret" in text for row in found.records() for text in row.values())
    assert (await page.click(found.items[3].cells["button"].node.ref)).success
    assert await page.evaluate("f.textContent") == "added 4"


@pytest.mark.parametrize("by", ["article", 'text "39.95 €"', 'link "Shirt 3"'])
async def test_a_list_is_found_by_a_role_a_text_or_a_part_of_an_item(
    page: Page, shown: Shown, by: str
) -> None:
    await shown(CARDS)
    found = await page.items(by)
    assert found is not None
    assert [row["heading"] for row in found.records()] == [f"Shirt {n}" for n in range(1, 6)]


async def test_what_is_named_wins_over_what_is_most_of_the_page(page: Page, shown: Shown) -> None:
    await shown(CARDS)
    found = await page.items('link "B"')
    assert found is not None
    assert [row["link"] for row in found.records()] == ["A", "B", "C"]
    with pytest.raises(InvalidInput):
        await page.items("treeitem")
    with pytest.raises(UnknownRef):
        await page.items("e9999")


async def test_rows_that_only_arrange_cards_are_looked_through(page: Page, shown: Shown) -> None:
    await shown(ROWS_OF_CARDS)
    for by in (None, 'heading "Name 1b"'):
        found = await page.items(by)
        assert found is not None
        assert [row["heading"] for row in found.records()] == [
            f"Name {row}{at}" for row in range(3) for at in "abc"
        ]


async def test_an_item_may_consist_of_several_elements_in_turn(page: Page, shown: Shown) -> None:
    await shown(TURNS)
    found = await page.items()
    assert found is not None
    assert len(found.items) == 5
    fourth = found.records()[3]
    assert (fourth["rank"], fourth["link"], fourth["score"]) == ("4.", "Story 4", "40 points")
    assert fourth["link_url"] == "https://x.test/4"
    await shown("<dl>" + "".join(f"<dt>Key {n}<dd>Value {n}" for n in range(4)) + "</dl>")
    listed = await page.items()
    assert listed is not None
    assert listed.records()[2] == {"text": "Key 2", "text_2": "Value 2"}


async def test_a_page_without_a_list_has_none(page: Page, shown: Shown) -> None:
    await shown(
        "<article><h1>Title</h1><p>Hello there</p><p>More text with <a href=/x>a link</a></p></article>"
    )
    assert await page.items() is None
    assert await page.tables() == []


async def test_tables_have_headers_and_cells_with_refs(page: Page, shown: Shown) -> None:
    await shown(
        "<table><caption>Prices</caption><tr><th>Fruit<th>Price<th>Buy</tr>"
        "<tr><td><a href=/apple>Apple</a><td>1.20<td><button>Buy</button></tr>"
        "<tr style='display:none'><td>Ghost<td>0.00<td></tr><tr><td>Pear<td>2.00<td></tr></table>"
        "<table><tr><td><table><tr><td>a<td>b</tr><tr><td>c<td>d</tr></table></td></tr></table>"
    )
    prices, plain = await page.tables()
    assert (prices.name, prices.headers) == ("Prices", ("Fruit", "Price", "Buy"))
    assert [row["Price"] for row in prices.records()] == ["1.20", "2.00"]
    assert [row["1"] for row in plain.records()] == ["a", "c"]
    snapshot = await page.snapshot()
    assert snapshot.get(prices.rows[1][0].node.ref).text == "Pear"
    assert [one.name for one in await page.tables(within='table "Prices"')] == ["Prices"]
    items = await page.items('table "Prices"')
    assert items is not None
    assert items.records()[0]["Fruit_url"].endswith("/apple")


PAGED = """<main id=list></main><nav class=pagination><a href=# id=p rel=prev>‹</a><a href=# id=n>›</a></nav><script>
let at = 1; const show = () => { list.innerHTML = [1, 2, 3].map(i =>
  `<article><h2>Item ${(at - 1) * 3 + i}</h2><p>same words</p></article>`).join('');
  n.setAttribute('aria-disabled', at === 4) };
n.onclick = e => { e.preventDefault(); if (at < 4) { at++; show() } }; show() </script>"""


@pytest.mark.parametrize(("pages", "last"), [(1, 3), (2, 6), (9, 12)])
async def test_a_list_over_pages_ends_where_the_control_for_more_does(
    page: Page, shown: Shown, pages: int, last: int
) -> None:
    await shown(PAGED)
    found = await page.items(pages=pages)
    assert found is not None
    assert [row["heading"] for row in found.records()] == [f"Item {n}" for n in range(1, last + 1)]


async def test_pages_under_addresses_of_their_own(page: Page, site: Site) -> None:
    for number in (1, 2, 3):
        more = f"<a href='/data/paged-{number + 1}'>Next page »</a>" if number < 3 else ""
        rows = "".join(f"<li><b>{number}{at}</b><span>text of {at}</span></li>" for at in "abc")
        site.route(f"/data/paged-{number}", f"<!doctype html><title>p</title><ul>{rows}</ul>{more}")
    await page.goto(site.url("/data/paged-1"))
    found = await page.items(pages=5)
    assert found is not None
    assert [next(iter(row.values())) for row in found.records()] == [
        f"{n}{at}" for n in (1, 2, 3) for at in "abc"
    ]


VIRTUAL = """<style>.entry { position: absolute; height: 40px } #all { height: 2000px; position: relative }</style>
<div id=box style="height:200px;overflow:auto"><div id=all></div></div><script>
const draw = () => { const top = Math.floor(box.scrollTop / 40); all.innerHTML = '';
  for (let i = top; i < Math.min(top + 7, 50); i++) all.innerHTML +=
    `<div class=entry style="top:${i * 40}px"><b>Entry ${i}</b> <i>of ${i % 3}</i></div>` };
box.onscroll = draw; draw()</script>"""


async def test_a_scrolled_box_that_only_holds_what_is_in_view(page: Page, shown: Shown) -> None:
    await shown(VIRTUAL)
    few = await page.items()
    assert few is not None
    assert len(few.items) < 10
    found = await page.items(scrolls=60)
    assert found is not None
    texts = [" ".join(row.values()) for row in found.records()]
    assert texts == [f"Entry {n} of {n % 3}" for n in range(50)]


async def test_load_more_adds_to_the_list_and_nothing_is_there_twice(page: Page, shown: Shown) -> None:
    await shown(
        "<ul id=u></ul><button id=m>Load more</button><script>let n = 0;"
        "const add = () => { for (let i = 0; i < 3; i++)"
        " u.innerHTML += `<li><b>Row ${n++}</b><span>same</span></li>`; if (n > 8) m.remove() }; m.onclick = add; add()"
        "</script>"
    )
    found = await page.items(pages=10)
    assert found is not None
    assert [next(iter(row.values())) for row in found.records()] == [f"Row {n}" for n in range(9)]


@pytest.mark.parametrize("wrong", [{"pages": 0}, {"pages": 501}, {"scrolls": -1}])
async def test_an_extent_that_is_not_valid_is_refused(
    page: Page, shown: Shown, wrong: dict[str, int]
) -> None:
    await shown(CARDS)
    with pytest.raises(InvalidInput):
        await page.items(**wrong)


@pytest.mark.req("VD-09")
async def test_a_link_that_removes_itself_is_clicked(page: Page, shown: Shown) -> None:
    await shown(
        "<p id=f></p><a href=# id=n>Next</a><script>n.onclick = () => { n.remove(); f.textContent = 'gone' }</script>"
    )
    result = await page.click('link "Next"')
    assert result.success, result.message
    assert await page.evaluate("f.textContent") == "gone"
