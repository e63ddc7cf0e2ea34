"""Pages on which an engine is tempted to report a success that was none (EX-02): never here."""

from __future__ import annotations

import pytest

from cdp_engine.errors import EngineError
from cdp_engine.protocol import page as page_domain
from cdp_engine.verify import (
    Blocked,
    DialogOpened,
    Navigated,
    NoEffect,
    ValueMismatch,
)
from tests.support.site import Response
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-02", "CD-06")]


@pytest.mark.req("EX-03")
@pytest.mark.parametrize("name", ["Close", "Sluiten", "Zamknij"])
async def test_a_covered_button_is_blocked_by_its_cover_and_the_way_past_it_is_offered(
    stage: Stage, name: str
) -> None:
    await stage.show(
        "<button onclick='window.hit = 1'>Buy</button>"
        "<div id=cover style='position:fixed;inset:0;background:#0008'><button>More</button>"
        f"<button style='margin-top:200px' onclick='cover.remove()' aria-label='{name}'>x</button></div>"
    )
    buy = await stage.ref("Buy")
    result = await stage.page.click(buy, timeout=0.5)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "obscured"
    assert isinstance(result.effect, Blocked)
    snapshot = await stage.page.snapshot()
    assert result.effect.by is not None
    cover = snapshot.get(result.effect.by).box
    assert cover is not None
    assert cover.width == await stage.eval("innerWidth")
    assert result.effect.closer is not None
    assert snapshot.get(result.effect.closer).name == name
    assert result.effect.closer in result.message
    assert await stage.eval("window.hit") is None

    assert (await stage.page.click(result.effect.closer)).success
    assert (await stage.page.click(buy)).success
    assert await stage.eval("window.hit") == 1


async def test_the_box_that_holds_the_target_is_not_closed(stage: Stage) -> None:
    """A part of the same dialog lies over the button: to close the dialog would take the button away."""
    await stage.show(
        """<button>Beneath</button>
        <div role=dialog aria-modal=true aria-label=Settings style="position:fixed;inset:0;background:white">
        <button onclick="window.closed = 1; this.parentNode.remove()">Close</button>
        <div style="position:relative;width:200px;height:30px">
          <button style="position:absolute;inset:0">Level</button>
          <div class=knob tabindex=0 style="position:absolute;inset:0;background:silver">50 %</div>
        </div></div>"""
    )
    result = await stage.page.click(await stage.ref("Level"), timeout=0.5)
    assert result.error is not None
    assert result.error.code == "obscured"
    assert result.error.covered_by is not None
    assert result.error.closer is None
    assert "Close" not in result.error.message


async def test_a_button_in_a_disabled_fieldset_is_blocked(stage: Stage) -> None:
    await stage.show("<fieldset disabled><button onclick='window.hit = 1'>Buy</button></fieldset>")
    result = await stage.page.click(await stage.ref("Buy"), timeout=0.4)
    assert not result.success
    assert isinstance(result.effect, Blocked)
    assert result.effect.reason == "disabled"


@pytest.mark.parametrize("when", ["onmouseover", "onmousemove", "onpointerdown"])
async def test_a_button_that_flees_from_the_pointer(stage: Stage, when: str) -> None:
    await stage.show(
        "<button id=b style='position:absolute;left:20px;top:20px' onclick='window.hit = 1' "
        f"{when}=\"this.style.left = parseInt(this.style.left) + 160 + 'px'\">Buy</button>"
    )
    result = await stage.page.click(await stage.ref("Buy"), timeout=1.0)
    assert result.success == (await stage.eval("window.hit === 1")), result


async def test_a_button_that_gives_way_to_another_one_as_it_is_pressed(stage: Stage) -> None:
    await stage.show(
        "<button id=b onclick='window.hit = 1' onmouseover=\"setTimeout(() => {"
        'this.hidden = true; other.hidden = false}, 0)">Buy</button>'
        "<button id=other hidden onclick='window.wrong = 1'>Delete all</button>"
    )
    result = await stage.page.click(await stage.ref("Buy"), timeout=0.6)
    assert await stage.eval("window.wrong") is None
    assert result.success == (await stage.eval("window.hit") == 1)


