"""A press that takes the focus from a field makes the page take its value, which is not what the press is for."""

from __future__ import annotations

import pytest

from tests.verify.conftest import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.live, pytest.mark.req("RA-05", "EX-02")]

PAGE = """<label>Name <input id=name></label><p id=said></p>
<div id=pad style="width: 300px; height: 40px"></div><ol id=made></ol><script>
const draw = () => { pad.innerHTML = '<span class=entry title="Append task" style="cursor: pointer">+ task</span>';
  pad.firstChild.addEventListener('click', () => made.insertAdjacentHTML('beforeend', '<li>Task</li>')) };
name_ = document.getElementById('name');
name_.addEventListener('change', () => setTimeout(() => { said.textContent = name_.value; %s }));
draw();
</script>"""


async def test_a_press_that_only_made_the_page_take_a_field_is_no_click(stage: Stage) -> None:
    """The page draws its controls again with the value: the element is gone as the button is released (BPMN.io)."""
    await stage.show(PAGE % "draw()")
    await stage.page.fill('textbox "Name"', "In stock?")
    result = await stage.page.click('text "+ task"')
    assert await stage.eval("[said.textContent, made.children.length]") == ["In stock?", 0]
    assert (result.error and result.error.code) == "not_clicked", result.message
    assert result.observation is not None
    assert "In stock?" in result.observation.text
    again = await stage.page.click('text "+ task"')
    assert again.success, again.message
    assert await stage.eval("made.children.length") == 1


async def test_a_press_that_leaves_a_field_and_arrives_is_a_click(stage: Stage) -> None:
    await stage.show(PAGE % "")
    await stage.page.fill('textbox "Name"', "In stock?")
    result = await stage.page.click('text "+ task"')
    assert result.success, result.message
    assert await stage.eval("made.children.length") == 1
