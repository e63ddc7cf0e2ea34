"""What the pages under docs/ say exists: the proofs of facts, and the files that they link to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.rooms import ROOT

PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]


def test_every_fact_names_a_proof_that_exists() -> None:
    page = (ROOT / "docs" / "chrome-facts.md").read_text(encoding="utf-8")
    entries = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    assert [
        entry.splitlines()[0] for entry in entries if not re.search(r"`tests/\S+::test_\w+`", entry)
    ] == []
    for file, test in re.findall(r"`(tests/\S+)::(test_\w+)`", page):
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^(?:async )?def {test}\b", source, re.MULTILINE), f"{file} has no {test}"


def test_facts_are_in_order_and_none_is_there_twice() -> None:
    page = (ROOT / "docs" / "chrome-facts.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^## Fact (\d+) · \S", page, re.MULTILINE)]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_that_exist(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#\S*)?\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if not re.match(r"[a-z]+:", link)]
    assert [link for link in local if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`((?:cdp_engine|tests|scripts|protocol_gen|docs)/[\w./-]+)`", text)
    assert [name for name in named if "NAME" not in name and not (ROOT / name).exists()] == []
