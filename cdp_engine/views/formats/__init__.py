"""One module per format: its options, its `render` or `data` function, an example in its docstring.

In: a `Snapshot` and options. Out: text or JSON-ready data. Never done here: choosing the parts that fit (see `budget`).
"""
