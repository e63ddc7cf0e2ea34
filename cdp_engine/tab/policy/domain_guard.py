"""Restricts a context to its allowed domains: every session's network, from before its target runs (EX-09).

It combines three mechanisms of Chrome, each where it is reliable: `Fetch` blocks requests of documents, frames, workers
and downloads, including each redirect; network conditions by rule block websockets, which `Fetch` never sees; a script
removes WebRTC, whose peers have no domain, and WebTransport, whose datagrams pass by all of it. Below them, where the
context is ours, is the proxy rule of `Domains.bypass`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cdp_engine.protocol import Command, fetch, network, page, runtime
from cdp_engine.rpc import Session
from cdp_engine.tab.policy.domain_rules import Domains
from cdp_engine.tab.policy.emulation import Throttle

_KEPT = 500
_HOSTS_NAMED = 5
_DOCUMENTS = frozenset({"page", "iframe"})
_PAUSABLE = _DOCUMENTS | {"service_worker", "shared_worker"}
"""Targets that support `Fetch`; requests of dedicated workers and worklets are blocked at their document."""
_CONNECTIONS = """for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) {
  delete globalThis[name];
}"""

# Defined, not deleted: Chrome adds it to a dedicated worker again as the worker's script begins.
_NO_TRANSPORT = "Object.defineProperty(globalThis, 'WebTransport', { value: undefined });"
_NO_SOCKETS = "delete globalThis.WebSocket;"


class BlockedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A blocked request.

    `resource_type` is Chrome's (`Document`, `Fetch`, `Image`, `WebSocket`, …); `reason` names the rule. `navigation`
    means that it was the navigation of a whole tab; `target` is the id of the target that sent it.
    """

    url: str
    method: str
    resource_type: str
    reason: str
    navigation: bool
    target: str
    serial: int

    def describe(self) -> str:
        """A short description."""
        kind = "navigation to" if self.navigation else (self.resource_type.lower() or "request")
        return f"{kind} {self.url[:200]}: {self.reason}"


def in_short(entries: Sequence[BlockedRequest]) -> tuple[str, ...]:
    """Blocked requests by host, most frequent first: `3 requests to b.test`; navigations of a tab one by one."""
    texts = [entry.describe() for entry in entries if entry.navigation]
    hosts = Counter(urlsplit(e.url).netloc or e.url[:40] for e in entries if not e.navigation)
    texts += [
        f"{count} request{'s' if count > 1 else ''} to {host}"
        for host, count in hosts.most_common(_HOSTS_NAMED)
    ]
    return (
        *texts,
        *([f"requests to {len(hosts) - _HOSTS_NAMED} more hosts"] if len(hosts) > _HOSTS_NAMED else []),
    )


class DomainGuard:
    """The domains of one context, and the requests that they have blocked."""

    def __init__(self, domains: Domains, *, backed: bool = False) -> None:
        """`backed`: Chrome's own network stack enforces all of the lists, too."""
        self.domains = domains
        self._backed = backed
        self._log: deque[BlockedRequest] = deque(maxlen=_KEPT)
        self._count = 0
        self._sockets: deque[str] = deque(maxlen=_KEPT)

    def refusal(self, url: str) -> str | None:
        """Why an address may not be reached; None when it may."""
        return self.domains.refusal(url)

    def mark(self) -> int:
        """A point in time for `since`; also the number of requests blocked so far."""
        return self._count

    def since(self, mark: int = 0) -> list[BlockedRequest]:
        """The requests blocked after the mark, oldest first; the latest 500 are kept."""
        return [entry for entry in self._log if entry.serial > mark]

    def navigation_since(self, mark: int, target: str) -> BlockedRequest | None:
        """The last navigation of a tab that was blocked after the mark."""
        return next(
            (e for e in reversed(self._log) if e.serial > mark and e.navigation and e.target == target), None
        )

    def note(
        self, session: Session, url: str, *, method: str, kind: str, reason: str, navigation: bool
    ) -> None:
        """Record a blocked request."""
        self._count += 1
        self._log.append(
            BlockedRequest(
                url=url,
                method=method,
                resource_type=kind,
                reason=reason,
                navigation=navigation,
                target=session.target_id or "",
                serial=self._count,
            )
        )

    def paused(self, session: Session, event: fetch.RequestPaused) -> Command[None]:
        """The answer to a request that `Fetch` has paused.

        A tab whose navigation is blocked stays on its page; any other request fails like a refused connection.
        """
        url = event.request.url
        reason = self.refusal(url)
        if reason is None:
            return fetch.continue_request(event.request_id)
        navigation = (
            session.kind == "page"
            and event.resource_type == "Document"
            and event.frame_id == session.target_id
        )
        self.note(
            session,
            url,
            method=event.request.method or "GET",
            kind=event.resource_type,
            reason=reason,
            navigation=navigation,
        )
        return fetch.fail_request(event.request_id, "Aborted" if navigation else "BlockedByClient")

    def socket(self, session: Session, event: network.WebSocketCreated) -> None:
        """Record a websocket that the network conditions block; two sessions of one worker may report it."""
        if session.kind == "shared_worker" and not self._backed:
            return  # the only kind of target whose sockets the network conditions do not block
        reason = self.refusal(event.url)
        if reason is not None and event.request_id not in self._sockets:
            self._sockets.append(event.request_id)
            self.note(session, event.url, method="GET", kind="WebSocket", reason=reason, navigation=False)

    def commands(self, kind: str) -> list[Command[Any]]:
        """The commands for a new session of this kind of target, in order and before the target runs."""
        commands: list[Command[Any]] = [fetch.enable()] if kind in _PAUSABLE else []
        if kind not in _DOCUMENTS:
            commands += [network.enable(), runtime.evaluate(_NO_TRANSPORT)]
        else:
            commands.append(page.add_script_to_evaluate_on_new_document(_CONNECTIONS, run_immediately=True))
        if kind == "shared_worker" and not self._backed:
            commands.append(runtime.evaluate(_NO_SOCKETS))
        commands.append(self.conditions(Throttle()))
        return commands

    def conditions(self, throttle: Throttle) -> Command[Any]:
        """The network conditions by rule: offline for blocked addresses, else as slow as the throttle."""

        def rule(pattern: str, reachable: bool) -> network.NetworkConditions:
            return network.NetworkConditions(
                url_pattern=pattern,
                latency=throttle.latency,
                download_throughput=throttle.download,
                upload_throughput=throttle.upload,
                offline=not reachable,
            )

        rules = [rule(*one) for one in self.domains.patterns()]
        if self.domains.allowed is None:
            rules.append(rule("", True))
        return network.emulate_network_conditions_by_rule(rules)
