"""Expected outcomes, each of the seven types, and the other contents of an answer (SX-14, CD-14, CD-16)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdp_engine import expect
from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import heap_profiler
from cdp_engine.verify import Confirmed, Downloaded, Navigated, NewTab, NoEffect
from tests.support.site import Response
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-14")]


async def test_a_navigation_that_came_and_one_that_did_not(stage: Stage) -> None:
    remove = stage.site.route("/verify/thanks", "<h1>Thank you</h1>")
    try:
        await stage.show("<a href=/verify/thanks>Order</a><button>Stay</button>")
        stay = await stage.page.click(await stage.ref("Stay"), expect=expect.navigation(timeout=0.3))
        went = await stage.page.click(await stage.ref("Order"), expect=expect.navigation("/thanks"))
    finally:
        remove()
    assert not stay.success
    assert stay.error is not None
    assert stay.error.code == "not_verified"
    assert stay.verification is not None
    assert stay.verification.expected
    assert not stay.verification.success
    assert "navigation" in stay.verification.feedback
    assert went.success
    assert isinstance(went.effect, Navigated)
    assert went.effect.status == 200
    assert went.verification is not None
    assert went.verification.verified_outcome == "navigation"
    assert went.verification.confidence == 1.0
    assert went.verification.page_state.url_changed


async def test_the_wrong_address_is_not_the_expected_one(stage: Stage) -> None:
    remove = stage.site.route("/verify/login", "<h1>Sign in first</h1>")
    try:
        await stage.show("<a href=/verify/login>Order</a>")
        result = await stage.page.click(
            await stage.ref("Order"), expect=expect.navigation("/thanks", timeout=0.2)
        )
    finally:
        remove()
    assert not result.success
    assert isinstance(result.effect, Navigated)
    assert "/verify/login" in result.message


async def test_a_text_that_appears_later_is_waited_for(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"setTimeout(() => p.innerHTML = 'Thank <b>you</b>', 700)\">Order</button><p id=p></p>"
    )
    order = await stage.ref("Order")
    result = await stage.page.click(order, expect=expect.appears("thank you"))
    assert result.success, result.message
    result = await stage.page.click(order, expect=expect.appears("thank you", timeout=0.3))
    assert not result.success, "it was there before"


async def test_a_toast_that_is_gone_again_did_appear(stage: Stage) -> None:
    await stage.show(
        '<div id=t role=status></div><button onclick="t.textContent = '
        "'Saved as draft'; setTimeout(() => t.textContent = '', 60)\">Save</button>"
    )
    result = await stage.page.click(await stage.ref("Save"), expect=expect.appears("Saved as draft"))
    assert result.success, result.message
    assert result.effect.evidence.successes == ("Saved as draft",)
    assert result.verification is not None
    assert result.verification.success_messages == ("Saved as draft",)


async def test_either_of_two_outcomes(stage: Stage) -> None:
    await stage.show("<button onclick=\"p.textContent = 'Invalid email'\">Go</button><p id=p></p>")
    go = await stage.ref("Go")
    result = await stage.page.click(go, expect=expect.navigation() | expect.appears("Invalid email"))
    assert result.success
    assert result.verification is not None
    assert result.verification.verified_outcome == "element_appears"
    await stage.eval("p.textContent = ''")
    result = await stage.page.click(
        go, expect={"type": "navigation", "or_element_appears": "Thank you", "timeout": 0.3}
    )
    assert not result.success
    assert "Invalid email" in result.message
    assert result.verification is not None
    assert "Invalid email" in result.verification.errors_detected


async def test_elements_by_role_and_name(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"d.showModal()\">Open</button><dialog id=d aria-label='Confirm order'>"
        "<button onclick='d.close()'>Close it</button></dialog>"
    )
    result = await stage.page.click(
        await stage.ref("Open"), expect=expect.appears(role="dialog", name="confirm")
    )
    assert result.success, result.message
    close = await stage.ref("Close it")
    result = await stage.page.click(
        close, expect=expect.disappears(role="dialog") | expect.disappears(ref=close)
    )
    assert result.success, result.message
    assert result.verification is not None
    assert result.verification.verified_outcome == "element_disappears"


async def test_the_text_in_a_field_is_no_element_of_that_name(stage: Stage) -> None:
    # WordPress' "Add New Category": the field that held the name is emptied as the check box of that name appears.
    await stage.show(
        "<label>Name <input id=n value=Food></label><div id=l></div>"
        "<button onclick=\"n.value = ''; l.innerHTML = '<label><input type=checkbox checked>Food</label>'\">"
        "Add</button>"
        "<button onclick=\"n.value = 'Food and drink'\">Suggest</button>"
    )
    added = await stage.page.click(await stage.ref("Add"), expect=expect.appears(name="Food"))
    assert added.success, added.message
    wrong = expect.appears(name="drink", timeout=0.2)
    assert not (await stage.page.click(await stage.ref("Suggest"), expect=wrong)).success


async def test_a_text_that_goes_away(stage: Stage) -> None:
    await stage.show("<p id=p>Loading…</p><button onclick='setTimeout(() => p.remove(), 250)'>Load</button>")
    load = await stage.ref("Load")
    assert (await stage.page.click(load, expect=expect.disappears("Loading"))).success
    assert not (await stage.page.click(load, expect=expect.disappears("Loading", timeout=0.2))).success


async def test_values_and_states(stage: Stage) -> None:
    await stage.show(
        "<label>Total <input id=t value=1></label><button onclick='t.value = +t.value + 1'>More</button>"
        "<button id=m aria-expanded=false onclick=\"setTimeout(() => m.ariaExpanded = 'true', 200)\">Menu</button>"
        "<label>Agree <input type=checkbox></label>"
    )
    total = await stage.ref("Total", "textbox")
    more = await stage.ref("More")
    assert (await stage.page.click(more, expect=expect.value("2", ref=total))).success
    assert not (await stage.page.click(more, expect=expect.value("9", ref=total, timeout=0.2))).success
    assert (await stage.page.fill(total, "7", expect=expect.value("7"))).success
    menu = await stage.ref("Menu")
    result = await stage.page.click(menu, expect=expect.state("expanded", True))
    assert result.success, result.message
    assert (await stage.page.click(await stage.ref("Agree", "checkbox"), expect="state_changes")).success
    result = await stage.page.click(menu, expect=expect.state("expanded", False, timeout=0.2))
    assert not result.success


async def test_any_change_and_no_change(stage: Stage) -> None:
    await stage.show(
        "<button>Dead</button><button onclick='p.hidden = true'>Live</button><p id=p>text</p>"
        "<button onclick=\"e.textContent = 'Payment failed'\">Bad</button><div id=e role=alert></div>"
    )
    dead = await stage.ref("Dead")
    assert not (await stage.page.click(dead, expect=expect.any_change(timeout=0.2))).success
    assert (await stage.page.click(dead, expect=expect.no_change(timeout=0.2))).success
    assert (await stage.page.click(await stage.ref("Live"), expect="any_change")).success
    result = await stage.page.click(await stage.ref("Bad"), expect=expect.no_change(timeout=0.2))
    assert not result.success
    assert "Payment failed" in result.message


async def test_no_change_watches_for_all_of_its_time(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"setTimeout(() => e.textContent = 'Payment failed', 900)\">Late</button>"
        "<button onclick=\"setTimeout(() => alert('Really'), 900)\">Dialog</button>"
        "<button onclick=\"setTimeout(() => location.href = '?left', 900)\">Leaves</button>"
        "<button>Dead</button><div id=e role=alert></div>"
    )
    late = await stage.page.click(await stage.ref("Late"), expect=expect.no_change())
    assert not late.success
    assert "Payment failed" in late.message
    assert late.duration < 2.0  # what went wrong is not waited for any longer
    dialog = await stage.page.click(await stage.ref("Dialog"), expect={"type": "no_change", "timeout": 2000})
    assert not dialog.success
    dead = await stage.page.click(await stage.ref("Dead"), expect=expect.no_change(timeout=0.5))
    assert dead.success
    assert dead.duration >= 0.5
    either = expect.no_change() | expect.appears("never")
    assert (await stage.page.click(await stage.ref("Dead"), expect=either.within(0.3))).success
    leaves = await stage.page.click(await stage.ref("Leaves"), expect=expect.no_change())
    assert not leaves.success


@pytest.mark.req("EX-02")
@pytest.mark.req("VD-09")
async def test_whatever_scrolled_is_said_to_have_scrolled(stage: Stage) -> None:
    tall = "<p style='height:300px'>x</p>"
    await stage.show(
        "<body style='height:6000px'><button onclick='window.scrollBy(0, 200)'>Down</button>"
        f"<div id=list tabindex=0 aria-label=List style='height:80px;overflow:auto'>{tall}</div>"
        f"<div id=other style='height:80px;overflow:auto'>{tall}</div>"
        "<button onclick='other.scrollTop = 50'>Other</button>"
        "<div style='height:2000px'></div><button>Far</button><hr style='margin:200px'>"
        "<p style='position:relative'><button>Under</button>"
        "<span style='position:absolute;inset:-9px;background:red'></span></p>"
    )
    still = await stage.page.press("Shift")
    assert not still.changes.scrolled
    down = await stage.page.click(await stage.ref("Down"))
    assert down.success
    assert down.changes.scrolled
    assert down.effect.evidence.scrolled == (0, 200)
    await stage.eval("scrollTo(0, 0)")
    other = await stage.page.click(await stage.ref("Other"))
    assert other.success
    assert other.changes.scrolled
    assert "a part of the page scrolled" in other.message
    far = await stage.page.click(await stage.ref("Far"))
    assert far.changes.scrolled
    assert isinstance(far.effect, NoEffect)  # the scroll was not the page's answer
    await stage.eval("scrollTo(0, 0)")
    under = await stage.page.click(await stage.ref("Under"), timeout=1.0)
    assert under.error is not None
    assert under.error.code == "obscured"
    assert under.changes.scrolled
    assert "The page was scrolled to reach it" in under.message
    key = await stage.page.press("PageDown", await stage.ref("List"))
    assert key.success, key.message
    assert key.changes.scrolled
    assert "scrolled" in key.message


async def test_a_wrong_expectation_is_the_programs_fault(stage: Stage) -> None:
    await stage.show("<button>Go</button>")
    with pytest.raises(InvalidInput, match="unknown outcome"):
        await stage.page.click(await stage.ref("Go"), expect="miracle")


@pytest.mark.req("CD-14", "SX-04", "EX-02")
async def test_the_requests_of_an_action(stage: Stage) -> None:
    remove = stage.site.route("/verify/api", Response("{}", status=201))
    try:
        await stage.show(
            "<button onclick=\"fetch('/verify/api', {method: 'POST'}).then(() => p.textContent = 'Stored')\">"
            "Store</button><p id=p></p>"
        )
        result = await stage.page.click(await stage.ref("Store"))
    finally:
        remove()
    assert result.success
    (request,) = result.effect.evidence.requests
    assert (request.method, request.status, request.kind) == ("POST", 201, "Fetch")
    assert request.url == stage.site.url("verify/api")
    assert request.seconds is not None
    assert 0 <= request.at <= request.at + request.seconds < result.duration + 5
    assert result.effect.evidence.mutations.added == ("Stored",)
    assert isinstance(result.effect, Confirmed)


@pytest.mark.req("SX-04")
async def test_a_program_sets_a_mark_and_reads_what_was_requested_since(stage: Stage) -> None:
    remove = stage.site.route("/verify/api", Response("{}", status=404))
    try:
        await stage.show("<p>Quiet</p>")
        mark = stage.page.request_mark()
        assert stage.page.requests(since=mark) == ()
        for method in ("PUT", "GET"):
            await stage.page.evaluate(f"fetch('/verify/api', {{method: '{method}'}}).then(r => r.text())")
        await stage.page.wait_for(state="networkidle")
    finally:
        remove()
    put, get = stage.page.requests(since=mark)
    assert [(one.method, one.status, one.failed) for one in (put, get)] == [
        ("PUT", 404, True),
        ("GET", 404, True),
    ]
    assert put.at == 0 < get.at
    assert stage.page.requests()[-2:][0].url == put.url


@pytest.mark.req("CD-16")
async def test_what_an_action_costs(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"for (let i = 0; i < 500; i++) p.append(document.createElement('i'), 'x'); p.offsetWidth\">"
        "Grow</button><p id=p></p><button onclick='kept = Array.from({length: 200000}, () => ({}))'>Keep</button>"
    )
    grow = await stage.ref("Grow")
    assert (await stage.page.click(grow)).cost is None
    cost = (await stage.page.click(grow, measure=True)).cost
    assert cost is not None
    assert cost.nodes >= 1000
    assert cost.layouts >= 1
    keep = await stage.ref("Keep")
    await stage.page.session.send(
        heap_profiler.collect_garbage()
    )  # what is left of tests before would be counted off
    kept = (await stage.page.click(keep, measure=True)).cost
    assert kept is not None
    assert kept.heap_bytes > 1_000_000


@pytest.mark.req("EX-02")
async def test_tabs_downloads_and_places_within_the_page(stage: Stage) -> None:
    file = Response(
        "a,b\n", content_type="text/csv", headers={"Content-Disposition": "attachment; filename=t.csv"}
    )
    removes = [stage.site.route("/verify/t.csv", file), stage.site.route("/verify/other", "<h1>Other</h1>")]
    try:
        await stage.show(
            "<a href=/verify/other target=_blank>Window</a><a href=/verify/t.csv>Table</a><a href='#part'>Part</a>"
            "<button onclick=\"history.pushState({}, '', '/verify/pushed')\">Push</button>"
        )
        window = await stage.page.click(await stage.ref("Window"))
        table = await stage.page.click(await stage.ref("Table"))
        part = await stage.page.click(await stage.ref("Part"))
        push = await stage.page.click(await stage.ref("Push"))
    finally:
        for remove in removes:
            remove()
    assert isinstance(window.effect, NewTab)
    assert window.effect.url == stage.site.url("verify/other")
    assert isinstance(table.effect, Downloaded)
    assert table.effect.name == "t.csv"
    for result, end in ((part, "#part"), (push, "/verify/pushed")):
        assert isinstance(result.effect, Navigated)
        assert result.effect.same_document
        assert result.effect.url.endswith(end)
        assert result.success


@pytest.mark.req("EX-02")
async def test_a_server_that_says_no(stage: Stage) -> None:
    await stage.show("<a href=/verify/not-there>Order</a>")
    result = await stage.page.click(await stage.ref("Order"))
    assert not result.success
    assert isinstance(result.effect, Navigated)
    assert result.effect.status == 404


@pytest.mark.req("EX-02")
async def test_a_link_whose_address_does_not_load(stage: Stage) -> None:
    await stage.show("<a href=http://nothing.invalid/>Order</a>")
    result = await stage.page.click(await stage.ref("Order"))
    assert not result.success
    assert result.error is not None
    assert result.error.code == "navigation_failed"
    assert result.error.message.startswith("http://nothing.invalid/ did not load: net::ERR_")


@pytest.mark.req("EX-02")
async def test_evidence_of_values_states_focus_and_shadow_roots(stage: Stage) -> None:
    await stage.show(
        "<label>Name <input></label><label>Agree <input type=checkbox></label>"
        "<details><summary>More</summary><p>hidden</p></details><div id=host></div><script>"
        "const root = host.attachShadow({mode: 'closed'});"
        "root.innerHTML = '<button>Deep</button><p></p>';"
        "root.querySelector('button').onclick = () => root.querySelector('p').textContent = 'Heard';"
        "</script>"
    )
    name = await stage.ref("Name", "textbox")
    clicked = await stage.page.click(name)
    assert isinstance(clicked.effect, Confirmed)
    assert "focus" in clicked.effect.what
    filled = await stage.page.fill(name, "Ada")
    assert filled.effect.evidence.value == "Ada"
    assert isinstance(filled.effect, Confirmed)
    agreed = await stage.page.check(await stage.ref("Agree", "checkbox"))
    assert agreed.effect.evidence.checked is True
    assert agreed.effect.evidence.states == {"checked": "true"}
    opened = await stage.page.click(await stage.ref("More"))
    assert opened.effect.evidence.states == {"open": "true"}
    deep = await stage.page.click(await stage.ref("Deep"))
    assert deep.effect.evidence.mutations.added == ("Heard",)
    tabbed = await stage.page.press("Tab")
    assert tabbed.success


@pytest.mark.req("EX-02")
async def test_what_came_is_reported_as_it_reads_without_style_sheets(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"s.append('i{color:blue}'); box.innerHTML ="
        " '<style>p{color:red}</style><ul><li>New</li><li>Open</li></ul>'\">Menu</button>"
        "<div id=box></div><style id=s></style>"
    )
    result = await stage.page.click(await stage.ref("Menu"))
    assert isinstance(result.effect, Confirmed)
    assert result.effect.what == "the page changed, it now says “New Open”"
    assert result.message == "click done: the page changed"  # the observation lists the text


@pytest.mark.req("EX-02")
async def test_an_error_of_before_is_not_the_answer_of_now(stage: Stage) -> None:
    await stage.show(
        "<input aria-label=Name><button>Send</button><div class=toasts role=status></div><script>"
        "const say = (tone, text) => { const t = document.createElement('div'); t.className = 'toast ' + tone;"
        " t.setAttribute('role', 'alert'); t.textContent = text; document.querySelector('.toasts').append(t) };"
        "document.querySelector('button').onclick = () => document.querySelector('input').value"
        " ? say('info', 'Working on it') : say('error', 'Error: the name is missing')</script>"
    )
    refused = await stage.page.click(await stage.ref("Send"))
    assert not refused.success
    assert "the name is missing" in refused.message
    await stage.page.fill(await stage.ref("Name"), "Ada")
    taken = await stage.page.click(await stage.ref("Send"))
    assert taken.success, taken.message
    assert "missing" not in taken.message


@pytest.mark.req("VD-09")
@pytest.mark.parametrize("after", ["f.value = ''", "f.replaceWith(f.cloneNode())", "f.remove()"])
async def test_a_page_that_takes_a_file_and_empties_the_field_has_it(
    stage: Stage, tmp_path: Path, after: str
) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada")
    await stage.show(
        "<input type=file id=f aria-label=Letter><p id=p></p><script>f.onchange = () => {"
        f" const file = f.files[0]; {after}; window.read = file.text() }}</script>"
    )
    result = await stage.page.upload(await stage.ref("Letter"), file)
    assert result.success, result.message
    assert "letter.txt" in result.message
    assert await stage.eval("read") == "Dear Ada"


@pytest.mark.req("EX-12")
@pytest.mark.parametrize(
    ("field", "select"),
    [
        ("<textarea id=f aria-label=Text>== Level 1 ==</textarea>", "f.focus(); f.setSelectionRange(3, 10)"),
        (
            "<p id=f contenteditable role=textbox aria-label=Text>== Level 1 ==</p>",
            "f.focus(); getSelection().setBaseAndExtent(f.firstChild, 3, f.firstChild, 10)",
        ),
    ],
    ids=["text area", "editable"],
)
async def test_what_is_typed_over_a_selected_part_was_typed(stage: Stage, field: str, select: str) -> None:
    await stage.show(field)
    await stage.eval(f"(() => {{ {select} }})()")
    result = await stage.page.type(await stage.ref("Text", "textbox"), "Soup")
    assert await stage.eval("f.value ?? f.textContent") == "== Soup =="
    assert result.success, result.message


@pytest.mark.req("EX-12")
async def test_a_suggestion_that_is_taken_at_the_press_was_chosen(stage: Stage) -> None:
    """Its list is hidden while the button is still down: there is no click on it, and no text comes or goes."""
    await stage.show(
        "<input id=f aria-label=Owner><ul id=list role=listbox><li id=o role=option>Cara Dahl</ul><script>"
        "o.onmousedown = (event) => { event.preventDefault(); f.value = o.textContent; list.style.display = 'none' }"
        "</script>"
    )
    result = await stage.page.click(await stage.ref("Cara Dahl", "option"))
    assert await stage.page.evaluate("f.value") == "Cara Dahl"
    assert result.success, result.message
    assert result.effect.kind == "confirmed"


@pytest.mark.req("EX-12")
async def test_a_cell_that_opens_its_editor_at_the_press_was_clicked(stage: Stage) -> None:
    """What was pressed inside the cell is gone before the button is released: the browser sends no click."""
    await stage.show(
        "<table role=grid><tr><td id=c tabindex=0 role=gridcell aria-label=Rating><span><svg width=40 height=40>"
        "<rect width=40 height=40 /></svg></span></table><script>c.onmousedown = () => c.innerHTML ="
        "'<span class=editor><svg width=40 height=40><circle r=20 cx=20 cy=20 /></svg></span>'</script>"
    )
    result = await stage.page.click(await stage.ref("Rating", "gridcell"))
    assert await stage.page.evaluate("c.firstChild.className") == "editor"
    assert result.success, result.message
    assert result.effect.kind == "confirmed"


@pytest.mark.req("EX-12")
async def test_a_button_that_is_drawn_again_under_the_pointer_was_not_clicked(stage: Stage) -> None:
    """It is where it was when anybody looks, but each press finds it gone: nobody hears a click on it."""
    await stage.show(
        "<div id=box><button id=b>Buy</button></div><p id=o></p><script>"
        "box.addEventListener('mouseover', () => box.append(b), true);"
        "b.onclick = () => o.textContent = 'bought';</script>"
    )
    result = await stage.page.click(await stage.ref("Buy"))
    assert await stage.page.evaluate("o.textContent") == ""
    assert not result.success
    assert result.error is not None
    assert result.error.code == "not_clicked"
