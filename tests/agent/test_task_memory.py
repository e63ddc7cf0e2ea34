"""What a task keeps and what it hides: the history within its budget, the vault."""

from __future__ import annotations

import base64
import json

import pytest

from cdp_engine.agent.models import Answered, Asked, Said, ToolCall
from cdp_engine.agent.secrets import origin_of
from cdp_engine.agent.tasks import History, Secret, Turn, Vault
from cdp_engine.agent.tool_result import ToolImage
from cdp_engine.errors import InvalidInput, NotAllowed

SHOP = "https://shop.example"


class Letters:
    def count(self, text: str, /) -> int:
        return len(text)


def turn(number: int, view: str | None, *, text: str = "", pictures: tuple[ToolImage, ...] = ()) -> Turn:
    call = ToolCall(id=f"c{number}", name="click", arguments=f'{{"ref":"e{number}"}}')
    answered = Answered(call=call, text=f"head {number}\nview {number}{text}", pictures=pictures)
    return Turn(Said(calls=(call,)), (answered,), (view,), (f"click {call.arguments}",))


def history(budget: int = 10_000) -> History:
    return History("buy", "VIEW", budget=budget, counter=Letters())


def answers(past: History) -> list[str]:
    return [message.text for message in past.messages() if isinstance(message, Answered)]


@pytest.mark.req("AL-09")
def test_a_whole_view_supersedes_those_before_it_and_no_delta_after_it() -> None:
    past = history()
    for number, view in enumerate(["delta", "full", "delta", None], 1):
        past.add(turn(number, view))
    assert answers(past) == [
        "head 1 [view superseded by a later one]",
        "head 2\nview 2",
        "head 3\nview 3",
        "head 4\nview 4",
    ]
    assert "VIEW" not in past.messages()[0].text


@pytest.mark.req("AL-09")
def test_the_first_view_stays_while_only_deltas_follow() -> None:
    past = history()
    past.add(turn(1, "delta"))
    assert past.messages()[0] == Asked("Goal: buy\n\nVIEW")


@pytest.mark.req("AL-09")
def test_old_turns_give_way_to_a_line_each_and_a_whole_view_is_asked_for() -> None:
    past = history(budget=1000)
    for number in range(1, 21):
        past.add(turn(number, "delta", text="x" * 100))
    assert past.wants_view()
    past.refresh("NOW")
    assert not past.wants_view()
    past.trim()
    assert past.tokens() <= 1000
    opening, *rest = past.messages()
    assert '1. click {"ref":"e1"} -> head 1' in opening.text
    assert "VIEW" not in opening.text
    assert rest[-1].text.endswith("The whole page now:\nNOW")
    assert len(past) == 20
    assert isinstance(rest[0], Said)


@pytest.mark.req("AG-09")
def test_the_newest_plan_outlives_the_turns_that_go() -> None:
    past = history(budget=1200)
    words = ["Plan: look first", "1. Log in\n2. Buy the shirt\n3. Pay", "I click it", "And then it is done"]
    for number in range(1, 21):
        made = turn(number, "delta", text="x" * 100)
        said = Said(text=words[number - 1] if number <= len(words) else "", calls=made.said.calls)
        past.add(Turn(said, made.answers, made.views, made.calls))
    past.refresh("NOW")
    past.trim()
    opening = past.messages()[0].text
    assert opening.endswith("What you planned in them:\n1. Log in\n2. Buy the shirt\n3. Pay")
    assert "look first" not in opening
    assert "I click it" not in opening
    short = history()
    short.add(Turn(Said(text=words[1]), asked="call one"))
    assert "What you planned" not in short.messages()[0].text


@pytest.mark.req("AL-09")
def test_only_the_newest_picture_is_sent_and_the_last_turns_stay_whatever_they_cost() -> None:
    past = history(budget=1)
    for number in range(1, 5):
        past.add(turn(number, "full" if number == 4 else None, pictures=(ToolImage(b"p"),)))
    past.trim()
    kept = [message for message in past.messages() if isinstance(message, Answered)]
    assert [len(message.pictures) for message in kept] == [0, 1]


