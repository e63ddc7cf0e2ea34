"""A page that rejects what is sent to it twice, and shows the second time only what it says already."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

# As Vuetify: a press leaves traces on its button, whatever comes of it. The server answers over a socket.
PAGE = """<form id=form><label>Name <input id=f></label><button id=b>Save</button></form><div role=alert id=m></div>
<p id=p></p><script>
  window.sent = 0;
  form.onsubmit = e => {
    e.preventDefault();
    b.dataset.activated = performance.now();
    const said = f.value.length < 3 ? 'Please enter a name' : '';
    sent += 1;
    if (m.textContent !== said) m.textContent = said;
    if (!said) p.textContent = 'Welcome';
    AGAIN
  };
</script>"""


@pytest.mark.parametrize("again", ["", "f.focus()", "m.innerHTML = m.innerHTML"])
async def test_a_complaint_that_stays_rejects_again_and_then_no_more(stage: Stage, again: str) -> None:
    await stage.show(PAGE.replace("AGAIN", again))
    for text in ("", "Al"):
        await stage.page.fill(await stage.ref("Name"), text)
        for _ in range(2):
            result = await stage.page.click(await stage.ref("Save"))
            assert result.error is not None, result.message
            assert result.error.code == "rejected"
            assert "Please enter a name" in result.message
    await stage.page.fill(await stage.ref("Name"), "Alva")
    result = await stage.page.click(await stage.ref("Save"))
    assert result.success, result.message
    result = await stage.page.click(await stage.ref("Save"))
    assert result.success, "the complaint is gone"
    assert await stage.page.evaluate("sent") == 6


async def test_a_complaint_that_stays_does_not_reject_what_is_done_elsewhere(stage: Stage) -> None:
    await stage.show(PAGE.replace("AGAIN", "") + "<button onclick='dataset.on = 1'>Other</button>")
    assert not (await stage.page.click(await stage.ref("Save"))).success
    assert (await stage.page.click(await stage.ref("Other"))).success
