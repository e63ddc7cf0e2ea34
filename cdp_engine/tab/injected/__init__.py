"""The page side: the scripts that run in our isolated world of every document.

In: the name of a function and a node. Out: its answer as plain data or as a handle on a node.
One isolated world per frame, one `Toolkit` that calls its functions. The files are JavaScript modules; `dom.js` has the
functions that several of them share, `source` bundles them.
Never done here: deciding what to do with an answer.
"""
