"""Running browsers: parsing an endpoint, finding the websocket behind it, connecting to it.

In: an endpoint as text. Out: a connected `Chrome`.
Never done here: starting or stopping a browser; a session of a Grid is the exception.
"""
