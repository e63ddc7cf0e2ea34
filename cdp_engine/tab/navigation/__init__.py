"""Going to an address: what may be typed as one, and the wait until its document is ready.

In: an address or a step in the history. Out: a `NavigationResult`. Never done here: reading the page.
"""
