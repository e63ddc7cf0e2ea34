"""Answers of the seven tools: `{"success", "snapshot", "error", "message"}` for programs, the same as text (pure).

A message names elements by the refs of the snapshot in the same answer, or by role and name where that does not list
them; never by the refs of the engine, which look the same and name others.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from cdp_engine.agent.one_shot_tools.snapshot_factory import TakenSnapshot
from cdp_engine.agent.tool_result import DISMISSED, INVALID_PARAMS, ToolImage, ToolResult
from cdp_engine.agent.untrusted_text import fence
from cdp_engine.engine import ActionError, ActionResult
from cdp_engine.errors import EngineError
from cdp_engine.verify import Blocked

ErrorCode = Literal[
    "ref_invalid",
    "element_disabled",
    "element_obscured",
    "element_not_visible",
    "action_failed",
    "timeout",
    "human_rejected",
    "invalid_params",
]
ERROR_CODES: tuple[str, ...] = get_args(ErrorCode)
CODES: Mapping[str, ErrorCode] = {
    **{code: code for code in ("human_rejected", "ref_invalid", "timeout")},
    "stale": "ref_invalid",
    "stale_state": "ref_invalid",
    "detached": "ref_invalid",
    "disabled": "element_disabled",
    "obscured": "element_obscured",
    "not_visible": "element_not_visible",
    "unstable": "timeout",
    INVALID_PARAMS: "invalid_params",
}
"""Our codes in those of the source; all others are `action_failed`."""
AGREE = "To agree, click the same element again (its ref is new)."
CHOOSE = "Choose an element of the snapshot."
_LONGEST_NAME = 80


class Words(msgspec.Struct, frozen=True):
    """What an answer says: `own` are ours, or a person's; `quoted` may quote the page and is fenced."""

    own: str = ""
    quoted: str = ""


NO_WORDS = Words()


def answered(
    success: bool,
    words: Words,
    *,
    error: str | None = None,
    taken: TakenSnapshot | None = None,
    result: ActionResult | None = None,
) -> ToolResult:
    """An answer, with a snapshot where one could be taken."""
    code = None if success else CODES.get(error or "", "action_failed")
    data: dict[str, Any] = {"success": success}
    lines = ["ok" if code is None else f"failed: {code}"]
    pictures: tuple[ToolImage, ...] = ()
    sentence = " ".join(filter(None, (words.quoted, words.own)))
    if sentence:
        data["message"] = sentence
    if words.own:
        lines.append(words.own)
    if words.quoted:
        lines.append(fence(words.quoted))
    if code is not None:
        data["error"] = code
    if taken is not None:
        data["snapshot"] = taken.data
        shown = {name: value for name, value in taken.data.items() if name != "screenshot"}
        lines.append(fence(msgspec.json.encode(shown).decode()))
        if taken.data["screenshot"]:
            pictures = (ToolImage(base64.b64decode(taken.data["screenshot"])),)
    return ToolResult(
        success=success,
        error=code,
        text="\n".join(lines),
        pictures=pictures,
        result=result,
        data=data,
        whole=taken is not None,
    )


def words_of(result: ActionResult, target: str, taken: TakenSnapshot | None) -> Words:
    """What an action did, in words without a ref of the engine. `target` is the engine's ref of its element."""
    failure = result.error
    known = [ref for ref in (target, *_mentioned(result)) if ref]
    sentence = result.message
    if failure is None:
        return Words(quoted=_without_refs(sentence, known, taken))
    sentence = sentence.removesuffix(failure.hint).rstrip()
    return Words(quoted=_without_refs(sentence, known, taken), own=_next_step(failure, target, taken))


def words_of_error(error: EngineError, hint: str, known: str, taken: TakenSnapshot | None) -> Words:
    """The failure of a tool. `known` is the engine's ref of its element, if there was one."""
    refs = [known] if known else []
    return Words(own=_without_refs(hint, refs, taken), quoted=_without_refs(error.message, refs, taken))


def _mentioned(result: ActionResult) -> tuple[str | None, ...]:
    """The engine's refs that a result's message may hold."""
    failure, effect = result.error, result.effect
    blocked = (effect.by, effect.closer) if isinstance(effect, Blocked) else ()
    if failure is None:
        return blocked
    return (failure.covered_by, failure.closer, *failure.candidates, *blocked)


def _next_step(failure: ActionError, target: str, taken: TakenSnapshot | None) -> str:
    """The hint, rebuilt from its parts: only elements that the snapshot lists are named by a ref."""
    names: Mapping[str, str] = {} if taken is None else taken.names
    if failure.code == DISMISSED:
        return AGREE if target else ""
    if failure.closer is not None:
        closer = names.get(failure.closer)
        return (
            "Close what covers it, then try again."
            if closer is None
            else f"Click {closer} to close what covers it, then try again."
        )
    if failure.candidates:
        listed = [names[ref] for ref in failure.candidates if ref in names][:3]
        return f"It may have become {', '.join(listed)}. {CHOOSE}" if listed else CHOOSE
    return _without_refs(failure.hint, [target], taken)


def _without_refs(text: str, refs: list[str], taken: TakenSnapshot | None) -> str:
    for ref in sorted({ref for ref in refs if ref}, key=len, reverse=True):
        own = None if taken is None else taken.names.get(ref)
        text = re.sub(
            rf"(?<![\w@:])@?{re.escape(ref)}(?![\w:])",
            lambda _found, o=own, r=ref: o or _described(r, taken),
            text,
        )
    return text


def _described(ref: str, taken: TakenSnapshot | None) -> str:
    """An element that the snapshot does not list."""
    if taken is not None:
        try:
            node = taken.seen.get(ref)
        except EngineError:
            return "the element"
        name = " ".join((node.name or node.text).split())[:_LONGEST_NAME]
        return f"the {node.role or node.tag}" + (f" “{name}”" if name else "")
    return "the element"
