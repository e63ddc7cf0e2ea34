"""The alert, confirm, prompt and beforeunload dialogs of a tab (fact 21; EX-07).

A dialog stops the page and most commands until it is answered, so one is answered as its event is read. Only
the policy `hold` leaves it open; then every command fails at once with `DialogBlocking` until `accept` or
`dismiss`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Literal

from cdp_engine.errors import DialogBlocking, InvalidInput, ProtocolError
from cdp_engine.protocol import page, target
from cdp_engine.rpc import Session
from cdp_engine.tab.policy.request_interception import INTERCEPTOR_METHODS

DialogPolicy = Literal["dismiss", "accept", "hold"]
Handled = Literal["accepted", "dismissed", "open", "by someone else"]
DIALOG_POLICIES: tuple[DialogPolicy, ...] = ("dismiss", "accept", "hold")

ALLOWED_WHILE_OPEN = frozenset(
    {
        "Page.handleJavaScriptDialog",
        "Page.getNavigationHistory",
        "Page.close",
        "Target.setAutoAttach",
        "Target.detachFromTarget",
        *INTERCEPTOR_METHODS,
    }
)
_KEPT_DIALOGS = 50


@dataclass(frozen=True, slots=True)
class Dialog:
    """One dialog: `type` is alert, confirm, prompt or beforeunload; `default_prompt` is a prompt's default text."""

    type: str
    message: str
    default_prompt: str
    url: str
    handled: Handled
    number: int


@dataclass(frozen=True, slots=True)
class _Planned:
    """An answer that was given before its question."""

    accept: bool
    text: str | None
    lapses: bool


def answer(policy: DialogPolicy, dialog_type: str) -> bool | None:
    """True to accept, False to dismiss, None to leave it open (pure).

    A dismissed `beforeunload` would veto the very navigation that was requested; under `dismiss` it is
    accepted.
    """
    if policy == "hold":
        return None
    return policy == "accept" or dialog_type == "beforeunload"


