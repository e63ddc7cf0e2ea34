"""Failures that the network shows: a document that did not load, a request that the page's own server refused. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from cdp_engine.verify.effects.effects import RequestSeen
from cdp_engine.verify.evidence.records import Findings, Move
from cdp_engine.verify.expected.verdict import Shortfall

_NOTHING_THERE = (404, 405, 410, 501)
_NO_ANSWER = "TypeError: Failed to fetch"
"""What `fetch` throws where nothing answers."""


def _next_document(seen: Findings) -> Move | None:
    """The document that the action loaded: what scripts of the one before threw did not keep it from that."""
    return next((m for m in seen.moves if m.frame is None and not m.same_document), None)


def failed(seen: Findings) -> Shortfall | None:
    """The sign of a failure in what the action loaded or sent; None where there is none."""
    document = _next_document(seen) if seen.moves else None
    if document is not None and document.failed:
        return _failed_document(document, seen)
    request = _failed_request(seen) if seen.requests else None
    if request is None:
        return None
    return Shortfall(
        "request_failed",
        f"the request it set off failed: {request}",
        "The server refused it; observe the page for what it says, then try again.",
    )


def _failed_document(document: Move, seen: Findings) -> Shortfall:
    hint = "Go back and try another way."
    if document.unreachable:
        reason = next((r.error for r in seen.requests if r.kind == "Document" and r.error), "no answer")
        return Shortfall("navigation_failed", f"{document.url} did not load: {reason}", hint)
    return Shortfall("http_error", f"the server answered {document.status} for {document.url}", hint)


def _failed_request(seen: Findings) -> RequestSeen | None:
    """A failed request that should change something on the page's own server, and did not succeed when repeated.

    Beside a change that the server took, one for which it has nothing at that address refuses nothing.
    """
    done = {(request.method, request.url) for request in seen.requests if not request.failed}
    taken = is_taken(seen)
    for request in _changing(seen):
        refused = request.failed and request.error != "net::ERR_ABORTED"
        if not refused or (request.method, request.url) in done:
            continue
        if not (taken and request.status in _NOTHING_THERE):
            return request
    return None


def is_taken(seen: Findings) -> bool:
    """Whether the page's own server took a change."""
    return any(request.status is not None and not request.failed for request in _changing(seen))


def fails_elsewhere(seen: Findings) -> bool:
    """Whether all that a script threw is that other sites did not answer it, and the page's own server answered all.

    A page may ask another one for what it can do without.
    """
    own = urlsplit(seen.url).hostname
    lost = [urlsplit(one.url).hostname for one in seen.requests if one.failed and one.status is None]
    return bool(lost) and own not in lost and all(text.startswith(_NO_ANSWER) for text in seen.exceptions)


def _changing(seen: Findings) -> Iterator[RequestSeen]:
    """The requests by which a script changes something on the page's own server."""
    own = urlsplit(seen.url).hostname
    for request in seen.requests:
        if request.kind in ("XHR", "Fetch") and not request.reads and urlsplit(request.url).hostname == own:
            yield request
