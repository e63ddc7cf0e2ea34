"""What the clients of all makers share: the SDK, opened at the first question; its errors in our words; its bytes.

The SDK's own retries are off: `Patience` decides, the same for every maker. Replies are read from the bytes into
tolerant structs, so a field that a compatible server leaves out costs nothing.
"""

from __future__ import annotations

import base64
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import TracebackType
from typing import Any, ClassVar, Literal, Self, cast

import msgspec

from cdp_engine.agent.models.messages import Conversation, Reply
from cdp_engine.agent.models.retry import AttemptError, Patience
from cdp_engine.agent.models.streams import Pieces
from cdp_engine.agent.toolbox import ToolImage
from cdp_engine.errors import InvalidInput, ModelFailed

_LONGEST_REASON = 300


class MakersModel(ABC):
    """A model behind an SDK. Use as an async context manager, or end it with `aclose`.

    `key` None takes the SDK's own environment variable; `url` is for compatible servers; `most` bounds the tokens of
    one reply; with `stream` every answer is streamed, so that a long one needs no longer patience. Runs on asyncio and
    on trio: the SDKs speak HTTP through anyio.
    """

    sdk: Literal["anthropic", "openai"]
    client_class: str
    streamed: ClassVar[Mapping[str, Any]] = {"stream": True}
    """What a request says to have its answer streamed."""

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

    async def answer(self, conversation: Conversation) -> Reply:
        """The model's next turn. Raises `ModelFailed`."""
        if self.streams:
            return await self.stream(conversation, lambda _words: None)
        request = self.request(conversation)
        return await self.patience.ask(self.name, lambda _alive: self._attempt(request))

    async def stream(self, conversation: Conversation, heard: Callable[[str], None]) -> Reply:
        """The same, streamed; `heard` is told the words so far, from the beginning after a failed attempt."""
        request = {**self.request(conversation), **self.streamed}
        return await self.patience.ask(self.name, lambda alive: self._pieces_of(request, heard, alive))

    @abstractmethod
    def request(self, conversation: Conversation) -> dict[str, Any]:
        """The body of the request in the maker's format."""

    @abstractmethod
    def read(self, body: bytes) -> Reply:
        """The maker's answer in our words. Raises `msgspec.MsgspecError`, `AttemptError`."""

    @abstractmethod
    def pieces(self) -> Pieces:
        """What puts a streamed answer together."""

    @abstractmethod
    def open_stream(self, client: Any, request: Mapping[str, Any]) -> AbstractAsyncContextManager[Any]:
        """One request through the SDK whose answer is read line by line."""

    @abstractmethod
    async def send(self, client: Any, request: Mapping[str, Any]) -> Any:
        """One request through the SDK; its raw answer."""

    async def _attempt(self, request: Mapping[str, Any]) -> Reply:
        body = await self._body(request)
        try:
            return self.read(body)
        except msgspec.MsgspecError as error:
            raise AttemptError(f"the answer cannot be read: {error}") from error

    async def _pieces_of(
        self, request: Mapping[str, Any], heard: Callable[[str], None], alive: Callable[[], None]
    ) -> Reply:
        sdk = import_module(self.sdk)
        pieces, whole = self.pieces(), list[str]()
        fault: Exception | None = None
        with _faults_of(sdk):
            async with self.open_stream(self._opened(sdk), request) as answered:
                async for line in answered.iter_lines():
                    if not line.startswith("data:"):
                        whole.append(line)
                    elif fault is None:  # after one the rest is only read to its end
                        before = len(pieces.text)
                        try:
                            goes_on = pieces.add(line.removeprefix("data:").strip().encode())
                        except (AttemptError, msgspec.MsgspecError) as error:
                            fault, goes_on = error, False
                        if goes_on:
                            alive()
                        if len(pieces.text) > before:
                            heard(pieces.text)
        try:
            if fault is not None:
                raise fault
            if pieces.done:
                return self.read(pieces.body())
            if "".join(whole).lstrip().startswith("{"):
                return self.read("\n".join(whole).encode())  # a server that streams nothing
        except msgspec.MsgspecError as error:
            raise AttemptError(f"the answer cannot be read: {error}") from error
        raise AttemptError("the answer broke off")

    async def _body(self, request: Mapping[str, Any]) -> bytes:
        sdk = import_module(self.sdk)
        with _faults_of(sdk):
            answered = await self.send(self._opened(sdk), request)
        return cast("bytes", answered.http_response.content)

    def _opened(self, sdk: Any) -> Any:
        if self._client is None:
            try:
                self._client = getattr(sdk, self.client_class)(
                    api_key=self._key, base_url=self._url, max_retries=0, timeout=self.patience.attempt
                )
            except Exception as error:  # without a key each SDK complains in its own way
                raise ModelFailed(
                    f"{self.name}: {_short(str(error))}", hint="Set the key of the model's maker."
                ) from error
        return self._client

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


@contextmanager
def _faults_of(sdk: Any) -> Generator[None]:
    """The errors of an SDK, and of a connection that ends in the middle of an answer, as `AttemptError`."""
    try:
        yield
    except ModelFailed:
        raise
    except sdk.APIStatusError as error:
        raise AttemptError(
            f"HTTP {error.status_code}: {_short(error.message)}",
            status=error.status_code,
            headers=error.response.headers,
        ) from error
    except sdk.APIConnectionError as error:
        raise AttemptError(f"no connection: {_short(str(error.__cause__ or error))}") from error
    except (sdk.APIError, TypeError) as error:  # an answer that is none; no key found
        raise AttemptError(_short(str(error)), passes=False) from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in (
            "httpx",
            "httpx2",
            "httpcore",
            "httpcore2",
            "anyio",
        ):
            raise
        raise AttemptError(f"the answer broke off: {type(error).__name__}") from error


def data_url(picture: ToolImage) -> str:
    """A picture as the address that OpenAI's formats take."""
    return f"data:{picture.mime};base64,{encoded(picture)}"


def encoded(picture: ToolImage) -> str:
    """A picture's bytes as base64."""
    return base64.b64encode(picture.data).decode()


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_REASON else f"{line[:_LONGEST_REASON]}…"
