"""Mouse, touch and drag: real events at a point that was seen to reach the element.

In: a live element. Out: dispatched pointer events and what came of them.
Never done here: choosing the element, deciding the effect.
"""
