"""Dragging by pointer and by the browser's own drags; files in every kind of file field."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdp_engine.act import click, drag, upload
from cdp_engine.errors import InvalidInput, NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

HTML5 = """<script src=/act/log.js></script>
<div id=a draggable=true style='width:80px;height:40px;background:#acf'>drag me</div>
<div style='height:120px'></div><div id=z style='width:200px;height:100px;background:#eee'></div><script>
a.ondragstart = e => e.dataTransfer.setData('text/plain', 'cargo');
z.ondragover = e => e.preventDefault();
z.ondrop = e => { e.preventDefault(); z.textContent = e.dataTransfer.getData('text/plain'); };
</script>"""


async def test_html5_drag_and_drop(stage: Stage) -> None:
    await stage.show_html(HTML5)
    done = await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"))
    assert (done.method, done.received) == ("html5", True)
    assert await stage.eval("z.textContent") == "cargo"
    seen = await stage.eval("seen")
    for event in ("dragstart:a", "dragenter:z", "dragover:z", "drop:z", "dragend:a"):
        assert event in seen


async def test_a_page_that_draws_the_source_again_learns_of_the_end_by_the_mouse(stage: Stage) -> None:
    """As react-dnd does: a source that was replaced gets no `dragend`."""
    await stage.show_html(
        HTML5
        + "<script>window.ended = false; z.addEventListener('dragenter', () => a.replaceWith(a.cloneNode(true)));"
        "addEventListener('mousemove', e => { if (!e.buttons && z.textContent) ended = true; });</script>"
    )
    await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"))
    assert await stage.eval("[z.textContent, ended]") == ["cargo", True]


async def test_two_drags_in_a_row(stage: Stage) -> None:
    await stage.show_html(HTML5)
    for _ in range(2):
        await stage.eval("z.textContent = ''")
        await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"))
        assert await stage.eval("z.textContent") == "cargo"


async def test_a_pointer_driven_list(stage: Stage) -> None:
    await stage.show_html(
        "<style>.i{width:100px;height:40px;background:#ddd;position:absolute;left:10px}</style>"
        "<div class=i id=a style='top:10px'>a</div>"
        "<div class=i id=b style='top:210px;background:#8f8'>b</div><script>"
        "let grab = null; moves = 0;"
        "a.onpointerdown = e => { grab = e.clientY - a.offsetTop; a.setPointerCapture(e.pointerId); };"
        "a.onpointermove = e => { if (grab !== null) { moves++; a.style.top = e.clientY - grab + 'px'; } };"
        "a.onpointerup = () => grab = null;</script>"
    )
    done = await drag(stage.tab, await stage.ref("#a"), await stage.ref("#b"))
    assert (done.method, done.received) == ("pointer", True)
    assert await stage.eval("a.offsetTop") == 210
    assert await stage.eval("moves") >= 3


SORTED = """<style>li{height:25px;width:120px;background:#ddd}</style>
<ul id=u><li id=a>a<li id=b>b<li id=c>c</ul><script>
let held = null, at = 0;
u.onmousedown = e => { held = e.target.closest('li'); at = e.clientY; };
onmousemove = e => {
  if (!held) return;
  const down = e.clientY > at, row = document.elementFromPoint(e.clientX, e.clientY).closest('li');
  at = e.clientY;
  if (!row || row === held) return;
  const box = row.getBoundingClientRect(), half = e.clientY > box.top + box.height / 2;
  if (down && half) row.after(held); else if (!down && !half) row.before(held);
};
onmouseup = () => held = null;
</script>"""


@pytest.mark.req("EX-12")
@pytest.mark.parametrize(
    ("source", "to", "order"),
    [("#a", "#b", "bac"), ("#a", "#c", "bca"), ("#b", "#a", "bac"), ("#c", "#a", "cab")],
)
async def test_a_row_takes_the_place_of_the_row_it_is_dropped_on(
    stage: Stage, source: str, to: str, order: str
) -> None:
    """Lists put a row before or behind another by the half that the pointer is in; the very middle is neither."""
    await stage.show_html(SORTED)
    await drag(stage.tab, await stage.ref(source), await stage.ref(to))
    assert await stage.eval("u.textContent.replace(/\\s/g, '')") == order


async def test_a_slider_is_dragged_to_a_position(stage: Stage) -> None:
    await stage.show_html("<input id=r type=range min=0 max=100 value=0 style='width:300px;margin:0'>")
    ref = await stage.ref("#r")
    await drag(stage.tab, ref, ref, source_position=(8, 8), position=(150, 8))
    assert 45 <= int(await stage.eval("r.value")) <= 55


MARKER = """<body style='margin:0'><div id=m style='position:absolute;left:40px;top:50px;width:20px;height:20px'>x</div>
<script>m.onmousedown = e => { const [x, y] = [e.clientX - m.offsetLeft, e.clientY - m.offsetTop];
onmousemove = e => { m.style.left = `${e.clientX - x}px`; m.style.top = `${e.clientY - y}px` };
onmouseup = () => { onmousemove = null } }</script>"""


async def test_an_element_is_dragged_to_a_place_relative_to_where_it_lay(stage: Stage) -> None:
    """As the marker of a map, which follows the pointer from the first move on."""
    await stage.show_html(MARKER)
    ref = await stage.ref("#m")
    await drag(stage.tab, ref, ref, source_position=(10, 10), position=(160, 40))
    assert await stage.eval("[m.offsetLeft, m.offsetTop]") == [190, 80]


async def test_drags_in_a_frame_of_another_site(stage: Stage) -> None:
    """The browser reports a drag of any frame to the page's main session only."""
    framed = stage.site.route("/act/framed", "<!doctype html>" + HTML5)
    inner = stage.site.url("act/framed", host="localhost")
    await stage.show_html(f"<p id=z>z</p><iframe src={inner} width=400 height=330></iframe>")
    frame = await stage.frame("framed")
    framed()
    assert frame.session is not stage.tab.session
    grip = await stage.ref("#a", frame)
    done = await drag(stage.tab, grip, await stage.ref("#z", frame))
    assert (done.method, await stage.eval("z.textContent", frame)) == ("html5", "cargo")
    with pytest.raises(InvalidInput, match="different sites"):
        await drag(stage.tab, grip, await stage.ref("#z"))


async def test_a_page_that_prevents_the_browsers_drag(stage: Stage) -> None:
    await stage.show_html(
        "<script src=/act/log.js></script>"
        "<div id=a draggable=true ondragstart='event.preventDefault()'>a</div><p id=z>z</p>"
    )
    done = await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"))
    assert done.method == "pointer"


async def test_a_covered_source(stage: Stage) -> None:
    await stage.show_html("<p id=a>a</p><p id=z>z</p><div style='position:fixed;inset:0'></div>")
    with pytest.raises(NotActionable) as refused:
        await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"), timeout=0.8)
    assert refused.value.code == "obscured"


@pytest.fixture
def letters(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "one.txt", tmp_path / "zwei ü.txt"]
    for path in paths:
        path.write_text(f"content of {path.name}")
    return paths


FIELDS = {
    "#f": "<input id=f type=file multiple>",
    "#h": "<input id=f type=file multiple style='display:none'><button id=h onclick='f.click()'>Choose</button>",
    "#l": "<label id=l><input id=f type=file multiple hidden>Choose</label>",
    "#over": "<div style='height:2000px'></div><div style='position:relative;width:90px'>"
    "<button id=over type=button>File</button>"
    "<input id=f type=file multiple style='position:absolute;inset:0;opacity:0' "
    "onchange=\"document.body.insertAdjacentHTML('beforeend', '<p style=position:fixed;inset:0>Please wait')\"></div>",
    "#fly": "<button id=fly onclick=\"window.f = Object.assign(document.createElement('input'), "
    "{type: 'file', multiple: true}); f.onchange = () => window.got = f.files.length; f.click()\">Choose</button>",
}


@pytest.mark.parametrize("target", FIELDS)
async def test_files_in_every_kind_of_field(stage: Stage, letters: list[Path], target: str) -> None:
    await stage.show_html(FIELDS[target])
    done = await upload(stage.tab, await stage.ref(target), *letters)
    assert (done.chosen, done.as_wanted) == (("one.txt", "zwei ü.txt"), True)
    assert await stage.eval("Promise.all(Array.from(f.files, file => file.text()))") == [
        "content of one.txt",
        "content of zwei ü.txt",
    ]


REPLACED = """<div id=w style='position:relative;width:120px;height:30px'><button id=b>File</button></div><p id=out></p>
<script>const fresh = () => { const f = document.createElement('input'); f.type = 'file';
f.style.cssText = 'position:absolute;inset:0;opacity:0';
f.onchange = () => { if (f.isConnected) out.textContent += f.files[0].name + '|'; f.remove(); fresh(); };
w.append(f); }; fresh();</script>"""


async def test_a_field_that_the_page_replaces_after_each_file(stage: Stage, letters: list[Path]) -> None:
    await stage.show_html(REPLACED)
    for letter in letters[:2]:
        done = await upload(stage.tab, await stage.ref("#b"), letter)
        assert (done.as_wanted, done.chosen) == (True, (letter.name,))
    assert await stage.eval("out.textContent") == "".join(f"{letter.name}|" for letter in letters[:2])


async def test_a_click_on_a_button_under_a_file_field_is_refused_at_once(stage: Stage) -> None:
    await stage.show_html(REPLACED)
    with pytest.raises(NotActionable, match="covered") as raised:
        await click(stage.tab, await stage.ref("#b"), timeout=60)
    assert "upload" in raised.value.hint


async def test_the_page_hears_of_the_files(stage: Stage, letters: list[Path]) -> None:
    await stage.show_html(
        "<input id=f type=file><script>seen = []; f.oninput = f.onchange = e => seen.push(e.type)</script>"
    )
    await upload(stage.tab, await stage.ref("#f"), letters[0])
    assert await stage.eval("seen") == ["input", "change"]
    assert (await upload(stage.tab, await stage.ref("#f"))).chosen == ()


async def test_files_that_do_not_go_there(stage: Stage, letters: list[Path], tmp_path: Path) -> None:
    await stage.show_html(
        "<input id=f type=file><button id=b>no dialog</button><input id=d type=file disabled>"
    )
    with pytest.raises(InvalidInput):
        await upload(stage.tab, await stage.ref("#f"), tmp_path / "missing.txt")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path in (f"{tmp_path}/a\0b.txt", "x" * 5000, loop):
        with pytest.raises(InvalidInput, match=r"not a usable path|no file"):
            await upload(stage.tab, await stage.ref("#f"), path)
    with pytest.raises(InvalidInput):
        await upload(stage.tab, await stage.ref("#f"), tmp_path)
    for target, paths, code in (("#f", letters, "takes_one"), ("#d", letters[:1], "disabled")):
        with pytest.raises(NotActionable) as refused:
            await upload(stage.tab, await stage.ref(target), *paths)
        assert refused.value.code == code
    with pytest.raises(NotActionable) as refused:
        await upload(stage.tab, await stage.ref("#b"), letters[0], timeout=1.0)
    assert refused.value.code == "not_editable"


@pytest.mark.req("SX-14")
async def test_a_folder_is_uploaded_with_all_in_it(stage: Stage, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    (folder / "deep").mkdir(parents=True)
    for name in ("b.txt", "a.txt", "deep/c.txt"):
        (folder / name).write_text("x")
    await stage.show_html("<input type=file id=f webkitdirectory>")
    done = await upload(stage.tab, await stage.ref("#f"), folder)
    assert done.as_wanted
    assert await stage.eval("f.files.length") == 3

    # Chrome reads the folder after its answer: one of many files arrives late, one that replaces another, too.
    for part in ("late", "later"):
        many = tmp_path / part / "many"
        many.mkdir(parents=True)
        for number in range(500):
            (many / f"{number}.txt").touch()
        await stage.eval(f"f.oninput = () => {{ f.title = '{part}' }}, true")
        done = await upload(stage.tab, await stage.ref("#f"), many)
        assert (done.as_wanted, len(done.chosen)) == (True, 500)
        assert await stage.eval("f.title") == part

    # The same files again raise no input event.
    assert (await upload(stage.tab, await stage.ref("#f"), many)).as_wanted
    (tmp_path / "empty").mkdir()
    emptied = await upload(stage.tab, await stage.ref("#f"), tmp_path / "empty")
    assert (emptied.as_wanted, emptied.chosen) == (True, ())
    assert await stage.eval("f.files.length") == 0
    await stage.eval("f.oninput = () => { f.value = '' }, true")
    emptied = await upload(stage.tab, await stage.ref("#f"), folder)
    assert emptied.as_wanted
    assert await stage.eval("f.files.length") == 0
    with pytest.raises(InvalidInput, match="is a file; this field takes a folder"):
        await upload(stage.tab, await stage.ref("#f"), folder / "a.txt")
    with pytest.raises(NotActionable, match="takes one folder, not 2"):
        await upload(stage.tab, await stage.ref("#f"), folder, folder / "deep")


ZONE = """<div id=z style='width:300px;height:200px;border:2px dashed'>Drop files here</div>
<div id=plain style='width:300px;height:80px'>Words</div><script>
z.ondragenter = z.ondragover = e => { e.preventDefault(); e.stopPropagation(); };
z.addEventListener('drop', async e => { e.preventDefault(); e.stopPropagation();
  const texts = await Promise.all(Array.from(e.dataTransfer.files, file => file.text()));
  z.textContent = texts.join(' and '); });
</script>"""


@pytest.mark.req("SX-14")
async def test_files_are_dropped_where_there_is_no_field(stage: Stage, letters: list[Path]) -> None:
    await stage.show_html(ZONE)
    done = await upload(stage.tab, await stage.ref("#z"), *letters)
    assert (done.method, done.as_wanted, done.chosen) == ("drop", True, ("one.txt", "zwei ü.txt"))
    await stage.eval("new Promise(done => setTimeout(done, 50))")
    assert await stage.eval("z.textContent") == "content of one.txt and content of zwei ü.txt"

    # Chrome would open the file in place of a page that does not take it.
    url = await stage.eval("location.href")
    with pytest.raises(NotActionable, match="takes no dropped files"):
        await upload(stage.tab, await stage.ref("#plain"), letters[0])
    assert await stage.eval("[location.href, z.textContent.length > 20]") == [url, True]


async def test_a_drag_ends_in_a_hole_of_a_drawing(stage: Stage) -> None:
    """There its background is on top: blocks are put into the mouth of another one."""
    await stage.show_html(
        "<body style='margin:0'><div id=a style='width:40px;height:40px;background:#acf'>a</div>"
        "<svg width=300 height=200><rect width=300 height=200 fill='#eee' /><path id=p fill=green fill-rule=evenodd"
        " d='M20 20h200v120h-200z M60 50v60h120v-60z' /></svg><script>onpointerup = (event) => dropped ="
        " [event.clientX - p.getBoundingClientRect().x, event.clientY - p.getBoundingClientRect().y]</script>"
    )
    await drag(stage.tab, await stage.ref("#a"), await stage.ref("#p"), position=(100, 60))
    assert await stage.eval("dropped") == [100, 60]
