"""Snapshots of real pages, kept as the rows that the engine made of them, with the text a browser shows for them.

`docs` and `index` are pages of Python's documentation (PSF licence), `library` one of Rust's standard library (MIT or
Apache-2.0), `swagger` is Swagger UI (Apache-2.0) with an API of ours, `shop` the demo shop. `keep` writes such a file.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec

from cdp_engine.observe import DocumentInfo, NodeColumns, PageContext, Snapshot, SnapshotStats
from cdp_engine.track import RefTable

FOLDER = Path(__file__).parent / "recorded"


class Kept(msgspec.Struct):
    """One page: everything a snapshot consists of, and `innerText` of each of its frames."""

    columns: NodeColumns
    documents: list[DocumentInfo]
    context: PageContext
    stats: SnapshotStats
    inner_texts: list[str]


def keep(snapshot: Snapshot, inner_texts: list[str], path: Path) -> None:
    """Write a page down."""
    kept = Kept(snapshot.columns, list(snapshot.documents), snapshot.context, snapshot.stats, inner_texts)
    path.write_bytes(gzip.compress(msgspec.json.encode(kept), 9, mtime=0))


def kept(name: str, folder: Path = FOLDER) -> tuple[Snapshot, list[str]]:
    """A page as it was, with refs of its own."""
    page = msgspec.json.decode(gzip.decompress((folder / f"{name}.json.gz").read_bytes()), type=Kept)
    snapshot = Snapshot(page.columns, page.documents, page.context, RefTable(), stats=page.stats)
    return snapshot, page.inner_texts
