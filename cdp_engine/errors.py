"""Every error the engine raises.

    EngineError
    ├── InvalidInput                 the program asked for something that is not valid (exit code 2)
    │   ├── InvalidEndpoint          not an endpoint we know how to reach
    │   ├── InvalidURL               not a URL a browser can open
    │   ├── UnknownFormat            there is no such view
    │   ├── UnknownRef               this ref was never issued
    │   └── NotAllowed               the operator does not allow it to a model
    ├── ServerBusy                   one of our servers has too many calls before this one
    ├── BrowserUnavailable           there is no browser to talk to (exit code 3)
    │   ├── BrowserNotFound          no Chromium on this machine
    │   ├── LaunchFailed             a Chromium was started and did not come up
    │   └── ConnectionFailed         nothing answers at the endpoint
    ├── ConnectionLost               the connection to the browser ended
    ├── TargetError                  one tab, frame or worker is gone or unwell
    │   ├── TargetClosed             the tab was closed
    │   ├── TargetCrashed            the renderer crashed
    │   ├── SessionDetached          the session ended while the target lives on
    │   └── DialogBlocking           a dialog is open and holds the page
    ├── ProtocolError                the browser refused a command
    ├── UnexpectedReply              a reply does not have the shape that the protocol promises
    ├── DeadlineExceeded             something did not happen in time
    │   └── CommandTimeout           the browser did not answer a command in time
    ├── NavigationFailed             the page could not be loaded
    │   ├── NavigationBlocked        it lies outside of the domains that are allowed
    │   └── NavigationReplaced       another navigation took its place
    ├── EvaluationFailed             the script threw
    ├── SubscriptionOverflow         a subscriber read too slowly and events were dropped
    ├── StaleRef                     the element of that ref is no longer on the page
    ├── NameNotFound                 no element on the page has that name
    │   └── NameAmbiguous            several elements have it
    ├── NotActionable                the element cannot receive the action; `code` says why
    ├── CaptureFailed                the page could not be observed
    ├── ModelFailed                  a language model gave no usable answer
    └── PageRefused                  the page opts out of being read by a model

Each class has a `code`, stable and meant for programs, and a `hint`: what to do next. `str(error)` is what happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal


class EngineError(Exception):
    """Raised when the engine cannot carry out a call; the root of every error in this package."""

    code: str = "action_failed"
    """The stable name of the failure, for programs and models."""

    default_hint: ClassVar[str] = "Run `cdp-engine doctor` to check the browser and the connection."

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint if hint is not None else self.default_hint


class InvalidInput(EngineError, ValueError):
    """Raised when an argument has a value that can never work."""

    code = "invalid_params"
    default_hint = "Correct the argument and call again."


class ServerBusy(EngineError):
    """Raised when one of our servers has too many calls before this one."""

    code = "busy"
    default_hint = "Call again in a moment."


class InvalidEndpoint(InvalidInput):
    """Raised when an endpoint is neither an http, ws or grid URL nor a profile folder."""

    default_hint = "Use http://127.0.0.1:9222, ws://…, grid+http://host:4444 or a Chrome profile folder."


class InvalidURL(InvalidInput):
    """Raised when a page address is not a URL that a browser can open."""

    default_hint = "Give an absolute URL such as https://example.com/."


class UnknownFormat(InvalidInput):
    """Raised when a view is requested by an unknown name."""

    default_hint = "Use one of the formats named in the message."


class UnknownRef(InvalidInput):
    """Raised when a ref was never issued by this page."""

    code = "ref_invalid"
    default_hint = "Observe the page and use a ref that the view shows."


class NotAllowed(InvalidInput):
    """Raised when a model requests what the operator of the browser does not allow."""

    code = "not_allowed"
    default_hint = "Do without, or ask the operator to allow it."


class BrowserUnavailable(EngineError):
    """Raised when no browser can be reached."""

    code = "no_browser"


class BrowserNotFound(BrowserUnavailable):
    """Raised when no Chromium-based browser is installed where we looked."""

    default_hint = "Install one (Debian: apt-get install chromium) or pass executable=… / CDP_ENGINE_BROWSER."


class LaunchFailed(BrowserUnavailable):
    """Raised when the browser process ended or stayed silent during start-up."""

    default_hint = "Read the browser's own last lines above; as root it needs sandbox=False."

    def __init__(self, message: str, *, stderr: str = "", hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.stderr = stderr


class ConnectionFailed(BrowserUnavailable):
    """Raised when nothing that speaks DevTools answers at an endpoint."""

    default_hint = "Start Chrome with --remote-debugging-port, or use `cdp-engine launch`."


class ConnectionLost(EngineError):
    """Raised when the connection to the browser ended while it was needed."""

    code = "browser_gone"
    default_hint = "The browser has gone; launch or connect again."


class TargetError(EngineError):
    """Raised when one target (tab, frame, worker) cannot answer; the browser itself runs on."""

    code = "closed"
    default_hint = "Open a new page and go on there."


class TargetClosed(TargetError):
    """Raised when the target was closed before it answered."""

    code = "closed"


class TargetCrashed(TargetError):
    """Raised when the target's renderer process died."""

    code = "crashed"
    default_hint = "Reload the page or open a new one."


