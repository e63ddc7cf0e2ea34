"""What an element is depends on what it is in, on labels and ids: an update shows it as a capture would (CD-17)."""

from __future__ import annotations

import pytest

from cdp_engine.observe import CaptureOptions
from tests.engine.conftest import Bench
from tests.engine.fresh_captures import LIST, captures, differences, quiet_look, seen_and_fresh

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("CD-17")]
assert captures  # a fixture

PAGE = f"""{LIST}
<table id=table><tr id=tr><th id=head>Head<th>Other<tr><td><button>Cell</button><td tabindex=0>two</table>
<ul id=list><li tabindex=0>one<li tabindex=0>two</ul>
<select id=choice><optgroup id=group label=Group><option>a<option>b</optgroup><option>c</select>
<div id=bar role=toolbar><button>T1</button><input aria-label=T2></div>
<form><fieldset id=set><legend id=legend><input aria-label=L></legend><input aria-label=F></fieldset></form>
<label id=label for=first>Label</label><input id=first><input id=second><h2 id=title>Title</h2>"""


@pytest.mark.parametrize(
    "changes",
    [
        ("table.role = 'grid'", "head.ariaSort = 'ascending'", "tr.role = 'presentation'"),
        ("list.role = 'listbox'", "bar.ariaDisabled = 'true'", "list.role = 'none'"),
        ("group.disabled = true", "choice.multiple = true", "choice.disabled = true"),
        ("set.disabled = true", "set.prepend(document.createElement('legend'))"),
        ("label.htmlFor = 'second'", "label.removeAttribute('for')", "label.append(first)"),
        ("first.id = 'other'", "label.htmlFor = 'other'", "second.id = 'third'"),
        ("document.body.style.transform = 'scale(0.8)'", "document.body.style.transform = ''"),
        ("document.body.style.opacity = '0'", "document.body.style.opacity = '1'"),
        ("first.setAttribute('aria-labelledby', 'title label')", "title.id = 'gone'", "label.remove()"),
    ],
)
async def test_what_an_element_is_follows_its_relations(
    bench: Bench, captures: list[CaptureOptions], changes: tuple[str, ...]
) -> None:
    await bench.show(PAGE)
    await quiet_look(bench)
    for change in changes:
        seen, fresh = await seen_and_fresh(bench, change)
        assert differences(seen.columns, fresh.columns) == [], change
