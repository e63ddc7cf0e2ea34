"""What an action would bring about, judged on real pages before it is done; and a person asked."""

from __future__ import annotations

import pytest

import cdp_engine
from cdp_engine.agent import (
    ApprovalRequest,
    Callback,
    Orchestrator,
    Service,
    consequence_of,
    everyday,
    open_workspace,
    seven,
)
from cdp_engine.agent.consequence import judge_click, judge_enter
from cdp_engine.agent.models import ScriptedModel
from tests.agent.conftest import Bench
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("EX-09")]

PAGE = """<!doctype html><title>Many</title><base href="{good}/deep/">
<style>button, a, input { display: inline-block }</style>
<div id=pay><button>Buy now</button><button>Confirm and pay</button><button>Proceed to pay</button>
 <button>Authorize transfer</button><button>Pay €12.00</button><a href=/x>Place your order</a>
 <button>Jetzt kaufen</button>
 <button>Zahlungspflichtig bestellen</button><div role=button tabindex=0>Acheter</div><button>立即购买</button>
 <form action=/pay method=post><button>Complete purchase</button></form></div>
<div id=delete><button aria-label="Delete photo">x</button><button>Yes, I want to delete it</button>
 <button>Permanently delete account</button><button>OK, delete</button><button>Empty trash</button>
 <button>Konto löschen</button><button>Eliminar</button>
 <button><span>Yes, remove it</span></button><button>削除する</button></div>
<div id=cancel><button>Cancel membership</button><button>Finish cancellation</button><a href=/x>Unsubscribe</a>
 <button>Mitgliedschaft kündigen</button></div>
<div id=publish><button>Send</button><button>Publish now</button><button>Absenden</button></div>
<div id=submit><form method=post action=save><button>Weiter</button><input type=submit value=Go></form>
 <form><input name=q><button>Sign in</button></form><form id=far method=post></form><button form=far>Far</button></div>
<div id=post_elsewhere><form method=get action="{bad}/take"><button>Search</button></form>
 <form action=/here><button formaction="{bad}/take">Continue</button></form></div>
<div id=none><button>Cancel</button><button>Add to basket</button><a href=/x>Order history</a><a href=/x>Payments</a>
 <a href=/x>How to delete</a><button>Postpone</button><a href=/x>Posts</a><a href=/x>Send a message</a>
 <button>Undelete</button><button>Removed items</button><button>Confirm</button><button>Review and edit</button>
 <button>Really?</button><button>Save</button><button>Continue reading posts</button><button>Clear all</button>
 <button>Compare</button><button>Show more</button>
 <form><input type=search name=s><button>OK</button></form><form role=search><button>Look</button></form>
 <form action=find><input name=t><button>Search</button></form>
 <form method=post><button type=button>Plus</button></form>
 <form method=dialog><button>Close</button></form></div>
<form method=post id=f><input name=one aria-label=One><textarea aria-label=Many></textarea><button>Pay</button></form>
<input aria-label=Loose>"""


async def test_what_a_click_would_bring_about(page: cdp_engine.Page, site: Site) -> None:
    html = PAGE.replace("{good}", site.origin()).replace("{bad}", site.origin("b.test"))
    site.route("/agent/consequences", html)
    await page.goto(site.url("agent/consequences"))
    seen = await page.snapshot()
    reported: dict[str, list[str]] = {}
    for group in seen.nodes():
        if group.tag == "div" and group.html_id:
            for node in group.walk():
                if node.interactive and (node.tag in ("button", "a") or node.role == "button"):
                    found = judge_click(node)
                    kind = "none" if found is None else found.kind
                    if kind != group.html_id:
                        reported.setdefault(group.html_id, []).append(f"{node.name}: {kind}")
    assert reported == {}
    fields = {node.name: node for node in seen.nodes() if node.tag in ("input", "textarea")}
    enter = judge_enter(fields["One"])
    assert enter is not None
    assert (enter.kind, enter.action) == ("pay", "press Enter in “One” and so “Pay”")
    assert judge_enter(fields["Many"]) is None
    assert judge_enter(fields["Loose"]) is None
    elsewhere = judge_click(next(node for node in seen.nodes() if node.name == "Continue"))
    assert elsewhere is not None
    assert elsewhere.reason == f"it sends a form to {site.origin('b.test')}"


