"""Makes page text safe, and fills the lines of views.

In: rows and page text. Out: lines in which page text cannot be mistaken for a mark of a view.
Never done here: token budgets.
"""
