"""Groups of tools that are there for the asking: each does what its schema says, on a real page."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import jsonschema
import pytest

from cdp_engine import Browser
from cdp_engine.agent import (
    GROUP_TOOLS,
    GROUPS,
    Rules,
    Secret,
    ToolBox,
    checked_groups,
    everyday,
    open_workspace,
)
from cdp_engine.agent.files.output_files import save_file
from cdp_engine.agent.network_log import header_lines, without_secrets
from cdp_engine.errors import InvalidInput, NotAllowed
from cdp_engine.views import token_counter
from tests.agent.conftest import Bench
from tests.support.site import Response, Site

pytestmark = pytest.mark.req("AG-04")


@pytest.fixture
async def all_tools(browser: Browser, site: Site) -> AsyncIterator[Bench]:
    async with open_workspace(browser, isolated=True) as workspace:
        yield Bench(everyday(workspace, groups=["all"]), site)


def content(path: Path) -> bytes:
    return path.read_bytes()


def size(box: ToolBox) -> int:
    return token_counter().count(json.dumps(box.schemas(), separators=(",", ":")))


@pytest.mark.anyio
@pytest.mark.live
async def test_groups_come_only_when_asked_for(browser: Browser) -> None:
    async with open_workspace(browser, isolated=True) as workspace:
        usual = everyday(workspace)
        assert size(usual) <= 2000
        assert not {"request", "mock", "cookies", "mouse", "save_page", "resize", "evaluate"} & {
            tool.name for tool in usual
        }
        some = everyday(workspace, groups=["network", "core"])
        assert {tool.name for tool in some} - {tool.name for tool in usual} == {"request", "mock"}
        numbered = everyday(workspace, groups=["tabs"])
        assert all("tab" in tool.schema["properties"] for tool in numbered)
        assert not any("tab" in tool.schema["properties"] for tool in usual if tool.name != "tabs")
        everything = everyday(workspace, groups=["all"])
        assert {tool.name for tool in everything} == {tool.name for tool in GROUP_TOOLS} - {"cdp"}
        for tool in everything:
            jsonschema.Draft202012Validator.check_schema(tool.schema)


def test_a_group_that_is_not_there_is_named_with_those_that_are() -> None:
    assert checked_groups(["vision", "core", " "]) == ["core", "vision"]
    assert checked_groups(["all"]) == list(GROUPS)
    with pytest.raises(InvalidInput, match="vison") as wrong:
        checked_groups(["vison"])
    assert "vision" in wrong.value.hint


@pytest.mark.anyio
@pytest.mark.live
async def test_one_request_in_full_without_what_lets_one_in(all_tools: Bench) -> None:
    bench = all_tools
    bench.site.route(
        "/groups/api",
        Response('{"price": 12}', content_type="application/json", headers={"X-Kind": "api"}),
    )
    bench.site.route("/groups/pixel", Response(b"\x89PNG\r\n\x1a\nrest", content_type="image/png"))
    script = (
        "fetch('/groups/api', {method: 'POST', headers: {Authorization: 'Bearer abcdef', 'X-Mine': 'yes'},"
        " body: JSON.stringify({user: 'ada', password: 'hunter2'})}).then(r => r.text());"
        " fetch('/groups/pixel').then(r => r.arrayBuffer())"
    )
    await bench.show(f'<button onclick="{script}">Load</button>')
    await bench.done("click", ref=await bench.ref("Load"))
    listed = (await bench.done("network")).text
    numbers = {
        line.split("/groups/")[1]: int(line.split()[0]) for line in listed.splitlines() if "/groups/" in line
    }
    shown = (await bench.done("request", number=numbers["api"])).text
    assert "POST" in shown
    assert "x-mine: yes" in shown.lower()
    assert "x-kind: api" in shown
    assert '"price": 12' in shown
    assert '"user":"ada"' in shown
    assert "abcdef" not in shown
    assert "hunter2" not in shown
    assert "price" not in (await bench.done("request", number=numbers["api"], part="headers")).text
    saved = (await bench.done("request", number=numbers["pixel"], file="pixel.png")).text
    path = Path(re.findall(r"image/png, (/\S+)", saved)[0])
    assert content(path) == b"\x89PNG\r\n\x1a\nrest"
    assert path.is_relative_to(bench.workspace.outputs)
    missing = await bench.call("request", number=9999)
    assert missing.error == "invalid_params"


def test_headers_and_bodies_without_what_lets_one_in() -> None:
    assert header_lines({"Cookie": "a=b", "Accept": "x"}) == ["Cookie: ***", "Accept: x"]
    assert without_secrets("user=ada&password=hunter2&pin=1234") == "user=ada&password=***&pin=***"
    assert without_secrets('{"newPassword": "a\\"b", "n": 1}') == '{"newPassword": "***", "n": 1}'
    assert without_secrets("spinner=3&shipping=4") == "spinner=3&shipping=4"


@pytest.mark.anyio
@pytest.mark.live
async def test_requests_are_answered_in_place_of_the_server(all_tools: Bench) -> None:
    bench = all_tools
    script = (
        "fetch('/groups/stock').then(r => r.text().then(t => out.textContent = r.status + ' ' + t),"
        " () => out.textContent = 'refused')"
    )
    await bench.show(f'<button onclick="{script}">Stock</button><p id=out>')
    await bench.done("mock", url="/groups/stock", status=503, body="sold out", content_type="text/plain")
    button = await bench.ref("Stock")
    assert "503 sold out" in (await bench.done("click", ref=button)).text
    await bench.done("mock", url="*/groups/st*", abort=True)
    assert "refused" in (await bench.done("click", ref=button)).text
    assert "2 mocks" in (await bench.done("mock", do="list")).text
    await bench.done("mock", do="clear")
    assert "404" in (await bench.done("click", ref=button)).text


@pytest.mark.anyio
@pytest.mark.live
async def test_lists_of_domains_count_before_mocks(browser: Browser, site: Site) -> None:
    rules = Rules(allowed_domains=("127.0.0.1",))
    async with open_workspace(browser, isolated=True, rules=rules) as workspace:
        bench = Bench(everyday(workspace, groups=["network"]), site)
        script = (
            "for (const at of ['/groups/own', 'http://blocked.test/groups/own'])"
            " fetch(at).then(r => r.text().then(t => out.textContent += t), () => out.textContent += 'refused')"
        )
        await bench.show(f'<button onclick="{script}">Load</button><p id=out>')
        await bench.done("mock", url="/groups/own", body="mocked", content_type="text/plain")
        await bench.done("click", ref=await bench.ref("Load"))
        page = await bench.workspace.page()
        waited = await page.wait_for(function="out.textContent.length > 12")
        assert waited.success
        assert sorted(re.findall("mocked|refused", await page.evaluate("out.textContent"))) == [
            "mocked",
            "refused",
        ]


@pytest.mark.anyio
@pytest.mark.live
async def test_cookies_and_web_storage(all_tools: Bench) -> None:
    bench = all_tools
    await bench.show("<script>localStorage.setItem('cart', 'three things')</script>")
    await bench.box.call("cookies", {"do": "set", "name": "who", "value": "ada"})
    listed = (await bench.done("cookies")).text
    assert "1 cookies" in listed
    assert "who" in listed
    assert "ada" not in listed
    assert "who=ada" in (await bench.box.call("cookies", {"do": "get", "name": "who"})).text
    assert "cart: 12 characters" in (await bench.done("storage")).text
    assert "three things" in (await bench.done("storage", do="get", key="cart")).text
    await bench.done("storage", do="set", key="tone", value="dark", where="session")
    page = await bench.workspace.page()
    assert await page.evaluate("sessionStorage.tone") == "dark"
    saved = (await bench.done("storage", do="save", file="state.json")).text
    state = json.loads(content(Path(re.findall(r"json, (/\S+)", saved)[0])))
    assert state["cookies"][0]["value"] == "ada"
    assert "1 cookies are deleted" in (await bench.box.call("cookies", {"do": "delete", "name": "who"})).text
    await bench.done("storage", do="clear")
    assert await page.evaluate("localStorage.length") == 0
    assert (await bench.box.call("cookies", {"do": "set", "name": "x"})).error == "invalid_params"


CANVAS = """<canvas id=c width=300 height=200 style="position:absolute;left:40px;top:30px;background:#eee"></canvas>
<div style="position:absolute;top:260px;height:60px;width:200px;overflow:auto"
 id=box><p style="height:900px">long</p></div>
