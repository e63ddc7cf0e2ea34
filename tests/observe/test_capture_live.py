"""What a real page shows: every kind of frame and shadow root, nothing hidden, no secret."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.errors import PageRefused
from cdp_engine.observe import CaptureMode, CaptureOptions, Flag, Snapshot, capture
from cdp_engine.protocol import dom, runtime
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Response, Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

SHOWN = (
    "the terms", "In the main document", "In a same-origin frame", "In a nested frame", "In a cross-site frame",
    "In a back-home frame", "Far down in the cross-site frame", "In an open shadow root", "In an closed shadow root",
    "Overflows a flat box", "In a box without a box", "Seen again", "Gift wrap", "E-mail", "Fancy switch", "Size",
    "Not now", "Bold", "Menu", "Listens", "Hand cursor", "One button", "Password", "Below the fold",
    "Laid out later", "Folded",
)  # fmt: skip
SECRETS = (
    "hunter2", "typed-secret", "correct-horse", "battery-staple", "trustno1", "cross-site-secret",
)  # fmt: skip


async def observed(
    tab: Tab, site: Site, path: str = "observe/everywhere.html", capture_mode: CaptureMode = "hybrid"
) -> Snapshot:
    await tab.goto(site.url(path, host="a.test"), wait_until="load", timeout=20)
    return await capture(tab, CaptureOptions(timeout=20, capture=capture_mode), RefTable())


@pytest.mark.req("CD-01", "CD-04", "VD-01", "VD-04", "VD-05")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_shows_every_place_and_nothing_hidden(tab: Tab, site: Site, mode: CaptureMode) -> None:
    snapshot = await observed(tab, site, capture_mode=mode)
    controls = {node.name: node for node in snapshot.interactive()}
    assert [name for name in SHOWN if name not in controls] == []
    text = snapshot.render()
    assert [line for line in text.splitlines() if "NOT" in line] == []
    assert [name for name in controls if "NOT" in name] == []
    for name in SHOWN:
        line = next(line for line in text.splitlines() if name in line and "[e" in line)
        assert f"[{controls[name].ref} " in line
    assert snapshot.context.left_out == ()


@pytest.mark.req("VD-08")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_no_secret_is_anywhere(tab: Tab, site: Site, mode: CaptureMode) -> None:
    snapshot = await observed(tab, site, capture_mode=mode)
    columns = snapshot.columns
    everything = "\n".join(
        [
            snapshot.render(), snapshot.render(boxes=True, interactive_only=True), repr(snapshot.data("outline")),
            repr(snapshot), repr(list(snapshot.nodes())), repr(columns), repr(snapshot.context),
        ]
    )  # fmt: skip
    assert [secret for secret in SECRETS if secret in everything] == []
    assert "•" not in everything, "even the length of a password is nobody's business"
    secret_fields = [node for node in snapshot.nodes() if Flag.REDACTED in node.flags]
    assert len(secret_fields) == 6
    assert {node.value for node in secret_fields} == {None}
    assert "me@example.com" in everything


@pytest.mark.req("CD-04", "VD-01")
async def test_boxes_are_where_the_browser_finds_the_element(tab: Tab, site: Site) -> None:
    snapshot = await observed(tab, site)
    await tab.evaluate("scrollTo(0, 120)")
    snapshot = await capture(tab, CaptureOptions(timeout=20), snapshot.refs)
    nodes = {node.name: node for node in snapshot.interactive()}
    for name in (
        "In the main document",
        "In a same-origin frame",
        "In a nested frame",
        "In an open shadow root",
    ):
        box = nodes[name].box
        assert box is not None
        reply = await tab.session.send(
            dom.get_content_quads(backend_node_id=nodes[name].scoped_ref.backend_node_id)
        )
        quad = reply.quads[0]
        assert (box.x, box.y) == pytest.approx((quad[0], quad[1]), abs=1.0)
    outer = next(document for document in snapshot.documents if document.title == "Outer")
    frame = snapshot.node_at(outer.owner_row)
    inside, around = nodes["In a cross-site frame"].box, frame.box
    assert inside is not None
    assert around is not None
    assert (inside.x - around.x, inside.y - around.y) == pytest.approx((6, 6), abs=0.6)
    deepest = nodes["In a back-home frame"].box
    assert deepest is not None
    assert around.contains(deepest.x, deepest.y)
    assert nodes["Below the fold"].offscreen
    assert not nodes["In the main document"].offscreen
    assert nodes["Far down in the cross-site frame"].offscreen


@pytest.mark.req("CD-01", "VD-01")
async def test_roles_names_and_states_are_chromes(tab: Tab, site: Site) -> None:
    snapshot = await observed(tab, site)
    nodes = {node.name: node for node in snapshot.interactive()}
    reported = {name: (nodes[name].role, nodes[name].states) for name in SHOWN}
    assert reported["Gift wrap"] == ("checkbox", ("checked",))
    assert reported["E-mail"] == ("textbox", ("required",))
    assert reported["Size"] == ("combobox", ("collapsed",))
    assert nodes["Size"].value == "Large"
    assert reported["Not now"] == ("button", ("disabled",))
    assert reported["Bold"] == ("button", ("pressed",))
    assert reported["Menu"] == ("button", ("expanded",))
    assert reported["Fancy switch"] == ("checkbox", ())
    assert reported["the terms"][0] == "link"
    assert nodes["E-mail"].value == "me@example.com"
    assert (
        nodes["In an closed shadow root"].parent == snapshot.find(text="In an closed shadow root")[0].parent
    )


@pytest.mark.req("VD-01")
async def test_shadow_content_is_read_in_place(tab: Tab, site: Site) -> None:
    snapshot = await observed(tab, site)
    host = next(node for node in snapshot.nodes() if node.tag == "open-box")
    assert host.text.startswith("Before the slot Default slotted Between Slotted text In an open shadow root")
    assert snapshot.stats.shadow_roots == 2
    assert snapshot.stats.frames == 6


@pytest.mark.req("EN-09")
async def test_deeply_nested_page(tab: Tab, site: Site) -> None:
    remove = site.route(
        "/observe-deep",
        "<title>Deep</title><body><script>let at = document.body;"
        "for (let i = 0; i < 2400; i++) { const d = document.createElement('div'); at.append(d); at = d }"
        "at.innerHTML = '<button>At the bottom</button>'</script>",
    )
    try:
        snapshot = await observed(tab, site, "observe-deep")
    finally:
        remove()
    (button,) = snapshot.interactive()
    assert button.name == "At the bottom"
    assert button.path.count("/") > 2400
    assert "[e1 button At the bottom]" in snapshot.render()
    assert snapshot.root.text == "At the bottom"


async def test_lone_surrogate_in_the_text(tab: Tab, site: Site) -> None:
    remove = site.route(
        "/observe-surrogate",
        "<title>Half</title><body><button id=b></button><script>"
        "b.textContent = 'half \\ud83d pair'; b.setAttribute('aria-label', 'label \\udc00 half')</script>",
    )
    try:
        snapshot = await observed(tab, site, "observe-surrogate")
    finally:
        remove()
    (button,) = snapshot.interactive()
    assert button.name.startswith("label")
    snapshot.render().encode()


@pytest.mark.req("CD-11")
async def test_a_page_that_opts_out_is_refused(tab: Tab, site: Site) -> None:
    remove = site.route("/observe-no-ai", Response("<body><main data-no-ai><button>x</button></main>"))
    try:
        with pytest.raises(PageRefused):
            await observed(tab, site, "observe-no-ai")
        snapshot = await capture(tab, CaptureOptions(respect_opt_out=False), RefTable())
    finally:
        remove()
    assert [node.name for node in snapshot.interactive()] == ["x"]


@pytest.mark.req("VD-02", "VD-07")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_a_root_within_a_root_needs_no_custom_element(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route(
        "/nested-roots",
        "<div id=host></div><script>const add = (at, html) => {"
        "const root = at.attachShadow({mode: 'open'}); root.innerHTML = html; return root };"
        "const outer = add(host, `<label for=q>Outer</label><input id=q><div></div>`);"
        "add(outer.querySelector('div'), `<input id=q><label for=q>Inner</label>`)</script>",
    )
    snapshot = await observed(tab, site, "nested-roots", mode)
    assert [node.name for node in snapshot.interactive()] == ["Outer", "Inner"]
    assert snapshot.stats.shadow_roots == 2
    assert "Inner" not in snapshot.render("tree", shadow_depth=1)
    roots = snapshot.data("tree", sections=True)["page"]["shadowDoms"]
    assert [
        [node["aria-label"] for node in root["body"]["children"] if "role" in node] for root in roots
    ] == [
        ["Outer"],
        ["Inner"],
    ]


@pytest.mark.req("VD-07", "VD-08")
async def test_views_leave_frames_and_shadow_roots_out_where_asked(tab: Tab, site: Site) -> None:
    remove = site.route(
        "/switches",
        "<button data-ssn=078-05-1120 data-note=kept>Ours</button><p id=host></p>"
        "<iframe srcdoc='<button password=hunter2>Framed</button><p>in a frame</p>"
        '<iframe srcdoc="<button>Deeper</button>"></iframe>\'></iframe>'
        "<script>const root = host.attachShadow({mode: 'open'});"
        "root.innerHTML = '<button>Shadowed</button><x-low id=low></x-low>';"
        "root.getElementById('low').attachShadow({mode: 'open'}).innerHTML = '<button>Darker</button>'</script>",
    )
    modes: tuple[CaptureMode, ...] = ("fast", "hybrid")
    formats = ("outline", "tree", "semantic", "skeleton", "full", "controls", "elements", "factpack")
    try:
        for mode in modes:
            snapshot = await observed(tab, site, "switches", mode)
            for format in formats:
                whole = snapshot.render(format)
                without = snapshot.render(format, iframes=False), snapshot.render(format, shadow_dom=False)
                assert [name in whole for name in ("Ours", "Framed", "Shadowed")] == [True] * 3, format
                assert [name in without[0] for name in ("Ours", "Framed", "Shadowed")] == [True, False, True]
                assert [name in without[1] for name in ("Ours", "Framed", "Shadowed")] == [True, True, False]
                assert not any("hunter2" in text or "078-05" in text for text in (whole, *without))
                if format in ("outline", "skeleton", "full", "factpack"):
                    assert "left out: 2 elements in frames" in without[0]
                    assert "left out: 2 elements in shadow roots" in without[1]
                shallow = snapshot.render(format, iframe_depth=1, shadow_depth=1)
                assert [name in shallow for name in ("Ours", "Framed", "Shadowed")] == [True] * 3, format
                assert [name in whole for name in ("Deeper", "Darker")] == [True] * 2, format
                assert [name in shallow for name in ("Deeper", "Darker")] == [False] * 2, format
            assert 'data-note="kept"' in snapshot.render("full")
    finally:
        remove()


@pytest.mark.req("CD-11")
async def test_frames_that_opt_out_are_left_out_and_named(tab: Tab, site: Site) -> None:
    asks = "<body data-no-ai><button>Private</button><iframe srcdoc='<button>Deeper</button>'></iframe>"
    removes = [
        site.route("/no-ai-frame", asks),
        site.route(
            "/no-ai-frames",
            "<button>Ours</button><iframe src=/no-ai-frame></iframe>"
            f"<iframe src={site.url('no-ai-frame', host='b.test')}></iframe><iframe srcdoc='<button>Plain'></iframe>",
        ),
    ]
    try:
        modes: tuple[CaptureMode, ...] = ("fast", "hybrid")
        for mode in modes:
            snapshot = await observed(tab, site, "no-ai-frames", mode)
            assert [node.name for node in snapshot.interactive()] == ["Ours", "Plain"]
            assert len(snapshot.context.left_out) == 2
            assert {one.reason for one in snapshot.context.left_out} == {
                "it asks not to be read by a model (data-no-ai)"
            }
            assert "no-ai-frame" in snapshot.render()
            assert "Private" not in snapshot.render("full")
        whole = await capture(tab, CaptureOptions(respect_opt_out=False), RefTable())
    finally:
        for remove in removes:
            remove()
    assert sorted(node.name for node in whole.interactive()) == [
        *("Deeper", "Deeper", "Ours", "Plain", "Private", "Private")
    ]


@pytest.mark.req("EX-04")
async def test_a_silent_frame_is_named_and_the_rest_delivered(tab: Tab, site: Site) -> None:
    await tab.goto(site.url("observe/everywhere.html", host="a.test"), wait_until="load", timeout=20)
    busy = next(frame for frame in tab.frames.all() if frame.is_oopif and "outer.html" in frame.url)
    with busy.session.start(runtime.evaluate("for (;;) {}"), timeout=30):
        snapshot = await capture(tab, CaptureOptions(timeout=2), RefTable())
        with anyio.fail_after(20):  # it is not waited for again, however long a capture may take
            again = await capture(tab, CaptureOptions(timeout=30), RefTable())
        assert busy.id in [missing.frame_id for missing in again.context.left_out]
    await busy.session.send(runtime.terminate_execution(), timeout=10)
    assert (await capture(tab, CaptureOptions(timeout=30), RefTable())).context.left_out == ()
    assert busy.id in [missing.frame_id for missing in snapshot.context.left_out]
    assert "In the main document" in snapshot.render()
    assert "In a cross-site frame" not in snapshot.render()
    assert "--- left out: frame" in snapshot.render()
