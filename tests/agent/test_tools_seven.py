"""The seven tools: their registry, their snapshots, their error codes."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from cdp_engine.agent import SNAPSHOT_SCHEMA, ElementRegistry, ToolResult, seven
from cdp_engine.errors import UnknownRef
from tests.agent.conftest import Bench

ROWS = "".join(f"<button>Row {n} {'x' * 300 if n == 3 else ''}</button>" for n in range(150))
PAGE = f"""
<h2>Plans</h2><label>Name <input id=who value=Bo></label>
<label>Size <select id=size><option value=s>Small<option value=l>Large</select></label>
<label><input type=checkbox id=ok> Agree</label>
<button disabled>Locked</button><button onclick="this.textContent = 'Pressed'">Press</button>
<div style="position:relative"><button>Under</button>
<div style="position:absolute;inset:0;background:#eee" id=cover></div></div>
<div style="margin-top:3000px">{ROWS}</div>
"""
READABLE: Any = jsonschema.Draft7Validator(SNAPSHOT_SCHEMA, format_checker=jsonschema.FormatChecker())


@pytest.mark.req("AL-02")
def test_refs_are_good_for_one_snapshot() -> None:
    registry = ElementRegistry()
    assert registry.register("one", ["e7", "e3"]) == {"e7": "@e0", "e3": "@e1"}
    assert registry.resolve("@e1") == "e3"
    registry.register("two", ["e9"])
    assert registry.resolve("@e0") == "e9"
    with pytest.raises(UnknownRef):
        registry.resolve("@e1")
    registry.invalidate()
    with pytest.raises(UnknownRef):
        registry.resolve("@e0")


def named(answer: ToolResult, name: str) -> dict[str, Any]:
    return next(one for one in answer.data["snapshot"]["elements"] if one["name"].startswith(name))


def is_sound(answer: ToolResult) -> bool:
    """A snapshot in the form of the source, in document order, with a picture."""
    snapshot = answer.data["snapshot"]
    READABLE.validate(snapshot)
    refs = [one["ref"] for one in snapshot["elements"]]
    return refs == [f"@e{n}" for n in range(len(refs))] and answer.pictures[0].data.startswith(b"\x89PNG")


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("AL-01", "AL-02", "AL-03", "AL-04")
async def test_the_seven_on_a_real_page(bench: Bench) -> None:
    box = seven(bench.workspace)
    assert [tool.name for tool in box] == [
        "get_snapshot", "browser_click", "browser_fill", "browser_select", "browser_scroll", "request_human_approval",
        "complete_task",
    ]  # fmt: skip
    await bench.show(PAGE)

    seen = await box.call("get_snapshot")
    assert is_sound(seen)
    assert not any(one["name"].startswith("Row") for one in seen.data["snapshot"]["elements"])
    assert named(seen, "Plans")["level"] == 2
    whole = await box.call("get_snapshot", {"viewport_only": False})
    assert is_sound(whole)
    assert len(whole.data["snapshot"]["elements"]) == 100
    assert len(named(whole, "Row 3 ")["name"]) == 203

    press = named(whole, "Press")["ref"]
    pressed = await box.call("browser_click", {"ref": press})
    assert pressed.success
    assert is_sound(pressed)
    assert named(pressed, "Pressed")
    filled = await box.call("browser_fill", {"ref": named(pressed, "Name")["ref"], "value": "Ada"})
    assert named(filled, "Name")["value"] == "Ada"
    more = await box.call(
        "browser_fill", {"ref": named(filled, "Name")["ref"], "value": "!", "clear_first": False}
    )
    assert named(more, "Name")["value"] == "Ada!"
    chosen = await box.call("browser_select", {"ref": named(more, "Size")["ref"], "value": "Large"})
    assert chosen.success
    assert named(chosen, "Size")["value"] in ("l", "Large")

    for name, code in (("Locked", "element_disabled"), ("Under", "element_obscured")):
        fresh = await box.call("get_snapshot")
        failure = await box.call("browser_click", {"ref": named(fresh, name)["ref"]})
        assert (failure.success, failure.error, failure.data["error"]) == (False, code, code)
        assert is_sound(failure)
    for name, arguments, code in (
        ("browser_click", {"ref": "@e999"}, "ref_invalid"),
        ("browser_click", {"ref": "e1"}, "invalid_params"),
        ("browser_scroll", {}, "invalid_params"),
        ("browser_fill", {"ref": "@e0"}, "invalid_params"),
        ("browser_dance", {}, "action_failed"),
    ):
        failure = await box.call(name, arguments)
        assert failure.data["error"] == code, failure.text
        assert is_sound(failure)

    down = await box.call("browser_scroll", {"direction": "bottom"})
    assert down.data["snapshot"]["viewport"]["scroll_y"] > 1000
    assert (await box.call("request_human_approval", {"action": "a", "reason": "b"})).success
    assert (await box.call("complete_task", {"status": "success", "reason": "b"})).data["success"]
    assert (await box.call("complete_task", {"status": "won", "reason": "b"})).data[
        "error"
    ] == "invalid_params"


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("AL-01")
async def test_each_of_the_seven_takes_what_the_source_says(bench: Bench) -> None:
    schemas = {tool.name: tool.schema for tool in seven(bench.workspace)}
    assert {name: schema.get("required", []) for name, schema in schemas.items()} == {
        "get_snapshot": [],
        "browser_click": ["ref"],
        "browser_fill": ["ref", "value"],
        "browser_select": ["ref", "value"],
        "browser_scroll": [],
        "request_human_approval": ["action", "reason"],
        "complete_task": ["status", "reason"],
    }
    fields = {
        (name, field): of for name, schema in schemas.items() for field, of in schema["properties"].items()
    }
    assert {at: of["default"] for at, of in fields.items() if of.get("default") is not None} == {
        ("get_snapshot", "viewport_only"): True,
        ("browser_fill", "clear_first"): True,
        ("browser_scroll", "amount"): 300,
    }
    words = {at: sorted(of["enum"]) for at, of in fields.items() if "enum" in of}
    assert words[("complete_task", "status")] == ["failed", "success"]
    for (_, field), of in fields.items():
        assert field != "ref" or of["pattern"] == r"^@e\d+$"


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("AL-01")
async def test_the_page_scrolls_by_a_direction_and_an_element_comes_into_view_by_its_ref(
    bench: Bench,
) -> None:
    box = seven(bench.workspace)
    await bench.show(
        "<select aria-label=Room><option value=s1>Single<option value=q>Queen</select>"
        "<p style='height: 3000px'>Long</p><button>Far</button><p style='height: 2000px'>Longer</p>"
    )
    await box.call("get_snapshot")

    async def offset(**arguments: object) -> int:
        return (await box.call("browser_scroll", arguments)).data["snapshot"]["viewport"]["scroll_y"]

    assert [await offset(direction="down"), await offset(direction="down", amount=150)] == [300, 450]
    assert await offset(direction="bottom") > 4000
    assert await offset(direction="top") == 0
    whole = await box.call("get_snapshot", {"viewport_only": False})
    assert "offscreen" in named(whole, "Far")["state"]
    shown = await box.call(
        "browser_scroll", {"ref": named(whole, "Far")["ref"], "direction": "top", "amount": 9}
    )
    assert named(shown, "Far")["state"] == ["visible", "enabled"], "direction and amount are ignored"
    whole = await box.call("get_snapshot", {"viewport_only": False})
    chosen = await box.call("browser_select", {"ref": named(whole, "Room")["ref"], "value": "q"})
    assert named(chosen, "Room")["value"] == "Queen", "by the option's value, as well as by its text"


ASKING = """<button onclick="
    if (confirm('Show the week?')) {{ weeks += 1; if (confirm('Delete the calendar?')) deleted += 1 }}">Week</button>
