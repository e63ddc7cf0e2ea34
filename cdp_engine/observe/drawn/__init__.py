"""Controls that a page draws itself, in place of native ones or around them. Pure.

In: elements with known visibility. Out: flags (hidden controls with a drawing become visible, drawings are not second
controls), boxes, values of editors. Never done here: what covers what, roles and names.

Modules: `revealed_controls`, `merged_drawings` (check boxes, radio buttons, sliders), `field_boxes` (the boxes around
fields), `click_targets` (what a page makes of other elements), `code_editors`, `rich_text` (the lines of editors),
`picture_contents` (canvases and pictures), `drawn_contents` (what a person sees in an element).
"""
