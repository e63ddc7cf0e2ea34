"""`select` on the selects of real libraries: several values, trees, cascades, new options, remote and endless lists."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, cast

import pytest

from tests.widgets.conftest import Lab
from tests.widgets.select_cases import CASES, UNNAMED, Case

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-04")]


ITEMS = """Array.from(document.querySelectorAll("[role=option], [role=menuitem], [role=menuitemcheckbox]"))
  .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.offsetHeight > 8
    && !one.querySelector("input, [class*=chip]") && !/chip|rs-tag|item--selectable/.test(one.className)).length"""


CLOSES = f"""new Promise(done => {{
  const end = performance.now() + 2000;
  const wait = () => ({ITEMS}) <= %d ? done(true) : performance.now() > end ? done(false) : setTimeout(wait, 50);
  wait();
}})"""


def same(held: Any, wanted: Any) -> bool:
    """Whether the application holds what was chosen; the order of several choices is the application's own."""
    if isinstance(held, list) and isinstance(wanted, list):
        return sorted(map(str, cast("list[Any]", held))) == sorted(map(str, cast("list[Any]", wanted)))
    return held == wanted


def kept_of(case: Case, before: Any) -> list[str]:
    """The choices that the application held before: the answer need not show them again."""
    wanted: Any = case.held
    if not (isinstance(before, list) and isinstance(wanted, list)):
        return []
    old, held = cast("list[Any]", before), cast("list[Any]", wanted)
    if len(held) != len(case.values):
        return []
    return [value for value, one in zip(case.values, held, strict=True) if one in old]


async def fault(lab: Lab, case: Case, *, by_tool: bool) -> str | None:
    """What is wrong after choosing: in the application, in the answer, or in what is left open."""
    if case.opener:
        await lab.page.click(await lab.ref(case.opener, "button"))
    ref = await lab.ref(case.field)
    before = await lab.holds(case.key)
    shown = await lab.eval(ITEMS)
    if by_tool:
        result = await lab.call("select", ref=ref, values=list(case.values))
    else:
        result = await lab.page.select(ref, *case.values, timeout=15)
    held = await lab.holds(case.key)
    if not same(held, case.held):
        return f"it holds {held!r}, the answer says: {result.message}"
    if not result.success:
        return f"it was called failed: {result.message}"
    shown_now = str(result.observation)
    kept = kept_of(case, before)
    untold = [value for value in case.values if value.split(" / ")[-1] not in shown_now and value not in kept]
    number = f"+ {len(untold)}" in shown_now or f"+{len(untold)}" in shown_now
    counted = len(untold) < len(case.values) and number  # the field shows one and a number
    if untold and not counted and result.observation is not None and result.observation.kind != "no_change":
        return f"the answer does not show {untold}: {shown_now}"
    return None if await lab.eval(CLOSES % shown) else "its list is open still"


async def faults(lab: Lab, cases: Iterable[Case]) -> dict[str, str]:
    """What is wrong, by case; every other one through the tool of a model."""
    ways = itertools.cycle((False, True))
    return {
        f"{case.field} {case.values}": found
        for case, by_tool in zip(cases, ways, strict=False)
        if (found := await fault(lab, case, by_tool=by_tool)) is not None
    }


@pytest.mark.parametrize("name", CASES)
async def test_the_selects_of_a_library_take_what_is_named(lab: Lab, name: str, anyio_backend: str) -> None:
    """Half of them on each loop; all of them on both is for `make soak`."""
    await lab.show(name)
    half = CASES[name][0 if anyio_backend == "asyncio" else 1 :: 2]
    assert await faults(lab, half) == {}


@pytest.mark.parametrize("name", ["mui-selects", "react-select", "vuetify-selects"])
async def test_a_text_in_a_form_is_made_a_choice_where_the_list_offers_that(lab: Lab, name: str) -> None:
    await lab.show(name)
    case = next(one for one in reversed(CASES[name]) if one.field == "Creatable")
    result = await lab.page.fill_form({await lab.ref(case.field): case.values[0]})
    assert result.success, result.message
    assert same(await lab.holds(case.key), case.held)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", CASES)
async def test_every_select_of_a_library_takes_what_is_named(lab: Lab, name: str) -> None:
    await lab.show(name)
    assert await faults(lab, CASES[name]) == {}


async def test_a_list_that_takes_one_refuses_several_and_stays_as_it_is(lab: Lab) -> None:
    await lab.show("mui-selects")
    refused = await lab.page.select(await lab.ref("Plan"), "Free", "Paid")
    assert not refused.success
    assert "takes one option, not 2" in refused.message
    assert await lab.holds("plan") == ""


