"""The rules for the inside of the rooms: small folders, modules and functions, no circles, one meaning per name.

`python -m scripts.house` prints every breach as `rule: place: what` and exits with 1 when there is one. The rules:

* `folder`: no folder of the package holds more than 14 modules (`__init__` and the generated protocol apart);
* `lines`: no module is longer than 350 lines, JavaScript included;
* `complexity`: no function has more than 20 independent paths, `and`, `or` and comprehensions counted;
* `circle`: no modules import each other in a circle, imports for type checkers included;
* `meaning`: no public name is exported by two rooms for two different objects;
* `fact`: every numbered fact about Chrome that code cites has its entry in `docs/chrome-facts.md`;
* `name`, `word`, `phrase`: old names of modules, and words and phrases of a private vocabulary (`house_names.toml`), do
  not come back. Phrases are looked for in docstrings, comments, error messages and pages of documentation only, outside
  of quotes and code.
"""

from __future__ import annotations

import ast
import importlib
import io
import re
import sys
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from scripts.rooms import PACKAGE, ROOT, imports, nodes, rooms

FACTS = ROOT / "docs" / "chrome-facts.md"
GENERATED = "protocol"

MOST_MODULES = 14
MOST_LINES = 350
MOST_PATHS = 20

OLD_NAMES = ROOT / "scripts" / "house_names.toml"
"""The names that modules had before they had the nouns of their field, and the words of a private vocabulary."""


@dataclass(frozen=True, slots=True, order=True)
class Breach:
    """One breach of a rule: the rule, the place, and the problem."""

    rule: str
    place: str
    subject: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.place}: {self.what}"


def source_files(package: Path, *suffixes: str) -> Iterator[Path]:
    """The hand-written files of the package with one of these suffixes, in order."""
    for file in sorted(package.rglob("*")):
        if file.suffix in suffixes and file.relative_to(package).parts[0] != GENERATED:
            yield file


def sizes(package: Path) -> Iterator[Breach]:
    """Folders with too many modules and modules with too many lines."""
    folders: dict[Path, int] = defaultdict(int)
    for file in source_files(package, ".py", ".js"):
        shown = _shown(file, package)
        if file.suffix == ".py" and file.stem != "__init__":
            folders[file.parent] += 1
        count = len(file.read_text(encoding="utf-8").splitlines())
        if count > MOST_LINES:
            yield Breach("lines", shown, "", f"{count} lines, at most {MOST_LINES}")
    for folder, count in folders.items():
        if count > MOST_MODULES:
            yield Breach("folder", _shown(folder, package), "", f"{count} modules, at most {MOST_MODULES}")


