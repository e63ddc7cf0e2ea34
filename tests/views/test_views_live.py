"""Views of a page in a real browser, through the public surface."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image

from cdp_engine import Page
from cdp_engine.views import ExactTokens, formats
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

HTML = """<!doctype html><title>Marks</title><meta name=viewport content="width=device-width">
<body style="margin:0;background:#fff"><button style="position:absolute;left:100px;top:200px;width:120px;height:40px"
 onclick="document.title='hit'">Press</button>
<div style="position:absolute;top:3000px"><a href="#x">Far below</a></div></body>"""


@pytest.mark.req("SX-12")
async def test_marks_match_refs(page: Page, site: Site) -> None:
    site.route("/marks", HTML)
    await page.goto(site.url("marks"))
    view = await page.observe(format="semantic", boxes=True, offscreen=False)
    (item,) = json.loads(view.text)["interactive_tree"]
    bare = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    marked = Image.open(io.BytesIO(await page.screenshot(marks=True))).convert("RGB")
    assert bare.size == marked.size
    x, y, _, height = item["box"]
    assert bare.getpixel((x, y + height // 2)) != marked.getpixel((x, y + height // 2))
    assert bare.getpixel((600, 500)) == marked.getpixel((600, 500))
    assert (await page.click(item["i"])).success
    assert await page.title() == "hit"
    whole = Image.open(io.BytesIO(await page.screenshot(marks=True, full_page=True)))
    assert whole.height > 3000


@pytest.mark.req("SX-02")
async def test_the_skeleton_names_fields_and_marks_what_lists_hold(page: Page, site: Site) -> None:
    site.route(
        "/fields",
        "<!doctype html><title>Fields</title>"
        "<select aria-label=Size><option><!--?made-->S<option selected>M<option value=l>L"
        "</select><select multiple aria-label=Many><option selected>A<option>B<option selected>C</select>"
        "<textarea aria-label=Notes>x</textarea>",
    )
    await page.goto(site.url("fields"))
    view = await page.observe(format="skeleton", values=True)
    assert view.text.splitlines()[:3] == [
        '<select id="e1" aria-label="Size"><option>S</option><option selected>M</option>'
        '<option value="l">L</option></select>',
        '<select id="e2" aria-label="Many"><option selected>A</option><option>B</option>'
        "<option selected>C</option></select>",
        '<textarea id="e3" aria-label="Notes">x</textarea>',
    ]
    assert [node.value for node in view.snapshot.find(name="Many")] == ["A, C"]
    assert "selected" not in (await page.observe(format="skeleton")).text
    assert "made" not in (await page.observe()).text


WRAPPED = (
    "<!doctype html><title>Wrapped</title><body style='margin:0'><div id=above></div>"
    "<p style='width:330px;text-align:{align}'>"
    + " ".join(f"<a href='#{at}'>{'harbour of boats ' * (at % 4)}number {at}</a>" for at in range(40))
    + "</p><p><a href='#x'>one<br><b>and a second line</b></a></p>"
)


@pytest.mark.req("SX-01")
@pytest.mark.parametrize("align", ["left", "center"])
async def test_the_point_of_a_link_over_two_lines_lies_in_it(page: Page, site: Site, align: str) -> None:
    """The middle of the box around both lines may lie in another link."""
    site.route("/wrapped", WRAPPED.replace("{align}", align))
    site.route("/framed", "<iframe src='/wrapped' style='width:400px;height:600px;margin:20px'></iframe>")
    hit = (
        "([x, y]) => { const at = (d, x, y) => { const e = d.elementFromPoint(x, y);"
        " if (e?.localName !== 'iframe') return e?.closest('a')?.hash;"
        " const r = e.getBoundingClientRect();"
        " return at(e.contentDocument, x - r.x - e.clientLeft, y - r.y - e.clientTop) }; return at(document, x, y) }"
    )

    async def pointed() -> list[tuple[object, str]]:
        view = await page.observe(format="semantic")
        rows = [row for row in json.loads(view.text)["interactive_tree"] if row["r"] == "link"]
        names = [f"#{row['n'].split()[-1]}" if "number" in row["n"] else "#x" for row in rows]
        return [(await page.evaluate(hit, row["xy"]), name) for row, name in zip(rows, names, strict=True)]

    for where in ("wrapped", "framed"):
        await page.goto(site.url(where))
        found = await pointed()
        assert len(found) == 41
        assert [one for one in found if one[0] != one[1]] == []
    await page.goto(site.url("wrapped"))
    await page.observe()
    await page.evaluate("() => { document.querySelector('#above').style.height = '31px' }")
    assert [one for one in await pointed() if one[0] != one[1]] == []


@pytest.mark.req("SX-15")
async def test_visible_boxes_and_landmarks_are_listed(page: Page, site: Site) -> None:
    """Their looks are read for `semantic` and `hybrid` only, and from then on."""
    kinds = {
        "border": "border: 1px solid grey", "shadow": "box-shadow: 0 0 4px grey", "background": "background: #eee",
        "edge": "border-left: 3px dotted", "none": "border: 3px none", "wrapper": "padding: 4px",
    }  # fmt: skip
    boxes = "".join(
        f"<div role=group aria-label={name} style='{css}'><button>{name} button</button></div>"
        for name, css in kinds.items()
    )
    site.route(
        "/boxes",
        "<!doctype html><title>Boxes</title><style>.late { border: 1px solid }</style>"
        f"<main aria-label=main><iframe srcdoc='<p>'></iframe>{boxes}</main>"
        "<div id=late role=group aria-label=late><button onclick='late.className = `late`'>Frame it</button></div>",
    )

    def listed(text: str) -> set[str]:
        return {node["n"] for node in json.loads(text)["interactive_tree"] if "btn" not in node["r"]}

    await page.goto(site.url("boxes"))
    first = await page.observe()
    assert not {"border", "shadow"} & listed(first.snapshot.render("semantic"))
    view = await page.observe(format="semantic")
    assert listed(view.text) == {"border", "shadow", "background", "edge", "main"}
    assert listed((await page.observe(format="hybrid")).text) == listed(view.text)
    [button] = view.snapshot.find(name="Frame it")
    result = await page.click(button.ref)
    assert result.observation is not None
    assert "late" in listed(result.observation.snapshot.render("semantic"))


@pytest.mark.req("SX-12")
async def test_canvases_are_marked(page: Page, site: Site) -> None:
    site.route(
        "/canvases",
        "<!doctype html><title>Canvases</title><body style='margin:0;background:#fff'>"
        + "".join(
            f"<canvas {more} width=100 height=60 style='position:absolute;left:{left}px;top:100px'></canvas>"
            for left, more in ((50, ""), (250, "onclick='1'"), (450, "role=img aria-label=Sales"))
        ),
    )
    await page.goto(site.url("canvases"))
    bare = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    marked = Image.open(io.BytesIO(await page.screenshot(marks=True))).convert("RGB")
    for x in (50, 250, 450):
        assert bare.getpixel((x, 130)) != marked.getpixel((x, 130)), x


@pytest.mark.req("SX-02", "EX-05")
async def test_every_format_can_be_observed_within_a_budget(page: Page, site: Site) -> None:
    site.route(
        "/long",
        "<title>Long</title>" + "".join(f"<p>Text {n} <button>Do {n}</button></p>" for n in range(300)),
    )
    await page.goto(site.url("long"))
    for format in formats():
        view = await page.observe(format=format, max_tokens=800)
        assert view.kind == "full"
        assert ExactTokens("o200k_base").count(view.text) <= 800, format
    outline = await page.observe(max_tokens=300)
    ref = re.findall(r"expand (e\d+)$", outline.text, re.M)[-1]
    further = await page.observe(max_tokens=300, expand=ref)
    shown, more = set(re.findall(r"\[(e\d+) ", outline.text)), re.findall(r"\[(e\d+) ", further.text)
    assert more
    assert not shown & set(more)
    assert (await page.click(more[0])).success


@pytest.mark.req("SX-13")
async def test_a_query_brings_what_is_asked_for(page: Page, site: Site) -> None:
    site.route(
        "/many",
        "".join(f"<section><h2>Lamp {n}</h2><button>Add to cart</button></section>" for n in range(900)),
    )
    await page.goto(site.url("many"))
    view = await page.observe(query="add lamp 777 to the cart")
    assert "Lamp 777" in view.text
    assert len(view.text) < 12_000


@pytest.mark.req("SX-01", "VD-01", "VD-03")
async def test_the_tree_names_documents_of_frames_and_keeps_their_order(page: Page, site: Site) -> None:
    site.route("/one", "<title>First</title><button>In one</button>")
    site.route("/two", "<title>Second</title><button>In two</button>")
    site.route(
        "/frames",
        f"<iframe src='{site.url('one')}'></iframe><x-a></x-a><iframe src='{site.url('two')}'></iframe><x-b></x-b>"
        "<script>for (const name of ['x-a', 'x-b']) document.querySelector(name).attachShadow({mode: 'open'})"
        ".innerHTML = `<button>In ${name}</button>`</script>",
    )
    await page.goto(site.url("frames"))
    snapshot = await page.snapshot()
    body = snapshot.data("tree")["page"]["body"]
    frames = [node for node in body["children"] if node["tag"] == "iframe"]
    assert [(frame["url"], frame["title"]) for frame in frames] == [
        (site.url("one"), "First"),
        (site.url("two"), "Second"),
    ]
    apart = snapshot.data("tree", sections=True)["page"]
    assert [frame["title"] for frame in apart["iframes"]] == ["First", "Second"]
    named = [json.dumps(shadow) for shadow in apart["shadowDoms"]]
    assert ["In x-a" in named[0], "In x-b" in named[1]] == [True, True]
    places = {node["n"]: node.get("f", 0) for node in snapshot.data("semantic")["interactive_tree"]}
    assert places == {"In one": 1, "In x-a": 0, "In two": 2, "In x-b": 0}


@pytest.mark.req("VD-03")
async def test_a_shadow_root_is_one_section_with_its_texts(page: Page, site: Site) -> None:
    site.route(
        "/root",
        "<p>Light</p><x-a></x-a><x-b></x-b><script>const [a, b] = ['x-a', 'x-b'].map(name =>"
        " document.querySelector(name).attachShadow({mode: 'open'}));"
        "a.innerHTML = `Stars <div><button>Rate</button></div><button>Undo</button><slot></slot>`</script>",
    )
    await page.goto(site.url("root"))
    apart = (await page.snapshot()).data("tree", sections=True)["page"]
    assert "Stars" not in json.dumps(apart["body"])
    (root,) = apart["shadowDoms"]
    assert root["body"]["id"] == root["hostId"]
    assert (root["body"]["tag"], root["body"]["text"]) == ("shadow-root", "Stars")
    assert [(node["tag"], node["text"]) for node in root["body"]["children"]] == [
        ("button", "Rate"),
        ("button", "Undo"),
    ]


async def test_what_choices_are_about_is_told_where_no_text_says_it(page: Page, site: Site) -> None:
    site.route(
        "/about",
        "<p aria-hidden=true>Travel by</p><div role=radiogroup aria-label='Travel by'><label><input type=radio name=t>"
        "Train</label><br><label><input type=radio name=t>Car</label></div><table><tr><td>Soup<td><div role=radiogroup"
        " aria-label=Rating><input type=radio name=r aria-label=1><input type=radio name=r aria-label=2></div></table>"
        "<div><p id=said>Contact by</p><div role=group aria-label='Contact by'><label><input type=checkbox>Mail</label>"
        "</div></div><div role=group aria-label=Format><button>Bold</button></div>",
    )
    await page.goto(site.url("about"))
    view = await page.observe()
    assert re.findall(r"Travel by.*", view.text)[0].startswith("Travel by: [e")
    assert "Rating: [e" in view.text
    assert view.text.count("Contact by") == 1
    assert "Format" not in view.text
    await page.evaluate("said.remove()")
    told = await page.observe(since=view.version)
    assert "Contact by: [e" in told.text


async def test_a_box_that_says_only_the_label_of_its_check_box_is_no_second_control(
    page: Page, site: Site
) -> None:
    """Semantic UI listens on the box, and draws a check box in its label."""
    hidden = "<input type=checkbox style='opacity:0;position:absolute;z-index:-1'>"
    site.route(
        "/boxed",
        f"<div class=box>{hidden}<label>Live</label></div>"
        "<script>for (const box of document.querySelectorAll('.box')) box.onclick = () => {}</script>",
    )
    await page.goto(site.url("boxed"))
    text = (await page.observe()).text
    assert text.count("Live") == 1
    assert re.search(r"\[e\d+ checkbox Live\]", text)
