"""Tools take names where they take refs; secrets and consent see the element that a name means."""

from __future__ import annotations

import json

import pytest

from cdp_engine.agent import EVERYDAY
from cdp_engine.agent.consequence import consequence_of
from cdp_engine.agent.secrets import Secret
from tests.agent.conftest import Bench

BY_NAME = {tool.name: tool for tool in EVERYDAY}
LIVE = [pytest.mark.live, pytest.mark.anyio]
FORM = """
<form action=/done method=post><label>User <input name=user></label>
<label>Password <input type=password name=pw id=pw></label>
<button>Delete account</button></form><p id=said></p>
"""


class TestNumbers:
    @pytest.mark.parametrize(
        ("tool", "given", "taken"),
        [
            ("fill", {"ref": "e1", "text": 42}, "42"),
            ("fill", {"ref": "e1", "text": 2.5}, "2.5"),
            ("fill", {"ref": "e1", "text": True}, "true"),
            ("type", {"text": 7}, "7"),
        ],
    )
    def test_numbers_are_taken_as_text(self, tool: str, given: dict[str, object], taken: str) -> None:
        assert BY_NAME[tool].read(given).text == taken

    def test_also_in_lists(self) -> None:
        assert BY_NAME["select"].read({"ref": "e1", "values": [1, "b"]}).values == ["1", "b"]
        assert BY_NAME["select"].read({"ref": "e1", "values": 3}).values == "3"
        assert BY_NAME["press"].read({"keys": 5}).keys == "5"

    def test_numbers_stay_numbers_where_they_are_meant(self) -> None:
        assert BY_NAME["wait"].read({"text": 5, "seconds": 3}).seconds == 3
        assert BY_NAME["click"].read({"ref": "e1", "count": 2}).count == 2


class TestNames:
    pytestmark = LIVE

    async def test_the_answer_names_the_ref(self, bench: Bench) -> None:
        await bench.show("<button onclick='said.textContent=1+1'>Add</button><p id=said></p>")
        answer = await bench.done("click", ref='button "Add"')
        assert answer.result is not None
        assert f"click {answer.result.meant[0]} done" in answer.text

    async def test_a_picture_and_a_part_by_name(self, bench: Bench) -> None:
        await bench.show("<main><h1>Prices</h1><button>Buy</button></main>")
        assert (await bench.done("screenshot", ref='button "Buy"')).pictures
        assert "Buy" in (await bench.done("expand", ref='button "Buy"', inside=True)).text

    async def test_actions_at_a_point(self, bench: Bench) -> None:
        await bench.show(
            "<body style='margin:0'><div id=pad role=button tabindex=0 aria-label=Pad "
            "style='width:200px;height:100px;background:#eee'></div><script>seen = []; for (const type of ['mousedown',"
            " 'mouseup']) pad.addEventListener(type, e => seen.push([e.clientX, e.clientY]))</script>"
        )
        page = await bench.workspace.page()
        await bench.done("click", ref='button "Pad"', position="50%,20%")
        await bench.done("click", ref='button "Pad"', position=[30, 12])
        await bench.done(
            "drag", ref='button "Pad"', to='button "Pad"', position="10,10", to_position="90%,50%"
        )
        assert await page.evaluate("seen") == [[100, 20]] * 2 + [[30, 12]] * 2 + [[10, 10], [180, 50]]
        await bench.done("hover", ref='button "Pad"', position="1,1")
        assert (await bench.call("click", ref='button "Pad"', position="there")).error == "invalid_params"

    async def test_typing_without_a_ref(self, bench: Bench) -> None:
        await bench.show("<input id=a aria-label=A autofocus>")
        await bench.done("click", ref='textbox "A"')
        answer = await bench.done("type", text=12)
        assert answer.result is not None
        assert answer.result.evidence.value_after == "12"

    async def test_a_consequence_is_judged_by_the_element_that_is_meant(self, bench: Bench) -> None:
        await bench.show(FORM)
        assert await consequence_of(bench.box, "click", {"ref": 'button "Delete account"'}) is not None
        assert await consequence_of(bench.box, "click", {"ref": 'textbox "User"'}) is None

    async def test_a_password_is_hidden_by_the_name_of_its_field(self, bench: Bench) -> None:
        await bench.show(FORM)
        arguments = {"ref": 'textbox "Password"', "text": "open-sesame"}
        answer = await bench.call("fill", **arguments)
        assert answer.success, answer.text
        assert "open-sesame" not in answer.text
        assert "open-sesame" not in bench.box.fit_to_show("fill", json.dumps(arguments))

    async def test_a_password_typed_at_the_caret_is_hidden(self, bench: Bench) -> None:
        await bench.show(FORM)
        await (await bench.workspace.page()).evaluate("pw.focus()")
        await bench.done("type", text="open-sesame")
        assert "open-sesame" not in bench.workspace.vault.masked("open-sesame")

    async def test_a_secret_goes_to_the_named_field_and_only_there(self, bench: Bench) -> None:
        await bench.show(FORM)
        page = await bench.workspace.page()
        origin = bench.site.url("").rstrip("/")
        bench.workspace.vault.add(
            [Secret("here", "sesame-1", (origin,)), Secret("there", "sesame-2", ("https://else.test",))]
        )
        await bench.done("fill", ref='textbox "Password"', text="${secret:here}")
        assert await page.evaluate("pw.value") == "sesame-1"
        refused = await bench.call("fill", ref='textbox "Password"', text="${secret:there}")
        assert refused.error == "not_allowed"
        await page.evaluate("(pw.value = '', pw.focus())")
        refused = await bench.call("type", text="${secret:there}")
        assert refused.error == "not_allowed"
        await bench.done("type", text="${secret:here}")
        assert await page.evaluate("pw.value") == "sesame-1"
        await bench.done(
            "fill_form", fields={'textbox "User"': "Ada", 'textbox "Password"': "${secret:here}2"}
        )
        assert await page.evaluate("pw.value") == "sesame-12"
        refused = await bench.call("fill_form", fields={'textbox "Password"': "${secret:there}"})
        assert refused.error == "not_allowed"
        refused = await bench.call("fill_form", fields={"${secret:here}": "x"})
        assert refused.error == "not_allowed"
        assert await page.evaluate("pw.value") == "sesame-12"

    async def test_a_form_in_one_call(self, bench: Bench) -> None:
        await bench.show(FORM)
        user = await bench.ref("User")
        given = {f"[{user} textbox User]": 7, "Password": "open-sesame"}
        answer = await bench.done("fill_form", fields=given)
        page = await bench.workspace.page()
        assert await page.evaluate("[document.querySelector('[name=user]').value, pw.value]") == [
            "7",
            "open-sesame",
        ]
        assert "open-sesame" not in answer.text
        shown = bench.box.fit_to_show("fill_form", json.dumps({"fields": given}))
        assert "open-sesame" not in shown
        assert user in shown
        wrong = await bench.call("fill_form", fields={user: {"no": "object"}})
        assert wrong.error == "invalid_params"
