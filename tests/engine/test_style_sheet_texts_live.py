"""What style sheets write before and after the contents of elements is read as a person reads it."""

from __future__ import annotations

import re

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe import CaptureOptions, capture
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import captures, differences, quiet_look

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-04")]
__all__ = ["captures"]

SHEET = """<style>
.rate::before { content: '★ ' } .needed::after { content: '*' } .euro::before { content: '€' }
ol { counter-reset: n; list-style: none } li { counter-increment: n } li::before { content: 'Step ' counter(n) ': ' }
.left::after { content: ' (' attr(data-left) ' left)' } .open::after { content: ' (open)' }
.none:empty::before { content: 'Nothing here yet' } .block::before { content: 'Note'; display: block }
.loud::before { content: 'sale '; text-transform: uppercase } td::after { content: ' kg' }
.tip::after { content: attr(data-tip); opacity: 0 } .unseen::after { content: 'unseen'; visibility: hidden }
.away::before { content: 'away'; position: absolute; left: -9999px } .pale::before { content: 'pale'; color: white }
.clear::after { content: ' '; display: table } .nothing::after { content: '\\200b' }
.glyph::before { content: '\\e900' }
.icon-home::before { content: 'home' } details::before { content: 'Before ' }
</style>"""
TEXTS = (
    "<h2 class=rate>Rated</h2><p class=rate>4.5</p><p class=needed>Name</p><p>Costs <b class=euro>12</b></p>"
    "<ol><li>Open<li>Close</ol><p><q>Said</q> he</p><p class=left data-left=7>Apples</p><p class=none></p>"
    "<div class=block>well</div><p class=loud>today</p><table><tr><td>5<td>6</table>"
    "<button class=needed>Send</button>"
)
READ = [
    "## ★ Rated", "★ 4.5", "Name*", "Costs €12", "Step 1: Open", "Step 2: Close", "“Said” he", "Apples (7 left)",
    "Nothing here yet", "Note well", "SALE today", "5 kg | 6 kg", "[e1 button Send*]",
]  # fmt: skip
UNREAD = (
    "<p class=tip data-tip=tip>1</p><p class=unseen>2</p><p class=away>3</p><p class=pale>4</p><p class=clear>5</p>"
    "<p class=nothing>6</p><p><i class=glyph></i>7</p><p><i class=icon-home></i>8</p>"
)


async def lines_of(bench: Bench, html: str) -> list[str]:
    await bench.show(SHEET + html)
    return (await bench.page.observe()).text.split("\n")[1:]


async def test_texts_of_style_sheets_are_read_in_their_places(bench: Bench) -> None:
    assert [re.sub(r"\[e\d+", "[e1", line) for line in await lines_of(bench, TEXTS)] == READ


async def test_what_nobody_reads_is_not_written(bench: Bench) -> None:
    assert await lines_of(bench, UNREAD) == list("12345678")
    snapshot = await bench.page.snapshot()
    assert not [node for node in snapshot.nodes() if node.unseen]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("tree", '"text":"Apples (7 left)"'),
        ("full", '<p class="left" data-left="7">Apples<!-- ::after (7 left) --></p>'),
        ("factpack", '"Apples"\n- text[REF]: "(7 left)"'),
        ("skeleton", ">Send*</button>"),
        ("semantic", '"n":"Send*"'),
        ("elements", '"Send*"'),
        ("controls", '"name":"Send*"'),
    ],
)
async def test_every_format_has_them(bench: Bench, name: str, written: str) -> None:
    await bench.show(SHEET + TEXTS)
    text = (await bench.page.observe(format=name)).text
    assert written in re.sub(r"\[[0-9A-F]{32}:\d+\]", "[REF]", text)


async def test_a_comment_of_a_view_cannot_be_ended_by_a_style_sheet(bench: Bench) -> None:
    await bench.show("<style>p::before { content: '--><script>x</script>' }</style><p>text</p>")
    assert "::before --&gt;&lt;script&gt;x" in (await bench.page.observe(format="full")).text


async def test_items_and_markdown_have_them(bench: Bench) -> None:
    await bench.show(SHEET + TEXTS)
    snapshot = await bench.page.snapshot()
    assert next(node.text for node in snapshot.nodes() if node.tag == "ol") == "Step 1: Open Step 2: Close"
    assert snapshot.find(text="Apples (7 left)")


