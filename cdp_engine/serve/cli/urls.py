"""Typed addresses: URLs, bare hosts, and files of this machine."""

from __future__ import annotations

from cdp_engine.agent import file_url
from cdp_engine.tab import typed_url


def address_of(text: str) -> str:
    """The URL of a typed address: an existing file becomes a file: URL, the rest is as for `typed_url`.

    Raises `InvalidURL`, with a suggestion in the hint.
    """
    return typed_url(text, file_url)
