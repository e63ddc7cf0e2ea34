"""Recorded steps on a page that was re-rendered, re-ordered and restyled; and on one where a field was removed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from cdp_engine import Browser
from cdp_engine.agent import (
    Recorder,
    ScriptedModel,
    Secret,
    StepReplay,
    as_code,
    everyday,
    open_workspace,
    read_steps,
)
from cdp_engine.errors import InvalidInput
from tests.agent.conftest import Bench
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.anyio, pytest.mark.req("AG-07")]
PATH = "/agent/replayed"
HEAD = "<!doctype html><meta charset=utf-8><title>Order</title>"
SCRIPT = """<script>let sent = 0; document.querySelectorAll('article button').forEach(b => b.onclick = () => {
  log.textContent += b.closest('article').querySelector('h3').textContent + ', ' });
send.onclick = () => { sent++; done.textContent = 'Thank you, order ' + sent + ' of ' +
  document.querySelector('[name=first]').value };</script>"""
FIELDS = {
    "first": "<label>First name <input name=first></label>",
    "last": "<label>Last name <input name=last></label>",
    "email": "<label>Email <input name=email type=email></label>",
    "street": "<label>Street <input name=street></label>",
    "city": "<label>City <input name=city></label>",
    "zip": "<label>Zip code <input name=zip></label>",
    "phone": "<label>Phone <input name=phone></label>",
    "note": "<label>Note <textarea name=note></textarea></label>",
    "password": "<label>Password <input type=password name=password></label>",
    "country": "<label>Country <select name=country><option>France<option>Spain<option>Italy</select></label>",
    "news": "<label><input type=checkbox name=news> Newsletter</label>",
    "terms": "<label><input type=checkbox name=terms> Terms accepted</label>",
}
SHIRTS = ["Red shirt", "Blue shirt", "Green shirt"]


def order(fields: dict[str, str], shirts: list[str], *, wrap: str = "div", style: str = "") -> str:
    cards = "".join(f"<article><h3>{name}</h3><p>Cotton</p><button>Add</button></article>" for name in shirts)
    body = "".join(f"<{wrap}>{field}</{wrap}>" for field in fields.values())
    return (
        f"{HEAD}<style>{style}</style><main>{cards}<p id=log></p>{body}"
        f"<button id=send type=button>Send order</button><p id=done></p></main>{SCRIPT}"
    )


@pytest.fixture
async def named(browser: Browser, site: Site) -> AsyncIterator[Bench]:
    secret = Secret("PW", "correct-horse-7", (site.url("/").rstrip("/"),))
    async with open_workspace(browser, isolated=True, secrets=[secret]) as workspace:
        yield Bench(everyday(workspace), site)


_recorded: dict[str, str] = {}


async def recorded(bench: Bench, file: Path) -> None:
    """Twenty steps in a file; recorded once for each address of the test's own server."""
    address = bench.site.url(PATH)
    if address not in _recorded:
        await record(bench, file)
        _recorded[address] = await anyio.Path(file).read_text()
    await anyio.Path(file).write_text(_recorded[address])


async def record(bench: Bench, file: Path) -> None:
    bench.site.route(PATH, order(FIELDS, SHIRTS))
    bench.workspace.recorder = Recorder(file)
    await bench.done("navigate", url=bench.site.url(PATH))
    page = await bench.workspace.page()
    for shirt in ("Blue shirt", "Green shirt"):
        [card] = [row for row in (await page.snapshot()).find(role="article") if shirt in row.text]
        [add] = [node for node in card.walk() if node.tag == "button"]
        await bench.done("click", ref=add.ref)
    for name, text in (("First name", "Ada"), ("Last name", "Lovelace"), ("Email", "ada@example.com")):
        await bench.done("fill", ref=await bench.ref(name), text=text)
    for name, text in (("Street", "Main 1"), ("City", "London"), ("Zip code", "N1"), ("Phone", "123")):
        await bench.done("type", ref=await bench.ref(name), text=text)
    await bench.done("fill", ref=await bench.ref("Password"), text="${secret:PW}")
    await bench.done("fill", ref=await bench.ref("Note"), text="By noon")
    await bench.done("select", ref=await bench.ref("Country"), values="Spain")
    await bench.done("click", ref=await bench.ref("Newsletter"))
    await bench.done("click", ref=await bench.ref("Terms accepted"))
    await bench.done("click", ref=await bench.ref("Newsletter"))
    await bench.done("fill", ref=await bench.ref("Phone"), text="456")
    await bench.done("press", keys="Tab", ref=await bench.ref("Phone"))
    await bench.done("hover", ref=await bench.ref("Send order"))
    await bench.done(
        "click", ref=await bench.ref("Send order"), expect={"type": "element_appears", "text": "Thank"}
    )
    bench.workspace.recorder = None
    await bench.done("wait", text="Thank you, order 1 of Ada")


def changed() -> str:
    """The same page, rendered again: other order, other tags, other style, some fields renamed."""
    fields = {name: FIELDS[name] for name in reversed(FIELDS)}
    fields["email"] = "<label>E-mail address <input name=email type=email></label>"
    fields["street"] = "<label>Street and number <input name=address></label>"
    style = "label { display: block; padding: 9px } article { float: right; border: 1px solid }"
    return order(
        fields, ["Green shirt", "Yellow shirt", "Red shirt", "Blue shirt"], wrap="section", style=style
    )


