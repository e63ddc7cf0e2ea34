"""Where a protocol comes from: a running browser, a JSON file, or the `devtools-protocol` npm package."""

from __future__ import annotations

import json
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import httpx

from protocol_gen.pinning import pin

_NPM_PACKAGE = "devtools-protocol"
_NPM_FILES = ("browser_protocol.json", "js_protocol.json")
_TIMEOUT = 60.0


class SourceError(Exception):
    """Raised when a source cannot be read as a protocol."""


def read_source(source: str) -> str:
    """The pinned schema of `source`.

    `http://host:port` of a browser, a JSON file, the folder of the npm package, `npm:NAME[@VERSION]` to fetch
    that package, or `npm` for the newest `devtools-protocol`. Raises SourceError.
    """
    if source == "npm":
        source = f"npm:{_NPM_PACKAGE}"
    if source.startswith(("http://", "https://")):
        return _from_browser(source.rstrip("/"))
    if source.startswith("npm:"):
        return _from_registry(source.removeprefix("npm:"))
    path = Path(source)
    if path.is_dir():
        return _from_package(path)
    return _from_file(path)


def _from_browser(endpoint: str) -> str:
    try:
        with httpx.Client(trust_env=False, timeout=_TIMEOUT) as client:
            version = client.get(f"{endpoint}/json/version").raise_for_status().json()
            document = client.get(f"{endpoint}/json/protocol").raise_for_status().json()
    except (httpx.HTTPError, ValueError) as error:
        raise SourceError(f"no browser answers at {endpoint}: {error}") from error
    revision = str(version.get("WebKit-Version", "")).partition("(")[2].strip("@)")
    return pin(
        [_document(document, endpoint)],
        {
            "product": str(version.get("Browser", "")),
            "revision": revision,
            "v8": str(version.get("V8-Version", "")),
            "protocol": str(version.get("Protocol-Version", "")),
        },
    )


def _from_file(path: Path) -> str:
    document = _read(path)
    source = document.get("source")
    return pin(
        [document], cast("Mapping[str, str]", source) if isinstance(source, dict) else {"product": path.name}
    )


def _from_package(folder: Path) -> str:
    manifest = _read(folder / "package.json", protocol=False)
    documents = [_read(folder / "json" / name) for name in _NPM_FILES]
    version = cast("Mapping[str, str]", documents[0].get("version", {}))
    return pin(
        documents,
        {
            "product": f"{manifest.get('name')}/{manifest.get('version')}",
            "protocol": f"{version.get('major')}.{version.get('minor')}",
        },
    )


def _from_registry(package: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(
                ["npm", "pack", "--silent", "--pack-destination", folder, package],
                check=True,
                capture_output=True,
                text=True,
                timeout=_TIMEOUT,
            )
        except (OSError, subprocess.SubprocessError) as error:
            detail = str(getattr(error, "stderr", "") or "").strip()
            raise SourceError(f"npm pack {package} failed: {detail or error}") from error
        archive = next(Path(folder).glob("*.tgz"), None)
        if archive is None:
            raise SourceError(f"npm pack {package} left no archive")
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        return _from_package(Path(folder) / "package")


def _read(path: Path, *, protocol: bool = True) -> Mapping[str, Any]:
    try:
        document: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: {error}") from error
    return _document(document, str(path), protocol=protocol)


def _document(document: object, place: str, *, protocol: bool = True) -> Mapping[str, Any]:
    if not isinstance(document, dict) or (protocol and "domains" not in document):
        raise SourceError(f"{place} is not a protocol: it has no list of domains")
    return cast("Mapping[str, Any]", document)
