"""Sliders, spinners, pickers, and forms of several parts."""

from __future__ import annotations

import re

from scripts.bench.miniwob.hand import Hand, Stuck, policy
from scripts.bench.miniwob.reading import Thing

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip


async def slide(hand: Hand, handle: Thing, wanted: int) -> None:
    """Move a handle by keys; the number on the line below says where it is."""
    await hand.press("Home", handle)
    low = int((await hand.look()).lines[handle.line + 1])
    if wanted != low:
        await hand.press(["ArrowRight"] * (wanted - low), handle)


@policy("use-slider")
async def one_slider(hand: Hand) -> None:
    """One slider to a number."""
    (wanted,) = hand.heard(r"Select (-?\d+) with")
    await slide(hand, hand.one("clickable"), int(wanted))
    await hand.press_button()


@policy("use-slider-2")
async def three_sliders(hand: Hand) -> None:
    """Three sliders, each to its number."""
    (combination,) = hand.heard(r"\[(.+)\]")
    for at, wanted in enumerate(combination.split(",")):
        await slide(hand, hand.one("clickable", at=at), int(wanted))
    await hand.press_button()


@policy("use-spinner")
async def spinner(hand: Hand) -> None:
    """A number field with arrows."""
    (wanted,) = hand.heard(r"Select (-?\d+) with")
    await hand.fill(hand.one("spinbutton"), wanted)
    await hand.press_button()


@policy("use-colorwheel", "use-colorwheel-2")
async def colour_picker(hand: Hand) -> None:
    """The picker's field takes a colour in hexadecimal."""
    page = await hand.read()
    shown = next((one.style("background-color") for one in page.all(cls="cc")), "")
    colour = shown.removeprefix("#") or COLOURS[hand.heard(r"Select (\w+) with")[0]]
    await hand.fill(hand.one("textbox"), colour)
    await hand.press("Tab")
    await hand.look()
    await hand.press_button()


COLOURS = {
    "aqua": "00FFFF", "black": "000000", "blue": "0000FF", "gold": "FFD700", "gray": "808080", "green": "008000",
    "lime": "00FF00", "magenta": "FF00FF", "maroon": "800000", "navy": "000080", "olive": "808000", "orange": "FFA500",
    "pink": "FFC0CB", "purple": "800080", "red": "FF0000", "silver": "C0C0C0", "teal": "008080", "white": "FFFFFF",
    "yellow": "FFFF00",
}  # fmt: skip
"""The colour names of HTML."""


@policy("choose-date", "choose-date-easy", "choose-date-medium", "choose-date-nodelay")
async def choose_date(hand: Hand) -> None:
    """Open the calendar, go month by month, take the day."""
    month, day, year = hand.heard(r"(\d+)/(\d+)/(\d+)")
    await hand.click(hand.one("textbox"))
    await pick_date(hand, int(year), int(month), int(day))
    await hand.look()
    await hand.press_button()


async def pick_date(hand: Hand, year: int, month: int, day: int) -> None:
    """Take a day in a calendar that is open."""
    for _ in range(60):
        shown = await _month(hand)
        if shown == (year, month):
            await hand.click(hand.one(name=str(day)))
            return
        await hand.click(hand.one(name="Prev" if shown > (year, month) else "Next"))
    raise Stuck("the calendar does not come to that month")


async def _month(hand: Hand) -> tuple[int, int]:
    for _ in range(20):
        text = "\n".join((await hand.look()).lines)
        if found := re.search(rf"({'|'.join(MONTHS)})\s+(\d{{4}})", text):
            return int(found[2]), MONTHS.index(found[1]) + 1
    raise Stuck("no month to be seen")


@policy("form-sequence")
async def slider_and_checkbox(hand: Hand) -> None:
    """A slider, one of three checkboxes, submit."""
    (wanted,) = hand.heard(r"Select (-?\d+) with")
    await slide(hand, hand.one("clickable"), int(wanted))
    await hand.click(hand.one("checkbox", at=hand.ordinal - 1))
    await hand.press_button()


@policy("form-sequence-2")
async def radio_and_text(hand: Hand) -> None:
    """One of three radio buttons, a number into one of three fields."""
    radio, number, field = hand.heard(
        r'the (\d)\w\w radio button and enter the number "(-?\d+)" into the (\d)'
    )
    await hand.click(hand.one("radio", at=int(radio) - 1))
    await hand.fill(hand.one("textbox", at=int(field) - 1), number)
    await hand.press_button()


