"""Nothing that a program does to a snapshot, an observation or a result changes the next answer (VD-02)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cdp_engine import Snapshot
from tests.engine.conftest import Bench

PAGE = """
<main id=main><h1>Orders</h1>
<div id=far style="margin-top:1200px"></div>
<form><label>Name <input id=name value=Ada></label><label><input type=checkbox checked> Urgent</label>
<select id=size><option>S<option selected>M</select><button id=send type=button
 onclick="this.textContent = 'Sent ' + ++count">Send</button></form>
<div id=box style="overflow:auto;height:40px"><p>one<p>two<p>three</div>
<div id=host></div>
<div role=grid><div role=row aria-rowindex=2><div role=gridcell>second</div></div>
<div role=row aria-rowindex=1><div role=gridcell>first</div></div></div></main>
<script>let count = 0; host.attachShadow({mode: 'open'}).innerHTML = '<button>Within</button>';</script>
"""


def parts(thing: Any) -> Iterator[tuple[str, Any]]:
    """The public attributes and the items of a value, results of its reading methods included."""
    if isinstance(thing, dict | tuple | list | set | frozenset) or type(thing).__name__ == "mappingproxy":
        inside = thing.values() if hasattr(thing, "values") else thing
        for number, part in enumerate(inside):
            if number < 40:
                yield f"[{number}]", part
    if type(thing).__module__.startswith("cdp_engine"):
        for name in dir(thing):
            if not name.startswith("_"):
                with contextlib.suppress(Exception):
                    yield name, getattr(thing, name)


def reading(thing: Any) -> Iterator[Any]:
    """What the methods of a snapshot hand out."""
    if isinstance(thing, Snapshot):
        yield from (
            thing.child_rows(0),
            thing.child_rows(1),
            thing.screen_order(),
            thing.find(),
            thing.interactive(),
        )
        for format in ("tree", "semantic", "elements", "controls"):
            yield thing.data(format)


def reachable(top: Any) -> list[Any]:
    """Everything that a program gets to from here without a leading underscore."""
    seen: dict[int, Any] = {}
    pending = [top]
    while pending:
        thing = pending.pop()
        if id(thing) in seen or isinstance(thing, str | int | float | bool | bytes | type(None) | type):
            continue
        seen[id(thing)] = thing
        if callable(thing) or len(seen) > 6000:
            continue
        pending += [part for _, part in parts(thing)]
        pending += reading(thing)
    return list(seen.values())


def damages(thing: Any) -> Iterator[Callable[[], Any]]:
    """Ways to change a value in place."""
    for name in ("clear", "reverse", "sort", "pop", "popitem"):
        if callable(getattr(thing, name, None)):
            yield getattr(thing, name)
    if hasattr(thing, "__setitem__"):
        keys = list(thing) if isinstance(thing, dict) else list(range(len(thing)))
        for key in keys[:40]:
            yield lambda key=key: thing.__setitem__(key, "broken")
    if hasattr(thing, "append"):
        yield lambda: thing.append("broken")
    if type(thing).__module__.startswith("cdp_engine") and not callable(thing):
        for name in dir(thing):
            if not name.startswith("_"):
                yield lambda name=name: setattr(thing, name, "broken")
                yield lambda name=name: delattr(thing, name)


def damage(top: Any) -> int:
    """Change whatever can be changed. Returns how many of the values were looked at."""
    found = reachable(top)
    for thing in found:
        for change in damages(thing):
            with contextlib.suppress(Exception):
                change()
    return len(found)


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("VD-02")
async def test_what_a_caller_does_to_a_snapshot_changes_no_answer(bench: Bench) -> None:
    await bench.show(PAGE)
    page = bench.page
    before = await page.observe()
    whole = {name: before.snapshot.render(name) for name in ("outline", "tree", "semantic", "full")}
    assert damage(before) > 100
    held = await page.observe(since=before.version)
    assert held.snapshot is before.snapshot
    assert (held.kind, held.version) == ("no_change", before.version)
    for name, text in whole.items():
        assert held.snapshot.render(name) == text
    result = await page.click(before.snapshot.find(role="button", name="Send")[0].ref)
    assert result.observation is not None
    assert result.success
    assert "Sent 1" in str(result.observation)
    damage(result)
    after = await page.observe(since=result.observation.version)
    assert after.kind == "no_change"
    await bench.run("document.getElementById('send').textContent = 'Sent 2'")
    now = await page.observe(since=after.version)
    assert "Sent 2" in now.text
    assert "broken" not in now.text
    await bench.run("document.getElementById('main').append('more')")
    last = await page.observe()
    expected = whole["outline"].replace('"Send"', '"Sent 2"')
    assert last.text.count("\n") >= expected.count("\n") - 5
    assert "broken" not in last.text


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("VD-02")
async def test_a_snapshot_knows_when_it_was_taken_and_the_page_whether_it_still_holds(bench: Bench) -> None:
    await bench.show("<button onclick='this.after(1)'>Add</button><iframe srcdoc=x></iframe><p id=host></p>")
    page = bench.page
    taken = await page.snapshot()
    node = taken.find(role="button")[0]
    assert taken.get(node.ref) == taken.get(node.scoped_ref) == node
    assert (taken.stats.frames, taken.stats.interactive, taken.stats.capture_seconds > 0) == (2, 1, True)
    assert (taken.context.viewport, taken.context.scroll) == (
        tuple(await bench.run("[innerWidth, innerHeight]")),
        (0, 0),
    )
    assert await page.is_current(taken)
    seen = await page.observe()
    assert await page.is_current(seen.snapshot)
    assert seen.timestamp == seen.snapshot.timestamp >= taken.timestamp
    result = await page.click(node.ref)
    assert result.timestamp >= seen.timestamp
    assert result.observation is not None
    assert result.observation.timestamp <= result.timestamp
    assert not await page.is_current(taken)
    assert await page.is_current(result.observation.snapshot)
    await bench.show("<button onclick='this.after(1)'>Add</button><iframe srcdoc=x></iframe><p id=host></p>")
    assert not await page.is_current(result.observation.snapshot)


@pytest.mark.req("VD-02")
def test_every_column_of_a_snapshot_refuses_changes() -> None:
    from tests.support.snapshots import E, Pages

    snapshot = Pages(E("main", E("button", "Buy"), E("p", "text"))).snapshot()
    columns = snapshot.columns
    with pytest.raises(TypeError):
        columns.name[0] = "Sell"
    with pytest.raises(AttributeError, match="does not change"):
        columns.text = []
    with pytest.raises(AttributeError, match="does not change"):
        snapshot.version = 9
    with pytest.raises(TypeError):
        columns.flags[0] = 0
    draft = columns.draft()
    assert draft.flags is columns.flags
    assert snapshot.with_columns(draft).columns.flags is columns.flags
