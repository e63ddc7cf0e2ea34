"""Fields of tags that nothing names as such, in a page that says in a bar that it saves itself."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill_field, select
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

PAGE = """<style>header{position:sticky;top:0;height:40px;background:#eee} li{display:inline-block;margin:3px}</style>
<header><span id=state hidden>Saving…</span></header><div style="height:200px"></div>
<form><label for=hidden>Tags</label><input type=hidden id=hidden>
<ul id=box class=tagit><li class=tagit-new><input id=field autocomplete=off></li></ul><button>Send</button></form>
<div id=said role=status style="position:absolute;width:1px;height:1px;overflow:hidden"></div>
<script>
  // As tag-it does with the search of jQuery UI: what has spaces is quoted.
  window.tags = [];
  field.oninput = () => { state.hidden = false; setTimeout(() => { said.textContent = 'No search results.'; }, 100); };
  field.onkeydown = (e) => { if (e.key !== 'Enter' || !field.value) return;
    e.preventDefault(); const text = field.value.includes(' ') ? `"${field.value}"` : field.value; field.value = '';
    tags.push(text); const li = document.createElement('li');
    li.className = 'tagit-choice'; li.innerHTML = '<span class=tagit-label></span><a class=tagit-close>×</a>';
    li.firstChild.textContent = text;
    li.lastChild.onclick = () => { li.remove(); tags = tags.filter((one) => one !== text); };
    field.parentElement.before(li); };
</script>"""


@pytest.mark.parametrize("way", ["select", "fill_form"])
async def test_tags_are_entered_and_the_state_of_the_page_is_no_choice(stage: Stage, way: str) -> None:
    await stage.show_html(PAGE)
    ref = await stage.ref("#field")
    if way == "select":
        done = await select(stage.tab, ref, "alpha", "two words")
    else:
        done = await fill_field(stage.tab, ref, ["alpha", "two words"])
    assert done.as_wanted
    assert await stage.eval("tags") == ["alpha", '"two words"']
    again = await select(stage.tab, ref, "alpha", "beta")  # what is held is not entered again
    assert again.as_wanted
    assert await stage.eval("tags") == ["alpha", "beta"]
