"""Rows of data that a page shows, by its structure alone: tables, and items that repeat (pure).

In:  a `Snapshot`.
Out: `Table` and `ItemList`: rows whose every cell has its text and the element that it was read from.

Only what a person could see is read. Never done here: guessing what a value means, asking a model or the browser.
"""
