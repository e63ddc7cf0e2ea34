"""`python -m protocol_gen [--source SOURCE] [--check]`: write `cdp_engine/protocol`, or say how it differs.

Exit codes: 0 written, or nothing differs; 1 the tree differs (`--check`); 2 the source is not a protocol.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from protocol_gen.emit_package import emit_package
from protocol_gen.overrides import apply_overrides, read_overrides
from protocol_gen.schema import SchemaError, load
from protocol_gen.sources import SourceError, read_source

HERE = Path(__file__).parent
SCHEMA = HERE / "schema.json"
OVERRIDES = HERE / "overrides.toml"
PACKAGE = HERE.parent / "cdp_engine" / "protocol"


def main(arguments: list[str] | None = None) -> int:
    """Run with these command line arguments (default: of the process) and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m protocol_gen", description="Generate cdp_engine/protocol."
    )
    parser.add_argument(
        "--source", help="re-pin first: http://host:port, a JSON file, a package folder or npm:NAME"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if the tree is out of date"
    )
    parser.add_argument("--output", type=Path, default=PACKAGE, help="folder of the generated package")
    options = parser.parse_args(arguments)
    try:
        text = read_source(options.source) if options.source else SCHEMA.read_text(encoding="utf-8")
        package = generate(text)
    except (SourceError, SchemaError) as error:
        print(f"protocol_gen: {error}", file=sys.stderr)
        return 2
    output: Path = options.output
    changed = differences(package, output)
    if options.source and SCHEMA.read_text(encoding="utf-8") != text:
        changed.insert(0, str(SCHEMA))
    if options.check:
        for name in changed:
            print(f"differs: {name}")
        return 1 if changed else 0
    if options.source:
        SCHEMA.write_text(text, encoding="utf-8")
    write(package, output)
    print(f"{len(package)} files, {len(changed)} changed")
    return 0


def generate(schema: str) -> dict[str, str]:
    """File name -> text of the whole package. Overrides that no longer match are named on stderr."""
    overrides = read_overrides(OVERRIDES.read_text(encoding="utf-8"))
    protocol, stale = apply_overrides(load(json.loads(schema)), overrides)
    for item in stale:
        print(f"protocol_gen: the override of {item} meets nothing in this schema", file=sys.stderr)
    return emit_package(protocol)


def differences(package: dict[str, str], folder: Path) -> list[str]:
    """Files that are missing, stale or not ours."""
    present = {path.name for path in folder.glob("*.py")}
    stale = [
        name
        for name, text in package.items()
        if name not in present or (folder / name).read_text(encoding="utf-8") != text
    ]
    return sorted([*stale, *(present - package.keys())])


def write(package: dict[str, str], folder: Path) -> None:
    """Write the package and remove modules of domains that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.py"):
        if path.name not in package:
            path.unlink()
    for name, text in package.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
