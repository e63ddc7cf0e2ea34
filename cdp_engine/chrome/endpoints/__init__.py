"""Browsers that run already: what an endpoint means, the websocket behind it, and the connection to it.

In: an endpoint as text. Out: a connected `Chrome`.
Never done here: starting or ending a browser; a session of a Grid is the exception.
"""