<script>var weeks = 0, deleted = 0</script>{more}"""


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("AL-06", "AL-04")
async def test_a_second_click_agrees_to_the_questions_that_were_shown_and_to_no_other(bench: Bench) -> None:
    box = seven(bench.workspace)
    await bench.show(ASKING.format(more=""))
    page = await bench.workspace.page()
    told: list[str] = []
    for weeks, deleted in ((0, 0), (1, 0), (2, 1), (2, 1)):
        week = named(await box.call("get_snapshot"), "Week")["ref"]
        told.append((await box.call("browser_click", {"ref": week})).text)
        assert await page.evaluate("[weeks, deleted]") == [weeks, deleted]
    assert "Show the week?" in told[0]
    assert "Delete the calendar?" not in told[0]
    assert "click the same element again" in told[1], "the second question was answered with Cancel"
    assert "Delete the calendar?" in told[1]
    assert told[2].startswith("ok\n")
    assert "click the same element again" in told[3], "all was agreed to, and it starts again"


@pytest.mark.anyio
@pytest.mark.live
@pytest.mark.req("AL-04")
async def test_every_action_waits_two_seconds_for_its_element(bench: Bench) -> None:
    box = seven(bench.workspace)
    await bench.show(
        "<form><label>Name <input></label><label>Size <select><option>S<option>L</select></label></form>"
    )
    page = await bench.workspace.page()
    for tool, name, more in (
        ("browser_fill", "Name", {"value": "a", "clear_first": False}),
        ("browser_select", "Size", {"value": "L"}),
        ("browser_scroll", "Name", {}),
    ):
        await page.evaluate("document.forms[0].style.display = ''")
        ref = named(await box.call("get_snapshot"), name)["ref"]
        await page.evaluate("document.forms[0].style.display = 'none'")
        failure = await box.call(tool, {"ref": ref, **more})
        assert failure.data["error"] == "element_not_visible", failure.text
        assert failure.result is not None
        assert failure.result.duration < 4.5, tool
