"""The choices that were made in a list, what was seen of each, and what the field holds at last."""

from __future__ import annotations

from collections.abc import Sequence

from cdp_engine.act.lists.custom_list import CustomList
from cdp_engine.act.lists.list_facts import ChoiceState
from cdp_engine.act.lists.option_matching import WantedOption, creates, folded
from cdp_engine.act.lists.selection.shown_choices import differs, emptied, is_written_for
from cdp_engine.act.performed import Performed


class ChoicesMade:
    """The choices made so far, and what was seen of each."""

    def __init__(self, listing: CustomList, values: Sequence[WantedOption]) -> None:
        self.listing = listing
        self.values: list[WantedOption] = list(values)
        self.multiple = listing.facts.multiple
        self.labels: list[str] = []
        self.seen: list[bool | None] = []
        self.state: ChoiceState | None = None
        self.typed: list[str] = []
        """The choices that the list does not have, which its field took as text."""
        self.unsure: list[str] = []
        self.turned: list[str] = []
        """What was chosen on wheels side by side, one on each."""

    @property
    def left(self) -> Sequence[WantedOption]:
        """The values whose choice has not been pressed."""
        return self.values[len(self.labels) :]

    async def note_unsure(self) -> None:
        """Name the pressed options of a list that stays open and does not show which are chosen."""
        unseen = [label for label, seen in zip(self.labels, self.seen, strict=False) if seen is None]
        asks = unseen and self.listing.facts.kind == "opener" and not self.listing.is_over
        if asks and await self.listing.stays_open() and (await self.listing.items()).open_ended:
            self.unsure = unseen

    def may_toggle(self) -> bool:
        """Whether a second press might take a choice away, or carry a command out twice."""
        unsaid = self.multiple is True and self.state is not None and self.state.chosen is None
        return self.listing.stands or unsaid

    def verdict(self) -> bool | None:
        """Whether the last choice shows; None where it cannot be seen."""
        state, facts = self.state, self.listing.facts
        if state is None or state.lost:
            return None
        if self._is_untaken(state):
            return False
        if creates(state.text, self.labels[-1]):  # the offer to create it stays in the field
            return True
        if state.holds and facts.kind != "list":
            return True
        if state.chosen or (state.chosen is False and not self.listing.stands):
            return state.chosen
        is_untaken = facts.kind == "combobox" and state.text == facts.text and not self.listing.stands
        return False if is_untaken else None

    def _is_untaken(self, state: ChoiceState) -> bool:
        """Whether a list that takes one is open still after its choice: what the field shows was only typed."""
        typed = self.listing.searched and self.listing.facts.editable and self.multiple is not True
        return typed and state.expanded and state.chosen is not True

    def _shows_turned(self, text: str) -> bool | None:
        """Whether a field shows what was chosen on wheels; None where it writes that in its own way."""
        if all(folded(label) in folded(text) for label in self.turned):
            return True
        return False if False in self.seen or text == self.listing.facts.text else None

    def _unheld(self, label: str, held: bool | None, after: str) -> bool | None:
        """What to say of a choice that a field, which shows `after`, is not seen to hold."""
        one = self.multiple is not True and len(self.labels) == 1
        unsure = held is None or not after or (one and is_written_for(self.listing, label, after))
        return None if unsure else False

    async def performed(self) -> Performed:
        """The outcome, with the field as it is after the list was closed."""
        element, facts = self.listing.element, self.listing.facts
        after = None if self.state is None else self.state.text
        verdicts = set(self.seen)
        if not self.listing.is_over:
            await self.listing.has_added(self.labels)
            now = await self.listing.facts_now()
            after, alone = now.text, now.rows_are(self.labels)
            if self.turned:
                verdicts = {self._shows_turned(after)}
            elif alone is not None:
                after, verdicts = ", ".join(row[0] for row in now.rows), {alone}
            elif facts.kind == "combobox" and False not in verdicts:
                many = self.multiple is True
                held = zip(self.labels, await self.listing.held(self.labels, many=many), strict=True)
                verdicts = {
                    one or creates(after, label) or self._unheld(label, one, after) for label, one in held
                }
            elif self.state is not None and self.state.is_lost(after, self.labels[-1]):
                verdicts = {False}
            many, unseen, shows = self.multiple, None in verdicts, (after, now)
            if await differs(self.listing, self.values, self.labels, shows, multiple=many, unseen=unseen):
                verdicts = {False}
            if not self.values:
                after, verdicts = await emptied(self.listing, after, {*verdicts})
        return Performed(
            action="select",
            ref=element.ref,
            received=self.listing.received,
            value_before=facts.text,
            value_after=after,
            as_wanted=False if False in verdicts else None if None in verdicts else True,
            chosen=tuple(self.labels),
            typed=tuple(self.typed),
            unsure=tuple(self.unsure),
            labels=", ".join(self.labels) if facts.kind == "list" else "",
            commands=not self.listing.selects,
            method="list",
            ending=self.listing.ending,
            seconds=element.deadline.elapsed,
        )
