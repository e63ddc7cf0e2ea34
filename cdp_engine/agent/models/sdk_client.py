"""The common part of all clients: the SDK, opened on the first call, and the conversion of its errors.

Retries before an answer begins, their pauses and the time limits are the SDK's. Answers are read from their bytes into
tolerant structs, so a field that a compatible server leaves out costs nothing.
"""

from __future__ import annotations

import base64
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import TracebackType
from typing import Any, ClassVar, Literal, Self, cast

import anyio
import msgspec

from cdp_engine.agent.models.messages import Conversation, Reply
from cdp_engine.agent.models.retry import LASTING, BrokenAnswer, Patience
from cdp_engine.agent.models.streams import Pieces
from cdp_engine.agent.tool_result import ToolImage
from cdp_engine.errors import InvalidInput, ModelFailed

_LONGEST_REASON = 300
_HTTP = frozenset({"httpx", "httpx2", "httpcore", "httpcore2", "anyio"})
"""The packages whose exceptions mean a connection that ended in the middle of an answer."""
_FIRST_ERROR = 400


class MakersModel(ABC):
    """A model behind an SDK. Use as an async context manager, or end it with `aclose`.

    `key` None takes the SDK's own environment variable; `url` is for compatible servers; `most` bounds the tokens of
    one reply; with `stream` every answer is streamed, so that a long one needs no longer time limit. Runs on asyncio
    and on trio: the SDKs speak HTTP through anyio.
    """

    sdk: Literal["anthropic", "openai"]
    client_class: ClassVar[str]
    base_error: ClassVar[str]
    """The SDK's root of errors: raised without a key."""
    key_variable: ClassVar[str]
    """The environment variable that the SDK takes the key from."""
    streamed: ClassVar[Mapping[str, Any]] = {"stream": True}
    """The request fields for streaming."""

    def __init__(
        self,
        model: str,
        *,
        key: str | None = None,
        url: str | None = None,
        most: int = 4096,
        patience: Patience | None = None,
        stream: bool = False,
    ) -> None:
        if find_spec(self.sdk) is None:
            raise InvalidInput(
                f"the SDK {self.sdk!r} is not installed", hint=f"pip install 'cdp-engine[{self.sdk}]'"
            )
        self.name = model
        self.most = most
        self.patience = patience if patience is not None else Patience()
        self.streams = stream
        self._key = key
        self._url = url
        self._client: Any = None

    def check_key(self) -> None:
        """Raise `ModelFailed`, naming the environment variable, where there is no API key."""
        self._opened()

    async def answer(self, conversation: Conversation) -> Reply:
        """The model's next turn. Raises `ModelFailed`."""
        if self.streams:
            return await self.stream(conversation, lambda _words: None)
        request = self.request(conversation)
        return await self.patience.ask(self.name, lambda: self._whole(request))

    async def stream(self, conversation: Conversation, heard: Callable[[str], None]) -> Reply:
        """The same, streamed; `heard` gets the words so far, from the beginning after a failed attempt."""
        request = {**self.request(conversation), **self.streamed}
        return await self.patience.ask(self.name, lambda: self._streamed(request, heard))

    @abstractmethod
    def request(self, conversation: Conversation) -> dict[str, Any]:
        """The body of the request in the vendor's format."""

    @abstractmethod
    def read(self, body: bytes) -> Reply:
        """The vendor's answer as our types. Raises `msgspec.MsgspecError`, `BrokenAnswer`."""

    @abstractmethod
    def pieces(self) -> Pieces:
        """The assembler of a streamed answer."""

    @abstractmethod
    def open_stream(self, client: Any, request: Mapping[str, Any]) -> AbstractAsyncContextManager[Any]:
        """One request through the SDK whose answer is read line by line."""

    @abstractmethod
    async def send(self, client: Any, request: Mapping[str, Any]) -> Any:
        """One request through the SDK; its raw answer."""

    async def _whole(self, request: Mapping[str, Any]) -> Reply:
        client = self._opened()
        with self._in_our_words(), anyio.fail_after(self.patience.all_attempts):
            answered = await self.send(client, request)
            return self.read(cast("bytes", answered.http_response.content))

    async def _streamed(self, request: Mapping[str, Any], heard: Callable[[str], None]) -> Reply:
        client, answer = self._opened(), _Streamed(self.pieces())
        with self._in_our_words() as progress, anyio.fail_after(self.patience.all_attempts) as limit:
            async with self.open_stream(client, request) as answered:
                progress.answering = True
                limit.deadline = anyio.current_time() + self.patience.attempt
                async for line in answered.iter_lines():  # to the end, even after an error
                    before = len(answer.pieces.text)
                    if answer.add(line):
                        limit.deadline = anyio.current_time() + self.patience.attempt
                    if len(answer.pieces.text) > before:
                        heard(answer.pieces.text)
            return self.read(answer.body())

    def _opened(self) -> Any:
        if self._client is None:
            sdk = import_module(self.sdk)
            failure: type[Exception] = getattr(sdk, self.base_error)
            try:
                client = getattr(sdk, self.client_class)(
                    api_key=self._key,
                    base_url=self._url,
                    max_retries=self.patience.tries - 1,
                    timeout=self.patience.attempt,
                    http_client=sdk.DefaultAsyncHttpxClient(event_hooks={"response": [self._bound_pause]}),
                )
            except failure as error:
                raise self._no_key() from error
            if not any(getattr(client, name, None) for name in ("api_key", "auth_token", "credentials")):
                raise self._no_key()
            self._client = client
        return self._client

    async def _bound_pause(self, response: Any) -> None:
        """Have the SDK give up at once where a server asks for too long a pause."""
        try:
            seconds = float(response.headers.get("retry-after") or 0)
        except ValueError:
            return
        if seconds > self.patience.longest:
            response.headers["x-should-retry"] = "false"

    def _no_key(self) -> ModelFailed:
        return ModelFailed(
            f"{self.name}: there is no API key: {self.key_variable} is not set",
            hint=f"Set the environment variable {self.key_variable}; for a server that needs no key, to any word.",
        )

    @contextmanager
    def _in_our_words(self) -> Generator[_Progress]:
        """The errors of the SDK as `ModelFailed`; as `BrokenAnswer` where it does not retry by itself."""
        sdk, progress = import_module(self.sdk), _Progress()
        try:
            yield progress
        except TimeoutError as error:
            raise BrokenAnswer(f"no answer within {self.patience.attempt:g} s") from error
        except sdk.APIStatusError as error:
            if error.status_code < _FIRST_ERROR:  # an error event within an answer
                raise _fault(error) from error
            raise ModelFailed(
                f"{self.name}: HTTP {error.status_code}: {_short(error.message)}", status=error.status_code
            ) from error
        except sdk.APIConnectionError as error:
            if progress.answering:
                raise BrokenAnswer("the answer broke off") from error
            cause = _short(str(error.__cause__ or error))
            raise ModelFailed(
                f"{self.name}: no connection: {cause} ({self.patience.tries} attempts)"
            ) from error
        except sdk.APIError as error:
            raise _fault(error) from error
        except (msgspec.MsgspecError, ValueError) as error:
            raise BrokenAnswer(f"the answer cannot be read: {_short(str(error))}") from error
        except Exception as error:
            if type(error).__module__.partition(".")[0] not in _HTTP:
                raise
            raise BrokenAnswer(f"the answer broke off: {type(error).__name__}") from error

    async def aclose(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


@dataclass(slots=True)
class _Progress:
    answering: bool = False
    """Whether the answer has begun: from then on the SDK does not retry."""


class _Streamed:
    """The lines of one streamed answer."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self._rest = list[str]()
        self._fault: Exception | None = None

    def add(self, line: str) -> bool:
        """One line; whether it brings something of the answer."""
        if not line.startswith("data:"):
            self._rest.append(line)
            return False
        if self._fault is not None:
            return False
        try:
            return self.pieces.add(line.removeprefix("data:").strip().encode())
        except (BrokenAnswer, msgspec.MsgspecError) as error:
            self._fault = error
            return False

    def body(self) -> bytes:
        """The whole as an unstreamed answer. Raises the errors of the stream."""
        if self._fault is not None:
            raise self._fault
        if self.pieces.done:
            return self.pieces.body()
        if "".join(self._rest).lstrip().startswith("{"):  # a server that does not stream
            return "\n".join(self._rest).encode()
        raise BrokenAnswer("the answer broke off")


def _fault(error: Any) -> BrokenAnswer:
    """An error within an answer."""
    body: Any = error.body
    inner: Any = cast("dict[str, Any]", body).get("error", body) if isinstance(body, dict) else None
    detail = cast("dict[str, Any]", inner) if isinstance(inner, dict) else {}
    lasting = detail.get("type") in LASTING or detail.get("code") in LASTING
    return BrokenAnswer(_short(str(detail.get("message") or error.message)), lasting=lasting)


def data_url(picture: ToolImage) -> str:
    """A picture as the address that OpenAI's formats take."""
    return f"data:{picture.mime};base64,{encoded(picture)}"


def encoded(picture: ToolImage) -> str:
    """A picture's bytes as base64."""
    return base64.b64encode(picture.data).decode()


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_REASON else f"{line[:_LONGEST_REASON]}…"
