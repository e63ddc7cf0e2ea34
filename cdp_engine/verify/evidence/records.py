"""The findings of watching one action. Plain records; `effects` draws the conclusions."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from cdp_engine.tab import RawPulse
from cdp_engine.verify.effects.effects import RequestSeen


class TargetFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The target at one moment. `value` is None for an element without a value; passwords as dots."""

    connected: bool = True
    visible: bool = True
    value: str | None = None
    secret: bool = False
    states: dict[str, str] = {}
    suggests: bool = False
    """Whether it looks like a field that the page may autocomplete."""
    kind: str = ""
    """`button`, `link`, `choice` (check boxes, options), `field`, or empty."""
    type: str = ""
    """The type of a form control: `text`, `date`, `select-one`, …"""
    submits: bool | None = None
    """Whether pressing it submits a form natively; None where unknown."""
    in_form: bool | None = None
    """Whether it is in a form or dialog with fields, which a script may submit."""
    entries: list[str] = []
    """The names of what a person enters into its form."""


class Notice(msgspec.Struct, frozen=True):
    """A message of the page to its reader.

    `live` is how it is announced (`alert`, `status`, `polite`, …) and `hint` the kind its class names suggest (`error`,
    `success`, `warning`, `info`); either may be empty.
    """

    text: str
    live: str = ""
    hint: str = ""


class Begun(msgspec.Struct, frozen=True):
    """What a watch recorded at its beginning."""

    facts: TargetFacts | None = None
    shows: list[bool] = []


class SentForm(msgspec.Struct, frozen=True):
    """A form that is posted: the path that it is sent to, and the names of what a person enters into it."""

    path: str
    entries: list[str] = []


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a watch has observed in one document so far; `watched` is False for a document that was loaded meanwhile."""

    watched: bool = True
    facts: TargetFacts | None = None
    count: int = 0
    near: int = 0
    caused: int = 0
    mutated_at: float = 0.0
    """When the document changed last in any way, in ms since 1970; now, where the action changed it, or it is animated
    without end."""
    valued: int = 0
    """How many fields the page gave another value as it handled the action, or near the target."""
    told: int = 0
    """How many of the changes are more than a mark on a control: that it is pressed, disabled or busy."""
    ambient: int = 0
    """Changes that show no effect of an action: tips, clocks, banners that change by themselves."""
    undone: int = 0
    """Changes during a drag that have all changed back; then it reports none of them."""
    beside: str = ""
    """Of a drag that left its source and destination as they were: `marks` where something else was lit or chosen,
    `other` where anything else changed; empty where one of them changed, or this is not known."""
    drawn: bool = False
    """Whether a canvas shows another picture; compared only where nothing else changed."""
    selected: int = 0
    """How many characters are selected that were not before."""
    caret: bool = False
    """Whether the caret is at another place of the text that has the focus, or less of it is selected."""
    added: list[str] = []
    """The texts that came, as far as a person could see them …"""
    now: list[str] | None = None
    """… and those that are seen now and were not there before; None where this is not known."""
    said: list[str] = []
    """What of the texts that came is not the name of a control: it may be a message."""
    red: list[str] = []
    """Those of them that are drawn in red and were not there before."""
    red_at_fields: list[str] = []
    """Those of the red texts that are drawn right below or beside a field that was there before."""
    past: list[str] = []
    """Messages that came and are gone again, and other such texts."""
    removed: list[str] = []
    attributes: list[str] = []
    notices: list[Notice] = []
    refused: list[str] = []
    """Validation messages of the browser for fields other than the target …"""
    refused_own: list[str] = []
    """… and for the target itself."""
    marked: list[str] = []
    submitted: bool = False
    taken: bool = False
    """Whether the page emptied the fields around the button that was pressed: it took what they held."""
    clicked: bool | None = None
    """Whether the click itself arrived at the target; None where no click arrived at all."""
    committed: bool = False
    """Whether another field than the target gave the page its value, as one that loses the focus by the press."""
    replaced: bool = False
    """Whether the page put something else in the place of what was pressed inside the target."""
    focus_moved: bool = False
    focus: str = ""
    focus_is_target: bool = False
    focus_is_field: bool = False
    scrolled: tuple[float, float] = (0.0, 0.0)
    """How far the page scrolled, else a box around the target or the focus …"""
    part_scrolled: bool = False
    """… and whether another part of the page did."""
    at_drop: bool = False
    """Whether such a part is around the place where a drag ended."""
    shows: list[bool] = []
    sent_forms: list[SentForm] = []
    """Where the forms of a document that came are sent."""
    url: str = ""


class Rested(msgspec.Struct, frozen=True):
    """A document that has come to rest: what it has seen till then."""

    pulse: RawPulse
    report: Report
    timed: bool = True
    """Whether it could wait for it; without timers (scripts are off) it answers at once."""
    further: bool = True
    """Whether it has set a timer, or asked for a frame, since the action began: it may change once more."""
    works: str = ""
    """What shows that it is still at work on the action; empty where nothing does …"""
    certain: bool = True
    """… and whether that is more than the name that an attribute gives to a state."""


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A frame that shows another document or address than before."""

    url: str
    loader_id: str
    same_document: bool
    status: int | None = None
    method: str = "GET"
    led_on: str = ""
    """The address that the form was sent to, where its server led on to another; else empty."""
    frame: str | None = None
    again: bool = False
    """Whether it is the same address as before."""
    gone: bool = False
    """Whether the frame left the page."""
    unreachable: bool = False
    """Whether the address did not load, and Chrome shows its own error page."""

    @property
    def failed(self) -> bool:
        """Whether the document did not load, or the server refused it."""
        return self.unreachable or (self.status is not None and self.status >= 400)