class Dialogs:
    """The dialogs of one tab: the policy, the one that is open, and the last 50.

    `policy` may be set at any time and counts from the next dialog on. `on_block` is called with the reason when a
    held dialog opens, and None when it has closed.
    """

    def __init__(self, policy: DialogPolicy, on_block: Callable[[DialogBlocking | None], None]) -> None:
        self._policy: DialogPolicy = _checked(policy)
        self._on_block = on_block
        self._history: deque[Dialog] = deque(maxlen=_KEPT_DIALOGS)
        self._open: Dialog | None = None
        self._session: Session | None = None
        self._number = 0
        self._planned: deque[_Planned] = deque()
        self.lapses = False
        """Whether an answer was set for one action alone."""
        self._agreed: list[str] = []
        self._unanswered = False
        self._opened_at: deque[float] = deque(maxlen=_KEPT_DIALOGS)
        self._attended: dict[Session, ExitStack] = {}
        self.keeper: Dialogs | None = None
        """Those of the tab that opened this one, which answer here until the program uses this tab."""

    @property
    def policy(self) -> DialogPolicy:
        """The policy for the next dialog."""
        return self._policy

    @policy.setter
    def policy(self, value: DialogPolicy) -> None:
        self._policy = _checked(value)

    @property
    def history(self) -> tuple[Dialog, ...]:
        """The last dialogs, oldest first; an open one is the last, marked `open`."""
        return (*self._history, self._open) if self._open is not None else tuple(self._history)

    @property
    def open(self) -> Dialog | None:
        """The open dialog, if any."""
        return self._open

    def recent(self, seconds: float) -> int:
        """How many dialogs opened within the last seconds; 50 at most."""
        since = time.monotonic() - seconds
        return sum(at >= since for at in self._opened_at)

    def answer_next(self, *, accept: bool, text: str | None = None, lapses: bool = False) -> None:
        """Set the answer to the next dialog, regardless of the policy; `text` goes into a prompt. Further calls are for
        the dialogs after it. One that `lapses` holds no longer than to the end of the next action, or to another
        document of the page.
        """
        self._planned.append(_Planned(accept, text, lapses))
        self.lapses = self.lapses or lapses

    def lapse(self) -> None:
        """Drop the answers for one action, which is over: what another one asks has not been agreed to."""
        self._planned = deque(one for one in self._planned if not one.lapses)
        self.lapses = False

    @contextmanager
    def agreeing_to(self, messages: Iterable[str]) -> Generator[None]:
        """Accept dialogs with these messages meanwhile, each as often as it is named; the policy answers all others."""
        self._agreed = list(messages)
        try:
            yield
        finally:
            self._agreed = []

    @contextmanager
    def unanswered(self) -> Generator[None]:
        """Leave dialogs open meanwhile, and calls free: a navigation to a document of another process closes them.

        A page that opens one dialog after another runs no further then. One that is open at the end is dismissed.
        """
        self._unanswered = True
        try:
            yield
        finally:
            self._unanswered = False
            if self._open is not None and self._session is not None:
                with self._session.start(page.handle_java_script_dialog(accept=False)):
                    self._close("dismissed")

    async def accept(self, text: str | None = None) -> Dialog:
        """Press OK in the open dialog; `text` goes into a prompt (its default text when None).

        Raises `InvalidInput` when no dialog is open.
        """
        return await self._answer(True, text)

    async def dismiss(self) -> Dialog:
        """Press Cancel in the open dialog. Raises `InvalidInput` when no dialog is open."""
        return await self._answer(False, None)

    # Tabs that this one opened

    def attend(self, session: Session) -> None:
        """Answer the dialogs of a tab that this one opened as its own. Called by the reader, before the tab runs."""
        stops = self._attended[session] = ExitStack()
        stops.callback(session.listen(page.JavascriptDialogOpening, lambda e: self.opening(session, e)))
        stops.callback(session.listen(page.JavascriptDialogClosed, self.closed))
        session.start(page.enable()).abandon()

    def attends(self, target_id: target.TargetID) -> bool:
        """Whether the dialogs of a tab are answered here. Raises `DialogBlocking` where one of them is open."""
        if self._open is not None and self._session is not None and self._session.target_id == target_id:
            raise _blocking(self._open)
        return any(session.target_id == target_id for session in self._attended)

    def leave(self, target_id: target.TargetID) -> None:
        """Leave the dialogs of a tab to itself, which is used now or is gone."""
        for session in [one for one in self._attended if one.target_id == target_id]:
            if self._session is session and session.closed is not None:
                self.abandon()
            self._attended.pop(session).close()

    # Events of sessions

    def opening(self, session: Session, event: page.JavascriptDialogOpening) -> None:
        """`Page.javascriptDialogOpening`: answered by policy before any other event is read."""
        if self.keeper is not None:
            return
        if self._open is not None and self._session is not session and self._open.message == event.message:
            return  # the same dialog, reported by a second session
        self._number += 1
        self._opened_at.append(time.monotonic())
        dialog = Dialog(
            event.type, event.message, event.default_prompt or "", event.url, "open", self._number
        )
        verdict = answer(self._policy, event.type)
        text = event.default_prompt
        if event.message in self._agreed:
            self._agreed.remove(event.message)
            verdict = True
        if self._planned and not self._unanswered:
            planned = self._planned.popleft()
            verdict, text = planned.accept, planned.text if planned.text is not None else text
        self._open, self._session = dialog, session
        if self._unanswered and event.type != "beforeunload":
            return
        if verdict is None:
            self._on_block(_blocking(dialog))
            return
        with session.start(page.handle_java_script_dialog(accept=verdict, prompt_text=text)):
            pass  # another client may have been faster: then "No dialog is showing" is fine as well
        self._close("accepted" if verdict else "dismissed")

    def closed(self, event: page.JavascriptDialogClosed) -> None:
        """`Page.javascriptDialogClosed`: by us, by another client, by the user or by a navigation."""
        if self._open is not None:
            self._close("accepted" if event.result else "dismissed")

    def new_document(self) -> None:
        """The main frame shows another document: dialogs of the one before it do not count as recent."""
        self._opened_at.clear()
        self.lapse()

    def abandon(self) -> None:
        """The page went away while the dialog was open."""
        if self._open is not None:
            self._close("by someone else")

    # Steps

    async def _answer(self, accept: bool, text: str | None) -> Dialog:
        dialog, session = self._open, self._session
        if dialog is None or session is None:
            raise InvalidInput("no dialog is open", hint="Dialogs stay open only under the policy 'hold'.")
        prompt = text if text is not None else dialog.default_prompt
        try:
            await session.send(page.handle_java_script_dialog(accept=accept, prompt_text=prompt))
        except ProtocolError as error:
            if "No dialog is showing" not in error.reason:
                raise
        handled: Handled = "accepted" if accept else "dismissed"
        if self._open is not None and self._open.number == dialog.number:
            self._close(handled)
        return next((d for d in reversed(self._history) if d.number == dialog.number), dialog)

    def _close(self, handled: Handled) -> None:
        dialog = self._open
        if dialog is None:
            return
        done = Dialog(dialog.type, dialog.message, dialog.default_prompt, dialog.url, handled, dialog.number)
        self._open = self._session = None
        self._history.append(done)
        self._on_block(None)


def _checked(policy: DialogPolicy) -> DialogPolicy:
    if policy not in DIALOG_POLICIES:
        raise InvalidInput(
            f"invalid dialog policy {policy!r}", hint=f"Use one of {', '.join(DIALOG_POLICIES)}."
        )
    return policy


def _blocking(dialog: Dialog) -> DialogBlocking:
    given = f", with {dialog.default_prompt!r} in its field" if dialog.default_prompt else ""
    return DialogBlocking(
        f"{'an' if dialog.type == 'alert' else 'a'} {dialog.type} is open: {dialog.message!r}{given}"
    )


class FileDialogs:
    """The file dialogs that a page asked for; seen only where they are `caught`, so in a browser without windows."""

    def __init__(self, *, caught: bool = False) -> None:
        self.caught = caught
        self.count = 0

    def asked(self, event: page.FileChooserOpened) -> None:
        """`Page.fileChooserOpened`; one without a field (`showOpenFilePicker`) cannot be given a file."""
        self.count += event.backend_node_id is not None

    def apply(self, session: Session) -> None:
        """Have a session report file dialogs instead of showing them, or show them (fact 28)."""
        if session.closed is None:
            session.start(page.set_intercept_file_chooser_dialog(self.caught)).abandon()
