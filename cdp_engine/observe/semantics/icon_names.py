"""Names for elements without text, from what their developers call them (SX-07). Pure.

Icons by class names or sprite ids: `fa-trash`, `#icon-close`; a person sees a bin, a model reads `trash`. As a last
resort the words of a form name, a test id, an id or an address: `billing_zip`, `add-to-cart`, `/account/orders`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from urllib.parse import urlsplit

from cdp_engine.observe.model.action_words import GENERATED_CLASS, own_words_in
from cdp_engine.observe.model.attributes import read, read_text
from cdp_engine.observe.model.columns import GENERATED, TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import TEST_IDS, words

SHOWN, VISIBLE = int(Flag.VISIBLE | Flag.INTERACTIVE), int(Flag.VISIBLE)
GLYPH = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
REACH = 200
"""The number of rows that are checked in an element."""
FAMILY = re.compile(
    r"^(?:fa|fas|far|fal|fab|bi|mdi|md|icon|icons|ico|glyphicon|lucide|ti|pi|ion|feather|codicon|octicon|oi|la|ri|bx"
    r"|anticon|material-icons?|material-symbols?|tabler|[a-z]{1,8}-icon)[-_]+([a-z][a-z_-]{2,40})$",
    re.IGNORECASE,
)
BEHIND = re.compile(r"^([a-z][a-z_-]{2,24})[-_]+(?:icon|ico|svg)$", re.IGNORECASE)
OF_COMPONENT = re.compile(r"^[a-z]+[-_]+(?:Icon|Svg|SVG)$")
"""A component of a library, after its name: `adminjs_Icon`."""
DRAWING = re.compile(r"((?:[A-Z][a-z0-9]+){1,4}?)(?:Outlined?|Rounded|Sharp|TwoTone)?Icon")
"""Test ids that Material UI gives its icons: `DeleteOutlinedIcon`."""
WORD = re.compile(r"^[a-z]{3,16}$")
LIGATURE = re.compile(r"^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$")
DRAWN_WORD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")
"""A ligature of icon fonts that nobody would write as a word: `chevron_right`."""
WORDY = re.compile(r"\w")
OF_STATE = re.compile(r"^(?:check|radio)[ _-](?:box|button)|^toggle[ _-]o(?:n|ff)$|^indeterminate")
"""The beginnings of icons that draw a state, which a control says otherwise."""
ICON_FONT = re.compile(r"(?:^|[\s_-])(?:icons?|symbols)(?:$|[\s_-])")
LAYOUT = words(
    "active after anchor base before block body box btn button cell center circle click clickable col column container"
    " content control cursor div dot end fixed flex float full grid group handle header hidden hover icon icons"
    " image img inline inner item items label large layer left light line link list main medium middle nav none"
    " only outer overlay page panel part pointer position relative right round rounded row section selected shadow"
    " small slot square solid span start svg table text thin top touch wrap wrapper beat border brands duotone fade"
    " filled flip inverse outlined pulse regular sharp spin stack"
)
"""Class names for position, style and size, which do not describe what an icon shows."""
JOBS = words(
    "add arrow calendar caret chevron clear close collapse copy delete dismiss download drag dragger dropdown edit"
    " expand expander expando favorite filter fold handle like map marker maximize menu minimize mute next"
    " pagination pause play playpause prev previous redo refresh reload remove reorder resizable resize resizer"
    " rotate save search send settings share sort sorter splitter star submit switcher thumb toggle toggler trash"
    " twistie twisty undo upload volume zoom"
)
"""Words in class names for what an element does, used where nothing else names it."""
STEPS = words("up down increase decrease increment decrement plus minus")
STEPPERS = words("spin spinner step stepper number count counter")
"""Words for the steps of a number, and for the field that they belong to: `bk-spin-btn-up`."""
WAYS = words("previous next up down left right")
"""What an author says of an arrow by its direction."""
OF_WIDGET = re.compile(r"[a-z][A-Z]|(?:^|[-_])icon[a-z]*$")
"""A widget's own name before the word for its icon: `mantine-ActionIcon-icon`, `oo-ui-iconelement-icon`."""
LIMIT = 80
HREFS = ("href", "xlink:href")
TITLES = ("title", "data-tooltip", "data-original-title")
KEY = re.compile(r"(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{16,}")
"""Names a tooltip that a script keeps, in the attribute in which others write its text."""
WRITTEN = ("name", *sorted(TEST_IDS), "id")
"""The attributes with a developer's word for an element, the one that says most first."""
MOMENTS = ("data-date", "data-time", "datetime")
"""The attributes with the day or time of an empty slot of a calendar."""
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_.\-\[\]]{1,48}")
"""What people write. Generated ids have other characters (`:r1:`), or numbers."""
BETWEEN = re.compile(r"[-_.\[\]]+|(?<=[a-z])(?=[A-Z])")
SPOKEN = re.compile(r"(?=[a-z]*[aeiouy])[a-z]{3,16}|zip|url|cvv|cvc|vat|sms|pdf|csv|png|rss")
SHORT = re.compile(r"[a-z]{1,16}")
KINDS = words(
    "btn button input field txt text lnk link icon img image ico svg select checkbox chk radio canvas el id"
)
"""Words for the kind of an element, which its role says already."""
OF_FAMILY = re.compile(r"[a-z]{2,4}-")
FRAMES = words("action btn button container control icon inner item label picker toolbar wrapper")
SAID_VALUE = re.compile(r"[a-z]{2,16}|[+-]\d")
MOST_WORDS = 5
ENDING = re.compile(r"\.[a-z0-9]{2,5}$", re.IGNORECASE)
PICTURES = words("img input")
FLAG = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?", re.IGNORECASE)
"""The file of a flag: a language or a country."""


