"""A schema filled in by a model from a page, every value checked against the text it was taken from (AG-06).

In:  a page, a schema, a model.
Out: an `Extraction`: the data, and for each value the text and the ref of its element, or the reason for its refusal.

Never done here: trusting a value that the named text does not say; showing a model what a person could not see.
"""
