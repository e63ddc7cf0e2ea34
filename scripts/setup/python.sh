#!/usr/bin/env bash
# Makes .venv with everything that the project and its checks need. Called by the Makefile.
set -euo pipefail
cd "$(dirname "$0")/../.."

die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

find_python() {
    local candidate
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s' "$candidate"
            return
        fi
    done
    die "Python 3.11 or newer is needed and was not found; install it, or name it: make setup PYTHON=/path/to/python3"
}

if [ ! -x .venv/bin/python ]; then
    python="$(find_python)"
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        # Debian keeps venv in a package of its own.
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
        else
            die "$python has no venv module; install it (Debian: sudo apt-get install python3-venv) and run make again"
        fi
    fi
    "$python" -m venv .venv
fi

.venv/bin/python -m pip install --quiet --disable-pip-version-check \
    --constraint scripts/setup/constraints.txt --editable '.[dev]'

# For a recipe's test: it asks for an older websockets, which only its realtime part uses.
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
    --constraint scripts/setup/constraints.txt griffelib openai-agents
