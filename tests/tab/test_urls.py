from __future__ import annotations

import pytest

from cdp_engine.errors import InvalidURL
from cdp_engine.tab.navigation.urls import check_url, typed_url


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/",
        "http://127.0.0.1:8080/a?b#c",
        "http://[::1]:80/",
        "HTTP://EXAMPLE.COM",
        "file:///tmp/x.html",
        "about:blank",
        "data:text/html,<p>a b</p>",
        "blob:http://x/1",
        "chrome://version",
        "view-source:http://x/",
    ],
)
def test_addresses_a_tab_can_open(url: str):
    assert check_url(f"  {url} ") == url


@pytest.mark.parametrize(
    "url",
    ["", "  ", "example", "/path", "ftp://x/", "mailto:a@b", "http:", "http:///x", "http:x", "http://a b/"],
)
def test_addresses_no_tab_can_open(url: str):
    with pytest.raises(InvalidURL):
        check_url(url)


@pytest.mark.parametrize("url", ["http://x:port/", "http://x:70000/", "http://[::1/", "http://x/\n"])
def test_broken_addresses(url: str):
    with pytest.raises(InvalidURL):
        check_url(url.replace("\n", "\nx"))


@pytest.mark.parametrize(
    ("url", "scheme"),
    [
        ("example.com", "https"),
        ("www.example.com/a?b=c", "https"),
        ("localhost:8000/x", "http"),
        ("127.0.0.1:8000", "http"),
    ],
)
def test_a_forgotten_scheme_is_proposed(url: str, scheme: str):
    with pytest.raises(InvalidURL) as caught:
        check_url(url)
    assert caught.value.hint == f"Did you mean {scheme}://{url} ?"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "JavaScript:void 0"])
def test_scripts_are_not_addresses(url: str):
    with pytest.raises(InvalidURL) as caught:
        check_url(url)
    assert "evaluate" in caught.value.hint


@pytest.mark.parametrize("text", ["./a.html", "/etc/hosts", "~/x", "page.html"])
def test_a_path_is_a_file_or_nothing(text: str):
    with pytest.raises(InvalidURL, match="is a file"):
        typed_url(text)
    with pytest.raises(InvalidURL, match="there is no file"):
        typed_url(text, lambda _path: None)
    assert typed_url(text, lambda path: f"file:///there/{path}") == f"file:///there/{text}"


def test_a_huge_address_is_quoted_by_its_beginning_and_another_type_is_none():
    with pytest.raises(InvalidURL) as caught:
        check_url("x" * 100_000)
    assert len(str(caught.value)) < 400
    with pytest.raises(InvalidURL, match="an address is a str, not NoneType"):
        check_url(None)  # pyright: ignore[reportArgumentType]
