"""Messages that nobody reads do not answer an action: hidden ones, and those of the records that a page lists."""

from __future__ import annotations

import pytest

from cdp_engine.verify import Navigated
from tests.support.site import Response
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-02")]


@pytest.mark.parametrize(
    "unread",
    [
        "log.append(template.content.cloneNode(true))",
        "log.querySelector('.failed').textContent = 'Query failed'",
        "state.textContent = 'Invalid name'; dialog.style.display = 'none'",
        "hidden.innerHTML = '<b class=error>Something went wrong</b>'",
        "beside.innerHTML = '<b>Some error occurred, it failed</b>'",
    ],
)
async def test_an_error_that_nobody_sees_rejects_nothing(stage: Stage, unread: str) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); save()'><button>Save</button></form><p id=done></p>"
        "<template id=template><div><i class=failed>Query failed</i></div></template>"
        "<div id=log style='display:none'><i class=failed></i></div>"
        "<div id=dialog class=has-error><p id=state class=error></p></div>"
        "<div id=hidden style='height:0;overflow:hidden'></div>"
        "<div style='position:fixed;bottom:0;left:0;width:100%;height:20px'>"
        "<div id=beside style='position:absolute;left:100%;top:40px;width:200px;height:30px;overflow:auto'></div></div>"
        f"<script>function save() {{ done.textContent = '1 row inserted'; {unread} }}</script>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert result.success, result.message
    assert "inserted" in result.message or result.effect.kind == "confirmed"
    for text in ("failed", "wrong", "Invalid"):
        assert text not in result.message


@pytest.mark.parametrize(
    "offered",
    [
        "<a role=button tabindex=0>Report incorrect display for this change</a>",
        "<div><button>Report incorrect display</button></div>",
        "<p>Save your changes <a href=#a>Show failed jobs</a></p>",
        "<label><input type=checkbox> Only invalid records</label>",
    ],
)
@pytest.mark.parametrize("again", [False, True])
async def test_what_a_control_is_called_rejects_nothing(stage: Stage, offered: str, again: bool) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); save()'><input><button>Save page</button></form>"
        f"<template id=offered>{offered}</template><div id=panel>{offered if again else ''}</div>"
        "<script>function save() { panel.replaceChildren(offered.content.cloneNode(true)) }</script>"
    )
    result = await stage.page.click(await stage.ref("Save page"))
    assert result.success, result.message
    assert not result.effect.evidence.errors


@pytest.mark.parametrize(("said", "done"), [("Restart Required", True), ("A name is required", False)])
async def test_what_is_to_follow_rejects_nothing(stage: Stage, said: str, done: bool) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); save()'><input><button>Save</button></form><div id=panel></div>"
        f"<script>function save() {{ panel.innerHTML = '<div role=dialog aria-live=assertive><h5>{said}</h5></div>' }}"
        "</script>"
    )
    assert (await stage.page.click(await stage.ref("Save"))).success is done


async def test_the_pressed_button_itself_may_report_an_error(stage: Stage) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); save.textContent = \"Saving failed\"'>"
        "<input><button id=save>Save page</button></form>"
    )
    result = await stage.page.click(await stage.ref("Save page"))
    assert not result.success
    assert "Saving failed" in result.message


async def test_a_label_that_is_an_error_rejects(stage: Stage) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); field.after(message.content.cloneNode(true))'>"
        "<input id=field><button>Save page</button></form>"
        "<template id=message><label class=error for=field>The name is invalid</label></template>"
    )
    result = await stage.page.click(await stage.ref("Save page"))
    assert not result.success
    assert "The name is invalid" in result.message


