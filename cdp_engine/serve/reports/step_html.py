"""Steps as HTML (pure): a picture, what a model saw, what was done, what came of it (EX-11).

Every word of a page, a model or a person is escaped, and the page's own policy lets it load nothing and run nothing.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files

import msgspec

from cdp_engine.serve.cli.terminal_text import harmless

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"
"""Nothing from outside, no script at all."""


class Part(msgspec.Struct, frozen=True):
    """One text of a step. `folded`: shown when it is asked for."""

    title: str
    text: str
    folded: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step: `facts` are short (tokens, seconds), `parts` long. `good` is None where there is nothing to judge."""

    title: str
    facts: Mapping[str, str] = {}
    parts: tuple[Part, ...] = ()
    picture: bytes | None = None
    good: bool | None = None


@cache
def style() -> str:
    """The style sheet of reports and of the inspector."""
    return (files("cdp_engine.serve.reports") / "steps.css").read_text(encoding="utf-8")


def beginning(title: str) -> str:
    """The page up to its first step. What follows may be cut off anywhere: browsers close what is open."""
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{plain(title)}</title>\n<style>\n{style()}</style>\n<h1>{plain(title)}</h1>\n"
    )


def section(step: Step) -> str:
    """One step."""
    kind = {None: "", True: ' class="good"', False: ' class="bad"'}[step.good]
    lines = [f"<section{kind}>", f"<h2>{plain(step.title)}</h2>"]
    if step.facts:
        told = " · ".join(f"{plain(name)} {plain(value)}" for name, value in step.facts.items())
        lines.append(f'<p class="facts">{told}</p>')
    lines.append('<div class="sides">')
    if step.picture is not None:
        encoded = base64.b64encode(step.picture).decode()
        lines.append(f'<div><img alt="the page with marks" src="data:image/webp;base64,{encoded}"></div>')
    lines += ["<div>", *_parts(step.parts), "</div>", "</div>", "</section>\n"]
    return "\n".join(lines)


def plain(text: str) -> str:
    """`text` as nothing but text."""
    return escape(harmless(text))


def _parts(parts: Iterable[Part]) -> Iterable[str]:
    for part in parts:
        body = f"<pre>{plain(part.text)}</pre>"
        title = plain(part.title)
        if part.folded:
            yield f"<details><summary>{title}</summary>{body}</details>"
        else:
            yield f"<div>{title}</div>{body}"
