"""Stand-ins for sessions, and events as Chrome sends them, for the pure parts of a tab."""

from __future__ import annotations

from typing import Any

import msgspec

from cdp_engine.protocol import network, page


class FakeSession:
    """As much of a session as the reducers look at; it notes the commands that are started on it."""

    def __init__(self, target_id: str, session_id: str = "") -> None:
        self.target_id = target_id
        self.id = session_id or f"session of {target_id}"
        self.closed = None
        self.started: list[tuple[str, dict[str, Any]]] = []

    def start(self, command: Any) -> FakeSession:
        self.started.append((command.method, command.params))
        return self

    def abandon(self) -> None:
        pass

    def __enter__(self) -> FakeSession:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __repr__(self) -> str:
        return f"<{self.id}>"


def frame(frame_id: str, loader: str, url: str = "", *, parent: str | None = None, **more: Any) -> page.Frame:
    payload = {"id": frame_id, "loaderId": loader, "url": url or f"http://{frame_id}.test/", **more}
    if parent is not None:
        payload["parentId"] = parent
    return msgspec.convert(payload, page.Frame)


def tree(node: page.Frame, *children: page.FrameTree) -> page.FrameTree:
    return page.FrameTree(frame=node, child_frames=list(children) or None)


def sent(
    request_id: str, url: str, kind: str = "Fetch", *, loader: str = "L", **more: Any
) -> network.RequestWillBeSent:
    return msgspec.convert(
        {
            "requestId": request_id,
            "loaderId": loader,
            "documentURL": "http://page.test/",
            "request": {"url": url, "method": more.pop("method", "GET"), "headers": {}},
            "type": kind,
            "frameId": "main",
            **more,
        },
        network.RequestWillBeSent,
    )


def received(
    request_id: str,
    status: int,
    mime: str = "text/plain",
    kind: str = "Fetch",
    headers: dict[str, str] | None = None,
) -> network.ResponseReceived:
    return msgspec.convert(
        {
            "requestId": request_id,
            "loaderId": "L",
            "type": kind,
            "response": {"url": "", "status": status, "mimeType": mime, "headers": headers or {}},
        },
        network.ResponseReceived,
    )
