"""Shapes and colours from the attributes in the `full` view: SVG, backgrounds."""

from __future__ import annotations

import colorsys
import re
from functools import cache

from scripts.bench.miniwob.hand import Hand, Stuck, policy
from scripts.bench.miniwob.reading import Element

FIGURES = {"rect": "rectangle", "circle": "circle", "polygon": "triangle"}


def _figures(page: Element) -> list[Element]:
    return [one for svg in page.all("svg") for one in svg.walk() if one.tag in (*FIGURES, "text") and one.ref]


def _kinds(figure: Element) -> set[str]:
    """Every word that fits: letter, digit, shape, or the shape's name."""
    if figure.tag != "text":
        return {FIGURES[figure.tag], "shape", "item"}
    return {figure.text, "digit" if figure.text.isdigit() else "letter", "item"}


def _size(figure: Element) -> float:
    """Across, in pixels."""
    if figure.tag == "text":
        return float(figure.attributes.get("font-size", "0px").removesuffix("px"))
    if figure.tag == "rect":
        return figure.number("width")
    if figure.tag == "circle":
        return 2 * figure.number("r")
    across = [float(point.split(",")[0]) for point in figure.attributes["points"].split()]
    return max(across) - min(across)


def _fits(figure: Element, words: list[str]) -> bool:
    *adjectives, kind = words
    for word in adjectives:
        if word in ("large", "small"):
            if (_size(figure) > 15) != (word == "large"):
                return False
        elif figure.style("fill") != word:
            return False
    return kind in _kinds(figure)


@policy("click-shape")
async def shape(hand: Hand) -> None:
    """A figure of that size, colour and kind."""
    (words,) = hand.heard(r"Click on an? (.+)")
    for figure in _figures(await hand.read()):
        if _fits(figure, words.split()):
            await hand.click(figure)
            return
    raise Stuck(f"no {words}")


@policy("count-shape")
async def count_shapes(hand: Hand) -> None:
    """How many there are."""
    (words,) = hand.heard(r"How many (.+)s are there")
    count = sum(_fits(figure, words.split()) for figure in _figures(await hand.read()))
    await hand.press_button(str(count))


@policy("identify-shape")
async def name_shape(hand: Hand) -> None:
    """What the one figure is."""
    kinds = _kinds(_figures(await hand.read())[0])
    names = {
        "rectangle": "Rectangle",
        "circle": "Circle",
        "triangle": "Triangle",
        "letter": "Letter",
        "digit": "Number",
    }
    await hand.press_button(next(name for kind, name in names.items() if kind in kinds))


@policy("click-color")
async def coloured_box(hand: Hand) -> None:
    """The box of that colour; the instruction names or shows it."""
    page = await hand.read()
    shown = next((one.style("background-color") for one in page.walk() if one.id == "query-color"), "")
    colour = shown or hand.heard(r"Click on the (\w+) colored box")[0]
    for box in page.all(cls="color"):
        if box.id != "query-color" and box.style("background-color") == colour:
            await hand.click(box)
            return
    raise Stuck(f"no {colour} box")


@policy("click-shades")
async def shades(hand: Hand) -> None:
    """Every shade of one colour."""
    (colour,) = hand.heard(r"shades of (\w+)")
    for box in (await hand.read()).all("span"):
        if box.ref and _hue(box.style("background-color")) == colour:
            await hand.click(box)
    await hand.press_button()


def _hue(colour: str) -> str:
    """`red`, `green` or `blue`, whichever a colour is nearest to; empty for no colour."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    if len(parts) < 3:
        return ""
    return ("red", "green", "blue")[round(colorsys.rgb_to_hsv(*parts)[0] * 3) % 3]


@policy("grid-coordinate")
async def grid(hand: Hand) -> None:
    """A point of a plane whose axes cross in its middle, 30 px to the unit."""
    x, y = (int(number) for number in hand.heard(r"\((-?\d+),\s*(-?\d+)\)"))
    points = (await hand.read()).all("circle")
    xs = sorted({point.number("cx") for point in points})
    ys = sorted({point.number("cy") for point in points}, reverse=True)
    at = (xs[x + len(xs) // 2], ys[y + len(ys) // 2])
    await hand.click(next(point for point in points if (point.number("cx"), point.number("cy")) == at))


@policy("visual-addition")
async def count_blocks(hand: Hand) -> None:
    """How many blocks there are in all."""
    blocks = (await hand.read()).all(cls="addition-block")
    await hand.fill(hand.one("textbox"), str(len(blocks)))
    await hand.press_button()


@policy("ascending-numbers")
async def ascending(hand: Hand) -> None:
    """One number after the other; the first click puts a blank square over each that is left."""
    numbers = sorted((await hand.read()).all("text"), key=lambda one: int(one.text))
    await hand.click(numbers[0])
    squares = (await hand.read()).all("rect")
    for number in numbers[1:]:
        await hand.click(min(squares, key=lambda one: _apart(one, number)))


def _apart(square: Element, number: Element) -> float:
    """Between the middle of a square and that of a digit, which is placed on its baseline."""
    across = square.number("x") + 10 - (number.number("x") + 6)
    down = square.number("y") + 10 - (number.number("y") - 7)
    return across**2 + down**2


@policy("click-pie", "click-pie-nodelay")
async def pie(hand: Hand) -> None:
    """Open the menu, then the letter; nobody can click the one that is chosen from the start (see the package)."""
    await hand.click(hand.one("clickable", "+"))
    await hand.click(await hand.until("clickable", hand.quoted[0]))


@policy("tic-tac-toe")
async def tic_tac_toe(hand: Hand) -> None:
    """Win where that is possible, else block, else take the best square that is free."""
    for _ in range(5):
        squares = [one for row in (await hand.read()).all(cls="ttt-row") for one in row.all("span")]
        marks = [
            "x" if "mark-x" in one.classes else "o" if "mark-o" in one.classes else "" for one in squares
        ]
        if len(squares) != 9 or "" not in marks:
            return
        await hand.click(squares[_move(marks)])
        if any(thing.name == "START" for thing in (await hand.look()).things):
            return


ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _move(marks: list[str]) -> int:
    """The square with the best prospect against one who plays now well, now at random."""
    free = [at for at in range(9) if not marks[at]]
    return max(free, key=lambda at: _prospect((*marks[:at], "x", *marks[at + 1 :]), "o"))


@cache
def _prospect(marks: tuple[str, ...], turn: str) -> float:
    """From -1, lost, to 1, won; a draw wins nothing here."""
    if any(all(marks[at] == "x" for at in row) for row in ROWS):
        return 1.0
    if any(all(marks[at] == "o" for at in row) for row in ROWS):
        return -1.0
    free = [at for at in range(9) if not marks[at]]
    if not free:
        return -0.5
    other = "x" if turn == "o" else "o"
    values = [_prospect((*marks[:at], turn, *marks[at + 1 :]), other) for at in free]
    return max(values) if turn == "x" else (min(values) + sum(values) / len(values)) / 2
