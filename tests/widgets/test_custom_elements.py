"""Custom elements that keep role and state to themselves, and draw fields that wait behind their labels."""

from __future__ import annotations

import re

import pytest

from tests.widgets.conftest import Lab

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("VD-05", "VD-10", "EX-02")]


async def shown(lab: Lab) -> str:
    """The view of the page, refs without their numbers."""
    return re.sub(r"\[e\d+", "[e", (await lab.page.observe()).text)


async def test_states_that_no_script_can_read(lab: Lab) -> None:
    """Only the accessibility tree has them; nothing in the document changes as they do."""
    await lab.page.goto(lab.site.url("observe/internals.html"))
    view = await shown(lab)
    for line in (
        "[e checkbox Agree][e checkbox Later]",
        "[e tab First][e tab Second]",
        "[e button Open +collapsed]",
        '[e slider Volume ="30"]',
        "[e textbox Name]",
        '[e combobox Colour ="Red" of Red|Green]',
    ):
        assert line in view.replace("\n", "").replace("] [", "]["), view
    assert "Leave this empty" not in view
    for target, says, state in (
        ('checkbox "Agree"', "it is checked", "+checked"),
        ('tab "Second"', "it is selected", "+selected"),
        ('button "Open"', "it is expanded", "+expanded"),
    ):
        done = await lab.call("click", ref=target)
        assert done.success, done.message
        assert (done.effect.kind, says in done.message) == ("confirmed", True), done.message
        assert state in str(done.observation)
    for name, action, wanted in (("Agree", "uncheck", "false"), ("Later", "check", "true")):
        done = await getattr(lab.page, action)(await lab.ref(name, "checkbox"))
        assert done.success, done.message
        assert wanted in (await lab.holds("boxes"))
    assert await lab.holds("boxes") == ["false", "true"]
    assert await lab.holds("tabs") == ["false", "true"]
    refused = await lab.page.check(await lab.ref("Open", "button"))
    assert refused.error is not None
    assert refused.error.code == "not_editable"
    moved = await lab.call("fill", ref='slider "Volume"', text="45")
    assert moved.success, moved.message
    assert await lab.holds("volume") == "45"
    assert (await lab.call("fill", ref='textbox "Name"', text="Ada")).success
    assert (await lab.call("select", ref='combobox "Colour"', values=["Green"])).success
    held = await lab.holds()
    assert (held["name"], held["colour"], held["open"]) == ("Ada", "Green", "true")


async def test_material_web(lab: Lab) -> None:
    """Text fields are transparent until they have the focus, tabs and chips are tab stops around their contents."""
    await lab.show("material")
    view = await shown(lab)
    for line in (
        "[e textbox Name]",
        "[e textbox E-mail +required]",
        "[e textbox Notes]",
        "[e checkbox I agree]",
        "[e switch Live]",
        "[e radio Free +checked]",
        '[e slider Level ="30"]',
        "[e combobox Colour +collapsed]",
        '[e combobox Size ="Small" +collapsed]',
        "[e button New only]",
        "[e tab One +selected]\n[e tab Two]",
    ):
        assert line in view, view
    assert "clickable" not in view
    for name in ("Name", "Notes"):
        done = await lab.call("fill", ref=f'textbox "{name}"', text="Ada")
        assert done.success, done.message
        assert f'{name} ="Ada"' in str(done.observation)
    for name, role, state in (
        ("I agree", "checkbox", "checked"),
        ("Live", "switch", "checked"),
        ("Paid", "radio", "checked"),
        ("New only", "button", "pressed"),
        ("Two", "tab", "selected"),
        ("One", "tab", "selected"),
        ("Favourite", "button", "pressed"),
    ):
        done = await lab.call("click", ref=f'{role} "{name}"')
        assert (done.success, done.effect.kind) == (True, "confirmed"), (name, done.message)
        assert f"+{state}" in str(done.observation), (name, done.observation)
    for name, value in (("Level", "45"), ("Minimum", "10"), ("Maximum", "80")):
        done = await lab.call("fill", ref=f'slider "{name}"', text=value)
        assert done.success, (name, done.message)
    for name, value in (("Colour", "Green"), ("Colour", "Blue"), ("Size", "Large")):
        done = await lab.call("select", ref=f'combobox "{name}"', values=[value])
        assert done.success, (name, done.message)
        assert f'{name} ="{value}"' in str(done.observation)
    opened = await lab.call("click", ref='button "Account"')
    assert "menuitem Sign out" in str(opened.observation)
    assert (await lab.call("click", ref='menuitem "Sign out"')).success
    await lab.call("click", ref='button "Edit"')
    assert (await lab.call("fill", ref='textbox "Title"', text="Report")).success
    closed = await lab.call("click", ref='button "Save"')
    assert "closed #1" in str(closed.observation)
    assert await lab.holds() == {
        "name": "Ada", "mail": "", "notes": "Ada", "agree": True, "live": True, "plan": "paid", "level": 45,
        "range": [10, 80], "colour": "blue", "size": "l", "chip": True, "tab": "one", "last": "sign out",
        "star": True, "title": "Report",
    }  # fmt: skip


