"""Mouse, touch and drag: real events at a point that a hit test showed to reach the element.

In: a live element. Out: dispatched pointer events and their outcome.
Never done here: choosing the element, deciding the effect.
"""
