"""The option `--schema`: a JSON Schema in a file, or a class of a Python file; and extracted data as JSON."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

from cdp_engine.engine import Extraction
from cdp_engine.errors import InvalidInput


def schema_in(written: Path) -> type[Any] | Mapping[str, Any]:
    """The schema of a JSON file, or of `FILE.py:NAME`. Raises `InvalidInput`."""
    place, colon, name = str(written).rpartition(":")
    if colon and place.endswith(".py"):
        return _class_in(Path(place), name)
    try:
        given: Any = msgspec.json.decode(written.read_bytes())
    except OSError as error:
        raise InvalidInput(f"--schema {written}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise InvalidInput(f"--schema {written} is not valid JSON: {error}") from error
    if not isinstance(given, dict):
        raise InvalidInput(f"--schema {written} has no JSON Schema", hint="It is an object with a type.")
    return cast("dict[str, Any]", given)


def _class_in(file: Path, name: str) -> type[Any]:
    spec = importlib.util.spec_from_file_location("cdp_engine_schema", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise InvalidInput(f"--schema: there is no file {file}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, name, None)
    if found is None:
        raise InvalidInput(f"--schema: {file} has no {name!r}")
    return found


def extraction_data(found: Extraction[Any]) -> dict[str, Any]:
    """An extraction as JSON-ready data: the values, and the evidence of each."""
    evidence = {
        path: {name: value for name, value in msgspec.to_builtins(field).items() if value not in (None, "")}
        for path, field in found.fields.items()
    }
    return {
        "success": found.success,
        "data": found.data,
        "evidence": evidence,
        "problem": found.problem,
        "pages": found.pages,
        "ended": found.ended,
        "calls": found.calls,
        "tokens_read": found.tokens_read,
        "tokens_written": found.tokens_written,
    }
