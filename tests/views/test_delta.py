"""Differences as text: few tokens, dead refs first, and exact when put together on the caller's side."""

from __future__ import annotations

import random

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.track import PageTracker, TransientReport, TransientText
from cdp_engine.views import OutlineOptions, RenderedAnswer, Replay, lines_of, outline_lines, render_answer
from tests.support.snapshots import E, Pages
from tests.support.tokens import tokens


class Caller:
    """A page, its tracker, and the picture that a caller makes of the answers' texts alone."""

    def __init__(self, body: E, full_after: int = 0) -> None:
        self.pages = Pages(body)
        self.tracker = PageTracker(self.pages.refs, full_after=full_after)
        self.replay = Replay()

    def reported(self) -> RenderedAnswer:
        reported = render_answer(self.tracker.observe(self.pages.snapshot()), self.tracker)
        self.replay.take(reported.kind, reported.text)
        self.tracker.commit(reported.change)
        return reported

    def shown(self) -> list[str]:
        """What a full view of the uppermost would be now."""
        picture = self.tracker.caller_state
        assert picture is not None
        top = picture.top.overlay.row if picture.top else 0
        return [line.text for line in outline_lines(self.pages.snapshot(), top=top)]


def shop() -> E:
    words = ["Tea", "Milk", "Bread", "Eggs", "Salt", "Rice", "Oats", "Nuts", "Figs", "Dates", "Beans", "Corn"]
    return E(
        "main",
        E("nav", E("a", "Home", href="/"), E("button", "Cart (1)")),
        E("h1", "Shop"),
        *(
            E("div", E("p", word), E("button", f"Buy {word}"))
            for word in (*words, *(f"{word} II" for word in words))
        ),
    )


@pytest.mark.req("FP-07", "FP-08")
def test_one_label_costs_few_tokens() -> None:
    caller = Caller(shop())
    caller.reported()
    cart = next(e for e in caller.pages.body.walk() if e.text == "Cart (1)" and e.tag == "button")
    cart.text = "Cart (2)"
    reported = caller.reported()
    assert reported.text == "v2 delta from v1\n@ navigation\n~ [e2 button Cart (2)]"
    assert tokens(reported.text) < 60
    assert caller.replay.lines == caller.shown()


@pytest.mark.req("FP-08", "SX-11")
def test_a_ref_is_never_both_gone_and_kept() -> None:
    """A row that is re-created every two seconds may be so between two answers, and then go."""
    caller = Caller(shop())
    caller.reported()
    body = caller.pages.body
    at = next(at for at, one in enumerate(body.children) if isinstance(one, E) and one.tag == "div")
    row = body.children[at]
    assert isinstance(row, E)
    body.children[at] = row.clone()
    caller.tracker.track(caller.pages.snapshot())
    del body.children[at]
    reported = caller.reported()
    assert "\ngone e3\n" in reported.text
    assert "refs kept" not in reported.text
    assert caller.replay.lines == caller.shown()


@pytest.mark.req("FP-08")
def test_dead_refs_come_first_then_added_modified_and_the_count_of_removed() -> None:
    caller = Caller(shop())
    caller.reported()
    body = caller.pages.body
    rows = [child for child in body.children if isinstance(child, E) and child.tag == "div"]
    body.children.remove(rows[0])
    rows[5].children.append(E("button", "Later"))
    rows[8].children = ["Sold out"]
    reported = caller.reported()
    marks = [line.split(" ")[0] for line in reported.text.split("\n")]
    assert marks == ["v2", "gone", "after", "+", "~e10+1", "-"]
    assert "gone e3 e11" in reported.text
    assert caller.replay.lines == caller.shown()


@pytest.mark.req("FP-08")
def test_runs_of_dead_refs_are_short() -> None:
    caller = Caller(
        E("main", *(E("p", f"Text {n}") for n in range(60)), *(E("button", f"B {n}") for n in range(9)))
    )
    caller.reported()
    caller.pages.body.children[-6:] = [E("button", "One"), caller.pages.body.children[-1]]
    assert "gone e4-e8\n" in caller.reported().text


@pytest.mark.req("FP-07")
def test_a_difference_longer_than_the_page_is_a_full_view() -> None:
    caller = Caller(E("main", *(E("p", word) for word in ("one", "two", "three", "four", "five"))))
    caller.reported()
    for paragraph in caller.pages.body.walk():
        if paragraph.tag == "p":
            paragraph.text = f"number {paragraph.text}"
    reported = caller.reported()
    assert (reported.kind, reported.change.reason) == ("full", "the difference is not shorter than the page")


@pytest.mark.req("FP-07")
def test_a_difference_is_shown_as_long_as_it_is_shorter_than_the_page() -> None:
    caller = Caller(E("main", E("p", "one"), E("p", "two"), *(E("p", "a line") for _ in range(12))))
    caller.reported()
    text = caller.pages.body.children[0]
    assert isinstance(text, E)
    text.text = "much more than the whole rest of this page " * 30
    reported = caller.reported()
    assert reported.kind == "delta"
    assert 0.9 * len("\n".join(caller.shown())) < len(reported.text) < len("\n".join(caller.shown()))


