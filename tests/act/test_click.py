"""Clicks reach the element they were meant for, or say why they cannot."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.act import Button, click, fill, hover
from cdp_engine.errors import NotActionable, StaleRef, TargetClosed
from cdp_engine.tab import open_tab
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

LOG = """<script>
window.seen = [];
for (const type of ['mousedown','mouseup','click','auxclick','dblclick','contextmenu','mouseover'])
  addEventListener(type, e => seen.push({type, id: (
    e.composedPath()[0].id || e.composedPath()[0].localName), button: e.button,
    detail: e.detail, shift: e.shiftKey, control: e.ctrlKey, x: e.clientX, y: e.clientY, trusted: e.isTrusted}), true);
const clicks = () => seen.filter(e => e.type === 'click').map(e => e.id).join();
</script>"""


@pytest.mark.req("VD-09")
async def test_a_click_is_a_real_one_in_the_middle_of_the_element(stage: Stage) -> None:
    await stage.show_html(LOG + "<button id=b style='width:100px;height:40px'>Go</button>")
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert done.events == ("pointerdown", "mousedown", "pointerup", "mouseup", "click")
    events = [e for e in await stage.eval("seen") if e["type"] != "mouseover"]
    assert [e["type"] for e in events] == ["mousedown", "mouseup", "click"]
    assert all(e["trusted"] and e["id"] == "b" for e in events)
    box = await stage.eval("(r => [r.x + r.width / 2, r.y + r.height / 2])(b.getBoundingClientRect())")
    assert done.point is not None
    assert [done.point.x, done.point.y] == pytest.approx(box)


@pytest.mark.parametrize(("button", "last"), [("right", "contextmenu"), ("middle", "auxclick")])
async def test_other_buttons(stage: Stage, button: Button, last: str) -> None:
    await stage.show_html(LOG + "<button id=b>Go</button>")
    done = await click(stage.tab, await stage.ref("#b"), button=button)
    assert done.received
    assert last in done.events
    assert last in [e["type"] for e in await stage.eval("seen")]
    assert await stage.eval("clicks()") == ""


async def test_a_double_click_is_two_clicks_and_a_dblclick(stage: Stage) -> None:
    await stage.show_html(LOG + "<p id=b>some words</p>")
    done = await click(stage.tab, await stage.ref("#b"), count=2, position=(10, 5))
    assert done.events.count("click") == 2
    assert done.events[-1] == "dblclick"
    assert [e["detail"] for e in await stage.eval("seen") if e["type"] == "click"] == [1, 2]
    assert await stage.eval("getSelection().toString().trim()") == "some"


async def test_modifiers_are_held_as_keys_and_let_go(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b>Go</button><script>keys=[];for(const t of ['keydown','keyup'])"
        "addEventListener(t,e=>keys.push(t+e.key))</script>"
    )
    await click(stage.tab, await stage.ref("#b"), modifiers=["shift", "Control"])
    event = next(e for e in await stage.eval("seen") if e["type"] == "click")
    assert event["shift"]
    assert event["control"]
    assert await stage.eval("keys") == ["keydownShift", "keydownControl", "keyupControl", "keyupShift"]


async def test_a_certain_position(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<div id=b style='position:absolute;left:30px;top:20px;width:200px;height:100px'></div>"
    )
    done = await click(stage.tab, await stage.ref("#b"), position=(150, 80))
    assert done.point is not None
    assert (done.point.x, done.point.y) == (180, 100)
    assert done.received


async def test_an_element_far_below_is_brought_into_view(stage: Stage) -> None:
    await stage.show_html(
        LOG
        + "<div style='height:5000px;width:4000px'></div><button id=b style='margin-left:3500px'>Go</button>"
    )
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.scrolled
    assert done.received
    assert await stage.eval("clicks()") == "b"


async def test_inside_nested_scrollers_on_a_page_with_smooth_scrolling(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<style>*{scroll-behavior:smooth}</style><div style='height:2000px'></div>"
        "<div style='height:200px;overflow:auto'><div style='height:900px'></div>"
        "<div style='height:100px;overflow:auto'><div style='height:700px'></div><button id=b>Go"
        "</button></div></div>"
    )
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert await stage.eval("clicks()") == "b"


async def test_only_the_visible_part_is_pointed_at(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<div style='width:100px;height:60px;overflow:hidden'>"
        "<button id=b style='width:800px;height:50px'>Go</button></div>"
    )
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.point is not None
    assert done.point.x < 110
    assert done.received


async def test_no_box_around_clips_what_is_on_top_of_the_page(stage: Stage) -> None:
    """As the list of a field in a dialog of Web Awesome: a popover within a box that scrolls."""
    await stage.show_html(
        """<dialog id=dialog style="overflow:auto"><div style="overflow:auto;height:40px;position:relative">
        <div id=list popover=manual style="position:absolute;margin:0;inset:auto;top:300px;left:40px">
        <button id=button onclick="this.textContent = 'clicked'">Pick</button></div></div></dialog>
        <script>dialog.showModal(); list.showPopover()</script>"""
    )
    await click(stage.tab, await stage.ref("#button"), timeout=2)
    assert await stage.eval("button.textContent") == "clicked"


async def test_a_half_covered_button_is_clicked_beside_the_cover(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b style='position:absolute;left:0;top:0;width:200px;height:50px'>Go</button>"
        "<div id=veil style='position:absolute;left:40px;top:0;width:160px;height:50px;background:red'></div>"
    )
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert await stage.eval("clicks()") == "b"


@pytest.mark.req("CD-06", "AL-04", "EX-03")
async def test_a_covered_button_is_refused_and_the_cover_named(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b>Go</button><div id=veil style='position:fixed;inset:0;background:#fff'></div>"
    )
    veil = await stage.ref("#veil")
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("#b"), timeout=0.8)
    assert refused.value.code == "obscured"
    assert refused.value.covered_by == veil.text(stage.tab.frames.main.id)
    assert 'id="veil"' in refused.value.message
    assert await stage.eval("seen.filter(e => e.type !== 'mouseover')") == []


async def test_a_cover_that_goes_away_is_waited_for(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b>Go</button><div id=veil style='position:fixed;inset:0;background:#fff'></div>"
        "<script>setTimeout(() => veil.remove(), 400)</script>"
    )
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert done.attempts > 1


async def test_an_overlay_that_lets_the_pointer_through_covers_nothing(stage: Stage) -> None:
    await stage.show_html(
        LOG
        + "<button id=b>Go</button><div style='position:fixed;inset:0;pointer-events:none;background:#0003'></div>"
    )
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("clicks()") == "b"


async def test_a_sticky_header_that_would_cover_the_element(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<style>html{scroll-padding:0}</style>"
        "<div style='position:fixed;top:0;left:0;right:0;height:65vh;background:#eee;z-index:9'>bar</div>"
        "<div style='height:3000px'></div><button id=b>Go</button><div style='height:3000px'></div>"
    )
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert await stage.eval("clicks()") == "b"


@pytest.mark.req("CD-06")
@pytest.mark.parametrize(
    "html",
    [
        "<button id=b disabled>Go</button>",
        "<fieldset disabled><button id=b>Go</button></fieldset>",
        "<button disabled><span id=b>Go</span></button>",
        "<div role=group aria-disabled=true><button id=b>Go</button></div>",
        "<div inert><button id=b>Go</button></div>",
        "<label id=b>Name <input disabled></label>",
        "<a id=b role=button aria-disabled=true href='#'>Go</a>",
        "<a id=b role=button aria-disabled=true href='/elsewhere' style='opacity:.5'>Go</a>",
        "<a id=b role=button aria-disabled=true href='/elsewhere' style='cursor:not-allowed'>Go</a>",
    ],
)
async def test_what_is_disabled_is_not_clicked(stage: Stage, html: str) -> None:
    await stage.show_html(LOG + html)
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("#b"), timeout=0.8)
    assert refused.value.code == "disabled"
    assert await stage.eval("clicks()") == ""


async def test_a_link_that_is_followed_though_it_calls_itself_disabled_is_clicked(stage: Stage) -> None:
    link = "<a id=b role=button aria-disabled=true tabindex=-1 href='/act/elsewhere'>Manage folders</a>"
    remove = stage.site.route("/act/elsewhere", "<h1>Folders</h1>")
    try:
        await stage.show_html(link)
        await click(stage.tab, await stage.ref("#b"))
        await stage.frame("act/elsewhere")
    finally:
        remove()


async def test_the_legend_of_a_disabled_fieldset_is_not_disabled(stage: Stage) -> None:
    await stage.show_html(LOG + "<fieldset disabled><legend><button id=b>Go</button></legend></fieldset>")
    assert (await click(stage.tab, await stage.ref("#b"))).received


async def test_a_button_that_becomes_enabled_is_waited_for(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b disabled>Go</button><script>setTimeout(() => b.disabled = false, 300)</script>"
    )
    assert (await click(stage.tab, await stage.ref("#b"))).received


@pytest.mark.req("CD-06")
@pytest.mark.parametrize(
    "style", ["display:none", "visibility:hidden", "width:0;height:0;padding:0;border:0;overflow:hidden"]
)
async def test_what_is_not_visible_is_not_clicked(stage: Stage, style: str) -> None:
    await stage.show_html(LOG + f"<button id=b style='{style}'></button>")
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("#b"), timeout=0.8)
    assert refused.value.code == "not_visible"


async def test_an_element_removed_before_is_stale_and_a_new_one_in_its_place_is_left_alone(
    stage: Stage,
) -> None:
    await stage.show_html(LOG + "<div id=box><button id=b>Go</button></div>")
    old = await stage.ref("#b")
    await stage.eval("box.innerHTML = '<button id=b>Go</button>'")
    with pytest.raises((StaleRef, NotActionable)) as refused:
        await click(stage.tab, old, timeout=0.8)
    assert isinstance(refused.value, StaleRef) or refused.value.code == "detached"
    assert await stage.eval("clicks()") == ""


async def test_a_ref_of_an_earlier_document_is_stale(stage: Stage) -> None:
    await stage.show_html(LOG + "<button id=b>Go</button>")
    old = await stage.ref("#b")
    await stage.show_html(LOG + "<button id=b>Go</button>")
    with pytest.raises(StaleRef):
        await click(stage.tab, old)
    assert await stage.eval("clicks()") == ""


async def test_an_element_removed_while_it_is_waited_for(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b disabled>Go</button><script>setTimeout(() => b.remove(), 300)</script>"
    )
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("#b"))
    assert refused.value.code == "detached"


async def test_an_element_in_transition_is_clicked_where_it_ends(stage: Stage) -> None:
    await stage.show_html(
        LOG
        + "<button id=b style='position:absolute;left:0;transition:left .5s linear;width:100px'>Go</button>"
    )
    await stage.eval(
        "new Promise(d => { b.offsetWidth; b.style.left = '300px'; requestAnimationFrame(() => "
        "requestAnimationFrame(d)); })"
    )
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert done.point is not None
    assert done.point.x == pytest.approx(350, abs=0.6)


@pytest.mark.req("CD-06")
async def test_an_element_that_never_stands_still_is_refused(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b style='position:absolute'>Go</button>"
        "<script>let n = 0; (function move() { b.style.left = (n = (n + 7) % 400) + 'px'; "
        "requestAnimationFrame(move); })()</script>"
    )
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("#b"), timeout=0.6)
    assert refused.value.code == "unstable"
    assert await stage.eval("clicks()") == ""


async def test_a_button_that_grows_under_the_pointer_is_clicked(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<style>#b{transition:transform .4s}#b:hover{transform:scale(1.3)}</style>"
        "<button id=b style='margin:80px'>Go</button>"
    )
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("clicks()") == "b"


async def test_what_appears_over_the_button_on_hover_gets_no_click(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<div style='position:relative;width:200px'><button id=b style='width:200px'>Go</button></div>"
        "<button id=trap style='display:none;position:fixed;inset:0'>Delete all</button>"
        "<script>b.onmouseover = () => trap.style.display = 'block'</script>"
    )
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("#b"), timeout=0.6)
    assert refused.value.code == "obscured"
    assert refused.value.covered_by == (await stage.ref("#trap")).text(stage.tab.frames.main.id)
    assert await stage.eval("clicks()") == ""


async def test_the_second_half_of_a_double_click_does_not_hit_what_the_first_opened(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b style='width:200px'>Go</button>"
        "<button id=trap style='display:none;position:fixed;inset:0'>Delete</button>"
        "<script>hits = []; document.onclick = e => hits.push(e.target.id);"
        "b.onclick = () => trap.style.display = 'block'</script>"
    )
    done = await click(stage.tab, await stage.ref("#b"), count=2)
    assert done.received
    assert "dblclick" not in done.events
    assert await stage.eval("hits") == ["b"]


REDRAWN = """<div id=list></div><script>
  let chosen = -1, opened = '';
  const draw = () => { list.innerHTML = ['Golf', 'Clio'].map((name, at) =>
    `<div class="row ${at === chosen ? 'chosen' : ''}" style="width:90px;height:24px">${%s}</div>`).join(''); };
  list.onclick = (event) => { const at = [...list.children].indexOf(event.target);
    if (at !== chosen) { chosen = at; draw(); } };
  list.ondblclick = (event) => { opened = event.target.textContent; };
  draw();
