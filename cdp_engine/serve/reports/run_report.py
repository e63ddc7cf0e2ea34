"""The report of a run: one HTML file that grows step by step, readable whatever ends the program.

A turn's picture is taken when the model is called, so it shows the same page as the view that the model reads.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, BinaryIO

import anyio
import msgspec

from cdp_engine.agent import Conversation, Model, Reply, StreamingModel, TaskEvent, Workspace
from cdp_engine.errors import EngineError
from cdp_engine.serve.reports.page_image import PageImage, page_image_of
from cdp_engine.serve.reports.run_output import line_of
from cdp_engine.serve.reports.step_html import Part, Step, beginning, section
from cdp_engine.views import token_counter

NO_IMAGE = PageImage(None, None)


class Report:
    """Writes to a binary file that the caller opens and closes. A listener of the task; `observing` wraps its model.

    Events and conversations arrive with their secrets masked; a picture that shows one is withheld.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._image = NO_IMAGE
        self._read = ""
        self._tokens = 0
        self._seconds = 0.0
        self._turn: list[TaskEvent] = []

    def __call__(self, event: TaskEvent) -> None:
        """One event of the task; a turn is written as soon as the next one begins, or the task ends."""
        match event.kind:
            case "start":
                self._write(beginning(f"Run: {event.data['goal']}"))
                facts = {"model": str(event.data["model"]), "service": str(event.data["service"])}
                self._write(section(Step(title="Begin", facts=facts)))
            case "words":
                return  # the model's own event has all of them
            case "model":
                self._flush()
                self._turn = [event]
            case "end":
                self._flush()
                self._end(event)
            case _:
                self._turn.append(event)
                if event.kind == "answer":
                    self._flush()

    def observing(self, model: Model, workspace: Workspace) -> ObservedModel:
        """The model, with what it is given to read and the page of that moment noted for the report."""
        return ObservedModel(model, workspace, self)

    def record_request(self, image: PageImage, conversation: Conversation, seconds: float) -> None:
        """What the next turn is about: the page, what the model was given to read, how long it took to answer."""
        self._flush()  # a turn that called no tool has had no answer
        counter = token_counter()
        texts = [conversation.system, *(message.text for message in conversation.messages)]
        self._tokens = sum(counter.count(text) for text in texts)
        self._read = _latest(conversation)
        self._image, self._seconds = image, seconds

    def _flush(self) -> None:
        if not self._turn:
            return
        events, self._turn = self._turn, []
        first, last = events[0], events[-1]
        usage: dict[str, int] = first.data.get("usage", {}) if first.kind == "model" else {}
        facts = {
            "read": f"{usage.get('read') or self._tokens} tokens",
            "written": f"{usage.get('written', 0)} tokens",
            "model": f"{self._seconds:.1f} s",
            "then": f"{last.at - first.at:.1f} s",
            "at": f"{last.at:.1f} s",
        }
        parts = [Part("The model read", self._read)]
        parts += [Part("No picture", self._image.missing)] if self._image.missing else []
        parts += [part for event in events if (part := _part(event)) is not None]
        good = next((bool(event.data["success"]) for event in events if event.kind == "answer"), None)
        did = next((line_of(event) for event in events if event.kind == "tool"), "no tool")
        step = Step(
            title=f"Turn {first.turn}: {did}",
            facts=facts,
            parts=tuple(parts),
            picture=self._image.picture,
            good=good,
        )
        self._image = NO_IMAGE
        self._write(section(step))

    def _end(self, event: TaskEvent) -> None:
        data = event.data
        facts = {
            "turns": str(data["turns"]),
            "reason": str(data["reason"]),
            "seconds": f"{data['seconds']:.1f}",
        }
        parts = (
            Part("Said", str(data["message"])),
            Part(f"The page at the end: {data['url']}", str(data["view"])),
        )
        title = "Done" if data["success"] else "Failed"
        good, picture = bool(data["success"]), self._image.picture
        self._write(section(Step(title=title, facts=facts, parts=parts, picture=picture, good=good)))

    def _write(self, html: str) -> None:
        self._file.write(html.encode("utf-8", "backslashreplace"))
        self._file.flush()


class ObservedModel:
    """A model whose requests and replies are passed on to a report."""

    def __init__(self, model: Model, workspace: Workspace, report: Report) -> None:
        self._model = model
        self._workspace = workspace
        self._report = report

    @property
    def name(self) -> str:
        """The model's."""
        return self._model.name

    @property
    def streams(self) -> bool:
        """The model's."""
        return isinstance(self._model, StreamingModel) and self._model.streams

    async def stream(self, conversation: Conversation, heard: Callable[[str], None]) -> Reply:
        """The model's answer, streamed. Raises what the model raises."""
        model = self._model
        if not isinstance(model, StreamingModel):
            return await self.answer(conversation)
        return await self._recorded(conversation, lambda: model.stream(conversation, heard))

    async def answer(self, conversation: Conversation) -> Reply:
        """The model's answer. Raises what the model raises."""
        return await self._recorded(conversation, lambda: self._model.answer(conversation))

    async def _recorded(self, conversation: Conversation, ask: Callable[[], Awaitable[Reply]]) -> Reply:
        image = await self._page_image()
        began = anyio.current_time()
        try:
            return await ask()
        finally:
            self._report.record_request(image, conversation, anyio.current_time() - began)

    async def _page_image(self) -> PageImage:
        try:
            return await page_image_of(
                await self._workspace.page(), shows_secret=self._workspace.shows_secret
            )
        except EngineError as error:  # it must not end the task: the next use of the page reports it
            return PageImage(None, None, error.message)


def _latest(conversation: Conversation) -> str:
    """What the model has not read before: all after its own last words."""
    messages = list(conversation.messages)
    new = 0
    while new < len(messages) and messages[-1 - new].__struct_config__.tag != "said":
        new += 1
    return "\n\n".join(message.text for message in messages[len(messages) - new :])


def _part(event: TaskEvent) -> Part | None:
    data = event.data
    match event.kind:
        case "model":
            return Part("The model said", str(data["text"])) if data["text"] else None
        case "tool":
            return Part("Did", f"{data['name']} {data['arguments']}")
        case "answer":
            known: dict[str, Any] = {
                name: data[name] for name in ("error", "effect", "verification") if name in data
            }
            effect = f"{msgspec.json.encode(known).decode()}\n" if known else ""
            return Part("Came of it", f"{effect}{data['text']}")
        case _:
            return Part(event.kind.capitalize(), line_of(event))