@pytest.mark.req("AL-09")
def test_no_delta_loses_the_view_that_it_builds_upon() -> None:
    past = history(budget=1)
    for number, view in enumerate(["delta", "full", "delta", "delta"], 1):
        past.add(turn(number, view))
    past.add(Turn(Said(text="hm"), asked="call one"))
    past.trim()
    assert answers(past) == ["head 2\nview 2", "head 3\nview 3", "head 4\nview 4"]


@pytest.mark.req("AL-09")
def test_words_without_a_tool_stay_in_their_order() -> None:
    past = history()
    past.add(Turn(Said(text="hm"), asked="call one"))
    assert past.messages()[1:] == (Said(text="hm"), Asked("call one"))
    assert not past.wants_view()


@pytest.mark.req("EX-09")
def test_a_secret_is_filled_in_only_where_it_may_be_typed() -> None:
    vault = Vault([Secret("pass", "s3cret-word", (SHOP,))])
    said = {"ref": "e1", "text": "x${secret:pass}y"}
    assert vault.filled(said, "text", f"{SHOP}/login")["text"] == "xs3cret-wordy"
    assert vault.filled(said, "text", "https://SHOP.example:443/")["text"] == "xs3cret-wordy"
    for url in (
        "http://shop.example",
        "https://shop.example.evil.test",
        "https://evil.test/shop.example",
        "about:blank",
        "",
    ):
        with pytest.raises(NotAllowed):
            vault.filled(said, "text", url)
    for place, arguments in (
        ("", {"url": "https://evil.test/?${secret:pass}"}),
        ("", {"arguments": {"deep": ["'${secret:pass}'"]}}),
        ("text", {"ref": "e1", "text": "x", "expect": "${secret:pass}"}),
    ):
        with pytest.raises(NotAllowed):
            vault.filled(arguments, place, SHOP)
    chosen = vault.filled({"ref": "e1", "values": ["a", "${secret:pass}"]}, "values", SHOP)
    assert chosen["values"] == ["a", "s3cret-word"]
    with pytest.raises(InvalidInput, match="no secret 'other'"):
        vault.filled({"ref": "e1", "text": "${secret:other}"}, "text", SHOP)


@pytest.mark.req("EX-09")
def test_values_are_masked_however_they_are_written() -> None:
    value = 'pä"ss <word>/1'
    vault = Vault([Secret("p", value, (SHOP,))])
    forms = (
        value,
        value.upper(),
        json.dumps(value),
        json.dumps(value, ensure_ascii=False),
        "p%C3%A4%22ss%20%3Cword%3E%2F1",
        "p%C3%A4%22ss+%3Cword%3E%2F1",
        "pä&quot;ss &lt;word&gt;/1",
        base64.b64encode(value.encode()).decode(),
        'field ="pä"ss <wo…"',
    )
    for form in forms:
        masked = vault.masked(f"a {form} b")
        assert "[secret p]" in masked, form
        assert "word" not in masked.casefold(), form
    assert vault.masked("pä is no secret, pä either") == "pä is no secret, pä either"
    assert vault.masked_data({value: [value, 3, None]}) == {"[secret p]": ["[secret p]", 3, None]}
    assert vault.shows_in(f"it is {value}")
    assert not vault.shows_in("nothing here")
    assert value not in repr(Secret("p", value, (SHOP,)))


def test_the_longer_of_two_secrets_is_masked_first() -> None:
    vault = Vault([Secret("a", "hunter", (SHOP,)), Secret("b", "hunter-two", (SHOP,))])
    assert vault.masked("hunter-two hunter") == "[secret b] [secret a]"


def test_origins_are_compared_as_browsers_do() -> None:
    assert origin_of("https://Shop.example:443/a?b") == "https://shop.example"
    assert origin_of("http://[::1]:8080/") == "http://[::1]:8080"
    for url in ("about:blank", "data:text/html,x", "file:///etc/passwd", "https://x:99999999/", ""):
        assert origin_of(url) is None
    for wrong in ("shop.example", "https://shop.example/login", "*"):
        with pytest.raises(InvalidInput):
            Secret("p", "s3cret", (wrong,))
    for value, origins in (("abc", (SHOP,)), ("s3cret", ())):
        with pytest.raises(InvalidInput):
            Secret("p", value, origins)
