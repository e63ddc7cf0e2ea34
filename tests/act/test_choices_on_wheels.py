"""Wheels of choices side by side, as the pickers of apps draw them: each has a choice of its own."""

from __future__ import annotations

import pytest

from cdp_engine.act import select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As the picker of Framework7: it writes what its wheels show as it opens, and a wheel that is scrolled chooses.
WHEELS = """<style>.w{height:108px;width:110px;overflow:auto;scroll-snap-type:y mandatory;float:left}
  .w div{height:36px;scroll-snap-align:center}.w::before,.w::after{content:'';display:block;height:36px}</style>
<label>Season <input id=i readonly></label><div id=p hidden style="position:fixed;bottom:0;left:0"></div><script>
  const names = [['Spring', 'Summer', 'Autumn', 'Winter'], ['early', 'mid', 'late']];
  const now = [0, 0];
  const write = () => { i.value = names.map((all, at) => all[now[at]]).join(' '); };
  const mark = (wheel, at) => { now[at] = Math.round(wheel.scrollTop / 36);
    [...wheel.children].forEach((one, place) => one.classList.toggle('item-selected', place === now[at])); write(); };
  i.onclick = () => { if (!p.hidden) return; p.hidden = false;
    const row = (one) => `<div class=item><span>${one}</span></div>`;
    p.innerHTML = names.map((all) => `<div class=w>${all.map(row).join('')}</div>`).join('');
    [...p.children].forEach((wheel, at) => { mark(wheel, at); wheel.onscroll = () => mark(wheel, at);
      [...wheel.children].forEach((one, place) => one.onclick = () =>
        wheel.scrollTo({top: place * 36, behavior: 'smooth'})); }); };
  document.addEventListener('click', ({ target }) => { if (target !== i && !p.contains(target)) p.hidden = true; });
</script>"""


@pytest.mark.parametrize(
    ("values", "held"),
    [
        (["Winter", "late"], "Winter late"),
        (["mid", "Summer"], "Summer mid"),
        (["Autumn late"], "Autumn late"),
        (["Autumn"], "Autumn early"),
    ],
)
async def test_one_choice_is_made_on_each_wheel(stage: Stage, values: list[str], held: str) -> None:
    await stage.show_html(WHEELS)
    done = await select(stage.tab, await stage.ref("#i"), *values)
    assert await stage.eval("[i.value, p.hidden]") == [held, True]
    assert done.as_wanted is True


async def test_the_choice_of_a_wheel_may_be_called_its_current_one(stage: Stage) -> None:
    """As in the pickers of a time of TDesign."""
    now = "p.insertAdjacentHTML('beforeend', '<button class=now>Now</button>'); };"
    await stage.show_html(
        WHEELS.replace("item-selected", "is-current").replace(
            "smooth'})); }); };", f"smooth'}})); }}); {now}"
        )
    )
    done = await select(stage.tab, await stage.ref("#i"), "Winter late")
    assert await stage.eval("[i.value, p.hidden]") == ["Winter late", True]
    assert done.as_wanted is True


async def test_a_missing_choice_turns_no_wheel_and_what_opening_wrote_is_named(stage: Stage) -> None:
    await stage.show_html(WHEELS)
    with pytest.raises(NotActionable) as caught:
        await select(stage.tab, await stage.ref("#i"), "Autumn never")
    assert await stage.eval("i.value") == "Spring early"
    assert caught.value.code == "option_not_found"
    assert "holds 'Spring early' now" in caught.value.hint
    assert caught.value.sent is True
