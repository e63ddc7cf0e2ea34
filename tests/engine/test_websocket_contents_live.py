"""Pages whose contents come over a websocket, behind a splash screen: navigation and clicks wait for them."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from websockets.sync.server import ServerConnection

from tests.engine.conftest import Bench
from tests.support.sockets import serving_sockets

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("SX-03", "FP-03")]

PAGE = """<!doctype html><title>Sales</title>
<style>#splash { position: fixed; inset: 0; background: white; transition: opacity .2s } .out { opacity: 0 }</style>
<div id=splash>Loading the application</div><main id=app></main><script>
const socket = new WebSocket("ws://127.0.0.1:%d");
socket.onmessage = ({ data }) => {
  app.innerHTML += data;
  if (!window.splash?.isConnected) return;
  splash.ontransitionend = () => splash.remove();
  splash.className = "out";
};
</script>"""


def answer(connection: ServerConnection) -> None:
    time.sleep(0.3)
    connection.send("<button onclick='socket.send(1)'>Count</button>")
    for number, _ in enumerate(connection):
        time.sleep(0.25)
        connection.send(f"<p>Answer {number}</p>")
        time.sleep(0.1)
        connection.send(f"<p>More of {number}</p>")


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving_sockets(answer) as found:
        yield found


async def test_what_comes_over_a_websocket_is_waited_for(bench: Bench, port: int) -> None:
    remove = bench.site.route("/engine/sales", PAGE % port)
    await bench.page.goto(bench.site.url("engine/sales"))
    shown = str(await bench.page.observe())
    remove()
    assert "button Count" in shown
    assert "Loading" not in shown
    for number in range(2):
        done = await bench.page.click('button "Count"')
        assert f"Answer {number}" in str(done.observation), done.settled
        assert f"More of {number}" in str(done.observation), done.settled
