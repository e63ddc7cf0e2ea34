"""Elements re-created keep their refs where that is certain, and nowhere else."""

from __future__ import annotations

import random
import re

import pytest

from cdp_engine.track import PageTracker, align
from cdp_engine.track.identity.fingerprint import MATCH_LIMIT, Fingerprint, similarity
from tests.support.snapshots import E, Pages

pytestmark = pytest.mark.req("VD-06")


def rebuilt(pages: Pages, change: E) -> dict[str, str]:
    """Old text of each rebound element → its text after `change` took the page's place."""
    before = pages.snapshot()
    names = {element.backend: element.text for element in pages.body.walk()}
    pages.body = change
    now = pages.snapshot()
    later = {element.backend: element.text for element in change.walk()}
    return {
        names[before.columns.backend[match.old_row]]: later[now.columns.backend[match.new_row]]
        for match in align(before, now).rebound
        if before.columns.tag[match.old_row] in ("button", "a", "input")
    }


def shop(*items: str, tag: str = "li") -> E:
    return E("main", E("h1", "Shop"), E("ul", *(E(tag, E("button", item)) for item in items)))


@pytest.mark.req("SX-11")
def test_a_counter_does_not_make_another_button() -> None:
    page = Pages(E("nav", E("a", "Home", href="/"), E("button", "Cart (1)")))
    assert rebuilt(page, E("nav", E("a", "Home", href="/"), E("button", "Cart (2)"))) == {
        "Home": "Home",
        "Cart (1)": "Cart (2)",
    }
    badge = Pages(E("nav", E("button", "Cart ", E("span", "1"))))
    assert rebuilt(badge, E("nav", E("button", "Cart ", E("span", "2")))) == {"Cart 1": "Cart 2"}


@pytest.mark.req("EX-06")
@pytest.mark.parametrize(
    ("before", "now", "kept"),
    [
        (("Delete", "Delete", "Save"), ("Delete", "Delete", "Save"), {"Save"}),
        (("Delete", "Delete"), ("Delete",), set[str]()),
        (("Qty 1", "Qty 2"), ("Qty 2", "Qty 3"), set[str]()),
        (("Cart (1)", "Cart (2)"), ("Cart (2)", "Cart (2)"), set[str]()),
        (("Item 3", "Save", "Help"), ("Item 4", "Save", "Help"), {"Save", "Help"}),
        (("Save", "Cancel", "Help"), ("Help", "Save", "Cancel"), {"Save", "Cancel", "Help"}),
        (("Qty 1", "Qty 2", "Save", "Help"), ("Qty 2", "Qty 1", "Save", "Help"), {"Save", "Help"}),
        (("Row 7", "Row 20", "Row 99"), ("Row 99", "Row 7", "Row 50"), {"Row 7", "Row 99"}),
        (tuple(f"Day {n}" for n in range(9)), tuple(f"Day {n + 1}" for n in range(9)), set[str]()),
        (tuple(f"Day {n}" for n in range(20)), tuple(f"Day {n}{'!' * (n == 5)}" for n in range(20)), None),
        (("Next", "Back", "Help"), ("Finish", "Back", "Help"), {"Back", "Help"}),
        (("A 1", "A 2", "A 3", "A 4"), ("A 4", "A 3", "A 2", "A 1"), {"A 1", "A 2", "A 3", "A 4"}),
    ],
)
def test_what_could_be_two_things_is_left_alone(
    before: tuple[str, ...], now: tuple[str, ...], kept: set[str] | None
) -> None:
    pairs = rebuilt(Pages(shop(*before)), shop(*now))
    assert set(pairs) == (set(before) & set(now) if kept is None else kept)
    assert all(old == new for old, new in pairs.items())


