"""Finds the browser: an explicit choice, the environment, well-known names, well-known places."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from cdp_engine.errors import BrowserNotFound

BROWSER_VARIABLE = "CDP_ENGINE_BROWSER"
"""Environment variable that names the browser to use: a path, or a command found on PATH."""

COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "brave-browser",
    "brave",
)
"""Commands looked for on PATH, in order of preference."""

LINUX_PLACES = (
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
    "/opt/brave.com/brave/brave",
    "/snap/bin/chromium",
)

MAC_BUNDLES = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Brave Browser.app/Contents/MacOS/Brave Browser",
)


def find_browser(
    executable: str | os.PathLike[str] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    platform: str | None = None,
) -> Path:
    """The browser to start (EN-05): `executable`, else `CDP_ENGINE_BROWSER`, else what is installed.

    A value without a slash is looked up on PATH. `environ` and `platform` replace `os.environ` and
    `sys.platform`. Raises BrowserNotFound, naming what was looked for.
    """
    environ = os.environ if environ is None else environ
    platform = sys.platform if platform is None else platform
    search_path = environ.get("PATH", os.defpath)
    if executable is not None:
        return _chosen(os.fspath(executable), search_path, "executable")
    if from_environment := environ.get(BROWSER_VARIABLE):
        return _chosen(from_environment, search_path, BROWSER_VARIABLE)
    for candidate in _installed(search_path, platform, environ.get("HOME")):
        return candidate
    elsewhere = "/Applications" if platform == "darwin" else "the usual places"
    raise BrowserNotFound(f"no Chromium, Chrome, Edge or Brave on PATH or in {elsewhere}")


def _chosen(value: str, search_path: str, source: str) -> Path:
    """The browser that was named explicitly; a name that does not exist is an error, without a fallback."""
    if os.sep not in value and not value.startswith("~"):
        if found := shutil.which(value, path=search_path):
            return Path(found)
        raise BrowserNotFound(f"{source} names {value!r}, and no such command is on PATH")
    path = Path(value)
    with suppress(RuntimeError):  # the home of an unknown user: the file is not found under its literal name
        path = path.expanduser()
    if not path.is_file():
        raise BrowserNotFound(f"{source} names {value}, and no such file exists")
    if not os.access(path, os.X_OK):
        raise BrowserNotFound(f"{source} names {value}, which cannot be executed")
    return path


def _installed(search_path: str, platform: str, home: str | None) -> Iterator[Path]:
    """Every installed known browser, best first."""
    for command in COMMANDS:
        if found := shutil.which(command, path=search_path):
            yield Path(found)
    if platform == "darwin":
        roots = ["/Applications", *([f"{home}/Applications"] if home else [])]
        places = [Path(root, bundle) for bundle in MAC_BUNDLES for root in roots]
    else:
        places = [Path(place) for place in LINUX_PLACES]
    yield from (place for place in places if place.is_file() and os.access(place, os.X_OK))
