"""Buttons, links, tabs, sections, dialogs, menus, lists, checkboxes."""

from __future__ import annotations

from scripts.bench.miniwob.hand import Hand, Stuck, policy


@policy("click-test")
async def only_button(hand: Hand) -> None:
    """The one button there is."""
    await hand.click(hand.one("button"))


@policy("click-test-2", "click-test-transfer")
async def button_called(hand: Hand) -> None:
    """The button whose name the instruction gives in capitals."""
    (name,) = hand.heard(r"button (\w+)")
    await hand.press_button(name)


@policy("click-button", "unicode-test")
async def quoted_button(hand: Hand) -> None:
    """The button whose name the instruction quotes."""
    await hand.press_button(hand.quoted[0])


@policy("click-button-sequence")
async def two_buttons(hand: Hand) -> None:
    """One button after the other."""
    for name in hand.heard(r"button (\w+), then click button (\w+)"):
        await hand.press_button(name)


@policy("click-link")
async def quoted_link(hand: Hand) -> None:
    """The link whose text the instruction quotes."""
    await hand.click(hand.one(name=hand.quoted[0]))


@policy("click-tab")
async def tab_called(hand: Hand) -> None:
    """The tab that is named."""
    (name,) = hand.heard(r"Click on (Tab #\d+)")
    await hand.click(hand.one(name=name))


@policy("click-tab-2", "click-tab-2-easy", "click-tab-2-medium", "click-tab-2-hard")
async def link_behind_a_tab(hand: Hand) -> None:
    """Tab after tab until the link is there."""
    for at in range(len(hand.all("tab"))):
        if at:
            await hand.click(hand.all("tab")[at])
            await hand.look()
        if found := hand.all("clickable", hand.quoted[0]):
            await hand.click(found[0])
            return
    raise Stuck("no tab has the link")


@policy("click-collapsible", "click-collapsible-nodelay")
async def expand_and_submit(hand: Hand) -> None:
    """Open the section, then the button in it."""
    await hand.click(hand.one("tab"))
    await hand.await_text("Submit")
    await hand.look()
    await hand.press_button()


@policy("click-collapsible-2", "click-collapsible-2-nodelay")
async def link_in_a_section(hand: Hand) -> None:
    """Section after section until the link is there."""
    for at in range(len(hand.all("tab"))):
        await hand.click(hand.all("tab")[at])
        await hand.look()
        if found := hand.all("clickable", hand.quoted[0]):
            await hand.click(found[0])
            return
    raise Stuck("no section has the link")


@policy("click-dialog")
async def close_dialog(hand: Hand) -> None:
    """The cross of the dialog."""
    await hand.press_button("Close")


@policy("click-dialog-2")
async def dialog_button(hand: Hand) -> None:
    """A button of the dialog; its cross is called x."""
    name = hand.quoted[0]
    await hand.press_button("Close" if name == "x" else name)


@policy("click-option")
async def radio_button(hand: Hand) -> None:
    """The radio button of that name."""
    (name,) = hand.heard(r"Select (.+) and click Submit")
    await hand.click(hand.one("radio", name))
    await hand.press_button()


@policy("click-checkboxes", "click-checkboxes-large", "click-checkboxes-transfer")
async def checkboxes(hand: Hand) -> None:
    """Every checkbox that is listed."""
    (names,) = hand.heard(r"Select (.+) and click Submit")
    for name in names.split(", ") if names != "nothing" else ():
        await hand.click(hand.one("checkbox", name))
    await hand.press_button()


@policy("choose-list", "click-scroll-list")
async def option_of_a_list(hand: Hand) -> None:
    """Options of a list, one or several."""
    (names,) = hand.heard(r"Select (.+) from the (?:scroll )?list")
    box = next(thing for thing in hand.view.things if thing.role in ("combobox", "listbox"))
    await hand.select(box, *names.split(", "))
    await hand.press_button()


@policy("click-widget")
async def widget_of_a_kind(hand: Hand) -> None:
    """Anything of the kind that is named."""
    kind = {"text": "textbox", "textarea": "textbox"}.get(hand.quoted[0], hand.quoted[0])
    found = hand.all(kind)
    if kind == "textbox":
        # both kinds of text field are textboxes; their markup distinguishes them
        tag = "textarea" if hand.quoted[0] == "textarea" else "input"
        fields = [element for element in (await hand.read()).all(tag) if element.ref]
        kept = {element.ref for element in fields}
        found = [thing for thing in found if thing.ref in kept]
    if not found:
        raise Stuck(f"no {kind}")
    await hand.click(found[0])


@policy("click-menu")
async def menu_path(hand: Hand) -> None:
    """From submenu to submenu; each opens a moment after the mouse is there."""
    (path,) = hand.heard(r"Select (.+)")
    *above, last = path.split(">")
    for step in above:
        await hand.act("hover", ref=(await hand.until("menuitem", step)).ref)
    await hand.click(await hand.until("menuitem", last))


@policy("click-menu-2")
async def menu_item(hand: Hand) -> None:
    """Open the menu, then the item by its name or by its icon; some lie in a submenu."""
    icon = ""
    if not hand.quoted[1:]:
        query = next(element for element in (await hand.read()).walk() if element.id == "query")
        icon = next(name for name in query.all("span")[0].classes if name != "ui-icon")
    await hand.press_button("Menu")
    await hand.until("menuitem")
    for opened in (False, True):
        if opened:
            await hand.click(await hand.until("menuitem", "Playback"))
            await hand.until("menuitem", "Play")
        if item := await _item(hand, icon):
            await hand.click(item)
            return
    raise Stuck("no such item")


async def _item(hand: Hand, icon: str) -> str:
    if not icon:
        found = hand.all("menuitem", hand.quoted[1])
        return found[0].ref if found else ""
    marked = [element.parent for element in (await hand.read()).all("span", cls=icon) if element.parent]
    return next((element.ref for element in marked if element.ref), "")


@policy("focus-text")
async def focus(hand: Hand) -> None:
    """The only text field."""
    await hand.click(hand.one("textbox"))


@policy("focus-text-2")
async def focus_one_of(hand: Hand) -> None:
    """The text field with that number."""
    await hand.click(hand.one("textbox", at=hand.ordinal - 1))


@policy("sign-agreement")
async def agreement(hand: Hand) -> None:
    """Read to the end, sign, agree or cancel."""
    if "cancel button" in hand.goal:
        await hand.press_button("Cancel")
        return
    name, button = hand.quoted
    await hand.scroll(hand.one("textbox", "User agreement"), "bottom")
    await hand.look()
    await hand.fill(hand.one("textbox", "Name"), name)
    await hand.press_button(button)


@policy("navigate-tree")
async def tree(hand: Hand) -> None:
    """Open folder after folder until the name is there."""
    (name,) = hand.quoted
    tried: set[str] = set()
    while True:
        shown = [
            one for one in (await hand.read()).all("span") if one.classes & {"folder", "file"} and one.text
        ]
        for one in shown:
            if one.text == name:
                await hand.click(one.ref or (one.parent or one).ref)
                return
        closed = [one for one in shown if "folder" in one.classes and one.text not in tried]
        if not closed:
            raise Stuck("every folder is open")
        tried.add(closed[0].text)
        await hand.click(closed[0])