def without_glyphs(text: str) -> str:
    """The text without the private-use characters of icon fonts, which a model cannot read."""
    if text.isascii() or not GLYPH.search(text):
        return text
    return " ".join(GLYPH.sub(" ", text).split())


def ligatures_in(columns: NodeColumns, document: DocumentInfo) -> frozenset[str]:
    """The ligatures that style sheets draw as icons in one document, and those that pictures are named after."""
    rows = range(document.first_row, document.end_row)
    drawn = (columns.text[row] for row in rows if columns.kind[row] == GENERATED)
    named = (columns.name.get(row, "") for row in rows if columns.role[row] == "image")
    return frozenset(filter(DRAWN_WORD.fullmatch, chain(drawn, named)))


def without_ligatures(name: str, ligatures: frozenset[str]) -> str:
    """A name without the ligatures in it; one of nothing else keeps their words."""
    left = name
    for word in sorted(ligatures, key=len, reverse=True):
        left = left.replace(word, " ")  # it may be written without a space before or after it
    return " ".join(left.split()) or _spaced(name)


def icon_in(columns: NodeColumns, wordless: Sequence[int]) -> str:
    """The word for the icon among an element's `wordless_rows`; empty where there is none."""
    own = name_of_icon(columns, wordless[0], alone=True) if wordless else ""
    if own in JOBS:
        return own
    names = chain((name_of_icon(columns, row) for row in wordless), (own,))
    return next((name for name in names if name and not OF_STATE.match(name)), "")


def wordless_rows(columns: NodeColumns, document: DocumentInfo, row: int) -> list[int]:
    """The first rows of an element; none where it shows text, or contains another interactive element."""
    found, current = [row], row + 1
    end = min(row + REACH, document.end_row)
    while current < end and columns.parent[current] >= row:
        if columns.kind[current] == TEXT:
            shown = columns.flags[current] & VISIBLE and without_glyphs(columns.text[current]).strip()
            if shown and not _ligature(columns, columns.parent[current], shown):
                return []
        elif columns.flags[current] & SHOWN == SHOWN:
            return []
        else:
            found.append(current)
        current += 1
    return found


def _ligature(columns: NodeColumns, row: int, text: str) -> str:
    """The words of a ligature that an icon font draws as an icon, and that the page hides from screen readers."""
    attributes = columns.attributes[row]
    hidden = bool(attributes) and read_text(attributes, "aria-hidden") == "true"
    return _spaced(text) if hidden and may_be_ligature(attributes, text) else ""


def may_be_ligature(attributes: Attributes, text: str) -> bool:
    """Whether a text is written as ligatures are, in an element with the class of an icon font."""
    return bool(LIGATURE.match(text) and ICON_FONT.search(read_text(attributes, "class")))


