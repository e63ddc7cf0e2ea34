"""Text, passwords, dates and numbers into fields."""

from __future__ import annotations

import re

from scripts.bench.miniwob.hand import Hand, Stuck, policy


@policy("enter-text", "enter-text-dynamic")
async def enter_text(hand: Hand) -> None:
    """What is quoted."""
    await hand.fill(hand.one("textbox"), hand.quoted[0])
    await hand.press_button()


@policy("enter-text-2")
async def enter_in_case(hand: Hand) -> None:
    """What is quoted, in the letters that are asked for."""
    text = hand.quoted[0]
    await hand.type(hand.one("textbox"), text.upper() if "upper case" in hand.goal else text.lower())
    await hand.press_button()


@policy("enter-password")
async def enter_password(hand: Hand) -> None:
    """The same password twice."""
    for field in hand.all("textbox"):
        await hand.fill(field, hand.quoted[0])
    await hand.press_button()


@policy("enter-date")
async def enter_date(hand: Hand) -> None:
    """A date field takes year, month and day."""
    month, day, year = hand.heard(r"(\d+)/(\d+)/(\d+)")
    await hand.fill(hand.one("date"), f"{year}-{month}-{day}")
    await hand.press_button()


@policy("enter-time")
async def enter_time(hand: Hand) -> None:
    """A time field takes hours up to 24."""
    hour, minute, half = hand.heard(r"(\d+):(\d+) ([AP]M)")
    hours = int(hour) % 12 + (12 if half == "PM" else 0)
    await hand.fill(hand.one("time"), f"{hours:02}:{minute}")
    await hand.press_button()


@policy("login-user", "login-user-popup")
async def log_in(hand: Hand) -> None:
    """User name and password; something may pop up in between."""
    user, password = hand.quoted
    for name, text in (("Username", user), ("Password", password)):
        field = hand.one("textbox", name)
        answer = await hand.call("fill", ref=field.ref, text=text)
        await hand.look()
        if not answer.success or hand.all(name="Cancel"):
            await hand.press_button("Cancel")
            await hand.look()
            await hand.fill(hand.one("textbox", name), text)
            await hand.look()
    for button in ("Login", "OK"):
        if hand.all("button", button):
            await hand.press_button(button)
            return


@policy("copy-paste", "copy-paste-2")
async def copy(hand: Hand) -> None:
    """The text of one field into the last text field, through the clipboard as it ends with a space."""
    markup = await hand.read()
    source = markup.all("textarea")[hand.ordinal - 1 if "text area" in hand.goal else 0]
    await hand.press(["Control+A", "Control+C"], source)
    await hand.press("Control+V", markup.all("input")[0])
    await hand.press_button()


@policy("text-transform")
async def captcha(hand: Hand) -> None:
    """The letters below the instruction."""
    await hand.fill(hand.one("textbox"), hand.view.lines[1].replace(" ", ""))
    await hand.press_button()


@policy("find-word")
async def find_word(hand: Hand) -> None:
    """A word of the paragraph, without its punctuation."""
    words = re.findall(r"[\w']+", hand.view.lines[1])
    await hand.fill(hand.one("textbox"), words[hand.ordinal - 1])
    await hand.press_button()


@policy("scroll-text")
async def last_word(hand: Hand) -> None:
    """The last word of a long text."""
    source, field = hand.all("textbox")
    await hand.fill(field, re.findall(r"[\w']+", source.value)[-1])
    await hand.press_button()


@policy("scroll-text-2")
async def scroll_text(hand: Hand) -> None:
    """To one end of a long text."""
    await hand.scroll(hand.one("textbox"), "top" if "to the top" in hand.goal else "bottom")
    await hand.press_button()


def _table(hand: Hand) -> dict[str, str]:
    rows = (line.split(" | ") for line in hand.view.lines if " | " in line)
    return {row[0]: row[1] for row in rows}


@policy("read-table")
async def read_table(hand: Hand) -> None:
    """One value of a table."""
    (key,) = hand.heard(r"value of (.+) into")
    await hand.fill(hand.one("textbox"), _table(hand)[key])
    await hand.press_button()


@policy("read-table-2")
async def read_table_twice(hand: Hand) -> None:
    """Two values of a table, into the fields of their names."""
    table = _table(hand)
    for field in hand.all("textbox"):
        await hand.fill(field, table[field.name.rstrip(":")])
    await hand.press_button()


@policy("simple-arithmetic")
async def arithmetic(hand: Hand) -> None:
    """Two numbers and a sign."""
    found = re.search(r"(-?\d+) ([+x×*-]) (-?\d+) =", "\n".join(hand.view.lines[1:]))
    if found is None:
        raise Stuck("no problem to be seen")
    left, right = int(found[1]), int(found[3])
    result = left + right if found[2] == "+" else left - right if found[2] == "-" else left * right
    await hand.fill(hand.one("textbox"), str(result))
    await hand.press_button()


@policy("simple-algebra")
async def algebra(hand: Hand) -> None:
    """One unknown on one side of a sum or difference."""
    found = re.search(r"(-?\w+) ([+-]) (-?\w+) = (-?\d+)", "\n".join(hand.view.lines[1:]))
    if found is None:
        raise Stuck("no equation to be seen")
    left, sign, right, total = found.groups()
    if left == "x":
        x = int(total) - int(right) if sign == "+" else int(total) + int(right)
    else:
        x = int(total) - int(left) if sign == "+" else int(left) - int(total)
    await hand.fill(hand.one("textbox"), str(x))
    await hand.press_button()


@policy("guess-number")
async def guess(hand: Hand) -> None:
    """Halve the range by what the page says of each guess."""
    low, high = 0, 9
    while low <= high:
        middle = (low + high) // 2
        await hand.fill(hand.one("spinbutton"), str(middle))
        await hand.press_button()
        feedback = "\n".join((await hand.look()).lines)
        if "higher than" in feedback:
            low = middle + 1
        elif "lower than" in feedback:
            high = middle - 1
        else:
            return


@policy("highlight-text", "highlight-text-2")
async def highlight(hand: Hand) -> None:
    """Three clicks mark a paragraph; text that nobody acts on has its ref from `find`."""
    texts = [line for line in hand.view.lines[1:] if not line.startswith("[")]
    text = texts[hand.ordinal - 1 if "paragraph and" in hand.goal and len(texts) > 1 else 0]
    await hand.click((await hand.find(text))[-1][0], count=3)
    await hand.press_button()
