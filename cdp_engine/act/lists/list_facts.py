"""What the page side reports of a custom list: the control that opens it, the choices on the screen, a choice made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from cdp_engine.act.actionability import Refusal
from cdp_engine.act.lists.option_matching import (
    Option,
    WantedOption,
    find_option,
    folded,
    is_alternative,
    offer,
    option_text,
)


class ListFacts(msgspec.Struct, frozen=True):
    """The state of a list, or of the control that opens one. `kind` is list, combobox or opener."""

    connected: bool = False
    kind: str = "opener"
    native: bool = False
    suggests: bool = False
    """Whether it is a field with a `<datalist>`."""
    expanded: bool = False
    hangs: bool = False
    """Whether a list that nothing names hangs from the field, opened by its text: a press would close it."""
    editable: bool = False
    no_list: bool = False
    sends: bool = False
    """Whether it is a button that would only send its form, but nobody has chosen this type for it."""
    slider: bool = False
    """Whether it is a part of a slider, which a press would set."""
    spins: bool = False
    """Whether it is a spin button: it takes what it is given, and opens nothing."""
    keeps: bool = False
    """Whether it is a date, a time or a colour whose picker only the browser draws: it takes what it is given, too."""
    radios: list[Option] = []
    """The choices of the group of radio buttons that it is, or belongs to."""
    boxes: list[Option] = []
    """The choices of the group of check boxes that it is, or belongs to; else those that are next to it."""
    apart: bool = False
    """Whether those boxes are only next to it: each may be a question of its own."""
    toggles: list[str] = []
    """What the toggle buttons of the row say that it is one of."""
    opens: bool = False
    """Whether its attributes say that it opens something."""
    lists: bool = False
    """Whether they say that it opens a list of options."""
    plain: bool = False
    """Whether it is a text field without any sign of a list."""
    part: bool = False
    """Whether the named element is only a part of the field: the choice that it shows, which the next one replaces."""
    multiple: bool | None = None
    """Whether it takes several choices; None where this is not known."""
    text: str = ""
    """The text of the control: its value, or the chosen texts."""
    adds: bool = False
    """Whether it is an empty text field with a table of rows to mark close to it: its choices may be added there."""
    rows: list[list[str]] = []
    """What each of those rows says, in the parts of a chip."""
    counts: bool = False
    """Whether it counts some of the chosen texts instead of showing them: `+ 2`."""
    number: int | None = None
    """How many choices it shows instead of any of them: `2 selected`."""
    counted: tuple[str, ...] = ()
    """All choices of a button that shows their number, too."""
    typed: str = ""
    """The value of its text field."""
    invisible: str | None = None
    disabled: str | None = None
    description: str = ""

    def holds(self, label: str, item: Item, *, multiple: bool | None) -> bool:
        """Whether an item is the choice that the field holds: a press may take it away, or change something else."""
        alone = not self.editable and self.names(label)
        return item.selected and item.held and (multiple is True or self.kind == "list" or alone)

    def names(self, label: str) -> bool:
        """Whether a choice is all that the field shows."""
        return folded(self.text) == folded(label)

    def rows_are(self, labels: Sequence[str]) -> bool | None:
        """Whether the rows below an empty field are some choices alone; None where not all of those are among them."""
        named = [{folded(part) for part in row} & set(map(folded, labels)) for row in self.rows]
        if not labels or set(map(folded, labels)) - set().union(*named):
            return None
        return all(named)

    def refusal(self, values: Sequence[WantedOption] = ()) -> Refusal | None:
        """Why no choice is possible now; None where one is. `values` are those to choose."""
        if not self.connected:
            return Refusal("detached", "the element was removed from the page", passing=False)
        if self.slider:
            return Refusal(
                "not_editable",
                f"{self.description} is a slider, not a list",
                passing=False,
                hint="Use fill() with its value.",
            )
        toggle = self._toggle_of(values)
        if toggle:
            return Refusal(
                "not_editable",
                f"{self.description} is one of a row of buttons, not a list",
                passing=False,
                hint=f"Observe the page and click {toggle!r} itself.",
            )
        shows = self.sends and any(isinstance(one, str) and is_alternative(self.text, one) for one in values)
        if self.no_list and not shows:
            return Refusal(
                "not_editable",
                f"{self.description} is not a <select> and opens no list",
                passing=False,
                hint="Name the list, or open it with click(), observe, and click the option.",
            )
        if self.invisible is not None:
            return Refusal("not_visible", f"{self.description} is not visible: {self.invisible}")
        if self.disabled is not None:
            return Refusal("disabled", f"{self.description} is disabled: {self.disabled}")
        return None

    def _toggle_of(self, values: Sequence[WantedOption]) -> str:
        """The button in the same row that one of some values names; empty where none does."""
        names = [folded(one) for one in values if isinstance(one, str)]
        return next((label for label in self.toggles if folded(label) in names), "")

    @property
    def opened_nothing(self) -> Refusal:
        """The refusal for a control that was pressed and showed no choice."""
        if self.kind == "combobox":
            return Refusal(
                "option_not_found",
                f"{self.description} offers no choice",
                hint="Observe the page: the choices may depend on another field.",
            )
        return Refusal(
            "not_editable",
            f"{self.description} is not a list, and no list opened as it was pressed",
            hint="Observe the page, then name the list or click what should be chosen.",
        )

    @property
    def takes_text(self) -> Refusal:
        """The refusal for a text field without choices."""
        return Refusal(
            "not_editable",
            f"{self.description} takes any text and offers no choices",
            passing=False,
            hint="Use fill().",
        )


class Item(msgspec.Struct, frozen=True):
    """One choice on the screen."""

    index: int
    value: str
    label: str
    first: str
    parts: list[str] = []
    """All its lines in one, each of them, and the pieces of text that they consist of."""
    disabled: bool = False
    selected: bool = False
    held: bool = False
    """Whether the field shows it as chosen, too."""
    shown: bool = False
    """Whether it is chosen for certain: the field shows it beside what is typed, or it shows its own tick."""
    expands: bool = False
    """Whether it opens a further level of choices."""
    branch: bool = False
    """Whether it is a node of a tree without an arrow: a press on it opens its level, and may choose it as well."""
    expanded: bool = False
    notice: bool = False
    """Whether it is not a choice but a message of the list: nothing found, loading."""
    wheel: int | None = None
    """The number of the wheel that it is on, where each of several side by side has a choice of its own."""

    @property
    def words(self) -> str:
        """Its text for a reader, with a blank between its lines."""
        return (self.parts[0] if self.parts else "") or self.label

    def name_for(self, choice: WantedOption) -> str:
        """Its name: the piece of it that was asked for, as the name under a group, else its first line."""
        name = self.first or self.label
        if not isinstance(choice, str) or folded(choice) in (
            folded(name),
            folded(self.label),
            folded(self.words),
        ):
            return name
        return next((part for part in self.parts if folded(part) == folded(choice)), name)


class Chip(msgspec.Struct, frozen=True):
    """One choice that a field shows as a chip."""

    text: str
    parts: list[str] = []
    """All its lines in one, each of them, and the pieces of text that are drawn apart, as a group and a name."""


class Items(msgspec.Struct, frozen=True):
    """The choices that are on the screen."""

    options: list[Item] = []
    multiple: bool | None = None
    open_ended: bool = False
    """Whether they are options in a popup of a button or a dialog, which may take several without saying so."""
    busy: bool = False
    active: bool = False
    """Whether one of them is marked, so that Enter would take it."""
    empty: bool = False
    """Whether the list reports that it found nothing."""
    stands: bool = False
    """Whether options were on the screen before it was opened: its field only searches them."""
    selects: bool = False
    """Whether they are options or items of a tree, of which one is chosen, and not commands."""

    @property
    def choices(self) -> list[Item]:
        """The items that can be chosen."""
        return [item for item in self.options if not item.notice]

    @property
    def signature(self) -> tuple[int, str, str]:
        """A value that changes with the list's contents."""
        labels = [item.label for item in self.options]
        return (len(labels), labels[0] if labels else "", labels[-1] if labels else "")

    def find(self, choice: WantedOption, *, after: int = -1) -> Item | None:
        """The wanted choice: by value, whole label, first line of the label, or a part that no other one has."""
        choices = [item for item in self.choices if item.index > after]
        for options_of in (_labels, _first_lines, _parts):
            option = find_option(options_of(choices), choice)
            if option is not None:
                return self.options[option.index]
        return None

    def refusal(self, choice: WantedOption, *, takes_text: bool = False) -> Refusal:
        """The refusal for a missing choice, naming the available ones. `takes_text`: any text can be typed there."""
        hint = offer([Option(one.index, one.value, one.words, one.disabled) for one in self.choices], choice)
        closed = next((one.words for one in self.choices if one.branch and not one.expanded), None)
        if closed is not None:
            hint += f" What is in a closed one is chosen by its path, as '{closed} / …'."
        if takes_text:
            hint += " fill() enters another text, where the field takes any."
        return Refusal("option_not_found", f"no option {option_text(choice)}", hint=hint)

    def cut_short(self, choice: WantedOption) -> Refusal:
        """The refusal for a choice that may come further down in a list that was not read to its end."""
        last = f", which ends with {self.choices[-1].words!r}" if self.choices else ""
        return Refusal(
            "option_not_found",
            f"no option {option_text(choice)} in the part of the list that was read{last}",
            hint="The list goes on: select again with a longer timeout, or search or scroll in the list first.",
        )


