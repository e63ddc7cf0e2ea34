"""What a page does over a connection that stays open is waited for as long as something shows that it is at work."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection

from cdp_engine import ActionResult
from cdp_engine.tab import Settled
from cdp_engine.verify import Findings
from cdp_engine.verify.evidence.coming_to_rest import settled_in_the_end
from cdp_engine.verify.evidence.records import Move, Report
from tests.support.sockets import serving_sockets
from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-02", "EX-02")]

PAGE = """<style>@keyframes turn { to { rotate: 1turn } } .spin { animation: turn 1s infinite; width: 9px; height: 9px }
</style><p id=p></p><div id=app></div><button id=b>Save</button><script>
const socket = new WebSocket("ws://127.0.0.1:%d"), opened = new Promise(done => { socket.onopen = done });
const starts = { %s }, ends = { %s };
socket.onmessage = ({ data }) => { const [kind, text] = JSON.parse(data);
  if (kind === "starts") starts.show(); else if (kind === "ends") { ends.show(); p.textContent = text } };
b.onclick = () => socket.send(JSON.stringify(%s));
</script>"""


over = threading.Event()
"""Set once the tests are done: an answer that is still to come would hold the server up."""


def answer(connection: ServerConnection) -> None:
    """Messages are lists of pairs: after how many seconds which answer follows."""
    with contextlib.suppress(ConnectionClosed):
        for message in connection:
            for seconds, *reply in json.loads(message):
                if over.wait(seconds):
                    return
                connection.send(json.dumps(reply))


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    over.clear()
    with serving_sockets(answer) as found:
        yield found
        over.set()


async def click(
    stage: Stage, port: int, replies: list[list[object]], starts: str = "", ends: str = "", script: str = ""
) -> ActionResult:
    show = "show: () => { %s }"
    await stage.show(PAGE % (port, show % starts, show % ends, json.dumps(replies)))
    await stage.eval(f"opened.then(() => {{ {script}; return 0 }})")
    await stage.eval(
        "new Promise(done => { const { onmessage } = socket; socket.onmessage = () => { socket.onmessage"
        " = onmessage; done(0) }; socket.send('[[0, \"greets\"]]') })"
    )
    return await stage.page.click(await stage.ref("Save"))


LATE = [[0.05, "starts"], [1.2, "ends", "Saved"]]
SIGNS = {
    "a word": ("app.innerHTML = '<p>processing | <b>0.1</b></p>'", "app.innerHTML = ''"),
    "a sentence": ("app.innerHTML = '<p>Saving your trip…</p>'", "app.innerHTML = ''"),
    "a live region": ("app.innerHTML = '<p role=status>Speichert die Reise…</p>'", "app.innerHTML = ''"),
    "a spinner": ("app.innerHTML = '<div class=spin>*</div>'", "app.innerHTML = ''"),
    "a bar": ("app.innerHTML = '<progress></progress>'", "app.innerHTML = ''"),
    "busy": ("app.textContent = 'Trips'; app.ariaBusy = 'true'", "app.ariaBusy = 'false'"),
    "an icon's name": ("app.innerHTML = '<div role=img aria-label=Running...>*</div>'", "app.innerHTML = ''"),
    "a state": ("app.dataset.scriptState = 'running'", "app.dataset.scriptState = 'notRunning'"),
    "a class": ("app.className = 'form is-loading'", "app.className = 'form'"),
    "a title": ("document.title = 'Updating...'", "document.title = 'verify'"),
}


@pytest.mark.parametrize("sign", SIGNS)
async def test_work_that_shows_is_waited_for(stage: Stage, port: int, sign: str) -> None:
    result = await click(stage, port, LATE, *SIGNS[sign])
    assert "Saved" in str(result.observation), result.settled


async def test_an_answer_is_waited_for_while_nothing_has_come_of_the_action(stage: Stage, port: int) -> None:
    result = await click(stage, port, [[1.0, "ends", "Saved"]])
    assert "Saved" in str(result.observation), result.settled
    assert result.settled is not None
    assert not result.settled.at_work


async def test_work_that_goes_on_is_told(stage: Stage, port: int) -> None:
    result = await click(stage, port, [[0.05, "starts"], [30, "ends", "Saved"]], *SIGNS["a sentence"])
    assert result.settled is not None
    assert "Saving your trip…" in result.settled.at_work
    result = await click(stage, port, [[30, "ends", "Saved"]])
    assert result.settled is not None
    assert "server" in result.settled.at_work


OLD = "app.innerHTML = '<p>Loading…</p><i class=spin>*</i><b aria-busy=true>Trips</b>'"


async def test_what_was_at_work_before_is_not(stage: Stage, port: int) -> None:
    """Also where the page draws it again."""
    replies: list[list[object]] = [[0.05, "starts"], [30, "ends", "Saved"]]
    result = await click(stage, port, replies, OLD, script=OLD)
    assert result.settled is not None
    assert result.settled.at_work == ""


async def test_a_number_that_is_cut_short_is_not_work(stage: Stage, port: int) -> None:
    """A live region that shows the beginning of an id, as the chip of a chat does (MLflow)."""
    sign = "app.innerHTML = '<p role=status>Trip <b>0db377fa...</b></p>'"
    result = await click(stage, port, [[0.05, "starts"], [0.2, "ends", "Saved"]], sign)
    assert "0db377fa" in str(result.observation)
    assert result.settled is not None
    assert result.settled.at_work == ""


async def test_the_heading_of_a_list_is_not_work(stage: Stage, port: int) -> None:
    """Dagster heads the lists of its steps by what they do, with their number."""
    sign = "app.innerHTML = '<h4>Preparing (2)</h4><h4>Executing (0)</h4>'"
    result = await click(stage, port, [[0.05, "starts"], [0.2, "ends", "Saved"]], sign)
    assert "Executing (0)" in str(result.observation)
    assert result.settled is not None
    assert result.settled.at_work == ""


ASKS = """app.insertAdjacentHTML('afterend', '<div role=dialog aria-modal=true
style="position:fixed;inset:40px;background:#eee">Reload the browser? <button>Later</button></div>')""".replace(
    "\n", " "
)


@pytest.mark.parametrize("sign", ["a sentence", "a spinner", "a state"])
async def test_work_beneath_a_dialog_that_asks_is_not_waited_for(stage: Stage, port: int, sign: str) -> None:
    """pgAdmin says that it saves, and asks a question meanwhile."""
    replies: list[list[object]] = [[0.05, "starts"], [30, "ends", "Saved"]]
    result = await click(stage, port, replies, f"{SIGNS[sign][0]}; {ASKS}")
    assert "Reload the browser?" in str(result.observation)
    assert result.settled is not None
    assert result.settled.at_work == ""


OWED = Settled("stable", 1.0, at_work="its server has not answered yet")


@pytest.mark.parametrize(
    ("found", "owed"),
    [
        (Findings(), True),
        (Findings(reports=(Report(count=1, caused=1),)), True),
        (Findings(reports=(Report(count=1, told=1),)), False),
        (Findings(moves=(Move(url="https://a.test/b", loader_id="L", same_document=True),)), False),
    ],
)
def test_a_server_whose_answer_shows_owes_none(found: Findings, owed: bool) -> None:
    assert bool(settled_in_the_end(OWED, found).at_work) == owed
    other = replace(OWED, at_work="“Saving…”")
    assert settled_in_the_end(other, found) == other
