"""What a page says against a form that was sent: in an alert or in red, its words need not name an error."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

PAGE = """<form id=form><label>Name <input id=f value=Ada></label><button id=b>Save</button></form><ul><li>One</ul>
<div><div><p id=m></p></div></div><script>form.onsubmit = e => { e.preventDefault(); setTimeout(() => { ANSWER }, 60) }
</script>"""
RED = "m.style.color = 'RED'; m.textContent = 'TEXT'"
ALERT = "m.setAttribute('role', 'alert'); m.textContent = 'TEXT'"


@pytest.mark.parametrize(
    "answer",
    [
        ALERT.replace("TEXT", "This name is already taken"),
        ALERT.replace("TEXT", "Please choose a name"),
        RED.replace("RED", "#d32f2f").replace("TEXT", "Names must contain a digit"),
        RED.replace("RED", "oklch(0.577 0.245 27.325)").replace("TEXT", "Too short"),
        RED.replace("RED", "red").replace("TEXT", "Invalid name"),
        "m.outerHTML = '<output aria-label=\"Error message\" role=contentinfo>No such host is there</output>'",
        "m.outerHTML = '<output class=msg-bad>No such host is there</output>'",
        "m.className = 'box error'; m.textContent = 'Query: ' + 'INSERT INTO names '.repeat(9) + 'said: invalid'",
    ],
)
async def test_a_complaint_about_what_was_sent_rejects_it(stage: Stage, answer: str) -> None:
    await stage.show(PAGE.replace("ANSWER", answer))
    result = await stage.page.click(await stage.ref("Save"))
    assert not result.success, result.message
    assert result.error is not None
    assert result.error.code == "rejected"


@pytest.mark.parametrize(
    "answer",
    [
        ALERT.replace("TEXT", "Your name was changed"),
        ALERT.replace("TEXT", "Please check your inbox"),
        ALERT.replace("TEXT", "The server must be restarted"),
        ALERT.replace("TEXT", "Page locked"),
        ALERT.replace("TEXT", "Guests must be 18") + "; m.className = 'box text-info'",
        RED.replace("RED", "#d32f2f").replace("TEXT", "Sale: 20% off today"),
        RED.replace("RED", "#333").replace("TEXT", "Passwords must contain a digit"),
        "m.innerHTML = '<h2>Step 2</h2><p>Please select a room.</p>'",
        "m.outerHTML = '<span class=alt-danger><span><span role=button tabindex=0>Clear</span></span></span>'",
    ],
)
async def test_what_only_sounds_like_one_does_not(stage: Stage, answer: str) -> None:
    await stage.show(PAGE.replace("ANSWER", answer))
    result = await stage.page.click(await stage.ref("Save"))
    assert result.success, result.message


async def test_a_complaint_in_red_that_is_drawn_again_rejects_nothing(stage: Stage) -> None:
    page = PAGE.replace("<p id=m>", "<p id=m style='color: red'>Names must be short")
    again = "const k = m.cloneNode(true); m.replaceWith(k); f.value = ''"
    await stage.show(page.replace("ANSWER", again))
    result = await stage.page.click(await stage.ref("Save"))
    assert result.success, result.message


SCROLLED = """<style>body { margin: 0 } main { height: 100vh; overflow: auto }</style><main id=box>
<div class=field-error style="color: red">Day: 5.3. is invalid</div>
<form id=form><label>Name <input value=Ada></label><button>Save</button></form><p id=m></p>
<div style="height: 3000px"></div></main>
<script>form.onsubmit = e => { e.preventDefault(); m.textContent = 'Ada' }</script>"""


async def test_a_complaint_that_scrolling_a_box_brings_in_sight_rejects_nothing(stage: Stage) -> None:
    await stage.show(SCROLLED)
    save = await stage.ref("Save")
    await stage.page.evaluate("box.scrollTo(0, 2000)")
    result = await stage.page.click(save)
    assert result.success, result.message


CONFIRMED = """<form><label><input type=checkbox checked>All</label><button id=b>Delete</button></form>
<p id=m>3 files</p><script>b.onclick = e => { e.preventDefault()
const d = document.createElement('dialog'); d.setAttribute('aria-labelledby', 't')
d.innerHTML = `<div><span class="modal-icon danger">⚠️</span><h2 id=t>Delete files?</h2></div>
<div id=w><p><strong>ASKED</strong></p><p>WARNING</p></div><button>Cancel</button><button>Delete</button>`
document.body.append(d); d.showModal(); d.querySelectorAll('button')[1].focus() }</script>"""


@pytest.mark.parametrize(
    ("asked", "warning"),
    [
        ("Are you sure you want to delete the selected files?", "This action cannot be undone."),
        ("Do you really want to delete 2 invalid files?", "They can’t be recovered."),
    ],
)
async def test_a_dialog_that_asks_to_confirm_rejects_nothing(stage: Stage, asked: str, warning: str) -> None:
    await stage.show(CONFIRMED.replace("ASKED", asked).replace("WARNING", warning))
    result = await stage.page.click(await stage.ref("Delete"))
    assert result.success, result.message


async def test_a_dialog_that_says_what_failed_rejects(stage: Stage) -> None:
    page = CONFIRMED.replace("ASKED", "The files cannot be deleted").replace("WARNING", "Try again?")
    await stage.show(page)
    result = await stage.page.click(await stage.ref("Delete"))
    assert not result.success, result.message