async def test_which_calls_are_judged(bench: Bench) -> None:
    await bench.show(
        "<form method=post action=/agent/pay><input aria-label=Card autofocus><button>Pay</button></form>"
        "<button onclick=\"confirm('Delete everything?')\" aria-label=Gone>g</button>"
    )
    card, pay, gone = [await bench.ref(name) for name in ("Card", "Pay", "Gone")]
    judged = {
        ("click", pay): True,
        ("click", card): False,
        ("click", "e999"): False,
        ("hover", pay): False,
        ("fly", pay): False,
    }
    for (tool, ref), asks in judged.items():
        assert (await consequence_of(bench.box, tool, {"ref": ref}) is not None) is asks, (tool, ref)
    for arguments, asks in (
        ({"keys": "Enter", "ref": card}, True),
        ({"keys": "Enter"}, True),
        ({"keys": ["Tab", "Enter"]}, True),
        ({"keys": "Space", "ref": pay}, True),
        ({"keys": "Space", "ref": card}, False),
        ({"keys": "Control+A", "ref": card}, False),
        ({"keys": "enter", "ref": card}, True),
        ({"keys": "return", "ref": card}, True),
        ({"keys": "ctrl+\n", "ref": card}, True),
        ({"keys": "spacebar", "ref": pay}, True),
        ({"keys": ["Tab", "Space"], "ref": card}, True),
        ({"keys": ["Tab", "Tab"], "ref": card}, False),
        ({"keys": ["ArrowDown", "Tab"], "ref": card}, False),
        ({"keys": "no such key", "ref": card}, False),
    ):
        assert (await consequence_of(bench.box, "press", arguments) is not None) is asks, arguments
    typed = {"ref": card, "text": "4111"}
    assert await consequence_of(bench.box, "type", typed) is None
    assert await consequence_of(bench.box, "type", {**typed, "text": "a\tb c"}) is None
    blind = await consequence_of(bench.box, "type", {"ref": gone, "text": "\t\n"})
    assert blind is not None
    assert (blind.kind, blind.action) == ("unknown", "press Enter or Space on what Tab leads to")
    assert await consequence_of(bench.box, "type", {**typed, "enter": True}) is not None
    many = {"ref": card, "text": "4111\n"}
    assert await consequence_of(bench.box, "type", many) is not None, "a line break is typed as Enter"
    assert await consequence_of(bench.box, "fill", many) is None, "filling presses no key"
    beforehand = await consequence_of(bench.box, "dialog", {"accept": True})
    assert beforehand is not None, "what is not asked yet may be anything"
    assert beforehand.kind == "unknown"
    await bench.call("click", ref=gone)
    question = await consequence_of(bench.box, "dialog", {"accept": True})
    assert question is not None
    assert question.kind == "delete"
    assert await consequence_of(bench.box, "dialog", {"accept": False}) is None
    await bench.call("dialog", accept=False)


async def test_what_the_mouse_presses_is_judged_by_its_place(browser: cdp_engine.Browser, site: Site) -> None:
    site.route(
        "/agent/placed", "<style>button { width: 200px; height: 80px }</style><button>Buy now</button>"
    )
    async with open_workspace(browser, isolated=True) as workspace:
        page = await workspace.page()
        await page.goto(site.url("agent/placed"))
        box = everyday(workspace, groups=["vision"])
        found = await consequence_of(box, "mouse", {"x": 60, "y": 50})
        assert found is not None
        assert found.kind == "pay"
        for harmless in ({"x": 60, "y": 50, "do": "move"}, {"x": 500, "y": 400}, {"x": 9000, "y": 9}):
            assert await consequence_of(box, "mouse", harmless) is None


