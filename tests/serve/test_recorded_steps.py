"""`--record` of `mcp` and of a session, and what becomes of the file: a replay, healing, a program."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import stdio_client

from cdp_engine.agent import as_code, read_steps
from tests.serve.command import call, environment
from tests.serve.test_mcp_stdio import server, text_of
from tests.serve.test_run_live import calling
from tests.support.models import ModelServer, model_server
from tests.support.site import Site

pytestmark = [pytest.mark.live, pytest.mark.req("AG-07")]
CARDS = "".join(f"<article><h3>{name}</h3><button>Add</button></article>" for name in ("Red", "Blue"))
PAGE = f"""<!doctype html><title>Shop</title><main>{CARDS}<p id=log></p><label>From <input></label>
<label>Password <input type=password></label><button id=ask>Delete all</button><button id=send>Send</button>
<a href=/recorded/terms target=_blank>Terms</a><p id=done></p></main><script>
document.querySelectorAll('article button').forEach(b => b.onclick = () => {{
  log.textContent += b.closest('article').querySelector('h3').textContent }});
ask.onclick = () => {{ done.textContent = confirm('Sure?') ? 'deleted' : 'kept' }};
send.onclick = () => {{ fetch('/recorded/sent?v=' + log.textContent + '-' + done.textContent + '-' +
  document.querySelector('input').value); done.textContent = 'Thank you' }}</script>"""
TERMS = "<!doctype html><title>Terms</title><button onclick=\"this.textContent = 'Agreed'\">Agree</button>"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"  # of the client; what it starts is a process of its own


@pytest.fixture
def url(site: Site) -> Iterator[str]:
    removals = [
        site.route("/recorded/shop", PAGE),
        site.route("/recorded/terms", TERMS),
        site.route("/recorded/sent", ""),
    ]
    yield site.url("/recorded/shop")
    for remove in removals:
        remove()


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def sent(site: Site) -> list[str]:
    return [request.query["v"] for request in site.requests_to("/recorded/sent")]


async def acted(client: Client, name: str, **arguments: object) -> str:
    answer = await client.call_tool(name, arguments)
    assert not answer.is_error, text_of(answer)
    return text_of(answer)


@pytest.mark.anyio
async def test_a_client_of_mcp_leaves_steps_a_replay_and_a_program(
    chromium_endpoint: str, anyio_backend: str, url: str, site: Site, tmp_path: Path
) -> None:
    file = tmp_path / "steps.jsonl"
    recording = server(
        chromium_endpoint,
        anyio_backend,
        "--record",
        str(file),
        "--url",
        url,
        "--tools",
        "core,vision,emulate",
    )
    before = len(sent(site))
    async with Client(stdio_client(recording), mode="legacy", read_timeout_seconds=60) as client:
        shown = await acted(client, "observe")
        blue = shown[shown.index("Blue") :].partition("[")[2].split()[0]
        await acted(client, "click", ref=blue)
        await acted(client, "fill", ref='textbox "From"', text="Paris")
        await acted(client, "fill", ref='textbox "Password"', text="hunter2-of-the-test")
        await acted(client, "click", ref='button "Delete all"')
        await acted(client, "dialog", accept=True)
        opened = await acted(client, "click", ref='link "Terms"')
        number = int(re.findall(r"A new tab is open: (\d+)", opened)[0])
        await acted(client, "click", ref='button "Agree"', tab=number)
        await acted(client, "resize", width=900, height=700)
        await acted(client, "mouse", x=890, y=690)
        assert (await client.call_tool("click", {"ref": 'button "Nothing"'})).is_error
        await acted(client, "click", ref='button "Send"')
    assert sent(site)[before:] == ["Blue-deleted-Paris"]
    lines = file.read_text().splitlines()
    assert [json.loads(line)["do"] for line in lines if not line.startswith("#")] == [
        "navigate", "click", "fill", "fill", "click", "dialog", "click", "click", "resize", "click",
    ]  # fmt: skip
    assert [line.split(":")[0] for line in lines if line.startswith("#")] == ["# not recorded"]
    assert "hunter2" not in file.read_text()

    again = ("replay", str(file), "--connect", chromium_endpoint, "--set")
    right = call(*again, "password=p", "--set", "from=Rome")
    assert right.returncode == 0, right.stdout + right.stderr
    assert sent(site)[before + 1 :] == ["Blue-deleted-Rome"]


STEPS = """{"do":"navigate","with":{"url":"URL"}}
{"do":"click","target":{"role":"button","name":"add","near":"Blue Add","tag":"button"},"effect":"confirmed"}
{"do":"fill","target":{"role":"textbox","name":"from","tag":"input"},"with":{"text":"{{from}}"},"values":{"from":"Rome"}}
{"do":"fill","target":{"role":"textbox","name":"password","tag":"input"},"with":{"text":"{{password}}"}}
{"do":"click","target":{"role":"button","name":"delete all","tag":"button"},"effect":"dialog"}
{"do":"dialog","with":{"accept":true}}
{"do":"click","target":{"role":"link","name":"terms","tag":"a"},"effect":"new_tab"}
{"do":"click","target":{"role":"button","name":"agree","tag":"button"},"with":{"tab":2},"effect":"confirmed"}
{"do":"resize","with":{"width":900,"height":700}}
{"do":"click","target":{"role":"button","name":"send","tag":"button"},"effect":"confirmed"}
"""


@pytest.mark.anyio
async def test_the_program_of_steps_runs_and_a_models_server_heals_them(
    chromium_endpoint: str, url: str, site: Site, model: ModelServer, tmp_path: Path
) -> None:
    file, program = tmp_path / "steps.jsonl", tmp_path / "program.py"
    file.write_text(f"# The order of every Monday\n\n{STEPS.replace('URL', url)}# sent\n")
    program.write_text(as_code(read_steps(file.read_text())))
    before = len(sent(site))
    ran = await anyio.run_process([sys.executable, str(program)], input=b"typed\n", check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    assert sent(site)[before:] == ["Blue-deleted-Rome"]

    renamed = PAGE.replace("Send</button>", "Order now</button>").replace("id=send", "id=go")
    site.route("/recorded/shop", renamed.replace("send.onclick", "go.onclick"))

    def choose(asked: dict[str, Any]) -> dict[str, Any]:
        [ref] = re.findall(r"(e\d+) button Order now", str(asked["messages"]))
        return calling("choose", ref=ref)

    model.answers = [choose]
    named = ("--heal", "chat:test", "--model-url", f"{model.origin}/v1")
    keys = environment(OPENAI_API_KEY="key-of-the-test")
    healed = call(
        "replay", str(file), "--connect", chromium_endpoint, "--set", "password=p", *named, env=keys
    )
    assert healed.returncode == 0, healed.stdout + healed.stderr
    assert 'is now button "order now" (chosen by' in healed.stderr
    assert sent(site)[before + 1 :] == ["Blue-deleted-Rome"]
    head, empty, *_, last_line, foot = file.read_text().splitlines()
    assert (head, empty, foot) == ("# The order of every Monday", "", "# sent")
    last = json.loads(last_line)
    assert (last["do"], last["target"]["name"]) == ("click", "order now")


def test_a_session_records_and_a_file_that_cannot_be_written_is_named_first(url: str, tmp_path: Path) -> None:
    env = environment() | {"XDG_RUNTIME_DIR": str(tmp_path)}
    wrong = call("open", url, "--record", "/no/such/folder/x", env=env)
    assert (wrong.returncode, "--record /no/such/folder/x" in wrong.stderr) == (2, True), wrong.stdout
    file = tmp_path / "steps.jsonl"
    try:
        assert call("open", url, "--record", str(file), env=env).returncode == 0
        assert call("fill", 'textbox "From"', "Ada", env=env).returncode == 0
    finally:
        call("close", env=env)
    assert [json.loads(line)["do"] for line in file.read_text().splitlines()] == ["navigate", "fill"]
