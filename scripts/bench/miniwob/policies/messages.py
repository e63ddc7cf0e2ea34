"""Mail and posts: icons without words, distinguished by the class names of the `full` view."""

from __future__ import annotations

import re

from scripts.bench.miniwob.hand import Hand, Stuck, policy
from scripts.bench.miniwob.reading import Element

_PLAIN = frozenset(("DM", "Email", "I", "In", "Mail", "Please"))
"""Capitalised words that are never names."""


def _button(within: Element, name: str) -> Element:
    """The element of that class or id. Raises `Stuck`."""
    for one in within.walk():
        if name in one.classes or one.id == name:
            return one
    raise Stuck(f"there is no {name}")


async def _open_mail(hand: Hand, sender: str) -> Element:
    """Open the mail; the page with its reply and forward buttons."""
    await hand.click(_mail_by(await hand.read(), sender))
    return await hand.read()


def _mail_by(page: Element, sender: str) -> Element:
    for thread in page.all(cls="email-thread"):
        if thread.all(cls="email-sender")[0].text == sender:
            return thread
    raise Stuck(f"no mail by {sender}")


def _sender(goal: str, senders: list[str]) -> str:
    """Whose mail is meant: the name beside the words of having sent something, or else the only sender."""
    named = [name for name in senders if re.search(rf"\b{name}\b", goal)]
    for name in named:
        if re.search(
            rf"\b(?:by|from|for)\s+{name}\b|\b{name}'s\b|\b{name}\s+(?:sent|wrote|wants his)",
            goal,
            re.IGNORECASE,
        ):
            return name
    if not named:
        raise Stuck(f"no sender of {senders} in {goal!r}")
    return named[0]


def _receiver(goal: str, sender: str) -> str:
    """The other name; a capital at the beginning of a sentence is the weakest evidence."""
    words = [word for word in re.finditer(r"\b[A-Z][a-z]+\b", goal) if word[0] not in {*_PLAIN, sender}]
    inside = [word[0] for word in words if word.start() and goal[: word.start()].rstrip()[-1] not in ".?!"]
    if not words:
        raise Stuck(f"no receiver in {goal!r}")
    return (inside or [word[0] for word in words])[0]


async def _reply(hand: Hand, sender: str, text: str) -> None:
    await hand.click(_button(await _open_mail(hand, sender), "email-reply"))
    page = await hand.read()
    await hand.fill(page.all("textarea")[0], text)
    await hand.click(_button(await hand.read(), "send-reply"))


async def _forward(hand: Hand, sender: str, receiver: str) -> None:
    await hand.click(_button(await _open_mail(hand, sender), "email-forward"))
    await hand.fill(_button(await hand.read(), "forward-sender"), receiver)
    await hand.click(_button(await hand.read(), "send-forward"))


@policy(
    "email-inbox",
    "email-inbox-delete",
    "email-inbox-forward",
    "email-inbox-forward-nl",
    "email-inbox-forward-nl-turk",
    "email-inbox-important",
    "email-inbox-nl-turk",
    "email-inbox-noscroll",
    "email-inbox-reply",
    "email-inbox-star-reply",
)
async def mail(hand: Hand) -> None:
    """Reply to one mail, forward it, delete it or mark it as important."""
    page, goal = await hand.read(), hand.goal
    sender = _sender(goal, [one.text for one in page.all(cls="email-sender")])
    if hand.quoted:
        await _reply(hand, sender, hand.quoted[0])
    elif re.search(r"delet|trash|get rid|remove", goal, re.IGNORECASE):
        await hand.click(_button(_mail_by(page, sender), "trash"))
    elif re.search(r"\bstar|important", goal, re.IGNORECASE):
        await hand.click(_button(_mail_by(page, sender), "star"))
    else:
        await _forward(hand, sender, _receiver(goal, sender))


@policy("social-media")
async def one_post(hand: Hand) -> None:
    """A button of one person's post; some are in a menu."""
    (user,) = hand.heard(r"user (@\S+?),")
    action = hand.quoted[0]
    if action.lower() in ("reply", "retweet", "like"):
        await hand.click(_button(_posts(await hand.read(), user)[0], action.lower()))
        return
    await hand.click(_button(_posts(await hand.read(), user)[0], "more"))
    for item in _posts(await hand.read(), user)[0].all("li"):
        if item.text.startswith(action):
            await hand.click(item)
            return
    raise Stuck(f"no {action} in the menu")


@policy("social-media-all", "social-media-some")
async def several_posts(hand: Hand) -> None:
    """The same button of some or all posts of a person."""
    (user,) = hand.heard(r"by (@\S+)")
    count = re.search(r"on (\d+) posts?", hand.goal)
    posts = _posts(await hand.read(), user)
    for post in posts[: int(count[1])] if count else posts:
        await hand.click(_button(post, hand.quoted[0].lower()))
    await hand.press_button()


def _posts(page: Element, user: str) -> list[Element]:
    posts = [post for post in page.all(cls="media") if post.all(cls="username")[0].text == user]
    if not posts:
        raise Stuck(f"no post by {user}")
    return posts
