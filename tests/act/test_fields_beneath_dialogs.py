"""A field beneath an open dialog is not set: a person could not reach it."""

from __future__ import annotations

import pytest

from cdp_engine.act import Choice, fill, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

LIST = "<select id=t><option>a<option>x</select>"
FIXED = "position:fixed;inset:0;"
DIALOGS = {
    "around the page": f"<div class='modal show' role=dialog style='{FIXED}'><div>Import</div></div>",
    "beside its backdrop": f"<div style='{FIXED}background:#0008'></div>"
    "<div id=d role=dialog aria-modal=true style='position:fixed;left:200px;top:200px;background:#fff'>Import</div>",
    "of the browser": "<dialog id=d>Import</dialog><script>d.showModal()</script>",
}
HIDDEN = "style='position:absolute;width:1px;height:1px;clip:rect(0 0 0 0);overflow:hidden'"
DRAWN = f"<select id=t {HIDDEN}><option>a<option>x</select><span style='border:1px solid'>a</span>"
FREE = {
    "in the dialog": f"<div role=dialog aria-modal=true style='{FIXED}'><div class=modal>{LIST}</div></div>",
    "beside a dialog": LIST + "<div role=dialog style='position:fixed;left:300px;top:300px'>Help</div>",
    "under a clear layer": LIST + f"<div role=dialog style='{FIXED}pointer-events:none'>Help</div>",
    "under something else": LIST
    + "<div style='position:absolute;inset:0'>cover</div><div role=dialog style='position:fixed;top:300px'>Help</div>",
    "closed": LIST + f"<div role=dialog style='{FIXED}display:none'>Import</div>",
    "drawn by the page": DRAWN + "<div role=dialog style='position:fixed;left:300px;top:300px'>Help</div>",
    "closing": LIST
    + f"<div id=d role=dialog style='{FIXED}'>Bye</div><script>setTimeout(() => d.remove(), 400)</script>",
}


@pytest.mark.parametrize("list_", [LIST, "<p style='height:3000px'>" + LIST, DRAWN])
@pytest.mark.parametrize("what", DIALOGS)
async def test_it_is_refused_and_the_dialog_is_named(stage: Stage, what: str, list_: str) -> None:
    await stage.show_html(list_ + DIALOGS[what])
    with pytest.raises(NotActionable, match="Import") as refused:
        await select(stage.tab, await stage.ref("#t"), Choice(label="x"))
    assert refused.value.code == "obscured"
    assert refused.value.covered_by is not None
    assert await stage.eval("t.value") == "a"


@pytest.mark.parametrize("what", FREE)
async def test_one_that_is_free_is_set(stage: Stage, what: str) -> None:
    await stage.show_html(FREE[what])
    await select(stage.tab, await stage.ref("#t"), Choice(label="x"))
    assert await stage.eval("t.value") == "x"


TEXT = "<input id=t>"
# As Bootstrap draws two of them, one from the other: each around the page, with a backdrop of its own.
SECOND = f"""<div style='{FIXED}background:#0005'></div>
<div role=dialog style='{FIXED}'><div style='width:500px;background:#fff'>Party {TEXT}</div></div>
<div style='{FIXED}background:#0005'></div>
<div role=dialog style='{FIXED}'><div style='width:400px;background:#fff'>Sure?<br><button>Yes</button></div></div>"""


@pytest.mark.parametrize("page", [SECOND, *[TEXT + dialog for dialog in DIALOGS.values()]])
async def test_a_text_is_not_written_beneath_a_dialog(stage: Stage, page: str) -> None:
    await stage.show_html(page)
    with pytest.raises(NotActionable, match="covered by <d") as refused:
        await fill(stage.tab, await stage.ref("#t"), "Ada")
    assert (refused.value.code, refused.value.covered_by is None) == ("obscured", False)
    assert await stage.eval("t.value") == ""


BANNER = "<div role=dialog style='position:fixed;bottom:0;left:0;right:0;height:200px;background:#fff'>Cookies?</div>"
WITH_FOCUS = "<script>t.focus()</script>"
REACHED = {
    "beside it": TEXT + "<div role=dialog style='position:fixed;left:300px;top:300px'>Help</div>",
    "it is opened by": TEXT + f"<div role=dialog style='{FIXED}background:#fff'>Days</div>" + WITH_FOCUS,
    "it can be scrolled from": f"<p style='height:90vh'></p>{TEXT}<p style='height:2000px'></p>" + BANNER,
}


@pytest.mark.parametrize("where", REACHED)
async def test_a_text_is_written_where_a_person_can(stage: Stage, where: str) -> None:
    await stage.show_html(REACHED[where])
    await fill(stage.tab, await stage.ref("#t"), "Ada")
    assert await stage.eval("t.value") == "Ada"


# As Zabbix draws what its server suggests: at the end of the page, hidden from assistive technology.
SUGGESTED = """<div role=dialog style='position:fixed;inset:20px;background:#fff'>
<div id=box style='width:300px;border:1px solid'><input id=t autocomplete=off placeholder='type here to search'></div>
</div><script>
  const pop = document.createElement('div');
  pop.style = 'position:absolute;left:20px;top:42px;width:300px;background:#fff;border:1px solid';
  pop.innerHTML = '<ul aria-hidden=true><li>Linux servers</li></ul>';
  t.onkeyup = () => setTimeout(() => t.value.startsWith('Linux') && document.body.append(pop), 100);
  pop.onmousedown = event => event.preventDefault();
  pop.onclick = () => {
    const chip = document.createElement('span');
    chip.className = 'chip';
    chip.textContent = 'Linux servers';
    t.before(chip); t.value = ''; pop.remove();
  };
  t.onkeydown = event => { if (event.key === 'Enter') { event.preventDefault(); if (pop.parentNode) pop.onclick(); } };
</script>"""


async def test_choices_that_came_are_read_though_they_are_hidden_from_assistive_technology(
    stage: Stage,
) -> None:
    await stage.show_html(SUGGESTED)
    done = await select(stage.tab, await stage.ref("#t"), "Linux servers")
    assert (done.chosen, done.typed) == (("Linux servers",), ())
    assert await stage.eval("[box.innerText.trim(), t.value]") == ["Linux servers", ""]
