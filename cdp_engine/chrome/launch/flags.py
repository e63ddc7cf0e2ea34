"""The command line of a launched browser: each flag with its reason, the caller's own flags last."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Transport = Literal["pipe", "websocket"]

QUIET: tuple[tuple[str, str], ...] = (
    ("--no-first-run", "no welcome tab in front of ours"),
    ("--no-default-browser-check", "no question about the default browser"),
    ("--disable-background-networking", "no requests of the browser's own in the traffic of a page"),
    ("--disable-component-update", "no downloads of components after the start"),
    ("--disable-sync", "no account traffic"),
    ("--disable-quic", "one kind of traffic: what a proxy or a network log sees is all there is"),
    ("--disable-domain-reliability", "no reports about failed requests to the vendor"),
    ("--disable-client-side-phishing-detection", "no model download, no page scan beside ours"),
    ("--disable-breakpad", "no crash uploads; a crash is reported to the caller"),
    ("--metrics-recording-only", "no usage reports"),
    ("--no-pings", "no hyperlink auditing requests"),
)
"""Flags that keep the browser from contacting any server but the page's own."""

STEADY: tuple[tuple[str, str], ...] = (
    ("--disable-hang-monitor", "no question about unresponsive pages; our deadlines decide"),
    ("--disable-prompt-on-repost", "no native dialog when a form result is reloaded"),
    ("--disable-popup-blocking", "a new window becomes a target that is seen, not a hidden icon"),
    ("--disable-search-engine-choice-screen", "no choice screen in front of the first page"),
    ("--disable-background-timer-throttling", "pages in the background run at full speed"),
    ("--disable-backgrounding-occluded-windows", "a covered window goes on painting"),
    ("--disable-renderer-backgrounding", "background renderers keep their priority"),
    ("--force-color-profile=srgb", "the same pixels on every screen"),
)
"""Flags that remove everything that could interfere between a page and the program that drives it.

Not among them is `--enable-automation`: its bar above the page takes 56 px from the viewport, at a moment
of its own choosing. A headless browser sets `navigator.webdriver` without it.
"""

THROWAWAY: tuple[tuple[str, str], ...] = (
    ("--password-store=basic", "no keyring prompt; a kept profile needs its keyring to read its own cookies"),
    ("--use-mock-keychain", "the same on macOS"),
    ("--disable-default-apps", "nothing is installed into a profile that is about to be deleted"),
)
"""Flags for temporary profiles only: they would lock a user's own profile out of its secrets."""

HEADLESS: tuple[tuple[str, str], ...] = (
    ("--headless=new", "the full browser without a window"),
    ("--mute-audio", "nobody listens"),
    ("--window-size=1280,800", "a desktop layout; the default is 800 by 600"),
)

MOUSE: tuple[tuple[str, str], ...] = (
    ("primaryHoverType=2", "`(hover: hover)`"),
    ("availableHoverTypes=2", "`(any-hover: hover)`"),
    ("primaryPointerType=4", "`(pointer: fine)`"),
    ("availablePointerTypes=4", "`(any-pointer: fine)`"),
)
"""Settings of a headless browser, which has no mouse attached: without them libraries show their touch forms.

The caller's own `--blink-settings` are joined; a device that is emulated overrides them as long as it is.
"""

DISABLED_FEATURES: tuple[tuple[str, str], ...] = (
    ("Translate", "its bubble takes the focus"),
    ("MediaRouter", "it searches the local network for screens"),
    ("OptimizationHints", "it fetches hints about every site"),
    ("HttpsUpgrades", "an http:// address that the caller gives is the one that opens"),
    (
        "IsolateSandboxedIframes",
        "a sandboxed srcdoc frame would run in a process that nothing is prepared in before",
    ),
    ("WebUIOmniboxPopup", "its suggestions for the address bar are a hidden page in each window"),
    ("WebUIOmniboxAimPopup", "one more such page; both cost 0.5 CPU s per launch, 0.1 per context"),
)
"""Features switched off; the caller's own `--disable-features` are joined, `--enable-features` win."""

ENABLED_FEATURES: tuple[tuple[str, str], ...] = (
    ("WebMCP", "pages may offer tools of their own (EX-10); browsers that lack it ignore the name"),
)
"""Features switched on; the caller's own `--enable-features` are joined, `--disable-features` win."""

