"""Options in, commands out: nothing here needs a browser."""

from __future__ import annotations

import json

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import network
from cdp_engine.tab import (
    DEVICES,
    NO_EMULATION,
    Credentials,
    Geolocation,
    Throttle,
    cookie_params,
    permission_settings,
    plain_cookies,
    read_state,
)
from cdp_engine.tab.media.action_overlay import cursor_quad, ripple_quad
from cdp_engine.tab.policy.client_hints import client_hints, filled_in, navigator_platform
from cdp_engine.tab.policy.devices import find_device
from cdp_engine.tab.policy.emulation_commands import overrides

PRODUCT = "Chrome/156.0.8078.79"


def methods(new, *, kind="page", old=NO_EMULATION):
    return [command.method for command in overrides(new, kind=kind, product=PRODUCT, old=old)]


def params(new, method, *, kind="page", old=NO_EMULATION):
    found = [c for c in overrides(new, kind=kind, product=PRODUCT, old=old) if c.method == method]
    assert len(found) == 1
    return found[0].params


@pytest.mark.req("CD-15")
@pytest.mark.parametrize("name", sorted(DEVICES))
def test_every_device_makes_a_whole_emulation(name):
    made = NO_EMULATION.changed({"device": name})
    assert made.viewport is not None
    assert made.scale is not None
    agent = filled_in(made.user_agent or "", PRODUCT)
    assert "{" not in agent
    assert ("Chrome/156" in agent) == ("Chrome/" in agent)
    assert navigator_platform(agent)


def test_devices_are_found_as_people_write_them():
    assert find_device("iphone-15 PRO").name == "iPhone 15 Pro"
    turned = find_device("Pixel 7 landscape")
    assert (turned.width, turned.height) == (915, 412)
    with pytest.raises(InvalidInput) as caught:
        find_device("iPhone 99")
    assert "iPhone" in caught.value.hint


def test_an_option_beside_a_device_wins():
    made = NO_EMULATION.changed({"viewport": (500, 600), "device": "Pixel 7"})
    assert made.viewport == (500, 600)
    assert made.touch is True
    assert made.changed({"device": None}) == NO_EMULATION


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"geolocation": (1, 2)}, Geolocation(1, 2, 10)),
        ({"geolocation": {"latitude": 1, "longitude": 2, "accuracy": 3}}, Geolocation(1, 2, 3)),
        ({"throttle": {"latency": 5}}, Throttle(5)),
        ({"credentials": ("me", "secret")}, Credentials("me", "secret")),
        ({"viewport": {"width": 3, "height": 4}}, (3, 4)),
        ({"locale": "de_CH"}, "de-CH"),
    ],
)
def test_values_are_taken_in_the_shapes_programs_have(given, expected):
    (name,) = given
    assert getattr(NO_EMULATION.changed(given), name) == expected


@pytest.mark.parametrize(
    "wrong",
    [
        {"viewport": "big"},
        {"viewport": (0, 5)},
        {"viewport": (1.5, 2)},
        {"viewport": {"width": 3}},
        {"scale": 0},
        {"scale": True},
        {"mobile": 1, "viewport": (1, 1)},
        {"mobile": True},
        {"geolocation": (91, 0)},
        {"geolocation": (1,)},
        {"geolocation": "here"},
        {"timezone": "Mars/Base"},
        {"timezone": "../etc/passwd"},
        {"locale": "not a locale"},
        {"color_scheme": "red"},
        {"throttle": "5g"},
        {"throttle": {"speed": 1}},
        {"throttle": {"latency": -1}},
        {"headers": {"a b": "c"}},
        {"headers": {"a": "b\r\nc: d"}},
        {"headers": "a"},
        {"credentials": ("me",)},
        {"user_agent": "two\nlines"},
        {"offline": "yes"},
        {"javascript": 0},
    ],
)
def test_values_that_cannot_be_are_refused(wrong):
    with pytest.raises(InvalidInput):
        NO_EMULATION.changed(wrong)


def test_an_unknown_option_is_refused_with_the_list_and_the_nearest():
    with pytest.raises(InvalidInput) as caught:
        NO_EMULATION.changed({"colour_scheme": "dark"})
    assert "color_scheme" in caught.value.message
    assert "timezone" in caught.value.message
    assert "color_scheme" in caught.value.hint


def test_a_password_is_never_shown():
    made = NO_EMULATION.changed({"credentials": ("me", "hunter2")})
    assert "hunter2" not in repr(made)
    with pytest.raises(InvalidInput) as caught:
        NO_EMULATION.changed({"credentials": ("me", "hunter2", "http://a", "more")})
    assert "hunter2" not in str(caught.value)


def test_no_emulation_costs_no_command():
    assert methods(NO_EMULATION) == []


def test_only_what_differs_is_sent():
    dark = NO_EMULATION.changed({"color_scheme": "dark"})
    both = dark.changed({"timezone": "Asia/Tokyo"})
    assert methods(both, old=dark) == ["Emulation.setTimezoneOverride"]
    assert params(dark, "Emulation.setTimezoneOverride", old=both) == {"timezoneId": ""}


