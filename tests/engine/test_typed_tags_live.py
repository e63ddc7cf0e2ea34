"""Fields that make a tag of a text that a comma ends, as those of recipients do (Roundcube)."""

from __future__ import annotations

import pytest

from cdp_engine import Page
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-02")]

_PAGE = """<style>ul { display:flex; list-style:none; width:500px; border:1px solid; padding:3px }
  .tag { background:#ddd; margin:2px }</style>
<label for=to>To</label><ul id=box><li><input id=to role=combobox aria-autocomplete=list></ul><script>
  const make = text => {
    const tag = Object.assign(document.createElement('li'), { className: 'tag', innerHTML: '<span></span>' +
      '<a class="button icon remove" title=Remove style="cursor:pointer">x</a>' });
    tag.firstChild.textContent = text.split(' <')[0]; tag.lastChild.onclick = () => tag.remove();
    box.insertBefore(tag, to.parentNode); };
  to.oninput = () => { const texts = to.value.split(/[,;]\\s*/); to.value = texts.pop();
    for (const text of texts) if (text.includes('@')) make(text); };
</script>"""
_TAGS = "[...box.querySelectorAll('.tag span')].map(one => one.innerText).join()"


@pytest.mark.parametrize(
    ("text", "tags", "value"),
    [
        ("bob@example.org,", "bob@example.org", "bob@example.org"),
        ("Bob <bob@example.org>;", "Bob", "Bob <bob@example.org>"),
        ("a@example.org, b@example.org,", "a@example.org,b@example.org", "a@example.org, b@example.org"),
    ],
)
@pytest.mark.parametrize("action", ["type", "fill"])
async def test_a_text_that_became_a_tag_is_held(
    lent_page: Page, site: Site, action: str, text: str, tags: str, value: str
) -> None:
    site.route("/tags", _PAGE)
    await lent_page.goto(site.url("tags"))
    [field] = (await lent_page.observe()).snapshot.find(role="combobox")
    result = await getattr(lent_page, action)(field.ref, text)
    assert await lent_page.evaluate(_TAGS) == tags
    assert result.success, result.message
    assert value in result.message


@pytest.mark.parametrize("action", ["type", "fill"])
async def test_a_text_that_was_dropped_is_not_held(lent_page: Page, site: Site, action: str) -> None:
    site.route("/tags", _PAGE)
    await lent_page.goto(site.url("tags"))
    [field] = (await lent_page.observe()).snapshot.find(role="combobox")
    result = await getattr(lent_page, action)(field.ref, "nobody,")
    assert result.error is not None
    assert result.error.code == "value_mismatch"
