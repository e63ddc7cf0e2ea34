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
