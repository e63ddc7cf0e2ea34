"""Every state of every control, in every capture."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from cdp_engine.observe import CaptureMode, CaptureOptions, capture
from cdp_engine.tab import Tab
from cdp_engine.track import RefTable
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

STATES = {
    "checked": ("checked",), "mixed": ("mixed",), "ariamixed": ("mixed",), "radio": ("checked",),
    "switch": ("checked",),
    "tab": ("selected",),
    "option": ("selected",), "expanded": ("expanded",), "collapsed": ("collapsed",),
    "open summary": ("expanded",), "pressed": ("pressed",), "half pressed": ("mixed",), "disabled": ("disabled",),
    "in disabled fieldset": ("disabled",), "aria disabled": ("disabled",), "required": ("required",),
    "readonly": ("readonly",), "invalid": ("invalid",), "focused": ("focused",), "busy": ("busy",), "range": (),
    "slider": (), "number": (), "one": ("collapsed",), "several": (), "area": (),
}  # fmt: skip
VALUES = {
    "range": "4",
    "slider": "20",
    "number": "3",
    "one": "b",
    "several": "a, c",
    "area": "held",
    "focused": None,
}
RANGES = {"range": (1, 9), "slider": (0, 50), "number": (0, 7)}


@pytest.mark.req("VD-01", "CD-01")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_states_values_and_ranges(tab: Tab, site: Site, mode: CaptureMode) -> None:
    await tab.goto(site.url("coverage/states.html"), wait_until="load", timeout=20)
    await tab.evaluate("document.querySelector('[aria-label=focused]').focus()")
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    nodes = {node.name: node for node in snapshot.interactive()}
    assert {name: nodes[name].states for name in STATES} == STATES
    reported = {name: nodes[name].value or None for name in VALUES}
    assert reported == VALUES
    ranges = {
        name: (nodes[name].properties.get("valuemin", 0), nodes[name].properties.get("valuemax"))
        for name in RANGES
    }
    assert ranges == RANGES
    assert nodes["slider"].properties["valuetext"] == "twenty"
    (progress,) = snapshot.find(role="progressbar")
    assert progress.value == "5"


@pytest.mark.req("VD-01")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_properties_in_words(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route(
        "/words",
        "<button aria-keyshortcuts='Alt+S' aria-haspopup=menu>Save</button><button aria-haspopup=false>Plain</button>"
        "<ul role=listbox aria-label=Tags aria-multiselectable=true tabindex=0><li role=option>Red</ul>"
        "<select multiple aria-label=Days><option>Monday</select>"
        "<div role=button tabindex=0 aria-roledescription=slide>First</div>",
    )
    await tab.goto(site.url("words"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    nodes = {node.name: node.properties for node in snapshot.interactive()}
    assert nodes["Save"] == {"keyshortcuts": "Alt+S", "haspopup": "menu"}
    assert nodes["Plain"] == {}
    assert nodes["Tags"]["multiselectable"] is nodes["Days"]["multiselectable"] is True
    assert nodes["First"] == {"roledescription": "slide"}


@pytest.mark.req("VD-01", "SX-07")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_boxes_that_say_their_state_as_buttons_and_by_an_icon(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    icon = "<i data-icon=check_box{}></i>"
    site.route(
        "/pressed",
        "<style>i { display: inline-block; width: 9px; height: 9px; background: #888 }</style>"
        f"<button role=checkbox aria-pressed=true>{icon.format('')}<span>Sea</span></button>"
        f"<button role=checkbox aria-pressed=false>{icon.format('_outline_blank')}<span>Wet</span></button>"
        f"<table><tr><td><button role=checkbox aria-pressed=true>{icon.format('')}</button><td>Cold</table>"
        "<button aria-pressed=true>Bold</button><div role=switch tabindex=0 aria-pressed=true>Night</div>",
    )
    await tab.goto(site.url("pressed"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    found = [(node.name, node.states) for node in snapshot.interactive()]
    assert found == [
        ("Sea", ("checked",)), ("Wet", ()), ("Cold", ("checked",)), ("Bold", ("pressed",)), ("Night", ("checked",)),
    ]  # fmt: skip


@pytest.mark.req("VD-01", "RA-04")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_buttons_in_a_drawn_list_are_no_part_of_its_value(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    chip = "<span>{0}<span role=button tabindex=0 aria-label='Remove {0}'>×</span></span> "
    site.route(
        "/chips",
        "<div role=combobox tabindex=0 aria-label=Room aria-expanded=false><b>Room 250</b> "
        "<button aria-label='Clear button'>×</button></div>"
        f"<div role=combobox tabindex=0 aria-label=Tags aria-expanded=false>{chip.format('sea')}{chip.format('cold')}"
        "</div><div role=combobox tabindex=0 aria-label=Kind aria-expanded=false><span title='Remove all'>×</span><ul>"
        "<li><span role=presentation>×</span>fair</li></ul></div>"
        "<div role=combobox tabindex=0 aria-label=Area aria-expanded=false>3 × 4 <button aria-label=Clear>×</button>"
        "</div><div role=combobox tabindex=0 aria-label=Size aria-expanded=false>Small <button>▾</button></div>"
        "<style>#l::after { content: ' *' }</style><div role=combobox tabindex=0 aria-labelledby=l aria-expanded=false>"
        "<span id=l class=float-label><!-- a part -->Land</span> <span>Norway</span></div>",
    )
    await tab.goto(site.url("chips"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    held = {node.name: node.value for node in snapshot.interactive() if node.role == "combobox"}
    land = held.pop(next(name for name in held if name.startswith("Land")))
    drawn = {"Room": "Room 250", "Tags": "sea cold", "Size": "Small", "Kind": "fair", "Area": "3 × 4"}
    assert held == drawn
    assert land == "Norway"  # the label floats within the field that it names


@pytest.mark.req("VD-05")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_parts_of_a_picture_that_are_not_displayed(tab: Tab, site: Site, mode: CaptureMode) -> None:
    part = "<g onclick='1' aria-label={}><rect width=40 height=20 y={} /></g>"
    site.route(
        "/observe/parts",
        f"<svg width=90 height=90>{part.format('shown', 0)}<g style='display:none'>{part.format('inside', 30)}</g>"
        f"{part.format('itself', 60).replace('<g ', '<g display=none ')}</svg>",
    )
    await tab.goto(site.url("observe/parts"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    assert [node.name for node in snapshot.interactive()] == ["shown"]


@pytest.mark.req("RA-05")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_shapes_of_a_diagram_are_called_as_their_own_groups(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    """A shape without a text is not called by the texts of the others."""
    shape = "<g><g data-element-id={}><g class=visual>{}</g><rect class=dia-hit width=40 height=20 y={} /></g></g>"
    task = shape.format("Task_1x", "<text y=30>Check order</text>", 30)
    site.route(
        "/observe/diagram",
        f"<svg width=200 height=200><g>{shape.format('Gateway_1ve', '', 0)}{task}{shape.format('7', '', 60)}"
        "<text y=110>Note</text></g></svg>"
        "<script>for (const one of document.querySelectorAll('rect')) one.onclick = () => 1</script>",
    )
    await tab.goto(site.url("observe/diagram"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    assert [node.name for node in snapshot.interactive()] == [
        "Gateway dia hit",
        "Check order dia hit",
        "dia hit",
    ]


@pytest.mark.req("RA-05")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_the_only_text_of_a_diagram_names_its_own_shape(
    tab: Tab, site: Site, mode: CaptureMode
) -> None:
    """As a diagram of bpmn.io in which one task has been named."""
    shape = "<g><g data-element-id={}><g class=visual>{}</g><rect class=dia-hit width=40 height=20 y={} /></g></g>"
    task = shape.format("Task_1x", "<text y=30>Check order</text>", 30)
    start, flow = shape.format("StartEvent_1", "", 0), shape.format("Flow_1", "", 60)
    site.route(
        "/observe/one-text",
        f"<svg width=200 height=200><g>{start}{task}{flow}</g></svg>"
        "<script>for (const one of document.querySelectorAll('rect')) one.onclick = () => 1</script>",
    )
    await tab.goto(site.url("observe/one-text"), wait_until="load", timeout=20)
    snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
    names = [node.name for node in snapshot.interactive()]
    assert names == ["StartEvent dia hit", "Check order dia hit", "Flow dia hit"]


REQUIRED = """<form><select required aria-label=list><option value="">Choose</option><option>One</option></select>
<input required aria-label=text><input required type=checkbox aria-label=box>
<textarea required aria-label=area></textarea><input required type=radio name=r aria-label=one>
<input type=email value="no address" aria-label=mail><input aria-invalid=true aria-label=said>
<input aria-invalid=false required aria-label=free><button>Send</button></form>"""


@pytest.mark.req("VD-01", "RA-05")
@pytest.mark.parametrize("mode", ["hybrid", "fast"])
async def test_a_required_field_is_invalid_once_it_was_used(tab: Tab, site: Site, mode: CaptureMode) -> None:
    site.route("/observe/required", REQUIRED)
    await tab.goto(site.url("observe/required"), wait_until="load", timeout=20)

    async def invalid() -> list[str]:
        snapshot = await capture(tab, CaptureOptions(capture=mode), RefTable())
        return [node.name for node in snapshot.interactive() if "invalid" in node.states]

    assert await invalid() == ["mail", "said"]
    await tab.evaluate("document.forms[0].requestSubmit()")
    assert await invalid() == ["list", "text", "box", "area", "one", "mail", "said", "free"]


# As TDesign draws a switch: its class alone says that it is on.
SWITCHES = """<button role=switch class="t-switch" aria-label=Gift
onclick="this.classList.toggle('t-is-checked')"></button>
<button role=switch class="t-switch t-is-checked" aria-label=News></button>
<button role=switch class="is-not-checked" aria-label=Night></button>
<button role=switch class="is-checked" aria-checked=false aria-label=Sound></button>"""


@pytest.mark.parametrize("mode", ["fast", "hybrid"])
async def test_a_switch_is_on_where_its_class_alone_says_so(
    lent_page: Page, site: Site, mode: CaptureMode
) -> None:
    site.route(
        "/observe/switches", f"<!doctype html><style>button {{ width: 40px; height: 20px }}</style>{SWITCHES}"
    )
    await lent_page.goto(site.url("observe/switches"), wait_until="load")
    text = (await lent_page.observe(capture=mode)).text
    on = [word for word in ("Gift", "News", "Night", "Sound") if f"switch {word} +checked" in text]
    assert on == ["News"], text
    done = await lent_page.check('switch "Gift"')
    assert (done.success, done.message.partition("done: ")[2]) == (True, "it is checked")
    assert "switch Gift +checked" in (await lent_page.observe()).text
    assert "switch Gift +checked" in (await lent_page.observe(capture=mode)).text
    done = await lent_page.uncheck('switch "Gift"')
    assert done.success, done.message