SMALL_SHARED_MEMORY = 512 * 1024 * 1024
"""Below this many bytes in /dev/shm (containers: 64 MiB) large pages crash the renderer."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The properties of the machine that flags depend on."""

    root: bool
    container: bool
    shared_memory: int | None
    """The size of /dev/shm in bytes; None where it does not exist."""

    @classmethod
    def observe(cls, environ: Mapping[str, str]) -> Surroundings:
        """Read them from this machine."""
        return cls(root=os.geteuid() == 0, container=_in_container(environ), shared_memory=_shared_memory())

    @property
    def sandbox(self) -> bool:
        """Whether Chromium's sandbox can work: not as root, nor where a container denies namespaces."""
        return not (self.root or self.container)


def command_line(
    executable: Path,
    *,
    profile: Path,
    temporary: bool,
    headless: bool,
    transport: Transport,
    sandbox: bool | None,
    args: Iterable[str],
    surroundings: Surroundings,
) -> list[str]:
    """The whole argument vector.

    `sandbox=None` means: on, except as root and in containers. Both transports get the pipe: with
    "websocket" nobody speaks on it, but its end shows the browser that this process is gone (EX-08).
    """
    own = list(args)
    flags = [flag for flag, _ in (*QUIET, *STEADY)]
    if temporary:
        flags += [flag for flag, _ in THROWAWAY]
    if headless:
        flags += [flag for flag, _ in HEADLESS]
    if not (surroundings.sandbox if sandbox is None else sandbox):
        flags.append("--no-sandbox")
    if surroundings.shared_memory is not None and surroundings.shared_memory < SMALL_SHARED_MEMORY:
        flags.append("--disable-dev-shm-usage")
    flags += ["--remote-debugging-pipe", f"--user-data-dir={profile}"]
    if transport == "websocket" and not any(flag.startswith("--remote-debugging-port") for flag in own):
        flags.append("--remote-debugging-port=0")
    features, rest = _join_features(own)
    if headless:
        rest = _join_settings(rest)
    switches = [argument for argument in rest if argument.startswith("-")]
    pages = [argument for argument in rest if not argument.startswith("-")]
    return [str(executable), *flags, *features, *switches, *(pages or ["about:blank"])]


def _join_features(own: Sequence[str]) -> tuple[list[str], list[str]]:
    """One list of features each way, ours and the caller's (Chromium obeys only the last), and the rest."""
    lists: dict[str, list[str]] = {"--disable-features": [], "--enable-features": []}
    rest: list[str] = []
    for argument in own:
        name, _, value = argument.partition("=")
        if name in lists:
            lists[name] += [feature for feature in value.split(",") if feature and feature not in lists[name]]
        else:
            rest.append(argument)
    off, on = lists["--disable-features"], lists["--enable-features"]
    named = {_bare(feature) for feature in on}
    off = [name for name, _ in DISABLED_FEATURES if name not in off] + off
    off = [name for name in off if name not in named]
    on += [name for name, _ in ENABLED_FEATURES if name not in named and name not in off]
    joined = [f"{switch}={','.join(names)}" for switch, names in zip(lists, (off, on), strict=True) if names]
    return joined, rest


def _join_settings(own: Sequence[str]) -> list[str]:
    """The mouse's settings and the caller's in one flag (Chromium obeys only the last); the caller's win."""
    settings = dict(setting.split("=") for setting, _ in MOUSE)
    rest: list[str] = []
    for argument in own:
        name, _, value = argument.partition("=")
        if name == "--blink-settings":
            settings |= {
                key: given for key, _, given in (one.partition("=") for one in value.split(",")) if key
            }
        else:
            rest.append(argument)
    joined = ",".join(f"{key}={given}" if given else key for key, given in settings.items())
    return [f"--blink-settings={joined}", *rest]


def _bare(feature: str) -> str:
    """A feature without its parameters or trial."""
    return feature.partition(":")[0].partition("<")[0]


def _in_container(environ: Mapping[str, str]) -> bool:
    """Docker, Podman, Kubernetes and systemd-nspawn each leave a mark."""
    marks = ("KUBERNETES_SERVICE_HOST", "container")
    return any(mark in environ for mark in marks) or any(
        Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv")
    )


def _shared_memory() -> int | None:
    try:
        space = os.statvfs("/dev/shm")
    except OSError:
        return None
    return space.f_frsize * space.f_bavail
