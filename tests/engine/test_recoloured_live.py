"""Elements in other colours after an action: the page is not worked out again, unless the colours say more."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.engine import controller_of
from cdp_engine.observe.incremental import rebuilt_again
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import differences, quiet_look

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]

PAGE = (
    "<style>#b7 {{ color: white; background: navy }} {rule}</style><p>It says <b id=t>5</b>.</p><ul>"
    + "".join(f"<li><button id=b{n}>Item {n}</button> <i>note</i></li>" for n in range(300))
    + "</ul><p style='position: fixed; top: 0; right: 0'>{beside}</p><script>b7.onclick = () => {{ {change} }}</script>"
)
UNSEEN = "<i id=unseen>unseen</i>"
DAYS = "".join(f"<i id=d{day}>{day}</i> " for day in range(1, 31))
OWN = "<span id=own class=btn>Own</span>"


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the snapshots that are worked out as a whole."""
    made: list[str] = []
    rebuilt = rebuilt_again.rebuilt

    def noted(snapshot: Any, *given: Any, **options: Any) -> Any:
        made.append(snapshot.context.url)
        return rebuilt(snapshot, *given, **options)

    monkeypatch.setattr(rebuilt_again, "rebuilt", noted)
    return made


@pytest.mark.parametrize(
    ("rule", "change", "beside", "alike"),
    [
        ("#b7:hover { color: red; background: black }", "t.textContent = 'six'", "", True),
        ("#b7:hover + i { background: #eee }", "b7.ariaPressed = 'true'", OWN, True),
        ("button:disabled { color: gray; background: silver }", "b8.disabled = true", DAYS, True),
        ("button:disabled { color: gray }", "b7.disabled = true; t.textContent = 'off'", "", True),
        ("", "b7.disabled = b8.disabled = true; b7.ariaPressed = 'true'", "", True),
        ("#b7:hover { color: white; background: white }", "t.textContent = 'gone'", "", False),
        ("#b7:hover + i { color: white }", "", "", False),
        ("#unseen { color: white } ul:hover + p #unseen { color: black }", "", UNSEEN, False),
        ("ul:hover + p #d9 { background: gold }", "", DAYS, False),
        ("ul:hover + p #own { background: gold }", "", OWN, False),
        ("#b7:disabled { cursor: pointer }", "b7.disabled = true", "", False),
        ("", "b7.disabled = true; b7.title = 'Off'", "", False),
    ],
)
async def test_other_colours_alone_cost_no_whole_page(
    bench: Bench, whole: list[str], rule: str, change: str, beside: str, alike: bool
) -> None:
    await bench.show(PAGE.format(rule=rule, change=change, beside=beside))
    target, other = await bench.ref("#b7"), await bench.ref("#b20")
    await quiet_look(bench)
    whole.clear()
    await bench.page.click(target)
    seen = await controller_of(bench.page).observer.capture()
    assert (whole == []) is alike
    for _ in range(2):
        fresh = await bench.page.snapshot()
        assert differences(seen.columns, fresh.columns) == []
        assert seen.render() == fresh.render()
        await bench.page.click(other)
        seen = await controller_of(bench.page).observer.capture()
