"""Lists that open in a frame of their own, as the panels of editors that keep them from the styles of the page."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

# As CKEditor 4: the panel is made as its button is pressed for the first time, and hidden after each choice.
PAGE = """<a id=b role=button aria-haspopup=listbox href="#" style="display:inline-block;width:90px">Styles</a>
<iframe srcdoc="<p contenteditable>Text" style="display:block;margin-top:200px"></iframe><script>
  let panel = null;
  window.took = '';
  window.take = name => { window.took = name; b.textContent = name; panel.style.display = 'none'; };
  const make = () => {
    panel = document.createElement('div');
    panel.style.cssText = 'position:absolute;top:40px;left:8px;width:160px;height:120px;background:#fff';
    panel.innerHTML = '<iframe style="width:100%;height:100%;border:0"></iframe>';
    document.body.append(panel);
    const inner = panel.firstChild.contentDocument;
    inner.body.innerHTML = '<div role=listbox aria-label=Styles><ul>' + ['Italic title', 'Marker', 'Big'].map(name =>
      `<li role=presentation><a role=option tabindex=0 onclick="parent.take('${name}')">${name}</a></li>`).join('');
    inner.onkeydown = event => { if (event.key === 'Escape') panel.style.display = 'none'; };
  };
  b.onclick = event => {
    event.preventDefault();
    if (!panel) make();
    panel.style.display = 'block';
    panel.firstChild.contentDocument.querySelector('a').focus();
  };
</script>"""


async def test_a_list_may_open_in_a_frame(stage: Stage) -> None:
    await stage.show_html(PAGE)
    for name in ("Big", "Marker"):
        done = await select(stage.tab, await stage.ref("#b"), name)
        assert await stage.eval("[window.took, panel.style.display]") == [name, "none"]
        assert done.as_wanted is not False
        assert done.chosen == (name,)


async def test_a_missing_choice_names_those_in_the_frame(stage: Stage) -> None:
    await stage.show_html(PAGE)
    with pytest.raises(NotActionable, match="no option 'Small'") as caught:
        await select(stage.tab, await stage.ref("#b"), "Small")
    assert "Marker" in caught.value.hint
    assert await stage.eval("[window.took, panel.style.display]") == ["", "none"]
