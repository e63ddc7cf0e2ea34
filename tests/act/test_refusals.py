"""Refusals: those that waiting cannot mend come long before the deadline, others are waited out (CD-06)."""

from __future__ import annotations

import anyio
import pytest

from cdp_engine.act import Choice, check, click, fill, focus, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage
from tests.support.site import Request

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-06")]

FOREVER = 120.0
"""A deadline that no test could wait for."""
PROMPT = 30.0
SPIN = "<style>@keyframes turn { to { rotate: 1turn } } .turns { animation: turn 1s linear infinite }</style>"
VEIL = "<div id=v style='position:fixed;inset:0;background:#eee'>%s</div>"

CANVAS_GRID = (
    "<canvas width=200><table role=grid><tr><td role=gridcell id=t tabindex=-1 {}>20</table></canvas>"
)
FOLLOWS = "onfocus='this.ariaSelected = true'"

STATIC = {
    "readonly": ("<input id=t readonly value=a>", "fill", "not_editable"),
    "readonly beside a clock": (
        "<input id=t readonly><p id=c></p><script>setInterval(() => c.textContent = Date.now(), 50)</script>",
        "fill",
        "not_editable",
    ),
    "disabled field": ("<input id=t disabled>", "fill", "disabled"),
    "disabled button": ("<button id=t disabled>x</button>", "click", "disabled"),
    "disabled fieldset": ("<fieldset disabled><button id=t>x</button></fieldset>", "click", "disabled"),
    "inert": ("<div inert><button id=t>x</button></div>", "click", "disabled"),
    "disabled check box": ("<input id=t type=checkbox disabled>", "check", "disabled"),
    "focus": ("<input id=t disabled>", "focus", "disabled"),
    "cover": ("<button id=t>x</button>" + VEIL % "Accept cookies", "click", "obscured"),
    "pointer-events": ("<button id=t style='pointer-events:none'>x</button>", "click", "obscured"),
    "pressed through to its box": (
        "<div style='width:300px'><input id=t style='width:100%;pointer-events:none'></div>",
        "click",
        "obscured",
    ),
    "hidden": ("<button id=t hidden>x</button>", "click", "not_visible"),
    "hidden beside a clock": (
        "<input id=t hidden><p id=c></p><script>setInterval(() => c.textContent = Date.now(), 50)</script>",
        "fill",
        "not_visible",
    ),
    "no such option": ("<select id=t><option>a</select>", "select", "option_not_found"),
    "disabled select": ("<select id=t disabled><option>x</select>", "select", "disabled"),
    "no list": ("<div id=t tabindex=0>x</div>", "select", "not_editable"),
    "a button without a list": ("<button id=t>x</button>", "select", "not_editable"),
    "a text field": ("<input id=t>", "select", "not_editable"),
    "a decoration turns": (
        SPIN + "<p class=turns>o</p><button id=t disabled>x</button>",
        "click",
        "disabled",
    ),
}


async def do(stage: Stage, action: str, timeout: float = FOREVER) -> None:
    ref = await stage.ref("#t")
    match action:
        case "fill":
            await fill(stage.tab, ref, "x", timeout=timeout)
        case "check":
            await check(stage.tab, ref, timeout=timeout)
        case "select":
            await select(stage.tab, ref, Choice(label="x"), timeout=timeout)
        case "focus":
            await focus(stage.tab, ref, timeout=timeout)
        case _:
            await click(stage.tab, ref, timeout=timeout)


@pytest.mark.parametrize("what", STATIC)
async def test_what_waiting_cannot_mend_is_refused_long_before_the_deadline(stage: Stage, what: str) -> None:
    html, action, code = STATIC[what]
    await stage.show_html(html)
    with anyio.fail_after(PROMPT), pytest.raises(NotActionable) as refused:
        await do(stage, action)
    assert refused.value.code == code


async def test_a_text_field_is_as_it_was_after_it_was_taken_for_a_list(stage: Stage) -> None:
    await stage.show_html("<input id=t value=before>")
    with pytest.raises(NotActionable, match="offers no choices"):
        await do(stage, "select")
    assert await stage.eval("t.value") == "before"


