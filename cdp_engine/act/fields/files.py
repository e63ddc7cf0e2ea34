"""Upload: put files into a file field, including one that is hidden or that the page creates on the fly."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
import msgspec

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.dispatch import ask_after
from cdp_engine.act.element import Deadline, Element, hold, located
from cdp_engine.act.focus import DEFAULT_TIMEOUT
from cdp_engine.act.performed import Performed
from cdp_engine.act.pointer.file_drop import drop_files
from cdp_engine.act.pointer.mouse import seen_at_target, strike_element
from cdp_engine.errors import InvalidInput, SessionDetached
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import dom, page

if TYPE_CHECKING:
    from cdp_engine.tab import Tab


_CHOOSER_SECONDS = 3.0
"""How long a click may take to open a file dialog."""


class FileRules(msgspec.Struct, frozen=True):
    """What a file field accepts; `found` is False where the element leads to no file field."""

    found: bool = False
    multiple: bool = False
    folder: bool = False
    disabled: bool = False


class _Files(msgspec.Struct, frozen=True):
    held: tuple[str, ...] = ()
    arrived: tuple[str, ...] = ()


async def upload(
    tab: Tab, ref: ScopedRef, *paths: str | PathLike[str], timeout: float = DEFAULT_TIMEOUT
) -> Performed:
    """Put files of this machine into a file field; no paths empty it. `DOM.setFileInputFiles`.

    The element may be the field (hidden or not), its label, something around it, or a control that opens a file
    dialog when clicked: then it is clicked, and the dialog is answered before it is shown (fact 28). Where none opens,
    the files are dropped on it, if the page takes them.

    Raises InvalidInput for a path that is not a readable file, NotActionable, StaleRef.
    """
    chosen = [await _existing(fspath(path)) for path in paths]
    deadline = Deadline(timeout)
    async with located(tab, ref, deadline) as element:
        rules = await element.ask("fileRules", into=FileRules)
        if not rules.found:
            return await _through_chooser(tab, element, chosen, deadline)
        return await _put(element, ref, rules, chosen, "assign")


async def _existing(path: str) -> str:
    """The absolute path of a file or folder. Raises InvalidInput for one that does not exist or is not valid."""
    hint = "Give the path of a file on this machine."
    try:
        # Chrome refuses paths that contain `..`.
        found = await anyio.Path(path).resolve()
        exists = await found.exists()
    except (OSError, RuntimeError, ValueError) as error:  # a NUL, a loop of links, a name that is too long
        raise InvalidInput(f"{path[:200]!r} is not a usable path: {error}", hint=hint) from error
    if not exists:
        raise InvalidInput(f"there is no file {found}", hint=hint)
    return str(found)


async def _through_chooser(tab: Tab, element: Element, chosen: list[str], deadline: Deadline) -> Performed:
    """Click, catch the file dialog that opens, and answer it through its field."""
    # The dialog may come from a frame of another process than the clicked one.
    sessions = list(dict.fromkeys([element.session, *(frame.session for frame in tab.frames.all())]))
    caught = anyio.Event()
    opened: page.FileChooserOpened | None = None

    def heard(event: page.FileChooserOpened) -> None:
        nonlocal opened
        opened = opened or event
        caught.set()

    with ExitStack() as watched:
        for session in sessions:
            watched.callback(session.listen(page.FileChooserOpened, heard))
            watched.callback(tab.file_dialogs.apply, session)
        for session in sessions:
            with suppress(SessionDetached):
                await session.send(page.set_intercept_file_chooser_dialog(True), timeout=deadline.remaining)
        strike = await strike_element(tab, element)
        with anyio.move_on_after(min(_CHOOSER_SECONDS, deadline.remaining)):
            await caught.wait()
    frame = tab.frames.get(opened.frame_id) if opened is not None else None
    if opened is not None and frame is not None and opened.backend_node_id is not None:
        field = await hold(tab, frame, opened.backend_node_id, deadline)
        try:
            rules = await field.ask("fileRules", into=FileRules)
            done = await _put(field, element.ref, rules, chosen, "chooser")
        finally:
            field.release()
        return msgspec.structs.replace(
            done,
            point=strike.aim.main,
            received=seen_at_target(strike),
            events=strike.aftermath.events,
        )
    dropped = await drop_files(tab, element, chosen, [Path(path).name for path in chosen]) if chosen else None
    if dropped is not None:
        return dropped
    described = strike.aim.facts.description
    hint = "Name the file field, its label, the button that opens the file dialog, or the place to drop files on."
    message = (
        f"{described} is not a file field; clicking it opened no file dialog, and it takes no dropped files"
    )
    raise Refusal("not_editable", message, hint=hint).error()


def _names(chosen: list[str]) -> list[str]:
    """The names of the files that a field should hold; those in a folder in the order of their names."""
    if any(Path(path).is_dir() for path in chosen):
        return sorted(file.name for path in chosen for file in Path(path).rglob("*") if file.is_file())
    return [Path(path).name for path in chosen]


async def _put(
    field: Element, ref: ScopedRef | None, rules: FileRules, chosen: list[str], method: str
) -> Performed:
    """Set the files of a field and read their names back."""
    if rules.disabled:
        raise Refusal("disabled", "the file field is disabled").error()
    if len(chosen) > 1 and not rules.multiple:
        kind = "folder" if rules.folder else "file"
        raise Refusal(
            "takes_one", f"the field takes one {kind}, not {len(chosen)}", hint="Upload one."
        ).error()
    for name in chosen:
        is_folder = await anyio.Path(name).is_dir()
        if is_folder and not rules.folder:
            raise InvalidInput(f"{name} is a folder; this field takes files")
        if rules.folder and not is_folder:
            raise InvalidInput(
                f"{name} is a file; this field takes a folder", hint="Give the folder around it."
            )
    wanted = await anyio.to_thread.run_sync(_names, chosen)
    before = await field.ask("watchFiles", into=tuple[str, ...])
    if chosen:
        handle = await field.handle("fileField")
        command = dom.set_file_input_files(chosen, object_id=handle)
        await field.session.send(command, timeout=field.deadline.remaining)
    else:
        await field.ask("noFiles", into=object)
    # Chrome reads a folder only after its answer.
    wait = field.deadline.left if chosen and rules.folder else 0.0
    now, ending = await ask_after(field, "", "files", wait * 1000, into=_Files, wait=wait)
    # A page that read the files has them, even if it then emptied or replaced the field.
    names = None if now is None else now.held or now.arrived
    return Performed(
        action="upload",
        ref=ref,
        value_before=", ".join(before),
        value_after=", ".join(names) if names is not None else None,
        as_wanted=None if names is None else (sorted if rules.folder else list)(names) == wanted,
        chosen=names or (),
        method=method,
        ending=ending,
        seconds=field.deadline.elapsed,
    )
