"""The reducer over new tabs: which of them a tab opened."""

from __future__ import annotations

import pytest

from cdp_engine.protocol import browser, page, target
from cdp_engine.protocol.page import FrameId
from cdp_engine.tab.state.popups import Popups

LINK = "https://example.org/link"


def info(name: str, *, url: str = "", opener: str | None = None, context: str = "here") -> target.TargetInfo:
    return target.TargetInfo(
        target_id=target.TargetID(name),
        type="page",
        title="",
        url=url,
        attached=False,
        can_access_opener=False,
        opener_id=None if opener is None else target.TargetID(opener),
        browser_context_id=browser.BrowserContextID(context),
    )


def requested(
    disposition: page.ClientNavigationDisposition, url: str = LINK
) -> page.FrameRequestedNavigation:
    return page.FrameRequestedNavigation(
        frame_id=FrameId("own"), reason="anchorClick", url=url, disposition=disposition
    )


@pytest.fixture
def popups() -> Popups:
    made = Popups(target.TargetID("own"), lambda: None)
    made.own = info("own", url="https://example.org")
    return made


def created(popups: Popups, *infos: target.TargetInfo) -> list[str]:
    for one in infos:
        popups.created(target.TargetCreated(target_info=one))
    return list(popups.known)


@pytest.mark.req("EX-02")
@pytest.mark.parametrize("disposition", ["newTab", "newWindow"])
def test_a_tab_that_a_click_asked_for_has_no_opener(
    popups: Popups, disposition: page.ClientNavigationDisposition
) -> None:
    popups.requested(requested(disposition))
    assert created(popups, info("a", url=LINK), info("b", url=LINK)) == ["a"], "one request, one tab"


@pytest.mark.req("EX-02")
def test_its_address_may_come_later(popups: Popups) -> None:
    created(popups, info("before"))
    popups.requested(requested("newTab"))
    assert not created(popups, info("a"))
    for name in ("before", "a", "a"):
        popups.created(target.TargetInfoChanged(target_info=info(name, url=LINK)))
    assert list(popups.known) == ["a"]


def test_tabs_of_others_are_not_taken(popups: Popups) -> None:
    assert not created(popups, info("before", url=LINK))
    popups.requested(requested("newTab"))
    others = (
        info("elsewhere", url=LINK, context="another"),
        info("theirs", url=LINK, opener="stranger"),
        info("unlike", url="https://example.org/other"),
    )
    assert not created(popups, *others)
    popups.requested(requested("currentTab", "https://example.org/here"))
    assert not created(popups, info("same", url="https://example.org/here"))


def test_the_size_asked_for_is_that_of_a_window_with_an_opener(popups: Popups) -> None:
    window = page.WindowOpen(
        url="", window_name="", window_features=["width=300", "height=200"], user_gesture=True
    )
    popups.asked(window)
    popups.requested(requested("newTab"))
    created(popups, info("link", url=LINK), info("window", opener="own"))
    assert [popups.size(target.TargetID(name)) for name in ("link", "window")] == [None, (300, 200)]


def test_a_tab_without_an_address_yet_has_the_one_asked_for(popups: Popups) -> None:
    for url in (LINK, ""):
        popups.asked(page.WindowOpen(url=url, window_name="", window_features=[], user_gesture=True))
    created(popups, info("link", opener="own"), info("window", opener="own", url="https://example.org/here"))
    assert [one.url for one in popups.known.values()] == [LINK, "https://example.org/here"]
