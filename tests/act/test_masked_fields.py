"""Fields with a mask that read the keys only: filled as a person types, not by a text that they do not hear of."""

from __future__ import annotations

import pytest

from cdp_engine.act import fill
from tests.act.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-10")]

# As the masked fields of jqWidgets: each key is handled and cancelled, the caret goes to its place by a timer, and
# a text that is inserted is shown as it is.
MASK = """<input id=f value="(___) ___-____"><script>window.taken = '';
  const drawn = () => taken.padEnd(10, '_').replace(/(...)(...)(....)/, '($1) $2-$3');
  f.onkeydown = (event) => {
    if (!/^\\d$/.test(event.key)) return;
    event.preventDefault();
    if (f.selectionEnd - f.selectionStart > 1) taken = '';
    taken = (taken + event.key).slice(0, 10);
    f.value = drawn();
    setTimeout(() => f.setSelectionRange(f.value.length, f.value.length));
  };
</script>"""
AMOUNT = MASK.replace("(___) ___-____", "__,__5.00").replace(
    "taken.padEnd(10, '_').replace(/(...)(...)(....)/, '($1) $2-$3')",
    "taken.padStart(5, '_').replace(/(..)(...)/, '$1,$2.00')",
)


async def test_a_mask_that_reads_the_keys_takes_a_number(stage: Stage) -> None:
    await stage.show_html(MASK)
    for number, drawn in (("5551234567", "(555) 123-4567"), ("5559876543", "(555) 987-6543")):
        done = await fill(stage.tab, await stage.ref("#f"), number)
        assert await stage.eval("[taken, f.value]") == [number, drawn]
        assert (done.value_after, done.as_wanted) == (drawn, True)


async def test_a_mask_that_reads_the_keys_takes_an_amount(stage: Stage) -> None:
    await stage.show_html(AMOUNT)
    done = await fill(stage.tab, await stage.ref("#f"), "77")
    assert await stage.eval("[taken, f.value]") == ["77", "__,_77.00"]
    assert (done.value_after, done.as_wanted) == ("__,_77.00", True)


FILLED = """<input id=f value="2026-11-30 16:15"><script>
  // As Inputmask: what is inserted at once over a value is read as its last key.
  const blank = 'yyyy-mm-dd HH:MM';
  let held = f.value, at = -1;
  f.onkeydown = (event) => {
    if (event.key.length > 1 || event.ctrlKey) return;
    event.preventDefault();
    if (f.selectionStart !== f.selectionEnd || at < 0) { held = blank; at = 0; }
    if (at < blank.length) held = held.slice(0, at) + event.key + held.slice(++at);
    f.value = held;
    f.setSelectionRange(at, at);
  };
  f.oninput = () => {
    held = f.value = /\\d/.test(held) ? held.slice(0, -1) + f.value.at(-1) : f.value + blank.slice(f.value.length);
  };
</script>"""


async def test_a_mask_that_holds_a_value_takes_another_by_its_keys(stage: Stage) -> None:
    await stage.show_html(FILLED)
    done = await fill(stage.tab, await stage.ref("#f"), "2026-12-01 08:32")
    assert (await stage.eval("f.value"), done.as_wanted) == ("2026-12-01 08:32", True)


@pytest.mark.parametrize("value", ["2026-11-30 16:15:20", "yyyy-mm-dd HH:MM:ss", "____-__-__ __:__:__"])
async def test_a_mask_that_wants_seconds_gets_them(stage: Stage, value: str) -> None:
    blank = value if "__" in value else "yyyy-mm-dd HH:MM:ss"
    html = FILLED.replace("yyyy-mm-dd HH:MM", blank).replace("2026-11-30 16:15", value)
    await stage.show_html(html)
    done = await fill(stage.tab, await stage.ref("#f"), "2026-12-25 10:15")
    assert await stage.eval("f.value") == "2026-12-25 10:15:00"
    assert (done.value_after, done.as_wanted) == ("2026-12-25 10:15:00", True)


CLAMPED = """<input id=f value=5><script>
  window.writes = 0;
  f.oninput = () => { writes++; f.value = String(Math.min(Number(f.value), 100)); };
</script>"""


async def test_a_number_that_the_page_limits_is_read_back(stage: Stage) -> None:
    await stage.show_html(CLAMPED)
    done = await fill(stage.tab, await stage.ref("#f"), "250")
    assert (done.as_wanted, done.value_after) == (False, "100")