class ChoiceState(msgspec.Struct, frozen=True):
    """The shown state of a choice: `holds` in the field, `chosen` on the item (None where it shows none).

    `lost`: the page has removed the field, and draws none in its place that shows the choice.
    """

    text: str = ""
    holds: bool = False
    lost: bool = False
    chosen: bool | None = None
    expanded: bool = False

    @property
    def is_emptied(self) -> bool:
        """Whether the field shows nothing, and its item is not chosen."""
        return not (self.lost or self.holds or self.chosen or self.text)

    def is_lost(self, text: str, label: str) -> bool:
        """Whether the control showed a choice, and does not once its list is closed: the key may have cleared it."""
        return self.holds and folded(label) in folded(self.text) and folded(label) not in folded(text)

    def is_as_before(self, facts: ListFacts) -> bool:
        """Whether a field shows what it did before a choice was pressed, and nothing of that choice."""
        if self.lost or self.holds or self.chosen:
            return False
        return facts.kind == "combobox" and self.text == facts.text


def _labels(items: Sequence[Item]) -> list[Option]:
    return [Option(one.index, one.value, one.label, one.disabled, one.selected, drawn=True) for one in items]


def _first_lines(items: Sequence[Item]) -> list[Option]:
    return [Option(one.index, one.value, one.first, one.disabled, one.selected, drawn=True) for one in items]


def _parts(items: Sequence[Item]) -> list[Option]:
    """The parts that one item alone has."""
    parts = [
        Option(one.index, "", part, one.disabled, one.selected, drawn=True)
        for one in items
        for part in one.parts
    ]
    times = Counter(folded(part.label) for part in parts)
    return [part for part in parts if times[folded(part.label)] == 1]
