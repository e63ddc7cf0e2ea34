"""The config file: options of the browser at the top, those of one command in a table of its name (TOML).

profile = "~/agent-profile"
allow-domain = ["shop.example"]

[run]
model = "anthropic:NAME"
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Any, cast

from cdp_engine.errors import InvalidInput

VARIABLE = "CDP_ENGINE_CONFIG"
_PATHS = frozenset({"profile", "storage_state", "downloads"})


def config_path(named: Path | None = None) -> Path:
    """The config file: the one that was named, that of the environment, or the user's own."""
    if named is not None:
        return named.expanduser()
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE]).expanduser()
    return Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser() / "cdp-engine" / "config.toml"


def named_in(words: Sequence[str]) -> Path | None:
    """The file that `--config` names on a command line; None where it does not."""
    for number, word in enumerate(words):
        if word == "--":
            break
        if word.startswith("--config="):
            return Path(word.partition("=")[2])
        if word == "--config" and number + 1 < len(words):
            return Path(words[number + 1])
    return None


def defaults_of(
    words: Sequence[str],
    command: str,
    takes: Mapping[str, bool],
    *,
    shared: Collection[str],
    commands: Collection[str],
) -> dict[str, Any]:
    """The options that the config file has for a command, by parameter name.

    `takes` are the command's parameters, and whether each may be repeated; `shared` are the options that may be at the
    top of the file. Raises `InvalidInput` for a file that cannot be read and for a name that does not exist.
    """
    named = named_in(words)
    path = config_path(named)
    if not path.exists():
        if named is not None:
            raise InvalidInput(f"there is no config file {path}", hint="Write one with --save-config.")
        return {}
    top = read_config(path)
    options, tables = _parted(top)
    _check(path, options, shared, "")
    _check(path, tables, [name.replace("-", "_") for name in commands], "command ")
    own = tables.get(command.replace("-", "_"), {})
    _check(path, own, takes, f"{command}: ")
    found = {name: value for name, value in {**options, **own}.items() if name in takes}
    return {
        name: [value] if takes[name] and not isinstance(value, list) else value
        for name, value in found.items()
    }


def read_config(path: Path) -> dict[str, Any]:
    """The file's content, names with underscores. Raises `InvalidInput`."""
    try:
        with path.open("rb") as file:
            return _named(tomllib.load(file))
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}", hint="Name another file.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(
            f"{path} is not TOML: {error}", hint='Write lines like profile = "DIR".'
        ) from error


def save_config(path: Path, shared: Mapping[str, Any], command: str, own: Mapping[str, Any]) -> None:
    """Put options into the file, beside what it has; only its owner may read it. Raises `InvalidInput`."""
    known = read_config(path) if path.exists() else {}
    known |= {name: _kept(name, value) for name, value in shared.items()}
    if own:
        table = known.setdefault(command.replace("-", "_"), {})
        table |= {name: _kept(name, value) for name, value in own.items()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(as_toml(known))
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be written: {error.strerror}", hint="Name another file."
        ) from error


def as_toml(content: Mapping[str, Any]) -> str:
    """Options, and tables of them, as TOML."""
    options, tables = _parted(content)
    lines = [_line(*option) for option in options.items()]
    for name, table in tables.items():
        lines += ["", f"[{name.replace('_', '-')}]", *(_line(*option) for option in table.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def _line(name: str, value: Any) -> str:
    # A TOML string, number, truth value or list of them is written as in JSON, but for DEL.
    written = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"{name.replace('_', '-')} = {written}"


def _kept(name: str, value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if name in _PATHS or isinstance(value, Path):
        return str(Path(value).expanduser().absolute())
    return list(cast("Sequence[Any]", value)) if isinstance(value, (list, tuple)) else value


def _parted(content: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Options, and tables of them."""
    options = {name: value for name, value in content.items() if not isinstance(value, dict)}
    return options, {name: value for name, value in content.items() if name not in options}


def _named(content: Mapping[str, Any]) -> dict[str, Any]:
    options, tables = _parted({name.replace("-", "_"): value for name, value in content.items()})
    return options | {name: _named(table) for name, table in tables.items()}


def _check(path: Path, given: Mapping[str, Any], known: Collection[str], where: str) -> None:
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            meant = (
                f"Did you mean {near[0].replace('_', '-')}?"
                if near
                else "cdp-engine COMMAND --help lists them."
            )
            raise InvalidInput(f"{path}: {where}there is no option {name.replace('_', '-')!r}", hint=meant)
