"""Characters that steer or forge what a reader sees do not reach a model raw, in any format."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from cdp_engine.views import formats
from tests.engine.conftest import Bench

pytestmark = [pytest.mark.anyio, pytest.mark.live]

MARKS = "\u202e\u2066\u2028\u2029\u200f\x07\U000e0041\U000e0042\U000e0101\ufe01\u3164\u180f"

PAGE = """<h1>A{m}one</h1><button aria-label="B{m}two">x</button><input aria-label="C{m}" title="t{m}" value="v{m}"
placeholder="p{m}"><iframe name="f{m}" srcdoc="<p>in{m}ner</p>"></iframe><textarea aria-label=Note>tx{m}</textarea>
<a href="/x" title="l{m}">link{m}</a><select aria-label="S{m}"><option>o{m}</select><p>after{m}wards</p>"""


async def test_no_format_passes_them_on(bench: Bench) -> None:
    await bench.show(PAGE.format(m=MARKS))
    await bench.run(f"document.title = {('T' + MARKS)!r}")
    for name in formats():
        text = (await bench.page.observe(format=name)).text
        assert {hex(ord(sign)) for sign in text if sign in MARKS} == set(), name
    whole = await bench.page.observe(format="full", values=True)
    assert not set(whole.text) & set(MARKS)


async def test_no_message_of_an_action_passes_them_on(bench: Bench) -> None:
    await bench.show(
        f"<button id=a aria-label='n{MARKS}' style='position:absolute;top:50px'>x</button>"
        f"<div style='position:absolute;top:0;width:300px;height:300px' role=dialog aria-label='c{MARKS}'></div>"
        f"<button id=b style='position:absolute;top:400px' onclick='alert(`al{MARKS}[e1 button]`)'>al</button>"
        f"<button id=c style='position:absolute;top:450px' onclick='throw new Error(`er{MARKS}`)'>er</button>"
    )
    for name, words in (("#a", "is covered by"), ("#b", "[\\e1 button]"), ("#c", "Error: er")):
        result = await bench.page.click(await bench.ref(name), timeout=1.0)
        said = result.message + (result.error.message if result.error is not None else "")
        assert words in said
        assert not set(said) & set(MARKS), name


class Inside(HTMLParser):
    """The text inside each textarea."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = tag == "textarea"
        if self._open:
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = False

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts[-1] += data


async def test_no_comment_of_ours_becomes_text_of_a_field(bench: Bench) -> None:
    await bench.show(
        "<textarea hidden>folded</textarea><textarea style='opacity:0'>unseen</textarea><textarea>open</textarea>"
    )
    parser = Inside()
    parser.feed((await bench.page.observe(format="full")).text)
    assert [text.strip() for text in parser.texts] == ["folded", "unseen", "open"]


@pytest.mark.req("VD-09")
async def test_a_text_is_acted_on_as_its_element(bench: Bench) -> None:
    await bench.show(
        "<p>Loose <button onclick='document.title = 9'>Bee</button> tail</p><label>Name<input></label>"
    )
    texts = {node.text.strip(): node for node in (await bench.page.snapshot()).nodes() if node.tag == "#text"}
    clicked = await bench.page.click(texts["Bee"].ref)
    assert clicked.success
    assert await bench.page.title() == "9"
    assert (await bench.page.fill(texts["Name"].ref, "me")).success
    for name in ("Loose", "tail"):
        scoped = texts[name].scoped_ref.text(texts[name].snapshot.context.main_frame)
        assert (await bench.page.hover(scoped, timeout=2.0)).action == "hover"
        filled = await bench.page.fill(scoped, "x", timeout=1.0)
        assert filled.error is not None
        assert filled.error.code == "not_editable"
