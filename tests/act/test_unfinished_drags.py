"""A drag that cannot be carried to its end presses nothing, or puts back what it has taken."""

from __future__ import annotations

from typing import Any

import pytest

from cdp_engine.act import click, drag
from cdp_engine.engine import Page
from cdp_engine.errors import NotActionable
from cdp_engine.protocol import Command
from cdp_engine.rpc import PendingReply, Session
from tests.act.conftest import Stage
from tests.support.site import Site

pytestmark = [pytest.mark.anyio, pytest.mark.live]

FOLLOWS = """<!doctype html><style>body{margin:0;height:6000px}#a,#z{position:absolute;width:80px;height:40px;left:50px}
#a{background:#acf}#z{background:#fca}</style><button id=a>a</button><button id=z>z</button><script>
window.presses = 0; let held = null;
a.onmousedown = e => { presses++; held = [e.pageX - a.offsetLeft, e.pageY - a.offsetTop]; };
onmousemove = e => {
  if (!held) return;
  a.style.left = e.pageX - held[0] + 'px'; a.style.top = e.pageY - held[1] + 'px';
  if (window.hides) z.style.display = 'none';
};
onmouseup = () => held = null;
</script>"""
GONE = "<style>#a{top:100px}#z{top:300px}</style><script>hides = true</script>"


async def test_ends_that_are_never_in_view_together_are_refused_before_the_press(stage: Stage) -> None:
    await stage.show_html(FOLLOWS + "<style>#a{top:100px}#z{top:4000px}</style>")
    with pytest.raises(NotActionable, match="not in view together") as refused:
        await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"))
    assert (refused.value.code, refused.value.sent) == ("not_visible", False)
    assert await stage.eval("[presses, a.offsetTop]") == [0, 100]


async def test_the_page_is_scrolled_until_both_ends_are_in_view(stage: Stage) -> None:
    await stage.show_html(FOLLOWS)
    top = 2000
    bottom = top + await stage.eval("innerHeight") - 60
    await stage.eval(f"a.style.top = '{bottom}px'; z.style.top = '{top}px'; 0")
    await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"))
    assert await stage.eval("[presses, a.offsetTop, a.offsetLeft]") == [1, top, 50]


async def test_what_was_taken_is_put_back_where_the_destination_goes_away(stage: Stage) -> None:
    await stage.show_html(FOLLOWS + GONE)
    with pytest.raises(NotActionable) as refused:
        await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"), timeout=2.0)
    assert refused.value.sent
    assert "let go where the drag began" in refused.value.message
    assert await stage.eval("[presses, a.offsetTop, a.offsetLeft, held]") == [1, 100, 50, None]


async def test_the_button_is_held_where_a_drag_wants_a_long_press(stage: Stage) -> None:
    """As the touch and mouse sensors of drag libraries have it: who moves before that begins no drag."""
    await stage.show_html(
        FOLLOWS
        + """<style>#a{top:100px}#z{top:300px}</style><script>
let timer = 0; const take = a.onmousedown, move = onmousemove;
a.onmousedown = e => { timer = setTimeout(() => { timer = 0; take(e) }, 200) };
onmousemove = e => { if (timer) timer = clearTimeout(timer); move(e) };</script>"""
    )
    await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"))
    assert await stage.eval("[presses, a.offsetTop, a.offsetLeft, held]") == [1, 300, 50, None]


async def test_the_page_has_taken_the_release_when_the_refusal_is_known(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script that is sent then can overtake input that is still on its way."""
    releases: list[PendingReply[Any]] = []
    start = Session.start

    def watched(session: Session, command: Command[Any], **options: Any) -> PendingReply[Any]:
        reply = start(session, command, **options)
        if command.params.get("type") == "mouseReleased":
            releases.append(reply)
        return reply

    monkeypatch.setattr(Session, "start", watched)
    await stage.show_html(FOLLOWS + GONE)
    with pytest.raises(NotActionable):
        await drag(stage.tab, await stage.ref("#a"), await stage.ref("#z"), timeout=2.0)
    (release,) = releases
    assert release.is_done
    assert await release.result() is None


async def test_a_drag_that_was_begun_is_not_said_to_be_blocked(page: Page, site: Site) -> None:
    site.route("/act/gone", FOLLOWS + GONE)
    await page.goto(site.url("act/gone"))
    await page.observe()
    result = await page.drag('button "a"', 'button "z"', timeout=2.0)
    assert (result.success, result.error and result.error.code) == (False, "not_visible")
    assert result.effect.kind == "confirmed"


GRIPS = """<!doctype html><style>.row{height:40px;width:300px}body.drags .grip{%s}</style>
<ul id=list style="margin:0;padding:0"><li class=row id=r1>One <button class=grip draggable=true>=</button></li>
<li class=row id=r2>Two <button class=grip draggable=true>=</button></li>
<li class=row id=r3>Three <button class=grip draggable=true>=</button></li></ul><button id=other>Other</button><script>
window.pressed = 0; other.onclick = () => pressed++;
for (const grip of document.querySelectorAll('.grip')) grip.ondragstart = event => {
  const row = grip.closest('.row'); let over = row;
  setTimeout(() => document.body.classList.add('drags'));
  list.ondragover = event => { event.preventDefault(); over = event.target.closest('.row') || over };
  document.addEventListener('dragend', () => {
    document.body.classList.remove('drags'); list.ondragover = null;
    if (over !== row) over.before(row);
  }, { once: true });
};
</script>"""
ORDER = "[...document.querySelectorAll('.row')].map(row => row.id).join(' ')"


@pytest.mark.parametrize("hidden", ["transform:translate(-9999px)", "visibility:hidden"])
async def test_a_grip_that_goes_away_while_one_is_dragged_ends_the_drag_where_it_was(
    stage: Stage, hidden: str
) -> None:
    await stage.show_html(GRIPS % hidden)
    await drag(stage.tab, await stage.ref("#r3 button"), await stage.ref("#r1 button"))
    assert await stage.eval(ORDER) == "r3 r1 r2"


async def test_the_browser_ends_a_drag_that_is_given_up(stage: Stage) -> None:
    await stage.show_html(GRIPS % "display:none")
    with pytest.raises(NotActionable):
        await drag(stage.tab, await stage.ref("#r3 button"), await stage.ref("#r1 button"), timeout=2.0)
    assert await stage.eval("document.body.className") == ""
    assert await stage.eval(ORDER) == "r1 r2 r3"
    performed = await click(stage.tab, await stage.ref("#other"))
    assert (performed.received, await stage.eval("pressed")) == (True, 1)
