"""What a person sees in a widget is in its view, in few words."""

from __future__ import annotations

import re

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live]


async def text_of(lab: Lab) -> str:
    """The view of the page."""
    return (await lab.page.observe()).text


@pytest.mark.req("VD-05", "CD-02")
async def test_controls_by_their_names_and_their_look(lab: Lab) -> None:
    """Class names and test ids name controls whose clicks a listener of the document handles."""
    await lab.page.goto(lab.site.url("observe/delegated.html"))
    shown = [node.name for node in (await lab.page.snapshot()).interactive()]
    assert shown == ["Save order", "Send", "Second page", "Third page", "Archive"]
    for name in shown:
        pressed = await lab.call("click", ref=f'clickable "{name}"')
        assert pressed.success, (name, pressed.message)
    assert (await lab.holds())["pressed"] == shown


@pytest.mark.req("VD-05", "SX-07")
async def test_the_days_of_calendars(lab: Lab) -> None:
    """The chosen day is marked, and days of the next month are not named as those of this one."""
    await lab.show("days")
    await lab.page.wait_for(text="Choose Year")
    days: dict[str, list[str]] = {}
    kind = ""
    for node in (await lab.page.snapshot()).nodes():
        kind = node.name if node.role == "heading" else kind
        if node.interactive and "selected" in node.states:
            days.setdefault(kind, []).append(node.name)
    chosen = {"Ant Design": "19", "Element Plus": "19", "PrimeVue": "19"}
    chosen |= {"flatpickr": "March 19, 2026", "Vuetify": "Thursday, March 19, 2026"}
    assert days == {kind: [name] for kind, name in chosen.items()}
    names = [node.name for node in (await lab.page.snapshot()).interactive()]
    assert [names.count(name) for name in ("1", "1 next month", "01 next month")] == [2, 2, 1]
    cells = (await lab.page.snapshot()).find(role="cell", name="12")
    for name, target in (("flat", 'clickable "March 12, 2026"'), ("element", cells[-1].ref)):
        done = await lab.call("click", ref=target)
        assert done.success, (name, done.message)
        assert await lab.holds(name) == "2026-03-12"
        assert re.search(r"12(, 2026)? \+selected", str(done.observation)), name
        assert "gone" not in str(done.observation), name


@pytest.mark.req("EX-03", "SX-10")
async def test_where_the_members_of_long_lists_are(lab: Lab) -> None:
    """The first and the last drawn member say their places; items of trees are indented."""
    await lab.show("primevue-selects")
    opened = await lab.call("click", ref=await lab.ref("Far"))
    drawn = [line for line in str(opened.observation).splitlines() if "option Choice " in line]
    assert drawn[0].endswith("option Choice 0] (1 of 300)")
    assert drawn[-1].endswith(f"] ({len(drawn)} of 300)")
    assert not any(line.endswith(")") for line in drawn[1:-1])
    await lab.page.goto(lab.site.url("observe/places.html"))
    text = re.sub(r"\[e\d+", "[e", await text_of(lab))
    for lines in (
        "(7) Seventh story\nEighth story\n(9) Ninth story\n",
        "[e option Bern] (3 of 400)\n[e option Basel]\n[e option Chur] (9 of 400)\n[e option Genf] (10 of 400)\n",
        "[e menuitem Open]\n[e menuitem Close]\n",
        "[e treeitem +expanded] src\n  [e treeitem +expanded] app\n    [e treeitem main.py]\n[e treeitem README]\n",
        "[e treeitem Europe +expanded]\n  [e treeitem France]",
    ):
        assert lines in text, text
    before = await lab.page.observe()
    await lab.eval("document.querySelectorAll('[role=option]')[3].setAttribute('aria-posinset', '11')")
    after = await lab.page.observe(since=before.snapshot.version)
    assert "option Genf] (11 of 400)" in after.text


@pytest.mark.req("VD-07", "EX-05")
async def test_namesakes_are_distinct(lab: Lab) -> None:
    """Where their surroundings are not shown: in what `find` lists, and in a view of the controls only."""
    await lab.show("rows")
    found = (await lab.box.call("find", {"text": "Remove", "role": "button"})).text
    assert re.search(r"\be\d+ button Remove in “Person 3 34”", found), found
    snapshot = await lab.page.snapshot()
    only = snapshot.render("outline", interactive_only=True)
    assert re.search(r'\[e\d+ button Remove\] in "Person 3 34"\n', only), only
    assert ' in "' not in snapshot.render()
    await lab.show("pickers")
    controls = (await lab.page.snapshot()).render("outline", interactive_only=True)
    assert "button Choose date]\n" in controls, controls  # each follows the line of its field
    assert ' in "' not in controls


@pytest.mark.req("SX-07", "EX-05")
async def test_items_of_trees_and_what_opens_them(lab: Lab) -> None:
    """An item of Ant Design has the state of the check box in it; a press on an arrow chooses nothing."""
    await lab.show("antd-selects")
    opened = await lab.call("click", ref=await lab.ref("Checked tree"))
    assert opened.success, opened.message
    shown = re.sub(r"\[e\d+", "[e", str(opened.observation))
    assert "[e treeitem Europe +unchecked +collapsed]" in shown, opened.observation
    for library in ("antd", "element-plus"):
        await lab.show(f"{library}-selects")
        await lab.call("click", ref=await lab.ref("Tree"))
        assert "clickable expand Asia]" in await text_of(lab)
        for name, inside in (("Europe", "France"), ("France", "Lyon")):
            done = await lab.call("click", ref=f'clickable "expand {name}"')
            assert done.success, (library, name, done.message)
            await lab.page.wait_for(text=inside)
        text = await text_of(lab)
        assert re.search(r"treeitem( Europe)? \+expanded", text), text
        assert "clickable collapse Europe]" in text, text
        assert "expand Lyon]" not in text, text
        assert "closed-by" not in text, text
        assert await lab.holds("tree") in ("", None)


@pytest.mark.req("SX-07", "EX-05")
async def test_labels_that_name_nothing_in_html(lab: Lab) -> None:
    """Materialize puts them after its field without `for`; multiple-select hides the list that the label names."""
    await lab.show("checked-lists")
    lines = re.sub(r"\[e\d+", "[e", await text_of(lab)).splitlines()
    assert [line for line in lines if "team" in line] == ["[e textbox Materialize team +readonly]"], lines
    assert [line for line in lines if "Guests" in line] == ["[e combobox Guests]"], lines
    done = await lab.page.fill_form({"Guests": ["Eva Klein"], "Materialize team": ["Grace Hopper"]})
    assert done.success, done.message
    assert (await lab.holds("guests"), await lab.holds("crew")) == (["Eva Klein"], ["Grace Hopper"])
    shown = re.sub(r"\[e\d+", "[e", await text_of(lab))
    assert '[e combobox Guests ="Eva Klein"]' in shown, shown


@pytest.mark.req("SX-07")
async def test_cells_that_say_something_by_an_icon(lab: Lab) -> None:
    """A tick or a cross alone; icon fonts hide both from screen readers."""
    await lab.show("icon-cells")
    view = await lab.page.observe()
    lines = view.text.splitlines()
    assert "Ada | ![check]" in lines
    assert "Grace | ![close]" in lines
    assert any(line.startswith("Ada | | ![Nothing to keep] | [e") for line in lines), view.text
    paid = await lab.page.click('button "PAY ALL"')
    assert paid.observation is not None
    assert "Grace | ![check]" in paid.observation.text