def draws_icon(columns: NodeColumns, row: int) -> bool:
    """Whether a text of a style sheet is what an icon font draws as an icon: alone in an element of such a class, or
    written as no word is.
    """
    if DRAWN_WORD.fullmatch(columns.text[row]):
        return True
    above = columns.parent[row]
    following = row + 1
    alone = following == len(columns) or columns.parent[following] < above
    return (
        alone
        and LIGATURE.match(columns.text[row]) is not None
        and any(map(_in_family, read_text(columns.attributes[above], "class").split()))
    )


def name_of_icon(columns: NodeColumns, row: int, *, alone: bool = False) -> str:
    """The icon's name from the attributes of one element; a class of one plain word counts where it is `alone`."""
    attributes = columns.attributes[row]
    if not attributes:
        return ""
    names = [read_text(attributes, "data-icon"), read_text(attributes, "data-lucide")]
    if columns.tag[row] == "use":
        names += [read_text(attributes, name).rpartition("#")[2] for name in HREFS]
    for name in names:
        if name:
            inside = _in_family(name)
            return _spaced(inside or name) if re.fullmatch(r"[A-Za-z][\w-]{1,30}", name) else ""
    drawing = columns.tag[row] == "svg" and DRAWING.fullmatch(read_text(attributes, "data-testid"))
    drawn = " ".join(BETWEEN.split(drawing[1])).lower() if drawing else _drawn_text(columns, row)
    if drawn:
        return drawn
    classes = read_text(attributes, "class").split()
    for name in classes:
        if any(other.startswith(f"{name}-") for other in classes):
            continue  # the family alone, as `arco-icon` beside `arco-icon-minus`
        inside = _in_family(name)
        if inside and inside.lower() not in LAYOUT:
            return _spaced(inside)
    found = _of_drawn_set(classes) if columns.tag[row] == "svg" else ""
    return found or (_only_word(classes) if alone else "")


def _of_drawn_set(classes: Sequence[str]) -> str:
    """The icon's name in a set of drawn icons, whatever it means elsewhere: `lucide lucide-box`."""
    if len(classes) > 1 and classes[1].startswith(f"{classes[0]}-"):
        return _spaced(_in_family(classes[1]))
    return ""


def _only_word(classes: Sequence[str]) -> str:
    plain = len(classes) == 1 and WORD.match(classes[0]) and classes[0] not in LAYOUT
    return classes[0] if plain else ""


def _drawn_text(columns: NodeColumns, row: int) -> str:
    """The words of the only text in an element of an icon font."""
    text = row + 1
    if text >= len(columns.parent) or columns.parent[text] != row or columns.kind[text] != TEXT:
        return ""
    return _ligature(columns, row, columns.text[text].strip())


def _in_family(name: str) -> str:
    name = name.rpartition("__")[2]  # before two lines is the widget that the icon is in: `el-input__icon`
    if found := FAMILY.match(name):
        # a variant of a widget (`mdc-icon-button--display-flex`), or of its icons (`Polaris-Icon--toneInherit`)
        is_variant = "--" in found[1] or name[: found.start(1)].endswith("-Icon--")
        return "" if is_variant else found[1]
    found = None if OF_COMPONENT.match(name) else BEHIND.match(name)
    # where it is, after the short name of a library, says nothing of the picture: `ag-header-icon`
    telling = found and any(
        SPOKEN.fullmatch(word) and word not in LAYOUT for word in _spaced(found[1]).split()
    )
    part = found and OF_WIDGET.search(found[1])
    return found[1] if found and telling and not part else ""