class SessionDetached(TargetError):
    """Raised when the session to a target ended, for instance because a frame moved to another process."""

    code = "detached"
    default_hint = "Observe the page again."


class DialogBlocking(TargetError):
    """Raised when an alert, confirm, prompt or beforeunload dialog blocks the page."""

    code = "dialog"
    default_hint = "Accept or dismiss the dialog first."


class ProtocolError(EngineError):
    """Raised when the browser answers a command with an error; `method` and `number` say which."""

    code = "refused"
    default_hint = "See the protocol page of the method for what it requires."

    def __init__(self, method: str, number: int, message: str, *, data: str | None = None) -> None:
        super().__init__(f"{method}: {message} (code {number})" + (f": {data}" if data else ""))
        self.method = method
        self.number = number
        self.reason = message
        self.data = data


class UnexpectedReply(EngineError):
    """Raised when a reply or an event does not have the shape that the protocol describes."""

    code = "unexpected_reply"
    default_hint = "The browser differs from the pinned protocol; `cdp-engine doctor` compares them."


class DeadlineExceeded(EngineError, TimeoutError):
    """Raised when something awaited did not happen in time; `waited_for` names it."""

    code = "timeout"
    default_hint = "Give more time, or observe the page to see what it shows."

    def __init__(self, waited_for: str, seconds: float, why: str = "", *, hint: str | None = None) -> None:
        super().__init__(f"no {waited_for} within {seconds:g} s{why}", hint=hint)
        self.waited_for = waited_for
        self.seconds = seconds


class CommandTimeout(DeadlineExceeded):
    """Raised when the browser did not answer a command in time."""

    default_hint = "The page may be busy with a script or gone; reload it or open a new one."

    def __init__(self, method: str, seconds: float) -> None:
        super().__init__(f"answer to {method}", seconds)
        self.method = method


class NavigationFailed(EngineError):
    """Raised when the browser could not load an address; `reason` is Chrome's net error, or ours."""

    code = "navigation_failed"
    default_hint = "Check the address and that the server runs."

    def __init__(self, url: str, reason: str, *, hint: str | None = None, message: str = "") -> None:
        super().__init__(message or f"{url} did not load: {reason}", hint=hint)
        self.url = url
        self.reason = reason


class NavigationBlocked(NavigationFailed):
    """Raised when an address, or a redirect of it (`blocked`), is outside of the allowed domains by `rule` (EX-09)."""

    code = "not_allowed"
    default_hint = (
        "Go on within the allowed domains, or have the operator add this one; the tab stayed where it was."
    )

    def __init__(self, url: str, blocked: str, rule: str) -> None:
        way = "" if blocked == url else f"; it led to {blocked[:200]}"
        super().__init__(url, "net::ERR_BLOCKED_BY_CLIENT", message=f"{url} was not opened{way}: {rule}")
        self.blocked = blocked
        self.rule = rule


