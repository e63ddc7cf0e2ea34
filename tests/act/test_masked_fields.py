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
