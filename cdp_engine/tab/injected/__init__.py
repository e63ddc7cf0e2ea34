"""The page side: the scripts that run in our own world of every document.

In: the name of a function and a node. Out: its answer as plain data or as a handle on a node.
One isolated world per frame, one `Toolkit` to ask in it. The files are JavaScript modules; `dom.js` has what several of
them ask of elements, `source` puts them together.
Never done here: deciding what to do with an answer.
"""