@pytest.mark.parametrize(
    "handler",
    [
        "undefinedFunction()",
        "this.textContent = 'Saving…'; undefinedFunction()",
        "Promise.resolve().then(() => { throw new Error('not a function') })",
        "(async () => { await 0; null.save() })()",
    ],
)
async def test_a_handler_that_throws(stage: Stage, handler: str) -> None:
    await stage.show(f'<button onclick="{handler}">Save</button>')
    result = await stage.page.click(await stage.ref("Save"))
    assert not result.success
    assert result.error is not None
    assert result.error.code == "handler_threw"
    assert result.effect.evidence.exceptions
    assert isinstance(result.effect, NoEffect)


@pytest.mark.parametrize("does", ["click", "fill"])
async def test_what_is_thrown_beside_what_was_done_is_said_with_it(stage: Stage, does: str) -> None:
    """A study is renamed, and the library that closes its menu breaks."""
    remove = stage.site.route("/verify/rename", "{}")
    try:
        await stage.show(
            "<button onclick='save()'>Rename</button><input aria-label=Name oninput='undefinedFunction()'><p id=p></p>"
            "<script>const save = async () => { await fetch('/verify/rename', {method: 'PUT'});"
            " p.textContent = 'wing form'; undefinedFunction() }</script>"
        )
        if does == "click":
            result = await stage.page.click(await stage.ref("Rename"))
        else:
            result = await stage.page.fill(await stage.ref("Name"), "wing form")
    finally:
        remove()
    assert result.success, result.message
    assert result.effect.kind == "confirmed"
    assert "a script of the page threw: ReferenceError" in result.message


async def test_what_a_page_throws_all_the_time_is_no_answer_to_an_action(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"p.textContent = 'Saved'\">Save</button><p id=p></p>"
        "<script>window.rounds = 0; setInterval(() => { rounds++; brokenTicker() }, 20)</script>"
    )
    button = await stage.ref("Save")
    await stage.page.hover(button)  # from here on exceptions are known
    await stage.eval("new Promise(done => setInterval(() => rounds > 5 && done(1), 10))")
    result = await stage.page.click(button)
    assert result.success, result.message
    assert result.effect.kind == "confirmed"


async def test_what_is_thrown_as_the_page_is_left_does_not_keep_a_link_from_its_page(stage: Stage) -> None:
    remove = stage.site.route("/verify/edit", "<title>Edit</title>")
    try:
        await stage.show("<a href=/verify/edit onclick='closeTheSocket()'>Edit</a>")
        result = await stage.page.click(await stage.ref("Edit"))
    finally:
        remove()
    assert isinstance(result.effect, Navigated)
    assert result.success, result.message


async def test_native_validation_rejects(stage: Stage) -> None:
    await stage.show(
        "<form action=/verify/next><label>Mail <input name=m type=email required></label><button>Send</button></form>"
    )
    result = await stage.page.click(await stage.ref("Send"))
    assert not result.success
    assert result.error is not None
    assert result.error.code == "rejected"
    assert "Mail" in result.effect.evidence.errors[0]
    assert not isinstance(result.effect, Navigated)


@pytest.mark.parametrize(
    "complaint",
    [
        "msg.textContent = 'Please enter a valid address, this one is invalid'",
        "mail.setAttribute('aria-invalid', 'true'); mail.setAttribute('aria-describedby', 'msg');"
        " msg.textContent = 'Use name@example.com'",
        "setTimeout(() => alertbox.textContent = 'Something went wrong', 30)",
        "msg.className = 'error'; msg.textContent = 'Name taken'",
        "fetch('/verify/refuse', {method: 'POST'}).then(async r => msg.textContent = await r.text())",
    ],
)
@pytest.mark.parametrize(
    "button", ["<button>Send</button>", "<button type=button onclick=check()>Send</button>"]
)
async def test_validation_of_the_page_itself_rejects(stage: Stage, complaint: str, button: str) -> None:
    remove = stage.site.route("/verify/refuse", Response("That address is taken", status=409))
    try:
        await stage.show(
            "<form onsubmit='event.preventDefault(); check()'><label>Mail <input id=mail></label>"
            f"<p id=msg></p>{button}</form><div id=alertbox role=alert></div>"
            f"<script>function check() {{ {complaint} }}</script>"
        )
        result = await stage.page.click(await stage.ref("Send"))
    finally:
        remove()
    assert not result.success, result
    assert result.error is not None
    assert result.error.code in ("rejected", "request_failed")
    assert not isinstance(result.effect, Navigated)
    assert result.effect.kind != "confirmed"