async def test_twenty_steps_on_a_page_that_changed_its_looks(named: Bench, tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    await recorded(named, file)
    text = file.read_text()
    steps = read_steps(text)
    assert len(steps) == 20
    assert "correct-horse-7" not in text
    assert "${secret:PW}" in text
    assert '"{{first_name}}"' in text
    assert not any(f'"e{number}"' in text for number in range(200))
    named.site.route(PATH, changed())
    result = await StepReplay(named.box, steps, values={"first_name": "Grace"}).run()
    assert result.success, result.stopped
    assert (result.done, result.healed) == (20, 0)
    assert len(result.notes) == 2
    assert "e-mail address" in result.notes[0].lower() or "e-mail address" in result.notes[1].lower()
    page = await named.workspace.page()
    assert await page.evaluate("done.textContent") == "Thank you, order 1 of Grace"
    assert await page.evaluate("log.textContent") == "Blue shirt, Green shirt, "
    held = (
        "Object.fromEntries([...document.querySelectorAll('[name]')]"
        ".map(f => [f.name, f.type === 'checkbox' ? f.checked : f.value]))"
    )
    assert await page.evaluate(held) == {
        "first": "Grace", "last": "Lovelace", "email": "ada@example.com", "address": "Main 1", "city": "London",
        "zip": "N1", "phone": "456", "note": "By noon", "password": "correct-horse-7", "country": "Spain",
        "news": False, "terms": True,
    }  # fmt: skip


async def test_where_a_field_was_removed_it_stops_there_and_nothing_is_sent(
    named: Bench, tmp_path: Path
) -> None:
    file = tmp_path / "steps.jsonl"
    await recorded(named, file)
    steps = read_steps(file.read_text())
    named.site.route(PATH, order({name: field for name, field in FIELDS.items() if name != "last"}, SHIRTS))
    result = await StepReplay(named.box, steps, seconds=1.0).run()
    assert not result.success
    assert result.done == 4
    assert 'fill textbox "last name"' in result.stopped
    assert "is not on the page" in result.stopped
    page = await named.workspace.page()
    assert await page.evaluate("sent") == 0
    assert await page.evaluate("document.querySelector('[name=first]').value") == "Ada"


LATER = {
    ("Red shirt",): "none at “blue”",
    ("Red shirt", "Green shirt"): "none at “blue”",
    ("Blue shirt", "Red shirt", "Blue shirt"): "none is clearly the one",
    ("Navy blue shirt", "Red shirt"): "",
    ("Blue shirt",): "",
}


async def test_one_of_several_equal_elements_is_never_taken_for_another(named: Bench, tmp_path: Path) -> None:
    named.site.route(PATH, order({}, SHIRTS))
    named.workspace.recorder = Recorder(tmp_path / "steps.jsonl")
    await named.done("navigate", url=named.site.url(PATH))
    page = await named.workspace.page()
    [card] = [one for one in (await page.snapshot()).find(role="article") if "Blue" in one.text]
    await named.done("click", ref=next(node for node in card.walk() if node.tag == "button").ref)
    named.workspace.recorder = None
    steps = read_steps((tmp_path / "steps.jsonl").read_text())
    for shirts, stopped in LATER.items():
        named.site.route(PATH, order({}, list(shirts)))
        result = await StepReplay(named.box, steps, seconds=0.5).run()
        added = await page.evaluate("log.textContent")
        assert (result.success, added) == ((False, "") if stopped else (True, f"{shirts[0]}, "))
        assert stopped in result.stopped


async def test_a_model_names_the_element_and_the_step_is_rewritten(named: Bench, tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    await recorded(named, file)
    steps = read_steps(file.read_text())
    renamed = {**FIELDS, "last": "<label>Surname <input name=family></label>"}
    named.site.route(PATH, order(renamed, SHIRTS))

    def choose(conversation: object) -> tuple[str, dict[str, str]]:
        words = str(conversation)
        return "choose", {"ref": re.findall(r"(e\d+) textbox Surname", words)[-1]}

    model = ScriptedModel([choose])
    result = await StepReplay(named.box, steps, healer=model, seconds=1.0).run()
    assert result.success, result.stopped
    assert result.healed == 1
    assert [step.target.name for step in result.steps if step.target is not None].count("surname") == 1
    again = await StepReplay(named.box, result.steps, seconds=1.0).run()
    assert again.success, again.stopped


async def test_a_click_that_has_no_effect_any_more_stops_the_replay_and_is_not_repeated(
    named: Bench, tmp_path: Path
) -> None:
    file = tmp_path / "steps.jsonl"
    await recorded(named, file)
    dead = order(FIELDS, SHIRTS).replace("done.textContent =", "window.none =")
    named.site.route(PATH, dead)
    result = await StepReplay(named.box, read_steps(file.read_text()), seconds=1.0).run()
    assert not result.success
    assert result.done == 19
    assert "none now" in result.stopped
    assert await (await named.workspace.page()).evaluate("sent") == 1


async def test_parameters_and_programs(named: Bench, tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    await recorded(named, file)
    steps = read_steps(file.read_text())
    with pytest.raises(InvalidInput, match="there is no parameter"):
        StepReplay(named.box, steps, values={"nothing": "x"})
    program = as_code(steps)
    compile(program, "program", "exec")
    assert "fill('textbox \"first name\"', first_name)" in program
    assert "os.environ['PW']" in program
    with pytest.raises(InvalidInput, match="line 1"):
        read_steps("{}")