@dataclass(frozen=True, slots=True)
class DialogSeen:
    """A dialog that opened."""

    type: str
    message: str
    answer: str


@dataclass(frozen=True, slots=True)
class TabSeen:
    """A tab that was opened."""

    target: str
    url: str


@dataclass(frozen=True, slots=True)
class DownloadSeen:
    """A download that began."""

    name: str
    url: str
    state: str
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything observed of one action, from just before it until the page settled.

    `reports` are those of the watched documents, the target's first; `arrived` are those of documents that replaced
    them.
    """

    before: TargetFacts | None = None
    struck: bool | None = None
    """Whether the click itself was observed at the target; None where this is not known."""
    reports: tuple[Report, ...] = ()
    arrived: tuple[Report, ...] = ()
    moves: tuple[Move, ...] = ()
    dialogs: tuple[DialogSeen, ...] = ()
    tabs: tuple[TabSeen, ...] = ()
    downloads: tuple[DownloadSeen, ...] = ()
    asks_for_file: bool = False
    """Whether the page asked for a file, in a browser that cannot show the dialog."""
    requests: tuple[RequestSeen, ...] = ()
    exceptions: tuple[str, ...] = ()
    url: str = ""
    closed: bool = False
    frame_reacted: bool = False
    """Whether a frame changed that is not watched, as neither the element is in it nor the documents around it are."""
    shown_before: dict[str, bool] = field(default_factory=dict[str, bool])
    """The texts that the expectation names, and whether the page showed them before."""
    shown_after: dict[str, bool] = field(default_factory=dict[str, bool])
    elements_before: dict[str, int] = field(default_factory=dict[str, int])
    """The roles and names that the expectation names, and how many such elements there were before."""
    elements_after: dict[str, int] = field(default_factory=dict[str, int])
    named_before: dict[str, TargetFacts] = field(default_factory=dict[str, TargetFacts])
    """The refs that the expectation names, and their elements before."""
    named_after: dict[str, TargetFacts] = field(default_factory=dict[str, TargetFacts])

    @property
    def target(self) -> TargetFacts | None:
        """The target at the last observation."""
        return self.reports[0].facts if self.reports else None

    @property
    def selected(self) -> int:
        """How many characters the action has selected."""
        return max((report.selected for report in self.reports), default=0)

    @property
    def moves_focus(self) -> bool:
        """Whether the focus went to a field, or elsewhere than to the target, as with a click on anything focusable.

        Where the target is in a frame, the documents around it report that their frame element has the focus.
        """
        on_target = any(report.focus_is_target for report in self.reports)
        return any(
            report.focus_moved
            and report.focus
            and (report.focus_is_field or not report.focus_is_target)
            and not (on_target and report.focus.startswith(("<iframe", "<frame")))
            for report in self.reports
        )

    @property
    def mutated(self) -> int:
        """How many changes of documents count as a reaction of the page."""
        return sum(report.count for report in self.reports)
