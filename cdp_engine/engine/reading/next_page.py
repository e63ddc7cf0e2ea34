"""The control that leads to the next page of a list, or loads more of it (pure)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cdp_engine.observe import Snapshot, VirtualNode

_WORDS = frozenset(
    (
        "next", "next page", "next results", "load more", "show more", "more results", "view more", "see more",
        "older", "older posts", "weiter", "nächste", "nächste seite", "mehr laden", "mehr anzeigen", "suivant",
        "suivante", "page suivante", "afficher plus", "siguiente", "página siguiente", "ver más", "cargar más",
        "próximo", "próxima", "próxima página", "carregar mais", "avanti", "successivo", "successiva",
        "pagina successiva", "carica altri", "volgende", "volgende pagina", "meer laden", "dalej", "następna",
        "další", "nästa", "neste", "næste", "seuraava", "следующая", "далее", "下一页", "次へ", "次のページ", "다음",
    )
)  # fmt: skip
_ARROWS = frozenset("›»→>⟩❯⏵")
_NOT_WORDS = re.compile(r"[^\w\s]+")
_PAGES = re.compile(r"pag(?:e|in)|pager", re.IGNORECASE)


def next_control(snapshot: Snapshot) -> VirtualNode | None:
    """The control for more of a list; None where there is none, or where it is disabled: the list ends.

    A link marked as next counts most, then words for it, then an arrow or the number after the current one where pages
    are numbered.
    """
    shown = snapshot.interactive()
    for fits in (_is_marked, _is_named, _is_arrow):
        found = [node for node in shown if fits(node)]
        if found:
            able = [node for node in found if not _is_off(node)]
            return able[0] if able else None
    return _next_number(shown, snapshot)


def _is_marked(node: VirtualNode) -> bool:
    return "next" in (node.attribute("rel") or "").lower().split()


def _is_named(node: VirtualNode) -> bool:
    return any(
        " ".join(_NOT_WORDS.sub(" ", said).split()).casefold() in _WORDS for said in (node.name, node.text)
    )


def _is_arrow(node: VirtualNode) -> bool:
    said = (node.text or node.name).strip()
    return len(said) == 1 and said in _ARROWS and any(_is_of_pages(around) for around in _around(node))


def _next_number(shown: list[VirtualNode], snapshot: Snapshot) -> VirtualNode | None:
    current = next(
        (
            node
            for node in snapshot.nodes()
            if node.is_element
            and node.visible
            and (node.attribute("aria-current") in ("page", "true") or "current" in node.states)
            and node.text.isdigit()
        ),
        None,
    )
    if current is None:
        return None
    wanted = str(int(current.text) + 1)
    return next((node for node in shown if node.text.strip() == wanted and not _is_off(node)), None)


def _is_off(node: VirtualNode) -> bool:
    marks = (node.attribute("class") or "").lower().split()
    return "disabled" in node.states or node.attribute("aria-disabled") == "true" or "disabled" in marks


def _is_of_pages(node: VirtualNode) -> bool:
    named = " ".join(filter(None, (node.name, node.attribute("class"), node.html_id)))
    return node.role == "navigation" or bool(_PAGES.search(named))


def _around(node: VirtualNode) -> Iterator[VirtualNode]:
    at = node.parent
    for _ in range(5):
        if at is None:
            return
        yield at
        at = at.parent