@policy("form-sequence-3")
async def dropdown_and_button(hand: Hand) -> None:
    """A drop-down that the page draws itself, then a button."""
    (wanted,) = hand.heard(r"Choose (.+) from the dropdown")
    await hand.click(hand.one("clickable"))
    found = await hand.find(wanted)
    await hand.click(next(ref for ref, line in found if line.split(maxsplit=2)[2].startswith(wanted)))
    await hand.look()
    await hand.press_button(hand.quoted[0])


@policy("generate-number")
async def generate(hand: Hand) -> None:
    """Generate until the number fits."""
    limit = re.search(r"(less|greater) than (-?\d+)", hand.goal)
    for _ in range(40):
        await hand.press_button("Generate")
        line = (await hand.look()).lines[1]
        number = int(line) if re.fullmatch(r"-?\d+", line) else None
        if number is None:
            continue
        if limit is not None:
            fits = number < int(limit[2]) if limit[1] == "less" else number > int(limit[2])
        else:
            fits = number % 2 == (1 if "odd" in hand.goal else 0)
        if fits:
            await hand.press_button()
            return
    raise Stuck("no number fits")


@policy("odd-or-even")
async def odd_or_even(hand: Hand) -> None:
    """Each number by the button before or after it."""
    lines = hand.view.lines
    for at, line in enumerate(lines):
        if re.fullmatch(r"-?\d+", line):
            near = hand.view.between(at - 1, at + 2)
            name = "Odd" if int(line) % 2 else "Even"
            await hand.click(next(thing for thing in near if thing.name == name))
    await hand.press_button()


@policy("find-greatest")
async def greatest_card(hand: Hand) -> None:
    """Turn every card, then take the greatest."""
    cards = (await hand.read()).all(cls="card")
    numbers: list[int] = []
    for at in range(len(cards)):
        await hand.click(cards[at])
        numbers.append(int((await hand.read()).all(cls="card")[at].text))
    await hand.click(cards[numbers.index(max(numbers))])
    await hand.press_button()


@policy("order-food")
async def order(hand: Hand) -> None:
    """Dishes by name, or so many of a kind."""
    lines = hand.view.lines
    if "items that are" in hand.goal:
        count, kind = hand.heard(r"Order (\d+) items that are (\S+)")
        at = next(at for at, line in enumerate(lines) if f"![{kind}]" in line)
        add = next(thing for thing in hand.view.between(at) if thing.name == "+")
        for _ in range(int(count)):
            await hand.click(add)
    else:
        (dishes,) = hand.heard(r"each item: (.+)")
        for dish in dishes.split(","):
            at = lines.index(dish.strip(), 1)
            await hand.click(next(thing for thing in hand.view.between(at) if thing.name == "+"))
    await hand.press_button("Order!")


@policy("text-editor")
async def editor(hand: Hand) -> None:
    """Select a word or everything by keys, then the style or the colour."""
    page = await hand.read()
    field = page.all(cls="ql-editor")[0]
    single = re.search(r"give the text (.+?) the (?:style|color)", hand.goal)
    await hand.press("Control+Home", field)
    if single is None:
        await hand.press("Control+A")
    else:
        start = re.search(rf"(?<!\w){re.escape(single[1])}(?!\w)", field.text)
        if start is None:
            raise Stuck(f"{single[1]} is not in the text")
        await hand.press(["ArrowRight"] * start.start())
        await hand.press(["Shift+ArrowRight"] * len(single[1]))
    if style := re.search(r"style (bold|italic|underline)", hand.goal):
        await hand.click(page.all("button", cls=f"ql-{style[1]}")[0])
    else:
        (colour,) = hand.heard(r"color (\w+)")
        await hand.click(page.all(cls="ql-picker-label")[0])
        items = (await hand.read()).all(cls="ql-picker-item")
        await hand.click(next(one for one in items if one.attributes.get("data-value") == INKS[colour]))
    await hand.press_button()


INKS = {
    "red": "#e60000", "orange": "#ff9900", "yellow": "#ffff00", "green": "#008a00", "blue": "#0066cc",
    "purple": "#9933ff",
}  # fmt: skip