async def test_a_form_that_the_server_sends_back_with_complaints(stage: Stage) -> None:
    remove = stage.site.route(
        "/verify/refused", "<title>Sign in</title><p role=alert>Wrong password</p><form method=post></form>"
    )
    try:
        await stage.show("<form method=post action=/verify/refused><button>Sign in</button></form>")
        result = await stage.page.click(await stage.ref("Sign in"))
    finally:
        remove()
    assert isinstance(result.effect, Navigated)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "rejected"
    assert "Wrong password" in result.message


@pytest.mark.parametrize(
    "script",
    [
        "this.value = 'Berlin, Germany'",
        "setTimeout(() => this.value = 'Berlin, Germany', 0)",
        "clearTimeout(window.t); window.t = setTimeout(() => this.value = 'Berlin, Germany', 250)",
    ],
)
@pytest.mark.parametrize("action", ["fill", "type"])
async def test_a_completion_that_overwrites_what_was_entered(stage: Stage, script: str, action: str) -> None:
    await stage.show(f'<label>City <input autocomplete=off oninput="{script}"></label>')
    field = await stage.ref("City", "textbox")
    step = stage.page.fill if action == "fill" else stage.page.type
    result = await step(field, "Ber")
    assert not result.success
    assert isinstance(result.effect, ValueMismatch)
    assert (result.effect.wanted, result.effect.held) == ("Ber", "Berlin, Germany")
    assert result.error is not None
    assert result.error.code == "value_mismatch"


@pytest.mark.parametrize("action", ["fill", "type"])
@pytest.mark.parametrize(
    ("field", "given", "held"),
    [
        (
            "oninput=\"this.value = this.value.replace(/\\D/g, '')"
            ".replace(/(\\d{3})(\\d{3})(\\d+)/, '($1) $2-$3')\"",
            "5551234567",
            "(555) 123-4567",
        ),
        ('onblur="this.value = \'2\'" onchange="this.value = \'2\'" oninput="this.value *= 1"', "02", "2"),
        ('oninput="this.value = this.value.toUpperCase()"', "ab-12", "AB-12"),
        (
            "oninput=\"this.value = (+this.value.replace(/\\D/g, '')).toLocaleString('en')\"",
            "1234567",
            "1,234,567",
        ),
    ],
    ids=["phone", "leading zero", "case", "thousands"],
)
async def test_a_field_that_formats_its_value(
    stage: Stage, action: str, field: str, given: str, held: str
) -> None:
    await stage.show(f"<label>Phone <input {field}></label>")
    step = stage.page.fill if action == "fill" else stage.page.type
    result = await step(await stage.ref("Phone", "textbox"), given)
    assert result.success, result.message
    assert result.effect.kind == "confirmed"
    assert held in result.message
    assert result.effect.evidence.value == held


async def test_a_field_that_takes_less_than_it_is_given(stage: Stage) -> None:
    await stage.show("<label>Code <input maxlength=4></label>")
    result = await stage.page.type(await stage.ref("Code", "textbox"), "123456")
    assert isinstance(result.effect, ValueMismatch)
    assert not result.success


async def test_a_password_never_stands_in_a_mismatch(stage: Stage) -> None:
    await stage.show("<label>Pass <input type=password oninput=\"this.value = 'other'\"></label>")
    result = await stage.page.fill(await stage.ref("Pass"), "hunter22")
    assert isinstance(result.effect, ValueMismatch)
    assert "hunter22" not in repr((result.effect, result.error, result.message, result.verification))
    assert "other" not in repr((result.effect, result.error, result.message, result.verification))


async def test_a_check_box_that_springs_back(stage: Stage) -> None:
    await stage.show(
        "<label>Agree <input type=checkbox onchange='setTimeout(() => this.checked = false, 20)'></label>"
    )
    result = await stage.page.check(await stage.ref("Agree", "checkbox"))
    assert not result.success
    assert result.effect.kind == "value_mismatch"


async def test_an_element_that_was_replaced_between_looking_and_acting(stage: Stage) -> None:
    await stage.show("<div id=d><button onclick='window.hit = 1'>Buy the red one</button></div>")
    ref = await stage.ref("Buy the red one")
    await stage.eval("d.innerHTML = '<button onclick=\"window.wrong = 1\">Delete my account</button>'")
    result = await stage.page.click(ref, timeout=0.6)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "stale"
    assert await stage.eval("window.wrong") is None
    assert result.effect.kind == "no_effect"


