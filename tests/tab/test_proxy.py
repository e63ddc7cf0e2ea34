"""What is taken for a proxy; Chrome would use none, without a word, where it does not understand one."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import fetch
from cdp_engine.tab import proxy_settings
from cdp_engine.tab.policy.emulation import Credentials
from cdp_engine.tab.policy.request_interception import is_for

pytestmark = pytest.mark.req("CD-15")


@pytest.mark.parametrize(
    "server", ["http://10.0.0.1:3128", "10.0.0.1:3128", "socks5://[::1]:1080", "https://p.test"]
)
def test_local_addresses_go_through_the_proxy_too(server: str) -> None:
    assert proxy_settings(server, ["*.test"]) == (server, ("<-loopback>", "*.test"))
    assert proxy_settings(None, ()) == (None, ())
    assert proxy_settings("direct://", ()) == ("direct://", ())


@pytest.mark.parametrize(
    ("server", "bypass", "said"),
    [
        (5, (), "must be a text"),
        ("", (), "invalid proxy_server"),
        ("nonsense://x", (), "invalid proxy_server"),
        ("http://h:99999", (), "invalid proxy_server"),
        ("http://h:80/path", (), "invalid proxy_server"),
        ("http://:80", (), "invalid proxy_server"),
        ("socks5://me:word@127.0.0.1:9", (), "name and a password"),
        ("http://me:word@127.0.0.1:9", (), "name and a password"),
        ("http://h:80", "a.test", "list of hosts"),
        ("http://h:80", [5], "list of texts"),
    ],
)
def test_what_chrome_cannot_use_is_refused(server: Any, bypass: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said) as caught:
        proxy_settings(server, bypass)
    assert caught.value.hint


def test_an_origin_of_credentials_is_read_without_regard_to_case() -> None:
    challenge = fetch.AuthChallenge(origin="https://shop.test", scheme="basic", realm="")
    assert is_for(Credentials("me", "word", origin="HTTPS://Shop.Test"), challenge)
    assert not is_for(Credentials("me", "word", origin="https://other.test"), challenge)