def complexities(package: Path) -> Iterator[Breach]:
    """Functions with too many paths; a function inside another counts for itself."""
    for file in source_files(package, ".py"):
        for node in nodes(_text(file)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                paths = cyclomatic_complexity(node)
                if paths > MOST_PATHS:
                    what = f"{node.name} has a cyclomatic complexity of {paths}, at most {MOST_PATHS}"
                    yield Breach("complexity", _shown(file, package), node.name, what)


def cyclomatic_complexity(function: ast.AST) -> int:
    """1 and one for each branch, loop, handler, case, condition, and operand of `and` or `or`."""
    return 1 + sum(_paths(node) for node in _own_nodes(function))


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield child
            yield from _own_nodes(child)


def _paths(node: ast.AST) -> int:
    match node:
        case ast.BoolOp(values=values):
            return len(values) - 1
        case ast.comprehension(ifs=conditions):
            return 1 + len(conditions)
        case ast.For(orelse=rest) | ast.AsyncFor(orelse=rest) | ast.While(orelse=rest):
            return 1 + bool(rest)
        case ast.Try(handlers=handlers, orelse=rest) | ast.TryStar(handlers=handlers, orelse=rest):
            return len(handlers) + bool(rest)
        case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
            return 0
        case ast.If() | ast.IfExp() | ast.match_case() | ast.Assert() | ast.Lambda():
            return 1
        case _:
            return 0


def circles(package: Path) -> Iterator[Breach]:
    """Modules that import each other, directly or through others, at run time or for type checkers only."""
    for circle in _strongly_connected(_import_graph(package)):
        if len(circle) > 1:
            yield Breach("circle", min(circle), "", "imported in a circle: " + ", ".join(sorted(circle)))


def _import_graph(package: Path) -> dict[str, set[str]]:
    modules = {_dotted(file, package): file for file in source_files(package, ".py")}
    graph: dict[str, set[str]] = {}
    for module, file in modules.items():
        found = imports(file.read_text(encoding="utf-8"), module, is_package=file.stem == "__init__")
        wanted = {
            f"{each.module}.{name}" if f"{each.module}.{name}" in modules else each.module
            for each in found
            for name in each.names or ("",)
        }
        graph[module] = (wanted & modules.keys()) - {module}
    return graph


def _strongly_connected(graph: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Tarjan's algorithm: the largest sets of modules of which each reaches each."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in order:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in stack:
                lowest[module] = min(lowest[module], order[other])
        if lowest[module] == order[module]:
            start = stack.index(module)
            found.append(set(stack[start:]))
            del stack[start:]

    for module in graph:
        if module not in order:
            visit(module)
    return found


def meanings(exporters: Sequence[ModuleType]) -> Iterator[Breach]:
    """Public names that two rooms export for different objects."""
    owners: dict[str, list[ModuleType]] = defaultdict(list)
    for room in exporters:
        for name in getattr(room, "__all__", ()):
            owners[name].append(room)
    for name, owning in sorted(owners.items()):
        first, *others = (getattr(room, name) for room in owning)
        if any(other is not first for other in others):
            shown = ", ".join(room.__name__ for room in owning)
            yield Breach("meaning", name, "", f"exported for different objects by {shown}")


def facts(files: Iterable[Path], entries: str, root: Path) -> Iterator[Breach]:
    """Mentions of a fact about Chrome that the page of facts does not have."""
    known = set(re.findall(r"^#+ Fact (\d+)\b", entries, re.MULTILINE))
    for file in files:
        for mention in re.findall(r"\bfacts? (\d+(?:(?:, | and |, and )\d+)*)", _text(file), re.IGNORECASE):
            for number in re.findall(r"\d+", mention):
                if number not in known:
                    what = f"fact {number} has no entry in docs/chrome-facts.md"
                    yield Breach("fact", file.relative_to(root).as_posix(), number, what)


def names(files: Iterable[Path], old: frozenset[str], root: Path) -> Iterator[Breach]:
    """Modules with a name of the old list, and imports that give a module or a name such a name."""
    for file in files:
        shown = file.relative_to(root).as_posix()
        if file.stem.removeprefix("test_") in old:
            yield Breach("name", shown, "", f"{file.stem} is a name of the old list")
        for alias in _aliases(file):
            if alias.asname in old:
                what = f"{alias.name} is imported under the old name {alias.asname}"
                yield Breach("name", shown, str(alias.asname), what)


def _aliases(file: Path) -> Iterator[ast.alias]:
    if file.suffix == ".py":
        for node in nodes(_text(file)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from node.names


def words(files: Iterable[Path], old: frozenset[str], root: Path) -> Iterator[Breach]:
    """Words of a private vocabulary in identifiers, comments, docstrings and pages of documentation."""
    anywhere = re.compile("|".join(sorted(old)) or "(?!)", re.IGNORECASE)
    for file in files:
        if not anywhere.search(_text(file)):
            continue  # most files, and a search is a hundredth of reading their tokens
        relative = file.relative_to(root)
        place = "/".join(relative.parts[:2]).removesuffix(file.suffix)
        for line, text in _prose(file):
            for word in (part.lower() for part in _PARTS.findall(text)):
                if word in old:
                    yield Breach("word", place, word, f"{word} in {relative.as_posix()}:{line}")


_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _prose(file: Path) -> Iterator[tuple[int, str]]:
    text = _text(file)
    if file.suffix != ".py":
        yield from enumerate(text.splitlines(), 1)
        return
    documented = {node.lineno for node in _docstrings(text)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and token.start[0] in documented
        if token.type in (tokenize.NAME, tokenize.COMMENT) or is_docstring:
            yield token.start[0], token.string


def _docstrings(source: str) -> Iterator[ast.Constant]:
    """Strings that are statements: those of modules, classes and functions, and those below an attribute."""
    for node in nodes(source):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text
            case _:
                pass


def phrases(files: Iterable[Path], old: Mapping[str, str], root: Path) -> Iterator[Breach]:
    """Phrases of the private vocabulary, each a pattern with what to write instead."""
    patterns = {re.compile(pattern, re.IGNORECASE): instead for pattern, instead in old.items()}
    for file in files:
        place = file.relative_to(root).as_posix()
        for line, text in _sentences(file):
            bare = _INDENTED.sub("\n", _QUOTED.sub(" … ", text))
            for pattern, instead in patterns.items():
                for found in pattern.finditer(bare):
                    at = line + bare.count("\n", 0, found.start())
                    phrase = " ".join(found[0].split())
                    yield Breach("phrase", f"{place}:{at}", phrase, f"“{phrase}”: write {instead}")


_INDENTED = re.compile(r"[ \t]*\n[ \t]*")
_QUOTED = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|(?<!\w)'[^'\n]*'(?!\w)")


def _sentences(file: Path) -> Iterator[tuple[int, str]]:
    """What is written for people in a file, with its first line."""
    text = _text(file)
    match file.suffix:
        case ".py":
            yield from ((node.lineno, str(node.value)) for node in (*_docstrings(text), *_messages(text)))
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    yield token.start[0], token.string
        case ".js":
            for line, source in enumerate(text.splitlines(), 1):
                if (comment := re.search(r"(?:^|\s)//(.*)", source)) is not None:
                    yield line, comment[1]
        case _:
            # code blocks keep their lines, so that the numbers stay right
            yield (
                1,
                re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S),
            )


def _messages(source: str) -> Iterator[ast.Constant]:
    """The texts in `raise` statements: what happened, and the hint."""
    for node in nodes(source):
        if isinstance(node, ast.Raise):
            for part in ast.walk(node):
                match part:
                    case ast.Constant(value=str()):
                        yield part
                    case _:
                        pass


def _shown(place: Path, package: Path) -> str:
    return f"{package.name}/{place.relative_to(package).as_posix()}"


def _dotted(file: Path, package: Path) -> str:
    parts = (package.name, *file.relative_to(package).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def breaches(root: Path = ROOT) -> list[Breach]:
    """Every breach of every rule, tolerated ones included."""
    package = root / PACKAGE
    code = [*source_files(package, ".py", ".js")]
    tests = [
        file for file in sorted((root / "tests").rglob("*.py")) if file != root / "tests/house/test_house.py"
    ]
    tools = [file for name in ("scripts", "protocol_gen") for file in sorted((root / name).rglob("*.py"))]
    pages = [*sorted((root / "docs").rglob("*.md")), root / "README.md", root / "CONTRIBUTING.md"]
    rooms_with_tests = [file for file in tests if file.relative_to(root).parts[1] in rooms()]
    exporters = [importlib.import_module(f"{PACKAGE}.{room}") for room in rooms() if room != GENERATED]
    old = tomllib.loads(_text(OLD_NAMES))
    return sorted(
        {
            *sizes(package),
            *complexities(package),
            *circles(package),
            *meanings(exporters),
            *facts([*code, *tests, *tools], _text(FACTS) if FACTS.exists() else "", root),
            *names([*code, *rooms_with_tests], frozenset(old["modules"].split()), root),
            *words([*code, *tests, *tools, *pages], frozenset(old["words"].split()), root),
            *phrases([*code, *tests, *tools, *pages], old["phrases"], root),
        }
    )


def main() -> int:
    """Check the house; 0 when every rule holds."""
    found = breaches()
    for breach in found:
        print(breach, file=sys.stderr)
    if not found:
        print("house rules: hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