</script>"""


@pytest.mark.req("VD-09")
@pytest.mark.parametrize(
    ("shows", "opened"), [("name", "Clio"), ("chosen < 0 ? name : 'Remove ' + name", "")]
)
async def test_a_double_click_goes_on_where_the_first_click_drew_the_same_again(
    stage: Stage, shows: str, opened: str
) -> None:
    """As grids draw their rows again with the chosen one marked; another thing in that place is not pressed."""
    await stage.show_html(REDRAWN % shows)
    done = await click(stage.tab, await stage.ref("#list > :last-child"), count=2)
    assert done.received
    assert await stage.eval("opened") == opened


async def test_what_appears_over_the_button_on_press_gets_no_event(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<button id=b style='width:200px'>Go</button>"
        "<button id=trap style='display:none;position:fixed;inset:0'>Delete</button>"
    )
    ref = await stage.ref("#b")
    await stage.eval(
        "addEventListener('mousemove', () => setTimeout(() => trap.style.display = 'block', 0), {once: true}), 0"
    )
    with pytest.raises(NotActionable):
        await click(stage.tab, ref, timeout=0.6)
    assert await stage.eval("clicks()") == ""


async def test_shadow_roots_open_closed_and_nested(stage: Stage) -> None:
    await stage.show_html(
        LOG
        + """<div id=outer></div><script>
        const open = outer.attachShadow({mode: 'open'});
        open.innerHTML = '<div id=inner></div>';
        window.shut = open.getElementById('inner').attachShadow({mode: 'closed'});
        shut.innerHTML = '<button id=deep>Go</button><slot></slot>';
        shut.getElementById('deep').onclick = e => window.hit = e.target.id;
        </script>"""
    )
    done = await click(stage.tab, await stage.ref("(shut.getElementById('deep'))"))
    assert done.received
    assert await stage.eval("hit") == "deep"


async def test_the_content_of_a_slot_belongs_to_the_button_around_it(stage: Stage) -> None:
    await stage.show_html(
        LOG
        + """<x-b id=host><b id=words>Some words</b></x-b><script>
        window.root = host.attachShadow({mode: 'closed'});
        root.innerHTML = '<button id=deep><slot></slot></button>';
        root.getElementById('deep').onclick = () => window.hit = true;
        </script>"""
    )
    assert (await click(stage.tab, await stage.ref("(root.getElementById('deep'))"))).received
    assert await stage.eval("hit")


async def test_a_cover_inside_a_shadow_root(stage: Stage) -> None:
    await stage.show_html(
        LOG
        + """<div id=host></div><script>
        window.root = host.attachShadow({mode: 'closed'});
        root.innerHTML = '<button id=deep>Go</button><div id=veil style="position:fixed;inset:0;background:red"></div>';
        </script>"""
    )
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref("(root.getElementById('deep'))"), timeout=0.8)
    assert refused.value.code == "obscured"
    assert 'id="veil"' in refused.value.message


async def test_an_icon_that_ignores_the_pointer_is_its_button(stage: Stage) -> None:
    await stage.show_html(LOG + "<button id=b><span id=icon style='pointer-events:none'>*</span></button>")
    assert (await click(stage.tab, await stage.ref("#icon"))).received
    assert await stage.eval("clicks()") == "b"


async def test_a_zoomed_and_scaled_page(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<div style='zoom:1.7;padding:40px'>"
        "<div style='transform:rotate(25deg) scale(.7);width:200px'><button id=b>Go</button></div></div>"
    )
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("clicks()") == "b"


async def test_a_pinched_page(stage: Stage) -> None:
    from cdp_engine.protocol import emulation

    await stage.show_html(
        "<meta name=viewport content='width=device-width'>"
        + LOG
        + "<div style='height:1200px'></div><button id=b style='margin-left:700px'>Go</button>"
        "<div style='height:2000px'></div>"
    )
    await stage.tab.session.send(emulation.set_page_scale_factor(2.0))
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert await stage.eval("clicks()") == "b"


async def test_an_element_without_a_box_of_its_own(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<a id=b href='#x' style='display:contents'><img width=50 height=50 alt=x></a>"
    )
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("location.hash") == "#x"


async def test_a_link_over_two_lines_is_hit_on_a_line(stage: Stage) -> None:
    await stage.show_html(
        LOG + "<div style='width:160px'>xxxxxxxxxxxxx <a id=b href='#x'>aaaaaaaaaaaa bbbb</a> xxxxxxx</div>"
    )
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("location.hash") == "#x"


@pytest.mark.req("EX-07")
@pytest.mark.parametrize("event", ["onclick", "onmousedown", "onpointerup"])
async def test_a_click_that_opens_an_alert_ends(stage: Stage, event: str) -> None:
    await stage.show_html(LOG + f"<button id=b {event}='alert(1); window.after = true'>Go</button>")
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert await stage.eval("after")
    assert stage.tab.dialogs.history[-1].message == "1"


@pytest.mark.req("EX-07")
async def test_a_click_that_opens_an_alert_which_is_held(stage: Stage) -> None:
    await stage.show_html(LOG + "<button id=b onclick='window.after = confirm(\"Sure?\")'>Go</button>")
    stage.tab.dialogs.policy = "hold"
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.ending == "dialog"
    assert done.received is not False
    await stage.tab.dialogs.accept()
    assert await stage.eval("after")


async def test_a_link_that_navigates(stage: Stage) -> None:
    remove = stage.site.route("/act/next", "<title>next</title>")
    await stage.show_html("<a id=b href='/act/next'>next</a>")
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    while "/act/next" not in stage.tab.url:
        await stage.tab.changed(5.0)
    remove()


@pytest.mark.req("EX-07")
async def test_a_button_that_closes_its_window(stage: Stage) -> None:
    remove = stage.site.route("/act/popup", "<button id=b onclick='window.close()'>Close</button>")
    await stage.show_html("<p>opener</p>")
    await stage.eval("window.open('/act/popup', '', 'popup'), 0")
    while not stage.tab.opened:
        await stage.tab.changed(5.0)
    async with open_tab(stage.tab.chrome, stage.tab.opened[-1].target_id) as popup:
        await popup.wait_for_load("load")
        done = await click(popup, await Stage(popup, stage.site).ref("#b"))
        assert done.received is not False
        while not popup.closed:
            await popup.changed(5.0)
        with pytest.raises(TargetClosed):
            await click(popup, await Stage(popup, stage.site).ref("#b"))
    remove()


async def test_a_handler_that_removes_the_element(stage: Stage) -> None:
    await stage.show_html(LOG + "<button id=b onmousedown='this.remove()'>Go</button>")
    done = await click(stage.tab, await stage.ref("#b"))
    assert done.received
    assert "click" not in done.events


async def test_a_handler_that_never_ends_is_reported_as_busy(stage: Stage) -> None:
    await stage.show_html(LOG + "<button id=b onclick='for (;;);'>Go</button>")
    done = await click(stage.tab, await stage.ref("#b"), timeout=2.0)
    assert done.ending == "busy"
    assert done.received
    await stage.tab.unstick()


async def test_a_hidden_check_box_is_clicked_through_its_label(stage: Stage) -> None:
    await stage.show_html(LOG + "<label id=l><input id=c type=checkbox style='display:none'> I agree</label>")
    done = await click(stage.tab, await stage.ref("#c"))
    assert done.through_label
    assert done.received
    assert await stage.eval("c.checked")


async def test_of_several_labels_the_one_that_nothing_covers_is_clicked(stage: Stage) -> None:
    await stage.show_html("""<label for=c>Open</label><input id=c type=checkbox style="display:none">
      <style>#d { visibility: hidden; position: fixed; inset: 0; background: #0008 }
        #c:checked ~ #d { visibility: visible }</style>
      <div id=d role=dialog><div style="margin:200px;background:#fff"><label for=c>Close</label></div></div>""")
    for checked in (True, False):
        await click(stage.tab, await stage.ref("#c"), timeout=2)
        assert await stage.eval("c.checked") is checked


async def test_hover(stage: Stage) -> None:
    await stage.show_html(
        "<style>#m{display:none}#b:hover+#m{display:block}</style><button id=b disabled>Menu"
        "</button><p id=m>shown</p>"
    )
    done = await hover(stage.tab, await stage.ref("#b"))
    assert done.received
    assert await stage.eval("getComputedStyle(m).display") == "block"
    assert (await hover(stage.tab, await stage.ref("#b"))).received


async def test_in_a_tab_in_the_background(stage: Stage) -> None:
    await stage.show_html(LOG + "<button id=b>Go</button>")
    other = await stage.tab.chrome.create_page()
    done = await click(stage.tab, await stage.ref("#b"))
    await stage.tab.chrome.close_target(other)
    assert done.received
    assert await stage.eval("clicks()") == "b"


TAKES_OVER_LATE = (
    "<input id=f onblur='setTimeout(() => taken = f.value, 20)'><p id=m></p><button id=b>Save</button>"
    "<script>taken = 'old'; saved = []; b.onclick = () => saved.push(taken)</script>"
)


async def test_a_text_that_is_taken_over_when_it_is_left_is_saved_by_the_next_click(stage: Stage) -> None:
    await stage.show_html(TAKES_OVER_LATE)
    await fill(stage.tab, await stage.ref("#f"), "new")
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("saved") == ["new"]


async def test_a_button_that_moves_when_the_text_is_left_is_clicked(stage: Stage) -> None:
    await stage.show_html(TAKES_OVER_LATE)
    await stage.eval("void f.addEventListener('blur', () => setTimeout(() => m.style.height = '90px', 20))")
    await fill(stage.tab, await stage.ref("#f"), "new")
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("saved") == ["new"]


# As the time range of Phoenix: its panel closes where the focus is outside once a timer of its field's blur has run,
# and a button that the press removes leaves the focus nowhere.
CLOSES_BEHIND_THE_FOCUS = """<div id=panel><input id=f><button id=b>Pick</button></div><script>
  f.onblur = () => setTimeout(() => { if (!panel.contains(document.activeElement)) panel.innerHTML = 'closed'; });
  b.onclick = () => { panel.innerHTML = '<b>Calendar</b>'; };
  f.focus();