@pytest.mark.req("EX-06")
def test_a_button_that_was_wrapped_while_it_was_disabled() -> None:
    """As Ant Design's tooltips do: a box of its own is around a disabled button, and none once it is enabled."""

    def footer(*buttons: E) -> E:
        return E("footer", E("p", "Tags"), *buttons)

    page = Pages(footer(E("button", "Cancel"), E("span", E("button", E("b", "Save tags"), disabled=""))))
    assert rebuilt(page, footer(E("button", "Cancel"), E("button", E("b", "Save tags")))) == {
        "Cancel": "Cancel",
        "Save tags": "Save tags",
    }
    several = Pages(footer(E("span", E("button", "Save")), E("span", E("button", "Save"))))
    assert rebuilt(several, footer(E("button", "Save"), E("button", "Next"))) == {}
    named = Pages(footer(E("div", E("p", "Ada"), E("button", "Delete"))))
    assert rebuilt(named, footer(E("button", "Delete"))) == {}


@pytest.mark.req("EX-06")
def test_equal_buttons_go_with_their_rows() -> None:
    def row(name: str, amount: int) -> E:
        return E("tr", E("td", name), E("td", f"({amount})"), E("td", E("button", "Delete", id=f"x{name}")))

    page = Pages(E("table", row("Apples", 1), row("Pears", 1), row("Plums", 1)))
    before = page.snapshot()
    page.body = E("table", row("Plums", 1), row("Apples", 2))
    now = page.snapshot()
    pairs = [
        (before.columns.attributes[match.old_row][1], now.columns.attributes[match.new_row][1])
        for match in align(before, now).rebound
        if before.columns.tag[match.old_row] == "button"
    ]
    assert sorted(pairs) == [("xApples", "xApples"), ("xPlums", "xPlums")]


def test_the_days_of_another_month_are_other_days() -> None:
    """A number alone is known by the words around it; page numbers count the pages of the same list."""

    def calendar(month: str) -> E:
        weeks = [
            E("tr", *(E("td", E("button", str(7 * week + day))) for day in range(1, 8))) for week in range(4)
        ]
        return E(
            "div", E("div", E("button", "Back"), E("span", month), E("button", "Next")), E("table", *weeks)
        )

    def listed(word: str) -> E:
        items = E("ul", *(E("li", E("a", name)) for name in (word, "Ada", "Eva", "Ida", "Ute")))
        return E(
            "main", E("h1", "People"), items, E("nav", *(E("button", str(page)) for page in range(1, 6)))
        )

    assert len(rebuilt(Pages(calendar("March")), calendar("March"))) == 30
    assert rebuilt(Pages(calendar("March")), calendar("April")).keys().isdisjoint(map(str, range(1, 29)))
    assert rebuilt(Pages(listed("Max")), listed("Tom")).keys() >= set("12345")


def test_an_element_without_a_name_is_matched_by_its_position_between_the_same_neighbours() -> None:
    def bar(*kinds: str) -> E:
        return E("div", *(E("button", kind if kind != "icon" else "", class_=kind) for kind in kinds))

    def matched(now: E) -> list[str]:
        pages = Pages(bar("Save", "icon", "Help"))
        before = pages.snapshot()
        pages.body = now
        pairs = align(before, pages.snapshot()).rebound
        return [
            before.columns.attributes[m.old_row][1]
            for m in pairs
            if before.columns.tag[m.old_row] == "button"
        ]

    assert sorted(matched(bar("Save", "icon", "Help"))) == ["Help", "Save", "icon"]
    assert sorted(matched(bar("Save", "icon", "icon", "Help"))) == ["Help", "Save"], "which of the two?"
    assert sorted(matched(bar("Save", "Help", "icon"))) == ["Help", "Save"], "elsewhere"


def test_a_match_needs_six_tenths_in_common() -> None:
    def alone(label: str, text: str, href: str) -> Fingerprint:
        return Fingerprint("a", "link", label, text, "", "", href, "", "")

    whole = alone("Save", "Save", "/a")
    assert similarity(whole, whole) == 1
    assert similarity(whole, alone("Save", "Zzz", "/a")) >= MATCH_LIMIT == 0.6
    assert similarity(whole, alone("Zzz", "Zzz", "/a")) < MATCH_LIMIT
    page = Pages(E("main", E("h1", "Shop"), E("a", "Save", href="/a", id="go")))
    assert rebuilt(page, E("main", E("h1", "Shop"), E("a", "Zzz", href="/b", id="go"))) == {}