LATE = 2000
"""Milliseconds: much longer than a page is waited for on which nothing happens."""
BUSY = {
    "a spinner in the button": (
        SPIN + "<button id=t disabled>Save <i class=turns>o</i></button>",
        "t.disabled = false",
    ),
    "a spinner elsewhere": (
        SPIN + "<button id=t disabled>Save</button><p class='spinner turns'>o</p>",
        "t.disabled = false",
    ),
    "aria-busy": (
        "<div id=d aria-busy=true><button id=t disabled>Save</button></div>",
        "t.disabled = false; d.ariaBusy = 'false'",
    ),
    "a cover that says so": ("<button id=t>Save</button>" + VEIL % "Please wait", "v.remove()"),
    "a cover with an ellipsis": ("<button id=t>Save</button>" + VEIL % "Einen Moment …", "v.remove()"),
    "a cover that moves": (
        "<button id=t>Save</button>"
        + VEIL % "Hello"
        + "<script>n = 0; step = () => { v.style.top = -(n++ % 9) + 'px'; requestAnimationFrame(step) };"
        "step()</script>",
        "v.remove()",
    ),
    "a page that is still built": (
        "<button id=t disabled>Save</button><ul id=u></ul><script>setInterval(() => "
        "u.append(document.createElement('li')), 200)</script>",
        "t.disabled = false",
    ),
    "an animation that ends": (
        "<style>@keyframes go { to { left: 500px } } #v { animation: go 3s }</style><button id=t>Save</button>"
        + VEIL % "Hello",
        "v.remove()",
    ),
}


@pytest.mark.parametrize("what", BUSY)
async def test_what_may_pass_is_waited_for(stage: Stage, what: str) -> None:
    html, later = BUSY[what]
    await stage.show_html(
        f"{html}<script>clicks = 0; t.onclick = () => clicks++; setTimeout(() => {{ {later} }}, {LATE})</script>"
    )
    await do(stage, "click")
    assert await stage.eval("clicks") == 1


async def test_a_button_that_is_disabled_until_a_request_ends_is_waited_for(stage: Stage) -> None:
    def slow(request: Request) -> str:
        request.hold(LATE / 1000)
        return "done"

    remove = stage.site.route("/act/slow", slow)
    try:
        await stage.show_html(
            "<button id=t disabled>Save</button><script>clicks = 0; t.onclick = () => clicks++;"
            "fetch('/act/slow').then(r => r.text()).then(() => t.disabled = false)</script>"
        )
        await do(stage, "click")
    finally:
        remove()
    assert await stage.eval("clicks") == 1


async def test_what_a_canvas_draws_is_clicked_on_the_canvas(stage: Stage) -> None:
    """The grid of Streamlit holds its cells in the canvas for readers of the screen: they have no place."""
    await stage.show_html(CANVAS_GRID.format(""))
    with pytest.raises(NotActionable) as refused:
        await do(stage, "click")
    assert refused.value.code == "not_visible"
    assert "a canvas draws it" in str(refused.value)
    assert "position" in (refused.value.hint or "")


@pytest.mark.parametrize(
    ("marks", "why"),
    [("", "did not take the focus"), ("aria-readonly=true", "read-only"), (FOLLOWS, "opened no editor")],
)
async def test_a_drawn_cell_that_cannot_be_edited_is_refused(stage: Stage, marks: str, why: str) -> None:
    await stage.show_html(CANVAS_GRID.format(marks))
    with pytest.raises(NotActionable) as refused:
        await do(stage, "fill")
    assert refused.value.code == "not_editable"
    assert why in str(refused.value)


async def test_a_drawn_cell_that_is_on_or_off_is_turned(stage: Stage) -> None:
    """Its grid turns it by Enter; a text is refused, and leaves it as it was."""
    turns = 'onkeydown=\'this.textContent = this.textContent === "true" ? "false" : "true"\''
    await stage.show_html(CANVAS_GRID.format(f"{FOLLOWS} {turns}").replace(">20<", ">false<"))
    with pytest.raises(NotActionable):
        await fill(stage.tab, await stage.ref("#t"), "some")
    assert await stage.eval("t.textContent") == "false"
    for wanted in ("true", "true", "false"):
        done = await fill(stage.tab, await stage.ref("#t"), wanted)
        assert done.as_wanted
        assert await stage.eval("t.textContent") == wanted
