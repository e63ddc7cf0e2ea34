"""Scripts in a real page."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any, cast

import anyio
import pytest

from cdp_engine.errors import DeadlineExceeded, EvaluationFailed, InvalidInput, SessionDetached
from cdp_engine.protocol import page
from cdp_engine.tab import Tab
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


@pytest.fixture
def tab(lent_tab: Tab) -> Tab:
    return lent_tab


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("1 + 1", 2),
        ("let a = 1; a + 1", 2),
        ("'text'", "text"),
        ("undefined", None),
        ("null", None),
        ("[1, {a: [true]}]", [1, {"a": [True]}]),
        ("new Date(0)", None),
        ("Promise.resolve({late: 1})", {"late": 1}),
        ("1 / 0", math.inf),
        ("123456789012345678901234567890n", 123456789012345678901234567890),
        ("() => 3", 3),
        ("async () => { await null; return [4] }", [4]),
        ("function () { return 5 }", 5),
        ("(function () { return 6 })", 6),
    ],
)
async def test_values_come_out(tab: Tab, script: str, value: object):
    if script == "new Date(0)":
        script, value = "new Date(0).toISOString()", "1970-01-01T00:00:00.000Z"
    assert await tab.evaluate(script) == value


async def test_arguments_go_in_by_value(tab: Tab):
    script = "(...values) => values.map((v) => [typeof v, String(v)])"
    assert await tab.evaluate(script, 1, "x", None, [1, 2], math.nan, 2**70) == [
        ["number", "1"],
        ["string", "x"],
        ["object", "null"],
        ["object", "1,2"],
        ["number", "NaN"],
        ["bigint", str(2**70)],
    ]
    with pytest.raises(InvalidInput):
        await tab.evaluate("(x) => x", object())
    with pytest.raises(InvalidInput, match="function"):
        await tab.evaluate("1 + 1", 5)


async def test_what_comes_out_goes_in_again(tab: Tab):
    moment = datetime(2026, 3, 4, 5, 6, 7, 89000, UTC)
    values = {"at": moment, "raw": b"\x00\xff", "n": [math.inf, -0.0, 2**70], "__proto__": "own", "t": "x"}
    assert repr(await tab.evaluate("(value) => value", values)) == repr(values)
    assert await tab.evaluate("(when, raw) => [when.getUTCDate(), raw.constructor.name]", moment, b"") == [
        4,
        "Uint8Array",
    ]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("throw new TypeError('wrong')", "TypeError: wrong (line 1"),
        ("\n\n  missing()", "ReferenceError: missing is not defined (line 3"),
        ("(x) => { throw 'plain' }", "plain"),
        ("Promise.reject(new Error('late'))", "Error: late"),
        ("1 +", "SyntaxError"),
        ("document.body", "node"),
        ("window", "Window"),
        ("new Map([[1, 2]])", "map"),
        ("() => Symbol('s')", "symbol"),
        ("const loop = {}; loop.loop = loop; loop", "object"),
    ],
)
async def test_what_goes_wrong_is_reported(tab: Tab, script: str, message: str):
    with pytest.raises(EvaluationFailed) as caught:
        await tab.evaluate(script)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("({a: [NaN, -Infinity], b: undefined})", "{'a': [nan, -inf], 'b': None}"),
        ("[12345678901234567890n]", "[12345678901234567890]"),
        ("[-0, 0, 1.5, undefined, , null]", "[-0.0, 0, 1.5, None, None, None]"),
        ("[new Date(1700000000123), new Date(NaN)]", f"[{datetime(2023, 11, 14, 22, 13, 20, 123000, UTC)!r}, None]"),
        ("new Date(0)", repr(datetime(1970, 1, 1, tzinfo=UTC))),
        ("[new URL('http://a.test/x'), /a+/gi, new TypeError('no')]", "['http://a.test/x', '/a+/gi', 'TypeError: no']"),
        ("new RangeError('far')", "'RangeError: far'"),
        ("[new Uint8Array([1, 255]), new Float32Array([0.5, NaN])]", "[b'\\x01\\xff', [0.5, nan]]"),
        ("new BigInt64Array([7n])", "[7]"),
        ("const shared = {n: 1}; [shared, shared]", "[{'n': 1}, {'n': 1}]"),
        ("({f() {}, n: 1, toString: undefined})", "{'n': 1, 'toString': None}"),
        ("[{toJSON: () => ({x: 1})}]", "[{'x': 1}]"),
    ],
)  # fmt: skip
async def test_values_that_json_does_not_know(tab: Tab, script: str, value: str):
    assert repr(await tab.evaluate(script)) == value


async def test_a_value_of_any_depth(tab: Tab):
    value = await tab.evaluate("let deep = []; for (let n = 0; n < 20000; n++) deep = [deep]; deep")
    depth = 0
    while value:
        (value,), depth = value, depth + 1
    assert depth == 20000


async def test_what_has_no_value_inside_another_is_named(tab: Tab):
    for script, what in {
        "[document]": "node #document",
        "({m: new Map()})": "Map",
        "[[Symbol()]]": "symbol",
    }.items():
        with pytest.raises(EvaluationFailed, match=f"holds a {what}"):
            await tab.evaluate(script)


async def test_each_frame_has_its_own_worlds(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/frames", host="a.test"))
    for number, frame in enumerate(tab.frames):
        await tab.evaluate(
            "(n) => { window.mine = n; document.documentElement.id = 'doc' + n }", number, frame=frame
        )
    for number, frame in enumerate(tab.frames):
        assert await tab.evaluate("window.mine", frame=frame) == number
        shared = "[typeof window.mine, document.documentElement.id]"
        assert await tab.evaluate(shared, frame=frame, world="isolated") == ["undefined", f"doc{number}"]
        assert await tab.isolated_world(frame) == await tab.isolated_world(frame.id)
    with pytest.raises(SessionDetached):
        await tab.evaluate("1", frame="no such frame")
    with pytest.raises(InvalidInput):
        await tab.evaluate("1", world=cast("Any", "other"))


async def test_an_isolated_world_lasts_as_long_as_its_document(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    await tab.evaluate("window.kept = 1", world="isolated")
    assert await tab.evaluate("window.kept", world="isolated") == 1
    await tab.reload()
    assert await tab.evaluate("window.kept", world="isolated") is None


@pytest.mark.req("EX-07")
@pytest.mark.parametrize("script", ["while (true) {}", "() => { while (true) {} }", "new Promise(() => {})"])
async def test_a_script_without_end_costs_its_deadline(tab: Tab, script: str):
    with pytest.raises(DeadlineExceeded) as caught:
        await tab.evaluate(script, timeout=1)
    assert "script" in caught.value.waited_for
    assert await tab.evaluate("1 + 1", timeout=10) == 2


@pytest.mark.req("EX-07")
async def test_a_page_stuck_in_its_own_script_is_freed(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html"))
    await tab.evaluate("setTimeout(() => { while (true) {} }, 0)")
    with pytest.raises(DeadlineExceeded):
        await tab.session.send(page.get_layout_metrics(), timeout=1)
    assert await tab.unstick()
    assert await tab.evaluate("1 + 1", timeout=10) == 2
    assert not await tab.unstick()


@pytest.mark.req("EX-07")
async def test_a_stuck_page_can_be_left(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html", host="a.test"))
    await tab.evaluate("setTimeout(() => { while (true) {} }, 0)")
    result = await tab.goto(pages.url("tab/plain.html?next", host="a.test"))
    assert (result.status, result.waited_for) == (200, ())
    assert await tab.evaluate("1 + 1", timeout=10) == 2


async def test_a_navigation_under_a_script_is_reported(tab: Tab, pages: Site):
    await tab.goto(pages.url("tab/plain.html", host="a.test"))

    async def leave() -> None:
        await tab.goto(pages.url("tab/plain.html?away", host="b.test"))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(leave)
        with pytest.raises(SessionDetached):
            await tab.evaluate("new Promise(() => {})", timeout=20)


async def test_a_policy_against_eval_does_not_stop_us(tab: Tab, pages: Site):
    from tests.support.site import Response

    csp = {"Content-Security-Policy": "default-src 'none'; script-src 'none'"}
    undo = pages.route("/tab/strict", Response("<h1>strict</h1>", headers=csp))
    await tab.goto(pages.url("tab/strict"))
    undo()
    for world in ("main", "isolated"):
        assert (
            await tab.evaluate("(tag) => document.querySelector(tag).textContent", "h1", world=world)
            == "strict"
        )
