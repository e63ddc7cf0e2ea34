"""A button that opens a part of the page in place of another is not rejected by what the fields in it lacked before."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-05", "EX-02")]

PAGE = """<form onsubmit="return false"><button type=button id=b aria-expanded=false>Details</button>
<div id=part><label>Other <input></label></div><button>Save</button></form><script>
  const FIELDS = '<label>Text <input id=t aria-describedby=e></label> <span id=e></span>';
  const show = () => {
    part.innerHTML = FIELDS;
    requestAnimationFrame(() => { t.setAttribute('aria-invalid', 'true'); e.textContent = 'This field is required'; });
  };
  b.onclick = () => { b.setAttribute('aria-expanded', 'true'); show(); };
  document.forms[0].onsubmit = () => { show(); return false; };
</script>"""


async def test_opening_a_part_with_an_invalid_field_is_a_success(stage: Stage) -> None:
    await stage.show(PAGE)
    result = await stage.page.click('button "Details"')
    assert result.success, result.message
    assert result.observation is not None
    assert "This field is required" in result.observation.text


async def test_a_button_that_sends_the_form_is_rejected_by_the_same_field(stage: Stage) -> None:
    await stage.show(PAGE)
    result = await stage.page.click('button "Save"')
    assert (result.error and result.error.code) == "rejected", result.message
