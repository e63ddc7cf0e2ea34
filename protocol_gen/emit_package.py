"""A protocol -> every file of `cdp_engine/protocol`."""

from __future__ import annotations

from importlib.resources import files

from protocol_gen import naming
from protocol_gen.emit_domain import NOTICE, emit_domain
from protocol_gen.mapping import Mapper
from protocol_gen.schema import Protocol, SchemaError
from protocol_gen.usage import usage


def emit_package(protocol: Protocol) -> dict[str, str]:
    """File name -> text. The same protocol gives the same bytes."""
    travels = usage(protocol)
    written = {
        "__init__.py": _index(protocol),
        "_base.py": _template("base.py"),
    }
    for domain in protocol.domains:
        name = f"{naming.module(domain.name)}.py"
        if name in written:
            raise SchemaError(f"two domains would be written to {name}")
        written[name] = emit_domain(domain, Mapper.of(domain.name, protocol, travels))
    return written


def _index(protocol: Protocol) -> str:
    modules = {domain.name: naming.module(domain.name) for domain in protocol.domains}
    lines = _template("index.py.txt").splitlines()
    fill = {
        "# source": ["SOURCE: dict[str, str] = {", *_items(dict(protocol.source)), "}"],
        "# domains": ["DOMAINS: dict[str, str] = {", *_items(modules), "}"],
        "    # imports": [
            "    from cdp_engine.protocol import (",
            *(f"        {name} as {name}," for name in sorted(modules.values())),
            "    )",
        ],
    }
    written: list[str] = []
    for line in lines:
        written.extend(fill.get(line, [line]))
    return "\n".join(written) + "\n"


def _items(entries: dict[str, str]) -> list[str]:
    return [f'    "{name}": "{value}",' for name, value in entries.items()]


def _template(name: str) -> str:
    text = files("protocol_gen.templates").joinpath(name).read_text(encoding="utf-8")
    docstring, _, rest = text.partition('"""\n\n')
    return f'{docstring}"""\n\n{NOTICE}\n{rest}'
