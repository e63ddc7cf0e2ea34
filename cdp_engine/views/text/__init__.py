"""Text of views, made safe and put into lines.

In: rows and page text. Out: lines in which no page text can pass for a mark of ours.
Never done here: token budgets.
"""
