"""JSON Schemas of the formats that have one, generated from the types of their data."""

from __future__ import annotations

from typing import Any

import msgspec

from cdp_engine.errors import InvalidInput
from cdp_engine.views.payload import AgentRequest
from cdp_engine.views.registry import formats, view_of

PAYLOAD = "payload"


def json_schema(format: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a format's data, or of an agent's request body (`payload`).

    Raises `UnknownFormat`, and `InvalidInput` for a format whose data is text.
    """
    shape: Any = AgentRequest if format == PAYLOAD else view_of(format).shape
    if shape is None:
        known = [name for name in formats() if view_of(name).shape is not None]
        raise InvalidInput(
            f"format {format!r} has no JSON Schema", hint=f"These have one: {', '.join([*known, PAYLOAD])}."
        )
    schema = msgspec.json.schema(shape)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def options_schema(format: str) -> dict[str, Any]:
    """The JSON Schema of a format's options. Raises `UnknownFormat`."""
    return msgspec.json.schema(view_of(format).options)
