"""Sliders that say nothing of their value: set by the number on the page that follows the handle, or refused."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill, fill_field, select
from cdp_engine.errors import NotActionable
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-09", "RA-04")]

# As jQuery UI and ion.rangeSlider draw them: a handle on a track, without roles and values.
PAGE = """<p>Period 12 to 36 months, 3 offers</p><p>Amount <output id=out>$5,000</output></p>
<div id=track class=my-slider style="position:relative;width:300px;height:10px;background:#ccc">
  <span id=f class=my-slider-handle FOCUS
    style="position:absolute;top:-5px;width:20px;height:20px;margin-left:-10px;background:#06c"></span></div><script>
  const least = 1000, most = 20000, step = 500;
  let value = 5000;
  const show = to => {
    value = Math.max(least, Math.min(most, least + Math.round((to - least) / step) * step));
    f.style.left = (value - least) / (most - least) * 100 + '%';
    OUT
  };
  KEYS
  f.onpointerdown = down => {
    const from = value;
    f.setPointerCapture(down.pointerId);
    f.onpointermove = e => show(from + (e.clientX - down.clientX) / 300 * (most - least));
    f.onpointerup = () => { f.onpointermove = null };
  };
  show(5000)</script>"""
TELLS = "out.textContent = '$' + value.toLocaleString('en');"
MOVES = "f.onkeydown = e => show(value + ({ ArrowRight: step, ArrowLeft: -step }[e.key] || 0));"


def page(*, keys: str = MOVES, tells: str = TELLS) -> str:
    return PAGE.replace("KEYS", keys).replace("OUT", tells).replace("FOCUS", "tabindex=0" if keys else "")


@pytest.mark.parametrize("keys", [MOVES, ""], ids=["keys", "drag"])
async def test_a_slider_is_set_by_the_number_that_follows_it(stage: Stage, keys: str) -> None:
    await stage.show_html(page(keys=keys))
    ref = await stage.ref("#f")
    for wish, held in (("12000", 12000), ("1000", 1000), ("20000", 20000), ("19500", 19500)):
        done = await fill(stage.tab, ref, wish)
        assert await stage.eval("value") == held
        assert (done.value_after, done.as_wanted) == (wish, True)
    done = await fill(stage.tab, ref, "12100")
    assert (await stage.eval("value") in (12000, 12500), done.as_wanted) == (True, False)


async def test_a_slider_is_named_by_its_track(stage: Stage) -> None:
    await stage.show_html(page())
    done = await fill(stage.tab, await stage.ref("#track"), "7500")
    assert (await stage.eval("value"), done.as_wanted) == (7500, True)


async def test_a_slider_whose_value_is_in_a_hidden_field(stage: Stage) -> None:
    tells = "document.querySelector('input').value = value;"
    await stage.show_html("<input type=hidden>" + page(tells=tells))
    done = await fill(stage.tab, await stage.ref("#f"), "7500")
    assert (await stage.eval("value"), done.as_wanted) == (7500, True)


async def test_a_read_only_field_sets_the_slider_that_is_drawn_beside_it(stage: Stage) -> None:
    """Ion.RangeSlider: its field of 1 px is the one that the label names."""
    field = "<input id=i readonly tabindex=-1 style='position:absolute;width:1px;height:1px'>"
    await stage.show_html(f"<div>{page(tells=TELLS)}</div>{field}")
    done = await fill(stage.tab, await stage.ref("#i"), "7500")
    assert (await stage.eval("value"), done.as_wanted) == (7500, True)


PAIR = """<div id=s role=slider aria-valuemin=0 aria-valuemax=20 aria-valuenow='5|15'>
<b tabindex=0>o</b> <b tabindex=0>o</b></div><script>held = [5, 15]; const stops = [...s.children];
stops.forEach((one, at) => one.onkeydown = (event) => {
  const next = held[at] + ({ArrowRight: 1, ArrowLeft: -1}[event.key] || 0);
  if (at ? next < held[0] : next > held[1]) return;
  held[at] = next; requestAnimationFrame(() => s.setAttribute('aria-valuenow', held.join('|'))); });</script>"""


@pytest.mark.parametrize(
    ("text", "held"), [("3|18", [3, 18]), ("17 to 19", [17, 19]), ("1 - 2", [1, 2]), ("9;4", [4, 9])]
)
async def test_both_handles_of_one_slider_are_set(stage: Stage, text: str, held: list[int]) -> None:
    """Quasar's `q-range`."""
    await stage.show_html(PAIR)
    done = await fill(stage.tab, await stage.ref("#s"), text)
    assert (await stage.eval("held"), done.as_wanted) == (held, True)
    assert done.value_after == "|".join(map(str, held))


@pytest.mark.parametrize("keys", [MOVES, ""], ids=["keys", "drag"])
async def test_a_slider_without_any_number_is_refused_and_stays(stage: Stage, keys: str) -> None:
    await stage.show_html(page(keys=keys, tells=""))
    with pytest.raises(NotActionable) as refused:
        await fill(stage.tab, await stage.ref("#f"), "7500")
    assert refused.value.code == "not_editable"
    assert "300 px long" in str(refused.value)
    assert await stage.eval("value") == 5000


async def test_a_slider_in_a_form_is_not_pressed_in_search_of_a_list(stage: Stage) -> None:
    """jQuery UI: a press on the track moved the handle to its middle, and the refusal said nothing of it."""
    await stage.show_html(page(tells="") + "<script>track.onclick = () => show(10500)</script>")
    with pytest.raises(NotActionable, match="is a slider without a value"):
        await fill_field(stage.tab, await stage.ref("#track"), "12000")
    assert await stage.eval("value") == 5000


