"""What the page that comes after a form says: of the entry where the form is shown again, else of the next step."""

from __future__ import annotations

import pytest

from tests.support.site import Response
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-03", "EX-02")]

LOG_IN = (
    "<form method=post action='{0}/enter'><input name=who aria-label=Login><button>Sign in</button></form>"
)
EXPIRED = "<p class='flash error'>Your password has expired. You must change it.</p>"
CHANGE = "<form method=post action='{0}/change'><input name=new aria-label='New password'><button>Apply</button></form>"


LANGUAGE = "<form method=post action='{0}/enter'><select name=lang aria-label='Its password'></select></form>"
LIMITED = "<p role=alert class='alert'>The storage is not configured: error 12.</p>"


@pytest.mark.parametrize(
    ("place", "answer", "code"),
    [
        ("next", EXPIRED + CHANGE, None),
        ("home", LIMITED + LANGUAGE, None),
        ("again", "<p class='flash error'>Invalid user or password</p>" + LOG_IN, "rejected"),
    ],
)
async def test_a_notice_of_the_next_step_rejects_nothing(
    stage: Stage, place: str, answer: str, code: str | None
) -> None:
    """A server that leads on took the entry, unless it leads back to the form."""
    base = f"/next-page/{place}"
    gone = [
        stage.site.route(f"{base}/log-in", LOG_IN.format(base)),
        stage.site.route(f"{base}/enter", Response(status=303, headers={"Location": f"{base}/{place}"})),
        stage.site.route(f"{base}/{place}", answer.format(base)),
    ]
    await stage.page.goto(stage.site.url(f"{base}/log-in"), wait_until="load")
    await stage.page.fill('textbox "Login"', "ann")
    result = await stage.page.click('button "Sign in"')
    assert (result.error and result.error.code) == code, result.message
    assert result.observation is not None
    assert "password" in result.observation.text
    for remove in gone:
        remove()


@pytest.mark.parametrize(
    "said",
    ["<p role=alert class=error>Login is invalid</p>", "<p class='warning message'>Login is invalid</p>"],
)
async def test_errors_in_the_answer_to_a_form_reject_it(stage: Stage, said: str) -> None:
    """A server that answers without leading on shows what it complains of, be it only as a warning."""
    base = "/next-page/straight"
    gone = [
        stage.site.route(f"{base}/log-in", LOG_IN.format(base)),
        stage.site.route(f"{base}/enter", f"{said}<a href=#>Help</a>"),
    ]
    await stage.page.goto(stage.site.url(f"{base}/log-in"), wait_until="load")
    await stage.page.fill('textbox "Login"', "ann")
    result = await stage.page.click('button "Sign in"')
    assert (result.error and result.error.code) == "rejected", result.message
    for remove in gone:
        remove()


SAVED = "<p class=success>Your changes have been saved.</p>"


@pytest.mark.parametrize(("said", "code"), [(SAVED, None), ("", "rejected")])
async def test_a_warning_beside_what_was_saved_rejects_nothing(
    stage: Stage, said: str, code: str | None
) -> None:
    base = "/next-page/saved"
    warning = "<p class='warning message'>The mail server is invalid</p>"
    gone = [
        stage.site.route(f"{base}/log-in", LOG_IN.format(base)),
        stage.site.route(f"{base}/enter", said + warning + LOG_IN.format(base)),
    ]
    await stage.page.goto(stage.site.url(f"{base}/log-in"), wait_until="load")
    await stage.page.fill('textbox "Login"', "ann")
    result = await stage.page.click('button "Sign in"')
    assert (result.error and result.error.code) == code, result.message
    assert "The mail server is invalid" in result.message
    for remove in gone:
        remove()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Successfully saved. Apply result on localhost: Error 500", None),
        ("Not saved successfully: Error 500", "rejected"),
    ],
)
async def test_a_text_that_begins_with_what_was_done_rejects_nothing(
    stage: Stage, text: str, code: str | None
) -> None:
    await stage.show(
        "<form><label>Name <input></label><button>Save</button></form><div id=out></div><script>"
        f"document.forms[0].onsubmit = () => ((out.innerHTML = '<p role=alert>{text}</p>'), false)</script>"
    )
    result = await stage.page.click('button "Save"')
    assert (result.error and result.error.code) == code, result.message
    assert text.split(":")[0] in result.message


BY_SCRIPT = """<form id=in><input id=who aria-label=Login><input id=key type=password aria-label=Key>
  <button>Sign in</button></form>{1}
<script>
  document.querySelector('form').onsubmit = (event) => {{
    event.preventDefault();
    const sent = Object.assign(document.createElement('form'), {{ method: 'post', action: '{0}/enter' }});
    document.body.append(sent);
    sent.submit();
  }};
</script>"""
OTHER_ENTRIES = "<form><input id=code aria-label=Code><button>Go on</button></form>"


@pytest.mark.parametrize(("form", "code"), [(BY_SCRIPT, "rejected"), (OTHER_ENTRIES, None)])
async def test_a_form_that_a_script_sends_is_shown_again(stage: Stage, form: str, code: str | None) -> None:
    """It names no path; the entries say whether it is the same."""
    base = "/next-page/by-script"
    said = "<p role=alert class='toast danger'>Invalid login or key</p>"
    gone = [
        stage.site.route(f"{base}/log-in", BY_SCRIPT.format(base, "")),
        stage.site.route(f"{base}/enter", Response(status=302, headers={"Location": f"{base}/log-in/again"})),
        stage.site.route(f"{base}/log-in/again", said + form.format(base, "")),
    ]
    await stage.page.goto(stage.site.url(f"{base}/log-in"), wait_until="load")
    await stage.page.fill('textbox "Login"', "ann")
    result = await stage.page.click('button "Sign in"')
    assert (result.error and result.error.code) == code, result.message
    for remove in gone:
        remove()
