"""Buttons that stay pressed, in a group that holds nothing else: chosen by their names."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09")]

GROUP = """<div id=g role=%s tabindex=-1 aria-label=Format>
<button aria-pressed=true>Bold</button><button aria-pressed=false aria-label=Italic><i>I</i></button>
<button aria-pressed=false>Underline</button>%s</div>
<script>
  window.one = %s;
  g.onclick = e => { const now = e.target.closest('button'); const was = now.ariaPressed === 'true';
    if (one) for (const other of g.querySelectorAll('button')) other.ariaPressed = 'false';
    now.ariaPressed = String(!was); };
</script>"""
PRESSED = "[...g.querySelectorAll('[aria-pressed=true]')].map(one => one.ariaLabel || one.textContent)"


@pytest.mark.parametrize(
    ("role", "one", "values"),
    [("toolbar", "false", ["Italic", "Underline"]), ("group", "true", ["Italic"]), ("group", "false", [])],
)
async def test_toggles_are_chosen_by_name(stage: Stage, role: str, one: str, values: list[str]) -> None:
    await stage.show_html(GROUP % (role, "", one))
    done = await select(stage.tab, await stage.ref("#g"), *values)
    assert done.as_wanted
    assert await stage.eval(PRESSED) == values


async def test_toggles_of_a_group_of_one_are_no_success_where_one_goes(stage: Stage) -> None:
    await stage.show_html(GROUP % ("group", "", "true"))
    done = await select(stage.tab, await stage.ref("#g"), "Italic", "Underline")
    assert done.as_wanted is False


async def test_a_toolbar_with_other_buttons_is_no_group(stage: Stage) -> None:
    await stage.show_html(GROUP % ("toolbar", "<button>Print</button>", "false"))
    with pytest.raises(NotActionable):
        await select(stage.tab, await stage.ref("#g"), "Italic", timeout=2)
    assert await stage.eval(PRESSED) == ["Bold"]


async def test_a_name_that_no_toggle_has_presses_nothing(stage: Stage) -> None:
    await stage.show_html(GROUP % ("toolbar", "", "false"))
    with pytest.raises(NotActionable, match="no option 'Strike'"):
        await select(stage.tab, await stage.ref("#g"), "Italic", "Strike", timeout=2)
    assert await stage.eval(PRESSED) == ["Bold"]