async def test_an_error_that_fades_in_rejects(stage: Stage) -> None:
    await stage.show(
        "<style>@keyframes in { from { opacity: 0; transform: translateY(-400px) } }</style>"
        "<form onsubmit='event.preventDefault(); save()'><button>Save</button></form>"
        "<script>function save() { document.body.insertAdjacentHTML('beforeend', "
        "'<p class=error style=\"animation: in .2s\">The name is taken</p>') }</script>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert not result.success
    assert "The name is taken" in result.message


@pytest.mark.parametrize(
    ("listed", "rejected"),
    [
        ("<table><tr><td><input type=checkbox><td class=error>Error: no connection</table>", False),
        ("<table><tr><td><input name=a><td class=error>Error: no name</table>", True),
        ("<p class=error>Error: no name</p><table><tr><td>1</table>", True),
        ("<ul><li class=error><a href=/f/1>Set up</a> <b>News</b><li><a href=/f>Add one</a></ul>", False),
        ("<ul><li class=error>No name, <a href=#n>set it</a><li><a href=#o>Other</a></ul>", True),
    ],
)
async def test_errors_of_records_on_the_next_page_do_not_reject(
    stage: Stage, listed: str, rejected: bool
) -> None:
    remove = stage.site.route("/verify/listed", Response(f"<p>Saved.</p>{listed}"))
    try:
        await stage.show("<form method=post action=/verify/listed><button>Save</button></form>")
        result = await stage.page.click(await stage.ref("Save"))
    finally:
        remove()
    assert isinstance(result.effect, Navigated)
    assert result.success is not rejected, result.message


async def test_a_field_that_was_an_error_only_while_it_was_filled_says_nothing(stage: Stage) -> None:
    """Its box holds what was typed so far; a message that stays, and one of a live region that went, are reported."""
    await stage.show(
        "<div id=box><label>Year</label><span id=typed></span><input aria-label=Year></div><p id=note></p>"
        "<p id=live role=alert></p><script>const field = document.querySelector('input'); field.oninput = () => {"
        "const bad = field.value.length < 4; box.className = bad ? 'has-error' : ''; typed.textContent = field.value;"
        "live.textContent = bad ? 'Too short' : ''; note.className = 'error'; note.textContent = 'Error: no such year'}"
        "</script>"
    )
    result = await stage.page.type(await stage.ref("Year"), "2026")
    errors = result.effect.evidence.errors
    assert "Error: no such year" in errors
    assert not any("202" in text for text in errors), errors


async def test_an_error_further_down_in_a_panel_that_scrolls_is_read(stage: Stage) -> None:
    await stage.show(
        "<button onclick='state.textContent = \"Saving failed\"'>Save</button>"
        "<div style='position:fixed;bottom:0;left:0;width:100%;height:90px;overflow:auto'>"
        "<div style='height:900px'></div><p id=state class=error></p></div>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert "Saving failed" in result.message


NEW_FORM = (
    "<label>Find <input></label><button type=button>Add</button>"
    "<div id=dialog style='display:none'><div class='group error'><label>Name <input></label>"
    "<p class=error>Name must be set</p></div></div>"
)


@pytest.mark.parametrize(
    ("does", "rejected"),
    [
        ("dialog.style.display = ''", False),
        ("dialog.style.display = ''; document.querySelector('input').parentElement.remove()", True),
        ("document.querySelector('button').after(dialog.firstChild.lastChild)", True),
    ],
)
async def test_what_a_form_says_as_it_opens_does_not_reject(stage: Stage, does: str, rejected: bool) -> None:
    """One that is drawn in place of another may answer the press; so does a message beside older fields."""
    await stage.show(
        f"<form class=error>{NEW_FORM}</form><script>const button = document.querySelector('button');"
        f"button.onclick = () => {{ {does} }}</script>"
    )
    result = await stage.page.click(await stage.ref("Add"))
    assert result.success is not rejected, result.message


@pytest.mark.parametrize(
    ("empties", "rejected"),
    [
        ("title.value = text.value = ''", False),
        ("title.value = ''", True),
        ("secret.value = ''", True),
        ("", True),
    ],
)
async def test_a_form_that_the_page_emptied_was_taken(stage: Stage, empties: str, rejected: bool) -> None:
    """It says what the next entry lacks. A rejected form keeps what was written, but for passwords and a field."""
    await stage.show(
        "<input value='/home' aria-label=Path><form><input id=title value=One><textarea id=text>Two</textarea>"
        "<input id=secret type=password value=pass><button>Commit</button><p id=note class=error></p></form><script>"
        "document.querySelector('form').onsubmit = (event) => { event.preventDefault();"
        f"note.textContent = 'No files to commit, that is an error'; {empties} }}</script>"
    )
    result = await stage.page.click(await stage.ref("Commit"))
    assert result.success is not rejected, result.message


async def test_a_form_that_the_next_page_keeps_for_later_rejects_nothing(stage: Stage) -> None:
    """pgAdmin: its log-in opens a page with a form that is hidden, and marked as invalid while it is empty."""
    form = "<label {}>Server name <input required aria-invalid=true></label>"
    for hidden, expected in (("hidden", True), ("", False)):
        remove = stage.site.route("/verify/opened", f"<h1>Welcome</h1>{form.format(hidden)}")
        try:
            await stage.show("<form method=post action=/verify/opened><button>Log in</button></form>")
            result = await stage.page.click(await stage.ref("Log in"))
        finally:
            remove()
        assert result.success is expected, result.message


@pytest.mark.parametrize(
    "title",
    [
        "<div class=step-on-fail>Custom on fail</div>",
        "<div class=step-on-fail>Next step</div>",
        "<div class=stepOnFail>Next step</div>",
        "<div class='columns step-on-error'><span>If it fails</span></div>",
        "<table><tr><th class=fail>Failed<th>Passed</table>",
        "<div role=table><div role=row><span role=columnheader>Errors</span></div></div>",
    ],
)
async def test_the_title_of_a_column_that_comes_rejects_nothing(stage: Stage, title: str) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); add()'><button>Add step</button></form><div id=steps></div>"
        f"<template id=title>{title}</template>"
        "<script>function add() { steps.append(title.content.cloneNode(true), 'A step') }</script>"
    )
    result = await stage.page.click(await stage.ref("Add step"))
    assert result.success, result.message
    assert not result.effect.evidence.errors


