"""Search forms, lists over several pages, flights, a terminal, prices."""

from __future__ import annotations

import re

from scripts.bench.miniwob.hand import Hand, Stuck, policy
from scripts.bench.miniwob.policies.setting import pick_date


@policy("search-engine")
async def search(hand: Hand) -> None:
    """Search, turn to the right page, take the result of that number; three are on a page."""
    await hand.fill(hand.one("textbox"), hand.quoted[0])
    await hand.press_button("Search")
    page, place = divmod(hand.ordinal - 1, 3)
    await hand.look()
    if page:
        await hand.click(hand.one("link", str(page + 1)))
        await hand.look()
    results = [thing for thing in hand.all("link") if not re.fullmatch(r"\d|[<>]", thing.name)]
    await hand.click(results[place])


@policy("phone-book")
async def phone_book(hand: Hand) -> None:
    """Turn the pages until the name is there, then one of its links."""
    name, what = hand.heard(r"Find (.+) in the contact book and click on their (\w+)")
    for _ in range(30):
        lines = hand.view.lines
        if f"## {name}" in lines:
            at = next(at for at, line in enumerate(lines) if line.startswith(f"{what.capitalize()}:"))
            await hand.click(hand.view.between(at, at + 2)[0])
            return
        await hand.click(hand.one("link", ">"))
        await hand.look()
    raise Stuck(f"no {name} in the book")


@policy("multi-layouts", "multi-orderings")
async def movie(hand: Hand) -> None:
    """A form whose fields have other places and names each time."""
    genre, director, year = hand.heard(r"Search for (.+) movies directed by (.+) from year (\d+)")
    for field in hand.all("textbox"):
        # a field without a name has its caption on the line below
        kind = (field.name or hand.view.lines[field.line + 1]).casefold()
        is_genre = re.search(r"genre|type|categor", kind)
        is_year = re.search(r"year|date|released", kind)
        await hand.fill(field, genre if is_genre else year if is_year else director)
    last = [thing for thing in hand.all() if thing.role in ("button", "clickable", "link") and thing.name]
    await hand.click(last[-1])


@policy("use-autocomplete", "use-autocomplete-nodelay")
async def autocomplete(hand: Hand) -> None:
    """Type how it begins, take the proposal that ends as it should."""
    begin, end = (*hand.quoted, "")[:2]
    await hand.type(hand.one("textbox"), begin)
    await _propose(hand, begin, end)
    await hand.look()
    await hand.press_button()


@policy("buy-ticket")
async def ticket(hand: Hand) -> None:
    """The cheapest, dearest, shortest or longest."""
    await hand.click(_best(hand, hand.goal))


def _best(hand: Hand, words: str) -> str:
    flights: list[tuple[int, int, str]] = []
    minutes = 0
    for at, line in enumerate(hand.view.lines):
        if found := re.search(r"(\d+)h (\d+)m", line):
            minutes = int(found[1]) * 60 + int(found[2])
        for thing in hand.view.between(at, at + 1):
            if price := re.search(r"Book \w* ?for \$(\d+)|\$(\d+)", thing.name):
                flights.append((int(price[1] or price[2]), minutes, thing.ref))
    if not flights:
        raise Stuck("no flights:\n" + "\n".join(hand.view.lines))
    by = 1 if re.search(r"short|long|duration|time", words) else 0
    pick = max if re.search(r"most|longest|expensive", words) else min
    return pick(flights, key=lambda flight: flight[by])[2]


@policy("book-flight", "book-flight-nodelay")
async def flight(hand: Hand) -> None:
    """Two airports out of proposals, a day, a search, the best flight."""
    what, origin, destination, month, day, year = hand.heard(
        r"Book the (\w+) one-way flight from: (.+) to: (.+) on (\d+)/(\d+)/(\d+)"
    )
    for name, place in (("From:", origin), ("To:", destination)):
        await hand.type(hand.one("textbox", name), place)
        await _propose(hand, place)
        await hand.look()
    await hand.click(hand.one("textbox", "Departure Date"))
    await pick_date(hand, int(year), int(month), int(day))
    await hand.look()
    await hand.press_button("Search")
    await hand.look()
    await hand.click(_best(hand, what))


async def _propose(hand: Hand, part: str, end: str = "") -> None:
    """Take the first proposal with that part and end, as soon as there is one."""
    for _ in range(20):
        for thing in (await hand.look()).things:
            if (
                thing.role not in ("textbox", "button", "searchbox", "combobox")
                and part in thing.name
                and thing.name.endswith(end)
            ):
                await hand.click(thing)
                return
    raise Stuck(f"{part} is not proposed in:\n" + "\n".join(hand.view.lines))


@policy("terminal")
async def terminal(hand: Hand) -> None:
    """List the files, then remove one of that kind."""
    wanted = re.search(r"extension \.(\S+)", hand.goal)
    await hand.click(hand.all()[0])
    await hand.press([*"ls", "Enter"])
    text = " ".join((await hand.look()).lines[1:])
    listed = text.partition("user$ ls")[2].partition("user$")[0].split()
    for name in listed:
        if name.endswith(f".{wanted[1]}") if wanted else "." not in name:
            await hand.press([*"rm", "Space", *name, "Enter"])
            return
    raise Stuck(f"no such file in {text}")