@pytest.mark.req("AL-06")
async def test_what_the_seven_agree_to_and_type_is_judged(bench: Bench) -> None:
    await bench.show(
        "<form method=post action=/agent/pay><input aria-label=Card><button>Next</button></form>"
        "<button onclick=\"confirm('Delete everything?')\">Tidy up</button>"
    )
    box = seven(bench.workspace)

    async def ref(name: str) -> str:
        elements = (await box.call("get_snapshot")).data["snapshot"]["elements"]
        return next(one["ref"] for one in elements if one["name"] == name)

    tidy = await ref("Tidy up")
    assert await consequence_of(box, "browser_click", {"ref": tidy}) is None
    await box.call("browser_click", {"ref": tidy})
    again = await consequence_of(box, "browser_click", {"ref": await ref("Tidy up")})
    assert again is not None
    assert (again.kind, again.action) == ("delete", "agree to “Delete everything?”")
    card = {"ref": await ref("Card"), "value": "4111\n"}
    assert await consequence_of(box, "browser_fill", card) is None
    typed = await consequence_of(box, "browser_fill", {**card, "clear_first": False})
    assert typed is not None
    assert typed.kind == "submit"


async def test_a_person_is_asked_before_it_is_done(browser: cdp_engine.Browser, site: Site) -> None:
    form = "<form method=post action=/agent/bought><button>Buy now</button></form>"
    site.route("/agent/shop", f"<title>Shop</title><a href=#more>More</a>{form}")
    site.route("/agent/bought", "<title>Bought</title>Thank you")
    site.forget_requests()
    asked: list[ApprovalRequest] = []
    answers = [False, True]

    async def person(request: ApprovalRequest) -> bool:
        assert site.requests_to("/agent/bought") == []
        asked.append(request)
        return answers.pop(0)

    async with open_workspace(browser, isolated=True) as workspace:
        page = await workspace.page()
        await page.goto(site.url("agent/shop"))
        refs = {node.name: node.ref for node in (await page.snapshot()).interactive()}
        lines = [("click", {"ref": refs[name]}) for name in ("More", "Buy now")]
        for success in (False, True):
            status = "success" if success else "failed"
            model = ScriptedModel([*lines, ("complete_task", {"status": status, "reason": "as I see it"})])
            task = Orchestrator(
                model,
                everyday(workspace),
                service=Service(name="any"),
                approver=Callback(person),
                consequences=True,
            )
            result = await task.run("Buy it.")
            assert result.success is success
            assert result.reason == ("completed" if success else "task_failed")
            assert len(site.requests_to("/agent/bought")) == success
    assert [(one.source, one.action) for one in asked] == [("consequence", "click “Buy now”")] * 2
    assert asked[0].screenshot is not None


@pytest.mark.req("AL-06")
async def test_a_yes_is_for_what_the_person_was_asked_alone(browser: cdp_engine.Browser, site: Site) -> None:
    site.route("/agent/swap", "<button onclick=\"document.title = 'done'\">Delete photo</button>")
    asked: list[str] = []
    async with open_workspace(browser, isolated=True) as workspace:
        page = await workspace.page()
        await page.goto(site.url("agent/swap"))
        (button,) = (await page.snapshot()).interactive()

        async def person(request: ApprovalRequest) -> bool:
            asked.append(request.action)
            words = f"Delete {next(labels)}"
            await page.evaluate(f"document.querySelector('button').textContent = '{words}'")
            return True

        lines = [("click", {"ref": button.ref}), ("complete_task", {"status": "failed", "reason": "no"})]
        labels = iter(["a", "b", "c", "d", "d"])
        for done in (False, True):
            task = Orchestrator(
                ScriptedModel(list(lines)), everyday(workspace), approver=Callback(person), consequences=True
            )
            assert ((await task.run("Tidy up.")).title == "done") is done
    assert asked == [f"click “Delete {what}”" for what in ("photo", "a", "b", "c", "d")]
