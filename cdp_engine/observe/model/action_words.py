"""Attributes that imply a click: handlers, class names, test ids (`btn-primary`, `data-testid="submit-order"`). Pure.

Pages handle clicks on elements with such names at an ancestor, so that neither a listener nor an attribute says so.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Literal

from cdp_engine.observe.model.columns import Attributes
from cdp_engine.observe.model.html_vocabulary import (
    ACTION_WORDS,
    CLASS_WORDS,
    CLICK_TOGGLES,
    HANDLER_ATTRIBUTES,
    PART_WORDS,
    TEST_ID_WORDS,
    TEST_IDS,
    TOGGLES,
)

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CLASS_WORD = re.compile(r"(?:^|\s)(?:" + "|".join(sorted(CLASS_WORDS)) + r")(?:\s|$)")
_CLICK = re.compile(
    r"(?:dbl)?click(?![^-]*@)|(?:mouse|pointer)(?:down|up)(?![^-]*@)|touch(?:start|end)(?![^-]*@)|tap->"
)
AttributeHint = Literal["", "class", "handler"]


def hint_of_attributes(attributes: Attributes, known: dict[tuple[str, str], bool]) -> AttributeHint:
    """The strongest hint of attributes; `known` remembers values."""
    found: AttributeHint = ""
    for position in range(0, len(attributes), 2):
        name = attributes[position]
        if name == "draggable":
            if attributes[position + 1] == "true":
                return "handler"
        elif name in HANDLER_ATTRIBUTES or name.startswith("@click"):
            if _acts_on_click(name, attributes[position + 1]):
                return "handler"
        elif name == "class":
            key = "", attributes[position + 1]
            if key not in known:
                known[key] = _CLASS_WORD.search(key[1]) is not None
            found = "class" if known[key] else ""
    return found


def implies_action(attributes: Attributes, known: dict[tuple[str, str], bool]) -> bool:
    """Whether a class name or a test id contains a word for a control; `known` remembers values."""
    for position in range(0, len(attributes), 2):
        name = attributes[position]
        if name != "class" and name not in TEST_IDS:
            continue
        key = name, attributes[position + 1]
        if key not in known:
            known[key] = any(_names_action(one, name == "class") for one in key[1].split())
        if known[key]:
            return True
    return False


def _acts_on_click(name: str, actions: str) -> bool:
    """Whether a handler's attribute is for a click. `data-action` names an action without an event, or for a click on
    the element itself, as Stimulus writes it: `click->menu#open`, not `saved@document->notice#show`.
    """
    if name in TOGGLES:
        return actions in CLICK_TOGGLES
    if name != "data-action":
        return True
    return any("->" not in one or _CLICK.match(one) is not None for one in actions.split()) or not actions


GENERATED_CLASS = re.compile(r"^(?:css|sc|jss|emotion|svelte)-")
"""The beginning of class names that style sheets in scripts make."""


def words_in(written: str) -> list[str]:
    """The words of class names or of an id, in lower case: `dayRangeStart`, `is-selected`."""
    return [part.lower() for part in _PART.findall(written)]


def own_words_in(classes: str, plain: Container[str]) -> list[str]:
    """The words of class names; those of a part (`menu-header__hotkeys`) without its widget's, unless `plain` words are
    all that the part has.
    """
    said: list[str] = []
    for name in classes.split():
        own = words_in(name.rpartition("__")[2])
        said += words_in(name) if all(map(plain.__contains__, own)) else own
    return said


def _names_action(written: str, is_class: bool) -> bool:
    parts = words_in(written)
    if not PART_WORDS.isdisjoint(parts):
        return False
    return not (ACTION_WORDS if is_class else TEST_ID_WORDS).isdisjoint(parts)
