"""Watches one action: the page side, the browser's own events, thrown exceptions, costs.

In: a tab and the element of an action. Out: plain records. Never done here: drawing conclusions (see `effects`).
"""
