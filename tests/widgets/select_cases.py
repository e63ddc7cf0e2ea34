"""What is to be chosen in which select of the lab, and what its application then holds."""

from __future__ import annotations

from typing import Any, NamedTuple


class Case(NamedTuple):
    """`select(field, *values)`; afterwards the application holds `held` under `key`.

    `opener` names a button to press first: of the dialog that the field lies in.
    """

    field: str
    values: tuple[str, ...]
    key: str
    held: Any
    opener: str = ""


ADA, ALAN, EVA, GRACE, KEN = "Ada Lovelace", "Alan Turing", "Eva Klein", "Grace Hopper", "Ken Thompson"


CASES: dict[str, tuple[Case, ...]] = {
    "mui-selects": (
        Case("Age", ("Twenty",), "age", 20),
        Case("Age", ("Thirty",), "age", 30),
        Case("Sizes", ("M", "L"), "sizes", ["M", "L"]),
        Case("Sizes", ("L", "M"), "sizes", ["M", "L"]),
        Case("Chips", ("M", "XL"), "chips", ["M", "XL"]),
        Case("Checked", (EVA, KEN), "checks", [EVA, KEN]),
        Case("Plan", ("Paid",), "plan", "paid"),
        Case("Person", (EVA,), "person", EVA),
        Case("Person", (ADA,), "person", ADA),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (KEN,), "team", [KEN]),
        Case("Guests", (ADA, ALAN, KEN), "country", [ADA, ALAN, KEN]),
        Case("Tags", ("red", "violet"), "tags", ["red", "violet"]),
        Case("Creatable", (GRACE,), "lazy", GRACE),
        Case("Creatable", ("Zoe New",), "lazy", "Zoe New"),
        Case("Far", ("Choice 271",), "far", "Choice 271"),
        Case("Native", ("Twenty",), "native", "20"),
    ),
    "antd-selects": (
        Case("Colour", ("Green",), "colour", "green"),
        Case("Colour", ("Blue",), "colour", "blue"),
        Case("Person", (EVA,), "person", "eva-klein"),
        Case("Team", (EVA, GRACE), "team", ["eva-klein", "grace-hopper"]),
        Case("Team", (GRACE, EVA), "team", ["eva-klein", "grace-hopper"]),
        Case("Team", (KEN,), "team", ["ken-thompson"]),
        Case("Tags", ("Sport", "Gardens"), "tags", ["sport", "Gardens"]),
        Case("Far", ("Choice 271",), "far", "choice-271"),
        Case("Grouped", ("Carrot",), "group", "carrot"),
        Case("Tree", ("Lyon",), "tree", "lyon"),
        Case("Trees", ("Paris", "Japan"), "trees", ["paris", "jp"]),
        Case("Checked tree", ("Germany",), "checked", ["de"]),
        Case("Path", ("Jiangsu / Nanjing / Xuanwu Lake",), "path", ["js", "nj", "xw"]),
        Case("Paths", ("Jiangsu / Nanjing / Xuanwu Lake",), "paths", [["js", "nj", "xw"]]),
        Case("Remote", (GRACE,), "remote", "grace-hopper"),
        Case("City", ("Bern",), "auto", "Bern"),
        Case("Assignees", (ADA, EVA), "inside", ["ada-lovelace", "eva-klein"], "Assign"),
    ),
    "react-select": (
        Case("Colour", ("Green",), "colour", "Green"),
        Case("Colour", ("Red",), "colour", "Red"),
        Case("Clearable", ("Blue",), "clear", "Blue"),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (KEN,), "team", [KEN]),
        Case("Kept open", (ADA, KEN), "kept", [ADA, KEN]),
        Case("Kept open", (KEN,), "kept", [KEN]),
        Case("Not searchable", ("Large",), "plain", "Large"),
        Case("Far", ("Choice 271",), "far", "Choice 271"),
        Case("Grouped", ("Beet",), "grouped", "Beet"),
        Case("Creatable", ("Violet",), "made", "Violet"),
        Case("Tags", ("Sport", "Gardens"), "tags", ["Sport", "Gardens"]),
        Case("Remote", (GRACE,), "remote", GRACE),
        Case("Remotes", (ADA, KEN), "remotes", [ADA, KEN]),
    ),
    "element-plus-selects": (
        Case("Colour", ("Green",), "colour", "green"),
        Case("Person", (EVA,), "person", EVA),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (KEN,), "team", [KEN]),
        Case("Collapsed", (ADA, EVA, KEN), "collapsed", [ADA, EVA, KEN]),
        Case("Tags", ("Sport", "Gardens"), "made", ["Sport", "Gardens"]),
        Case("Far", ("Choice 271",), "far", "Choice 271"),
        Case("Virtual", ("Choice 271",), "virtual", "Choice 271"),
        Case("Tree", ("Lyon",), "tree", "lyon"),
        Case("Trees", ("Paris", "Japan"), "trees", ["paris", "jp"]),
        Case("Path", ("Jiangsu / Nanjing / Xuanwu Lake",), "path", ["js", "nj", "xw"]),
        Case("Paths", ("Jiangsu / Nanjing / Xuanwu Lake",), "paths", [["js", "nj", "xw"]]),
        Case("Remote", (GRACE,), "remote", GRACE),
        Case("Remotes", (ADA, KEN), "remotes", [ADA, KEN]),
        Case("City", ("Bern",), "auto", "Bern"),
        Case("Assignee", (EVA,), "inside", EVA, "Assign"),
    ),
    "vuetify-selects": (
        Case("Colour", ("Green",), "colour", "Green"),
        Case("Colour", ("Blue",), "colour", "Blue"),
        Case("Sizes", ("M", "L"), "sizes", ["M", "L"]),
        Case("Sizes", ("M", "L"), "sizes", ["M", "L"]),
        Case("Chips", ("M", "XL"), "chips", ["M", "XL"]),
        Case("Plan", ("Paid",), "objects", 2),
        Case("Clearable", ("Green",), "clear", "Green"),
        Case("Person", (EVA,), "person", EVA),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (KEN,), "team", [KEN]),
        Case("Creatable", ("Violet",), "made", "Violet"),
        Case("Tags", ("Sport", "Gardens"), "tags", ["Sport", "Gardens"]),
        Case("Far", ("Choice 271",), "far", "Choice 271"),
        Case("Assignee", (EVA,), "inside", EVA, "Assign"),
    ),
    "primevue-selects": (
        Case("Colour", ("Green",), "colour", "Green"),
        Case("Person", (EVA,), "person", EVA),
        Case("Editable", ("Green",), "editable", "Green"),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Chips", (ADA, KEN), "chips", [ADA, KEN]),
        Case("Far", ("Choice 271",), "far", "Choice 271"),
        Case("Tree", ("Lyon",), "tree", {"lyon": True}),
        Case("City", (EVA,), "auto", EVA),
        Case("Guests", (ADA, KEN), "autos", [ADA, KEN]),
        Case("List", ("South",), "list", "South"),
        Case("Assignee", (EVA,), "inside", EVA, "Assign"),
    ),
    "quasar": (
        Case("Colour", ("Green",), "colour", "Green"),
        Case("Colour", ("Blue",), "colour", "Blue"),
        Case("Sizes", ("M", "L"), "sizes", ["M", "L"]),
        Case("Person", (EVA,), "person", EVA),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Team", (KEN,), "team", [KEN]),
        Case("Tags", ("Sport", "Gardens"), "tags", ["Sport", "Gardens"]),
        Case("Far", ("Choice 271",), "far", "Choice 271"),
        Case("Assignee", (EVA,), "inside", EVA, "Edit"),
    ),
    "unstyled-selects": (
        Case("Colour", ("Green",), "colour", "green"),
        Case("Longer", ("Item 47",), "longer", "item 47"),
        Case("Plan", ("Paid",), "plain", "Paid"),
        Case("Sizes", ("M", "L"), "sizes", ["M", "L"]),
        Case("Sizes", ("M", "L"), "sizes", ["M", "L"]),
        Case("Person", (EVA,), "person", EVA),
        Case("Team", (EVA, GRACE), "team", [EVA, GRACE]),
        Case("Colour two", ("Green",), "mcolour", "Green"),
        Case("Person two", (EVA,), "mperson", EVA),
        Case("Team two", (EVA, GRACE), "mteam", [EVA, GRACE]),
        Case("Team two", (EVA, GRACE), "mteam", [EVA, GRACE]),
        Case("Tags two", ("Sport", "Gardens"), "mtags", ["Sport", "Gardens"]),
        Case("City two", ("Bern",), "mcity", "Bern"),
    ),
    "checked-lists": (
        Case("Materialize person", (EVA,), "lead", EVA),
        Case("Materialize team", (EVA, GRACE), "crew", [EVA, GRACE]),
        Case("Guests", (EVA, GRACE), "guests", [EVA, GRACE]),
        Case("Guests", (GRACE,), "guests", [GRACE]),
    ),
    "plain-selects": (
        Case("Tom person", (EVA,), "tom", EVA),
        Case("Tom team", (EVA, GRACE), "toms", [EVA, GRACE]),
        Case("Tom tags", ("Sport", "Gardens"), "tags", ["Sport", "Gardens"]),
        Case("Choices colour", ("Green",), "choice", "Green"),
        Case("Choices team", (EVA, GRACE), "choices", [EVA, GRACE]),
        Case("Select2 person", (EVA,), "two", EVA),
        Case("Select2 team", (EVA, GRACE), "twos", [EVA, GRACE]),
        Case("Select2 tags", ("Sport", "Gardens"), "made", ["Sport", "Gardens"]),
        Case("Select2 server", ("Choice 271",), "served", "Choice 271"),
    ),
}