@pytest.mark.parametrize(
    "html",
    [
        "<div id=c role=slider tabindex=0 aria-label=Level aria-valuenow=20 style='height:20px'></div>",
        "<div style='position:relative'><div id=rail role=slider tabindex=0 aria-valuenow=20 "
        "style='height:20px'><span id=c>20</span></div></div>",
        page() + "<script>f.id = 'c'</script>",
    ],
    ids=["role", "part", "drawn"],
)
async def test_select_does_not_press_a_slider(stage: Stage, html: str) -> None:
    await stage.show_html(
        html + "<script>presses = 0; addEventListener('pointerdown', () => presses++)</script>"
    )
    with pytest.raises(NotActionable, match="is a slider, not a list"):
        await select(stage.tab, await stage.ref("#c"), "70")
    assert await stage.eval("presses") == 0


async def test_a_title_bar_that_is_dragged_is_not_taken_for_a_slider(stage: Stage) -> None:
    await stage.show_html(
        """<div style="position:fixed;left:40px;top:40px;width:300px;height:200px;background:#eee">
<div id=bar class="ui-dialog-titlebar ui-draggable-handle" style="position:relative;height:24px;width:260px">
<span>Add watchers</span></div></div>"""
    )
    with pytest.raises(NotActionable) as refused:
        await select(stage.tab, await stage.ref("#bar"), "Ada")
    assert "slider" not in str(refused.value)


ROW = """<div style="position:relative;width:400px;height:20px;display:flex;gap:40px">
<div role=slider tabindex=0 id=a aria-label=Light aria-valuemin=0 aria-valuemax=100 aria-valuenow=A STYLE_A></div>
<div role=slider tabindex=0 id=b aria-label=Dark aria-valuemin=0 aria-valuemax=100 aria-valuenow=B STYLE_B></div>
</div><script>
for (const one of [a, b]) one.onkeydown = e => {
  const next = +one.ariaValueNow + ({ ArrowRight: 1, ArrowLeft: -1 }[e.key] || 0);
  if (!SHARED) { one.ariaValueNow = next; return; }
  // as Radix: the values are sorted, and the focus goes to the handle that is led now
  const sorted = [next, +(one === a ? b : a).ariaValueNow].sort((x, y) => x - y);
  [a.ariaValueNow, b.ariaValueNow] = sorted;
  a.style.left = sorted[0] + '%'; b.style.left = sorted[1] + '%';
  (sorted[0] === next ? a : b).focus();
};</script>"""


DRAGGED = """<script>
let led = null;
for (const one of [a, b]) one.onpointerdown = () => { led = one; };
onpointermove = e => {
  if (!led) return;
  const at = Math.round((e.clientX - a.parentElement.getBoundingClientRect().x) / 4);
  led.ariaValueNow = at; led.style.left = at + '%';
};
onpointerup = () => { led = null; };</script>"""


def row(*, shared: bool) -> str:
    at = "style='position:absolute;width:16px;height:16px;margin-left:-8px;left:{}%'"
    beside = "style='width:60px;height:16px'"
    styles = (at.format(20), at.format(80)) if shared else (beside, beside)
    made = ROW.replace("STYLE_A", styles[0]).replace("STYLE_B", styles[1])
    return made.replace("=A", "=20").replace("=B", "=80").replace("SHARED", str(shared).lower())


async def test_a_handle_does_not_pass_another_one_of_its_range(stage: Stage) -> None:
    await stage.show_html(row(shared=True))
    for one, value in (("#b", "10"), ("#a", "90")):
        with pytest.raises(NotActionable, match="pass another handle"):
            await fill(stage.tab, await stage.ref(one), value)
    assert await stage.eval("[a.ariaValueNow, b.ariaValueNow].join()") == "20,80"
    assert (await fill(stage.tab, await stage.ref("#a"), "80")).as_wanted
    assert await stage.eval("[a.ariaValueNow, b.ariaValueNow].join()") == "80,80"


async def test_sliders_in_a_row_are_no_range(stage: Stage) -> None:
    await stage.show_html(row(shared=False))
    assert (await fill(stage.tab, await stage.ref("#b"), "10")).as_wanted
    assert (await fill(stage.tab, await stage.ref("#a"), "90")).as_wanted
    assert await stage.eval("[a.ariaValueNow, b.ariaValueNow].join()") == "90,10"


SLOW = """<div role=slider tabindex=0 id=s aria-label=Light aria-valuemin=0 aria-valuemax=100 aria-valuenow=10
style="width:60px;height:16px"></div><script>
let at = 10, moved = 0;
s.onkeydown = e => {
  at += { ArrowRight: 1, ArrowLeft: -1 }[e.key] || 0;
  setTimeout(() => { s.ariaValueNow = at }, moved++ ? 800 : 0);
};</script>"""


async def test_a_slider_that_follows_its_keys_late_is_waited_for(stage: Stage) -> None:
    await stage.show_html(SLOW)
    done = await fill(stage.tab, await stage.ref("#s"), "30")
    assert (done.value_after, done.as_wanted) == ("30", True)


async def test_keys_that_move_another_handle_are_taken_back(stage: Stage) -> None:
    """As Syncfusion: a range leads the handle that was used last, whichever has the focus."""
    html = row(shared=True).replace(
        "one.onkeydown = e =>", "one.onkeydown = ({ key }) => lead(a, key), lead = (one, key) =>"
    )
    html = html.replace("e.key", "key").replace("<script>", "<script>var lead;")
    await stage.show_html(html + DRAGGED)
    done = await fill(stage.tab, await stage.ref("#b"), "60")
    assert (done.as_wanted, done.value_after) == (True, "60")
    assert await stage.eval("[a.ariaValueNow, b.ariaValueNow].join()") == "20,60"