def job_in(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    """What an element is for, by the last telling word of its class names (`ag-header-cell-resize`); empty for none.

    An element without any is called as the box that holds only it.
    """
    found = _job(columns, row)
    return found or (_job(columns, columns.parent[row]) if _is_alone(columns, document, row) else "")


def _is_alone(columns: NodeColumns, document: DocumentInfo, row: int) -> bool:
    """Whether the box around an element holds only it."""
    above = columns.parent[row]
    if above <= document.first_row:
        return False
    beside = (at for at in columns.rows_within(above, document.end_row) if columns.parent[at] == above)
    return all(at == row or (columns.kind[at] == TEXT and columns.text[at].isspace()) for at in beside)


def _job(columns: NodeColumns, row: int) -> str:
    way = read_text(columns.attributes[row], "data-direction")
    if way in WAYS:
        return way
    said = own_words_in(read_text(columns.attributes[row], "class"), LAYOUT | KINDS)
    found = [word for word in said if word in JOBS]
    if not found and not STEPPERS.isdisjoint(said):
        found = [word for word in said[-1:] if word in STEPS]
    return found[-1] if found else ""


def _spaced(name: str) -> str:
    return " ".join(re.split(r"[-_]+", name.lower())).strip()


def moment_of(columns: NodeColumns, row: int) -> str:
    """The day or time of an empty slot of a calendar; empty for none."""
    attributes = columns.attributes[row]
    return next(filter(None, (read_text(attributes, name)[:LIMIT] for name in MOMENTS)), "")


def last_resort(columns: NodeColumns, row: int, inside: Sequence[int] = ()) -> list[tuple[str, str]]:
    """Sources and names in a developer's words; `inside` are the rows that the element holds, for its pictures."""
    attributes = columns.attributes[row]
    found = [(name, _plain_words(read_text(attributes, name))) for name in WRITTEN if name in attributes]
    if "href" in attributes:
        found.append(("address", _end_of(read_text(attributes, "href"))))
    sources = (
        read_text(columns.attributes[at], "src") for at in (row, *inside) if columns.tag[at] in PICTURES
    )
    return [*found, *(("file of the picture", _end_of(source) or _flag_of(source)) for source in sources)]


def word_of_family(columns: NodeColumns, row: int) -> str:
    """What an element is called by its classes, after the short name that they share with those of the box around it,
    and its value: `ql-list` of the value "ordered" in `ql-formats`. Empty for others.
    """
    above = columns.parent[row]
    own, around = (read_text(columns.attributes[at], "class").split() for at in (row, above))
    family = own[0].partition("-")[0] + "-" if own else "-"
    is_library = OF_FAMILY.fullmatch(family) and not GENERATED_CLASS.match(family)
    if not is_library or not all(name.startswith(family) for name in own):
        return ""
    boxes = [name for name in around if name.startswith(family)]
    is_label = own[0].endswith("label")  # of the box around it
    for name in (own[0], *(boxes[:1] if is_label else ())) if boxes else ():
        parts = name.removeprefix(family).split("-")
        if all(map(SPOKEN.fullmatch, parts)) and not all(map(FRAMES.__contains__, parts)):
            value = read_text(columns.attributes[row], "value")
            return " ".join([*parts, value] if SAID_VALUE.fullmatch(value) else parts)
    return ""


def title_of(columns: NodeColumns, row: int) -> str:
    """The tooltip of an element, as it is written."""
    attributes = columns.attributes[row]
    written = next(filter(None, (read(attributes, name) for name in TITLES)), "") if attributes else ""
    return "" if KEY.fullmatch(written) else " ".join(written.split())


def tooltip_of_signs(columns: NodeColumns, row: int, name: str) -> str:
    """The tooltip of an element whose name is signs alone, as an emoji; empty where it says no more."""
    title = "" if WORDY.search(name) else title_of(columns, row)
    return title if WORDY.search(title) else ""


def title_around(columns: NodeColumns, document: DocumentInfo, row: int) -> str:
    """The tooltip of the box that holds only this element, as a glyph in a link without an address."""
    return title_of(columns, columns.parent[row]) if _is_alone(columns, document, row) else ""


def _plain_words(identifier: str) -> str:
    """The words of an identifier that a person chose; empty for a generated one, or for the kind of element."""
    if not IDENTIFIER.fullmatch(identifier):
        return ""
    parts = [part.lower() for part in BETWEEN.split(identifier) if part]
    spoken = [part for part in parts if part not in KINDS]
    if len(spoken) > MOST_WORDS or not all(SHORT.fullmatch(part) for part in spoken):
        return ""
    return " ".join(spoken) if any(SPOKEN.fullmatch(part) for part in spoken) else ""


def _flag_of(source: str) -> str:
    """The language or country that a picture is named after: `/flags/pt_BR.png`."""
    file = _file_of(source)
    return file if FLAG.fullmatch(file) and file.lower() not in KINDS else ""


def _end_of(address: str) -> str:
    """The words of the last part of an address's path, without its ending."""
    return _plain_words(_file_of(address))


def _file_of(address: str) -> str:
    try:
        path = urlsplit(address.strip())
    except ValueError:
        return ""
    if path.scheme not in ("", "http", "https", "file"):
        return ""
    return ENDING.sub("", path.path.rstrip("/").rpartition("/")[2])