@pytest.mark.req("EX-06")
@pytest.mark.parametrize("tag", ["div", "li", "section"])
def test_what_was_said_of_apples_is_not_said_of_pears(tag: str) -> None:
    def card(name: str) -> E:
        return E(
            "main", E("ul", E(tag, E("h2", name), E("p", "fresh"), E("button", "Buy"), E("button", "Share")))
        )

    assert rebuilt(Pages(card("Apples")), card("Pears")) == {}
    assert set(rebuilt(Pages(card("Apples")), card("Apples"))) == {"Buy", "Share"}


def boxes_filled(before: list[tuple[str, ...]], now: list[tuple[str, ...]]) -> set[str]:
    """The buttons found again where a bar's boxes, each a text and its buttons, were filled again from the left."""

    def fill(texts: tuple[str, ...]) -> list[E | str]:
        return [*([E("span", texts[0])] if texts[0] else []), *(E("button", text) for text in texts[1:])]

    boxes = [E("div", *fill(texts)) for texts in before]
    bar = E("div", *boxes)
    page = Pages(E("main", E("h1", "Orders"), E("p", "All of them"), E("p", "By date"), bar))
    first = page.snapshot()
    names = {element.backend: element.text for element in page.body.walk()}
    while len(boxes) < len(now):
        boxes.append(E("div"))
    bar.children[:] = boxes[: len(now)]
    for box, texts in zip(boxes, now, strict=False):
        box.children[:] = fill(texts)
    second = page.snapshot()
    later = {element.backend: element.text for element in page.body.walk()}
    pairs = [
        (names[first.columns.backend[match.old_row]], later[second.columns.backend[match.new_row]])
        for match in align(first, second).rebound
        if first.columns.tag[match.old_row] == "button"
    ]
    assert all(old == new for old, new in pairs)
    return {old for old, _ in pairs}


@pytest.mark.req("SX-11")
def test_what_moved_on_into_the_next_box_keeps_its_refs() -> None:
    """Quasar's table puts `5 records selected.` before the boxes of its footer (Vue patches boxes without keys)."""
    footer = [("Records per page", "5"), ("1-5 of 12", "First", "Next")]
    chosen = [("5 records chosen",), *footer]
    assert boxes_filled(footer, chosen) == {"5", "First", "Next"}
    assert boxes_filled(chosen, footer) == {"5", "First", "Next"}


@pytest.mark.req("EX-06")
def test_buttons_without_a_text_beside_them_do_not_move_on() -> None:
    assert boxes_filled([("", "Buy", "Share")], [("5 chosen",), ("", "Buy", "Share")]) == set()


def test_written_ids_count_and_made_up_ones_do_not() -> None:
    def form(first: str, second: str) -> E:
        return E("form", E("button", "Go", id=first), E("p", "x"), E("button", "Go", id=second))

    assert rebuilt(Pages(form("save", "send")), form("send", "save")) == {"Go": "Go"}
    page = Pages(form("save", "send"))
    ids = {element.backend: element.attributes.get("id") for element in page.body.walk()}
    before = page.snapshot()
    page.body = form("send", "save")
    ids |= {element.backend: element.attributes.get("id") for element in page.body.walk()}
    now = page.snapshot()
    pairs = {
        (ids[before.columns.backend[m.old_row]], ids[now.columns.backend[m.new_row]])
        for m in align(before, now).rebound
        if before.columns.tag[m.old_row] == "button"
    }
    assert pairs == {("save", "save"), ("send", "send")}
    assert rebuilt(Pages(form(":r1:", ":r2:")), form(":r1:", ":r2:")) == {}


