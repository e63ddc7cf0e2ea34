"""The import rule: a room imports only from rooms above it, and only through their `__init__`.

`python -m scripts.rooms` reads the table in `rooms.toml` and the syntax trees of `cdp_engine/`, prints every
breach as `file:line: what`, and exits with 1 when there is one.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

PACKAGE = "cdp_engine"
ROOT = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_name("rooms.toml")
LOOPS = frozenset({"asyncio", "trio"})


@dataclass(frozen=True, slots=True)
class Breach:
    """One import that the rule forbids."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module, absolute, with the names taken from it (none for `import a.b`)."""

    module: str
    names: tuple[str, ...]
    line: int


def rooms(table: Path = TABLE) -> tuple[str, ...]:
    """The names of the rooms, from the ground up."""
    entries = tomllib.loads(table.read_text(encoding="utf-8"))["room"]
    return tuple(str(entry["name"]) for entry in entries)


@lru_cache(maxsize=2000)
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Every node of a module's syntax tree. Kept, as several rules read the same modules."""
    return tuple(ast.walk(ast.parse(source)))


def imports(source: str, module: str, *, is_package: bool) -> Iterator[Import]:
    """Every import of a module, wherever it is; relative ones made absolute from `module`'s own name."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, (), node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                parents = parts[: len(parts) - node.level + is_package]
                base = ".".join([*parents, base] if base else parents)
            yield Import(base, tuple(alias.name for alias in node.names), node.lineno)


def breaches(package: Path, order: Sequence[str]) -> list[Breach]:
    """All breaches below `package`, file by file."""
    found: list[Breach] = []
    for file in sorted(package.rglob("*.py")):
        relative = file.relative_to(package)
        room = relative.parts[0].removesuffix(".py")
        shown = f"{package.name}/{relative.as_posix()}"
        if room in ("__init__", "__main__"):
            room = ""
        elif room not in order:
            found.append(Breach(shown, 1, f"{room} is not in the table of rooms"))
            continue
        dotted = ".".join([package.name, *relative.with_suffix("").parts])
        is_package = dotted.endswith(".__init__")
        for imported in imports(
            file.read_text(encoding="utf-8"), dotted.removesuffix(".__init__"), is_package=is_package
        ):
            found += [
                Breach(shown, imported.line, what) for what in _judge(room, imported, package.name, order)
            ]
    return found


def _judge(room: str, imported: Import, package: str, order: Sequence[str]) -> Iterator[str]:
    top, *below = imported.module.split(".")
    if top in LOOPS:
        yield f"{top} is imported; only anyio may know which loop runs"
    if top != package:
        return
    if not below:
        if not imported.names:
            yield f"{package} itself is imported; name the room"
        yield from (problem for name in imported.names for problem in _judge_room(room, [name], order))
        return
    yield from _judge_room(room, below, order)
    yield from _private_names(room, below[0], imported.names)


def _judge_room(room: str, path: Sequence[str], order: Sequence[str]) -> Iterator[str]:
    target, *inside = path
    if target == room:
        return
    if target not in order:
        if room:
            yield f"{target} is not in the table of rooms"
        return
    if inside:
        yield f"reaches into {'.'.join(path)}; import from the room's __init__"
    if room and order.index(target) > order.index(room):
        yield f"{room} imports {target}, which is below it"


def _private_names(room: str, target: str, names: Sequence[str]) -> Iterator[str]:
    if target != room:
        yield from (f"takes the private name {name} of {target}" for name in names if name.startswith("_"))


def main() -> int:
    """Check the package; 0 when the rule holds."""
    found = breaches(ROOT / PACKAGE, rooms())
    for breach in found:
        print(breach, file=sys.stderr)
    if not found:
        print("import rule: holds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
