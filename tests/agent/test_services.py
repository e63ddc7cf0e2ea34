"""Services as data files: what indicators see, what files may say, what comes with the package."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

import cdp_engine
from cdp_engine.agent.services import Checkpoint, Indicator, Registry, Service, bundled, judge, load, parse
from cdp_engine.errors import InvalidInput
from tests.support.site import Site

pytestmark = pytest.mark.req("AL-08")

PAGE = """<title>Account : Shop</title><h1>Order   Done</h1><p>Thank you, Ada.</p>
<button>Buy again</button><p style="display:none">Secret words</p><h2 hidden>Failed</h2>"""


@pytest.mark.anyio
@pytest.mark.live
async def test_indicators_see_what_a_person_sees(page: cdp_engine.Page) -> None:
    await page.goto(f"data:text/html,{quote(PAGE)}")
    seen = await page.snapshot()
    for held in (
        Indicator(title="account"),
        Indicator(title="=account*shop"),
        Indicator(url="data:*title"),
        Indicator(text="order done"),
        Indicator(text="thank*ada"),
        Indicator(role="button", name="buy"),
        Indicator(name="buy again"),
        Indicator(role="heading", text="ada"),
        Indicator(text="secret words", absent=True),
        Indicator(role="heading", name="failed", absent=True),
    ):
        assert held.holds(seen), str(held)
    for missing in (
        Indicator(title="=account"),
        Indicator(role="link", name="buy"),
        Indicator(role="button", name="sell"),
        Indicator(text="secret words"),
        Indicator(title="account", text="nobody"),
        Indicator(title="account", absent=True),
    ):
        assert not missing.holds(seen), str(missing)


@pytest.mark.anyio
@pytest.mark.live
async def test_a_failure_outweighs_every_success(page: cdp_engine.Page) -> None:
    await page.goto(f"data:text/html,{quote(PAGE)}")
    seen = await page.snapshot()
    thanks, never = Indicator(text="thank you"), Indicator(text="never")
    assert judge(seen, [never, thanks], [never]).kind == "success"
    assert judge(seen, [thanks], [thanks]).kind == "failure"
    assert judge(seen, [never], [never]).kind == "open"
    assert judge(seen, [], []).kind == "open"
    assert Checkpoint(reason="r", when=(never, thanks)).holds(seen)
    assert not Checkpoint(reason="r", when=(never,)).holds(seen)


@pytest.mark.anyio
@pytest.mark.live
async def test_each_stage_of_the_cancellation_is_distinguished(page: cdp_engine.Page, site: Site) -> None:
    service = bundled().get("streaming-cancellation")
    found: dict[str, tuple[str, bool]] = {}
    for stage in ("account", "pause", "discount", "survey", "confirm", "cancelled", "error", "login"):
        await page.goto(site.url(f"services/streaming/{stage}.html"))
        seen = await page.snapshot()
        asks = any(checkpoint.holds(seen) for checkpoint in service.checkpoints)
        found[stage] = (judge(seen, service.success, service.failure).kind, asks)
    assert found == {
        "account": ("open", False),
        "pause": ("open", False),
        "discount": ("open", False),
        "survey": ("open", False),
        "confirm": ("open", True),
        "cancelled": ("success", False),
        "error": ("failure", False),
        "login": ("failure", False),
    }


def test_the_package_brings_services_that_say_when_they_are_done() -> None:
    services = list(bundled())
    assert {service.name for service in services} >= {"streaming-cancellation", "appointment-booking"}
    assert all(service.success and service.guidance and service.goal for service in services)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 3", "name"),
        ("goal = 'x'", "name"),
        ("name = 'x'\nsucess = []", "sucess"),
        ("name = 'x'\n[[success]]\nabsent = true", "must name"),
        ("name = 'x'\n[[success]]\nclass = 'y'", "class"),
        ("name = ", "alue"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        parse(text)


def test_services_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("name = 'mine'\n[[success]]\ntitle = 'ok'\n", encoding="utf-8")
    registry = Registry([Service(name="mine", goal="old")])
    registry.add(load(file))
    assert registry.get("mine") == Service(name="mine", success=(Indicator(title="ok"),))
    assert Registry().get(str(file)).name == "mine"
    for wrong in ("other", str(tmp_path / "none.toml")):
        with pytest.raises(InvalidInput):
            registry.get(wrong)
