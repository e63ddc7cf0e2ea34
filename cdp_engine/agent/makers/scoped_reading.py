"""The regions and fields of a page in the form of OpenAI's scoped reads (pure)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from openai.lib.browser import BrowserReadElement, BrowserReadScope

from cdp_engine.observe import Flag, Snapshot, VirtualNode
from cdp_engine.track import element_of

_ROLES = {
    "button": "button", "textbox": "textbox", "searchbox": "textbox", "spinbutton": "textbox",
    "combobox": "combobox", "checkbox": "checkbox", "switch": "checkbox", "radio": "radio",
    "slider": "slider", "listbox": "listbox",
}  # fmt: skip
"""Our roles → the seven of the interface."""
_SCOPES = frozenset(
    ("main", "navigation", "banner", "contentinfo", "complementary", "form", "search", "region", "dialog",
     "alertdialog", "table", "grid", "article", "list", "tabpanel", "menu")
)  # fmt: skip
_MOST = 200
_LABEL_BYTES, _VALUE_BYTES = 256, 512


def elements_of(
    snapshot: Snapshot, root: str | None, masked: Callable[[str], str]
) -> tuple[list[BrowserReadElement], bool]:
    """The fields and buttons below an element (None: of the page), and whether some were left out."""
    found: list[BrowserReadElement] = []
    for node in _below(snapshot, root):
        role = _ROLES.get(node.role or "")
        if role is None or not (node.name or node.text).strip():
            continue
        if len(found) == _MOST:
            return found, True
        label = _short(masked(" ".join((node.name or node.text).split())), _LABEL_BYTES)
        element = cast("BrowserReadElement", {"ref": node.ref, "role": role, "label": label})
        if role in ("checkbox", "radio"):
            element["checked"] = "checked" in node.states
        elif node.value and Flag.REDACTED not in node.flags:
            element["value"] = _short(masked(node.value), _VALUE_BYTES)
        found.append(element)
    return found, False


def scopes_of(snapshot: Snapshot, masked: Callable[[str], str]) -> list[BrowserReadScope]:
    """The regions of a page: landmarks, dialogs, tables, forms."""
    scopes: list[BrowserReadScope] = []
    for role in sorted(_SCOPES):
        for node in snapshot.find(role=role):
            if len(scopes) < _MOST and Flag.VISIBLE in node.flags:
                name = " ".join(masked(node.name).split())
                scopes.append(
                    {"ref": f"scope:{node.ref}", "label": _short(f"{role} {name}".strip(), _LABEL_BYTES)}
                )
    return scopes


def _below(snapshot: Snapshot, root: str | None) -> Iterator[VirtualNode]:
    if root is None:
        yield from snapshot.interactive()
        return
    top = element_of(snapshot, root)
    for node in snapshot.interactive():
        above: VirtualNode | None = node
        while above is not None and above.index != top.index:
            above = above.parent
        if above is not None:
            yield node


def _short(text: str, most: int) -> str:
    return text.encode()[:most].decode(errors="ignore")