@pytest.mark.req("EX-06")
@pytest.mark.parametrize("made", ["form-{}-done", "rows[{}].done", "rows.{}.done"])
def test_an_id_that_counts_a_place_is_not_that_of_the_record(made: str) -> None:
    def table(*names: str) -> E:
        rows = (
            E("tr", E("td", name), E("td", E("button", f"{name} done", id=made.format(place))))
            for place, name in enumerate(names)
        )
        return E("table", *rows)

    names = tuple(f"Article {number} about {topic}" for number in (60, 57, 53) for topic in ("tea", "ink"))
    found = rebuilt(Pages(table(*names)), table(*(name for name in names if name.endswith("ink"))))
    assert all(before == now for before, now in found.items())
    assert len(rebuilt(Pages(table(*names)), table(*names))) == len(names)


@pytest.mark.req("EX-06")
@pytest.mark.parametrize(
    ("now", "kept"),
    [
        (("box-27", "box-28", "box-29"), 3),
        (("box-2", "box-3", "box-4"), 0),
        (("box-27", "box-1", "box-2"), 0),
        (("pin-27", "pin-28", "pin-29"), 0),
    ],
)
def test_an_id_with_a_number_that_only_rises_is_drawn_again(now: tuple[str, ...], kept: int) -> None:
    """As AG Grid numbers its check boxes: the row is the same element, and its box has the next number."""

    def grid(*ids: str) -> E:
        rows = (
            E("tr", E("td", f"Run {name}"), E("td", E("input", type="checkbox", id=f"{made}-input")))
            for name, made in zip(("amber", "birch", "cedar"), ids, strict=True)
        )
        return E("table", *rows)

    pages = Pages(grid("box-1", "box-2", "box-3"))
    before = pages.snapshot()
    pages.body = grid(*now)
    after = pages.snapshot()
    boxes = [m for m in align(before, after).rebound if before.columns.tag[m.old_row] == "input"]
    assert len(boxes) == kept


@pytest.mark.req("EX-06")
def test_the_number_of_a_record_in_an_id_tells_records_apart() -> None:
    """A panel for one user at a time: its box is that of another user, however equal it looks."""

    def panel(user: int) -> E:
        return E("div", E("p", "Rights"), E("label", E("input", type="checkbox", id=f"user-{user}-admin")))

    pages = Pages(panel(17))
    before = pages.snapshot()
    pages.body = panel(18)
    assert not [
        m for m in align(before, pages.snapshot()).rebound if before.columns.tag[m.old_row] == "input"
    ]


@pytest.mark.req("EX-06")
def test_a_check_box_of_another_record_is_another_one() -> None:
    """phpMyAdmin names the boxes of its rows by their places, and says in the value which record each of them takes."""

    def table(*records: int) -> E:
        return E(
            "table",
            *(
                E("tr", E("td", E("input", type="checkbox", id=f"delete{at}_left", value_=f"id = {record}")))
                for at, record in enumerate(records)
            ),
        )

    pages = Pages(table(1, 2, 3))
    before = pages.snapshot()
    for records, kept in (((49, 33, 17), 0), ((1, 33, 3), 2)):
        pages.body = table(*records)
        boxes = [
            m for m in align(before, pages.snapshot()).rebound if before.columns.tag[m.old_row] == "input"
        ]
        assert len(boxes) == kept


def test_another_document_is_never_the_same() -> None:
    pages = Pages(shop("Save"))
    before = pages.snapshot()
    pages.navigate(pages.body.clone(), "L1")
    assert align(before, pages.snapshot()).rebound == ()


