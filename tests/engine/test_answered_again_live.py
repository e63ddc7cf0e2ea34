"""An address that is answered again: refs are kept where it is certain, and the difference is small."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from cdp_engine import Page
from scripts.webserver import Request, Response
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]


class Store:
    """A list rendered by the server: a form for each record deletes it and shows the list again."""

    def __init__(self, *titles: str) -> None:
        self.records = dict(enumerate(titles, 1))
        self.last = len(titles)
        self.deleted: list[str] = []
        self.token = 0
        self.note = ""

    def add(self, title: str) -> None:
        self.last += 1
        self.records[self.last] = title

    def answer(self, request: Request) -> Response | str:
        if request.method == "POST":
            given = {name: values[0] for name, values in parse_qs(request.body.decode()).items()}
            if "title" in given:
                self.add(given["title"])
            elif int(given["id"]) in self.records:
                self.deleted.append(self.records.pop(int(given["id"])))
                self.note = f"Deleted {self.deleted[-1]}"
            return Response(status=303, headers={"location": f"{request.path}?size=20"})
        self.token += 1
        rows = "".join(
            f"<tr><td>{title}</td><td><form method=post><input type=hidden name=token"
            f" value={self.token:050}><input type=hidden name=id value={key}><button>Delete</button></form>"
            f"<a href='/edit?id={key}&back=%2Fstore%3F{self.token}'></a></td></tr>"
            for key, title in self.records.items()
        )
        note = f"<div class=alert><button aria-hidden=true>×</button>{self.note}</div>" if self.note else ""
        return (
            "<!doctype html><title>Store</title><div class=page><nav><a href=/>Home</a><a href=/help>Help</a></nav>"
            f"{note}<div class=tabs><a href=/list>List</a></div>"
            f"<div class=wide><table><tr><th>Title</th><th></th></tr>{rows}</table></div>"
            "<form method=post><label>Title <input name=title></label><button>Add</button></form>"
        )


async def listed(page: Page) -> dict[str, list[str]]:
    """The refs of the Delete buttons by the title in their row, and of the other controls by their name."""
    found: dict[str, list[str]] = {}
    for node in (await page.snapshot()).interactive():
        row = node
        while row.tag != "tr" and row.parent is not None:
            row = row.parent
        title = row.text.removesuffix("Delete").strip() if row.tag == "tr" else node.name
        found.setdefault(title, []).append(node.ref)
    return found


@pytest.mark.req("EX-06", "SX-11", "VD-06", "FP-07")
async def test_a_list_after_a_deletion(lent_page: Page, site: Site) -> None:
    store = Store("Ale", "Bock", "Cider", "Dunkel", "Export", "Fino", "Gin", "Hefe")
    site.route("/engine/store", store.answer)
    await lent_page.goto(site.url("engine/store"))
    await lent_page.observe()
    before = await listed(lent_page)
    result = await lent_page.click(before["Cider"][0])
    assert result.success, result.message
    assert result.observation is not None
    text = result.observation.text
    assert result.observation.kind == "delta", text
    assert f"gone {before['Cider'][0]}" in text
    assert "+ Deleted Cider" in text or "Deleted Cider" in text
    assert "Export" not in text
    after = await listed(lent_page)
    del after["×"]
    assert after == {name: refs for name, refs in before.items() if name != "Cider"}
    # a record added by the same name is another one, and so is one that took the place of another
    del store.records[5]
    store.add("Export")
    store.records[6], store.records[7] = store.records[7], store.records[6]
    await lent_page.reload()
    await lent_page.observe()
    now = await listed(lent_page)
    assert now["Export"] != before["Export"]
    for name in ("Ale", "Bock", "Dunkel", "Hefe", "Title", "Add", "Home"):
        assert now[name] == before[name], name
    assert not (await lent_page.click(before["Export"][0], timeout=1)).success
    for name in ("Fino", "Gin"):  # their ids were exchanged: neither is certain
        assert now[name] != before[name]
    await lent_page.click(now["Gin"][0])
    assert store.deleted == ["Cider", "Gin"]
    before = await listed(lent_page)
    await lent_page.goto(site.url("engine/store"))  # opened by the caller: another page
    now = await listed(lent_page)
    assert not {ref for refs in now.values() for ref in refs} & {
        ref for refs in before.values() for ref in refs
    }


@pytest.mark.req("EX-06", "FP-02")
async def test_another_page_of_the_same_address(lent_page: Page, site: Site) -> None:
    """The next step of a wizard, and what a sign-in leads to, are other pages: none of their refs are old ones."""
    steps = iter(
        (
            "<h1>Who are you?</h1><label>Name <input name=n></label><label>Mail <input name=m></label>",
            "<h1>Where do you live?</h1><label>Street <input name=s></label><label>City <input name=c></label>",
        )
    )
    page = "<!doctype html><title>Wizard</title><form method=post>%s<button id=next>Next</button></form>"
    site.route("/engine/wizard", lambda _request: page % next(steps, "<h1>Done</h1>"))
    await lent_page.goto(site.url("engine/wizard"))
    before = {node.name: node.ref for node in (await lent_page.snapshot()).interactive()}
    await lent_page.observe()
    result = await lent_page.click(before["Next"])
    assert result.observation is not None
    assert result.observation.kind == "full"
    now = {node.name: node.ref for node in (await lent_page.snapshot()).interactive()}
    assert set(now) == {"Street", "City", "Next"}
    assert not set(now.values()) & set(before.values())
    assert not (await lent_page.click(before["Next"], timeout=1)).success


_RUNS = """<main id=app></main><script>
  const draw = () => { const run = /runs\\/(\\d+)/.exec(location.hash);
    app.innerHTML = run ? '<section><h2>Run</h2><button>Edit tags</button><button>Rename</button></section>'
      : '<ul><li><a href="#/runs/5">Run 5</a></li><li><a href="#/runs/2">Run 2</a></li></ul>'; };
  onhashchange = draw; draw(); </script>"""


@pytest.mark.req("VD-06", "SX-11")
@pytest.mark.parametrize(("then", "same"), [("2", False), ("5", True)])
async def test_what_was_gone_is_not_what_another_address_shows(
    lent_page: Page, site: Site, then: str, same: bool
) -> None:
    """A list, the page of one record, the list again, the page of another: the same buttons, of another record."""
    site.route("/runs", _RUNS)
    await lent_page.goto(site.url("runs") + "#/runs")
    await lent_page.observe()
    assert (await lent_page.click('link "Run 5"')).success
    ref = (await lent_page.snapshot()).find(role="button", name="Edit tags")[0].ref
    await lent_page.observe()
    await lent_page.back()
    await lent_page.observe()
    assert (await lent_page.click(f'link "Run {then}"')).success
    [there] = (await lent_page.snapshot()).find(role="button", name="Edit tags")
    assert (there.ref == ref) is same
