"""What a page says in passing, on the way to another address, or of a site that it can do without."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("EX-02")]

# As Cockpit deletes an account: the page of the account says that it is gone before the list takes its place.
DELETED = """<main id=m><h1>Eva</h1></main>
<div id=d role=dialog aria-modal=true aria-label="Delete eva"><form><label><input type=checkbox>Delete files</label>
<button id=b type=button>Delete</button></form></div><script>
b.onclick = () => {
  d.remove(); m.innerHTML = '<h1>Account not available or cannot be edited.</h1>'; LATER
};
</script>"""
LEAVES = (
    "setTimeout(() => { history.pushState(0, '', '#/users'); m.innerHTML = '<ul><li>Ole</li></ul>' }, 120)"
)


@pytest.mark.parametrize(("later", "success"), [(LEAVES, True), ("history.pushState(0, '', '#/eva')", False)])
async def test_a_text_of_the_page_that_is_left_rejects_nothing(
    stage: Stage, later: str, success: bool
) -> None:
    await stage.show(DELETED.replace("LATER", later))
    result = await stage.page.click(await stage.ref("Delete"))
    assert result.success is success, result.message


@pytest.mark.parametrize(
    ("url", "success"), [("http://schema.invalid/a.json", True), ("/verify/none", False)]
)
async def test_another_site_that_does_not_answer_breaks_nothing(
    stage: Stage, url: str, success: bool
) -> None:
    await stage.show(
        "<main id=m><button id=b>Edit</button></main><script>b.onclick = async () => {"
        f" m.innerHTML = '<h1>Editor</h1><textarea>a: 1</textarea>'; (await fetch('{url}')).missing.text() }}</script>"
    )
    result = await stage.page.click(await stage.ref("Edit"))
    assert result.success is success, result.message