def test_a_page_rebuilt_with_nine_tenths_unchanged_keeps_nine_tenths_of_its_refs() -> None:
    def card(number: int) -> E:
        return E(
            "div",
            E("h2", f"Product {number}"),
            E("p", "In stock"),
            E("a", "Details", href=f"/p/{number}"),
            E("button", "Add to cart"),
            class_="card",
        )

    pages = Pages(
        E("main", E("nav", E("a", "Home", href="/"), E("button", "Cart (0)")), *map(card, range(100)))
    )
    tracker = PageTracker(pages.refs)
    first = pages.snapshot()
    tracker.commit(tracker.observe(first))
    shown = {node.ref: (node.name, node.href) for node in first.interactive()}
    pages.body = pages.body.clone()
    for number in range(0, 100, 10):
        pages.body.children[1 + number] = card(1000 + number)
    cart = next(
        element for element in pages.body.walk() if element.text == "Cart (0)" and element.tag == "button"
    )
    cart.text = "Cart (3)"
    tracker.observe(pages.snapshot())
    kept = [ref for ref in shown if pages.refs.life(ref) == ("live", "")]
    assert len(kept) >= 0.9 * len(shown)
    now = pages.snapshot()
    for ref in kept:
        name, href = shown[ref]
        node = now.get(ref)
        assert (node.name.replace("(3)", "(0)"), node.href) == (name, href)


WORDS = ["Save", "Delete", "Edit", "Share", "Open", "Close", "Archive", "Reply", "Forward", "Star"]


class Story:
    """A list of elements of known identity, re-created again and again with other labels in another order."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.identity: dict[int, tuple[int, int]] = {}
        self.count = 0

    def item(self, shape: int) -> E:
        self.count += 1
        kind = self.random.random()
        label = (
            self.random.choice(WORDS)
            if kind < 0.5
            else f"Cart ({self.random.randint(0, 3)})"
            if kind < 0.7
            else f"Qty {self.random.randint(1, 4)}"
            if kind < 0.8
            else f"Item {self.count}"
        )
        return self.known(self.build(shape, label), self.count)

    def build(self, shape: int, label: str) -> E:
        if shape == 0:
            return E("button", label)
        if shape == 1:
            return E("li", E("button", label))
        if shape == 2:
            return E("li", E("span", f"Row {self.count}"), E("button", label), E("button", "Delete"))
        if shape == 3:
            return E("tr", E("td", label), E("td", E("button", "Delete")))
        return E("div", E("span", self.random.choice(("Tea", "Milk"))), E("button", label))

    def known(self, element: E, identity: int) -> E:
        for position, inner in enumerate(element.walk()):
            self.identity[inner.backend] = (identity, position)
        return element

    def again(self, element: E) -> E:
        copy = element.clone()
        for old, new in zip(element.walk(), copy.walk(), strict=True):
            self.identity[new.backend] = self.identity[old.backend]
        return copy

    def relabel(self, element: E) -> None:
        for inner in element.walk():
            for place, text in enumerate(inner.children):
                if isinstance(text, str) and text != "Delete":
                    number = re.search(r"\d+", text)
                    if number and self.random.random() < 0.7:
                        text = f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}"
                    elif self.random.random() < 0.5:
                        text += self.random.choice((" now", " (1)", "d", "…"))
                    else:
                        text = f"New {self.random.random():.9f}"
                    inner.children[place] = text
                    return

    def turn(self) -> tuple[int, int]:
        """One rebuild. Returns how many buttons kept their ref and how many of those are other buttons now."""
        shape = self.random.randint(0, 4)
        items = [self.item(shape) for _ in range(self.random.randint(1, 9))]
        holder = E(self.random.choice(("ul", "div")), *items)
        pages = Pages(E("main", E("h1", "Shop"), holder))
        before = pages.snapshot()
        new = [self.again(item) for item in items]
        if self.random.random() < 0.6:
            self.random.shuffle(new)
        if self.random.random() < 0.5:
            for element in new:
                if self.random.random() < 0.3:
                    self.relabel(element)
        if self.random.random() < 0.2:
            new.pop(self.random.randrange(len(new)))
        if self.random.random() < 0.5:
            pages.body.children[1] = E(holder.tag, *new)
        else:
            holder.children = list(new)
        now = pages.snapshot()
        kept = wrong = 0
        for match in align(before, now).rebound:
            was, here = before.columns.backend[match.old_row], now.columns.backend[match.new_row]
            if before.columns.tag[match.old_row] == "button":
                kept += 1
                wrong += self.identity[was] != self.identity[here]
        return kept, wrong


@pytest.mark.req("EX-06", "SX-11")
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_random_rebuilds_hit_no_wrong_target(seed: int) -> None:
    story = Story(seed)
    turns = [story.turn() for _ in range(1000)]
    assert sum(wrong for _, wrong in turns) == 0
    assert sum(kept for kept, _ in turns) > 1000


def filters(found: str) -> E:
    """A row of filters as Shaarli's, which begins as any other such row for more than a hundred characters."""
    words = "Only display private links, only display public links, filter untagged links, select all, links a page"
    links = (E("a", number, href=f"#{number}") for number in ("20", "50"))
    return E("div", E("i", words), *links, E("i", f"Fold all {found}"))


