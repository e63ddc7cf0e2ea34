"""The page side: the scripts that run in our isolated world of every document.

In: the name of a function and a node. Out: its answer as plain data or as a handle on a node.
One isolated world per frame, one `Toolkit` that calls its functions. The files are JavaScript modules, which `source`
bundles:

    elements/   what an element is and shows, where a pointer reaches it; `dom.js` has what all others share
    changes/    what changed in a document: the recorder, the mark, the fingerprint
    drawing/    what changes may have drawn otherwise: rules, selectors, layers, boxes, animations
    pointer/    moves, presses, wheel and drops as the document gets them
    fields/     form fields, editable text, sliders, dates, cells of grids
    lists/      lists that a page draws itself: their field, their items, what they hold
    actions/    a document during an action: its messages, its reactions, its rest
    pages/      a whole page: first contents, handlers of frameworks, storage, values

Never done here: deciding what to do with an answer.
"""
