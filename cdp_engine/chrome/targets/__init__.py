"""The targets of a browser and the sessions attached to them.

In: `Target.*` events of every session. Out: one table of targets and one tree of sessions.
Never done here: frames, navigation, anything inside a page.
"""
