"""The scripts of these folders as one expression: modules in the order of their imports, each evaluated only once.

Every file is a JavaScript module that imports from the others by name and ends with its exports, so that editors
and linters understand it. Isolated worlds cannot import files; here the modules become functions, called in turn.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

GLOBAL = "cdpEngine"
"""The only global name in our isolated world. Pages run in their own world and cannot see it."""

RECORDER = ("recorder", "pointer_moves", "press_guard", "edited_field")
"""The modules that run in every document from its beginning."""

TOOLS = (
    "action_watch",
    "added_rows",
    "at_work",
    "bringing",
    "calendar_turns",
    "calendars",
    "cell_fields",
    "checked_states",
    "choice_groups",
    "clock_fields",
    "code_cells",
    "date_dialogs",
    "date_parts",
    "drawn_scales",
    "drawn_sliders",
    "drop_place",
    "edited_field",
    "fields",
    "file_drop",
    "file_fields",
    "framed_lists",
    "grid_cells",
    "held_dates",
    "held_submits",
    "hit_test",
    "hover_rules",
    "item_parts",
    "listeners",
    "list_chips",
    "list_closing",
    "list_field",
    "list_items",
    "list_value",
    "lists",
    "modal_cover",
    "month_grids",
    "more_items",
    "opened_branches",
    "pointer_moves",
    "pointer_watch",
    "pointing",
    "press_guard",
    "recorder",
    "scroll",
    "sections",
    "seek_text",
    "shared_tracks",
    "slider_pairs",
    "spin_groups",
    "still_picture",
    "storage",
    "swapped_fields",
    "tags",
    "target_facts",
    "typing",
)
"""The modules that are installed in a document on the first call there."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\.{1,2}/(?:\w+/)?(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
_INDENTED = re.compile(r"^\s+", re.MULTILINE)
"""Comments and indentation, a quarter of all that would be sent; no text of ours goes over several lines."""


@cache
def expression(names: tuple[str, ...]) -> str:
    """An expression that installs the modules `names` and their imports, unless the world has them already."""
    made = "\n".join(_definition(name) for name in _in_order(names))
    return f"((kit) => {{\n{made}\n}})(globalThis.{GLOBAL} ??= {{ modules: {{}}, functions: {{}} }});"


@cache
def encoded(names: tuple[str, ...]) -> msgspec.Raw:
    """The same expression as JSON: to encode it takes longer than all else that Python does for a small page."""
    return msgspec.Raw(msgspec.json.encode(expression(names)))


@cache
def page_module(name: str) -> str:
    """A module, which must import nothing, as an expression whose value has its exports."""
    return f"({_module(name)})({{}})"


@cache
def page_function(name: str) -> str:
    """A function that calls one of a module's functions with `this` and further arguments, for the page's own world.

    The module must import nothing. It leaves nothing behind in that world.
    """
    return f"function (name, ...rest) {{ return ({_module(name)})({{}})[name](this, ...rest); }}"


@cache
def exports(name: str) -> tuple[str, ...]:
    """The names that a module exports."""
    found = _EXPORT.search(_text(name))
    return _names(found[1]) if found else ()


@cache
def imports(name: str) -> dict[str, tuple[str, ...]]:
    """The modules that a module imports from, with the names it takes."""
    return {module: _names(taken) for taken, module in _IMPORT.findall(_text(name))}


def _in_order(names: tuple[str, ...]) -> list[str]:
    """The modules with all their imports, imported ones first."""
    order: list[str] = []

    def add(name: str) -> None:
        if name not in order:
            for needed in imports(name):
                add(needed)
            order.append(name)

    for name in names:
        add(name)
    return order


def _definition(name: str) -> str:
    return (
        f"if (!kit.modules.{name}) "
        f"Object.assign(kit.functions, kit.modules.{name} = ({_module(name)})(kit.modules));"
    )


def _module(name: str) -> str:
    """A module as a function from the modules that it may import from to its exports."""
    taken = "".join(
        f"const {{ {', '.join(words)} }} = modules.{module};\n" for module, words in imports(name).items()
    )
    body = _INDENTED.sub("", _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub("", _text(name))))).strip()
    return f"(modules) => {{\n{taken}{body}\nreturn {{ {', '.join(exports(name))} }};\n}}"


def _names(listed: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\s,]+", listed) if word)


@cache
def _text(name: str) -> str:
    return _modules()[name].read_text(encoding="utf-8")


@cache
def _modules() -> dict[str, Traversable]:
    """The files of all modules: a module has one name in all folders."""
    folders = (entry for entry in files("cdp_engine.tab.injected").iterdir() if entry.is_dir())
    scripts = (entry for folder in folders for entry in folder.iterdir())
    return {entry.name.removesuffix(".js"): entry for entry in scripts if entry.name.endswith(".js")}
