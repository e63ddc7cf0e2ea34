"""Navigation: which addresses are accepted, and the wait until the document is ready.

In: an address or a step in the history. Out: a `NavigationResult`. Never done here: reading the page.
"""
