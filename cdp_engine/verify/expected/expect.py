"""Builders of expectations, for `expect=` of every action.

await page.click("e4", expect=expect.navigation("/thanks") | expect.appears("Invalid email"))
"""

from __future__ import annotations

from cdp_engine.verify.expected.expectations import VERIFY_SECONDS, Expectation, Outcome


def navigation(url: str = "", *, timeout: float = VERIFY_SECONDS) -> Expectation:
    """Another document or address; `url` is a part of the address, or a pattern with `*`."""
    return _one(Outcome(type="navigation", url=url), timeout)


url = navigation


def appears(
    text: str = "", *, role: str = "", name: str = "", timeout: float = VERIFY_SECONDS
) -> Expectation:
    """A text, or an element of a role and name, that was not there before."""
    return _one(Outcome(type="element_appears", text=text, role=role, name=name), timeout)


def disappears(
    text: str = "", *, role: str = "", name: str = "", ref: str = "", timeout: float = VERIFY_SECONDS
) -> Expectation:
    """A text or an element that was there before goes away."""
    return _one(Outcome(type="element_disappears", text=text, role=role, name=name, ref=ref), timeout)


def value(held: str | None = None, *, ref: str = "", timeout: float = VERIFY_SECONDS) -> Expectation:
    """The field holds `held` afterwards; with None, any value other than before."""
    return _one(Outcome(type="value_changes", value=held, ref=ref), timeout)


def state(
    name: str = "", value: str | bool | None = None, *, ref: str = "", timeout: float = VERIFY_SECONDS
) -> Expectation:
    """A state of the element (`checked`, `expanded`, …) changes, or is `value` afterwards."""
    held = str(value).lower() if isinstance(value, bool) else value
    return _one(Outcome(type="state_changes", state=name, value=held, ref=ref), timeout)


def any_change(*, timeout: float = VERIFY_SECONDS) -> Expectation:
    """The page reacts in any way."""
    return _one(Outcome(type="any_change"), timeout)


def no_change(*, timeout: float = VERIFY_SECONDS) -> Expectation:
    """Nothing goes wrong: for all of `timeout` the page shows no error, opens no dialog and stays where it is."""
    return _one(Outcome(type="no_change"), timeout)


def _one(outcome: Outcome, timeout: float) -> Expectation:
    return Expectation(outcomes=(outcome,), timeout=timeout)
