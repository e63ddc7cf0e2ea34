"""The permissions of a model: addresses, hosts, files, scripts, CDP domains (pure; CD-13, EX-09)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cdp_engine.errors import InvalidInput, NotAllowed
from cdp_engine.tab import typed_scheme, typed_url

SAFE_DOMAINS = frozenset({"Accessibility", "CSS", "DOM", "DOMSnapshot", "Log", "Performance"})
"""CDP domains that read or show; what `cdp` may use by default."""
SCHEMES = frozenset({"http", "https", "about", "data", "blob"})
REFUSED_METHODS = frozenset(
    {
        "CSS.takeComputedStyleUpdates",
        "DOM.getFileInfo",
        "DOM.setFileInputFiles",
        "DOMSnapshot.captureSnapshot",
        "DOMSnapshot.getSnapshot",
        "Page.setDownloadBehavior",
        "Browser.setDownloadBehavior",
    }
)
"""Always refused: they access the disk, would never answer, or return typed passwords in clear text."""


_ALLOW = "Uploads come from the folders of --files FOLDER, which is given where the browser is started."


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The permissions in a workspace.

    `evaluate` lets the model run scripts; `cdp` the CDP domains that the raw tool may use (empty: no raw use);
    `files` the folder or folders that uploads may come from (None: none); `schemes` the kinds of addresses that may be
    opened.
    `allowed_domains` and `blocked_domains` are lists of hosts (see `ContextOptions`), held at the network, whether
    the page or the model asks. `consequences` has an MCP client's person asked before what pays, deletes, sends or
    hands in.
    """

    evaluate: bool = False
    cdp: frozenset[str] = frozenset()
    files: str | tuple[str, ...] | None = None
    schemes: frozenset[str] = SCHEMES
    allowed_domains: tuple[str, ...] | None = None
    blocked_domains: tuple[str, ...] = ()
    consequences: bool = False

    def check_method(self, method: str) -> None:
        """Raise `NotAllowed` for a CDP method outside of the allowed domains."""
        domain, dot, name = method.partition(".")
        if not dot or not name.isidentifier() or not domain.isidentifier():
            raise InvalidInput(f"{method!r} is not a CDP method", hint="Write it as Domain.method.")
        if domain not in self.cdp or method in REFUSED_METHODS:
            allowed = ", ".join(sorted(self.cdp)) or "none"
            raise NotAllowed(f"{method} is not allowed; allowed domains: {allowed}")

    def check_address(self, url: str) -> str:
        """The URL to open; a bare host is completed as in `typed_url`, and a path where files may be opened.

        Raises `NotAllowed`, `InvalidURL`.
        """
        scheme = typed_scheme(url)
        if scheme is not None and scheme not in self.schemes:
            raise NotAllowed(f"addresses of the kind {scheme}: may not be opened")
        wanted = typed_url(url, file_url if "file" in self.schemes else None)
        if urlsplit(wanted).scheme not in self.schemes:
            raise NotAllowed(f"addresses of the kind {urlsplit(wanted).scheme}: may not be opened")
        return wanted

    def check_file(self, path: str) -> str:
        """The full path of a file or folder within the allowed folders, links followed. Raises `NotAllowed`."""
        allowed = [Path(folder).expanduser().resolve() for folder in _listed(self.files)]
        if not allowed:
            raise NotAllowed("no folder was allowed for uploads", hint=_ALLOW)
        if "\0" in path:
            raise InvalidInput("a path has no NUL character in it")
        found = [folder / path for folder in allowed]
        inside = [one for one in found if is_inside(one, allowed)]
        if not inside:
            raise NotAllowed(f"{path} is not in {_folders(len(allowed))} for uploads", hint=_ALLOW)
        there = next((one for one in inside if one.exists()), inside[0]).resolve()
        for left in there.rglob("*") if there.is_dir() else ():
            if not is_inside(left, allowed):
                raise NotAllowed(f"{left.name} in {path} leads out of {_folders(len(allowed))} for uploads")
        return str(there)


def file_url(typed: str, folder: str = "") -> str | None:
    """The file: URL of a path that exists, None for any other text. A relative one counts from `folder`."""
    try:
        path = Path(folder, Path(typed).expanduser())
        return path.resolve().as_uri() if path.exists() else None
    except (OSError, RuntimeError, ValueError):  # a name too long, an unknown user, a null byte
        return None


def is_inside(path: Path, folders: Iterable[Path]) -> bool:
    """Whether what a path leads to, links followed, is in one of the folders (resolved ones)."""
    try:
        whole = path.resolve()
    except (OSError, RuntimeError):
        return False  # links in a circle, or a name too long
    return any(whole.is_relative_to(folder) for folder in folders)


def _listed(folders: str | Sequence[str] | None) -> Sequence[str]:
    if folders is None:
        return ()
    return (folders,) if isinstance(folders, str) else folders


def _folders(count: int) -> str:
    return "the folder" if count == 1 else "the folders"


def checked_params(params: dict[str, Any]) -> dict[str, Any]:
    """Parameters of a raw call as they are sent; they cannot name the session of another target."""
    return {name: value for name, value in params.items() if name != "sessionId"}