@pytest.mark.parametrize(
    "names",
    [
        "badge aria-invalid:border-destructive aria-invalid:ring-destructive/20",
        "badge data-[error=true]:text-red [&>.alert]:hidden peer-invalid:visible",
    ],
)
async def test_a_class_for_a_case_that_is_not_there_marks_no_message(stage: Stage, names: str) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); add()'><input aria-label=Name><button>Save</button></form>"
        f"<p id=all></p><template id=row><a href=#r>Run 7</a> <span class='{names}'>Scheduled</span></template>"
        "<script>function add() { document.querySelector('form').remove(); history.pushState({}, '', '?list');"
        " all.append(row.content.cloneNode(true)) }</script>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert result.success, result.message
    assert "says" not in result.message
    assert not result.effect.evidence.errors


@pytest.mark.parametrize("said", ["Failed", "Failed to save"])
async def test_the_state_of_a_listed_record_rejects_nothing(stage: Stage, said: str) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); add()'><input aria-label=Name><button>Save</button></form>"
        f"<ul id=all></ul><template id=row><li><a href=#r>Run</a> <b class=state-failed>{said}</b></template>"
        "<script>function add() { all.append(row.content.cloneNode(true)) }</script>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert result.success == (said == "Failed"), result.message


@pytest.mark.parametrize("name", ["fail", "msg-fail", "is-fail", "failMessage", "login-failed"])
async def test_a_message_that_its_class_marks_as_a_failure_rejects(stage: Stage, name: str) -> None:
    await stage.show(
        "<form onsubmit='event.preventDefault(); add()'><button>Add step</button></form><div id=steps></div>"
        f"<script>function add() {{ steps.innerHTML = '<p class={name}>Choose another name</p>' }}</script>"
    )
    result = await stage.page.click(await stage.ref("Add step"))
    assert result.error is not None
    assert result.error.code == "rejected"


async def test_the_choices_of_a_field_are_no_complaint_about_it(stage: Stage) -> None:
    await stage.show(
        "<label for=unit>Unit</label><div id=box><input id=unit><ul role=listbox id=pop style='display:none'>"
        "<li>Search...</li><li>Create...</li></ul></div><button id=save>Save</button><script>save.onclick = () => {"
        "pop.style.display = ''; box.className = 'has-error'; setTimeout(() => { pop.style.display = 'none'; }, 60); };"
        "</script>"
    )
    result = await stage.page.click(await stage.ref("Save"))
    assert "Create" not in result.message
