"""Asks a model for the data of one page after another, within a budget of tokens."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from cdp_engine.agent.extraction.checked_answer import Fields, added, checked, faults
from cdp_engine.agent.extraction.passages import Passage, parts_of, passages_of, written
from cdp_engine.agent.extraction.schema_shape import Leaf, Listing, Record, Shape, answer_schema
from cdp_engine.agent.models import (
    Answered,
    Asked,
    Conversation,
    Message,
    Model,
    Reply,
    Said,
    ToolCall,
    Usage,
)
from cdp_engine.agent.untrusted_text import EXPLANATION, fence
from cdp_engine.engine import ExtractionPlan, Kind, Taken, named
from cdp_engine.errors import EngineError, InvalidInput
from cdp_engine.observe import Snapshot, VirtualNode, item_list
from cdp_engine.views import token_counter

REPORT = "report"
PART_TOKENS = 12_000
"""The most that a model reads of a page at once: longer ones are read in parts."""
_LEAST = 300
SYSTEM = (
    "You read data out of a web page. It is given as numbered lines. Call report once: every value is an object with v "
    "(the value) and at (the numbers of the lines that say it). Take texts word for word as the line has them, numbers "
    "as numbers. A value that no line says is null: never guess, complete, compute or translate one. Lists: every "
    "entry that the lines show, in their order. " + EXPLANATION
)


class PageReader:
    """Fills in a shape from captures; `take` is given each of them."""

    def __init__(self, model: Model, shape: Shape, options: ExtractionPlan) -> None:
        self._model = model
        self._shape = shape
        self._options = options
        self._tool: dict[str, Any] = {
            "name": REPORT,
            "description": "The data.",
            "input_schema": _as_object(answer_schema(shape), shape),
        }
        self._links = _wants_links(shape)
        self._count = token_counter().count
        self._fixed = self._count(SYSTEM + json.dumps(self._tool)) + 50
        self._shown: set[tuple[str, str]] = set()
        self.data: Any = None
        self.fields: Fields = {}
        self.usage = Usage()
        self.calls = 0
        self.over_budget = False

    async def take(self, snapshot: Snapshot, kind: Kind) -> Taken:
        """Read what a capture has that was not read yet."""
        within = self._within(snapshot, kind)
        passages = passages_of(snapshot, within)
        if kind != "begin":
            passages = [one for one in passages if (one.node.ref, one.text) not in self._shown]
        self._shown |= {(one.node.ref, one.text) for one in passages}
        before = self._entries
        budget = self._left() - self._fixed
        if kind == "begin" and budget < _LEAST:
            raise InvalidInput(
                f"max_tokens {self._options.max_tokens} is too little for this schema",
                hint=f"Give at least {self._fixed + 4 * _LEAST}.",
            )
        title = f"{snapshot.context.title} {snapshot.context.url}"
        for part in parts_of(passages, max(_LEAST, min(PART_TOKENS, budget)), links=self._links):
            if self._is_enough or not await self._read(title, part, overlap=kind == "scrolled"):
                break
        done = self.over_budget or self._is_enough
        listed = item_list(snapshot) if self._options.scrolls else None
        box = within if listed is None else listed.node
        return Taken(new=bool(passages) and (self._entries > before or kind == "begin"), enough=done, box=box)

    def _within(self, snapshot: Snapshot, kind: Kind) -> VirtualNode | None:
        if self._options.within is None:
            return None
        try:
            return named(snapshot, self._options.within)
        except EngineError:
            if kind == "begin":
                raise
            return None

    async def _read(self, title: str, part: Sequence[Passage], *, overlap: bool) -> bool:
        """Have the model read a part; False where the budget is used up."""
        text = written(part, links=self._links)
        question = "\n".join(filter(None, (self._options.instruction, fence(f"{title}\n{text}"))))
        if self._fixed + self._count(question) > self._left():
            self.over_budget = True
            return False
        numbered = {passage.number: passage for passage in part}
        messages: list[Message] = [Asked(question)]
        best: tuple[Any, Fields] | None = None
        for attempt in range(max(1, self._options.attempts)):
            reply = await self._ask(messages)
            answer, problem = _answer_in(reply, self._shape)
            if answer is not None:
                data, fields = checked(self._shape, answer, numbered)
                found = faults(fields)
                if best is None or len(found) < len(faults(best[1])):
                    best = data, fields
                if not found:
                    break
                problem = "These values are not on the lines that you named. Report all of the data again, with null "
                problem += "where no line says it:\n" + "\n".join(found[:30])
            if attempt + 1 == self._options.attempts or self._left() < 2 * self._fixed + self._count(
                question
            ):
                break
            messages += _correction(reply, problem)
        if best is not None:
            self.data = added(self._shape, self.data, self.fields, *best, overlap=overlap)
        return True

    async def _ask(self, messages: Sequence[Message]) -> Reply:
        conversation = Conversation(system=SYSTEM, messages=tuple(messages), tools=(self._tool,))
        reply = await self._model.answer(conversation)
        self.calls += 1
        usage = reply.usage
        if not usage.read:
            sent = sum(self._count(str(message)) for message in messages)
            usage = Usage(
                self._fixed + sent, self._count(reply.text + "".join(c.arguments for c in reply.calls))
            )
        self.usage += usage
        return reply

    def _left(self) -> int:
        return self._options.max_tokens - self.usage.read

    @property
    def _entries(self) -> int:
        return len(self.fields) if isinstance(self._shape, Leaf) else _count_entries(self.data)

    @property
    def _is_enough(self) -> bool:
        return self._options.limit is not None and _count_entries(self.data) >= self._options.limit


def _count_entries(data: Any) -> int:
    """The entries of the longest list, in a list or in an object with one."""
    if isinstance(data, list):
        return len(cast("list[Any]", data))
    if isinstance(data, dict):
        return max(map(_count_entries, cast("dict[str, Any]", data).values()), default=0)
    return 0


def cut_to(data: Any, fields: Fields, limit: int) -> Any:
    """The data with at most so many entries in its lists; evidence of those cut off is dropped."""

    def cut(value: Any, path: str) -> Any:
        if isinstance(value, list):
            entries = cast("list[Any]", value)
            begin = f"{path}." if path else ""
            for name in list(fields):
                number = name[len(begin) :].partition(".")[0] if name.startswith(begin) else ""
                if number.isdigit() and int(number) >= limit:
                    del fields[name]
            return entries[:limit]
        if isinstance(value, dict):
            parts = cast("dict[str, Any]", value).items()
            return {name: cut(part, f"{path}.{name}" if path else name) for name, part in parts}
        return value

    return cut(data, "")


def _as_object(schema: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """The parameters of a tool are always an object."""
    if isinstance(shape, Record):
        return schema
    return {"type": "object", "properties": {"data": schema}, "required": ["data"]}


def _wants_links(shape: Shape) -> bool:
    """Whether a value of the schema may be an address."""
    if isinstance(shape, Listing):
        return _wants_links(shape.entry)
    if isinstance(shape, Leaf):
        return shape.format in ("uri", "url", "uri-reference")
    return any(
        _wants_links(part) or any(word in name.lower() for word in ("url", "link", "href", "image"))
        for name, part in shape.parts.items()
    )


def _answer_in(reply: Reply, shape: Shape) -> tuple[Any, str]:
    """What a model reported, by the tool or as bare JSON; None and what to say to it where it did not."""
    call = next((call for call in reply.calls if call.name == REPORT), None)
    text = (
        call.arguments if call is not None else reply.text[reply.text.find("{") : reply.text.rfind("}") + 1]
    )
    try:
        given: Any = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        return None, f"Call report with the data as JSON ({error})."
    if isinstance(shape, Record):
        return given, ""
    whole: Any = cast("Mapping[str, Any]", given).get("data") if isinstance(given, dict) else given
    return whole, "" if whole is not None else "Call report with `data`."


def _correction(reply: Reply, problem: str) -> list[Message]:
    said = Said(text=reply.text, calls=reply.calls)
    if not reply.calls:
        return [said, Asked(problem)]
    answers = [_answered(call, problem) for call in reply.calls]
    return [said, *answers]


def _answered(call: ToolCall, problem: str) -> Answered:
    return Answered(call=call, text=problem, success=False)
