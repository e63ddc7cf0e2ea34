"""Elements by their lasting traits, and the element of a page that such a description means (pure)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cdp_engine.agent.replay.steps import StepTarget
from cdp_engine.observe import Flag, PageTree, Snapshot, VirtualNode
from cdp_engine.track import Fingerprint, fingerprint, lasting_id

_NEAR = 160
_LONGER = 1.5
_WORD = re.compile(r"\w+")
_ALIKE = 0.5
_CLEARLY = 0.15
"""How much better than the next the place of one of several equal elements must fit."""


class Found(NamedTuple):
    """The element of a description: `note` says how it differs; without an element, `problem` says why."""

    node: VirtualNode | None
    note: str = ""
    problem: str = ""


def describe(node: VirtualNode) -> StepTarget:
    """The lasting traits of an element."""
    traits = fingerprint(node)
    twins = [
        one for one in _shown(node.snapshot) if one.index != node.index and _same(traits, fingerprint(one))
    ]
    near = _around(node, twins) if twins else ""
    return StepTarget(
        role=traits.role,
        name=traits.label,
        near=near,
        apart=_only_in(near, [_around(one, [node, *twins]) for one in twins]),
        region=traits.region,
        tag=traits.tag,
        kind=traits.kind.strip("|") and traits.kind,
        html_id=lasting_id(traits.html_id),
        test_id=traits.test_id,
        href=traits.href,
        text=traits.text if traits.text != traits.label else "",
    )


def find(target: StepTarget, snapshot: Snapshot, others: Iterable[StepTarget] = ()) -> Found:
    """The element that a description means; `others` are descriptions of different elements."""
    nodes = _shown(snapshot)
    wanted = _traits(target)
    exact = [node for node in nodes if _same(wanted, fingerprint(node))]
    if exact:
        return _of_equal(target, exact)
    return _resembling(target, wanted, nodes, others)


def _resembling(
    target: StepTarget, wanted: Fingerprint, nodes: Sequence[VirtualNode], others: Iterable[StepTarget]
) -> Found:
    """The one element that resembles a description clearly more than all others."""
    foreign = {(one.role, one.name, one.html_id, one.kind) for one in others if one != target}
    rated: list[tuple[float, str, VirtualNode]] = []
    for node in nodes:
        traits = fingerprint(node)
        if (traits.role, traits.label, lasting_id(traits.html_id), traits.kind) in foreign:
            continue
        score, why = _resemblance(wanted, traits)
        if score:
            rated.append((score, why, node))
    rated.sort(key=lambda one: -one[0])
    if not rated:
        near = [node for node in nodes if node.role == target.role][:5]
        listed = "; ".join(f'{node.role} "{node.name or node.text[:40]}"' for node in near)
        return Found(
            None, problem=f"{target} is not on the page" + (f" (there are: {listed})" if listed else "")
        )
    best = rated[0]
    if len(rated) > 1 and best[0] - rated[1][0] < _CLEARLY:
        listed = "; ".join(f'{node.role} "{node.name}"' for _, _, node in rated[:3])
        return Found(None, problem=f"{target} is not on the page, and several resemble it: {listed}")
    return Found(best[2], f'{target} is now {best[2].role or best[2].tag} "{best[2].name}" ({best[1]})')


def _traits(target: StepTarget) -> Fingerprint:
    return Fingerprint(
        tag=target.tag,
        role=target.role,
        label=target.name,
        text=target.text or target.name,
        html_id=target.html_id,
        test_id=target.test_id,
        href=target.href,
        kind=target.kind,
        region=target.region,
    )


def _shown(snapshot: PageTree) -> list[VirtualNode]:
    both = int(Flag.INTERACTIVE | Flag.VISIBLE)
    flags = snapshot.columns.flags
    rows = (row for row in snapshot.reading_order() if flags[row] & both == both)
    return [VirtualNode(snapshot, row) for row in rows]


def _same(wanted: Fingerprint, there: Fingerprint) -> bool:
    """Whether role and name are the same; of nameless elements, text and kind."""
    if wanted.role != there.role:
        return False
    if wanted.label or there.label:
        return wanted.label == there.label
    return (wanted.text, wanted.kind, wanted.tag) == (there.text, there.kind, there.tag)


def _of_equal(target: StepTarget, nodes: Sequence[VirtualNode]) -> Found:
    """The one with the described role and name: by its id, else by the words around it."""
    for trait in ("test_id", "html_id", "href", "kind"):
        own = getattr(target, trait)
        same = [node for node in nodes if own and _trait(node, trait) == own]
        if len(same) == 1 and (len(nodes) > 1 or trait != "kind"):
            return Found(same[0])
    rated = [
        (_overlap(target.near, around), node)
        for node in nodes
        if _has(around := _around(node, nodes, len(target.near)), target.apart)
    ]
    if not rated:
        return Found(
            None, problem=f"{target} is not on the page: {len(nodes)} of that name, none at “{target.apart}”"
        )
    rated.sort(key=lambda one: -one[0])
    if len(rated) == 1 and (target.apart or len(nodes) == 1):
        return Found(rated[0][1])
    if target.near and rated[0][0] >= _ALIKE and rated[0][0] - rated[1][0] >= _CLEARLY:
        return Found(rated[0][1])
    return Found(
        None, problem=f"{len(nodes)} elements are {target.role} “{target.name}”, and none is clearly the one"
    )


def _trait(node: VirtualNode, trait: str) -> str:
    value = str(getattr(fingerprint(node), trait))
    return lasting_id(value) if trait == "html_id" else value


def _resemblance(wanted: Fingerprint, there: Fingerprint) -> tuple[float, str]:
    """How much an element resembles a description, and by what; 0 for one that is another element."""
    if wanted.role != there.role:
        return 0.0, ""
    close = _closeness(wanted.label, there.label)
    for trait, said in (("test_id", "same test id"), ("html_id", "same id")):
        own, other = getattr(wanted, trait), getattr(there, trait)
        if own and own == other:
            return 1.5 + close, said
        if own and other and lasting_id(other) and close < _ALIKE:
            return 0.0, ""
    field = [part for part in wanted.kind.split("|")[1:2] if part]
    if field and there.kind.split("|")[1:2] == field:
        return 1.2 + close, "same name attribute"
    if wanted.href and wanted.href == there.href:
        return 1.0 + close, "same link"
    return (close, "a similar name") if close >= _ALIKE else (0.0, "")


def _closeness(first: str, second: str) -> float:
    """How much two names have in common; one that has the other in it is close."""
    left, right = "".join(_words(first)), "".join(_words(second))
    inside = left and right and (left in right or right in left) and min(len(left), len(right)) >= 4
    return max(_overlap(first, second), 0.75 if inside else 0.0)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _overlap(first: str, second: str) -> float:
    one, other = set(_words(first)), set(_words(second))
    return len(one & other) / len(one | other) if one and other else 0.0


def _only_in(near: str, others: Sequence[str]) -> str:
    """The words of a text that none of the others has, in their order."""
    known = {word for other in others for word in _words(other)}
    return " ".join(dict.fromkeys(word for word in _words(near) if word not in known))


def _has(around: str, apart: str) -> bool:
    """Whether at least half of the words that set an element apart are around; numbers count if they are all."""
    wanted = _words(apart)
    wanted = [word for word in wanted if not word.isdigit()] or wanted
    return 2 * len({*_words(around)}.intersection(wanted)) >= len(wanted)


def _around(node: VirtualNode, others: Sequence[VirtualNode], length: int = 0) -> str:
    """The words of the largest element around a node that has none of the others in it.

    Of a node without others: of the largest that has not much more text than `length` characters.
    """
    rows = {other.index for other in others if other.index != node.index}
    box, at = node, node.parent
    while at is not None and rows.isdisjoint((at.index, *node.snapshot.rows_below(at.index))):
        if not rows and len(at.text) > _LONGER * length:
            break
        box, at = at, at.parent
    return box.text[:_NEAR] if box.index != node.index else ""