<button style="position:absolute;left:400px;top:40px;width:120px;height:40px"
 onclick="log.textContent += ' bought'">Buy</button><p id=log style="position:absolute;top:350px">log:</p>
<script>for (const kind of ['mousedown', 'mouseup', 'dblclick', 'contextmenu', 'mousemove'])
 c.addEventListener(kind, e => { e.preventDefault();
  log.textContent += ` ${kind}@${Math.round(e.offsetX)},${Math.round(e.offsetY)}`; });</script>"""


@pytest.mark.anyio
@pytest.mark.live
async def test_the_mouse_goes_to_the_very_point(all_tools: Bench) -> None:
    bench = all_tools
    await bench.show(CANVAS)
    page = await bench.workspace.page()

    async def log() -> str:
        said = await page.evaluate("log.textContent")
        await page.evaluate("log.textContent = 'log:'")
        return str(said)

    await bench.done("mouse", x=140, y=80)
    assert "mousedown@100,50 mouseup@100,50" in re.sub(r" mousemove@\S+", "", await log())
    await bench.done("mouse", do="double", x=60, y=50)
    assert "dblclick@20,20" in await log()
    await bench.done("mouse", do="right", x=60, y=50)
    assert "contextmenu@20,20" in await log()
    await bench.done("mouse", do="move", x=90, y=90)
    assert "mousemove@50,60" in await log()
    await bench.done("mouse", do="drag", x=60, y=50, to_x=240, to_y=130)
    said = await log()
    assert "mousedown@20,20" in said
    assert "mouseup@200,100" in said
    bought = await bench.done("mouse", x=420, y=60)
    assert "bought" in bought.text
    await bench.done("mouse", do="wheel", x=50, y=280, dy=200)
    assert await page.evaluate("new Promise(r => setTimeout(() => r(box.scrollTop), 300))") > 0
    outside = await bench.call("mouse", x=5000, y=10)
    assert outside.error == "invalid_params"
    assert "outside of the viewport" in outside.text


@pytest.mark.anyio
@pytest.mark.live
async def test_the_page_in_files_and_as_markdown(all_tools: Bench) -> None:
    bench = all_tools
    await bench.show(
        "<h1>Prices</h1><p>All <b>good</b> things, <a href='/more'>more</a>.</p><ul><li>One<li>Two</ul>"
        "<table><tr><th>Thing<th>Price<tr><td>Pear<td>3</table><p style='display:none'>hidden"
    )
    begins = {"pdf": b"%PDF", "png": b"\x89PNG", "mhtml": b"From:", "html": b"<", "md": b"# Prices"}
    for kind, begin in begins.items():
        saved = (await bench.done("save_page", kind=kind)).text
        path = Path(re.findall(r", (/\S+)", saved)[-1])
        assert content(path).startswith(begin), kind
        assert path.is_relative_to(bench.workspace.outputs)
        assert path.suffix == f".{kind}"
    again = (await bench.done("save_page", kind="md", file="Own.md")).text
    assert "Own (1).md" in again
    text = (await bench.done("markdown")).text
    for line in ("# Prices", "All **good** things, [more](", "- One", "| Thing | Price |", "| Pear | 3 |"):
        assert line in text, line
    assert "hidden" not in text
    for name in ("../out.pdf", "/tmp/out.pdf", "a/../../out.pdf"):
        refused = await bench.call("save_page", file=name)
        assert refused.error == "not_allowed", refused.text


@pytest.mark.anyio
@pytest.mark.live
async def test_a_file_of_a_page_that_shows_a_secret_is_withheld_or_masked(all_tools: Bench) -> None:
    bench = all_tools
    bench.workspace.vault.add([Secret("CODE", "correct-horse-7", ("https://shop.test",))])
    await bench.show("<h1>Your code</h1><p>It is correct-horse-7")
    for kind in ("pdf", "png", "mhtml"):
        refused = await bench.call("save_page", kind=kind)
        assert refused.error == "not_allowed", kind
        assert "html or md" in refused.text
    for kind in ("html", "md"):
        saved = (await bench.done("save_page", kind=kind)).text
        text = content(Path(re.findall(r", (/\S+)", saved)[-1])).decode()
        assert "Your code" in text
        assert "correct-horse-7" not in text


@pytest.mark.anyio
async def test_nothing_is_written_through_a_link_or_over_a_file(tmp_path: Path) -> None:
    folder, out = tmp_path / "folder", tmp_path / "out"
    folder.mkdir()
    out.mkdir()
    (folder / "away").symlink_to(out)
    (folder / "file.txt").symlink_to(out / "file.txt")
    with pytest.raises(NotAllowed):
        await save_file(str(folder), "away/x.txt", b"x")
    assert "file (1).txt" in await save_file(str(folder), "file.txt", b"x")
    assert not list(out.iterdir())
    for name in ("", "..", "a\0b"):
        with pytest.raises(InvalidInput):
            await save_file(str(folder), name, b"x")


@pytest.mark.anyio
@pytest.mark.live
async def test_size_device_and_language(all_tools: Bench) -> None:
    bench = all_tools
    await bench.show("<h1>Page</h1>")
    page = await bench.workspace.page()
    await bench.done("resize", width=500, height=400)
    assert await page.evaluate("[innerWidth, innerHeight]") == [500, 400]
    await bench.done("emulate", color_scheme="dark", timezone="Asia/Tokyo", locale="de-DE")
    assert await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone") == "Asia/Tokyo"
    await bench.done("emulate", reset=True)
    assert await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone") != "Asia/Tokyo"
    wrong = await bench.call("emulate", timezone="Moon/Base")
    assert wrong.error == "invalid_params"
    assert (await bench.call("emulate")).error == "invalid_params"


@pytest.mark.anyio
@pytest.mark.live
async def test_scripts_on_an_element_and_values_in_the_console(all_tools: Bench) -> None:
    bench = all_tools
    await bench.show("<button data-n=7>Go</button><script>console.log({a: 1, b: ['x']}, [1, 2])</script>")
    ref = await bench.ref("Go")
    assert "7" in (await bench.done("evaluate", expression="element.dataset.n", ref=ref)).text
    assert "Go!" in (await bench.done("evaluate", expression="e => e.textContent + '!'", ref=ref)).text
    thrown = await bench.call("evaluate", expression="element.nope()", ref=ref)
    assert thrown.error == "script_failed"
    said = (await bench.done("console")).text
    assert "{a: 1, b: " in said
    assert "[1, 2]" in said
    assert re.search(r"\(http\S+:1\)", said)


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("AG-06")
async def test_tables_and_items_are_rows_with_refs(all_tools: Bench) -> None:
    await all_tools.show(
        "<table><tr><th>Fruit<th>Price</tr><tr><td>Apple<td>1.20</tr><tr><td>Pear<td>2.00</tr></table>"
        "<ul>"
        + "".join(f"<li><b>Name {n}</b> <i>of {n}</i><s hidden>ghost</s></li>" for n in range(4))
        + "</ul>"
    )
    tables = await all_tools.done("tables")
    assert "Fruit | Price" in tables.text
    [prices] = tables.data
    assert prices["rows"][1]["values"] == {"Fruit": "Pear", "Price": "2.00"}
    items = await all_tools.done("items", by="listitem", rows=2)
    assert re.search(r"^e\d+ \| .*Name 1", items.text, re.MULTILINE)
    assert "2 more rows" in items.text
    assert "ghost" not in items.text
    assert (
        items.data["rows"][3]["ref"] == (await all_tools.done("items", by="listitem")).data["rows"][3]["ref"]
    )
    await all_tools.show("<p>Nothing here repeats</p>")
    assert (await all_tools.call("items")).error == "nothing"


@pytest.mark.anyio
@pytest.mark.live
async def test_the_mouse_finds_elements_in_frames_of_other_processes(all_tools: Bench) -> None:
    bench = all_tools
    bench.site.route(
        "/groups/inner",
        "<!doctype html><body style='margin:0'><div style='height:900px'></div>"
        "<button id=b onclick='b.textContent=1'>In</button><div style='height:900px'></div>"
        "<script>scrollTo(0, 600)</script>",
    )
    address = bench.site.url("/groups/inner", host="b.test")
    await bench.show(
        "<div style='height:70px'></div>"
        f"<iframe src='{address}' style='border:5px solid;width:300px;height:500px;margin-left:40px;"
        "transform:scale(.5);transform-origin:0 0'></iframe>"
    )
    page = await bench.workspace.page()
    left, top = await page.evaluate(
        "(() => { const b = document.querySelector('iframe').getBoundingClientRect(); return [b.x, b.y]; })()"
    )
    result = await bench.done("mouse", x=left + (5 + 10) / 2, y=top + (5 + 310) / 2)
    assert "click" in result.text
    assert "In" not in (await bench.done("find", role="button")).text