class NavigationReplaced(NavigationFailed):
    """Raised when another navigation, to `shown`, took the place of this one; its document may still be loading."""

    code = "navigation_replaced"
    default_hint = "Observe the page: it shows the other document. Call again if you need this one."

    def __init__(self, url: str, shown: str) -> None:
        super().__init__(url, f"another navigation, to {shown[:200]}, took its place")
        self.shown = shown


class EvaluationFailed(EngineError):
    """Raised when a script given to `evaluate` threw or could not be run."""

    code = "script_failed"
    default_hint = "Correct the script."
    threw = False  # else its result has no form as plain data


class SubscriptionOverflow(EngineError):
    """Raised in a subscriber that read so slowly that `dropped` events were lost."""

    code = "overflow"
    default_hint = "Read events in their own task, or subscribe with a larger buffer."

    def __init__(self, dropped: int) -> None:
        super().__init__(f"{dropped} events were dropped because the subscriber was too slow")
        self.dropped = dropped


class StaleRef(EngineError):
    """Raised when a ref's element has left the page (removed, or its document was replaced)."""

    code = "stale"
    default_hint = "Observe the page again and use a ref from the new view."

    def __init__(self, ref: str, reason: str, *, hint: str | None = None) -> None:
        super().__init__(f"{ref} is no longer on the page: {reason}", hint=hint)
        self.ref = ref
        self.reason = reason


class NameNotFound(EngineError):
    """Raised when no element on the page has the name by which it was called; `candidates` are refs of the nearest."""

    code = "not_found"
    default_hint = "Observe the page and use a ref that the view shows."

    def __init__(
        self, name: str, reason: str, candidates: Sequence[str] = (), *, hint: str | None = None
    ) -> None:
        super().__init__(f"{name}: {reason}", hint=hint)
        self.candidates = tuple(candidates)


class NameAmbiguous(NameNotFound):
    """Raised when several elements have the name by which one was called; `candidates` are their refs."""

    code = "ambiguous"
    default_hint = "Use the ref of the one that is meant."

    def __init__(self, name: str, listed: str, candidates: Sequence[str] = (), *, what: str = "name") -> None:
        super().__init__(name, f"{len(candidates)} elements have that {what}: {listed}", candidates)


_StateCode = Literal["not_visible", "obscured", "disabled", "detached", "not_editable", "unstable"]
NotActionableCode = _StateCode | Literal["option_not_found", "takes_one", "cannot_uncheck", "not_done"]


class NotActionable(EngineError):
    """Raised when an element exists but cannot receive the action; `covered_by` is a ref for `obscured`."""

    default_hint = "Observe the page again to see what changed."

    def __init__(
        self, code: NotActionableCode, message: str, *, covered_by: str | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.code, self.covered_by, self.missing = code, covered_by, ""  # the choice that a list has not
        self.sent = False  # whether something was pressed before


class CaptureFailed(EngineError):
    """Raised when no part of the page could be read."""

    code = "capture_failed"
    default_hint = "Wait for the page, reload it, or open a new one."


class ModelFailed(EngineError):
    """Raised when a language model cannot be called, or gives no usable answer; `status` is the HTTP status."""

    code = "model_failed"
    default_hint = "Check the model's name, its key and its address; overload passes, so try again later."

    def __init__(self, message: str, *, status: int | None = None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.status = status


class PageRefused(EngineError):
    """Raised when a page asks not to be read by a model (`data-no-ai`, or `robots.txt` where that is honoured)."""

    code = "page_refused"
    default_hint = "Respect the page, or pass respect_opt_out=False where you have its owner's consent."
