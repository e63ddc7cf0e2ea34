"""Which addresses a list of domains lets through."""

from __future__ import annotations

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.tab import domains_of

pytestmark = pytest.mark.req("EX-09")


@pytest.mark.parametrize(
    ("rule", "through", "held"),
    [
        (
            "example.com",
            "http://example.com/ https://a.b.EXAMPLE.com:8443/x wss://example.com/s http://example.com./",
            "http://example.org/ http://badexample.com/ http://example.com.evil.org/ http://com/ "
            "http://example.com@evil.org/ http://user:pass@evil.org/?example.com http://evil.org/#example.com",
        ),
        ("*.example.com", "http://a.example.com/ http://a.b.example.com/", "http://example.com/"),
        (
            "https://example.com",
            "https://example.com/ wss://x.example.com/",
            "http://example.com/ ws://example.com/",
        ),
        (
            "example.com:443",
            "https://example.com/ wss://example.com/",
            "http://example.com/ https://example.com:444/",
        ),
        ("http://localhost:8080/", "http://localhost:8080/ ws://localhost:8080/", "http://localhost/"),
        ("127.0.0.1", "http://127.0.0.1:9/", "http://x.127.0.0.1/ http://127.0.0.11/"),
        ("[::1]:80", "http://[::1]/", "http://[::1]:81/ http://[::2]/"),
        ("Bücher.example", "http://xn--bcher-kva.example/ http://bücher.example/", "http://bucher.example/"),
    ],
)
def test_a_rule_covers_what_it_says(rule: str, through: str, held: str) -> None:
    allowed, blocked = domains_of([rule]), domains_of(None, [rule])
    for url in through.split():
        assert allowed.refusal(url) is None
        assert rule in (blocked.refusal(url) or "")
    for url in held.split():
        assert "not among the allowed domains" in (allowed.refusal(url) or "")
        assert blocked.refusal(url) is None


@pytest.mark.parametrize("rule", ["10.0.0.7", "[::ffff:10.0.0.7]", "[::ffff:a00:7]"])
def test_a_blocked_address_is_blocked_in_every_form(rule: str) -> None:
    lists = domains_of(None, [rule])
    for host in ("10.0.0.7", "[::ffff:10.0.0.7]", "[::ffff:a00:7]", "[0:0:0:0:0:ffff:a00:7]"):
        assert lists.refusal(f"http://{host}/"), host
    assert lists.refusal("http://[::ffff:10.0.0.8]/") is None
    patterns = [pattern for pattern, reachable in lists.patterns() if not reachable]
    assert patterns == ["*://10.0.0.7:*/*", r"*://[\:\:ffff\:a00\:7]:*/*"]
    allowed = domains_of(["10.0.0.7"])  # what is allowed is allowed as it is written
    assert allowed.refusal("http://[::ffff:10.0.0.7]/")


def test_documents_out_of_no_server_pass_and_files_do_not() -> None:
    lists = domains_of(["example.com"])
    assert all(
        lists.refusal(url) is None for url in ("about:blank", "data:text/html,x", "blob:http://evil.org/1")
    )
    others = (
        "file:///etc/passwd",
        "chrome://version",
        "view-source:http://example.com/",
        "http://[",
        "",
        "x",
    )
    assert all(lists.refusal(url) for url in others)
    assert domains_of([]).refusal("http://example.com/")
    assert not domains_of()
    # The block-list wins.
    both = domains_of(["example.com"], ["ads.example.com"])
    assert both.refusal("http://example.com/") is None
    assert both.refusal("http://x.ads.example.com/")


IMPOSSIBLE = (
    "",
    "a b",
    "http://",
    "ftp://a.b",
    "a.b/path",
    "*",
    "*.*",
    "a*.b",
    "a.b:0",
    "a.b:x",
    "*.1.2.3.4",
    "u@a.b",
)


@pytest.mark.parametrize("rule", [*IMPOSSIBLE, "1.2", "-a.b", 7])
def test_a_rule_that_cannot_be_is_refused(rule: str) -> None:
    with pytest.raises(InvalidInput, match="is not a domain"):
        domains_of([rule])


def test_lists_as_chrome_takes_them() -> None:
    lists = domains_of(["https://example.com", "10.0.0.7:81", "*.b.test"], ["x.b.test:443"])
    assert lists.bypass() == (
        "<-loopback>", "https://example.com", "https://*.example.com", "wss://example.com", "wss://*.example.com",
        "10.0.0.7:81", "*.b.test",
    )  # fmt: skip
    patterns = lists.patterns()
    assert patterns[-1] == ("*://*:*/*", False)
    assert ("*://*.b.test:*/*", True) in patterns
    assert ("https://x.b.test/*", False) in patterns
    assert ("http://x.b.test:443/*", False) in patterns
    assert domains_of(None, ["b.test"]).bypass() is None
    with pytest.raises(InvalidInput):
        lists.within(domains_of(["c.test"]))
    with pytest.raises(InvalidInput):
        domains_of("example.com")