</script>"""


async def test_a_panel_that_looks_after_the_focus_as_its_field_is_left_stays_open(stage: Stage) -> None:
    await stage.show_html(CLOSES_BEHIND_THE_FOCUS)
    assert (await click(stage.tab, await stage.ref("#b"))).received
    await anyio.sleep(0.1)
    assert await stage.eval("panel.innerText") == "Calendar"


async def test_a_press_that_lasts_is_released_where_its_caller_is_cancelled(stage: Stage) -> None:
    await stage.show_html(TAKES_OVER_LATE)
    await fill(stage.tab, await stage.ref("#f"), "new")
    ref = await stage.ref("#b")
    await stage.eval(
        "void (down = new Promise(told => b.addEventListener('mousedown', () => told('down'), {once: true})),"
        " up = new Promise(told => addEventListener('mouseup', () => told('up'), {once: true})))"
    )
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(click, stage.tab, ref)
        assert await stage.eval("down") == "down"
        tasks.cancel_scope.cancel()
    with anyio.fail_after(5):
        assert await stage.eval("up") == "up"


MAKES_CLICKS_ITSELF = (
    "<div id=slot style='width:90px;height:90px'>Slot</div><button id=b>Button</button><script>made = 0; spans = {};"
    "slot.onmousedown = () => requestAnimationFrame(() => setTimeout(() => addEventListener('mouseup', () => made += 1,"
    " {once: true}), 5)); for (const one of [slot, b]) {"
    " one.addEventListener('mousedown', () => at = performance.now());"
    "one.onclick = () => spans[one.id] = performance.now() - at }</script>"
)


async def test_a_press_lasts_where_a_page_makes_clicks_of_presses_itself(stage: Stage) -> None:
    """Some calendars and drawings listen for the release a frame after the press; a button gets both at once."""
    await stage.show_html(MAKES_CLICKS_ITSELF)
    assert (await click(stage.tab, await stage.ref("#slot"))).received
    assert await stage.eval("made") == 1
    assert (await click(stage.tab, await stage.ref("#b"))).received
    assert await stage.eval("spans.b < 50 && spans.slot > 50")


UNSEEN_FIELDS = (
    "<style>div{position:relative;width:300px}"
    "input{position:absolute;inset:0;opacity:0;width:100%;height:100%}</style>"
    "<div><input type=checkbox id=c><p id=title>How do I pay?</p></div>"
    "<div><p id=words>Drop files here</p><input type=file id=f></div>"
    "<section><p id=apart>Text</p></section><button id=b>Buy</button>"
)


async def test_words_beneath_an_unseen_field_that_they_draw_are_pressed_through_it(stage: Stage) -> None:
    """As daisyUI draws its collapses, and many pages their drop zones."""
    await stage.show_html(UNSEEN_FIELDS)
    await click(stage.tab, await stage.ref("#title"))
    assert await stage.eval("c.checked") is True
    await stage.eval("f.onclick = e => { e.preventDefault(); f.title = 'pressed' }; 0")
    await click(stage.tab, await stage.ref("#words"))
    assert await stage.eval("f.title") == "pressed"


@pytest.mark.parametrize("target", ["#apart", "#b"])
async def test_an_unseen_field_over_something_else_covers_it(stage: Stage, target: str) -> None:
    await stage.show_html(UNSEEN_FIELDS)
    await stage.eval("c.style.position = 'fixed'; c.style.zIndex = 9; 0")
    with pytest.raises(NotActionable) as refused:
        await click(stage.tab, await stage.ref(target), timeout=1)
    assert refused.value.code == "obscured"