@pytest.mark.parametrize(
    ("before", "now"), [("1 result", "1 result 7 of 9"), ("of 1234567890123456789012", "of 1 2"), ("", "2")]
)
def test_rows_with_further_numbers_far_behind_are_compared(before: str, now: str) -> None:
    page = Pages(E("main", E("section", filters(before), filters(""))))
    assert rebuilt(page, E("main", E("section", filters(now), filters("")))) in ({}, {"20": "20", "50": "50"})


@pytest.mark.req("EX-06")
def test_a_lost_ref_is_answered_with_ranked_candidates() -> None:
    pages = Pages(shop("Delete", "Delete", "Delete all", "Save"))
    tracker = PageTracker(pages.refs)
    first = pages.snapshot()
    tracker.commit(tracker.observe(first))
    refs = [node.ref for node in first.interactive()]
    pages.body = shop("Delete", "Delete", "Delete all", "Save")
    tracker.observe(pages.snapshot())
    lost = tracker.lost(refs[0])
    assert lost is not None
    assert lost.reason == "it was removed from the page"
    assert [candidate.name for candidate in lost.candidates[:2]] == ["Delete", "Delete"]
    assert all(candidate.confidence <= 0.5 for candidate in lost.candidates[:2])
    assert [candidate.name for candidate in lost.candidates[2:]] == ["Delete all"], "the old Save is none"
    assert tracker.lost(refs[3]) is None


@pytest.mark.req("EX-06")
@pytest.mark.parametrize(("says", "named"), [("Button 1", []), ("Button 2", ["Button 2"])])
def test_what_stood_beside_a_lost_element_replaces_it_only_under_its_label(
    says: str, named: list[str]
) -> None:
    kept = E("button", "Button 1")
    pages = Pages(E("main", kept, E("button", "Button 2")))
    tracker = PageTracker(pages.refs)
    first = pages.snapshot()
    tracker.commit(tracker.observe(first))
    refs = {node.name: node.ref for node in first.interactive()}
    kept.children[:] = [says]
    pages.body = E("main", kept)
    tracker.observe(pages.snapshot())
    lost = tracker.lost(refs["Button 2"])
    assert lost is not None
    assert [candidate.name for candidate in lost.candidates] == named


@pytest.mark.req("EX-06")
def test_candidates_have_something_to_choose_them_by() -> None:
    """Deluge's rows: a `term` has no name, but a text; one without any is left out."""
    pages = Pages(E("main", E("dl", E("dt", "All (200)", role="term"))))
    tracker = PageTracker(pages.refs)
    first = pages.snapshot()
    tracker.commit(tracker.observe(first))
    ref = next(node.ref for node in first.nodes() if node.tag == "dt")
    pages.body = E("main", E("dl", E("dt", role="term"), E("dt", "All of them (2)", role="term")))
    tracker.observe(pages.snapshot())
    lost = tracker.lost(ref)
    assert lost is not None
    assert [candidate.name for candidate in lost.candidates] == ["All of them (2)"]
