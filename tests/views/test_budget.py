"""A budget holds to the token in every format, what is left out can be reached, and what matters stays."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.observe import Snapshot
from cdp_engine.views import EstimatedTokens, formats, token_counter
from cdp_engine.views.budget.relevance import scored, words
from tests.observe.drawn import N, snapshot_of
from tests.support.tokens import exact_tokens
from tests.views.recorded_pages import kept

ESTIMATE = EstimatedTokens()
PAGES = ("shop", "swagger", "docs", "index", "library")
FORMATS = formats()


@pytest.mark.req("EX-05", "VD-13")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", PAGES)
def test_the_limit_holds(name: str, format: str) -> None:
    snapshot, _ = kept(name)
    for limit in (150, 777, 4000):
        try:
            text = snapshot.render(format, max_tokens=limit)
        except InvalidInput:
            assert limit == 150
            continue
        assert exact_tokens().count(text) <= limit
        if limit > 150 and exact_tokens().count(snapshot.render(format)) > limit:
            assert exact_tokens().count(text) > 0.4 * limit, "the budget is used"
    guessed = snapshot.render(format, max_tokens=1000, tokenizer="estimate")
    assert exact_tokens().count(guessed) <= 1000


def test_too_little_is_refused() -> None:
    with pytest.raises(InvalidInput, match="max_tokens=5"):
        kept("docs")[0].render("outline", max_tokens=5)


@pytest.mark.req("EX-05")
def test_everything_elided_can_be_reached() -> None:
    """Following `expand` again and again shows every element once more than nothing."""
    snapshot, _ = kept("swagger")
    wanted = {node.ref for node in snapshot.interactive()}
    seen: set[str] = set()
    pending, asked = [""], set[str]()
    while pending:
        expand = pending.pop(0)
        asked.add(expand)
        text = snapshot.render("outline", max_tokens=600, expand=expand, header=False, manifest=False)
        assert exact_tokens().count(text) <= 600
        seen |= set(re.findall(r"\[(e\d+)[ \]]", text))
        pending += [ref for ref in re.findall(r": expand (e\d+)$", text, re.M) if ref not in asked]
    assert wanted <= seen


@pytest.mark.req("EX-05")
def test_cuts_are_at_line_boundaries() -> None:
    snapshot, _ = kept("docs")
    whole = Counter(snapshot.render("outline", max_text=2000).split("\n"))
    for line in snapshot.render("outline", max_tokens=2000).split("\n"):
        assert line in whole or " more lines" in line


def test_a_dialog_comes_first() -> None:
    text = kept("shop")[0].render("outline", max_tokens=120)
    assert "Accept all" in text
    assert "Wool blanket" not in text


@pytest.mark.req("VD-13")
@pytest.mark.parametrize("name", PAGES)
def test_the_estimate_never_undercounts(name: str) -> None:
    snapshot, texts = kept(name)
    for text in ("\n".join(texts), *(snapshot.render(format) for format in FORMATS)):
        exact = exact_tokens().count(text)
        assert exact <= ESTIMATE.count(text) <= 2.2 * exact


@pytest.mark.parametrize(
    "text",
    [
        "Grüße aus Köln, Straße", "Привет, мир! Как дела?", "你好，世界。今天天气很好", "こんにちは世界",
        "안녕하세요 세계", "مرحبا بالعالم", "🙂👍🏽🎉", "a1b2c3 0xdeadbeef",
    ],
)  # fmt: skip
def test_the_estimate_holds_in_other_scripts(text: str) -> None:
    assert ESTIMATE.count(text * 20) >= exact_tokens().count(text * 20)


def test_counters_by_name() -> None:
    assert token_counter("o200k_base").count("hello world") == 2
    assert token_counter("estimate").count("") == 0


def asked_for(snapshot: Snapshot, count: int) -> list[tuple[str, str]]:
    """Queries with the refs of what they ask for: unique names, some of their words left out."""
    chance = random.Random(11)
    nodes = [n for n in snapshot.interactive() if len(words(n.name)) >= 2 and len(n.name) < 80]
    names = Counter(n.name for n in nodes)
    nodes = [n for n in nodes if names[n.name] == 1]
    found: list[tuple[str, str]] = []
    for node in chance.sample(nodes, min(count, len(nodes))):
        parts = node.name.split()
        if len(parts) > 3:
            keep = sorted(chance.sample(range(len(parts)), max(2, len(parts) * 2 // 3)))
            parts = [parts[at] for at in keep]
        found.append((f"click {' '.join(parts)}", node.ref))
    return found


@pytest.mark.req("SX-13")
def test_what_is_asked_for_stays_in_two_thousand_tokens() -> None:
    hits, total = 0, 0
    for name in ("index", "docs", "library", "swagger"):
        snapshot, _ = kept(name)
        for query, ref in asked_for(snapshot, 20):
            text = snapshot.render("outline", query=query)
            assert exact_tokens().count(text) <= 2000
            hits += f"[{ref} " in text or f"[{ref}]" in text
            total += 1
    assert total >= 75
    assert hits >= 0.95 * total


@pytest.mark.req("SX-13")
def test_a_card_is_found_by_what_stands_on_it() -> None:
    """5,000 elements, each `Add to cart` alike: the one on the card that is asked for is there."""
    makers = ("Acme", "Borealis", "Cygnus", "Dorado", "Elgin")
    things = ("lamp", "monitor", "kettle", "chair", "router", "camera", "printer", "drill", "clock", "tent")
    sizes = ("S1", "M2", "L3", "X4", "Z5", "Q6", "R7", "T8", "U9", "V10")
    names = [f"{maker} {thing} {size}" for maker in makers for thing in things for size in sizes]
    cards = [
        N("li", N("div", N("img", alt=""), N("h3", name)), N("p", "In stock, sent today"), N("span", f"{at} $"),
          N("div", N("a", "See details", href=f"/{at}"), N("button", "Add to cart", css={"display": "inline"})),
          box=(0, 40.0 * at, 800, 40))
        for at, name in enumerate(names)
    ]  # fmt: skip
    snapshot = snapshot_of(N("ul", *cards))
    assert snapshot.stats.elements >= 4000
    hits = 0
    sample = random.Random(5).sample(range(len(names)), 20)
    buttons = [node for node in snapshot.interactive() if node.role == "button"]
    for at in sample:
        text = snapshot.render("outline", query=f"add the {names[at]} to my cart")
        hits += f"[{buttons[at].ref} " in text
    assert hits >= 0.95 * len(sample)


OTHER_WORDS = (
    ("log on", "Sign in to your account"),
    ("call someone", "Contact support by telephone"),
    ("remove account", "Delete my profile"),
    ("French version", "Change the language"),
    ("purchase", "Proceed to checkout"),
    ("feedback", "Write a review"),
    ("return a defective item", "Refunds and exchanges"),
    ("parking", "How to reach us by car"),
)


@pytest.mark.req("SX-13")
def test_what_says_the_same_in_other_words_is_found_by_its_meaning() -> None:
    filler = [
        N("p", f"Paragraph {n} tells of copper, weaving and the weather of the year {n}.") for n in range(900)
    ]
    for at, (_, said) in enumerate(OTHER_WORDS):
        filler.insert(at * 100 + 60, N("button", said))
    snapshot = snapshot_of(N("main", *filler))
    by_name = {node.name: node.ref for node in snapshot.interactive()}

    def found(ranking: str) -> int:
        views = (
            (snapshot.render("outline", query=query, max_tokens=300, ranking=ranking), by_name[said])
            for query, said in OTHER_WORDS
        )
        return sum(f"[{ref} " in view for view, ref in views)

    assert found("meaning") >= len(OTHER_WORDS) - 1
    assert found("words") < len(OTHER_WORDS) // 2


LOGGING_AFTER = """
import logging
from cdp_engine.views.budget.meaning import nearness
before = list(logging.getLogger().handlers), logging.getLogger().level
assert nearness("car", ["vehicle"])[0] > 0
assert (list(logging.getLogger().handlers), logging.getLogger().level) == before
"""


def test_meaning_leaves_the_logging_of_the_program_alone() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGING_AFTER], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_meaning_without_its_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from cdp_engine.views.budget import meaning

    meaning._model.cache_clear()
    monkeypatch.setattr(meaning, "find_spec", lambda _name: None)
    with pytest.raises(InvalidInput, match="needs a model") as refused:
        meaning.nearness("pay", ["checkout"])
    assert "cdp-engine[embeddings]" in refused.value.hint


def test_scores_with_and_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [["apple", "tree"], ["apple", "pie", "pie"], ["car"]]
    assert scored(documents, ["pie"])[1] > max(scored(documents, ["pie"])[::2])
    monkeypatch.setattr("cdp_engine.views.budget.relevance.find_spec", lambda name: None)
    assert scored(documents, ["pie"])[1] > 0
    assert scored(documents, ["pie"])[0] == 0


def test_many_small_pages_fit_whole() -> None:
    snapshot = snapshot_of(N("p", "Hello"), N("button", "Go"))
    assert snapshot.render("outline", max_tokens=200) == snapshot.render("outline")