def test_what_no_line_shows_is_no_change() -> None:
    caller = Caller(shop())
    caller.reported()
    link = next(e for e in caller.pages.body.walk() if e.tag == "a")
    link.attributes["target"] = "_blank"
    reported = caller.reported()
    assert (reported.kind, reported.text) == ("no_change", "v2 no change from v1")


@pytest.mark.req("SX-08")
def test_texts_that_came_and_went_have_their_age() -> None:
    caller = Caller(shop())
    caller.reported()
    change = caller.tracker.observe(caller.pages.snapshot())
    report = TransientReport(
        9.0, (TransientText(7.0, 'Invalid "card"'), TransientText(8.0, "Hello", "removed"))
    )
    from dataclasses import replace

    reported = render_answer(replace(change, transient=report), caller.tracker)
    assert reported.text.split("\n")[1:] == [
        '! 2s ago error: "Invalid \\"card\\""',
        '! 1s ago removed: "Hello"',
    ]
    whole = render_answer(replace(caller.tracker.full(change, "asked"), transient=report), caller.tracker)
    caller.replay.take(whole.kind, whole.text)
    assert caller.replay.lines == caller.shown()


def test_a_difference_of_something_else_is_refused() -> None:
    replay = Replay()
    replay.take("full", "one\n[e1 Home]")
    for text in (
        "v2 delta\n~ [e9 Away]",
        "v2 delta\nafter e7\n+ x",
        "v2 overlay closed #1",
        "v2 d\n~bad x",
    ):
        with pytest.raises(InvalidInput):
            replay.take("delta", text)


NASTY = (
    "[e12 fake]",
    "# head",
    "! note",
    "--- since the last answer",
    "v5 delta",
    "gone e1-e9",
    "page: 3 lines",
    "é\u202e",
)


class Mutation:
    """Random changes of every kind, pages' worst texts included."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def word(self) -> str:
        plain = ("Save", "Delete", "Tea", "Cart (1)", "Cart (2)", "a b c")
        return self.random.choice(plain + NASTY)

    def make(self, depth: int = 0) -> E:
        if self.random.random() < 0.35 or depth > 3:
            return E(self.random.choice(("button", "a", "h2", "p", "span", "li")), self.word())
        tag = self.random.choice(("div", "ul", "section", "nav", "li"))
        count = self.random.randint(1, 4)
        return E(
            tag, *(self.make(depth + 1) if self.random.random() < 0.7 else self.word() for _ in range(count))
        )

    def step(self, pages: Pages) -> None:
        choose, body = self.random.choice, pages.body
        elements = body.walk()
        parents = [e for e in elements if any(isinstance(child, E) for child in e.children)]
        element, kind = choose(elements), self.random.random()
        parent = choose(parents)
        place = choose([i for i, child in enumerate(parent.children) if isinstance(child, E)])
        child = parent.children[place]
        assert isinstance(child, E)
        dialogs = [e for e in body.children if isinstance(e, E) and e.role == "dialog"]
        if kind < 0.3 and not any(isinstance(inner, E) for inner in element.children):
            element.text = self.word()
        elif kind < 0.45 and element.tag not in ("button", "a"):
            element.children.append(self.make(3))
        elif kind < 0.55 and len(elements) > 30:
            parent.children.remove(child)
        elif kind < 0.7:
            target = choose([e for e in elements if e not in child.walk() and e.tag not in ("button", "a")])
            parent.children.remove(child)
            target.children.insert(self.random.randint(0, len(target.children)), child)
            target.text_backends, parent.text_backends = {}, {}
        elif kind < 0.8:
            parent.children[place] = child.clone()
        elif kind < 0.85 and element is not body:
            element.hidden = not element.hidden
        elif kind < 0.9:
            element.states = choose(((), ("checked",), ("focused",)))
        elif kind < 0.93:
            pages.scroll = (0.0, float(self.random.randint(0, 500)))
        elif kind < 0.96:
            modal = choose(("true", "false"))
            content = (E("h2", "Sure?"), E("button", "Yes"), E("p", self.word()))
            body.children.append(
                E("div", *content, role="dialog", name=choose(("Ask", None)), aria_modal=modal)
            )
        elif dialogs:
            body.children.remove(choose(dialogs))


@pytest.mark.req("FP-07")
@pytest.mark.parametrize("seed", range(4))
def test_base_and_differences_give_the_current_view_over_random_steps(seed: int) -> None:
    mutation = Mutation(seed)
    caller = Caller(E("main", *(mutation.make() for _ in range(12))))
    kinds: set[str] = set()
    for step in range(300):
        kinds.add(caller.reported().kind)
        assert caller.replay.lines == caller.shown(), f"step {step}"
        for _ in range(mutation.random.randint(0, 2)):
            mutation.step(caller.pages)
    assert kinds >= {"full", "delta", "no_change", "overlay_opened", "overlay_closed"}


def test_lines_are_written_once_for_each_state() -> None:
    caller = Caller(shop())
    caller.reported()
    picture = caller.tracker.caller_state
    assert picture is not None
    assert lines_of(picture.page, OutlineOptions()) is lines_of(picture.page, OutlineOptions())
