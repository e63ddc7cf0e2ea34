"""The HTML and ARIA terms that the classification of nodes uses."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


INLINE_TAGS = words(
    "#text a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small"
    " span strike strong sub sup time tt u var wbr slot"
)
"""Tags whose content continues the line it is in."""

SILENT_TAGS = words("head script style noscript template title meta link base iframe frame object svg")
"""Tags whose own text is not part of the page's text."""

VOID_OF_TEXT = words("script style noscript template")
"""Tags whose text is dropped while the page is read: it is never shown and may hold anything."""

NATIVE_CONTROLS = words("button input select textarea summary")

INTERACTIVE_ROLES = words(
    "button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio"
    " scrollbar searchbox slider spinbutton switch tab textbox treeitem"
)
"""Explicit roles that imply an action. Grid cells count only where they are focusable."""

SINGLE_ROLES = words(
    "button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab textbox searchbox"
    " slider spinbutton treeitem"
)
"""Roles whose element is one control: weaker hints inside it are not separate elements."""

TREE_ITEM = "tree item"
"""The source of the names of arrows that expand the items of trees."""

FRAME_TAGS = words("iframe frame object embed fencedframe")
"""Tags of elements that hold a document of their own."""

HANDLER_ATTRIBUTES = words(
    "onclick onmousedown onmouseup onpointerdown onpointerup ontouchstart ondblclick ng-click data-ng-click"
    " v-on:click @click x-on:click (click) on:click jsaction data-action"
    " data-turbo-method data-method data-dismiss data-bs-dismiss data-toggle data-bs-toggle"
)
"""Attributes by which pages and frameworks attach a click handler, or by which a delegated one finds its elements."""

TOGGLES = words("data-toggle data-bs-toggle")
CLICK_TOGGLES = words("collapse dropdown modal offcanvas tab pill list")
"""What those open or fold at a click; a tooltip comes without one."""

CLASS_WORDS = words("btn button clickable")
"""Class names that imply a click where there is no other hint."""

ACTION_WORDS = words("btn button link clickable interactive")
"""Words in a class name (`btn-primary`, `nav-link`) that imply a click where the element also looks like a control."""

TEST_ID_WORDS = ACTION_WORDS | words("submit toggle")
"""The same words in the ids that tests use."""

LANDMARKS = words("banner complementary contentinfo form main navigation region search")
TEST_IDS = words("data-testid data-test-id data-test data-cy data-qa")

PART_WORDS = words(
    "area bar box container content group header icon inner label list menu row section text title toolbar"
    " wrap wrapper"
)
"""Words of class names and test ids that imply a part of a control, or a box of several."""

SECRET_AUTOCOMPLETE = words("current-password new-password one-time-code")
"""`autocomplete` values of fields whose content is a secret even while it is shown."""
CHECKED_TYPES = words("checkbox radio")
"""The types of inputs that are checked."""

MARK_ROLES = words("checkbox radio switch")
"""Roles that are drawn as a mark; their text commonly follows them."""