async def test_every_dialog_of_a_click_is_named(stage: Stage) -> None:
    await stage.show("<button onclick=\"alert('First'); alert('Second')\">Save</button>")
    result = await stage.page.click(await stage.ref("Save"))
    assert "“Second”" in result.message
    assert "dialog “First” was dismissed" in result.message


async def test_a_click_that_only_opens_an_alert(stage: Stage) -> None:
    await stage.show("<button onclick=\"alert('Hello there')\">Save</button>")
    result = await stage.page.click(await stage.ref("Save"))
    assert isinstance(result.effect, DialogOpened)
    assert (result.effect.type, result.effect.message, result.effect.answer) == (
        "alert",
        "Hello there",
        "dismissed",
    )
    assert "Hello there" in result.message
    assert not result.effect.evidence.mutations.count


async def test_an_alert_that_tells_of_an_error(stage: Stage) -> None:
    await stage.show("<button onclick=\"alert('Your session has expired')\">Save</button>")
    result = await stage.page.click(await stage.ref("Save"))
    assert not result.success
    assert isinstance(result.effect, DialogOpened)


async def test_a_question_that_was_answered_with_cancel(stage: Stage) -> None:
    await stage.show(
        "<button onclick=\"if (confirm('Really?')) p.textContent = 'Gone'\">Delete</button><p id=p>"
    )
    button = await stage.ref("Delete")
    result = await stage.page.click(button)
    assert not result.success
    assert result.error is not None
    assert result.error.code == "dialog_dismissed"
    stage.page.dialogs.policy = "accept"
    result = await stage.page.click(button)
    assert result.success
    assert isinstance(result.effect, DialogOpened)
    assert result.effect.answer == "accepted"
    assert "Gone" in result.effect.evidence.mutations.added


@pytest.mark.parametrize("host", ["a.test", "b.test"])
@pytest.mark.parametrize("when", ["pointerover", "mousemove", "pointerdown"])
async def test_an_iframe_that_navigates_under_the_pointer(stage: Stage, host: str, when: str) -> None:
    inner = (
        "<button style='width:200px;height:80px' onclick='parent.postMessage(\"hit\", \"*\")'>Pay</button>"
        f"<script>addEventListener('{when}', () => location.href = '/verify/inner-next', true)</script>"
    )
    after = "<button style='width:200px;height:80px' onclick='parent.postMessage(\"wrong\", \"*\")'>Delete</button>"
    routes = [
        stage.site.route("/verify/inner", inner),
        stage.site.route("/verify/inner-next", after),
    ]
    try:
        await stage.show(
            f"<iframe src='{stage.site.url('verify/inner', host=host)}'></iframe>"
            "<script>got = []; addEventListener('message', e => got.push(e.data))</script>",
            host="a.test",
        )
        result = await stage.page.click(await stage.ref("Pay"), timeout=2.0)
    finally:
        for remove in routes:
            remove()
    got = await stage.eval("got")
    if result.success:
        assert got == ["hit"] or isinstance(result.effect, Navigated), (result, got)
    assert result.effect.kind != "confirmed" or got == ["hit"], (result, got)


@pytest.mark.parametrize(
    ("when", "clicks"),
    [
        ("f.onmouseenter = () => setTimeout(() => f.remove(), 5)", None),  # before, during or after the click
        ("f.onmouseenter = () => f.remove()", False),
        ("f.contentWindow.addEventListener('mousedown', () => f.remove())", False),
        ("f.contentWindow.addEventListener('click', () => f.remove())", True),
    ],
)
async def test_an_iframe_that_is_taken_away_under_the_pointer(
    stage: Stage, when: str, clicks: bool | None
) -> None:
    inner = "<button style='width:90px' onclick='parent.clicked = true'>Pay</button>"
    remove = stage.site.route("/verify/inner", inner)
    try:
        await stage.show(
            f"<iframe id=f src='{stage.site.url('verify/inner')}'></iframe>"
            f"<script>clicked = false; onload = () => {{ {when} }}</script>"
        )
        result = await stage.page.click(await stage.ref("Pay"), timeout=1.0)
    finally:
        remove()
    clicked = await stage.eval("clicked")
    assert clicks in (None, clicked)
    assert clicked or not result.success, result
    assert result.success == clicked or clicks is None, result
    assert clicked or result.effect.kind != "confirmed"


