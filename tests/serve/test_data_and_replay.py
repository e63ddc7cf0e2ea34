"""`cdp-engine extract`, `run --schema --record` and `replay` as processes, with a model server on this machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serve.command import call, environment, is_one_error_report
from tests.serve.test_run_live import DONE, calling, filling
from tests.support.models import ModelServer, model_server
from tests.support.site import Site

pytestmark = [pytest.mark.live]
PAGE = """<!doctype html><title>Shop</title><main><h1>Blue shirt</h1><p>Now 19.95 €</p><p hidden>9.99 €</p>
<ul><li><b>One</b> <i>a</i></li><li><b>Two</b> <i>b</i></li></ul><label>Email <input></label><button>Send</button>
<p id=done></p></main><script>document.querySelector('button').onclick = () => {
done.textContent = 'Sent to ' + document.querySelector('input').value }</script>"""
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


@pytest.fixture
def url(site: Site) -> Iterator[str]:
    remove = site.route("/doors/shop", PAGE)
    yield site.url("/doors/shop")
    remove()


def reporting(price: float) -> Any:
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        read = "\n".join(str(message["content"]) for message in asked["messages"])
        name, now = (int(re.findall(rf"(\d+) (?:# )?{text}", read)[0]) for text in ("Blue shirt", "Now"))
        body = calling("report")
        given = {"name": {"v": "Blue shirt", "at": [name]}, "price": {"v": price, "at": [now]}}
        body["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] = json.dumps(given)
        return body

    return answer


def with_model(model: ModelServer, *args: str) -> Any:
    named = ("--model", "chat:test", "--model-url", f"{model.origin}/v1")
    return call(*args, *named, env=environment(OPENAI_API_KEY="key-of-the-test"))


@pytest.mark.req("AG-06")
def test_extract_prints_data_with_its_evidence(
    model: ModelServer, url: str, chromium_endpoint: str, tmp_path: Path
) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(SCHEMA))
    asked = ("extract", url, "--connect", chromium_endpoint, "--schema", str(schema))
    model.answers = [reporting(19.95)]
    right = with_model(model, *asked)
    assert right.returncode == 0, right.stderr
    found = json.loads(right.stdout)
    assert found["data"] == {"name": "Blue shirt", "price": 19.95}
    assert found["evidence"]["price"]["text"] == "Now 19.95 €"
    model.answers = [reporting(9.99), reporting(9.99)]
    wrong = with_model(model, *asked)
    assert wrong.returncode == 1
    assert json.loads(wrong.stdout)["data"]["price"] is None
    rows = call("extract", url, "--connect", chromium_endpoint, "--items", "--by", "listitem")
    assert rows.returncode == 0, rows.stderr
    assert [list(row["values"].values()) for row in json.loads(rows.stdout)["items"]["rows"]] == [
        ["One", "a"],
        ["Two", "b"],
    ]
    assert is_one_error_report(call("extract", url, "--connect", chromium_endpoint).stderr)


@pytest.mark.req("AG-06", "AG-07")
def test_a_run_gives_data_and_steps_that_are_replayed(
    model: ModelServer, url: str, chromium_endpoint: str, tmp_path: Path
) -> None:
    schema, steps, table = tmp_path / "schema.json", tmp_path / "steps.jsonl", tmp_path / "people.csv"
    schema.write_text(json.dumps(SCHEMA))
    model.answers = [
        calling("find", role="textbox"),
        filling("Email", "ada@example.com"),
        calling("click", ref='button "Send"'),
        DONE,
        reporting(19.95),
    ]
    options = (
        "--connect",
        chromium_endpoint,
        "--schema",
        str(schema),
        "--record",
        str(steps),
        "--approve",
        "always",
    )
    ran = with_model(model, "run", "Order it.", "--url", url, *options)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["data"]["price"] == 19.95
    assert [json.loads(line)["do"] for line in steps.read_text().splitlines()] == [
        "navigate",
        "fill",
        "click",
    ]
    again = call("replay", str(steps), "--connect", chromium_endpoint, "--set", "email=grace@example.com")
    assert again.returncode == 0, again.stderr
    assert "done, 3 steps" in again.stdout
    table.write_text("email\na@b.test\nc@d.test\n")
    several = call("replay", str(steps), "--connect", chromium_endpoint, "--csv", str(table))
    assert several.returncode == 0, several.stderr
    assert "row 2: done, 3 steps" in several.stdout
    program = call("replay", str(steps), "--as-code")
    assert "email: str = 'ada@example.com'" in program.stdout
    wrong = call("replay", str(steps), "--connect", chromium_endpoint, "--set", "name=x")
    assert wrong.returncode == 2
    assert is_one_error_report(wrong.stderr)
