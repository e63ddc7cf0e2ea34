"""The names that a person reads beside an element, and does not find in it. Pure.

In: roles, names and boxes as the browser has them. Out: names for what has none, labels for what has another name.
Never done here: accessible names as HTML defines them (see `semantics.accessible_name`).
"""