async def test_a_clock_is_no_answer(stage: Stage) -> None:
    await stage.show(
        "<div><div><button>Save</button></div></div><section><div><p id=p>0</p></div></section>"
        "<script>setInterval(() => p.textContent = ++window.n || (window.n = 1), 300)</script>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert isinstance(result.effect, NoEffect)
    assert "observe" in result.message


async def test_an_action_on_a_page_that_crashed_says_so(stage: Stage) -> None:
    await stage.show("<button>Save</button>")
    ref = await stage.ref("Save")
    with pytest.raises(EngineError):
        await stage.page.session.send(page_domain.crash(), timeout=2.0)
    result = await stage.page.click(ref, timeout=0.5)
    assert not result.success
    assert result.effect.kind == "no_effect"


DOCS = (
    "Responses 200 successful operation 400 Error: invalid ID supplied 404 Error: pet not found "
    "default Unexpected error of the server"
)


@pytest.mark.parametrize("length", [60, 400])
async def test_documentation_that_names_errors_is_no_rejection(stage: Stage, length: int) -> None:
    await stage.show(
        "<section><button onclick='live.textContent = docs'>Try it out</button><div id=live aria-live=polite></div>"
        f"</section><script>docs = '{(DOCS * 4)[:length]}'</script>"
    )
    result = await stage.page.click(await stage.ref("Try it out"))
    assert result.success, result.message
    assert result.effect.kind == "confirmed"


@pytest.mark.parametrize(
    "how", ["live.hidden = false", "box.innerHTML = live.outerHTML; box.firstChild.hidden = false"]
)
async def test_a_table_in_a_live_region_is_no_message(stage: Stage, how: str) -> None:
    """Swagger UI marks the table of all responses as a live region, and adds it with the box around it."""
    await stage.show(
        f'<section><button onclick="{how}">POST</button><div id=box></div>'
        "<div id=live hidden aria-live=polite><h4>Responses</h4>"
        "<table aria-live=polite role=region><thead><tr><td>Code<td>About<tbody><tr><td>201<td>Created"
        "<tr><td>400<td>Error: invalid item</table></div></section>"
    )
    result = await stage.page.click(await stage.ref("POST"))
    assert result.success, result.message
    assert "says" not in result.message


async def test_a_field_that_became_invalid_by_the_way_is_no_rejection(stage: Stage) -> None:
    """Options are moved from one list to another; the page asks all its fields whether they are valid."""
    await stage.show(
        "<form><select id=from required multiple aria-label=From><option>One</select>"
        "<select id=to multiple aria-label=To></select>"
        "<button type=button onclick='to.append(...from.options); from.form.checkValidity()'>Choose all</button></form>"
    )
    result = await stage.page.click(await stage.ref("Choose all"))
    assert result.success, result.message
    assert await stage.eval("to.options.length") == 1


async def test_other_fields_that_are_still_empty_do_not_reject_what_is_typed(stage: Stage) -> None:
    await stage.show(
        "<form><label>Name <input required oninput='this.form.checkValidity()'></label>"
        "<label>Mail <input required></label></form>"
    )
    result = await stage.page.type(await stage.ref("Name", "textbox"), "Ada")
    assert result.success, result.message


async def test_the_field_itself_rejects_what_is_typed(stage: Stage) -> None:
    await stage.show("<label>Mail <input type=email onkeyup='this.reportValidity()'></label>")
    result = await stage.page.type(await stage.ref("Mail", "textbox"), "Ada")
    assert not result.success
    assert result.error is not None
    assert result.error.code == "rejected"


@pytest.mark.parametrize("tag", ["div", "form"])
async def test_a_short_alert_after_a_button_rejects(stage: Stage, tag: str) -> None:
    await stage.show(
        f"<{tag}><button type=button onclick=\"said.textContent = 'Error: the card was declined'\">Pay</button></{tag}>"
        "<p id=said role=alert></p>"
    )
    result = await stage.page.click(await stage.ref("Pay"))
    assert not result.success
    assert result.error is not None
    assert result.error.code == "rejected"