async def test_a_dialog_stays_open_when_the_list_in_it_closes(lab: Lab) -> None:
    await lab.show("antd-selects")
    await lab.page.click(await lab.ref("Assign", "button"))
    done = await lab.page.select(await lab.ref("Assignees"), "Eva Klein")
    assert done.success, done.message
    assert await lab.holds("open") is True


async def test_an_unknown_option_changes_nothing_and_names_what_there_is(lab: Lab) -> None:
    await lab.show("element-plus-selects")
    for field, key in (("Person", "person"), ("Team", "team"), ("Tree", "tree")):
        before = await lab.holds(key)
        refused = await lab.page.select(await lab.ref(field), "Nobody Known", timeout=10)
        assert not refused.success
        assert refused.error is not None
        assert "It offers" in refused.error.hint or "Did you mean" in refused.error.hint, refused.message
        assert await lab.holds(key) == before


@pytest.mark.parametrize("field", ["Team", "Guests"])
async def test_a_text_that_only_stays_in_the_field_of_a_list_of_several_is_no_choice(
    lab: Lab, field: str
) -> None:
    """Material UI's field empties as the next option is chosen: the text was never a choice, and none is pressed."""
    await lab.show("mui-selects")
    before = await lab.holds()
    refused = await lab.page.select(await lab.ref(field), "Eva Klein", "Zed")
    assert refused.error is not None
    assert (refused.error.code, "'Zed'" in refused.message) == ("option_not_found", True)
    assert await lab.holds() == before


async def test_the_menu_of_a_refused_choice_is_closed(lab: Lab) -> None:
    """Beside Material UI's drawn field lies an unseen one: it searches nothing, and took the keys of the menu."""
    await lab.show("mui-selects")
    for field in ("Age", "Sizes"):
        refused = await lab.page.select(await lab.ref(field), "Zzyzx")
        assert refused.error is not None
        assert refused.error.code == "option_not_found"
        assert await lab.page.evaluate(CLOSES % 0)
    assert (await lab.page.select(await lab.ref("Plan"), "Paid")).success


async def test_a_field_that_searches_a_hidden_select_keeps_no_other_text_and_closes(lab: Lab) -> None:
    """Selectize: its field says nothing of a list, which opens again as a text in a field with a choice is deleted."""
    await lab.show("plain-selects")
    field = await lab.ref("Selectize person")
    for held in ("", "Eva Klein"):
        refused = await lab.page.select(field, "Zed")
        assert refused.error is not None, refused.message
        assert refused.error.code == "option_not_found", refused.message
        now = "[...document.querySelectorAll('.selectize-dropdown')].filter((one) => one.offsetHeight).length"
        typed = "document.getElementById('ize-selectized').value"
        assert (await lab.eval(now), await lab.eval(typed), await lab.holds("ize") or "") == (0, "", held)
        assert (await lab.page.select(field, "Eva Klein")).success


async def test_what_a_field_shows_by_badges_ticks_or_a_number_is_held(lab: Lab) -> None:
    """A press on what is chosen unselects it: several calls in a row end with what each of them named."""
    await lab.show("badges")
    for wanted in (["sea", "cold"], ["sea", "cold", "wet"], ["sea", "cold", "wet"], ["wet"]):
        for field in ("Badges", "Counted", "Fancy"):
            done = await lab.page.select(await lab.ref(field), *wanted, timeout=15)
            assert done.success, (field, wanted, done.message)
            assert sorted(await lab.holds(field.lower())) == sorted(wanted), (field, done.message)


async def test_lists_without_roles_take_what_is_named_and_close(lab: Lab) -> None:
    """Naive UI: one that stays open would cover the next."""
    await lab.show("naive")
    boxes = [
        node.ref
        for node in (await lab.page.snapshot()).interactive()
        if str(node.attribute("class")).startswith("n-base-selection-")
    ]
    for ref, case in zip(boxes, UNNAMED, strict=True):
        done = await lab.page.select(ref, *case.values, timeout=15)
        assert done.success, (case, done.message)
        assert same(await lab.holds(case.key), case.held), case
        assert done.observation is not None
        assert " ago: " not in done.observation.text, "what a list offers is not a message"


@pytest.mark.req("VD-09")
async def test_a_choice_further_down_is_no_new_one(lab: Lab) -> None:
    """Vaadin draws few of its items, finds them by the text of the field only, and takes any text as a new choice."""
    await lab.show("vaadin")
    for wish, held in (("Garage cover", "cover.garage"), ("Hall lock", "lock.hall")):
        done = await lab.page.select(await lab.ref("Entity"), wish, timeout=10)
        assert done.success, done.message
        assert await lab.holds("entity") == held