async def test_hosts_that_take_the_press_for_their_controls(lab: Lab) -> None:
    """A custom element is one control with the one in it; choices in a dialog are taken over by its button."""
    await lab.page.goto(lab.site.url("observe/hosts.html"))
    view = await shown(lab)
    assert view.count("Agree") == 1, view
    done = await lab.call("click", ref='tab "Week"')
    assert done.success, done.message
    assert "tab Week +selected" in str(done.observation)
    assert (await lab.page.check(await lab.ref("Agree", "checkbox"))).success
    for values in (("Cheese",), ("Cheese", "Ham")):
        done = await lab.call("select", ref=await lab.ref("Toppings", "button"), values=list(values))
        assert done.success, done.message
        assert await lab.holds() == {"day": "Week", "agree": True, "toppings": list(values)}


async def test_ionic(lab: Lab) -> None:
    """Fields behind floating labels, check boxes with labels of their own, selects in popovers and alerts."""
    await lab.show("ionic")
    view = await shown(lab)
    for name in ("checkbox I agree", "switch Live", "radio Free +checked", "textbox Name"):
        assert view.count(f"[e {name}]") == 1, (name, view)
    for name in ("Name", "Notes"):
        ref = await lab.ref(name, "textbox")
        done = await lab.call("fill", ref=ref, text="Ada")
        assert done.success, done.message
        assert f'{ref} textbox {name} ="Ada"' in str(done.observation), "the ref stays"
    for name, role, state in (
        ("I agree", "checkbox", "checked"),
        ("Live", "switch", "checked"),
        ("Paid", "radio", "checked"),
        ("WEEK", "tab", "selected"),
        ("More", "button", "expanded"),
    ):
        done = await lab.call("click", ref=f'{role} "{name}"')
        assert (done.success, done.effect.kind) == (True, "confirmed"), (name, done.message)
        assert f"+{state}" in str(done.observation), (name, done.observation)
    assert (await lab.call("fill", ref='slider "Level"', text="45")).success
    for name, values in (
        ("Colour", ["Green"]),
        ("Toppings", ["Cheese"]),
        ("Toppings, Cheese", ["Cheese", "Ham"]),
    ):
        done = await lab.call("select", ref=await lab.ref(name, "button"), values=values)
        assert done.success, (name, done.message)
        assert values[-1] in str(done.observation)
    held = await lab.holds()
    assert (held["agree"], held["live"], held["plan"], held["level"]) == (True, True, "paid", 45)
    assert (held["colour"], held["toppings"], held["seg"]) == ("green", ["c", "h"], "week")
    assert (held["name"], held["notes"]) == ("Ada", "Ada")
