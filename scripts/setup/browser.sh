#!/usr/bin/env bash
# Makes sure that a Chromium is there; installs it through apt where that is possible without asking.
set -euo pipefail

if [ -n "${CDP_ENGINE_BROWSER:-}" ]; then
    command -v "$CDP_ENGINE_BROWSER" >/dev/null && exit 0
    printf 'setup: CDP_ENGINE_BROWSER names %s, which cannot be run\n' "$CDP_ENGINE_BROWSER" >&2
    exit 1
fi
# Tests drive the one without windows on trio, where it is there: it does the same for half of the CPU time.
install() {
    printf 'setup: installing %s with apt-get\n' "$1" >&2
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
if can_install && ! command -v chromium-headless-shell >/dev/null; then
    install chromium-headless-shell || printf 'setup: it is not there; tests drive the other one\n' >&2
fi
for name in chromium chromium-browser google-chrome-stable google-chrome chrome microsoft-edge brave-browser; do
    if command -v "$name" >/dev/null; then exit 0; fi
done
for bundle in "Google Chrome" Chromium "Microsoft Edge" "Brave Browser"; do
    if [ -x "/Applications/$bundle.app/Contents/MacOS/$bundle" ]; then exit 0; fi
done
if can_install; then
    install chromium fonts-liberation
    exit 0
fi
printf 'setup: no Chromium found; install one (Debian, Ubuntu: sudo apt-get install chromium; macOS: brew install --cask chromium) or set CDP_ENGINE_BROWSER=/path/to/chrome\n' >&2
exit 1
