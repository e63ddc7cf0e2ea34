"""What people type where a URL is wanted: URLs, bare hosts, and files of this machine."""

from __future__ import annotations

from pathlib import Path

from cdp_engine.tab import typed_url


def address_of(text: str) -> str:
    """The URL that is meant: an existing file becomes a file: URL, the rest is as `typed_url` has it.

    Raises `InvalidURL`, with what could be meant in the hint.
    """
    return typed_url(text, _file_url)


def _file_url(typed: str) -> str | None:
    try:
        path = Path(typed).expanduser()
        return path.resolve().as_uri() if path.exists() else None
    except (OSError, RuntimeError, ValueError):  # a name too long, an unknown user, a null byte
        return None