def test_each_kind_of_target_gets_what_it_takes():
    made = NO_EMULATION.changed(
        {"device": "iPhone 15", "offline": True, "headers": {"X-A": "b"}, "color_scheme": "dark"}
    )
    page, frame, worker = (set(methods(made, kind=kind)) for kind in ("page", "iframe", "worker"))
    assert page - frame == {"Emulation.setDeviceMetricsOverride"}
    assert "Emulation.setTouchEmulationEnabled" in frame
    assert worker == {
        "Emulation.setUserAgentOverride",
        "Network.emulateNetworkConditionsByRule",
        "Network.setExtraHTTPHeaders",
    }


def test_a_viewport_is_taken_back():
    made = NO_EMULATION.changed({"viewport": (100, 200)})
    assert methods(NO_EMULATION, old=made) == ["Emulation.clearDeviceMetricsOverride"]


def test_a_locale_is_reported_to_servers_too():
    made = NO_EMULATION.changed({"locale": "de-DE"})
    assert params(made, "Emulation.setUserAgentOverride")["acceptLanguage"] == "de-DE,de"


def test_client_hints_tell_the_story_of_the_user_agent():
    android = client_hints(
        "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 Chrome/120.0.6099.43 Mobile Safari/537.36",
        mobile=True,
    )
    assert android is not None
    assert (android.platform, android.platform_version, android.model) == ("Android", "14", "SM-S911B")
    assert android.mobile is True
    assert android.brands is not None
    assert {brand.version for brand in android.brands} == {"120", "99"}
    assert client_hints("Mozilla/5.0 (iPhone) Version/18.5 Safari/604.1", mobile=True) is None
    assert client_hints("Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0", mobile=False) is None


def test_permissions_are_granted_unless_said_otherwise():
    assert permission_settings(["geolocation"]) == {"geolocation": "granted"}
    assert permission_settings("geolocation") == {"geolocation": "granted"}
    assert permission_settings({"notifications": "denied"}) == {"notifications": "denied"}
    with pytest.raises(InvalidInput):
        permission_settings({"notifications": "maybe"})


def cookie(**fields):
    return network.Cookie(**{"name": "n", "value": "v", "domain": "a.test", "path": "/", **fields})


@pytest.mark.parametrize(
    ("fields", "url", "sent"),
    [
        ({}, "http://a.test/x", True),
        ({}, "http://sub.a.test/x", False),
        ({"domain": ".a.test"}, "http://sub.a.test/x", True),
        ({"domain": ".a.test"}, "http://nota.test/x", False),
        ({"path": "/shop"}, "http://a.test/shop/1", True),
        ({"path": "/shop"}, "http://a.test/shopping", False),
        ({"secure": True}, "http://a.test/", False),
        ({"secure": True}, "https://a.test/", True),
        ({"secure": True, "domain": "localhost"}, "http://localhost/", True),
    ],
)
def test_which_cookies_a_url_is_sent(fields, url, sent):
    assert bool(plain_cookies([cookie(**fields)], [url])) is sent


def test_cookies_come_back_as_they_were_reported():
    reported = plain_cookies(
        [cookie(expires=99.5, http_only=True, same_site="Lax"), cookie(session=True, expires=-1)]
    )
    first, second = cookie_params(reported)
    assert (first.expires, first.http_only, first.same_site) == (99.5, True, "Lax")
    assert (second.expires, second.same_site, second.path) == (None, None, "/")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "a", "value": "b"},
        {"name": "a", "domain": "x"},
        {"name": "a", "value": "b", "domain": "x", "color": "red"},
        {"name": "a", "value": "b", "domain": "x", "sameSite": "Sometimes"},
        {"name": "a", "value": "b", "domain": "x", "expires": "soon"},
    ],
)
def test_cookies_that_cannot_be_are_refused(wrong):
    with pytest.raises(InvalidInput):
        cookie_params([wrong])


def test_a_state_is_read_from_a_file_or_a_mapping(tmp_path):
    plain = {
        "cookies": [],
        "origins": [{"origin": "http://a.test", "localStorage": [{"name": "k", "value": "v"}]}],
    }
    file = tmp_path / "state.json"
    file.write_text(json.dumps(plain))
    state = read_state(file)
    assert state == read_state(plain)
    assert state.origins[0].local_storage[0].value == "v"
    assert read_state(state.plain()) == state


@pytest.mark.parametrize(
    "wrong", [{"cookies": 5}, {"origins": [{"origin": "file:///etc"}]}, {"cookies": [{}]}]
)
def test_a_state_that_is_none_is_refused(wrong, tmp_path):
    with pytest.raises(InvalidInput):
        read_state(wrong)
    with pytest.raises(InvalidInput):
        read_state(tmp_path / "missing.json")


def test_the_tip_of_the_cursor_and_the_middle_of_the_ripple_are_the_point():
    assert list(cursor_quad((10, 20)))[:2] == [10, 20]
    ring = list(ripple_quad((10, 20), 5))
    assert (sum(ring[0::2]) / 4, sum(ring[1::2]) / 4) == (10, 20)
