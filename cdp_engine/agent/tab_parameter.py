"""The parameter `tab` that every tool takes: the number of the tab that a call is for (pure).

It is in no tool's schema unless that is wanted: most models work in one tab, and it would cost them tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta, Struct

from cdp_engine.errors import InvalidInput

TAB = "tab"
_SHOWN = "shows_tab"
"""The mark of parameters that have `tab` from here."""
Number = Annotated[int | None, Meta(description="number in `tabs`; none: in front")]


def tab_of(
    params: type[Struct], arguments: Mapping[str, Any] | str | bytes | None
) -> tuple[int | None, Mapping[str, Any] | str | bytes | None]:
    """The tab that a call is for, and its other arguments. Raises `InvalidInput` for anything but a number.

    None and the unchanged arguments where no tab is named, or where `tab` is the tool's own parameter.
    """
    if _is_own(params):
        return None, arguments
    given: Any = arguments
    if isinstance(arguments, str | bytes):
        try:
            given = msgspec.json.decode(arguments or b"{}")
        except msgspec.DecodeError:
            return None, arguments  # the tool itself reports the error
    if not isinstance(given, Mapping) or TAB not in given:
        return None, arguments
    named = dict(cast("Mapping[str, Any]", given))
    try:
        number = msgspec.convert(named.pop(TAB), int | None, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidInput("tab takes the number of a tab", hint="`tabs` lists them.") from error
    return number, named


def with_tab(params: type[Struct]) -> type[Struct]:
    """The parameters with `tab` added, for a schema that shows it."""
    if _is_own(params):
        return params
    fields: list[Any] = [(TAB, Number, None)]
    return msgspec.defstruct(
        params.__name__,
        fields,
        bases=(params,),
        namespace={_SHOWN: True},
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _is_own(params: type[Struct]) -> bool:
    return TAB in params.__struct_fields__ and not getattr(params, _SHOWN, False)