async def test_the_ref_of_such_a_text_is_that_of_its_element(bench: Bench) -> None:
    await bench.show(
        f"{SHEET}<p class=rate>4</p><script>onclick = event => (event.target.textContent = 5)</script>"
    )
    view = await bench.page.observe(format="factpack")
    found = re.search(r'text\[(\S+)\]: "★"', view.text)
    assert found is not None, view.text
    result = await bench.page.click(found[1])
    assert result.success
    assert await bench.run("document.querySelector('p').textContent") == "5"


LONG = "".join(f"<p>line {number} <b>bold</b></p>" for number in range(40))


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("door.classList.toggle('open')", "Door (open)"),
        ("apples.dataset.left = 6", "Apples (6 left)"),
        ("apples.textContent = 'Pears'", "Pears (7 left)"),
        ("empty.textContent = 'full'", "full"),
        ("list.insertAdjacentHTML('afterbegin', '<li>New')", "Step 3: Close"),
        ("box.append(Object.assign(document.createElement('p'), { textContent: 'last' }))", "last"),
        ("box.classList.remove('left')", None),
        ("sheet.textContent = '#door::after { content: \" is shut\" }'", "Door is shut"),
    ],
)
async def test_a_delta_tells_what_a_style_sheet_writes_now(
    bench: Bench, captures: list[CaptureOptions], script: str, told: str | None
) -> None:
    await bench.show(
        f"{SHEET}<style id=sheet></style><p id=door>Door</p><p id=apples class=left data-left=7>Apples</p>"
        "<p id=empty class=none></p><ol id=list><li>Open<li>Close</ol>"
        f"<div id=box class=left data-left=9><p>inner</p><p>more</p></div>{LONG}"
    )
    await quiet_look(bench)
    captures.clear()
    before = await bench.page.observe()
    await bench.run(f"{script}; 0")
    view = await bench.page.observe(since=before.version)
    assert view.kind == "delta", view.text
    gone = [line for line in view.text.split("\n") if line.startswith("-")]
    assert (told in view.text) if told is not None else gone, view.text
    assert view.snapshot.render() == (await bench.page.snapshot()).render()
    page = controller_of(bench.page)
    assert (
        differences(view.snapshot.columns, (await capture(page.tab, CaptureOptions(), page.refs)).columns)
        == []
    )


async def test_the_end_of_a_box_is_written_after_changes_in_it(
    bench: Bench, captures: list[CaptureOptions]
) -> None:
    await bench.show(
        f"<style>div::after {{ content: 'The end' }}</style><div id=box><p id=p>one</p></div>{LONG}"
    )
    await quiet_look(bench)
    captures.clear()
    view = await bench.page.observe()
    for script in ("p.textContent = 'two'", "p.after('between')", "p.remove()", "box.replaceChildren('new')"):
        await bench.run(f"{script}; 0")
        view = await bench.page.observe(since=view.version)
        lines = view.snapshot.render().split("\n")
        assert lines == (await bench.page.snapshot()).render().split("\n")
        end = next(at for at, line in enumerate(lines) if line.endswith("The end"))
        assert lines[end + 1] == "line 0 bold", lines[:6]


@pytest.mark.req("CD-17")
async def test_a_text_in_closed_details_stays_unread_whatever_measured_it(bench: Bench) -> None:
    await bench.show("<p id=p></p><details><summary>Sum</summary>hidden</details><p>x</p>")
    view = await bench.page.observe()
    await bench.run("p.textContent = 'now'; 0")
    view = await bench.page.observe(since=view.version)
    assert "now" in view.text
    assert "hidden" not in view.text + view.snapshot.render()


async def test_closed_details_draw_what_is_before_them(bench: Bench) -> None:
    lines = await lines_of(bench, "<details><summary>Sum</summary>inner</details>")
    assert lines[0] == "Before"
    assert len(lines) == 2


async def test_swagger_says_which_parameters_are_required(bench: Bench) -> None:
    await bench.page.goto(bench.site.url("corpus/swagger.html"), wait_until="ready")
    view = await bench.page.observe()
    assert re.search(r"\*required", view.text), view.text
