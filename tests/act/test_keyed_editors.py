"""Editors that take a text into their model by its keys only, as VisualEditor does, are filled by keys."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live]

EDITOR = """<!doctype html><style>#e { min-height: 40px; width: 300px }</style>
<div id=surface><div id=e contenteditable=true role=textbox aria-label=Text><p>%s</p></div></div><script>
let model = [...e.children].map((one) => one.textContent);
const read = () => setTimeout(() => { model = [...e.children].map((one) => one.innerText.trim()); });
surface.addEventListener('keypress', read);
surface.addEventListener('keydown', ({ key }) => { if (key === 'Delete') read(); });
</script>"""

# Once the editor had the time to read the last key.
MODEL = "new Promise((done) => setTimeout(() => done(model), 50))"


@pytest.mark.parametrize("held", ["<br>", "Old text"])
@pytest.mark.parametrize("text", ["One line.", "Line one.\nLine two."])
async def test_the_model_has_the_text(stage: Stage, held: str, text: str) -> None:
    await stage.show_html(EDITOR % held)
    done = await fill(stage.tab, await stage.ref("#e"), text)
    assert done.as_wanted
    assert await stage.eval(MODEL) == text.split("\n")


async def test_an_editor_that_hears_of_the_text_gets_it_at_once(stage: Stage) -> None:
    heard = "<script>let downs = 0; surface.addEventListener('beforeinput', () => 0);"
    heard += "onkeydown = () => downs++</script>"
    await stage.show_html(EDITOR % "<br>" + heard)
    done = await fill(stage.tab, await stage.ref("#e"), "One line.")
    assert done.as_wanted
    assert await stage.eval("downs") == 0
