"""What people type where a URL is wanted: URLs, bare hosts, files."""

from __future__ import annotations

import re
from pathlib import Path

from cdp_engine.errors import InvalidURL
from cdp_engine.tab import check_url

_LOCAL = r"(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])"
_HOST = re.compile(
    rf"(?P<local>{_LOCAL}|[\w-]+\.localhost)?(?(local)|[\w-]+(?:\.[\w-]+)+)(?::\d{{1,5}})?(?:[/?#]\S*)?\Z"
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d)")
_PATH = re.compile(r"[/~]|\.\.?/")
_DOCUMENT = re.compile(r"[^/\\]+\.(?:html?|xhtml|mhtml|svg|pdf|txt|md|json|xml)\Z", re.IGNORECASE)


def address_of(text: str) -> str:
    """The URL that is meant.

    An existing file becomes a file: URL, a bare host an https: one, and http: on this machine itself. Raises
    `InvalidURL`, with what could be meant in the hint.
    """
    typed = text.strip()
    if _SCHEME.match(typed):
        return check_url(typed)
    file = _file(typed)
    if file is not None:
        return file.resolve().as_uri()
    if _PATH.match(typed) or _DOCUMENT.match(typed):
        raise InvalidURL(f"there is no file {typed!r}", hint="Give the path of a file that exists, or a URL.")
    host = _HOST.match(typed)
    if host is not None:
        return check_url(f"{'http' if host['local'] else 'https'}://{typed}")
    return check_url(typed)


def _file(typed: str) -> Path | None:
    if not typed:
        return None
    try:
        path = Path(typed).expanduser()
        return path if path.exists() else None
    except (OSError, RuntimeError, ValueError):  # a name too long, an unknown user, a null byte
        return None
