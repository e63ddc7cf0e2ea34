"""Where the browser-side files (React, Vue, Swagger UI, JupyterLite, widget libraries) of the demo and the tests lie.

They come out of Python wheels listed in `scripts/setup/web-packages.txt`, and, bundled, out of the npm packages of
`scripts/setup/widgets`; `make setup` puts both beside the virtual environment, nothing of them is imported or kept in
the repository. `python -m scripts.webassets` unpacks what lies in an archive inside its wheel.
"""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

VENV = Path(__file__).resolve().parent.parent / ".venv"
ASSETS = VENV / "webassets"
WIDGETS = VENV / "webassets-npm"

FILES = {
    "react.js": "dash/deps/react@18.*.min.js",
    "react-dom.js": "dash/deps/react-dom@18.*.min.js",
    "vue.js": "nicegui/static/vue.esm-browser.prod.js",
}

SWAGGER = "swagger_ui_bundle/vendor"
APP = "jupyterlite"
APP_ARCHIVE = "jupyterlite_core/jupyterlite-app-*.tgz"

TREES = {
    APP: f"{APP}/package",
    "webawesome": "spaday_webawesome/extension",
    "quasar": "nicegui/static",
    "aggrid": "nicegui/elements/aggrid/dist",
    "codemirror": "nicegui/elements/codemirror/dist",
    "prosemirror": "django_prose_editor/static/django_prose_editor",
}
"""Folders that are served as a whole, with everything below them."""


def vendor_file(name: str) -> Path | None:
    """The file served as `/vendor/<name>`; `None` when no such asset is known or installed.

    `swagger/…` reaches the files of Swagger UI; `webawesome/…`, `quasar/…` and the like those of `TREES`;
    `widgets/mui.js` a bundle made from `scripts/setup/widgets/entries/mui.js`.
    """
    if name in FILES:
        return next(iter(sorted(ASSETS.glob(FILES[name]))), None)
    if name.startswith("swagger/"):
        leaf = name.removeprefix("swagger/")
        found = sorted((ASSETS / SWAGGER).glob(f"*/{leaf}")) if "/" not in leaf and ".." not in leaf else []
        return found[-1] if found else None
    folder, _, below = name.partition("/")
    if folder == "widgets" or folder in TREES:
        root = (WIDGETS if folder == "widgets" else ASSETS / TREES[folder]).resolve()
        file = (root / below).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    return None


def unpack() -> None:
    """Unpack JupyterLite, a whole single-page application, and drop its archive (16 MB that becomes 69 MB)."""
    for archive in ASSETS.glob(APP_ARCHIVE):
        shutil.rmtree(ASSETS / APP, ignore_errors=True)
        with tarfile.open(archive) as files:
            files.extractall(ASSETS / APP, filter="data")
        archive.unlink()


if __name__ == "__main__":
    unpack()
