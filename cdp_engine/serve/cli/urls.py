"""Typed addresses: URLs, bare hosts, and files of this machine."""

from __future__ import annotations

from pathlib import Path

from cdp_engine.tab import typed_url


def address_of(text: str) -> str:
    """The URL of a typed address: an existing file becomes a file: URL, the rest is as for `typed_url`.

    Raises `InvalidURL`, with a suggestion in the hint.
    """
    return typed_url(text, _file_url)


def _file_url(typed: str) -> str | None:
    try:
        path = Path(typed).expanduser()
        return path.resolve().as_uri() if path.exists() else None
    except (OSError, RuntimeError, ValueError):  # a name too long, an unknown user, a null byte
        return None
